# SPDX-License-Identifier: GPL-3.0-or-later
# AArch64 with SME: functions that may run in streaming mode, or with ZA, are left out by
# name; the others of their unit are not.  at=gimple takes all.

>>> prog.c
#include <arm_sme.h>
#include <stdio.h>

int n, a[100];

__attribute__ ((noinline)) int
plain (int x)
{
  return x < 3 ? n++ : n--;
}

__attribute__ ((noinline)) int
streaming (int x) __arm_streaming
{
  return x < 3 ? a[x] + (int) svcntb () : a[x + 1];
}

__attribute__ ((noinline)) int
either (int x) __arm_streaming_compatible
{
  return x < 3 ? a[x] : a[x + 1]++;
}

__arm_locally_streaming __attribute__ ((noinline)) int
locally (int x)
{
  for (int i = 0; i < 100; i++)
    a[i] += x;
  return x < 3 ? streaming (x) : either (x);
}

__arm_new ("za") __attribute__ ((noinline)) int
with_za (int x)
{
  svzero_za ();
  return x < 3 ? plain (x) : plain (x + 1);
}

int
main (void)
{
  for (int i = 0; i < 10; i++)
    printf ("%d %d %d %d\n", plain (i), locally (i), either (i), with_za (i));
  return 0;
}

>>> run
machine aarch64
case $($CC -dumpversion) in 12|13) skip "no SME before GCC 14" ;; esac
emulated
RUN="$RUN -cpu max"
march=-march=armv9-a+sme
LANGUAGE="$CC $march"
for o in -O0 -O2 -O3; do both $o prog.c; done
$CC $march -O2 $PLUGIN $(arg cbr dump=label) -c prog.c 2>&1 | sed -n 's/.*left out: //p' | sort
PLUGIN="$PLUGIN $(arg at=gimple)"
both -O2 prog.c

>>> out
function either: it may run in streaming mode (SME), which routines do not
function locally: it may run in streaming mode (SME), which routines do not
function streaming: it may run in streaming mode (SME), which routines do not
function with_za: it uses the register ZA (SME), which has no recipes
