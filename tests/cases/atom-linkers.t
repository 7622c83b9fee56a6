# SPDX-License-Identifier: GPL-3.0-or-later
# ghalt atom: programs and shared objects of other linkers run as ever and count what those of
# GNU's do, also with options that this one does not know; functions that they fold have
# addresses; of data that move it is said why.

>>> x86_64 ghalt atom

>>> rest

>>> prog.c
#include <stdio.h>
#include <stdlib.h>
static int table[100] = { 1, 2, 3 };
static const double numbers[] = { 1.5, 2.5, 3.5 };
int zeros[50];
_Thread_local int local = 3;
int work (int n);
__attribute__ ((noinline, noclone)) int twice (int n) { int s = 0; for (int i = 0; i < n; i++) if (i % 3) s += i; return s; }
__attribute__ ((noinline, noclone)) int again (int n) { int s = 0; for (int i = 0; i < n; i++) if (i % 3) s += i; return s; }
static int compare (const void *a, const void *b) { return *(int *) a - *(int *) b; }
int main (int argc, char **argv)
{
  for (int i = 0; i < 100; i++)
    if (i & 4) table[i] += work (i), local++;
  qsort (table, 100, sizeof *table, compare);
  printf ("%d %d %d %g %d %d\n", table[99], twice (10 * argc), again (20 * argc), numbers[argc], zeros[argc], local);
  return 0;
}
>>> lib.c
static int seen[8];
int shared = 5;
__attribute__ ((constructor)) static void begin (void) { seen[3] = 7; }
int work (int n) { int s = shared; for (int i = 0; i < n; i++) if (i & 1) s += seen[i & 7]++; return s; }
>>> cxx.cc
#include <iostream>
#include <stdexcept>
#include <vector>
struct A { virtual int f (int n) { if (n > 5) throw std::runtime_error ("big"); return n; } virtual ~A () { } };
struct B : A { int f (int n) override { return A::f (n) * 2; } };
static std::vector<int> all { 1, 2, 3 };
int main (int argc, char **argv)
{
  for (int i = 0; i < 10; i++)
    try { B b; all.push_back (b.f (i)); } catch (std::exception &e) { std::cout << e.what () << i << "\n"; }
  for (int i : all) std::cout << i << " ";
  std::cout << "\n";
}
>>> run
atom_library
export HALT_FLAGS=atom
wrapped () { HALT=on HALT_CC=$CC "${HALT%/*}/halt-gcc" -w -O2 -fno-ipa-icf -ffunction-sections "$@"; }
# try NAME: what the program NAME prints plain and instrumented, and counts without addresses.
try ()
{
  ./$1 >plain
  atom_tool branch $1 2>said || cat said
  ! grep -v 'data are not where they are in' said || echo "$1 says more"
  ! grep 'data are not' said | grep -qv ": $ld, which linked it, orders them in its own way" ||
    [ $ld = bfd ] || cat said
  ./$1.branch | same plain -
  # mold 2 leaves no name of what it folded.
  nm $1 | grep -qw again || sed -i '/again:/s/^0x0 /folded /' branch.out
  ! grep -w 0x0 branch.out || echo "$1: no address"
  sed -i 's/^folded /0x0 /' branch.out
  sed 's/0x[0-9a-f]*//' branch.out | tr -s ' ' >$1.counts
}
for ld in bfd gold lld mold; do
  [ $ld = bfd ] || command -v ld.$ld >/dev/null ||
    { echo "not run: $ld: it is not here" >>"$TMPDIR/left-out"; continue; }
  fold=
  [ $ld = bfd ] || fold=-Wl,--icf=all
  # Recorded, and deduced.
  for kind in -pie -no-pie -static; do
    wrapped $kind -fuse-ld=$ld $fold prog.c lib.c -o $ld$kind
    try $ld$kind
  done
  $CC -w -O2 -fuse-ld=$ld $PLUGIN $(arg atom) prog.c lib.c -o $ld-deduced
  try $ld-deduced
  $CC -w -O2 -fPIC -shared -fuse-ld=$ld $PLUGIN $(arg atom) lib.c -o lib$ld.so
  $CC -w -O2 -fuse-ld=$ld $PLUGIN $(arg atom) prog.c ./lib$ld.so -o $ld-shared
  try $ld-shared
  $CXX -w -O2 -fuse-ld=$ld $PLUGIN $(arg atom) cxx.cc -o $ld-cxx
  try $ld-cxx
  for kind in -pie -no-pie -static -deduced -shared -cxx; do
    same bfd$kind.counts $ld$kind.counts
  done
done
awk 'END { print (NR > 5 ? "branches" : NR) }' bfd-pie.counts
>>> out
branches
