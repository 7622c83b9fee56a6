/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What librecord writes: the threads, their blocks, what is in no block.  */

#include "halt/format.h"
#include "record/trace.h"
#include "tests/fuzz/fuzz.h"

size_t
fuzz_seal (uint8_t *data, size_t size, size_t max)
{
  struct halt_trace_block b;
  (void) max;
  for (size_t at = HALT_TRACE_PAGE; at + sizeof b <= size; at += 8)
    {
      memcpy (&b, data + at, sizeof b);
      if (b.magic != HALT_TRACE_BLOCK || b.stored > size - at - sizeof b)
	continue;
      b.checksum = 0;
      memcpy (data + at, &b, sizeof b);
      b.checksum = halt_sum_words (0, data + at, sizeof b + b.stored);
      memcpy (data + at, &b, sizeof b);
    }
  return size;
}

void
fuzz_one (const uint8_t *data, size_t size)
{
  enum
  {
    N = 512
  };
  static struct event e[N];
  struct trace t = { .path = "halt.trace" };
  uint64_t read = 0;
  size_t got;
  void *copy = fuzz_copy (data, size);
  bool good = trace_read (&t, "halt.trace", copy, size);
  FUZZ_CHECK (good == !*t.why);
  for (size_t i = 0; good && i < t.n_threads && read < 1000000; i++)
    {
      struct trace_reader r;
      if (!reader_begin (&r, &t, &t.threads[i]))
	abort ();
      while (read < 1000000 && (got = reader_read (&r, e, N)))
	for (size_t k = 0; k < got; k++, read++)
	  FUZZ_CHECK (e[k].type < HALT_TRACE_TYPES
		      && (k == 0 || e[k].type != HALT_TRACE_TIME));
      reader_release (&r);
    }
  t.data = NULL;
  trace_close (&t);
  free (copy);
}
