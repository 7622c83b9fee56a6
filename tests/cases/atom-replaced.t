# SPDX-License-Identifier: GPL-3.0-or-later
# ghalt atom: a replaced procedure that only its unit calls: the callers know which
# registers it leaves alone (-fipa-ra), and do not align the stack
# (-fipa-stack-alignment).  Arguments on the stack; ReplaceProcedure and ReplaceProto.

>>> x86_64 ghalt atom

>>> prog.c
#include <stdio.h>
#define LOCAL __attribute__ ((noinline, noclone)) static
struct three { long x[3]; };
int g;
volatile double half = 0.5;
LOCAL int leaf (int x) { return x * 3 + g; }
LOCAL double mean (double x, int n) { return x / n + g; }
LOCAL long many (int a, int b, int c, int d, int e, int f, int h, struct three s)
{
  return a + b * 2 + c * 3 + d * 4 + e * 5 + f * 6 + h * 7 + s.x[0] * 8 + s.x[2] * 9 + g;
}
__attribute__ ((noipa)) double user (int a, int b, double x, double y)
{
  long c = a * 7, d = b * 5, e = a ^ b;
  double z = x * y, u = x - y;
  int i = leaf (a) + b;
  double m = mean (x, a);
  struct three s = { { c, d, e } };
  long j = many (a, b, (int) c, (int) d, (int) e, 6, 7, s);
  return i + j + c + d * 3 + e + z + u + m * 2 + x + y;
}
__attribute__ ((noipa)) int twice (int a, double b) { return a * 2 + (int) b; }
int main (int argc, char **argv)
{
  printf ("%g %d\n", user (argc + 1, 5, half, half * 3), twice (argc, 3));
  return 0;
}
>>> inst.c
#include <halt/atom.h>
void Instrument (int argc, char **argv, Obj *obj)
{
  ReplaceProto ("my_leaf(VALUE, VALUE, REGV)");
  ReplaceProto ("my_mean(VALUE, VALUE, VALUE)");
  ReplaceProto ("my_twice(VALUE, VALUE)");
  ReplaceEntry (FindEntry (obj, "leaf"), "my_leaf", ArgValue, ReplAddrValue, REG_RA);
  ReplaceEntry (FindEntry (obj, "mean"), "my_mean", ArgValue, ArgValue, ReplAddrValue);
  ReplaceProcedure (FindProc (obj, "many"), "my_many");
  ReplaceProcedure (FindProc (obj, "twice"), "my_twice");
}
>>> anal.c
#include <stdio.h>
static int n;
struct three { long x[3]; };
static volatile double sum;
static void change (void)
{
  n++;
  printf ("call %d %s\n", n, __builtin_frame_address (0) ? "" : "?");
  for (int i = 0; i < 9; i++)
    sum += i * 1.5 * n;
#ifdef __x86_64__
  double aligned[2] __attribute__ ((aligned (16)));
  __asm__ volatile ("movaps %%xmm0, %0\n\tpxor %%xmm0, %%xmm0" : "=m" (aligned) :: "xmm0");
  for (int i = 0; i < 1; i++)
    __asm__ volatile ("pcmpeqd %%xmm1, %%xmm1\n\tpcmpeqd %%xmm2, %%xmm2\n\tpcmpeqd %%xmm3, %%xmm3\n\t"
		      "pcmpeqd %%xmm4, %%xmm4\n\tpcmpeqd %%xmm5, %%xmm5\n\tpcmpeqd %%xmm8, %%xmm8\n\t"
		      "movl $-1, %%esi\n\tmovl $-1, %%edi\n\tmovl $-1, %%ecx\n\tmovl $-1, %%edx\n\t"
		      "movl $-1, %%r8d\n\tmovl $-1, %%r9d\n\tmovl $-1, %%r10d\n\tmovl $-1, %%r11d"
		      ::: "xmm1", "xmm2", "xmm3", "xmm4", "xmm5", "xmm8", "rsi", "rdi", "rcx",
		      "rdx", "r8", "r9", "r10", "r11");
#endif
}
int my_leaf (int x, int (*plain) (int), long ra) { if (!ra) puts ("no RA"); int i = plain (x); change (); return i; }
double my_mean (double x, int n, double (*plain) (double, int)) { double d = plain (x, n); change (); return d; }
long my_many (int a, int b, int c, int d, int e, int f, int h, struct three s)
{
  change ();
  return a + b * 2 + c * 3 + d * 4 + e * 5 + f * 6 + h * 7 + s.x[0] * 8 + s.x[2] * 9;
}
int my_twice (int a, double b) { change (); return a * 2 + (int) b; }
>>> on aarch64 riscv64
>>> run
atom_library
for options in -O2 "-O2 -no-pie" "-O3 -mavx2" "-O2 -march=native" "-O2 -fno-ipa-ra" -O0 "-O2 -static"; do
  case $RUN:$options in ?*:*" -m"*) continue ;; esac
  $CC $options $PLUGIN $(arg atom) prog.c -o prog
  if [ -z "$RUN" ] && ! cpu_runs $options; then
    continue
  fi
  $RUN ./prog >plain
  $HALT atom prog inst.c anal.c
  $RUN ./prog.atom >said || echo "$options: $?"
  grep -v call said | same plain -
  [ $(grep -c call said) = 4 ] || echo "$options: $(grep -c call said) calls"
done
cat plain
if "$TESTS/toolchain/musl" -n i386 >no32 && $CC -O2 -m32 $PLUGIN $(arg atom) prog.c -o prog 2>no32; then
  code $HALT atom prog inst.c anal.c
else
  echo "ghalt: inst.c:7: leaf cannot be replaced by my_leaf: the compiler may have chosen registers for its arguments; make it noipa"
  echo "exit 2"
fi
>>> out
558.25 5
ghalt: inst.c:7: leaf cannot be replaced by my_leaf: the compiler may have chosen registers for its arguments; make it noipa
exit 2
