# SPDX-License-Identifier: GPL-3.0-or-later
# A routine, which is called for what cannot be counted in line, may return in
# another thread as any other function may.  So where a cell is added to behind
# it, or behind a call of the function that calls it, it is not known whether the
# thread has cells.  Nor behind inline assembler, whatever registers that changes.

>>> x86_64 instructions that it looks for

>>> prog.c
static volatile int a, b;

#ifdef ASSEMBLER
#define CLEAR(p, n) asm volatile ("movb $0, %0" : "=m" (*(p)))
#elif defined ROUTINE
#define CLEAR(p, n) __builtin_memset (p, 0, n)
#else
#define CLEAR(p, n) (*(p) = 0)
#endif

static __attribute__ ((noipa)) void
clear (char *p, long n)
{
  if (n & 1)
    a++;
  else
    b++;
  CLEAR (p, n);
  if (n & 2)
    a++;
  else
    b++;
}

void
calls (char *p, long n)
{
  if (n & 1)
    a++;
  else
    b++;
  clear (p, n);
  if (n & 2)
    a++;
  else
    b++;
}

>>> run
for routine in NEITHER ROUTINE ASSEMBLER; do
  $CC -O1 -minline-all-stringops -mmemset-strategy=rep_byte:-1:noalign -D$routine \
    $PLUGIN $(arg cbr store count=thread dump=pot) -c prog.c 2>dumped
  awk -v routine=$routine '
    / own / { cells++; asked += / enter=/ }
    / enter=/ && / held/ { print "asked for, and known: " $0 }
    / routine=/ { routines++ }
    END { print routine ": " cells " cells, " asked " asked for, " routines + 0 " routines" }' dumped
done

>>> out
NEITHER: 8 cells, 2 asked for, 0 routines
ROUTINE: 9 cells, 5 asked for, 1 routines
ASSEMBLER: 10 cells, 6 asked for, 0 routines
