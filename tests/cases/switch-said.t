# SPDX-License-Identifier: GPL-3.0-or-later
# What the command line says of points is taken as it stands: --on and --off from left to
# right, kinds that have no points beside others that have, functions of objects that are
# loaded later; ghalt points lists them; options are quoted as they were written.

>>> part.c
__attribute__ ((noipa)) int
later (int n)
{
  int s = 0;
  for (int i = 0; i < n; i++)
    s += i & 1 ? i : -i;
  return s;
}

>>> prog.c
#include <dlfcn.h>
#include <stdio.h>
#include <unistd.h>

__attribute__ ((noipa)) static void
wait_for (FILE *in)
{
  while (getc (in) > 0)
    ;
}

int
main (void)
{
  void *part = dlopen ("./part.so", RTLD_NOW);
  int (*later) (int) = (int (*) (int)) dlsym (part, "later");
  later (5);
  puts ("ready");
  fflush (stdout);
  wait_for (stdin);
  return 0;
}

>>> run
$CC -O1 -g -fPIC -shared $PLUGIN $(arg cbr entry switch) part.c -o part.so
$CC -O1 -g -rdynamic $PLUGIN $(arg cbr entry switch) prog.c "$LIBHALT" -o prog
traced $HALT run --on=entry ./prog </dev/null >/dev/null
counts ()
{
  $HALT report --format=csv prog $1 2>/dev/null | awk -F, 'NR > 1 { n[$1] += $14 } END { print (n["entry"] ? "entry " : "") (n["cbr"] ? "cbr" : "") }'
}
run () { $HALT run -o p.prof "$@" ./prog </dev/null >/dev/null; counts p.prof; }
echo "* left to right"
run --off='*' --on=cbr
run --on=cbr --off='*' --on=entry@main
run --on='*' --off=cbr
run --on=entry --on=cbr
echo "* kinds"
run --on=mbr,entry
code $HALT run --on=mbr,load ./prog </dev/null
code $HALT run --on=entry,lter ./prog </dev/null
echo "* later"
run --context='at call later on cbr'
run --context='at hit 1 entry@later on entry,cbr'
echo "* attached"
mkfifo in out
./prog <in >out &
pid=$!
exec 3>in 4<out
read -r ready <&4
said () { sed "s/process [0-9]*/process PID/; s/[0-9]* us/N us/"; }
$HALT attach $pid --off='*' --on=entry,mbr 2>&1 | said
$HALT points --kind=entry $pid | said | LC_ALL=C sort
$HALT attach $pid --on='*' --off=entry,cbr --on=later | said
$HALT points --function=later --function=main $pid | said | LC_ALL=C sort -u
code $HALT points 0
exec 3>&-
wait
code $HALT points $pid 2>&1 | sed "s/process [0-9]*/process PID/"
echo "* options"
for option in -A0 -all -x --x=y; do
  for command in report attach points; do
    $HALT $command $option prog || :
  done
done 2>&1 | sed 's/;.*//' | sort -u

>>> out
* left to right
cbr
entry 
entry 
entry cbr
* kinds
ghalt: note: no point is of kind 'mbr'
entry 
ghalt: no point is of kind 'mbr'; no point is of kind 'load'
exit 2
ghalt: no point has a name like 'lter'
exit 2
* later
ghalt: note: context:1:9: no point has a name like 'entry@later'; waiting for what is loaded later
cbr
ghalt: note: context:1:10: no point has a name like 'entry@later'; waiting for what is loaded later
entry cbr
* attached
ghalt: note: no point is of kind 'mbr'
process PID: 3 points on, 3 off; it stood for N us
on  entry      later  part.c:2:1  part.so
on  entry      main  prog.c:13:1  prog
on  entry      wait_for  prog.c:6:1  prog
process PID: 3 of 6 points are on
process PID: 3 points on, 3 off; it stood for N us
off entry      main  prog.c:13:1  prog
on  cbr        later  part.c:5:21 taken -> 4  part.so
on  cbr        later  part.c:5:21 taken -> 6  part.so
on  entry      later  part.c:2:1  part.so
process PID: 3 of 6 points are on
ghalt: '0' is no process id
exit 2
ghalt: there is no process PID
exit 2
* options
ghalt: unknown option '--x'
ghalt: unknown option '-A0'
ghalt: unknown option '-all', did you mean '--all-indices'?
ghalt: unknown option '-all', did you mean '--help'?
ghalt: unknown option '-x'
