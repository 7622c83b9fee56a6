# SPDX-License-Identifier: GPL-3.0-or-later
# cover: statements, decisions, conditions, cases and MC/DC as they are written.

>>> prog.c
#include <stdio.h>
#include <stdlib.h>
#define BOTH(x, y) ((x) && (y))
static int
f (int a, int b, int c)
{
  int r = 0;
  if (a && (b || c))
    r += 1;
  else if (a >= 1 && a <= 5)
    r += 2;
  while (r < 10 && !(b && c))
    r += 3;
  for (int i = 0; i < 3; i++)
    if ((a || b) && c)
      r++;
  if (__builtin_expect (BOTH (a == 12, b) || r == 100, 0))
    exit (r);
  switch (a)
    {
    case 0:
    case 1:
      r++;
      break;
    case 7 ... 9:
      return b ? 3 : 4;
    }
  return r;
}
static int
unused (int a)
{
  return a ? 1 : 2;
}
int
main (int argc, char **argv)
{
  int s = argc > 100 ? unused (argc) : 0;
  for (int i = 1; i + 2 < argc; i += 3)
    s += f (atoi (argv[i]), atoi (argv[i + 1]), atoi (argv[i + 2]));
  printf ("%d\n", s);
}

>>> prog.cc
#include <stdexcept>
#include <string>
#include <cstdio>
template <class T> static bool both (T a, T b) { return a > 1 && b > 1; }
// Not in a constant.

static int ended;
struct S
{
  bool ok;
  S (bool b) : ok (b || !b) {}
  ~S () { if (ok) ended++; }
};
static int throws (int n) { if (n == 2) throw std::runtime_error ("two"); return n; }
int
main (int argc, char **argv)
{
  int sum = 0;
  for (int x : { argc, 2, 3 })
    {
      try
	{
	  if (S s (x & 1); s.ok && std::string (x > 1 ? "x" : "y") == "x" && x)
	    sum += throws (x);
	  sum++;
	}
      catch (const std::exception &)
	{
	  sum += 100;
	}
      if (both (x, 2) || both (2.0 * x, 3.0))
	sum++;
    }
  auto l = [&] (int a) { asm (""); return a && sum; };
  if constexpr (sizeof (int) == 4)
    sum += argc + 4;
  std::printf ("%d %d %d %s\n", sum, ended, l (1), argv[0] + 2);
}

>>> own.c
__attribute__ ((optimize ("O3"))) int f (int a, int b) { return a >= 1 && a <= 5 ? b : 0; }
#pragma GCC optimize ("O1")
int g (int a, int b) { int h (int c) { return c > 1 || c == 0; } return a || b ? h (a) : 2; }
int k (int a, int b) { if (a && b) return 1; return 3; }
int main (int argc, char **argv) { (void) argv; return f (argc, 0) + g (argc, 2) + k (argc, 0) - 4; }

>>> run
for o in -O0 -O2; do
  $CC $o -Wall -Wextra -Werror $PLUGIN $(arg cover count) prog.c $LIBHALT -o prog
  HALT_FILE=prog.prof ./prog 1 0 1 0 1 0 2 1 1 0 0 1
  $HALT cover --conditions prog prog.prof >c$o
  $CXX $o -std=c++17 -Wall -Wextra -Werror $PLUGIN $(arg cover count) prog.cc $LIBHALT -o two
  HALT_FILE=two.prof ./two
  $HALT cover --conditions two two.prof >cc$o
done
cmp c-O0 c-O2
cmp cc-O0 cc-O2
cat c-O0
# How many statements and calls C++ has of one differs by version.
sed '1s/statements [^,]*, calls [^,]*, //' cc-O0
# Without the library's counters: routines are called.
$CC -O1 $PLUGIN $(arg cover) prog.c $LIBHALT -o called
HALT_FILE=called.prof ./called 1 0 1 0 1 0 2 1 1 0 0 1
$HALT cover --conditions called called.prof | cmp - c-O0
# A program and its header in two units; and what was not compiled so.
cat >one.h <<'END'
static inline int small (int n) { return n > 7 && n < 9 ? n : 1; }
END
printf '#include "one.h"\nint part (void) { return small (8); }\n' >part.c
printf '#include "one.h"\nint part (void);\nint main (void) { return part () - small (1) - 7; }\n' >main.c
$CC $PLUGIN $(arg cover count) main.c part.c $LIBHALT -o three
HALT_FILE=three.prof ./three
$HALT cover --conditions three three.prof
$CC $PLUGIN $(arg bb count) main.c part.c $LIBHALT -o four
HALT_FILE=four.prof ./four
$HALT cover --conditions four four.prof
# What comes after a call that does not return.
cat >ends.c <<'END'
#include <stdlib.h>
__attribute__ ((noinline)) static void leave (int n) { if (n) exit (0); }
int main (int argc, char **argv) { int a = argc;
  leave (a);
  a = argv[0][0];
  return a; }
END
$CC -O1 $PLUGIN $(arg cover count) ends.c $LIBHALT -o ends
HALT_FILE=ends.prof ./ends
$HALT cover --conditions ends ends.prof | grep never
# Functions with options of their own: nothing is folded.
for o in -O0 -O2; do
  $CC $o $PLUGIN $(arg cover count) own.c $LIBHALT -o own
  HALT_FILE=own.prof ./own || :
  $HALT cover --conditions own own.prof >own$o
done
cmp own-O0 own-O2
head -n 3 own-O2
# Objects that say other things of what is written.
objcopy --dump-section .debug.halt_cover=text three
for change in 's/decision/dezision/' 's/\.\.&/..#/' 's/one\.h/one\th/;s/statements/function/'; do
  sed "$change" text >bad
  cp three broken
  objcopy --update-section .debug.halt_cover=bad broken 2>/dev/null
  $HALT cover --conditions broken three.prof >/dev/null || echo "status $?"
done
$HALT cover --conditions --format=json two two.prof >two.json
python3 -W ignore -m jsonschema -i two.json "$TESTS/../docs/schema/written.json"
$CC $PLUGIN $(arg cover switch) -c main.c || :
$CC $PLUGIN $(arg cover blpp) -c main.c || :

>>> out
44
113 3 1 two
44
113 3 1 two
functions 2/3, statements 20/24, calls 5/7, decisions 13/20, conditions 25/38, cases 3/4, masking 8/19, unique 7/19
prog.c:8:6: if: false 2, true 2
  8:7 a != 0: false 2, true 2, masking: F--=F TFT=T, unique: F--=F TFT=T
  8:13 b != 0: false 1, true 1, masking: add TFF=F, unique: add TFF=F
  8:18 c != 0: false 0, true 1, masking: add TFF=F, unique: add TFF=F
  F--=F 2
  TFF=F 0
  TFT=T 1
  TT-=T 1
prog.c:10:11: if: false 2, true 0
  10:12 a > 0: false 2, true 0, masking: add TT=T, unique: add TT=T
  10:22 a <= 5: false 0, true 0, masking: add TF=F TT=T, unique: add TF=F TT=T
  F-=F 2
  TF=F 0
  TT=T 0
prog.c:11:5: never executed
prog.c:12:9: while: false 4, true 11
  12:10 r <= 9: false 3, true 12, masking: F--=F TFT=T, unique: F--=F TFT=T
  12:22 b == 0: false 5, true 7, masking: TFF=F TT-=T, unique: TFF=F TT-=T
  12:27 c == 0: false 1, true 4, masking: TFF=F TFT=T, unique: TFF=F TFT=T
  F--=F 3
  TFF=F 1
  TFT=T 4
  TT-=T 7
prog.c:14:3: for: false 4, true 12
prog.c:15:8: if: false 6, true 6
  15:10 a != 0: false 6, true 6, masking: FF-=F T-T=T, unique: FF-=F T-T=T
  15:15 b != 0: false 3, true 3, masking: add FTT=T, unique: add FTT=T
  15:21 c != 0: false 3, true 6, masking: FTF=F T-T=T, unique: add FTT=T
  FF-=F 3
  FTF=F 3
  FTT=T 0
  T-F=F 0
  T-T=T 6
prog.c:17:6: if: false 4, true 0
  17:6 a == 12: false 4, true 0, masking: add TT-=T, unique: add TT-=T
  17:6 b != 0: false 0, true 0, masking: add TFF=F TT-=T, unique: add TFF=F TT-=T
  17:6 r == 100: false 4, true 0, masking: add F-T=T, unique: add F-T=T
  F-F=F 4
  F-T=T 0
  TFF=F 0
  TFT=T 0
  TT-=T 0
prog.c:18:5: never executed
prog.c:18:5: call of exit: never executed
prog.c:19:3: switch
  21:5 0: 2
  22:5 1: 1
  25:5 7: 0
  19:3 other: 1
prog.c:26:14: never executed
prog.c:26:14: choice: false 0, true 0
prog.c:31:1: unused: never executed
prog.c:33:10: never executed
prog.c:33:10: choice: false 0, true 0
prog.c:38:11: choice: false 1, true 0
prog.c:38:24: call of unused: never executed
prog.c:39:3: for: false 1, true 4
functions 6/6, decisions 14/18, conditions 22/30, cases 0/0, masking 5/15, unique 5/15
prog.cc:4:57: value: false 1, true 3
  4:57 a > 1: false 1, true 3, masking: F-=F TT=T, unique: F-=F TT=T
  4:66 b > 1: false 0, true 3, masking: add TF=F, unique: add TF=F
  F-=F 1
  TF=F 0
  TT=T 3
prog.cc:11:20: value: false 0, true 3
  11:20 b: false 1, true 2, masking: add FT=F, unique: add FT=F
  11:26 b: false 1, true 0, masking: add FT=F, unique: add FT=F, coupled with 11:20
  FF=T 1
  FT=F 0
  T-=T 2
prog.cc:12:11: if: false 0, true 3
prog.cc:14:29: if: false 1, true 1
prog.cc:19:3: for: false 1, true 3
prog.cc:23:4: if: false 1, true 2
  23:21 s.ok: false 0, true 3, masking: add F--=F, unique: add F--=F
  23:34 string (x > 1 ? "x" : "y") == "x": false 1, true 2, masking: TF-=F TTT=T, unique: TF-=F TTT=T
  23:71 x != 0: false 0, true 2, masking: add TTF=F, unique: add TTF=F
  F--=F 0
  TF-=F 1
  TTF=F 0
  TTT=T 2
prog.cc:23:42: choice: false 1, true 2
prog.cc:31:7: if: false 0, true 3
  31:11 both (x, 2): false 1, true 2, masking: add FF=F, unique: add FF=F
  31:26 both (2.0 * x, 3.0): false 0, true 1, masking: add FF=F, unique: add FF=F
  FF=F 0
  FT=T 1
  T-=T 2
prog.cc:34:43: value: false 0, true 1
  34:43 a != 0: false 0, true 1, masking: add F-=F, unique: add F-=F
  34:48 sum != 0: false 0, true 1, masking: add TF=F, unique: add TF=F
  F-=F 0
  TF=F 0
  TT=T 1
44
functions 3/3, statements 3/3, calls 3/3, decisions 2/2, conditions 3/4, cases 0/0, masking 1/2, unique 1/2
one.h:1:42: choice: false 1, true 1
  1:42 n > 7: false 1, true 1, masking: F-=F TT=T, unique: F-=F TT=T
  1:51 n <= 8: false 0, true 1, masking: add TF=F, unique: add TF=F
  F-=F 1
  TF=F 0
  TT=T 1
ghalt: note: nothing was compiled with '-fplugin-arg-halt-cover'
functions 0/0, statements 0/0, calls 0/0, decisions 0/0, conditions 0/0, cases 0/0, masking 0/0, unique 0/0
ends.c:5:3: never executed
ends.c:6:10: never executed
functions 5/5, statements 7/8, calls 4/4, decisions 4/8, conditions 7/16, cases 0/0, masking 0/8, unique 0/8
own.c:1:65: choice: false 0, true 1
  1:65 a > 0: false 0, true 1, masking: add F-=F, unique: add F-=F
ghalt: broken: what is written in main.c cannot be read, or there is no memory
status 2
ghalt: broken: what is written in main.c cannot be read, or there is no memory
status 2
ghalt: broken: what is written in main.c cannot be read, or there is no memory
status 2
cc1: error: halt: option 'switch' is about machine code; 'at=gimple' does not have it
cc1: error: halt: option 'cover' is about the code that gcov knows; 'blpp' does not have it
