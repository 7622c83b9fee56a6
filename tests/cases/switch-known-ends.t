# SPDX-License-Identifier: GPL-3.0-or-later
# What was off is not known, and what was on is, however a profile comes about: at each end
# that a process can come to, in the middle, live, of a child; of the program, of shared
# objects, and of those that were unloaded; whoever switches the points.

>>> work.h
#define WORK(NAME, LEAF) \
  __attribute__ ((noipa)) static int \
  LEAF (int n) \
  { \
    int sum = 0; \
    for (int i = 0; i < n; i++) \
      if (i % 3) \
	sum += i; \
      else \
	sum -= 1; \
    return sum; \
  } \
  __attribute__ ((noipa)) int \
  NAME (int n) \
  { \
    switch (n) \
      { \
      case 1: return LEAF (2); \
      case 2: return n * 7; \
      case 3: return LEAF (0); \
      case 4: return n - 5; \
      case 5: return LEAF (9); \
      case 6: return n ^ 11; \
      default: return n > 100 ? 1 : LEAF (n); \
      } \
  }

>>> part.c
#include "work.h"
WORK (part, part_leaf)

>>> plug.c
#include "work.h"
WORK (plug, plug_leaf)

>>> prog.c
#include <dlfcn.h>
#include "work.h"
WORK (work, leaf)
int part (int n);
void finish (int sum);
__attribute__ ((noipa)) int
never (int n)
{
  return n > 3 ? work (n) : leaf (n);
}
/* N of its parts, and with what is loaded for a moment, or stays.  */
__attribute__ ((noipa)) int
all (int n, int stays)
{
  int sum = 0;
  void *handle = dlopen ("./plug.so", RTLD_NOW);
  int (*plug) (int) = (int (*) (int)) dlsym (handle, "plug");
  for (int i = 0; i < n; i++)
    sum += work (i) + part (i) + plug (i);
  if (!stays)
    dlclose (handle);
  return sum;
}
int
main (int argc, char **argv)
{
  int sum = all (10, argc > 1);
  if (argc > 5)
    sum += never (argc);
  finish (sum);
  return argv == 0;
}

>>> finish.c
#define _GNU_SOURCE
#include <halt/halt.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>
int all (int n, int stays);
void
finish (int sum)
{
  const char *how = getenv ("END");
  char c;
  fprintf (stderr, "%d\n", sum);
  if (!strcmp (how, "exit"))
    return;
  if (!strcmp (how, "_exit"))
    _exit (0);
  if (!strcmp (how, "quick_exit"))
    quick_exit (0);
  if (!strcmp (how, "abort"))
    abort ();
  if (!strcmp (how, "fault"))
    *(volatile int *) 8 = 1;
  if (!strcmp (how, "dump"))
    halt_dump ();
  if (!strcmp (how, "signal"))
    raise (SIGUSR2);
  if (!strcmp (how, "switch"))
    {
      /* Points that are on from here on, or were until now, and count nothing then.  */
      halt_switch ("entry@never,cbr@never", 1);
      halt_switch ("cbr@never", 0);
    }
  if (!strcmp (how, "reset"))
    {
      halt_reset ();
      halt_switch ("cbr,mbr", 0);
      halt_reset ();
      all (3, 0);
    }
  if (!strcmp (how, "fork"))
    {
      /* Which the child has not been through.  */
      halt_switch ("block@never", 1);
      halt_switch ("block@never", 0);
      if (fork () == 0)
	{
	  all (4, 0);
	  if (!getenv ("HALT_LIVE"))
	    _exit (0);
	  raise (SIGKILL);
	}
      wait (NULL);
    }
  if (!strcmp (how, "wait"))
    {
      puts ("ready");
      fflush (stdout);
      while (read (0, &c, 1) == 1)
	all (5, 1);
    }
  raise (SIGKILL);
}

>>> known.py
# For each line of standard input, TRUTH PROFILE PATTERN: all that PATTERN names, and
# nothing else, is recorded in PROFILE, which there is if anything was on; and whatever
# is known is as in TRUTH.
import fnmatch, functools, os, sys, halt
KINDS = ("cbr", "mbr", "entry", "exit", "block", "call")
program = halt.Program("prog")
def named(point, pattern):
    for part in filter(None, pattern.split(",")):
        kind, at, function = part.partition("@")
        if fnmatch.fnmatch(point.kind, kind) and fnmatch.fnmatch(point.function.name, function or "*"):
            return True
    return False
@functools.lru_cache(4)
def read(name):
    report = halt.Report(program, halt.Profile(name))
    graphs = [f.blocks + f.edges for f in report.functions]
    return [p for kind in KINDS for p in report.points(kind)], graphs
for line in sys.stdin:
    truth, profile, pattern, *_ = (line.strip() + "  ").split(" ")
    if not pattern and not os.path.exists(profile):
        continue
    (points, graphs), (true_points, true_graphs) = read(profile), read(truth)
    if len(points) < 50 or not any(p.recorded for p in points) and pattern:
        print(line, len(points), "points")
    for p, t in zip(points, true_points):
        if p.recorded != named(p, pattern):
            print(line, p.kind, p.function.name, p.line, "recorded" if p.recorded else "not recorded")
            break
        if p.recorded and (p.events, p.counters, p.indices) != (t.events, t.counters, t.indices):
            print(line, p.kind, p.function.name, p.line, p.events, t.events)
            break
    for a, b in ((a, b) for g, h in zip(graphs, true_graphs) for a, b in zip(g, h)):
        if a.count is not None and a.count != b.count:
            print(line, a, b)
            break

>>> run
command -v python3 >/dev/null || skip "no python3"
export PYTHONPATH="$TESTS/../python" GHALT_LIBRARY=${GHALT_LIBRARY:-${HALT%/*}/libghalt.so.0} PYTHONDONTWRITEBYTECODE=1
known () { printf '%s %s %s\n' "$@" | python3 known.py; }
$CC -O1 -c -w -I "$TESTS/../include" finish.c -o finish.o
# run PROFILE ON: the program; HALT_ON is not set if ON is what ghalt run switches.
run () { rm -f $1 $1.*; { HALT_FILE=$1 HALT_ON="$2" ./prog $stays || :; } >/dev/null 2>&1; }
shared="-Wl,--build-id -fPIC -shared"
for how in count=atomic '' 'unique=70000'; do
  build () { $CC -O1 -g -w $PLUGIN $(arg switch cbr mbr entry exit bb call $1) $2 >ids; }
  next=
  [ -z "${how##unique*}" ] && [ -n "$how" ] && next=1
  build "$how" "$shared part.c -o libpart.so"
  [ -z "$next" ] || how=unique=80000
  build "$how" "$shared plug.c -o plug.so"
  [ -z "$next" ] || how=unique=90000
  build "$how" "prog.c finish.o -L. -lpart -Wl,-rpath,\$ORIGIN -rdynamic $LIBHALT -o prog"
  rm -f *.prof checks
  for way in exit: _exit:stays exit:stays quick_exit: abort:stays fault: dump:stays signal: \
    live_exit: live_exit:stays live__exit:stays live_abort: live_kill:stays live_kill:; do
    stays=${way#*:}
    end=${way%:*}
    END=${end#live_}
    unset HALT_LIVE
    [ "$END" = "$end" ] || export HALT_LIVE=1
    export END HALT_SIGNAL=USR2
    case $way in
      exit:*|live_exit:*) on='cbr,entry' ;;
      _*|live__*) on='cbr@part_leaf,cbr@plug_leaf,entry@never,mbr@plug' ;;
      q*|f*|*kill:stays) on='block,mbr@part' ;;
      *) on='*@plug*,exit@leaf,call@never' ;;
    esac
    for name in all:'*' some:"$on" none:; do
      run ${name%%:*}.$way.prof "${name#*:}"
      echo all.$way.prof ${name%%:*}.$way.prof "${name#*:}" >>checks
    done
  done
  python3 known.py <checks
done
build count=atomic "$shared part.c -o libpart.so"
build count=atomic "$shared plug.c -o plug.so"
build count=atomic "prog.c finish.o -L. -lpart -Wl,-rpath,\$ORIGIN -rdynamic $LIBHALT -o prog"
stays=
echo "-- the process switches them"
export HALT_LIVE=1 END=kill
run all.prof '*'
END=switch
run some.prof 'cbr@leaf'
known all.prof some.prof 'cbr@leaf,entry@never,cbr@never'
END=reset
run all.prof '*'
known all.prof all.prof 'entry,exit,block,call,*@plug*'
echo "-- children"
for live in 1 ''; do
  HALT_LIVE=$live
  [ -n "$live" ] || unset HALT_LIVE
  END=fork
  run all.prof '*'
  child=$(ls all.prof.*)
  mv $child all.child
  run some.prof 'cbr@part_leaf,entry@never,mbr@plug,block@all'
  known all.child some.prof.* 'cbr@part_leaf,entry@never,mbr@plug,block@all'
  [ -z "$live" ] || known all.prof some.prof 'cbr@part_leaf,entry@never,mbr@plug,block@all,block@never'
done
echo "-- from outside"
export HALT_LIVE=1 END=wait
mkfifo in out
HALT_FILE=some.prof ./prog stays <in >out 2>/dev/null &
pid=$!
exec 4>in 3<out
read -r ready <&3
if $HALT attach $pid --on='entry@never' >/dev/null 2>said; then
  $HALT attach $pid --on='cbr@part_leaf,entry@never,mbr@plug' --for=1ms >/dev/null
  $HALT attach $pid --context='on block@never; after 1ms stop' >/dev/null
  $HALT merge some.prof -o running.prof 2>/dev/null
  kill -KILL $pid
  wait $pid 2>/dev/null || :
  # Nothing was executed while they were on.
  for p in running some; do
    $HALT report --format=csv prog $p.prof 2>/dev/null | awk -F, 'NR > 1 && $14 != "" { print $1, $4, $14 }' | sort -u
  done
else
  kill -KILL $pid
  printf '%s\n' "block never 0" "cbr part_leaf 0" "entry never 0" "mbr plug 0" "block never 0" "cbr part_leaf 0" "entry never 0" "mbr plug 0"
fi

>>> out
-- the process switches them
-- children
-- from outside
block never 0
cbr part_leaf 0
entry never 0
mbr plug 0
block never 0
cbr part_leaf 0
entry never 0
mbr plug 0
