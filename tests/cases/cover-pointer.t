# SPDX-License-Identifier: GPL-3.0-or-later
# cover: calls through pointers are conditions, and operands of conditions.

>>> calls.c
static int odd (int a) { return a & 1; }
static double half (int a) { return a / 2.0; }
int main (void)
{
  int (*p) (int) = odd;
  double (*q) (int) = half;
  int r = 0;
  for (int i = 0; i < 4; i++)
    if (p (i) && q (i) != 1.5)
      r++;
  while (!(*p) (r))
    r++;
  return r - 1;
}

>>> run
for compile in "$CC" "$CXX -x c++"; do
  $compile -O2 -Wall -Wextra -Werror $PLUGIN $(arg cover count) -c calls.c -o calls.o
  $CC calls.o $LIBHALT -o calls
  HALT_FILE=prof ./calls
  $HALT cover --conditions calls prof | grep -v masking
done

>>> out
calls.c:8:3: for: false 1, true 4
calls.c:9:8: if: false 3, true 1
  F-=F 2
  TF=F 1
  TT=T 1
calls.c:11:9: while: false 1, true 0
calls.c:12:5: never executed
calls.c:8:3: for: false 1, true 4
calls.c:9:5: if: false 3, true 1
  F-=F 2
  TF=F 1
  TT=T 1
calls.c:11:3: while: false 1, true 0
calls.c:12:5: never executed
