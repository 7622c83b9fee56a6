# SPDX-License-Identifier: GPL-3.0-or-later
# In a loop that calls nothing registers count, and what they counted is there
# behind every way out of it.  Loops in loops, two that share their edges, ways
# out in the middle, and a function that keeps the flags over the loop's end.

>>> prog.c
#include <stdio.h>
#include <stdlib.h>

__attribute__ ((noipa)) int
search (const unsigned char *text, int n, int a, int b)
{
  int found = 0;
  for (int i = 0; i < n; i++)
    {
      if (text[i] == a)
	found++;
      else if (text[i] == b)
	return i;
    }
  return -found;
}

__attribute__ ((noipa)) unsigned
nest (unsigned n, unsigned m)
{
  unsigned s = n;
  for (unsigned i = 0; i < n; i++)
    {
      for (unsigned j = i; j < m; j++)
	{
	  if ((i ^ j) & 4)
	    continue;
	  for (unsigned k = 0; k < (j & 3); k++)
	    s = s * 5 + k;
	  if (s % 1001 == 7)
	    goto out;
	}
      while (s & 1)
	s >>= 1;
    }
out:
  do
    s ^= s << 3;
  while (s % 16 == 3);
  return s;
}

__attribute__ ((noipa)) unsigned long
carry (const unsigned long *a, const unsigned long *b, int n)
{
  unsigned char c = 0;
  unsigned long last = 0;
  for (int i = 0; i < n; i++)
    {
      c = __builtin_ia32_addcarryx_u64 (c, a[i], b[i], (unsigned long long *) &last);
      if (i & 1)
	last ^= c;
    }
  return last + c;
}

int
main (void)
{
  unsigned char text[1000];
  unsigned long a[50], b[50], sum = 0;
  for (int i = 0; i < 1000; i++)
    text[i] = i * 37 % 251;
  for (int i = 0; i < 50; i++)
    a[i] = -1ul - i % 3, b[i] = i;
  for (int i = 0; i < 40; i++)
    sum += search (text, 25 * i, i, 252 - i % 5) + nest (i, 30)
	   + carry (a, b, i);
  printf ("%lu\n", sum);
  return 0;
}

>>> run
options="$PLUGIN $(arg cbr proc bb load store) -fno-ipa-stack-alignment -fno-ipa-ra"
$CC -O2 $options $(arg count dump=pot) -S prog.c -o prog.s 2>dumped
grep -c ' flush=' dumped >flushes
[ "$(cat flushes)" -ge 5 ] || { echo "registers are not used: $(cat flushes)"; cat dumped; }
for level in "-O0" "-O1" "-O2" "-O2 -fPIC" "-O3 -march=native" "-Os -fno-pie -no-pie"; do
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
