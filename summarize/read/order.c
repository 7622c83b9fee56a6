/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What a machine of the other byte order has written becomes what ours would have.

   Everything is aligned words of 64 bits.  Where such a word is two numbers of 32 bits
   they change places after it was turned; text is turned back.  */

#include <string.h>
#include "halt/live.h"
#include "summarize/summarize.h"

void
swap_words (void *words, size_t size)
{
  uint64_t *word = words;
  for (size_t i = 0; i < size / sizeof *word; i++)
    word[i] = __builtin_bswap64 (word[i]);
}

void
swap_halves (void *words, size_t n)
{
  uint64_t *word = words;
  for (size_t i = 0; i < n; i++)
    word[i] = word[i] << 32 | word[i] >> 32;
}

/* --- live profiles and dumps -------------------------------------------------- */

/* The SIZE bytes at BODY, which follow a record of TYPE of N numbers.  */
static void
swap_body (enum halt_live_type type, uint64_t n, uint64_t *body, uint64_t size)
{
  uint64_t left = size / sizeof *body;
  const uint64_t unit = sizeof (struct halt_prof_unit) / sizeof *body;
  switch (type)
    {
    case HALT_LIVE_OBJECT:
      for (; n > 0 && left >= unit; n--, left -= unit, body += unit)
	swap_halves (body
		       + offsetof (struct halt_prof_unit, flags) / sizeof *body,
		     1);
      swap_words (body, left * sizeof *body);
      break;
    case HALT_LIVE_POINTS:
      for (; left > 1; left -= 2, body += 2)
	swap_halves (body + 1, 1);
      break;
    case HALT_LIVE_PATHS:
      break;
    default:
      /* Runs: how many numbers each has is the second number before them.  */
      while (left > 0)
	{
	  swap_halves (body, 1);
	  uint64_t its = 1 + (*body >> 32);
	  if (its > left)
	    return;
	  left -= its;
	  body += its;
	}
    }
}

/* The checksum of the dump at WORDS, of no more than SIZE bytes, is one of bytes in the
   other order: take it away if it fits.  Else it stays, and will not fit either.  */
static void
check_sum (uint64_t *words, size_t size)
{
  struct halt_live *h = (void *) words, head = *h;
  swap_halves (&head.newest, 1);
  size_t its = (size_t) head.end * HALT_LIVE_LINE;
  if (h->magic != HALT_DUMP_MAGIC || its < sizeof *h || its > size)
    return;
  h->started = 0;
  swap_words (words, its);
  bool fits = halt_sum_words (HALT_CHECKSUM_START, words, its) == head.started;
  swap_words (words, its);
  h->started = fits ? 0 : head.started;
}

/* The SIZE bytes at WORDS, a multiple of 8, that begin with a dump.  Its size.  What is
   no list of records a reader will find.  */
static size_t
swap_dump (uint64_t *words, size_t size)
{
  struct halt_live *h = (void *) words;
  check_sum (words, size);
  swap_halves (&h->version, 1);
  swap_halves (&h->newest, 3);
  size_t lines = size / HALT_LIVE_LINE, left = lines;
  for (uint32_t line = h->newest; line > 0 && line < lines && left-- > 0;)
    {
      struct halt_live_record *r
	= (void *) (words + line * (HALT_LIVE_LINE / sizeof *words));
      uint64_t room = size - (size_t) ((char *) (r + 1) - (char *) words);
      swap_halves (r, 2);
      if (r->size <= room && r->data == 0)
	swap_body (r->type, r->n, (uint64_t *) (r + 1), (r->size + 7) & -8ull);
      else if (r->type == HALT_LIVE_POINTS && r->data <= size
	       && r->data % sizeof *words == 0)
	swap_body (r->type, r->n, words + r->data / sizeof *words,
		   (size - r->data) / sizeof (struct halt_live_point) < r->n
		     ? 0
		     : r->n * sizeof (struct halt_live_point));
      line = r->next;
    }
  return (size_t) h->end * HALT_LIVE_LINE;
}

bool
swap_needed (const void *data, size_t size)
{
  uint64_t magic = 0;
  if (size >= sizeof magic)
    memcpy (&magic, data, sizeof magic);
  magic = __builtin_bswap64 (magic);
  return magic == HALT_LIVE_MAGIC || magic == HALT_DUMP_MAGIC
	 || magic == HALT_PACKED_MAGIC;
}

void
swap_dumps (void *data, size_t size)
{
  uint64_t *words = data;
  size -= size % sizeof *words;
  while (size >= sizeof (struct halt_live))
    {
      size_t its = swap_dump (words, size);
      if (its == 0 || its > size)
	break;
      words += its / sizeof *words;
      size -= its;
    }
}
