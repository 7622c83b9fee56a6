# SPDX-License-Identifier: GPL-3.0-or-later
# ghalt atom: replacing what callers in its own unit know more of than its name tells
# (-fipa-ra, -fipa-stack-alignment): global, hidden, protected, weak, aliased, recursive
# procedures, tail calls, many arguments.  Copies that GCC made.  A function within a function.

>>> x86_64 ghalt atom

>>> prog.c
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#define KEEP __attribute__ ((noinline, noclone))
#ifndef PUBLIC
#define PUBLIC
#endif
struct big { long x[40]; };
PUBLIC KEEP int global (int x) { return x + 1; }
KEEP static int local (int x) { return x + 2; }
__attribute__ ((visibility ("hidden"))) KEEP int hidden (int x) { return x + 3; }
__attribute__ ((visibility ("protected"))) KEEP int protected_one (int x) { return x + 4; }
__attribute__ ((weak)) KEEP int weak (int x) { return x + 5; }
PUBLIC KEEP int aliased (int x) { return x + 6; }
extern __typeof (aliased) other_name __attribute__ ((alias ("aliased")));
static __typeof (aliased) local_name __attribute__ ((alias ("aliased")));
PUBLIC KEEP int factorial (int x) { return x < 2 ? 1 : x * factorial (x - 1); }
PUBLIC KEEP int tail (int x) { return global (x * 2); }
PUBLIC KEEP long big (struct big b, int k) { return b.x[k] + b.x[39]; }
PUBLIC KEEP int sum (int n, ...)
{
  int s = 0;
  va_list l;
  va_start (l, n);
  while (n--)
    s += va_arg (l, int);
  va_end (l);
  return s;
}
PUBLIC KEEP double scale (double x, float y) { return x * 2 + y; }
PUBLIC KEEP void nothing (int *x) { (*x)++; }
int sink;
PUBLIC KEEP void store (int x) { sink += x; }
KEEP static int once (const int *x, int unused) { return *x + 7; }	/* .isra */
PUBLIC __attribute__ ((noipa)) long user (int a, int b, int c, int d, double e, double f)
{
  long s = 0;
  int u = a * 3, v = b * 5, w = c ^ a, x = d - b, y = a * 11;
  double g = e * f, h = e - f;
  struct big big_one = { { a, b, c } };
  big_one.x[39] = 17;
  s += global (a) * u;
  s += local (b) * v;
  s += hidden (c) * w + u;
  s += protected_one (a) * x + v;
  s += weak (b) * y + w;
  s += other_name (c) * u + x;
  s += local_name (d) * v + y;
  s += factorial (d + 1) * w + u;	/* GCC 14 computes factorial (5) itself with -flto.  */
  s += tail (d) * x;
  s += big (big_one, 2) * y + a + b;
  s += sum (9, 1, 2, 3, 4, 5, 6, 7, 8, a) * u + c;
  s += scale (e, f) * g + h;
  nothing (&a);
  store (u);
  s += once (&a, b) * v + d;
  return s + g * h + u + v + w + x + y + a + b + c + d;
}
#ifndef LIBRARY
int main (int argc, char **argv)
{
  int a = argc;
  printf ("%ld\n", user (a, a + 1, a + 2, a + 3, a * 1.5, a * 2.5));
  return 0;
}
#endif
>>> main.c
#include <stdio.h>
long user (int a, int b, int c, int d, double e, double f);
int main (int argc, char **argv)
{
  int a = argc;
  printf ("%ld\n", user (a, a + 1, a + 2, a + 3, a * 1.5, a * 2.5));
  return 0;
}
>>> inst.c
#include <string.h>
#include <halt/atom.h>
static void replace (Obj *obj, const char *name, const char *by)
{
  Proc *p = FindProc (obj, name);
  if (p)
    ReplaceProcedure (p, by);
}
void Instrument (int argc, char **argv, Obj *obj)
{
  replace (obj, "global", "my_global");
  if (argc < 2)
    replace (obj, "local", "my_local");
  replace (obj, "hidden", "my_hidden");
  replace (obj, "protected_one", "my_protected");
  replace (obj, "weak", "my_weak");
  replace (obj, "aliased", "my_aliased");
  ReplaceProto ("my_factorial(VALUE, VALUE)");
  if (FindEntry (obj, "factorial"))
    ReplaceEntry (FindEntry (obj, "factorial"), "my_factorial", ArgValue, ReplAddrValue);
  replace (obj, "tail", "my_tail");
  replace (obj, "big", "my_big");
  replace (obj, "sum", "my_sum");
  replace (obj, "scale", "my_scale");
  replace (obj, "nothing", "my_nothing");
  replace (obj, "store", "my_store");
}
>>> anal.c
#include <stdarg.h>
#include <stdio.h>
#ifdef __x86_64__
#define DESTROY() do { \
    double aligned[2] __attribute__ ((aligned (16))); \
    __asm__ volatile ("movaps %%xmm0, %0" : "=m" (aligned)); \
    __asm__ volatile ("pcmpeqd %%xmm0, %%xmm0\n\tpcmpeqd %%xmm1, %%xmm1\n\tpcmpeqd %%xmm2, %%xmm2\n\tpcmpeqd %%xmm3, %%xmm3\n\t" \
		      "pcmpeqd %%xmm4, %%xmm4\n\tpcmpeqd %%xmm5, %%xmm5\n\tpcmpeqd %%xmm6, %%xmm6\n\tpcmpeqd %%xmm7, %%xmm7\n\t" \
		      "pcmpeqd %%xmm8, %%xmm8\n\tpcmpeqd %%xmm9, %%xmm9\n\tpcmpeqd %%xmm10, %%xmm10\n\tpcmpeqd %%xmm15, %%xmm15\n\t" \
		      "movl $-1, %%esi\n\tmovl $-1, %%edi\n\tmovl $-1, %%ecx\n\tmovl $-1, %%edx\n\tmovl $-1, %%eax\n\t" \
		      "movl $-1, %%r8d\n\tmovl $-1, %%r9d\n\tmovl $-1, %%r10d\n\tmovl $-1, %%r11d" \
		      ::: "xmm0", "xmm1", "xmm2", "xmm3", "xmm4", "xmm5", "xmm6", "xmm7", "xmm8", "xmm9", "xmm10", "xmm15", \
		      "rax", "rsi", "rdi", "rcx", "rdx", "r8", "r9", "r10", "r11"); } while (0)
#else
#define DESTROY() __asm__ volatile ("movl $-1, %%eax\n\tmovl $-1, %%edx\n\tmovl $-1, %%ecx" ::: "eax", "ecx", "edx")
#endif
struct big { long x[40]; };
static void say (const char *name) { printf ("call %s\n", name); DESTROY (); }
int my_global (int x) { say ("global"); return x + 1; }
int my_local (int x) { say ("local"); return x + 2; }
int my_hidden (int x) { say ("hidden"); return x + 3; }
int my_protected (int x) { say ("protected"); return x + 4; }
int my_weak (int x) { say ("weak"); return x + 5; }
int my_aliased (int x) { say ("aliased"); return x + 6; }
int my_factorial (int x, int (*plain) (int)) { say ("factorial"); int r = plain (x); DESTROY (); return r; }
int my_tail (int x) { say ("tail"); return x * 2 + 1; }
long my_big (struct big b, int k) { say ("big"); return b.x[k] + b.x[39]; }
int my_sum (int n, ...)
{
  int s = 0;
  va_list l;
  va_start (l, n);
  say ("sum");
  while (n--)
    s += va_arg (l, int);
  va_end (l);
  return s;
}
double my_scale (double x, float y) { say ("scale"); return x * 2 + y; }
void my_nothing (int *x) { say ("nothing"); (*x)++; DESTROY (); }
void my_store (int x) { say ("store"); }
>>> copies.c
#include <stdio.h>
__attribute__ ((noinline)) int power (int x, int n)
{
  int r = 1;
  for (int i = 0; i < n; i++)
    r = r * x + i;
  return r;
}
__attribute__ ((noinline)) int outer (int k)
{
  __attribute__ ((noinline, noclone)) int inner (int x) { k += x; return k; }
  int s = inner (3), u = k * 7;
  s += inner (4) * u;
  return s + k;
}
int main (int argc, char **argv)
{
  int s = outer (argc);
  for (int i = 0; i < 100; i++)
    s += power (argc + i, 12);
  printf ("%d\n", s);
  return 0;
}
>>> copies.inst.c
#include <string.h>
#include <halt/atom.h>
void Instrument (int argc, char **argv, Obj *obj)
{
  ReplaceProto ("my_inner(VALUE, VALUE)");
  ReplaceProcedure (FindProc (obj, "power"), "my_power");
  for (Proc *p = GetFirstObjProc (obj); argc > 1 && p; p = GetNextProc (p))
    if (strncmp (ProcName (p), "inner.", 6) == 0)
      ReplaceEntry (GetFirstEntry (p), "my_inner", ArgValue, ReplAddrValue);
}
>>> copies.anal.c
int my_power (int x, int n) { return 0; }
int my_inner (int x, int (*plain) (int)) { return plain (x); }
>>> run
atom_library
PLUGIN="$PLUGIN $(arg atom)"
try ()				# CALLS OPTIONS...
{
  calls=$1
  shift
  cpu_runs $* || return 0
  case $* in
  *LIBRARY*)
    $CC $* -shared -fPIC -Wl,-soname,libp.so $PLUGIN prog.c -o libp.so
    $CC -O2 $PLUGIN main.c -L. -lp -Wl,-rpath,"$PWD" -o prog ;;
  *)
    $CC $* $PLUGIN prog.c -o prog ;;
  esac
  ./prog >plain
  tool=
  case $* in *-m32*) tool="-- no" ;; esac
  $HALT atom prog inst.c anal.c $tool
  ./prog.atom >said || echo "$*: $?"
  grep -v call said | same plain - || echo "$*"
  [ $(grep -c call said) = $calls ] || echo "$*: $(grep -c call said) calls"
}
for options in -O1 -O2 "-O2 -no-pie" -O3 -Os "-O2 -fPIC" "-O2 -march=native" "-O2 -flto" \
  "-O2 -static" "-O2 -masm=intel" "-O2 -DLIBRARY" "-O2 -DLIBRARY -fno-semantic-interposition"; do
  calls=14
  [ "$options" != -O1 ] || calls=18
  try $calls $options
done
if "$TESTS/toolchain/musl" -n i386 >no32; then
  # qemu-i386 loads a position-independent program where the analysis has to be.
  echo 'int main (void) { return (unsigned long) main >> 28 == 4; }' >where.c
  $CC -m32 -w -fPIE -pie where.c -o where
  if ./where; then try 13 -O2 -m32; else echo "not run: -m32 -pie: the emulator's place of programs" >>"$TMPDIR/left-out"; fi
  try 13 -O2 -m32 -no-pie -mfpmath=sse -msse2
fi
# The code is the plain one, also of what is known by a static alias alone.
$CC -O3 -fPIC -c prog.c -o prog.o
objdump -d prog.o >plain
$CC -O3 -fPIC $PLUGIN -c prog.c -o prog.o
objdump -d prog.o | same plain -
$CC -O3 $PLUGIN copies.c -o copies
$HALT atom copies copies.inst.c copies.anal.c
code $HALT atom copies copies.inst.c copies.anal.c -- x
>>> out
ghalt: copies.inst.c:6: note: power.constprop.0, a copy of power that GCC made for some of its callers, is not replaced
ghalt: copies.inst.c:6: note: power.constprop.0, a copy of power that GCC made for some of its callers, is not replaced
ghalt: copies.inst.c:9: inner cannot be replaced by my_inner: it uses variables of the function that it is in, which only that can call it with; do not pass ReplAddrValue
exit 2
