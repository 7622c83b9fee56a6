/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What main calls, in switched.c.  */

int
digits (unsigned n)
{
  int count = 1;
  while (n > 9)
    {
      n /= 10;
      count++;
    }
  return count;
}

int
table (int i)
{
  switch (i % 9)
    {
    case 0: return 4; case 1: return i; case 2: return 7; case 3: return digits (i);
    case 4: return -i; case 5: return 1; case 6: return i & 3; default: return 0;
    }
}
