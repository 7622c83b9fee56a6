# SPDX-License-Identifier: GPL-3.0-or-later
# A signal after every single instruction, the copies' too, whose handler has pots with
# copies itself: the program computes what it does without, and every event of
# it is counted.

>>> x86_64 what it compiles

>>> routines.c
#include <stdio.h>
#include <stdlib.h>
static unsigned long count, sum;
static double total;
volatile int inside;
/* Of one file: events in the handler are not told apart from others but by this.  */
void _record_cbr (unsigned long cond, unsigned long id) { if (inside) return; count++; sum += cond; }
void _record_load (long bytes, unsigned long ea, unsigned long id) { if (inside) return; count++; sum ^= ea & 7; total += (double) bytes; }
void _record_store (long bytes, unsigned long ea, unsigned long id) { if (inside) return; count++; sum ^= ea & 7; total += (double) bytes; }
void _record_block (unsigned long id) { if (inside) return; count++; }
__attribute__ ((destructor)) static void
end (void)
{
  printf ("%lu %lu %.0f\n", count, sum, total);
}

>>> prog.c
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>

extern volatile int inside;
static volatile unsigned long steps, ones;

__attribute__ ((noipa)) static void
handle (void)
{
  volatile char big[256];
  for (int i = 0; i < 4; i++)
    {
      big[i * 60] = steps;
      if (steps >> i & 1)
	ones++;
    }
  steps++;
}

static void
on_step (int signal)
{
  inside = 1;
  handle ();
  inside = 0;
}

/* A leaf with values in the red zone, live flags, and vectors.  */
__attribute__ ((noipa)) static double
work (const int *a, int n, double x)
{
  volatile int kept[8] = { 1, 2, 3, 4, 5, 6, 7, 8 };
  double y = 0, z = 1;
  unsigned c = 0;
  for (int i = 0; i < n; i++)
    {
      kept[i % 8] += a[i];
      c = __builtin_add_overflow (c, a[i] * 0x1234567u, &c) ? c + 1 : c ^ 5;
      if (a[i] & 1)
	y += x * kept[(i + 3) % 8];
      else
	z = z * 0.5 + y;
    }
  return y + z + c + kept[2];
}

static void
step (int on)
{
  if (on)
    __asm__ volatile ("leaq -128(%%rsp), %%rsp\n\tpushfq\n\torq $0x100, (%%rsp)\n\tpopfq\n\tleaq 128(%%rsp), %%rsp" ::: "memory", "cc");
  else
    __asm__ volatile ("leaq -128(%%rsp), %%rsp\n\tpushfq\n\tandq $~0x100, (%%rsp)\n\tpopfq\n\tleaq 128(%%rsp), %%rsp" ::: "memory", "cc");
}

int
main (int argc, char **argv)
{
  int a[40];
  for (int i = 0; i < 40; i++)
    a[i] = i * i % 23;
  if (argc > 1)
    signal (SIGTRAP, on_step), step (1);
  double result = work (a, 40, 1.25);
  if (argc > 1)
    step (0);
  printf ("%.3f\n", result);
  if (argc > 1 && (steps < 400 || ones < 400))
    printf ("only %lu steps\n", steps);
  return 0;
}

>>> run
$CC -O2 -Wall $PLUGIN -c routines.c -o routines.o
readelf -p .debug.halt_routine routines.o | grep -c 'copy [0-9]'
echo 'volatile int inside;' >inside.c
for options in '-O2' '-O2 -mavx2 -ftree-vectorize -O3' -O0 '-O1 -fno-pie -no-pie'; do
  cpu_runs $options || continue
  $CC $options prog.c inside.c -o plain
  $CC $options $PLUGIN $(arg cbr load store bb routines=routines.o only=work,handle) prog.c routines.o -o prog
  ./plain >plain.out
  ./prog >prog.out
  ./prog step >step.out
  head -n 1 prog.out | cmp -s - plain.out || echo "$options: $(cat plain.out) is $(head -n 1 prog.out)"
  same prog.out step.out
done

>>> out
4
