# SPDX-License-Identifier: GPL-3.0-or-later
# count: units count in line, and the profile says what the routines would have
# said.  Callers keep their registers with and without it (-fno-ipa-ra), so that
# the code is the same.

>>> x86_64 what it compiles

>>> prog.c
#include <setjmp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static jmp_buf back;
static int table[64];

static __attribute__ ((noinline)) int
choose (int x)
{
  switch (x)
    {
    case 0: return 5;
    case 1: return table[7];
    case 2: puts ("two"); return 9;
    case 3: return 11;
    case 4: return 22;
    case 6: return table[3];
    default: return 0;
    }
}

static __attribute__ ((noinline)) void
leave (int x)
{
  if (x > 2)
    longjmp (back, x);
  table[x]++;
}

static __attribute__ ((noinline)) double
compare (double a, double b)
{
  return a < b ? a : b != b ? 1 : a + b;
}

int
main (int argc, char **argv)
{
  volatile int sum = 0, i = 0;
  char copy[100];
  int limit = argc > 1 ? atoi (argv[1]) : 20;
  if (setjmp (back) == 0)
    for (i = 0; i < limit; i++)
      {
	if (i % 3 == 0)
	  sum += i;
	table[i % 64] += sum;
	sum += choose (i % 8);
	sum += (int) compare (i, 7.5);
	memset (copy, i, sizeof copy);
	sum += copy[i % 100];
      }
  if (++i < 60)
    leave (i % 7);
  printf ("%d\n", sum);
  if (sum == 3)
    return 1;
  exit (0);
}

>>> run
options=$(arg cbr mbr proc bb load store setlongjmp)
check ()
{
  count=$1
  shift
  $CC "$@" -fno-ipa-ra $PLUGIN $options prog.c "$LIBHALT" -o prog
  HALT_FILE=call.prof ./prog >call.out
  $HALT report --sort=id --top=1000 prog call.prof >call
  $CC "$@" -fno-ipa-ra $PLUGIN $options $(arg $count) prog.c "$LIBHALT" -o prog
  HALT_FILE=cells.prof ./prog >cells.out
  $HALT report --sort=id --top=1000 prog cells.prof >cells
  same call.out cells.out
  diff call cells >differences || { echo "$*:"; cat differences; }
}
check count -O0
check count -O2 -fPIC
check count=atomic -Os -fno-pie -no-pie
check count=thread -O2
check count=thread -O1 -fPIC -masm=intel
check count -O3 -masm=intel -fnon-call-exceptions
$CC -O2 $PLUGIN $options $(arg count) -S prog.c -o prog.s
grep -c 'call.*_record_[^ls]' prog.s || :
$CC -O2 $PLUGIN $options $(arg count) prog.c -o prog 2>errors ||
  grep -o 'undefined reference to .*' errors | sort -u

>>> out
0
undefined reference to `__halt_count2_needs_libhalt_a'
