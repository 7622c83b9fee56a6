# SPDX-License-Identifier: GPL-3.0-or-later
# A backtrace taken inside any routine is complete in functions that realign
# their stack, main on i386 among them.

>>> x86_64 what it compiles

>>> prog.c
__attribute__ ((noipa)) static int
leaf (const int *p)
{
  return p[3];
}

__attribute__ ((noipa)) static int
realigned (int n)
{
  int __attribute__ ((aligned (64))) a[16];
  a[3] = n;
  asm ("" :: "r" (a) : "memory");
  return leaf (a) + 1;
}

int
main (void)
{
  return realigned (4) != 5;
}

>>> run
for machine in -m64 -m32; do
  $CC $machine -O2 -fno-optimize-sibling-calls -c "$TESTS/routines/frames.c" -o frames.o
  for options in -O0 -O2 "-O2 -mforce-drap" "-O2 -mstackrealign"; do
    for kinds in "store load" "bb cbr mbr setlongjmp" cycle; do
      case "$options $kinds" in *-O0*cycle*) continue ;; esac
      $CC -w $machine $options $PLUGIN $(arg entry exit $kinds) prog.c frames.o -o prog
      code ./prog 2>&1 | sed "s/^/$machine $options $kinds: /"
    done
  done
done
