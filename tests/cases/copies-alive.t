# SPDX-License-Identifier: GPL-3.0-or-later
# Copies of the runtime that are there when the process ends, whatever ends it: what each has
# is in the file, live or not, once; halt_dump and halt_reset reach all.  So if the copy that caught signals
# was closed meanwhile, or one was closed before.

>>> l.c
void lf (void) { }
>>> m.c
void mf (void) { }
>>> p.c
#define _GNU_SOURCE 1
#include <dlfcn.h>
#include <pthread.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>
void halt_dump (void), halt_reset (void);
#ifdef LINKED
void lf (void);
#endif
void pf (void) { }
static void *
reload (void *argument)
{
  for (int i = 0; i < 50; i++)
    dlclose (dlopen ("./libm.so", RTLD_NOW));
  return argument;
}
static void *
endless (void *so)
{
  for (;;)
    dlclose (dlopen (so, RTLD_NOW));
}
int
main (int argc, char **argv)
{
  struct rlimit none = { 0, 0 };
  pthread_t t;
  void *so = 0, *first = 0;
  setrlimit (RLIMIT_CORE, &none);
  /* The first copy, if the program has none.  */
  if (argv[2][0] == 'f')
    first = dlopen ("./libm.so", RTLD_NOW);
#ifdef LINKED
  void (*f) (void) = lf;
#else
  so = argv[1][0] == 'm' ? dlmopen (LM_ID_NEWLM, "./libl.so", RTLD_NOW)
			 : dlopen ("./libl.so", RTLD_NOW);
  void (*f) (void) = (void (*) (void)) dlsym (so, "lf");
#endif
  if (first)
    dlclose (first);
  for (int i = 0; i < 1000; i++)
    pf (), f ();
  switch (argv[1][1])
    {
    case 'e':
      _exit (0);
    case 'q':
      quick_exit (0);
    case 'a':
      abort ();
    case 't':
      raise (SIGTERM);
    case 's':
      *(volatile int *) 16 = 1;
    case 'd':
      halt_dump ();
      f ();
      raise (SIGKILL);
    case 'r':
      halt_reset ();
      f ();
      _exit (0);
    case 'c':
      if (!fork ())
	{
	  f ();
	  _exit (0);
	}
      wait (0);
      _exit (0);
    case 'l':
      if (so)
	dlclose (so);
      halt_dump ();
      raise (SIGKILL);
    case 'p':
      pthread_create (&t, 0, reload, 0);
      for (int i = 0; i < 20; i++)
	halt_dump ();
      pthread_join (t, 0);
      _exit (0);
    case 'u':
      for (int i = 0; i < 2; i++)
	pthread_create (&t, 0, endless, i ? "./libm.so" : "./libn.so");
      usleep (3000);
      quick_exit (0);
    }
  return 0;
}
>>> q.c
#include <dlfcn.h>
#include <stdio.h>
static int n;
int
__cxa_at_quick_exit (void (*function) (void *), void *object)
{
  n++;
  return 0;
}
int
main (void)
{
  dlopen ("./libm.so", RTLD_NOW);
  dlopen ("./libl.so", RTLD_NOW);
  printf ("asked for %d\n", n);
  return 0;
}
>>> run
# counts PROGRAM PROFILE...
counts ()
{
  $HALT report "$@" 2>/dev/null | awk '
    $NF == "pf" || $NF == "main" { print $NF, $1 }
    NF > 1 && $(NF - 1) == "lf" { print "lf", $1 }' | sort | xargs
}
# try NAME LIVE PROGRAM END: what is not as it should be.
try ()
{
  rm -f halt.prof*
  { (HALT_ON='*' HALT_LIVE=$2 ./$3 $4 $([ ${4#?} = q ] && echo first || echo none)) || :; } >/dev/null 2>&1
  expected="lf 1000 main 1 pf 1000"
  case $4$2 in
  ?r?) expected="lf 1 main 0 pf 0" ;;
  ?d1) expected="lf 1001 main 1 pf 1000" ;;
  esac
  [ "$(counts $3 halt.prof)" = "$expected" ] || echo "$1: $(counts $3 halt.prof)"
  files="$(ls halt.prof* | wc -l)"
  case $4 in
  ?c)
    [ "$(counts $3 halt.prof.*)" = "lf 1 main 0 pf 0" ] || echo "$1: child: $(counts $3 halt.prof.*)"
    files=$((files - 1)) ;;
  esac
  [ $files = 1 ] || ls halt.prof*
}
ends="n e q a t s d r c l p"
for way in "" count count=thread count=atomic switch; do
  plugin="$CC -w -O0 -pthread $PLUGIN $(arg entry $way)"
  $plugin -fPIC -shared m.c "$LIBHALT" -o libm.so
  $plugin p.c "$LIBHALT" -o d
  for lib in "" -Wl,--exclude-libs,ALL; do
    $plugin -fPIC -shared l.c "$LIBHALT" $lib -o libl.so
    $plugin -DLINKED p.c "$LIBHALT" -L. -ll -Wl,-rpath,"$PWD" -o l
    for live in 0 1; do
      for end in $ends; do
        try "$way $lib linked $end $live" $live l l$end
        [ -n "$lib" ] || continue
        try "$way dlopen $end $live" $live d d$end
        try "$way dlmopen $end $live" $live d m$end
      done
    done
  done
done
# quick_exit while others are unloaded: it may call what is, so one copy is asked for all.
cp libm.so libn.so
for i in 1 2 3 4 5 6; do
  try "quick_exit $i" $((i % 2)) d du
done
echo '{ __cxa_at_quick_exit; };' >list
$plugin q.c "$LIBHALT" -Wl,--dynamic-list=list -o q
./q
# The program has no copy: the one that came first, and caught signals, is closed.
$CC -w -pthread p.c -Dhalt_dump=abort -Dhalt_reset=abort -o none
for end in n q t s; do
  rm -f halt.prof*
  { (HALT_ON='*' ./none d$end first) || :; } >/dev/null 2>&1
  echo "none $end: $($HALT report libl.so halt.prof 2>/dev/null | awk '$NF == "lf" || NF > 1 && $(NF - 1) == "lf" { print "lf", $1 }' | sort | xargs)"
done
>>> out
asked for 1
none n: lf 1000
none q: lf 1000
none t: lf 1000
none s: lf 1000
