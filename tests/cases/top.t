# SPDX-License-Identifier: GPL-3.0-or-later
# ghalt top --batch: what it says of a process is what ghalt report says of the same
# counts; with threads that have cells of their own, an object that is opened
# meanwhile, points that are switched; and what it says where there is nothing to see.

>>> part.c
__attribute__ ((noipa)) int
part (int n)
{
  int s = 0;
  for (int i = 0; i < n; i++)
    if (i & 1)
      s += i;
  return s;
}

>>> server.c
#include <dlfcn.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static int sink;

__attribute__ ((noipa)) static int
choose (int i)
{
  switch (i % 5)
    {
    case 0: return i & 2;
    case 1: return -i;
    case 2: return 9;
    case 3: return i * 3;
    default: return sink > 1;
    }
}

__attribute__ ((noipa)) static void *
work (void *argument)
{
  for (int i = 0; i < 50000; i++)
    if (choose (i) > 3)
      __atomic_fetch_add (&sink, 1, __ATOMIC_RELAXED);
  return argument;
}

static void *
ever (void *argument)
{
  for (;;)
    work (argument);
}

int
main (int argc, char **argv)
{
  char line[64];
  pthread_t other;
  if (argc > 2)
    {
      pthread_create (&other, 0, ever, argv);
      pthread_exit (0);
    }
  while (argc > 1)
    work (argv);
  while (fgets (line, sizeof line, stdin))
    {
      pthread_t threads[3];
      void *part = *line == 'p' ? dlopen ("./part.so", RTLD_NOW) : 0;
      if (part)
	((int (*) (int)) dlsym (part, "part")) (3000);
      for (int i = 0; i < 3 && *line == 'w'; i++)
	pthread_create (&threads[i], 0, work, 0);
      for (int i = 0; i < 3 && *line == 'w'; i++)
	pthread_join (threads[i], 0);
      if (*line == 'k')
	raise (9);
      if (*line == 'q')
	break;
      puts ("done");
      fflush (stdout);
    }
  return 0;
}

>>> compare.py
# The last sample of a file and ghalt report's CSV or annotated lines: the same counts.
import csv, json, re, sys
what, sample, report = sys.argv[1:]
sample = json.loads(open(sample).readlines()[-1])
rows = sample["rows"]
if what == "lines":
    ours = {(r["where"].split(":")[-1], r["count"]) for r in rows}
    theirs = set()
    for line in open(report):
        m = re.match(r" *(\d+|#####): *(\d+):", line)
        if m:
            theirs.add((m[2], 0 if m[1] == "#####" else int(m[1])))
else:
    ours, theirs = {}, {}
    table = list(csv.DictReader(open(report)))
    for r in rows:
        ours[r["id"] if what == "branches" else r["function"]] = r["count"]
    for r in table:
        if r["kind"] in ("cbr", "mbr"):
            key = int(r["id"]) if what == "branches" else r["function"]
            theirs[key] = theirs.get(key, 0) + int(r["events"])
    theirs = {k: n for k, n in theirs.items() if n}
    if what == "functions":
        calls = {r["function"]: int(r["events"]) for r in table if r["kind"] == "entry"}
        for r in rows:
            if r["calls"] != calls[r["function"]]:
                print("calls", r["function"], r["calls"], calls[r["function"]])
        ours = {k: n for k, n in ours.items() if n}
    if sample["count"] != sum(theirs.values()):
        print("all", sample["count"], sum(theirs.values()))
print(what, len(ours) > 2, "same" if ours == theirs else (sorted(ours.items()), sorted(theirs.items())))

>>> run
shows_programs
LIB=$LIBHALT
$CC -O1 -g -fPIC -shared $PLUGIN $(arg cbr entry count=thread) part.c -o part.so
$CC -O1 -g -rdynamic -pthread $PLUGIN $(arg cbr mbr entry count=thread) server.c $LIB -o server
begin ()			# PROGRAM [NAME=VALUE]: fd 3 is its input, 4 its output, $pid
{
  rm -f in out
  mkfifo in out
  env "${2-A=}" "./$1" <in >out 2>/dev/null &
  pid=$!
  exec 3>in 4<out
}
ask () { echo "$1" >&3; read -r answer <&4; }
sample () { $HALT top $pid --format=json --iterations=1 --delay=50ms --top=999 "$@"; }
begin server HALT_LIVE=1
ask work

# Counts do not change now.
$HALT report --format=csv server 2>/dev/null >report.csv
$HALT report --annotate --function=choose server 2>/dev/null >choose.txt
for view in functions branches; do
  sample --view=$view >sample
  python3 compare.py $view sample report.csv
done
sample --function=choose >sample
python3 compare.py lines sample choose.txt
sample --view=lines >sample
python3 - sample <<'END'
import json, sys
rows = json.loads(open(sys.argv[1]).read())["rows"]
print([r["text"].strip() for r in rows if r["count"] == 150000 and "switch" in r["text"]])
counts = [r["count"] for r in rows if r["count"] is not None]
print(counts == sorted(counts, reverse=True))
END
$HALT top server --batch --iterations=1 --delay=50ms --top=2 | sed -e 's/process [0-9]*/process/' -e 's/up [0-9:]*/up T/' -e 's/[0-9.kM]*\/s since/N\/s since/' -e 's/in [0-9.]* s/in T/' |
  awk 'NR == 4 { print NF } NR < 4'

# What is gained in an interval, and an object that is opened in it.
$HALT top $pid --format=json --iterations=1 --delay=3s --top=99 -o new.prof >one &
top=$!
sleep 1
ask work
ask part
wait $top
python3 - one <<'END'
import json, sys
one = json.loads(open(sys.argv[1]).read())
f = {r["function"]: r for r in one["rows"]}
print("gained", round(f["choose"]["rate"] * one["interval"]), round(f["choose"]["call_rate"] * one["interval"]),
      round(f["part"]["rate"] * one["interval"]), one["rate"] > f["choose"]["rate"])
END
$HALT report --format=csv server 2>/dev/null >report.csv
$HALT report --format=csv server new.prof 2>/dev/null | diff report.csv -
cp one sample
python3 compare.py functions sample report.csv
$HALT top $pid --batch -o new.prof 2>&1 || :

# It ends while it is looked at: the last sample has all that it counted.
$HALT top $pid --format=json --delay=30s --top=99 >sample &
top=$!
sleep 1
ask work
echo quit >&3
wait $pid $top
$HALT report --format=csv server 2>/dev/null >report.csv
python3 compare.py functions sample report.csv
grep -o '"state":"[a-z ]*","running":[a-z]*' sample
begin server HALT_LIVE=1
ask work
$HALT top $pid --format=json --delay=30s >sample &
top=$!
sleep 1
echo kill >&3
wait $top
wait $pid || :
grep -o '"state":"[a-z ]*"' sample

# Points that are off.
if [ "$($CC -dumpmachine)" = x86_64-linux-gnu ]; then
  $CC -O1 -g -pthread $PLUGIN $(arg switch cbr mbr entry count=thread) server.c $LIB -o switched
  begin switched HALT_LIVE=1
  ask work
  $HALT top $pid --batch --iterations=1 --delay=50ms | sed -n 's/[1-9][0-9]* of \([0-9]*\) points/all of N points/p'
  $HALT attach $pid --on=choose >/dev/null || echo refused
  $HALT top $pid --format=json --iterations=1 --delay=3s >sample &
  top=$!
  sleep 1
  ask work
  wait $top
  python3 - sample <<'END'
import json, sys
one = json.loads(open(sys.argv[1]).read())
print("on", one["points_on"] > 0, one["points_off"] > 0, [r["function"] for r in one["rows"]],
      [round(r["call_rate"] * one["interval"]) for r in one["rows"]])
END
  echo quit >&3
  wait $pid
fi

# A program that is started here.
$HALT top --format=json --delay=200ms --iterations=2 -- ./server ever >sample
python3 - sample <<'END'
import json, os, sys
for line in open(sys.argv[1]):
    one = json.loads(line)
    print("started", one["running"], [r["function"] for r in one["rows"] if r["rate"] > 1e4])
try:
    os.kill(one["pid"], 0)
except ProcessLookupError:
    print("gone")
END

# One whose first thread has ended.
HALT_LIVE=1 ./server for ever &
until grep -q '^State:.Z' /proc/$!/status; do sleep 0.01; done
$HALT top $! --format=json --iterations=1 --delay=200ms >sample
kill $!
python3 - sample <<'END'
import json, sys
one = json.loads(open(sys.argv[1]).read())
print("first thread", one["running"], [r["function"] for r in one["rows"] if r["rate"] > 1e4])
END

# Lines of which less busy functions have a part.
{
  echo 'static inline __attribute__ ((always_inline)) int step (int x)'
  echo '{ while (x % 7 != 5) x++; return x; }'
  for i in $(seq 99); do
    echo "__attribute__ ((noipa)) int f$i (int n) { while (n-- > 0) if (step (n) == $i) return 1; return 0; }"
  done
  echo '#include <stdio.h>'
  echo 'int main (void) {'
  for i in $(seq 99); do echo "f$i ($i$i);"; done
  echo 'puts (""); fflush (stdout); getchar (); return 0; }'
} >many.c
$CC -O1 -g $PLUGIN $(arg cbr entry count) many.c $LIB -o many
begin many HALT_LIVE=1
read -r answer <&4
sample --view=lines --top=5 >sample
$HALT report --annotate many 2>/dev/null >many.txt
python3 - sample many.txt <<'END'
import json, re, sys
ours = [r["count"] for r in json.loads(open(sys.argv[1]).read())["rows"]]
theirs = [int(m[1]) for m in (re.match(r" *(\d+):", line) for line in open(sys.argv[2])) if m]
print("many", len(ours), ours == sorted(theirs, reverse=True)[:5])
END
echo >&3
wait $pid

# What cannot be seen.
said () { sed -e "s/process [0-9]*/process N/" -e "s,/[^ ]*/,DIR/,g" -e "s/program DIR.[a-z]*/program DIR/"; }
begin server
ask nothing
$HALT top $pid --batch 2>&1 | said || :
$HALT top ./server --batch 2>&1 | said || :
echo quit >&3
wait $pid
$HALT top ./server --batch 2>&1 || :
sleep 10 &
$HALT top $! --batch 2>&1 | said || :
kill $!
$HALT top 4194304 --batch 2>&1 || :
$HALT top 0 --batch 2>&1 || :
$HALT top ./server x 2>&1 || :
$HALT top ./server --delay=0 2>&1 || :
$HALT top -- ./nothing 2>&1 || :
begin server HALT_LIVE=1
ask work
$HALT top $pid --kind=load 2>&1 || :
$HALT top $pid --function=choos 2>&1 || :
TERM=nothing $HALT top $pid </dev/null --iterations=1 --delay=10ms | sed -n '$=' | sed 's/[0-9].*/lines/'
if [ "$(id -u)" = 0 ]; then
  cp "$HALT" own
  chmod 755 . own
  setpriv --reuid=65534 --clear-groups ./own top $pid --batch 2>&1 | said
else
  echo "ghalt: process N belongs to user 0; be that user, or root"
fi
echo quit >&3
wait $pid

>>> out
functions True same
branches True same
lines True same
['switch (i % 5)']
True
server (process) runs, up T; 1 object, 22 points
0 branches/s in T, N/s since the start, 720,018 in all
 rate/s      %  branches   avg/s calls/s  function  where
7
gained 420000 150000 3001 True
functions True same
ghalt: 'new.prof' is there already: give another name
functions True same
"state":"has ended","running":false
"state":"was killed"
all of N points that can be switched are off: all of cbr, entry
on True True ['choose'] [150000]
started True ['choose', 'work']
started True ['choose', 'work']
gone
first thread True ['choose', 'work']
many 5 True
ghalt: process N (DIR/server) has no live profile: start it with HALT_LIVE=1 (and HALT_DEBUG=1 says why it has none)
ghalt: process N (DIR/server) has no live profile: start it with HALT_LIVE=1 (and HALT_DEBUG=1 says why it has none)
ghalt: no process runs './server'; start it with HALT_LIVE=1, or by 'ghalt top -- ./server'
ghalt: process N has no live profile; its program DIR: no HALT map: compiled without the plugin, or stripped
ghalt: there is no process 4194304
ghalt: '0' is no process id
ghalt: one process at a time; to start a program: ghalt top -- ./server ...
ghalt: '0' is no time, as in --delay=1s or --delay=200ms
ghalt: cannot execute './nothing': No such file or directory
ghalt: server counts no points of those kinds
ghalt: server has no function 'choos'; did you mean 'choose'?
lines
ghalt: process N belongs to user 0; be that user, or root
