# SPDX-License-Identifier: GPL-3.0-or-later
# Copies of the runtime, in the program and hidden in a library that is linked: whoever ends
# the process, dumps, forgets or forks, each count is written once.  A file that another process
# has put there is not taken for ours, nor what else is where copies meet.

>>> l.c
void lf (void) { }
>>> p.c
#define _GNU_SOURCE 1
#include <dlfcn.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>
void halt_dump (void), halt_reset (void), lf (void);
void pf (void) { }
static int (*volatile fork_now) (void) = fork;
#ifdef OCCUPIED
static void occupy (void) { mmap ((void *) (sizeof (long) == 8 ? 0x48414c540000 : 0x48410000), 4096, PROT_READ, 0x32, -1, 0); }
__attribute__ ((section (".preinit_array"), used)) static void (*const pre) (void) = occupy;
#endif
int
main (int argc, char **argv)
{
  for (int i = 0; i < 1000; i++)
    pf (), lf ();
  switch (*argv[1])
    {
    case 'd':
      halt_dump ();
      kill (getpid (), SIGKILL);
    case 'e':
      _exit (0);
    case 'r':
      halt_reset ();
      lf ();
      break;
    case 'f':
      if (!fork_now ())
	{
	  lf ();
	  _exit (0);
	}
      wait (0);
      break;
    case 'o':
      halt_dump ();
      system ("./q >/dev/null");
      system ("./q >/dev/null");
    }
  return 0;
}
>>> run
for kind in entry "entry count" "entry count=thread"; do
  $CC -w $PLUGIN $(arg $kind) -fPIC -shared l.c "$LIBHALT" -Wl,--exclude-libs,ALL -o libl.so
  $CC -w $PLUGIN $(arg $kind) p.c "$LIBHALT" -L. -ll -Wl,-rpath,"$PWD" -o p
  $CC -w -DOCCUPIED $PLUGIN $(arg $kind) p.c "$LIBHALT" -L. -ll -Wl,-rpath,"$PWD" -o occupied
  [ -f q ] || { echo 'int pf (void) { return 0; } int main (void) { for (int i = 0; i < 99; i++) pf (); return 0; }' >q.c
    $CC -w $PLUGIN $(arg entry) q.c "$LIBHALT" -o q; }
  for what in n e d r f o; do
    for program in p occupied; do
      # Without count each copy has what its own routine was called for.
      case $kind$what in entry[edrf]) continue ;; esac
      [ $program$what != occupiedr ] || continue
      rm -f halt.prof*
      { (./$program $what) || :; } >/dev/null 2>&1
      # The child's is another.
      profiles=$(ls halt.prof* | grep -v '\.[0-9]')
      echo "$kind $program $what: $($HALT report $program $profiles 2>/dev/null | awk '$NF == "pf" || $NF == "main" { print $NF, $1 } NF > 1 && $(NF - 1) == "lf" { print "lf", $1 }' | sort | xargs)"
    done
  done
done
>>> out
entry p n: lf 1000 main 1 pf 1000
entry occupied n: lf 1000 main 1 pf 1000
entry p o: lf 1000 main 1 pf 1000
entry occupied o: lf 1000 main 1 pf 1000
entry count p n: lf 1000 main 1 pf 1000
entry count occupied n: lf 1000 main 1 pf 1000
entry count p e: lf 1000 main 1 pf 1000
entry count occupied e: lf 1000 main 1 pf 1000
entry count p d: lf 1000 main 1 pf 1000
entry count occupied d: lf 1000 main 1 pf 1000
entry count p r: lf 1 main 0 pf 0
entry count p f: lf 1000 main 1 pf 1000
entry count occupied f: lf 1000 main 1 pf 1000
entry count p o: lf 1000 main 1 pf 1000
entry count occupied o: lf 1000 main 1 pf 1000
entry count=thread p n: lf 1000 main 1 pf 1000
entry count=thread occupied n: lf 1000 main 1 pf 1000
entry count=thread p e: lf 1000 main 1 pf 1000
entry count=thread occupied e: lf 1000 main 1 pf 1000
entry count=thread p d: lf 1000 main 1 pf 1000
entry count=thread occupied d: lf 1000 main 1 pf 1000
entry count=thread p r: lf 1 main 0 pf 0
entry count=thread p f: lf 1000 main 1 pf 1000
entry count=thread occupied f: lf 1000 main 1 pf 1000
entry count=thread p o: lf 1000 main 1 pf 1000
entry count=thread occupied o: lf 1000 main 1 pf 1000
