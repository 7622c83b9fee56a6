# SPDX-License-Identifier: GPL-3.0-or-later
# RISC-V: every routine walks the stack, in prologues and epilogues, too, and finds
# main; exceptions pass through instrumented frames whatever routines destroy.

>>> walk.c
#include <stdio.h>
#include <unwind.h>
static unsigned long calls, bad;
static int inside, found;
extern int main ();
static _Unwind_Reason_Code
frame (struct _Unwind_Context *c, void *n)
{
  found |= _Unwind_FindEnclosingFunction ((void *) (_Unwind_GetIP (c) - 1))
	   == (void *) main;
  return ++*(int *) n > 100 ? _URC_END_OF_STACK : _URC_NO_REASON;
}
static void
walk (void)
{
  int n = 0;
  if (inside)
    return;
  inside = 1;
  found = 0;
  _Unwind_Backtrace (frame, &n);
  calls++;
  bad += !found;
  inside = 0;
}
typedef unsigned long word;
#define ROUTINE(name, ...) void name (__VA_ARGS__) { walk (); }
ROUTINE (_record_cbr, word a, word b)
ROUTINE (_record_mbr, word a, word b)
ROUTINE (_record_entry, word a)
ROUTINE (_record_exit, word a)
ROUTINE (_record_block, word a)
ROUTINE (_record_load, long a, word b, word c)
ROUTINE (_record_store, long a, word b, word c)
ROUTINE (_record_setjmp, word a, word b)
ROUTINE (_record_longjmp, word a, word b, word c)
__attribute__ ((destructor)) static void
end (void)
{
  fprintf (stderr, "%s\n", calls < 1000 ? "few calls" : bad ? "bad" : "good");
}

>>> prog.cc
#include <cstdio>
#include <string>
#include <vector>
struct D { int n; D (int m) : n (m) {} ~D () { printf ("~%d\n", n); } };
__attribute__ ((noinline)) int leaf (int a) { return a & 1 ? a * 3 : a; }
__attribute__ ((noinline)) int
deep (int n)
{
  D d (n);
  if (n == 0)
    throw n;
  if (n % 3 == 2)
    throw std::string ("x");
  return leaf (deep (n - 1)) + 1;
}
__attribute__ ((noinline)) double
half (double x)
{
  if (x < 0)
    throw x;
  return x / 2;
}
__attribute__ ((noinline)) int
array (int n)
{
  int a[n + 1];
  for (int i = 0; i <= n; i++)
    a[i] = leaf (i);
  return a[n / 2];
}
int
main ()
{
  for (int i = 0; i < 6; i++)
    try { printf ("%d\n", deep (i)); }
    catch (int e) { printf ("int %d\n", e); }
    catch (std::string &s) { printf ("string %s\n", s.c_str ()); }
  double sum = 0;
  for (int i = 0; i < 60; i++)
    try { sum += half (i % 17 - 5) + array (i); if (i % 7 == 0) throw i; }
    catch (double d) { sum -= d; }
    catch (...) { sum += 1000; }
  try { std::vector<int> v; v.at (3) = 1; }
  catch (std::exception &e) { sum++; }
  printf ("%g\n", sum);
}

>>> run
machine riscv64
hostile
$CC -O2 -w -funwind-tables -c walk.c
kinds=$(arg cbr mbr entry exit load store bb setlongjmp mem=frame,spill)
for o in -O0 -O2 "-O2 -fPIC" "-O2 -fnon-call-exceptions" "-Os -fno-omit-frame-pointer" "-O2 -static"; do
  $CXX -w $o prog.cc -o plain
  code $RUN ./plain >plain.out
  for routines in hostile walk; do
    $CXX -w $o $PLUGIN $kinds prog.cc $routines.o -o prog
    code $RUN ./prog >out 2>err
    same plain.out out
    cat err
  done
done

>>> out
good
good
good
good
good
good
