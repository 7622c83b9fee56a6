# SPDX-License-Identifier: GPL-3.0-or-later
# A process in PID, user and mount namespaces of its own: ghalt top, report, attach from
# outside and from inside say that it runs, find its files and lines, and that it was
# killed only when it was.  A copy of its profile says neither.

>>> part.c
volatile int zero;

__attribute__ ((noipa)) int
part (int n)
{
  int s = 0;
  for (int i = 0; i < n; i++)
    if (i & zero)
      s++;
  return s;
}

>>> server.c
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int part (int n);

__attribute__ ((noipa)) static int
step (int n)
{
  return n % 3 ? n : -n;
}

int
main (void)
{
  char line[64];
  int sum = 0;
  puts ("ready");
  fflush (stdout);
  while (fgets (line, sizeof line, stdin))
    {
      for (int i = 0; i < 10; i++)
	sum += step (i) + part (5);
      printf ("%d\n", sum);
      fflush (stdout);
    }
  return 0;
}

>>> inside.sh
# The program's files are where nobody else sees them.
. "$TESTS/cases/case.sh"
. ./lib.sh
exec 5<&0
mount -t tmpfs none away
cp server libpart.so away
rm libpart.so
cd away
HALT_LIVE=1 HALT_ON='*' ./server <&5 &
pid=$!
read -r go <../go
{
  echo "* inside"
  look $pid
  $HALT attach $pid --line=part.c:7-8,server.c:8 | plain
  $HALT report server halt.prof 2>&1 >/dev/null
  echo once | code $HALT run --on=entry -o run.prof ./server
  $HALT report --format=csv server run.prof | awk -F, 'NR > 1 && $1 == "entry" { n += $14 } END { print (n > 0) }'
} >../said 2>&1
echo done >../told
wait $pid 2>/dev/null || :

>>> foreign.sh
# /proc is not that of the PID namespace.
. "$TESTS/cases/case.sh"
code $HALT attach $$ --on='*'
code $HALT top $$
code $HALT run --on='*' ./server

>>> lib.sh
plain () { sed "s/process [0-9][0-9]*/process PID/; s/[0-9]* us/N us/; s|/proc/[0-9]*|/proc/PID|g"; }
# What ghalt top says of a process: its state, and how many functions it knows.
look ()
{
  $HALT top $1 --format=json --iterations=1 --delay=10ms | python3 -c '
import json, sys
o = json.loads(sys.stdin.read())
print (o["state"], sorted (r["function"] for r in o["rows"] if r["count"]))
for note in o["notes"]: print (note)'
}

>>> run
unshare -Upmfr --mount-proc true 2>/dev/null || skip "no user namespaces here"
. ./lib.sh
$CC -O1 -g -fPIC -shared $PLUGIN $(arg cbr entry switch) part.c -o libpart.so
$CC -O1 -g $PLUGIN $(arg cbr entry switch) server.c -L. -lpart "$LIBHALT" -Wl,-rpath,'$ORIGIN' -o server
echo | traced $HALT run --on=entry ./server >/dev/null
mkdir away
mkfifo in out go told
unshare -Upmfr --mount-proc sh -eu inside.sh <in >out &
exec 3>in 4<out
read -r ready <&4
echo one >&3
read -r sum <&4

# The one whose program is in a folder that we do not see.
for p in /proc/[0-9]*; do
  case $(readlink $p/exe) in
    "$PWD/away/server") pid=${p#/proc/} ;;
  esac
done
echo "* outside"
look $pid
$HALT attach $pid --line=part.c:7-8,server.c:8 | plain
$HALT attach $pid --off='*' -o all.prof | plain
$HALT report server all.prof 2>&1 >/dev/null | plain
where=/proc/$pid/root$PWD/away
exec 5<$where/halt.prof
$HALT report server $where/halt.prof 2>&1 >/dev/null | plain | sed "s|$PWD|DIR|"
cp $where/halt.prof copy.prof
$HALT report server copy.prof 2>&1 >/dev/null | grep -v unresolved
$HALT attach $pid --on='*' | plain
echo go >go
read -r told <told
cat said
kill -9 $pid
exec 3>&-
wait 2>/dev/null

# The file is gone but for us.
echo "* killed"

$HALT report server /proc/$$/fd/5 2>&1 >/dev/null | sed "s|/proc/$$|PROC|; s|$PWD|DIR|"
echo "* another /proc"
unshare -Upfr sh foreign.sh

>>> out
* outside
runs ['main', 'part']
0 of 7 points that can be switched are off
process PID: 3 points on, 0 off; it stood for N us
process PID: 0 points on, 7 off; it stood for N us
ghalt: note: counts of /proc/PID/rootDIR/away/halt.prof are those of a process that is still running
ghalt: note: counts of copy.prof are those of a moment in which its process had not ended; what became of that is not known here
process PID: 7 points on, 0 off; it stood for N us
* inside
runs ['main', 'part']
0 of 7 points that can be switched are off
process PID: 3 points on, 0 off; it stood for N us
ghalt: note: counts of halt.prof are those of a process that is still running
ready
9
1
* killed
ghalt: note: 3 counts of PROC/fd/5 remain unresolved: DIR/away/libpart.so: cannot open: No such file or directory (where it is now, --objects=DIR tells)
ghalt: note: counts of PROC/fd/5 are those of the moment in which the process executed another program, or was ended by SIGKILL or what cannot be caught either
* another /proc
ghalt: /proc shows the processes of another PID namespace: 'mount -t proc proc /proc', or 'unshare --mount-proc'
exit 2
ghalt: /proc shows the processes of another PID namespace: 'mount -t proc proc /proc', or 'unshare --mount-proc'
exit 2
ghalt: /proc shows the processes of another PID namespace: 'mount -t proc proc /proc', or 'unshare --mount-proc'
exit 2
