# SPDX-License-Identifier: GPL-3.0-or-later
# RISC-V: functions that use vector registers, or keep some for their callers, are left out
# by name; the others of their unit are not.

>>> prog.c
#include <riscv_vector.h>
#include <stdio.h>

int a[1000], b[1000], n;

__attribute__ ((noinline)) int
scalar (int x)
{
  return x < 3 ? n++ : n--;
}

__attribute__ ((noinline)) void
add (int m)
{
  for (int i = 0; i < m; i++)
    if (b[i] > 5)
      a[i] += b[i];
}

/* Of its argument nothing is left; its caller has others in v1 to v7.  */
__attribute__ ((noinline)) int
keep (vint32m1_t v, int x)
{
  (void) v;
  return x < 3 ? scalar (x) : scalar (n);
}

int
main (void)
{
  long sum = 0;
  for (int i = 0; i < 1000; i++)
    b[i] = i % 11;
  add (999);
  for (int i = 0; i < 1000; i++)
    sum += a[i];
  printf ("%ld %d %d\n", sum, keep (__riscv_vle32_v_i32m1 (b, 4), 2), scalar (4));
  return 0;
}

>>> run
machine riscv64
case $($CC -dumpversion) in 12|13) skip "no vectors in loops or calls before GCC 14" ;; esac
emulated
RUN="$RUN -cpu rv64,v=true,vext_spec=v1.0"
march=-march=rv64gcv
LANGUAGE="$CC $march"
both -O3 prog.c
$CC $march -O3 $PLUGIN $(arg cbr dump=label) -c prog.c 2>&1 | sed -n 's/.*left out: //p' | sort
$CC $march -O3 $PLUGIN $(arg cbr dump=label) -c prog.c 2>&1 | grep -c 'scalar.*cbr\|cbr.*scalar'

>>> out
function add: it uses vector registers, which have no recipes
function keep: it keeps vector registers, which have no recipes
function main: it uses vector registers, which have no recipes
1
