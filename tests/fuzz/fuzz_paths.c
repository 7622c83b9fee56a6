/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Descriptions of paths.  What is read is written again, and must be the same;
   paths of it lead back to their numbers.  */

#include "blpp/blpp.h"
#include "tests/fuzz/fuzz.h"

/* Put TEXT in place of line LINE of DATA, if there is room; the new size.  */
static size_t
put_line (uint8_t *data, size_t size, size_t max, size_t line,
	  const char *text)
{
  uint8_t *at = data, *end = data + size;
  while (at && --line > 0)
    at = (uint8_t *) memchr (at, '\n', end - at) + 1;
  uint8_t *next = memchr (at, '\n', end - at);
  size_t n = strlen (text), old = next ? next - at : end - at;
  if (size - old + n > max)
    return size;
  memmove (at + n, at + old, end - at - old);
  memcpy (at, text, n);
  return size - old + n;
}

/* The reader says what a line should be, if that is all.  */
size_t
fuzz_seal (uint8_t *data, size_t size, size_t max)
{
  struct blpp_description d;
  struct blpp_fault f;
  for (int i = 0; i < 60; i++)
    {
      char should[sizeof f.reason];
      if (blpp_read (&d, (char *) data, size, &f) == 0)
	{
	  blpp_description_release (&d);
	  return size;
	}
      if (sscanf (f.reason, "this should be '%[^']", should) != 1)
	return size;
      size = put_line (data, size, max, f.line, should);
    }
  return size;
}

static void
use_paths (const struct blpp *b)
{
  struct blpp_path path = { 0 };
  size_t n;
  FUZZ_CHECK (!blpp_ops (b, &n) && n == 0);
  for (uint32_t r = 0; r < blpp_n_regions (b); r++)
    {
      uint64_t k = blpp_n_paths (b, r), id;
      for (uint64_t i = 0; i < 8; i++)
	{
	  uint32_t region;
	  uint64_t want = i < 4 ? i % k : k - 1 - i % k;
	  FUZZ_CHECK (blpp_path (b, r, want, &path) == 0
		      && blpp_path_id (b, &path, &region, &id) == 0
		      && region == r && id == want);
	}
      FUZZ_CHECK (k > 0 && blpp_path (b, r, k, &path) < 0);
    }
  blpp_path_release (&path);
}

void
fuzz_one (const uint8_t *data, size_t size)
{
  struct blpp_description d;
  struct blpp_fault f = { 0, "" };
  struct blpp_text t = { 0 };
  if (blpp_read (&d, (const char *) data, size, &f) < 0)
    {
      FUZZ_CHECK (f.line > 0 && f.reason[0] && !strchr (f.reason, '\n')
		  && d.n == 0);
      return;
    }
  blpp_describe_begin (&t);
  for (size_t i = 0; i < d.n; i++)
    {
      use_paths (d.procedures[i].paths);
      blpp_describe (&t, d.procedures[i].paths, d.procedures[i].id,
		     d.procedures[i].name);
    }
  FUZZ_CHECK (t.size == size && memcmp (t.text, data, size) == 0);
  free (t.text);
  blpp_description_release (&d);
}
