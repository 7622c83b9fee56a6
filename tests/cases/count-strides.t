# SPDX-License-Identifier: GPL-3.0-or-later
# A block in a loop is counted by a register that the program steps there: up and
# down, by powers of two and others, in loops in loops, with ways out in the middle,
# by pointers that are used after it, and by numbers that wrap around.

>>> prog.c
#include <stdio.h>

#define F __attribute__ ((noipa))
typedef unsigned long word;

F long up (const long *p, const long *end, long a)
{
  long s = 0;
  for (; p < end; p++)
    {
      if (*p == a)
	s += 3;
      else if (*p == 77)
	return p - end;
    }
  return s;
}

F const char *back (const char *begin, const char *p, char c)
{
  while (p > begin && *--p != c)
    ;
  return p;
}

F word two (word n, word step)
{
  word s = 0, j = n;
  for (word i = 0; i != n; i++, j -= 16)
    if (j & step)
      s ^= j + i;
  return s + j;
}

/* Three is no power of two; the other one steps in one of two ways.  */
F word ways (const unsigned char *p, word n)
{
  word s = 0, odd = 0, third = 0;
  for (word i = 0; i < n; i++)
    {
      if (p[i] & 1)
	odd++;
      else
	s += p[i];
      third += 3;
      if (s == 1000)
	break;
    }
  return s * 7 + odd * 3 + third;
}

/* The outer loop's steps, and one of the inner loop's that begins once.  */
F word nest (const long *p, word n, word m)
{
  word s = 1;
  for (word i = 0; i < n; i++)
    {
      for (word j = 0; j < m; j++, p += 2)
	{
	  if (*p % 5 == 3)
	    continue;
	  if (*p % 7 == 6)
	    goto out;
	  s = s * 3 + j;
	}
      if (s & 8)
	p -= 4;
    }
out:
  return s;
}

F word wrap (word i, word n)
{
  word s = 0;
  for (word end = i + 8 * n; i != end; i += 8)
    if (i & 32)
      s += i >> 3;
  return s;
}

/* Of 32 bits, which may wrap around.  */
F unsigned narrow (unsigned i, unsigned n, unsigned *p)
{
  unsigned s = 0;
  for (; n--; i += 1u << 30)
    if (p[n % 16] & 1)
      s ^= i;
  return s;
}

F word again (word n)
{
  word s = 0;
  do
    {
      s += n;
      n -= 4;
      if (s % 11 == 5)
	n -= 4;
    }
  while ((long) n > 0);
  return s + n;
}

int
main (void)
{
  long a[200];
  char text[200];
  unsigned u[16];
  word sum = 0;
  for (int i = 0; i < 200; i++)
    a[i] = i * 37 % 151, text[i] = i * 11 % 127;
  for (int i = 0; i < 16; i++)
    u[i] = i * i * 3;
  for (int i = 0; i < 50; i++)
    {
      sum += up (a, a + i * 4, i) + (back (text, text + i * 3, i) - text)
	     + two (i, 1 << i % 5) + ways ((unsigned char *) text, i)
	     + nest (a + 40, i % 7, i % 5) + wrap (-8 * (i - 20), 40)
	     + narrow (i, i, u) + again (i);
    }
  printf ("%lu\n", sum);
  return 0;
}

>>> run
options="$PLUGIN $(arg cbr proc bb) -fno-ipa-stack-alignment -fno-ipa-ra"
case $($CC -dumpmachine) in
  x86_64*)
    $CC -O2 $options $(arg count dump=pot) -S prog.c -o prog.s 2>dumped
    n=$(grep -c ' flush=.* stride=' dumped)
    [ "$n" -ge 8 ] || { echo "registers that step are not used: $n"; cat dumped; } ;;
esac
for level in "-O1" "-O2" "-O2 -fPIC" "-O2 -funroll-loops" "-O3 -fno-tree-vectorize" "-Os"; do
  $CC $level $options prog.c "$LIBHALT" -o prog
  HALT_FILE=call.prof ./prog >call.out
  $HALT report --sort=id --top=1000 prog call.prof >call
  for count in count count=thread count=atomic; do
    $CC $level $options $(arg $count) prog.c "$LIBHALT" -o prog
    HALT_FILE=cells.prof ./prog >cells.out
    $HALT report --sort=id --top=1000 prog cells.prof >cells
    same call.out cells.out
    diff call cells >differences || { echo "$level $count:"; cat differences; }
  done
done

>>> out
