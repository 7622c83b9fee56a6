# SPDX-License-Identifier: GPL-3.0-or-later
# cover: functions and lambdas that constants may call are counted where the program calls
# them, as clang counts, at any level of optimization; the compiler evaluates them as without.

>>> k.cc
#include <cstdio>
#include <array>
constexpr int len (int n)
{
  for (int i = 0; i < 9; i++)
    if (n > 3 && i == n)
      return n;
  return n ? 0 : 1;
}
static_assert (len (4) == 4, "");
struct P
{
  int x, y;
  constexpr P (int a, int b) : x (a), y (b > 2 ? b : 2) { if (a > 5) x = 5; }
  constexpr int sum () const { return x && y ? x + y : 0; }
  constexpr P &operator+= (const P &o) { x += o.x; y += o.y; return *this; }
};
static_assert (P (7, 1).sum () == 7, "");
template <class T> constexpr T most (T a, T b) { if (a < b) return b; return a; }
static_assert (most (1, 2) == 2 && most (2.0, 1.0) == 2, "");
template <int N> constexpr auto table () { std::array<int, N> a {}; for (int i = 0; i < N; i++) a[i] = i * i; return a; }
constexpr auto squares = table<5> ();
int array[len (5) + most (1, 2)];
constexpr int fib (int n) { return n < 2 ? n : fib (n - 1) + fib (n - 2); }
static_assert (fib (10) == 55, "");
enum { E = fib (6) };
#if __cplusplus >= 202002L
consteval int now (int n) { return n > 2 && n < 7 ? n : 2; }
constinit int there = now (5);
constexpr int both (int n) { if (__builtin_is_constant_evaluated ()) return 1; return n ? 2 : 3; }
static_assert (both (0) == 1, "");
#else
static int there = 5;
constexpr int both (int n) { return n ? 2 : 3; }
#endif
int main (int argc, char **)
{
  int sum = 0;
  auto l = [] (int a) { return a > 1 || a == 1 ? a : 7; };
  constexpr int k = [] (int a) { return a && a < 5 ? a : 0; } (3);
  static_assert (k == 3, "");
  for (int i = 0; i < 6; i++)
    {
      P p (i, argc);
      p += P (argc, i);
      sum += len (i) + p.sum () + most (i, argc) + fib (i) + l (i) + both (i) + l (0);
    }
  std::printf ("%d %d %d %d\n", sum, squares[4], there + k + E, (int) sizeof array);
}

>>> compare.py
# Entries of functions and both ways of conditions, as clang has them.
import json
theirs = json.load (open ("theirs.json"))["data"][0]
branches = {}
for f in theirs["functions"]:
    for b in f["branches"]:
        n = branches.setdefault (tuple (b[:2]), [0, 0])
        n[0] += b[4]
        n[1] += b[5]
entries = {}
for f in theirs["functions"]:
    line = f["regions"][0][0]
    entries[line] = entries.get (line, 0) + f["count"]
n = bad = 0
for i in json.load (open ("ours.json"))["items"]:
    if i["sort"] == "function":
        # Clang has a function where its body begins, one line below at most here.
        theirs = entries.get (i["line"], entries.get (i["line"] + 1, 0))
        n += 1
        if theirs != i["count"]:
            bad += 1
            print (i["line"], i["function"], i["count"], theirs)
    for c in i.get ("conditions", []):
        # Clang has none in what members begin with, and where it knows the value.
        if (c["line"], c["column"]) not in branches:
            continue
        n += 1
        ours = [c["true"], c["false"]]
        theirs = branches[c["line"], c["column"]]
        if ours != theirs:
            bad += 1
            print (c["line"], c["column"], ours, theirs)
print (n > 20, bad)

>>> run
[ "$($CC -dumpversion | cut -d. -f1)" -lt 16 ] || skip "GCC 16 and later leave constexpr functions out"
for tool in clang llvm-cov llvm-profdata; do
  found=
  for name in $tool-14 $tool; do command -v $name >/dev/null && found=$name && break; done
  [ "$found" ] || skip "no $tool here"
  case $tool in clang) clang=$found ;; llvm-cov) cov=$found ;; *) profdata=$found ;; esac
done
for std in 17 20; do
  $CXX -std=c++$std k.cc -o plain
  ./plain
  $clang --driver-mode=g++ -std=c++$std -w -fprofile-instr-generate -fcoverage-mapping k.cc -o theirs
  LLVM_PROFILE_FILE=theirs.raw ./theirs
  $profdata merge theirs.raw -o theirs.data
  $cov export ./theirs -instr-profile=theirs.data >theirs.json
  for o in -O0 -O2; do
    $CXX -std=c++$std $o -Wall -Wextra -Werror $PLUGIN $(arg cover count) k.cc $LIBHALT -o k
    HALT_FILE=k.prof ./k
    $HALT cover --conditions --format=json k k.prof >ours.json
    python3 compare.py
  done
done

>>> out
166 16 16 28
166 16 16 28
166 16 16 28
True 0
166 16 16 28
True 0
166 16 16 28
166 16 16 28
166 16 16 28
True 0
166 16 16 28
True 0
