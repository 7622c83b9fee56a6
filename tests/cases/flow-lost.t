# SPDX-License-Identifier: GPL-3.0-or-later
# Graphs of functions that control leaves by no edge: where it was lost, why a
# count is unknown, and where counts contradict each other.

>>> a.c
#include <setjmp.h>
#include <signal.h>
#include <stdlib.h>
#include <unistd.h>
static jmp_buf buf;
static sigjmp_buf alarmed;
static volatile int n;

__attribute__ ((noipa)) void
leave (int i)
{
  if (i == 3)
    longjmp (buf, 1);
}

__attribute__ ((noipa)) void
calls (int i)
{
  n++;
  leave (i);
  n++;
}

__attribute__ ((noipa)) void
loops (volatile int *stop)
{
  while (!*stop)
    ;
  n = 7;
}

static void
handler (int s)
{
  siglongjmp (alarmed, 1);
}

int
main (void)
{
  volatile int i = 0, stop = 0;
  if (setjmp (buf) == 0)
    for (; i < 5; i++)
      calls (i);
  signal (SIGALRM, handler);
  if (sigsetjmp (alarmed, 1) == 0)
    {
      ualarm (1000, 0);
      loops (&stop);
    }
  return 0;
}

>>> run
$CC -w -O1 $PLUGIN $(arg cbr proc) a.c "$LIBHALT" -o prog
./prog
$HALT report --format=dot --function=calls prog >calls.dot
grep -o 'not left: ~1<' calls.dot
grep -c tooltip calls.dot || :
$HALT report --format=dot --function=loops prog >loops.dot
grep -o 'contradict each other: block' loops.dot
# Without the exits nobody knows whether the call returned.
$CC -w -O1 $PLUGIN $(arg cbr entry) a.c "$LIBHALT" -o prog
./prog
$HALT report --format=dot --function=calls prog >calls.dot
grep -o '2 -> exit.* tooltip="[^"]*"' calls.dot | sed 's/ .label.* tooltip/ tooltip/'
# One that cannot be lost.
$HALT report --format=dot --function=leave prog | grep -c 'tooltip' || :
for f in calls loops; do
  dot -Tsvg $f.dot >$f.svg
  grep -c "</svg>" $f.svg
done

>>> out
not left: ~1<
0
contradict each other: block
2 -> exit tooltip="the call in block 2 may not return (exit, longjmp, exception)"
0
1
1
