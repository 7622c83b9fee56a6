# SPDX-License-Identifier: GPL-3.0-or-later
# A live profile that becomes full, with libraries that were closed before and opened again
# after: what is written at the end has all counts.  So what was closed, with and without a
# copy of the runtime of its own, and forgotten.

>>> l.c
void lf (void) { }
>>> p.c
#include <dlfcn.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
void halt_reset (void);
static pthread_barrier_t all;
__attribute__ ((noipa)) void
work (void)
{
  __asm__ volatile ("");
}
static void *
thread (void *argument)
{
  for (int i = 0; i < 1000; i++)
    work ();
  pthread_barrier_wait (&all);
  return argument;
}
static void
use (const char *so, int closes)
{
  void *it = dlopen (so, RTLD_NOW);
  void (*f) (void) = (void (*) (void)) dlsym (it, "lf");
  for (int i = 0; i < 1000; i++)
    f ();
  if (closes)
    dlclose (it);
}
int
main (int argc, char **argv)
{
  int n = atoi (argv[2]);
  pthread_t t[n];
  for (int i = 0; i < 3; i++)
    use (argv[1], 1);
  if (strchr (argv[3], 'r'))
    halt_reset ();
  if (strchr (argv[3], 'b'))
    use (argv[1], 1);
  pthread_barrier_init (&all, 0, n);
  for (int i = 0; i < n; i++)
    pthread_create (t + i, 0, thread, 0);
  for (int i = 0; i < n; i++)
    pthread_join (t[i], 0);
  if (strchr (argv[3], 'a'))
    use (argv[1], 0);
  return 0;
}
>>> run
plugin="$CC -w -O1 -pthread $PLUGIN $(arg entry only=lf,work,use)"
for way in "" count=atomic count=thread; do
  way="${way:+$(arg $way)}"
  $plugin $way -fPIC -shared l.c -o one.so
  $plugin $way -fPIC -shared l.c "$LIBHALT" -o own.so
  $plugin $way -rdynamic p.c -Wl,--whole-archive "$LIBHALT" -Wl,--no-whole-archive -o one
  $plugin $way p.c "$LIBHALT" -o own
  for so in one own; do
    for n in 2 700; do
      for what in n a b ab r ra rb; do
        rm -f halt.prof
        (ulimit -f 256; HALT_LIVE=1 ./$so ./$so.so $n $what)
        got=$($HALT report $so 2>/dev/null | awk '$NF == "work" || $NF == "work]" { print "work", $1 } / lf/ { print "lf", $1 }' | sort | xargs)
        # One that is gone and forgotten need not be there.
        case $got in lf*) ;; *) got="lf 0 $got" ;; esac
        case $what in
        n) lf=3000 ;; a | b) lf=4000 ;; ab) lf=5000 ;; r) lf=0 ;; *) lf=1000 ;;
        esac
        [ "$got" = "lf $lf work ${n}000" ] || echo "$way $so $n $what, $(head -c 8 halt.prof): $got"
      done
    done
  done
  echo "$(head -c 8 halt.prof)"
done
>>> out
HALTPACK
HALTLIVE
HALTPACK
