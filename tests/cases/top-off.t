# SPDX-License-Identifier: GPL-3.0-or-later
# ghalt top where some points are off: what is not counted is "off", or null, and not 0;
# of a function, a kind, or all of it.  Where there is something else, that is shown.

>>> prog.c
#include <stdio.h>

volatile int zero;

__attribute__ ((noipa)) static int
one (int n)
{
  int s = 0;
  for (int i = 0; i < n; i++)
    s += zero;
  return s;
}

__attribute__ ((noipa)) static int
two (int n)
{
  int s = 0;
  for (int i = 0; i < n; i++)
    s += zero;
  return s;
}

int
main (void)
{
  char line[8];
  do
    {
      zero += one (9) + two (9);
      puts ("done");
      fflush (stdout);
    }
  while (fgets (line, sizeof line, stdin));
  return 0;
}

>>> run
$CC -O1 -g $PLUGIN $(arg cbr entry bb load switch) prog.c "$LIBHALT" -o prog
top ()
{
  $HALT top $pid --iterations=1 --delay=10ms "$@"
}
show ()
{
  top --batch "$@" | sed '1d' | awk '/^ *rate/ { body = 1; next } !body { sub (/^.*, /, ""); print } body { print "row", $3, $5, $6 }' | sort
}
for on in entry 'bb@one,entry' 'load@one' ''; do
  mkfifo in out
  env ${on:+"HALT_ON=$on"} HALT_LIVE=1 ./prog <in >out &
  pid=$!
  exec 3>in 4<out
  rm in out
  read -r done <&4
  echo "* on: $on"
  show
  show --kind=cbr
  top --format=json --kind=cbr | python3 -c '
import json, sys
o = json.loads(sys.stdin.read())
print (o["count"], [(r["count"], r["rate"]) for r in o["rows"]])'
  top --batch --view=lines | sed -n '2s/ in .* start,/,/; 2p'
  exec 3>&- 4<&-
  wait
done | sed 's/[0-9]* of [0-9]* points/N of M points/; s/all [0-9]* points/all N points/
  s,executions/s\, [0-9]* in,executions/s\, N in,'

>>> out
* on: entry
3 in all
block
row 1 0 main
row 1 0 one
row 1 0 two
as the points that tell are off
block
row off 0 main
row off 0 one
row off 0 two
None [(None, None), (None, None), (None, None)]
0 executions/s, N in all
* on: bb@one,entry
12 in all
N of M points were off; nothing is known of them
load
row 12 0 one
row off 0 main
row off 0 two
N of M points were off; nothing is known of them
as the points that tell are off
load
row off 0 main
row off 0 one
row off 0 two
None [(None, None), (None, None), (None, None)]
0 executions/s, N in all
* on: load@one
N of M points were off; nothing is known of them
9 in all
block
row 9 off one
N of M points were off; nothing is known of them
as the points that tell are off
block
None []
executions: not counted, as the points that tell are off
* on: 
as the points that tell are off
block
nothing was recorded: all N points were off
as the points that tell are off
block
nothing was recorded: all N points were off
None []
executions: not counted, as the points that tell are off
