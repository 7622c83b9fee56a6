# SPDX-License-Identifier: GPL-3.0-or-later
# Masks of 64 bits survive on i386, too, and say which lanes move.

>>> x86_64 what it compiles

>>> prog.c
#include <immintrin.h>
#include <stdio.h>

__attribute__ ((noipa)) static unsigned
work (const unsigned char *a, const unsigned char *b, int n, unsigned char *out)
{
  __m512i x = _mm512_loadu_si512 (a), y = _mm512_loadu_si512 (b);
  __mmask64 k = _mm512_cmplt_epu8_mask (x, y);
  unsigned s = 0;
  for (int i = 0; i < n; i++)
    {
      asm volatile ("" : "+k" (k));
      if (out[i] & 1)
	s += i;
      else
	s ^= i * 7;
      asm volatile ("" : "+k" (k));
    }
  _mm512_mask_storeu_epi8 (out, k, x);
  return s;
}

int
main (void)
{
  unsigned char a[64], b[64], out[64];
  for (int i = 0; i < 64; i++)
    a[i] = i * 37, b[i] = i * 91 + 5, out[i] = i * 3;
  unsigned s = work (a, b, 40, out);
  for (int i = 0; i < 64; i++)
    printf ("%d ", out[i]);
  printf ("%u\n", s);
  return 0;
}

>>> run
none=$("$TESTS/tools/cpu-has" -march=x86-64-v4) || skip "$none"
hostile -m32
for level in -O1 -O2 -O3; do
  both -m32 $level -march=x86-64-v4 prog.c
done
