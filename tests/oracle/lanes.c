/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Instructions of AVX-512 under a mask, which a program asks for: moves,
   expansion and compression, gathers and scatters, operands that are repeated,
   widened or narrowed; with masks of all, none and some lanes.
   Needs -march=x86-64-v4.  events: -march=x86-64-v4 */
/* test: events -O2 */
/* test: events -O3 -march=x86-64-v4 -mprefer-vector-width=512 */
/* test: events -m32 -O2 */
/* test: not alpha/ ia64/ aarch64/ riscv64/ */
/* test: switched */

#include <stdio.h>

#ifndef __AVX512BW__
int
main (void)
{
  volatile int i = 0;
  while (i < 3)
    i++;
  puts ("no AVX-512");
}
#else
#include <immintrin.h>

static unsigned char bytes[256];
static short shorts[128];
static int ints[128];
static float floats[128];
static double doubles[64];
static long long longs[64];
static __mmask16 kept[4];

__attribute__ ((noinline)) static void
moves (unsigned long long k, int at)
{
  __m512i v = _mm512_mask_loadu_epi32 (_mm512_set1_epi32 (at), k, ints + at);
  _mm512_mask_storeu_epi32 (ints + at + 3, k >> 1, v);
  _mm512_mask_storeu_epi64 (longs + at, k, _mm512_maskz_loadu_epi64 (k, longs + 9));
  _mm512_mask_storeu_epi8 (bytes + at, k,
			   _mm512_maskz_loadu_epi8 (k << 3, bytes + 64));
  _mm512_mask_storeu_epi16 (shorts + at, k,
			    _mm512_maskz_loadu_epi16 (k << 3, shorts + 64));
  _mm256_mask_storeu_ps (floats + at, k, _mm256_maskz_loadu_ps (~k, floats));
  _mm_mask_storeu_pd (doubles + at, k, _mm_maskz_loadu_pd (k, doubles + 5));
  _mm256_mask_storeu_epi8 (bytes + 128, k, _mm256_maskz_loadu_epi8 (k, bytes));
  _mm_mask_store_ss (floats + at, k, _mm_maskz_load_ss (k >> 1, floats + 3));
  _mm_mask_store_sd (doubles + at, k >> 1, _mm_maskz_load_sd (k, doubles + 3));
  kept[at & 3] = _kor_mask16 (_load_mask16 (kept + 1), k);
  _store_mask16 (kept + (at + 1) % 4, _knot_mask16 (k));
}

__attribute__ ((noinline)) static void
packs (unsigned long long k, int at)
{
  __m512i v = _mm512_maskz_expandloadu_epi32 (k, ints + at);
  _mm512_mask_compressstoreu_epi32 (ints + at + 5, k ^ 7, v);
  __m512d d = _mm512_mask_expandloadu_pd (_mm512_set1_pd (3), k, doubles + at);
  _mm512_mask_compressstoreu_pd (doubles + at + 2, k >> 2, d);
  _mm256_mask_compressstoreu_ps (floats + at, k,
				 _mm256_maskz_expandloadu_ps (k >> 3, floats));
}

__attribute__ ((noinline)) static void
indexed (unsigned long long k, int at)
{
  __m512i index = _mm512_set_epi32 (15, 1, 30, 4, at, 9, 2, -1,
				    20, 21, 22, 23, 24, 7, 6, 5);
  __m256i half = _mm512_castsi512_si256 (index);
  __m512i far = _mm512_set_epi64 (3, at, 11, -2, 12, 13, 1, 0);
  __m512i a = _mm512_i32gather_epi32 (index, ints + 2, 4);
  a = _mm512_mask_i32gather_epi32 (a, k, index, ints + 1, 4);
  __m512d d = _mm512_mask_i32gather_pd (_mm512_setzero_pd (), k, half,
					doubles + 4, 8);
  __m256 f = _mm512_mask_i64gather_ps (_mm256_setzero_ps (), k >> 1, far,
				       floats + 6, 4);
  a = _mm512_xor_si512 (a, _mm512_mask_i64gather_epi64 (far, k, far, longs + 2, 8));
  _mm512_i32scatter_epi32 (ints + 8, index, a, 4);
  _mm512_mask_i32scatter_pd (doubles + 2, k, half, d, 8);
  _mm512_mask_i64scatter_ps (floats + 7, k, far, f, 4);
  _mm256_mask_i32scatter_ps (floats + 9, k >> 4, half, f, 4);
  _mm_mask_i64scatter_epi64 (longs + 3, k, _mm512_castsi512_si128 (far),
			     _mm512_castsi512_si128 (a), 8);
}

__attribute__ ((noinline)) static void
repeated (unsigned long long k, int at)
{
  __m512 f = _mm512_loadu_ps (floats);
  __m512d d = _mm512_loadu_pd (doubles);
  f = _mm512_mask_add_ps (f, k, f, _mm512_set1_ps (floats[at]));
  f = _mm512_mask_add_ps (f, k >> 2, f, _mm512_loadu_ps (floats + at));
  f = _mm512_mask_broadcastss_ps (f, k >> 1, _mm_load_ss (floats + 2));
  f = _mm512_mask_broadcast_f32x4 (f, k, _mm_loadu_ps (floats + at));
  d = _mm512_mask_mul_pd (d, k, d, _mm512_set1_pd (doubles[at]));
  d = _mm512_mask_fmadd_pd (d, k >> 3, d, _mm512_loadu_pd (doubles + at));
  d = _mm512_mask_broadcast_f64x4 (d, k, _mm256_loadu_pd (doubles + at));
  d = _mm512_mask_movedup_pd (d, k, _mm512_loadu_pd (doubles + at));
  d = _mm512_mask_shuffle_f64x2 (d, k, d, _mm512_loadu_pd (doubles + 3), 0x4e);
  __m512i v = _mm512_loadu_si512 (ints);
  v = _mm512_mask_unpacklo_epi32 (v, k, v, _mm512_loadu_si512 (ints + at));
  v = _mm512_mask_unpackhi_epi8 (v, k, v, _mm512_loadu_si512 (ints + at + 1));
  v = _mm512_mask_madd_epi16 (v, k, v, _mm512_loadu_si512 (ints + at + 1));
  v = _mm512_mask_slli_epi32 (v, k, _mm512_loadu_si512 (ints + at + 3), 3);
  v = _mm512_mask_ternarylogic_epi64 (v, k, v, _mm512_loadu_si512 (longs + 3), 99);
  v = _mm512_mask_set1_epi64 (v, k >> 4, longs[at]);
  v = _mm512_mask_alignr_epi64 (v, k, v, _mm512_loadu_si512 (longs + at), 3);
  v = _mm512_mask_set1_epi8 (v, k, bytes[at]);
  v = _mm512_mask_set1_epi16 (v, k, shorts[at]);
  v = _mm512_mask_broadcastb_epi8 (v, k, _mm_loadu_si128 ((__m128i *) bytes));
  __mmask16 less = _mm512_mask_cmplt_epi32_mask (k, v, _mm512_loadu_si512 (ints));
  __mmask8 more
    = _mm512_mask_cmp_pd_mask (k, d, _mm512_set1_pd (doubles[3]), _CMP_GT_OQ);
  _mm512_storeu_si512 (ints + 64, _mm512_maskz_add_epi32 (less, v, v));
  _mm512_storeu_pd (doubles + 20, _mm512_maskz_add_pd (more, d, d));
  _mm512_storeu_ps (floats + 20, f);
}

__attribute__ ((noinline)) static void
resized (unsigned long long k, int at)
{
  __m256i b = _mm256_loadu_si256 ((__m256i *) (bytes + at));
  __m512i v = _mm512_mask_cvtepu8_epi16 (_mm512_setzero_si512 (), k, b);
  v = _mm512_mask_cvtepi16_epi32
    (v, k, _mm256_loadu_si256 ((__m256i *) (shorts + at)));
  v = _mm512_mask_cvtepu16_epi64
    (v, k, _mm_loadu_si128 ((__m128i *) (bytes + 40 + at)));
  __m512d d = _mm512_maskz_cvtps_pd (k, _mm256_loadu_ps (floats + at));
  d = _mm512_mask_cvtepi32_pd (d, k >> 1,
			       _mm256_loadu_si256 ((__m256i *) (ints + at)));
  __m256 f = _mm512_mask_cvtpd_ps (_mm256_setzero_ps (), k,
				   _mm512_loadu_pd (doubles + at));
  v = _mm512_mask_cvttps_epi32 (v, k, _mm512_loadu_ps (floats + at));
  _mm512_mask_cvtepi32_storeu_epi8 (bytes + at, k, v);
  _mm512_mask_cvtsepi64_storeu_epi16 (shorts + at, k, v);
  _mm512_mask_cvtusepi32_storeu_epi16 (shorts + at + 8, k, v);
  _mm512_mask_cvtepi16_storeu_epi8 (bytes + at + 80, k, v);
  _mm256_storeu_ps (floats + 9, f);
  _mm512_storeu_pd (doubles + 13, d);
  _mm256_storeu_ps (floats + 30, _mm512_extractf32x8_ps (_mm512_castpd_ps (d), 1));
  _mm_storeu_pd (doubles + 30, _mm512_extractf64x2_pd (d, 3));
  v = _mm512_inserti64x4 (v, _mm256_loadu_si256 ((__m256i *) (ints + at)), 1);
  v = _mm512_inserti32x4 (v, _mm_loadu_si128 ((__m128i *) (ints + at)), 2);
  _mm512_storeu_si512 (longs + 11, v);
}

int
main (void)
{
  double sum = 0;
  for (int i = 0; i < 128; i++)
    {
      bytes[i] = shorts[i] = ints[i] = i * 3;
      floats[i] = i * 0.5f;
      doubles[i / 2] = i * 0.25;
      longs[i / 2] = i * 1000;
    }
  for (int i = 0; i < 24; i++)
    {
      unsigned long long k = i == 0 ? 0 : i == 1 ? ~0ull
			     : 0x9e3779b97f4a7c15ull >> i % 13;
      moves (k, i);
      packs (k, i);
      indexed (k, i % 16);
      repeated (k, i);
      resized (k, i);
    }
  for (int i = 0; i < 64; i++)
    sum += bytes[i] + shorts[i] + ints[i] % 1000 + longs[i] % 1000
	   + (floats[i] > 3) + (doubles[i] > 5);
  printf ("%.2f %d\n", sum, kept[0]);
  return 0;
}
#endif
