# SPDX-License-Identifier: GPL-3.0-or-later
# In a loop that calls nothing registers count, and what they counted is there
# behind every way out of it.  Loops in loops, two that share their edges, ways
# out in the middle, a function that keeps the flags over the loop's end, and a
# loop whose registers are changed and never read.  Functions that clear the
# registers they have used leave nothing of ours there.

>>> x86_64 what it compiles

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

__attribute__ ((noipa)) unsigned
change (unsigned n)
{
  unsigned s = n, i = n;
  while (i-- > 0)
    {
      if (s & 4)
	s += 7;
      asm ("movl $77, %%edx; movl %%edx, %%ecx; movl %%edx, %%esi\n\t"
	   "movl %%edx, %%edi; movl %%edx, %%r8d; movl %%edx, %%r9d\n\t"
	   "movl %%edx, %%r10d; movl %%edx, %%r11d; incl %0"
	   : "+a" (s) : : "dx", "cx", "si", "di", "r8", "r9", "r10", "r11", "cc");
    }
  return s;
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
	   + carry (a, b, i) + change (i);
  printf ("%lu\n", sum);
  return 0;
}

>>> clears.c
#include <stdio.h>

#ifndef CLEARS
#define CLEARS
#endif

__attribute__ ((noipa)) CLEARS int
f (const int *text, int n)
{
  int s = 0;
  for (int i = 0; i < n; i++)
    if (text[i] == n)
      s += 3;
    else
      s ^= 5;
  return s;
}

int
main (void)
{
  static int text[50];
  int left;
  asm volatile ("xorl %%r8d, %%r8d; xorl %%r9d, %%r9d; xorl %%r10d, %%r10d\n\t"
		"xorl %%r11d, %%r11d; call f; movl %%r8d, %%eax\n\t"
		"orl %%r9d, %%eax; orl %%r10d, %%eax; orl %%r11d, %%eax"
		: "=a" (left) : "D" (text), "S" (50)
		: "dx", "cx", "r8", "r9", "r10", "r11", "cc", "memory");
  puts (left ? "something is left" : "nothing is left");
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

for clears in -DNOTHING "-DCLEARS=__attribute__((zero_call_used_regs(\"used-gpr\")))" \
	      -fzero-call-used-regs=used-gpr; do
  $CC -O2 "$clears" $PLUGIN $(arg bb cbr count) clears.c "$LIBHALT" -o prog
  HALT_FILE=/dev/null ./prog
done

>>> out
something is left
nothing is left
nothing is left
