/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Where libFuzzer comes in: how inputs are changed.  */

#include "tests/fuzz/fuzz.h"

size_t LLVMFuzzerMutate (uint8_t *data, size_t size, size_t max);
size_t LLVMFuzzerCustomMutator (uint8_t *data, size_t size, size_t max,
				unsigned seed);
int LLVMFuzzerTestOneInput (const uint8_t *data, size_t size);

static uint64_t state;

static uint64_t
next_random (void)
{
  state ^= state << 13;
  state ^= state >> 7;
  return state ^= state << 17;
}

/* Numbers at which sizes and indexes break.  */
static uint64_t
hard_number (const uint8_t *data, size_t size)
{
  static const uint64_t hard[] = {
    0, 1, 2, 3, 7, 8, 16, 0x7f, 0xff, 0x7fff, 0xffff, 0x7fffffff, 0x80000000,
    0xfffffffe, 0xffffffff, 0x100000000, 0x7fffffffffffffff,
    0x8000000000000000, 0xfffffffffffffff8, 0xffffffffffffffff
  };
  uint64_t n = next_random () % (sizeof hard / sizeof *hard + 4);
  if (n < sizeof hard / sizeof *hard)
    return hard[n];
  if (n % 2)
    return next_random () % (size + 1);
  uint64_t other;		/* what stands elsewhere */
  memcpy (&other, data + next_random () % (size / 8) * 8, sizeof other);
  return other;
}

/* Change one field of 4 or 8 bytes.  */
static void
change_field (uint8_t *data, size_t size)
{
  size_t width = next_random () % 3 ? 4 : 8;
  size_t range = next_random () % 4 ? size : size < 512 ? size : 512;
  uint8_t *at = data + next_random () % (range / width) * width;
  uint64_t value = 0;
  memcpy (&value, at, width);
  switch (next_random () % 4)
    {
    case 0: value++; break;
    case 1: value--; break;
    case 2: value ^= (uint64_t) 1 << next_random () % (8 * width); break;
    default: value = hard_number (data, size);
    }
  memcpy (at, &value, width);
}

size_t
LLVMFuzzerCustomMutator (uint8_t *data, size_t size, size_t max, unsigned seed)
{
  state = seed * 0x9e3779b97f4a7c15ull + 88172645463325252ull;
  if (size < 64 || next_random () % 3 == 0)
    size = LLVMFuzzerMutate (data, size, max);
  else
    for (uint64_t n = next_random () % 4 + 1; n > 0; n--)
      change_field (data, size);
  return next_random () % 16 ? fuzz_seal (data, size, max) : size;
}

int
LLVMFuzzerTestOneInput (const uint8_t *data, size_t size)
{
  void *copy = fuzz_copy (data, size);
  fuzz_one (copy, size);
  free (copy);
  return 0;
}
