# SPDX-License-Identifier: GPL-3.0-or-later
# cover: what is in one place of the source without being one thing is counted apart: parts of
# a `?:' that is an operand in C, what a macro expands to, functions that a macro defines.
# Instances of a template are one thing.

>>> one.c
#define TWO(x, y) (((x) ? 1 : 2) + ((y) ? 3 : 4))
#define MAKE int f (int a) { return a ? 1 : 2; } int g (int a) { return a ? 3 : 4; }
#define SWAP(a, b) do { int t = a; a = b; b = t; } while (0)
MAKE
int nested (int x, int y, int a, int b, int c, int k)
{
  int r = 0;
  if ((x ? (y ? a : b) : c) && k) r = 1;
  if (x ? (y ? a : b) : c) r |= 2;
  r += k && (x ? (y ? a : b) : c);
  r += (x ? (y ? a : b) : c) ? 7 : 9;
  return r && (y
               ? a : b) &&
    /* here */ k;
}
int main (int argc, char **argv)
{
  int a = 1, b = 0;
  (void) argv;
  SWAP (a, b);
  for (int i = 0; i < 3; i++)
    a += nested (1, argc - 1, 1, 0, 1, 1) + TWO (argc, argc - 1);
  return f (argc) + g (argc - 1) - 5;
}

>>> two.cc
template <class T> T least (T a, T b) { return a < b ? a : b; }
int main () { return least (0, 2) + (least (2.0, 1.0) > 1); }

>>> run
$CC -O2 $PLUGIN $(arg cover count) one.c $LIBHALT -o one
HALT_FILE=one.prof ./one
$HALT cover --conditions one one.prof | grep -v '^  [FT-]*=\|never'
$HALT cover --conditions --format=json one one.prof | grep '"statement".*"line":20,' |
  sed 's/.*"column"/column/'
$CXX $PLUGIN $(arg cover count) two.cc $LIBHALT -o two
HALT_FILE=two.prof ./two
$HALT cover --conditions two two.prof

>>> out
functions 4/4, statements 19/21, calls 3/3, decisions 20/38, conditions 22/46, cases 0/0, masking 1/23, unique 1/23
one.c:4:1: choice: false 0, true 1
one.c:4:1: choice: false 1, true 0
one.c:8:6: if: false 3, true 0
  8:8 x != 0 ? y != 0 ? a != 0 : b != 0 : c != 0: false 3, true 0, masking: add TT=T, unique: add TT=T
  8:32 k != 0: false 0, true 0, masking: add TF=F TT=T, unique: add TF=F TT=T
one.c:8:8: choice: false 0, true 3
one.c:8:13: choice: false 3, true 0
one.c:9:6: if: false 3, true 0
one.c:9:7: choice: false 0, true 3
one.c:9:12: choice: false 3, true 0
one.c:10:8: value: false 3, true 0
  10:8 k != 0: false 0, true 3, masking: add F-=F TT=T, unique: add F-=F TT=T
  10:14 x != 0 ? y != 0 ? a != 0 : b != 0 : c != 0: false 3, true 0, masking: add TT=T, unique: add TT=T
one.c:10:14: choice: false 0, true 3
one.c:10:19: choice: false 3, true 0
one.c:11:8: choice: false 3, true 0
one.c:11:9: choice: false 0, true 3
one.c:11:14: choice: false 3, true 0
one.c:12:10: value: false 3, true 0
  12:10 r != 0: false 0, true 3, masking: add F--=F TTT=T, unique: add F--=F TTT=T
  12:16 y != 0 ? a != 0 : b != 0: false 3, true 0, masking: add TTT=T, unique: add TTT=T
  14:16 k != 0: false 0, true 0, masking: add TTF=F TTT=T, unique: add TTF=F TTT=T
one.c:12:16: choice: false 3, true 0
one.c:21:3: for: false 1, true 3
one.c:22:45: choice: false 0, true 3
one.c:22:45: choice: false 3, true 0
column:3,"count":1},
column:3,"count":1},
column:3,"count":1},
column:3,"count":1},
functions 2/2, statements 2/2, calls 2/2, decisions 2/2, conditions 2/2, cases 0/0, masking 1/1, unique 1/1
two.cc:1:48: choice: false 1, true 1
