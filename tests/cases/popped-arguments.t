# SPDX-License-Identifier: GPL-3.0-or-later
# GCC may use arguments that it has popped again, below the stack pointer, in a
# function that has no red zone: a pot must not write there.

>>> x86_64 what it compiles

>>> prog.c
#ifndef W
#define W 8
#endif
struct s { long a[W]; };
static int __attribute__ ((noinline, noclone)) sum (struct s s, const long *p)
{
  long r = 0;
  for (int i = 0; i < W; i++)
    r += s.a[i] != p[i];
  return r;
}
int __attribute__ ((noinline, noclone)) f (const struct s *s, const long *p, const long *q,const long*r,const long*x)
{
  struct s t = *s;
  if (sum (t, p)) __builtin_abort ();
  if (sum (t, q)) __builtin_abort ();
  if (sum (t, r)) __builtin_abort ();
  if (sum (t, x)) __builtin_abort ();
  return 0;
}
int main (void)
{
  struct s s; for (int i=0;i<W;i++) s.a[i]=i+1;
  return f (&s, s.a, s.a,s.a,s.a);
}

>>> run
for o in "-O2" "-O2 -mavx512f" "-O2 -DW=4" "-O2 -DW=4 -march=x86-64-v4"; do
  cpu_runs $o || continue
  both $o prog.c
done 2>&1 | grep -v "no events" || :

>>> out
