# SPDX-License-Identifier: GPL-3.0-or-later
# Loads and stores under a mask: one event for each active lane, or one for the
# whole operand where the instruction moves values between lanes.

>>> x86_64 what it compiles

>>> prog.c
#include <immintrin.h>
#include <stdio.h>

char memory[256] __attribute__ ((aligned (64)));
char *volatile where = memory;
volatile __mmask16 mask = 0xA, none = 0;
volatile int number = 0;
static const char *name;

#define ALONE __attribute__ ((noipa))
#define LOAD(f, type, expression) \
  ALONE static type f (type x, const void *p, __mmask16 k) \
  { (void) x; (void) p; return expression; }
#define STORE(f, type, expression) \
  ALONE static void f (type x, void *p, __mmask16 k) { expression; }

LOAD (mov_ss, __m128, _mm_mask_load_ss (x, k, p))
LOAD (add_ss, __m128, _mm_mask_add_ss (x, k, x, *(__m128 *) p))
LOAD (loadu_ps, __m512, _mm512_mask_loadu_ps (x, k, p))
LOAD (add_pd, __m512d, _mm512_mask_add_pd (x, k, x, *(__m512d *) p))
LOAD (dup_ps, __m512, _mm512_mask_add_ps (x, k, x, _mm512_set1_ps (*(float *) p)))
LOAD (dup_8, __m512i, _mm512_mask_set1_epi8 (x, (__mmask64) k << 40, *(char *) p))
LOAD (dup_b, __m512i, _mm512_mask_broadcastb_epi8 (x, (__mmask64) k << 40, _mm_loadu_si128 (p)))
LOAD (cvtps2pd, __m512d, _mm512_mask_cvtps_pd (x, k, *(__m256 *) p))
LOAD (cvtpd2ps, __m256, _mm512_mask_cvtpd_ps (x, k, *(__m512d *) p))
LOAD (movsxbd, __m512i, _mm512_mask_cvtepi8_epi32 (x, k, *(__m128i *) p))
LOAD (permps, __m512, _mm512_mask_permutexvar_ps (x, k, _mm512_castps_si512 (x), *(__m512 *) p))
LOAD (shuf, __m512, _mm512_mask_shuffle_f32x4 (x, k, x, *(__m512 *) p, 0x1b))
LOAD (expand, __m512, _mm512_mask_expandloadu_ps (x, k, p))
LOAD (muldq, __m512i, _mm512_mask_mul_epi32 (x, k, x, *(__m512i *) p))
LOAD (blend, __m512, _mm512_mask_blend_ps (k, x, *(__m512 *) p))
STORE (store_ss, __m128, _mm_mask_store_ss (p, k, x))
STORE (storeu_ps, __m512, _mm512_mask_storeu_ps (p, k, x))
STORE (compress, __m512, _mm512_mask_compressstoreu_ps (p, k, x))
STORE (movdb, __m512i, _mm512_mask_cvtepi32_storeu_epi8 (p, k, x))
ALONE static int cmpps (__m512 x, const void *p, __mmask16 k)
{ return _mm512_mask_cmp_ps_mask (k, x, *(__m512 *) p, 1); }
ALONE static int cmpd (__m512i x, const void *p, __mmask16 k)
{ return _mm512_mask_cmplt_epi32_mask (k, x, *(__m512i *) p); }
ALONE static int testd (__m512i x, const void *p, __mmask16 k)
{ return _mm512_mask_test_epi32_mask (k, x, *(__m512i *) p); }
ALONE static void maskmov (__m128i x, void *p, __m128i k)
{ _mm_maskmoveu_si128 (x, k, p); }

void report (char what, long bytes, unsigned long ea);
void
report (char what, long bytes, unsigned long ea)
{
  unsigned long at = ea - (unsigned long) memory;
  if (name && at < sizeof memory)
    printf (" %c%ld@%lu", what, bytes, at);
}
void _record_load (long bytes, unsigned long ea, unsigned long id) { (void) id; report ('L', bytes, ea); }
void _record_store (long bytes, unsigned long ea, unsigned long id) { (void) id; report ('S', bytes, ea); }

#define TRY(f, x) \
  (fputs (name = #f, stdout), f (x, where, mask), fputs (" |", stdout), \
   f (x, where, none), name = NULL, putchar ('\n'))

__attribute__ ((halt ("none"))) int
main (void)
{
  __m512 s = _mm512_set1_ps (0);
  __m512i i = _mm512_set1_epi32 (0);
  TRY (mov_ss, _mm_set1_ps (0));
  mask = 0xB;
  TRY (mov_ss, _mm_set1_ps (0));
  TRY (add_ss, _mm_set1_ps (0));
  TRY (store_ss, _mm_set1_ps (0));
  mask = 0xA;
  TRY (loadu_ps, s);
  TRY (add_pd, _mm512_set1_pd (0));
  TRY (dup_ps, s);
  TRY (dup_8, i);
  TRY (dup_b, i);
  TRY (cvtps2pd, _mm512_set1_pd (0));
  TRY (cvtpd2ps, _mm256_set1_ps (0));
  TRY (movsxbd, i);
  TRY (permps, s);
  TRY (shuf, s);
  TRY (expand, s);
  TRY (muldq, i);
  TRY (blend, s);
  TRY (storeu_ps, s);
  TRY (compress, s);
  TRY (movdb, i);
  TRY (cmpps, s);
  TRY (cmpd, i);
  TRY (testd, i);
  name = "";
  fputs ("maskmov", stdout);
  maskmov (_mm_set1_epi8 (1), where, _mm_set1_epi16 (0x80));
  putchar ('\n');
  return 0;
}

>>> run
none=$("$TESTS/tools/cpu-has" -march=x86-64-v4) || skip "$none"
for machine in "" -m32; do
  for level in -O1 -O2 -O3; do
    $CC -w $machine $level -march=x86-64-v4 $PLUGIN $(arg load store) prog.c -o prog
    ./prog
  done
done | sort | uniq -c | sed 's/^ *//' | sort -k2

>>> out
6 add_pd L8@8 L8@24 |
6 add_ss L4@0 |
6 blend L4@4 L4@12 |
6 cmpd L4@4 L4@12 |
6 cmpps L4@4 L4@12 |
6 compress S4@0 S4@4 |
6 cvtpd2ps L8@8 L8@24 |
6 cvtps2pd L4@4 L4@12 |
6 dup_8 L1@0 |
6 dup_b L1@0 |
6 dup_ps L4@0 |
6 expand L4@0 L4@4 |
6 loadu_ps L4@4 L4@12 |
6 maskmov S1@0 S1@2 S1@4 S1@6 S1@8 S1@10 S1@12 S1@14
6 mov_ss L4@0 |
6 mov_ss |
6 movdb S1@1 S1@3 |
6 movsxbd L1@1 L1@3 |
6 muldq L8@8 L8@24 |
6 permps L64@0 | L64@0
6 shuf L64@0 | L64@0
6 store_ss S4@0 |
6 storeu_ps S4@4 S4@12 |
6 testd L4@4 L4@12 |
