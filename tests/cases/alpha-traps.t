# SPDX-License-Identifier: GPL-3.0-or-later
# Alpha: counting in line is exact where the compiler puts barriers behind instructions
# that may trap, which it does last of all.

>>> prog.cc
#include <csignal>
#include <cstdio>
static void
handler (int s)
{
  sigset_t set;
  sigemptyset (&set);
  sigaddset (&set, s);
  sigprocmask (SIG_UNBLOCK, &set, 0);
  throw s;
}
__attribute__ ((noinline)) int
work (int a, int b, int c, double x, volatile int *p)
{
  double y = x * a;
  try { a += *p; }
  catch (int e) { return a * 100 + b * 10 + c + (int) y; }
  return 0;
}
int
main ()
{
  signal (SIGSEGV, handler);
  int there = 5, sum = 0;
  for (int i = 0; i < 6; i++)
    sum += work (i, 2, 3, 1.5, i & 1 ? &there : (int *) 0);
  printf ("%d\n", sum);
}

>>> run
machine alpha
for o in -O1 -O2 "-O2 -mieee -mcpu=ev56"; do
  for count in "" count count=thread; do
    $CXX -w $o -fnon-call-exceptions -fasynchronous-unwind-tables $PLUGIN \
      $(arg cbr entry load store bb $count) prog.cc "$LIBHALT" -o prog
    HALT_FILE=prog.prof code $RUN ./prog
    "$HALT" report --sort=id --top=1000 prog prog.prof >report$count
    same report report$count
  done
done

>>> out
678
678
678
678
678
678
678
678
678
