# SPDX-License-Identifier: GPL-3.0-or-later
# Points with nothing between them share a pot: each event has its own address,
# order, line and frames, and what the routine may change comes back.

>>> x86_64 what it compiles

>>> prog.c
#include <stdio.h>
#include "seen.h"

/* Volatile, so that accesses stay in this order.  */
#define CALLED __attribute__ ((noipa))

CALLED int
copy (volatile int *x, volatile int *y, int n, volatile long *z)
{
  for (int i = 0; i < n; i++)
    {
      x[i]
	= i;
      z[i + 1]
	= y[n - i]
	  + (long) i * n;
      y[i]
	= z[i];
    }
  return x[0]
	 + y[1];
}

CALLED double
real (volatile double *d, double a, double b)
{
  d[0]
    = a;
  double c
    = d[1];
  d[2]
    = b * c;
  return d[2]
	 + a * b;
}

CALLED int
compare (volatile int *p, volatile int *q, int a, int b)
{
  /* Flags that are live across accesses, where GCC has them so.  */
  *p = a;
  int more = a < *q;
  q[1] = b;
  return p[3] + (more ? a : b) + (a < b);
}

int
main (void)
{
  static int a[8], b[8];
  static long c[8];
  static double d[4] = { 1, 2, 3, 4 };
  seen_is ('a', a, sizeof a);
  seen_is ('b', b, sizeof b);
  seen_is ('c', c, sizeof c);
  seen_is ('d', d, sizeof d);
  printf ("%d\n", copy (a, b, 3, c));
  printf ("%g\n", real (d, 2.5, 3));
  printf ("%d\n", compare (a, b, 1, 2));
  return 0;
}

>>> seen.h
void seen_is (char name, const volatile void *at, unsigned long bytes);

>>> routine.c
/* Notes which element of which array is read or written, and from which frame.  */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unwind.h>
#include "seen.h"

static struct { char name; const char *at; unsigned long bytes; } array[8];
static int n;
static FILE *out, *places;

void
seen_is (char name, const volatile void *at, unsigned long bytes)
{
  array[n].name = name;
  array[n].at = (const char *) at;
  array[n++].bytes = bytes;
  if (!out)
    out = fopen ("seen", "w"), places = fopen ("places", "w");
}

static _Unwind_Reason_Code
frame (struct _Unwind_Context *context, void *depth)
{
  if (++*(int *) depth == 3)
    fprintf (places, "%#lx\n", (unsigned long) _Unwind_GetIP (context) - 1);
  return _URC_NO_REASON;
}

__attribute__ ((noipa)) static void
access (char what, long bytes, unsigned long ea)
{
  for (int i = 0; i < n; i++)
    if (ea - (unsigned long) array[i].at < array[i].bytes)
      {
	int depth = 0;
	fprintf (out, "%c%c%lu ", what, array[i].name,
		 (ea - (unsigned long) array[i].at) / bytes);
	_Unwind_Backtrace (frame, &depth);
	fprintf (places, "depth %d\n", depth);
      }
#ifdef __x86_64__
  __asm__ volatile ("mov $-1, %%rax; mov %%rax, %%rcx; mov %%rax, %%rdx; mov %%rax, %%rsi;"
		    "mov %%rax, %%rdi; mov %%rax, %%r8; mov %%rax, %%r9; mov %%rax, %%r10;"
		    "mov %%rax, %%r11; pcmpeqd %%xmm0, %%xmm0; movaps %%xmm0, %%xmm1;"
		    "movaps %%xmm0, %%xmm2; movaps %%xmm0, %%xmm3" ::: "ax", "cx", "dx",
		    "si", "di", "r8", "r9", "r10", "r11", "xmm0", "xmm1", "xmm2",
		    "xmm3");
#else
  __asm__ volatile ("mov $-1, %%eax; mov %%eax, %%ecx; mov %%eax, %%edx"
		    ::: "ax", "cx", "dx");
#endif
}

void _record_load (long b, unsigned long ea, unsigned long i) { access ('L', b, ea); }
void _record_store (long b, unsigned long ea, unsigned long i) { access ('S', b, ea); }
void _record_block (unsigned long i) { access ('B', 1, 0); }
void _record_entry (unsigned long i) { access ('E', 1, 0); }
void _record_exit (unsigned long i) { access ('X', 1, 0); }

>>> hostile.c
/* Changes little, and says so; with WRONG it changes what it does not say.  */
unsigned long sum;
#ifdef WRONG
# define AND __asm__ volatile ("mov $-1, %r10");
#else
# define AND
#endif
void _record_load (long b, unsigned long ea, unsigned long i) { sum += b + ea + i; }
void _record_store (long b, unsigned long ea, unsigned long i) { sum += b; AND }
void _record_block (unsigned long i) { sum += i; AND }

>>> plain.c
#include "seen.h"
void seen_is (char name, const volatile void *at, unsigned long bytes) { }

>>> run
exec 2>&1
kinds="load store bb proc"
# With OPTIONs: what was reported, in which order and from where.
check ()
{
  options=$*
  rm -f seen places
  $CC -w -g -fasynchronous-unwind-tables -fno-optimize-sibling-calls $options -c routine.c -o routine.o
  # Nothing of ours is between a pot and a routine where the stack is known to be aligned.
  $CC -w -no-pie -g -fasynchronous-unwind-tables -fno-ipa-stack-alignment $options \
    $PLUGIN $(arg $kinds dump=pot) prog.c routine.o -o prog 2>dump || return 0
  [ $(grep -c '^and load' dump) -gt 3 ] || echo "$(grep -c '^and load' dump) loads share a pot"
  [ $(grep -c '^and block' dump) -gt 0 ] || echo "no entry and block share a pot"
  code ./prog
  cat seen; echo
  # The function of each event, and how many frames there are at least.
  grep 0x places | addr2line -f -e prog | awk 'NR % 2' | tr '\n' ' '; echo
  awk '$1 == "depth" && $2 < 5' places
  # Notes for debuggers change nothing.
  for g in -g0 -g; do
    $CC -w $g $options $PLUGIN $(arg $kinds) -c prog.c -o prog$g.o
    objdump -d prog$g.o | tail -n +4 >prog$g
  done
  same prog-g0 prog-g
}
: >before
while read -r options; do
  echo "== $options"
  check $options >now
  cmp -s now before && echo "as before" || cat now
  mv now before
done <<END
-O2
-O2 -fPIC
-O2 -fno-omit-frame-pointer
-O2 -m32
-O2 -m32 -fPIC
-O1 -mno-red-zone
END
echo == summaries
$CC -O2 -w $PLUGIN -c hostile.c -o few.o
$CC -O2 -w $PLUGIN -DWRONG -c hostile.c -o wrong.o
for routines in few wrong; do
  for verify in '' verify; do
    $CC -O2 -w $PLUGIN $(arg load store bb routines=$routines.o $verify dump=pot) -c prog.c -o prog.o 2>dump
    $CC prog.o $routines.o plain.c -o prog
    [ $(grep -c '^and ' dump) -gt 3 ] || echo "$routines $verify: $(grep -c '^and ' dump) share"
    [ $routines$verify = wrong ] || code ./prog 2>&1 | sed "s/^/$routines $verify: /;s/Illegal.*/trapped/"
  done
done

>>> out
== -O2
0
13.5
3
Sa0 Lb3 Sc1 Lc0 Sb0 Sa1 Lb2 Sc2 Lc1 Sb1 Sa2 Lb1 Sc3 Lc2 Sb2 La0 Lb1 Sd0 Ld1 Sd2 Ld2 Sa0 Lb0 Sb1 La3 
copy copy copy copy copy copy copy copy copy copy copy copy copy copy copy copy copy real real real real compare compare compare compare 
== -O2 -fPIC
as before
== -O2 -fno-omit-frame-pointer
as before
== -O2 -m32
as before
== -O2 -m32 -fPIC
as before
== -O1 -mno-red-zone
as before
== summaries
few : 0
few : 13.5
few : 3
few verify: 0
few verify: 13.5
few verify: 3
wrong verify: trapped
wrong verify: exit 132
