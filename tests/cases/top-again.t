# SPDX-License-Identifier: GPL-3.0-or-later
# ghalt top of points that were on and are off again: nothing is said of what they do
# now, what they had counted stays; what is still on is shown.

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
$CC -O1 -g $PLUGIN $(arg cbr entry switch) prog.c "$LIBHALT" -o prog
show ()
{
  $HALT top $pid --iterations=1 --delay=10ms --batch "$@" | sed '1d' |
    awk '/^ *rate/ { body = 1; next } !body { sub (/ in .* s, /, ", "); sub (/, [^ ]*\/s since the start/, ""); print } body { print "row", $1, $3, $5, $6 }' | sort
}
turn () { echo >&3; read -r done <&4; }
mkfifo in out
HALT_ON=entry HALT_LIVE=1 ./prog <in >out &
pid=$!
exec 3>in 4<out
rm in out
read -r done <&4
traced $HALT attach $pid --on=cbr >/dev/null
turn
echo "* on"
show
$HALT attach $pid --off=cbr >/dev/null
turn
echo "* off again"
show
show --kind=cbr
show --view=branches
$HALT top $pid --iterations=1 --delay=10ms --format=json --kind=cbr | python3 -c '
import json, sys
o = json.loads(sys.stdin.read())
print (o["rate"], o["count"], [(r["function"], r["count"], r["rate"]) for r in o["rows"]])'
exec 3>&- 4<&-
wait

>>> out
* on
0 branches/s, 21 in all
0 of 8 points that can be switched are off
row 0 1 0 main
row 0 10 0 one
row 0 10 0 two
* off again
0 calls/s, 7 in all
5 of 8 points that can be switched are off: all of cbr
row 0 1 0 main
row 0 3 0 one
row 0 3 0 two
5 of 8 points that can be switched are off: all of cbr
cbr: not counted, as the points that tell are off
row off 1 0 main
row off 10 0 one
row off 10 0 two
0 entry/s, 7 in all
5 of 8 points that can be switched are off: all of cbr
row 0 1 - -
row 0 3 - -
row 0 3 - -
None None [('one', 10, None), ('two', 10, None), ('main', 1, None)]
