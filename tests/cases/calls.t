# SPDX-License-Identifier: GPL-3.0-or-later
# CALL and CALLRET where it is hard to know the address of what is called, or to say
# anything after the call.  Both sides of each comparison are the program's own.

>>> x86_64 what it compiles

>>> calls.h
#ifdef __cplusplus
extern "C" {
#endif
/* The next call to be reported is one of F; whose id was it?  */
void expect (void *f);
#ifdef __cplusplus
}
#endif

>>> routines.c
#include <stdio.h>
#include <stdlib.h>
static void *expected;
static unsigned long calls, returns, stack[1000], depth;

__attribute__ ((noipa)) void
expect (void *f)
{
  expected = f;
}

void
_record_call (void *callee, unsigned long id)
{
  calls++;
  if (callee == (void *) expect)
    return;
  if (expected && callee != expected)
    printf ("%p is called, not %p\n", callee, expected);
  expected = NULL;
  if (depth < 1000)
    stack[depth++] = id;
}

void
_record_callret (unsigned long id)
{
  returns++;
  while (depth > 0 && stack[depth - 1] != id)
    depth--;
  depth -= depth > 0;
}

__attribute__ ((destructor)) static void
_halt_end (void)
{
  printf ("calls %lu, returns %lu\n", calls, returns);
}

>>> shapes.c
#include <setjmp.h>
#include <stdio.h>
#include <stdlib.h>
#include "calls.h"

/* Weak and missing, weak and there, hidden, protected, chosen when the program is
   loaded; other return values than in the first register.  */
extern int missing (int) __attribute__ ((weak));
__attribute__ ((weak, noipa)) int weak (int x) { return x + 1; }
__attribute__ ((visibility ("hidden"), noipa)) int hidden (int x) { return x + 2; }
__attribute__ ((visibility ("protected"), noipa)) int protected_ (int x) { return x + 3; }
static __attribute__ ((noipa)) int chosen (int x) { return x + 4; }
static void *choose (void) { return (void *) chosen; }
int choice (int) __attribute__ ((ifunc ("choose")));
__attribute__ ((noipa)) static int local (int x) { return x + 5; }
__attribute__ ((noipa)) static double real (double x) { return x * 2; }
__attribute__ ((noipa)) static long double longer (long double x) { return x * 3; }
__attribute__ ((noipa)) static _Complex double both (double x) { return x + 1i; }
struct large { int a[9]; };
__attribute__ ((noipa)) static struct large structure (int x)
{
  struct large s = { { x, x + 1 } };
  return s;
}
__attribute__ ((noipa)) static int many (int a, int b, int c, int d, int e, int f,
					 int g, int h, double x)
{
  return a + b + c + d + e + f + g + h + (int) x;
}
__attribute__ ((noipa)) static int tail (int x) { return local (x); }
__attribute__ ((noipa)) static int jump (int (*f) (int), int x) { return f (x); }

static __thread int (*mine) (int);
static jmp_buf buf;
static volatile int sum;

#define CALL(f, ...) (expect ((void *) (f)), sum += (int) (f) (__VA_ARGS__))

__attribute__ ((noipa, noreturn)) static void
back (void)
{
  longjmp (buf, 1);
}

__attribute__ ((noipa)) static int
nested (int n)
{
  int inner (int x) { return x + n; }
  int (*volatile f) (int) = inner;
  return f (1);
}

int
main (void)
{
  int (*volatile through[3]) (int) = { local, weak, tail };
  if (missing)
    CALL (missing, 1);
  CALL (weak, 1);
  CALL (hidden, 1);
  CALL (protected_, 1);
  /* What it is called by need not be what is called.  */
  expect (NULL);
  sum += choice (1);
  CALL (local, 1);
  CALL (real, 1.5);
  CALL (longer, 1.5L);
  expect ((void *) both);
  sum += __imag__ both (2);
  expect ((void *) structure);
  sum += structure (7).a[1];
  CALL (many, 1, 2, 3, 4, 5, 6, 7, 8, 9.5);
  CALL (a64l, "/");
  for (int i = 0; i < 3; i++)
    {
      expect ((void *) through[i]);
      sum += through[i] (1);
    }
  CALL (tail, 1);
  CALL (jump, local, 1);
  mine = weak;
  expect ((void *) weak);
  sum += mine (1);
  CALL (nested, 1);
  if (!setjmp (buf))
    back ();
  printf ("%d\n", sum);
  return 0;
}

>>> thread.c
/* In a program that is linked statically there is no __tls_get_addr to call.  */
__thread int x;
__attribute__ ((noipa)) static int *f (void) { return &x; }

int
main (void)
{
  *f () = 3;
  return x - 3;
}

>>> part.cc
#include "calls.h"

/* The slow part becomes a local function of the same section, which linkers drop
   with the rest where they have it already.  */
extern int limit;
int __attribute__ ((noipa)) slow (int x);

inline int
often (int x)
{
  if (__builtin_expect (x > limit, 0))
    {
      int n = 0;
      for (int i = 0; i < x; i++)
	n += slow (i) + slow (n);
      return n;
    }
  return x;
}

#ifdef MAIN
int limit = 10;
int slow (int x) { return x & 3; }
int more (void);

struct noisy { ~noisy () { slow (1); } };

__attribute__ ((noipa)) static int
throws (int x)
{
  noisy n;
  if (x > 2)
    throw x;
  return slow (x);
}

__attribute__ ((noipa)) static int
handler (int x)
{
  try { return throws (x); }
  catch (int y) { return y * 100; }
}

int
main ()
{
  int sum = 0;
  for (int i = 0; i < 5; i++)
    sum += handler (i);
  sum += often (5) + often (20) + more ();
  return sum != 0 ? 0 : 1;
}
#else
int more (void) { return often (3) + often (30); }
#endif

>>> run
kinds=$(arg call callret)
# Optimised code may have fewer calls, and tail calls.
say ()
{
  case $1 in
    -O0*) tr '\n' ' ' <out; echo ;;
    *) sed 's/calls [0-9]*, returns [0-9]*/optimised/' out | tr '\n' ' '; echo ;;
  esac
}
for o in "-O0" "-O1" "-O2" "-O3" "-Os" "-O2 -fPIC" "-O2 -fno-plt" "-O2 -fPIC -fvisibility=hidden" \
    "-O2 -fno-pie -no-pie" "-O2 -fno-pie -no-pie -mcmodel=large" "-O2 -masm=intel" \
    "-O2 -flto" "-O2 -march=x86-64-v3 -mindirect-branch=thunk -fcf-protection=none" \
    "-O2 -static-pie" "-O0 -static" "-O2 -fsplit-stack"; do
  cpu_runs $o || continue
  $CC $o -z execstack $PLUGIN $kinds shapes.c routines.c -o prog && ./prog >out || echo "fails"
  say "$o"
done | uniq
$CC -O2 -fPIC -ftls-model=global-dynamic $PLUGIN $kinds thread.c routines.c -static -o prog
./prog
echo 'int main (void) { return 0; }' >m32.c
if $CC -m32 m32.c -o m32 2>/dev/null && ./m32; then
  for o in "-O0" "-O2" "-O2 -fPIC" "-O2 -fno-plt" "-O2 -fno-pie -no-pie" "-Os -fPIC"; do
    $CC -m32 $o -z execstack $PLUGIN $kinds shapes.c routines.c -o prog && ./prog >out || echo "fails"
    say "$o"
  done | uniq
else
  echo "112 calls 44, returns 43 "
  echo "112 optimised "
fi
# Calls of built-in functions, as printf, are none there.
for o in "-O0" "-O2" "-O2 -fPIC" "-O2 -flto"; do
  $CC $o -z execstack $PLUGIN $kinds $(arg at=gimple) shapes.c routines.c -o prog &&
    ./prog >out || echo "fails"
  tr '\n' ' ' <out
  echo
done | uniq
for o in "-O0" "-O2" "-O2 -fPIC" "-O2 -ffunction-sections -Wl,--gc-sections" "-O3 -fPIC -fno-plt"; do
  $CXX $o $PLUGIN $kinds -DMAIN -c part.cc -o main.o
  $CXX $o $PLUGIN $kinds -c part.cc -o more.o
  $CC -c -O2 routines.c
  $CXX $o main.o more.o routines.o -o prog && ./prog >out || echo "fails"
  sed 's/[0-9][0-9]*/N/g' out
done | uniq

>>> out
112 calls 44, returns 43 
112 optimised 
112 calls 44, returns 43 
112 optimised 
calls 1, returns 1
112 calls 44, returns 43 
112 optimised 
112 calls 43, returns 42 
calls N, returns N
