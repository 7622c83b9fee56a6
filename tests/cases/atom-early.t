# SPDX-License-Identifier: GPL-3.0-or-later
# ghalt atom: code of the program that runs early finds the analysis begun: what stands in
# .preinit_array, constructors of all priorities, a malloc that the C library calls, also in static
# programs; what chooses indirect functions runs before that and is not instrumented, nor is what it
# calls in other units.

>>> x86_64 ghalt atom

>>> pre.c
#include <stdio.h>
static int n;
static __attribute__ ((noinline)) int odd (int i) { return i & 1; }
static void pre (int argc, char **argv, char **envp) { for (int i = 0; i < 31; i++) n += odd (i); }
static void (*at_pre[]) (int, char **, char **) __attribute__ ((section (".preinit_array"), used)) = { pre, pre };
static __attribute__ ((constructor (101))) void first (void) { n += odd (3); }
static __attribute__ ((constructor)) void last (void) { n += odd (5); }
static __attribute__ ((destructor (101))) void late (void) { n += odd (7); }
int main (void) { printf ("%d\n", n); return 0; }
>>> heap.cc
#include <cstdio>
#include <cstdlib>
#include <string>
#include <vector>
static char room[1 << 22] __attribute__ ((aligned (16)));
static size_t at, calls;
static __attribute__ ((noinline)) void *take (size_t n)
{
  n = (n + 15) & ~(size_t) 15;
  calls++;
  if (at + n + 16 > sizeof room)
    return NULL;
  *(size_t *) (room + at) = n;
  void *p = room + at + 16;
  at += n + 16;
  return p;
}
extern "C" void *malloc (size_t n) { return take (n); }
extern "C" void free (void *p) { calls += p != NULL; }
extern "C" void *calloc (size_t n, size_t m) { return take (n * m); }
extern "C" void *realloc (void *p, size_t n)
{
  char *q = (char *) take (n), *o = (char *) p;
  for (size_t i = 0; o && i < n && i < *(size_t *) (o - 16); i++)
    q[i] = o[i];
  return q;
}
void *operator new (size_t n) { return malloc (n); }
void operator delete (void *p) noexcept { free (p); }
void operator delete (void *p, size_t) noexcept { free (p); }
static std::vector<std::string> early __attribute__ ((init_priority (101)))
  = { "a string that is long enough for the heap", "b" };
int main ()
{
  early.push_back ("another string that is long enough for the heap");
  std::printf ("%d\n", early.size () == 3 && calls > 3);
}
>>> choice.c
#include <stdio.h>
int helper (int);
static int one (void) { return 1; }
static int two (void) { return 2; }
static int (*choose (void)) (void) { return helper (3) ? one : two; }
int chosen (void) __attribute__ ((ifunc ("choose")));
int main (void) { printf ("%d\n", chosen ()); return 0; }
>>> helper.c
__attribute__ ((noipa)) static int deeper (int x) { return x > 1; }
int helper (int x) { for (int i = 0; i < x; i++) if (deeper (i)) return 1; return 0; }
>>> inst.c
#include <halt/atom.h>
void Instrument (int argc, char **argv)
{
  AddCallProto ("Block()");
  AddCallProto ("Open()");
  AddCallProto ("Close()");
  for (Proc *p = GetFirstProc (); p; p = GetNextProc (p))
    for (Block *b = GetFirstBlock (p); b; b = GetNextBlock (b))
      AddCallBlock (b, BlockBefore, "Block");
  AddCallProgram (ProgramBefore, "Open");
  AddCallProgram (ProgramAfter, "Close");
}
>>> anal.c
#include <stdio.h>
#include <stdlib.h>
static long *n;
void Open (void) { n = calloc (1, sizeof *n); }
void Block (void) { ++*n; }
void Close (void) { printf (*n > 0 ? "blocks\n" : "none\n"); }
>>> on aarch64 riscv64
>>> run
atom_library
PLUGIN="$PLUGIN $(arg atom)"
for options in -O2 "-O0 -no-pie" "-O2 -static" "-O2 -static-pie"; do
  # RISC-V's C library has no start of such.
  $CC $options $PLUGIN pre.c -o pre 2>none || [ "$options" != "-O2 -static-pie" ] || continue
  $CC $options $PLUGIN choice.c helper.c -o choice
  $CXX $options $PLUGIN heap.cc -o heap
  for program in pre choice heap; do
    $HALT atom $program inst.c anal.c 2>said || cat said
    grep -v 'are not where they are' said || :
    $RUN ./$program.atom >got || echo "$program $options: $?"
    $RUN ./$program >plain
    echo blocks >>plain
    sort got | same plain -
  done
done
cat plain
>>> out
1
blocks
