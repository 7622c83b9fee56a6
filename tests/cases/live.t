# SPDX-License-Identifier: GPL-3.0-or-later
# HALT_LIVE=1: counts lie in the profile itself.  What a live profile says is what the
# usual one does, of children, unloaded objects and all; and nothing becomes of
# the program, whatever becomes of the file.

>>> x86_64 system calls that it makes

>>> part.c
int
part (int x)
{
  int s = 0;
  for (int i = 0; i < x; i++)
    if (i & 1)
      s += i;
  return s;
}

>>> prog.c
#define _GNU_SOURCE
#include <dlfcn.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

static int sink;

__attribute__ ((noipa)) static int
choose (int i)
{
  switch (i % 9)
    {
    case 0: return 4; case 1: return i; case 2: return 7; case 3: return i * 2;
    case 4: return -i; case 5: return 1; case 6: return i & 3; default: return 0;
    }
}

__attribute__ ((noipa)) static void *
work (void *argument)
{
  int n = *(int *) argument;
  for (int i = 0; i < n; i++)
    __atomic_fetch_add (&sink, choose (i), __ATOMIC_RELAXED);
  return argument;
}

static void
killed (void)
{
  raise (SIGKILL);
}

static void
load_part (int x)
{
  void *handle = dlopen ("./part.so", RTLD_NOW);
  if (!handle)
    puts (dlerror ());
  int (*volatile part) (int) = (int (*) (int)) dlsym (handle, "part");
  part (x);
  dlclose (handle);
}

int
main (int argc, char **argv)
{
  const char *how = argc > 1 ? argv[1] : "";
  int n = 1000, few = 10, status = 0;
  pthread_t thread[3];
  for (int i = 0; i < 3; i++)
    pthread_create (&thread[i], 0, work, &n);
  for (int i = 0; i < 3; i++)
    pthread_join (thread[i], 0);
  if (!strcmp (how, "unlink"))
    remove (getenv ("HALT_FILE"));
  if (!strcmp (how, "away"))
    {
      closefrom (3);
      chdir ("/tmp");
      status = chroot ("/") != 0 && 0;
      chroot ("/var/empty");
    }
  if (!strcmp (how, "kill"))
    killed ();
  if (!strcmp (how, "exec"))
    {
      if (vfork () == 0)
	{
	  work (&few);
	  execl ("./prog", "prog", (char *) 0);
	}
      wait (&status);
    }
  if (!strcmp (how, "fork"))
    {
      for (int i = 0; i < 2; i++)
	if (fork () == 0)
	  {
	    work (&few);
	    pthread_create (&thread[0], 0, work, &few);
	    pthread_join (thread[0], 0);
	    if (fork () == 0)
	      {
		work (&few);
		killed ();
	      }
	    wait (&status);
	    load_part (6);
	    if (i)
	      killed ();
	    _exit (0);
	  }
      wait (&status);
      wait (&status);
      work (&few);
    }
  if (!strcmp (how, "raw"))
    {
      /* Past the C library's handlers.  */
      if (syscall (SYS_fork) == 0)
	{
	  work (&few);
	  pthread_create (&thread[0], 0, work, &few);
	  pthread_join (thread[0], 0);
	  _exit (0);
	}
      work (&few);
      wait (&status);
    }
  if (!strcmp (how, "part"))
    {
      for (int i = 0; i < 3; i++)
	load_part (10 + i);
      killed ();
    }
  return 5;
}

>>> far.c
#include <signal.h>
int
main (int argc, char **argv)
{
  for (int i = 0; i < 10; i++)
    argc += i & 1;
  if (argc == 7)
    raise (SIGKILL);
  return argv == 0;
}

>>> run
kinds=$(arg cbr mbr proc bb load store call)
# run WAY NAME ARGUMENT: the program, with the usual profile and with a live one.
run ()
{
  rm -f *.prof*
  (HALT_LIVE=$3 HALT_FILE=$1-%p.prof ./prog $2 || exit $?) 2>/dev/null || status=$?
  "$HALT" report --format=csv prog $(ls *.prof*) 2>said | sort >$1.csv
}
# alike NAME: say what is different with a live profile.
alike ()
{
  status=
  run usual "$1" 0
  usual=$status
  run live "$1" 1
  [ "$usual" = "$status" ] || echo "$1: status $usual, $status"
  cmp usual.csv live.csv || diff usual.csv live.csv | head -4
  grep -q . usual.csv || echo "$1: nothing"
}
for way in calls count count=atomic count=thread blpp 'blpp count'; do
  options=
  [ "$way" = calls ] || options=$(arg $way)
  all=$kinds
  case $way in blpp*) all= ;; esac
  $CC -O1 -fPIC -shared -w $PLUGIN $all $options part.c -o part.so
  $CC -O1 -w -rdynamic -pthread $PLUGIN $all $options prog.c "$LIBHALT" -o prog
  # Threads that count at once lose some.
  [ "$way" != count ] || { alike none | grep status || :; continue; }
  alike none
  case $way in calls | count=thread)
    alike exec
    for what in kill fork raw part; do
      run live $what 1
      echo "$way $what: $(ls *.prof* | wc -l), $(grep -c SIGKILL said)," \
	"$(awk -F, '$1 == "entry" { s[$4] += $14 } END { print s["work"], s["choose"], s["part"] }' live.csv)"
    done ;;
  esac
done
$CC -O1 -w -rdynamic -pthread $PLUGIN $kinds $(arg count=thread) prog.c "$LIBHALT" -o prog

echo "* two copies of the library"
$CC -O1 -fPIC -shared -w $PLUGIN $kinds $(arg count) part.c "$LIBHALT" -o part.so
$CC -O1 -w -pthread $PLUGIN $kinds $(arg count=thread) prog.c "$LIBHALT" -o prog
run live part 1
echo "$(ls *.prof* | wc -l)," \
  "$(awk -F, '$1 == "entry" { s[$4] += $14 } END { print s["work"], s["choose"], s["part"] }' live.csv)"
$CC -O1 -w -fPIC -shared $PLUGIN $kinds $(arg count) part.c -o part.so
$CC -O1 -w -rdynamic -pthread $PLUGIN $kinds $(arg count=thread) prog.c "$LIBHALT" -o prog

for options in -static -m32 -Wl,--gc-sections; do
  lib=$LIBHALT
  if [ $options = -m32 ]; then
    lib=${LIBHALT%/*}/32/libhalt.a
    [ -f "$lib" ] || { echo "not run: -m32: no 32-bit C library" >>"$TMPDIR/left-out"; lib= options=-static; }
  fi
  for way in $(arg count=thread) $(arg cbr); do
    $CC $options -idirafter "/usr/include/$($CC -print-multiarch)" -O1 -w -pthread $PLUGIN $kinds $way \
      prog.c ${lib:-$LIBHALT} -o prog 2>/dev/null
    run live fork 1
    awk -F, '$1 == "entry" { s[$4] += $14 } END { print s["work"], s["choose"] }' live.csv
  done
done
$CC -O1 -w -rdynamic -pthread $PLUGIN $kinds $(arg count=thread) prog.c "$LIBHALT" -o prog

echo "* the file"
rm -f *.prof*
umask 0
: >target
ln -s target live.prof
HALT_FILE=li%cve.prof code ./prog
stat -c '%A %F' live.prof
wc -c <target
HALT_LIVE=1 HALT_FILE=/dev/null HALT_DEBUG=1 code ./prog 2>&1

echo "* is not there any more"
HALT_LIVE=1 HALT_FILE=gone.prof code ./prog unlink
ls gone.prof 2>&1 | sed 's/.*: //'
HALT_LIVE=1 HALT_FILE=away.prof code ./prog away
"$HALT" report --format=csv prog away.prof | awk -F, '$4 == "work" && $1 == "entry" { print $14 }'

echo "* no room"
(ulimit -f 100; HALT_DEBUG=1 HALT_LIVE=1 HALT_FILE=small.prof code ./prog) 2>&1 | sed "s,'.*/,',"
$CC -O0 $PLUGIN $(arg cbr unique=3000000) far.c "$LIBHALT" -o far >/dev/null
HALT_FILE=usual.prof ./far
for blocks in 400 4000; do
  (ulimit -f $blocks; HALT_LIVE=1 HALT_FILE=far.prof ./far)
  od -A n -N 8 -c far.prof | tr -d ' '
  for f in usual far; do "$HALT" report --format=csv far $f.prof >$f.csv; done
  cmp usual.csv far.csv
  (ulimit -f $blocks; HALT_LIVE=1 HALT_FILE=far.prof ./far 1 || :) 2>/dev/null
  "$HALT" report far far.prof 2>&1 | sed -n 's/^ghalt: note: //p'
done

>>> out
calls kill: 1, 1, 3 3000 
calls fork: 5, 1, 10 3070 2
calls raw: 1, 0, 6 3030 
calls part: 1, 1, 3 3000 3
count=thread kill: 1, 1, 3 3000 
count=thread fork: 5, 1, 10 3070 2
count=thread raw: 1, 0, 6 3030 
count=thread part: 1, 1, 3 3000 3
* two copies of the library
1, 3 3000 3
10 3070
10 3070
10 3070
10 3070
10 3070
10 3070
* the file
exit 5
-rw------- regular file
0
exit 5
* is not there any more
exit 5
No such file or directory
exit 5
3
* no room
halt: no live profile, one at the end if that can be written: 'small.prof': File too large
exit 5
HALTPACK
counts of far.prof are those of the moment in which the process executed another program, or was ended by SIGKILL or what cannot be caught either
counts of far.prof are too small: the file had no room for all of them
nothing was recorded: the program came to none of its points (2), or another of its processes did, which has a profile of its own; or it was ended in a loop without calls, which 'count' counts in registers until it is left: with -fplugin-arg-halt-live that is in memory
HALTPACK
counts of far.prof are those of the moment in which the process executed another program, or was ended by SIGKILL or what cannot be caught either
