/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Masked and gathering instructions of AVX and AVX2 that a program asks for:
   masks of all, none and some lanes, indices of both sizes, null pointers
   under inactive lanes; moves of halves and single elements of vectors.
   Needs -march=x86-64-v3.  events: -march=x86-64-v3 */
/* test: events -O2 */
/* test: events -O3 -march=x86-64-v3 */
/* test: not alpha/ ia64/ aarch64/ riscv64/ */
/* test: switched */

#include <stdio.h>

#ifndef __AVX2__
int
main (void)
{
  volatile int i = 0;
  while (i < 3)
    i++;
  puts ("no AVX2");
}
#else
#include <immintrin.h>

static int ints[64];
static float floats[64];
static double doubles[64];
static long long longs[64];
static _Alignas (32) int out[8];
static volatile int zero;

static __m256i
mask_of (unsigned bits)
{
  return _mm256_set_epi32 (-(bits >> 7 & 1), -(bits >> 6 & 1), -(bits >> 5 & 1),
			   -(bits >> 4 & 1), -(bits >> 3 & 1), -(bits >> 2 & 1),
			   -(bits >> 1 & 1), -(bits & 1));
}

__attribute__ ((noinline)) static void
moves (unsigned bits, int at)
{
  __m256i m = mask_of (bits);
  __m128i h = _mm256_castsi256_si128 (m);
  __m256i v = _mm256_maskload_epi32 (ints + at, m);
  _mm256_maskstore_epi32 (out, m, _mm256_add_epi32 (v, m));
  _mm256_maskstore_ps (floats + at + 1, m, _mm256_maskload_ps (floats + at, m));
  _mm_maskstore_pd (doubles + at, h, _mm_maskload_pd (doubles + at + 1, h));
  _mm256_maskstore_pd (doubles + 8, m, _mm256_maskload_pd (doubles + at, m));
  _mm_maskstore_epi64 (longs + at, h,
		       _mm_maskload_epi64 (longs + at + 2, h));
  _mm_maskstore_epi32 (ints + at + 1, h, _mm_maskload_epi32 (ints, h));
  if (!bits)
    _mm256_maskstore_epi32 ((int *) (long) zero, m, v);
}

__attribute__ ((noinline)) static long
gathers (unsigned bits, int at)
{
  __m256i m = mask_of (bits);
  __m128i h = _mm256_castsi256_si128 (m);
  __m256i index = _mm256_set_epi32 (7, 1, 30, 4, at, 9, 2, -1);
  __m128i half = _mm256_castsi256_si128 (index);
  __m256i far = _mm256_set_epi64x (3, at, 11, -2);
  __m256i a = _mm256_i32gather_epi32 (ints + 2, index, 4);
  a = _mm256_mask_i32gather_epi32 (a, ints + 1, index, m, 4);
  __m256 f = _mm256_mask_i32gather_ps (_mm256_setzero_ps (), floats + 1, index,
				       _mm256_castsi256_ps (m), 4);
  __m256d d = _mm256_i32gather_pd (doubles + 4, half, 8);
  d = _mm256_mask_i64gather_pd (d, doubles + 3, far, _mm256_castsi256_pd (m), 8);
  __m128i q = _mm256_mask_i64gather_epi32 (h, ints + 5, far, h, 4);
  __m128 s = _mm_mask_i64gather_ps (_mm_setzero_ps (), floats + 5,
				    _mm256_castsi256_si128 (far),
				    _mm_castsi128_ps (h), 4);
  __m256i l = _mm256_i64gather_epi64 (longs + 2, far, 8);
  __m128i x = _mm_mask_i32gather_epi64 (h, longs + 1, half, h, 8);
  a = _mm256_add_epi32 (a, _mm256_castps_si256 (f));
  a = _mm256_xor_si256 (a, _mm256_castpd_si256 (d));
  a = _mm256_xor_si256 (a, l);
  h = _mm_xor_si128 (_mm_xor_si128 (q, x), _mm_castps_si128 (s));
  _mm256_store_si256 ((__m256i *) out, a);
  return _mm_cvtsi128_si32 (h) + out[3];
}

__attribute__ ((noinline)) static int
parts (int at)
{
  __m128d d = _mm_loadl_pd (_mm_load_sd (doubles + at), doubles + 1);
  d = _mm_loadh_pd (d, doubles + at + 1);
  _mm_storeh_pd (doubles + 20, d);
  _mm_storel_pd (doubles + 21, d);
  __m256i v = _mm256_cvtepu8_epi32 (_mm_loadl_epi64 ((__m128i *) (ints + at)));
  v = _mm256_add_epi32 (v, _mm256_set1_epi32 (ints[at]));
  v = _mm256_inserti128_si256 (v, _mm_loadu_si128 ((__m128i *) ints), 1);
  _mm_storeu_si128 ((__m128i *) (ints + 40), _mm256_extracti128_si256 (v, 1));
  __m256d w = _mm256_broadcast_sd (doubles + at);
  w = _mm256_add_pd (w, _mm256_broadcast_pd ((__m128d *) (doubles + 2)));
  _mm256_storeu_pd (doubles + 30, w);
  __m128i x = _mm_insert_epi16 (_mm256_castsi256_si128 (v), ints[3], 2);
  x = _mm_insert_epi8 (x, ((char *) ints)[at], 5);
  ((short *) ints)[9] = _mm_extract_epi16 (x, 3);
  ((char *) ints)[13] = _mm_extract_epi8 (x, 7);
  ints[50] = _mm_extract_epi32 (x, 1);
#ifdef __x86_64__
  longs[50] = _mm_extract_epi64 (x, 1);
#endif
  __m128 s = _mm_insert_ps (_mm_load_ss (floats + at),
			    _mm_load_ss (floats + 2), 0x10);
  _mm_storel_pi ((__m64 *) (floats + 30), s);
  _mm_storeh_pi ((__m64 *) (floats + 33), s);
  _mm_stream_si128 ((__m128i *) out, x);
  _mm_storeu_si64 (longs + 7, _mm256_cvtps_ph (_mm256_loadu_ps (floats), 0));
  return _mm_movemask_epi8 (_mm_cmpeq_epi8 (x, _mm_lddqu_si128 ((__m128i *) ints)));
}

int
main (void)
{
  long sum = 0;
  for (int i = 0; i < 64; i++)
    {
      ints[i] = i * 3 - 7;
      floats[i] = i * 0.5f;
      doubles[i] = i * 0.25;
      longs[i] = i * 1000l;
    }
  for (unsigned bits = 0; bits < 256; bits += 5)
    {
      moves (bits, bits % 32);
      sum += gathers (bits, bits % 16) + parts (bits % 7);
    }
  for (int i = 0; i < 64; i++)
    sum += ints[i] + (long) floats[i] + (long) doubles[i] + longs[i];
  printf ("%ld\n", sum);
  return 0;
}
#endif
