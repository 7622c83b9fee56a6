# SPDX-License-Identifier: GPL-3.0-or-later
# Python's package, and so libghalt, with running processes: started under a context, attached
# to, switched, read; callbacks on events; and what is refused.

>>> prog.c
#include <halt/halt.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

__attribute__ ((noipa)) static int
leaf (int n)
{
  return n & 1 ? n : -n;
}

__attribute__ ((noipa)) static int
request (int n)
{
  int sum = 0;
  for (int i = 0; i < n; i++)
    sum += leaf (i);
  return sum;
}

int
main (int argc, char **argv)
{
  char line[100], name[120];
  int sum = 0;
  for (int i = 1; i < argc; i++)
    {
      snprintf (name, sizeof name, "request %s", argv[i]);
      halt_event (name);
      sum += request (atoi (argv[i]));
      halt_event ("done");
    }
  /* One request for each line.  */
  while (argc == 1 && fgets (line, sizeof line, stdin))
    {
      sum += request (atoi (line));
      puts ("served");
      fflush (stdout);
    }
  return sum == 12345 ? 1 : 5;
}

>>> live.py
import os, subprocess, halt
program = halt.Program("prog")
def events(profile, name, kind="entry"):
    report = halt.Report(program, profile)
    return sum(p.events or 0 for p in report.points(kind) if p.function.name == name)
def refused(call):
    try:
        print("not refused", call())
    except halt.Error as e:
        print("refused:", e)

print("-- started")
process, seen = halt.start("prog" if os.path.isabs("prog") else "./prog", "3", "8"), []
def tell(e):
    seen.append((e.rule, e.text, e.snapshot, events(e.profile, "leaf") if e.profile else None))
whole = process.run('on entry@leaf; at event "request *" reset; at event done snapshot; at exit snapshot', tell)
print(*seen, sep="\n")
print(events(whole, "leaf"), whole.pid == process.pid, os.waitpid(process.pid, 0)[1] >> 8)
process = halt.start("./prog", "3", "8", "2")
part = process.run('on entry@leaf; at event done snapshot', lambda e: e.snapshot == 2)
print("stopped by the callback:", events(part, "leaf"), os.waitpid(process.pid, 0)[1] >> 8)

print("-- attached")
child = subprocess.Popen(["./prog"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, bufsize=1)
def serve(*sizes):
    for n in sizes:
        print(n, file=child.stdin)
        child.stdout.readline()
serve(1)
with halt.attach(child.pid) as process:
    print(process.points.on, process.switch("on entry@leaf,cbr@request; off cbr@request").on, process.points.on)
    serve(7)
    before = process.counts()
    serve(20)
    after = process.counts()
    print(events(before, "leaf"), events(after, "leaf"), events(after.since(before), "leaf"))
    refused(lambda: before.since(after))
    refused(lambda: process.switch("on entry@laef"))
    refused(lambda: process.switch("at exit stop"))
    refused(lambda: halt.attach(child.pid).points)
    try:
        process.run("at hit 1 entry@request stop; every 10ms snapshot", lambda e: {}[e.snapshot])
    except KeyError as e:
        print("raised:", e)
    print(process.points.on)
    serve(3)
    print(events(process.counts(), "leaf"))
print(halt.attach(child.pid).points.on)
child.stdin.close()
print(child.wait())

print("-- sampled")
# How many windows there are, and how long, is the machine's matter.
process = halt.start("./prog", "2000000000", "2000000000")
process.run("every 20ms for 2ms on entry@leaf; after 1s stop")
sample, = process.samples
# Less than 0: it cannot be told.
print(sample.windows > 0 and not 0 <= sample.scale <= 1 or sample)
os.kill(process.pid, 9)
os.waitpid(process.pid, 0)

print("-- refused")
refused(lambda: halt.attach(4194304))
refused(lambda: halt.start("./nothing").run("stop"))
refused(lambda: halt.start("./prog").run("on entry@laef"))
refused(lambda: halt.start("./prog").counts().pid == 0)
refused(lambda: halt.check_context("on cbr\nafter 5x stop"))
halt.check_context("on cbr@anything")

>>> run
command -v python3 >/dev/null || skip "no python3"
export PYTHONPATH=$TESTS/../python GHALT_LIBRARY=${HALT%/*}/libghalt.so.0 PYTHONDONTWRITEBYTECODE=1
examples=$TESTS/../python/examples
$CC -O2 -g -I "$TESTS/../include" $PLUGIN $(arg switch cbr entry) prog.c $LIBHALT -o prog
traced $HALT run --on=entry ./prog </dev/null || [ $? = 5 ]
python3 live.py 2>&1 | sed 's/process [0-9][0-9]*/process N/g'
echo "-- examples"
python3 "$examples/requests.py" ./prog 3 8 1
python3 "$examples/arcs_when.py" 'on *' ./prog 5 6 | sort >arcs
HALT_FILE=all.prof HALT_ON='*' ./prog 5 6 || :
python3 "$examples/arcs.py" prog all.prof | sort | cmp - arcs && [ $(wc -l <arcs) -gt 20 ] && echo arcs
python3 "$examples/arcs_when.py" 'on *; at event done stop' ./prog 5 6 | grep '^leaf' | head -2

>>> out
-- started
(0, '', 0, None)
(1, 'request 3', 0, None)
(2, 'done', 1, 3)
(1, 'request 8', 0, None)
(2, 'done', 2, 8)
(3, '', 3, 8)
8 True 5
stopped by the callback: 11 5
-- attached
0 1 1
7 27 20
refused: process N has more of some count than process N: that is not a later moment of the same process, or counts were set to 0, or something was unloaded
refused: context:1:4: no point has a name like 'entry@laef'; did you mean 'leaf'?
refused: context:1:4: only what is switched on and off at once is meant here
refused: another 'ghalt attach' has process N; wait until it has ended
raised: 1
1
30
0
5
-- sampled
True
-- refused
refused: there is no process N
refused: cannot run the program: No such file or directory
refused: context:1:4: no point has a name like 'entry@laef'; did you mean 'leaf'?
refused: process N was not let run yet
refused: context:2:7: '5x' is no time, as in 5s or 200ms
-- examples
request 3 [('leaf', 3), ('request', 1)]
request 8 [('leaf', 8), ('request', 1)]
request 1 [('leaf', 1), ('request', 1)]
arcs
leaf 0 2 5
leaf 2 1 5
