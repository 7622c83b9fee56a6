/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Vector instructions that read less of a memory operand than a vector, or
   part of it: one element, one half, elements to be widened; and the
   compares and conversions of one element.  events: -msse2 */
/* test: events -O2 */
/* test: not alpha/ ia64/ aarch64/ riscv64/ */

#include <emmintrin.h>
#include <stdio.h>

static __m128 f[8];
static __m128d d[8];
static __m128i n[8];
static float singles[32];
static double doubles[16];
static int ints[32];
static long long longs[16];
static volatile int count = 24;

__attribute__ ((noinline)) static __m128
one_float (__m128 x, const __m128 *p)
{
  x = _mm_add_ss (x, p[0]);
  x = _mm_mul_ss (x, p[1]);
  x = _mm_max_ss (x, p[2]);
  x = _mm_sqrt_ss (_mm_sub_ss (x, p[3]));
  x = _mm_move_ss (x, p[1]);
  x = _mm_cmplt_ss (x, p[2]);
  if (_mm_comilt_ss (x, p[3]))
    x = _mm_rsqrt_ss (p[2]);
  return _mm_add_ps (x, p[4]);
}

__attribute__ ((noinline)) static __m128d
one_double (__m128d x, const __m128d *p, const __m128 *q, const __m128i *r)
{
  x = _mm_add_sd (x, p[0]);
  x = _mm_div_sd (x, p[1]);
  x = _mm_min_sd (x, p[2]);
  x = _mm_sqrt_sd (x, p[3]);
  x = _mm_move_sd (x, p[4]);
  x = _mm_add_pd (x, _mm_cvtps_pd (q[1]));
  x = _mm_add_pd (x, _mm_cvtepi32_pd (r[2]));
  x = _mm_cvtss_sd (x, q[3]);
  if (_mm_ucomigt_sd (x, p[5]))
#ifdef __x86_64__
    x = _mm_cvtsi64_sd (x, _mm_cvtsd_si64 (p[2]));
#else
    x = _mm_cvtsi32_sd (x, _mm_cvtsd_si32 (p[2]));
#endif
  return _mm_cmple_sd (x, p[3]);
}

__attribute__ ((noinline)) static __m128d
halves (__m128d x, const __m128d *p, const double *q)
{
  x = _mm_unpacklo_pd (x, p[0]);
  x = _mm_add_pd (x, _mm_unpackhi_pd (x, p[1]));
  x = _mm_add_pd (x, _mm_shuffle_pd (x, p[2], 1));
  x = _mm_add_pd (x, _mm_load1_pd (q));
  x = _mm_add_pd (x, _mm_loadh_pd (x, q + 1));
  x = _mm_add_pd (x, _mm_set_pd (q[3], q[5]));
  return _mm_add_pd (x, _mm_unpackhi_pd (p[3], p[3]));
}

__attribute__ ((noinline)) static __m128
float_halves (__m128 x, const __m128 *p, const float *q)
{
  x = _mm_movelh_ps (x, p[0]);
  x = _mm_add_ps (x, _mm_movehl_ps (x, p[1]));
  x = _mm_add_ps (x, _mm_unpacklo_ps (x, p[2]));
  x = _mm_add_ps (x, _mm_shuffle_ps (p[3], p[3], 0x1b));
  x = _mm_add_ps (x, _mm_set1_ps (q[4]));
  x = _mm_add_ps (x, _mm_loadl_pi (x, (const __m64 *) (q + 5)));
  return _mm_add_ps (x, _mm_cvtpd_ps (*(const __m128d *) (q + 8)));
}

__attribute__ ((noinline)) static __m128i
integers (__m128i x, const __m128i *p, const int *q, const long long *r)
{
  x = _mm_sll_epi32 (x, _mm_cvtsi32_si128 (q[3] & 3));
  x = _mm_srl_epi64 (x, _mm_and_si128 (p[2], _mm_set1_epi64x (3)));
  x = _mm_add_epi32 (x, _mm_shuffle_epi32 (p[1], 0x4e));
  x = _mm_unpacklo_epi64 (x, p[2]);
  x = _mm_add_epi32 (x, _mm_unpackhi_epi64 (x, p[3]));
  x = _mm_add_epi16 (x, _mm_set1_epi16 (q[5]));
  x = _mm_insert_epi16 (x, q[6], 3);
  x = _mm_add_epi64 (x, _mm_loadl_epi64 (p + 4));
  x = _mm_add_epi64 (x, _mm_set1_epi64x (r[2]));
  return _mm_unpacklo_epi8 (x, _mm_cvttpd_epi32 (_mm_cvtepi32_pd (p[5])));
}

__attribute__ ((noinline)) static long long
conversions (const float *p, const double *q, const int *r, const long long *s)
{
  long long sum = (int) p[1] + (long long) p[2] + (int) q[3] + (long long) q[4];
  float x = r[1] + (float) s[2] + (float) q[5];
  double y = r[3] + (double) s[4] + p[6];
  unsigned long long u = (unsigned long long) q[2] + (unsigned) p[3];
  return sum + (long long) (x + y) + u + (p[4] < x) + (q[6] > y) + __builtin_isnan (p[5]);
}

int
main (void)
{
  double sum = 0;
  for (int i = 0; i < 8; i++)
    {
      f[i] = _mm_set_ps (i, i * 0.5f, 3, i + 1);
      d[i] = _mm_set_pd (i + 0.5, 2 * i);
      n[i] = _mm_set_epi32 (i, 2 * i, 3, i * i);
      for (int k = 0; k < 4; k++)
	singles[4 * i + k] = ints[4 * i + k] = i * k;
      for (int k = 0; k < 2; k++)
	doubles[2 * i + k] = longs[2 * i + k] = i + 9 * k;
    }
  for (int i = 0; i < count; i++)
    {
      int k = i % 2;
      f[k] = one_float (f[k + 1], f + k);
      d[k] = one_double (d[k + 2], d + k, f + k, n + k);
      d[k + 1] = halves (d[k], d + k, doubles + i % 5);
      f[k + 2] = float_halves (f[k], f + k, singles + i % 5 / 4 * 4);
      n[k] = integers (n[k + 1], n + k, ints + i % 4, longs + i % 4);
      sum += conversions (singles + i % 4, doubles + i % 4, ints + i % 4,
			  longs + i % 4);
      sum += _mm_cvtsi128_si32 (n[k]) + (f[k + 2][1] > 3) + (d[k + 1][0] > 2);
    }
  printf ("%.3f\n", sum);
  return 0;
}
