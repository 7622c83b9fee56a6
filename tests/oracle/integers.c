/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Integers wider and narrower than a register: 128 bits where there are such, 64,
   16 and 8, signed and unsigned; carries and overflow.  */

#include <stdio.h>

volatile long long seed = 0x123456789abcdefll;

#ifdef __SIZEOF_INT128__
typedef __int128 wide;
typedef unsigned __int128 uwide;
#else
typedef long long wide;
typedef unsigned long long uwide;
#endif

__attribute__ ((noinline)) static int
order (wide a, wide b)
{
  return a < b ? -1 : a > b;
}

__attribute__ ((noinline)) static int
unsigned_order (uwide a, uwide b)
{
  if (a == b)
    return 0;
  return a < b ? -1 : 1;
}

__attribute__ ((noinline)) static int
saturate (long long a, long long b)
{
  long long r;
  if (__builtin_add_overflow (a, b, &r))
    return 1;
  if (__builtin_mul_overflow (a, b, &r))
    return 2;
  return r < 0 ? 3 : 4;
}

__attribute__ ((noinline)) static int
narrow (long long s)
{
  signed char a = s;
  unsigned char b = s >> 8;
  short c = s >> 16;
  unsigned short d = s >> 32;
  int r = 0;
  if (a < b)
    r |= 1;
  if (c >= d)
    r |= 2;
  if ((signed char) b == a)
    r |= 4;
  if (!(d & 0x8001))
    r |= 8;
  if ((c ^ a) < 0)
    r |= 16;
  return r;
}

__attribute__ ((noinline)) static unsigned long long
gcd (unsigned long long a, unsigned long long b)
{
  while (b)
    {
      unsigned long long t = a % b;
      a = b;
      b = t;
    }
  return a;
}

int
main (void)
{
  unsigned long long s = seed;
  long sum = 0;
  for (int i = 0; i < 400; i++)
    {
      s ^= s << 13;
      s ^= s >> 7;
      s ^= s << 17;
      wide a = (wide) (long long) s * (i % 5 - 2), b = (wide) s << (i % 70);
      uwide c = i % 3 ? b : a;
      sum += order (a, b) + 3 * unsigned_order (a, c);
      sum += saturate (s >> i % 40, (long long) s >> i % 60);
      sum += narrow (s);
      sum += gcd (s >> 30, i + 1);
    }
  printf ("%ld\n", sum);
  return 0;
}
