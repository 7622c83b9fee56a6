# SPDX-License-Identifier: GPL-3.0-or-later
# What copies are evaluated to is what calls do: addresses of variables that are
# multiplied, registers where ways meet, flags over instructions that leave them alone,
# names that mean something in templates.

>>> x86_64 what it compiles

>>> routines.c
#include <stdio.h>

static unsigned long n[64], sum, left, word = 77;
static double d[2] = { 1, 2 };

#if KIND == 1
void _record_load (long bytes, unsigned long ea, unsigned long id) { n[id] += ea * 9; sum += ea * 2 + ea * 5; }
#elif KIND == 2
void _record_load (long bytes, unsigned long ea, unsigned long id)
{
  unsigned long w = __builtin_bswap64 (word + id);
  if (bytes == 8) { sum += w; n[id]++; } else left ^= w;
}
#elif KIND == 3
void _record_load (long bytes, unsigned long ea, unsigned long id)
{
  unsigned long start = ea >> 3, at = start;
  do
    {
      if (at == start)
        sum++;
      at++;
      left += word;
    }
  while (at & 7);
}
#else
void _record_load (long bytes, unsigned long ea, unsigned long id)
{
  double v = d[1] + d[0];
  if (bytes == 8) { d[0] = v; sum++; } else d[1] = v;
}
#endif

__attribute__ ((destructor)) static void
end (void)
{
  unsigned long all = 0;
  for (int i = 0; i < 64; i++)
    all = all * 31 + n[i];
  printf ("%lx %lx %lx %g %g\n", all, sum, left, d[0], d[1]);
}

>>> prog.c
volatile long eight = 3;
volatile int four[3] = { 1, 2, 3 };
volatile long quoted asm ("\"a%n{b|c}\"") = 4;
int main (void) { return eight + four[2] + four[0] + quoted - 11; }

>>> run
unrandomised
for kind in 1 2 3 4; do
  $CC -O2 -mtune=atom -march=x86-64-v3 -DKIND=$kind $PLUGIN -c routines.c
  readelf -p .debug.halt_routine routines.o | grep -o 'copy [0-9]*:' | grep -c copy
  for inline in yes no; do
    $CC -O1 -fno-pie -no-pie -Wl,-Tdata=0x2000000 $PLUGIN $(arg load routines=routines.o inline=$inline) \
      prog.c routines.o -o $inline
    objdump -d $inline | grep -c 'call.*<_record_load>' || :
    if cpu_runs -march=x86-64-v3; then setarch -R ./$inline >$inline.out; else >$inline.out; fi
  done
  cmp yes.out no.out
done

>>> out
1
0
4
1
0
4
1
0
4
1
0
4
