/* SPDX-License-Identifier: MIT */
/* The file in blocks, with an index:

     file    := three lines of text	as in text.c, the format being 1
		head block* remarks entry* foot
     head    := "ARPB" u8 ORDER u8 LONG u8 LDOUBLE u8 0
		1 for little-endian; the sizes of long and long double
     block   := record*			compressed with zstd, if that is smaller
     record  := DEPTH REUSED (SID [INDEX])* value* known?
     known   := SAMPLES (ldouble SUM)* buckets*		not in mode all
     buckets := N (ldouble LOW, SAMPLES)*		in mode histogram
     remarks := the lines "# section" of text.c
     entry   := struct arp_entry	for each block
     foot    := struct arp_foot

   What is not said to be otherwise is a number of LEB128, an INDEX with its sign in
   the lowest bit.  Values are as in memory, one set after the other.  Nothing is
   reused from one block to the next, so any can be read alone.  */

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include "arp/binary.h"

/* Not there: nothing is compressed.  */
extern size_t ZSTD_compress (void *, size_t, const void *, size_t, int)
  __attribute__ ((weak));
extern size_t ZSTD_decompress (void *, size_t, const void *, size_t)
  __attribute__ ((weak));
extern unsigned ZSTD_isError (size_t) __attribute__ ((weak));

#define BLOCK 65536

static void
make_head (char head[8])
{
  memcpy (head, "ARPB", 4);
  head[4] = *(const char *) &(int) { 1 } ? 1 : 2;
  head[5] = sizeof (long);
  head[6] = sizeof (long double);
  head[7] = 0;
}

/* --- writing ----------------------------------------------------------------- */

struct arp_blocks
{
  unsigned char *raw;		/* the block that is being made */
  size_t n, room;
  uint64_t at;			/* offset of the next one */
  uint64_t begin;		/* of the first */
  uint64_t sum;			/* of what is before */
  uint64_t n_records, first;
  struct arp_entry *entries;
  size_t n_entries, entries_room;
};

bool
arp_binary_begin (struct arp_writer *w)
{
  char head[8];
  struct arp_blocks *b = w->blocks = arp_calloc (1, sizeof *b);
  if (!b)
    {
      w->failed = true;
      return false;
    }
  make_head (head);
  fwrite (head, sizeof head, 1, w->f);
  /* What arp_write_begin wrote.  */
  fflush (w->f);
  b->sum = arp_checksum (ARP_CHECKSUM_START, head, sizeof head);
  b->at = b->begin = (uint64_t) ftello (w->f);
  return true;
}

/* Room for SIZE bytes more.  */
static unsigned char *
room (struct arp_writer *w, size_t size)
{
  struct arp_blocks *b = w->blocks;
  if (size > b->room - b->n)
    {
      size_t n = 2 * (b->n + size) + BLOCK;
      unsigned char *raw = arp_realloc (b->raw, n);
      if (!raw)
	{
	  w->failed = true;
	  return NULL;
	}
      b->raw = raw;
      b->room = n;
    }
  b->n += size;
  return b->raw + b->n - size;
}

static void
put_bytes (struct arp_writer *w, const void *data, size_t size)
{
  unsigned char *to = room (w, size);
  if (to)
    memcpy (to, data, size);
}

static void
put_number (struct arp_writer *w, uint64_t n)
{
  unsigned char bytes[10];
  size_t size = 0;
  for (; n >= 128; n >>= 7)
    bytes[size++] = n | 128;
  bytes[size++] = n;
  put_bytes (w, bytes, size);
}

static void
put_ldouble (struct arp_writer *w, long double n)
{
  char bytes[sizeof n];
  arp_value (arp_ldouble, bytes, n);
  put_bytes (w, bytes, sizeof bytes);
}

/* Write the block that was made.  */
static void
flush_block (struct arp_writer *w)
{
  struct arp_blocks *b = w->blocks;
  unsigned char *packed = NULL;
  const unsigned char *data = b->raw;
  size_t size = b->n;
  if (size == 0)
    return;
  if (b->n_entries == b->entries_room)
    {
      size_t n = b->entries_room ? 2 * b->entries_room : 64;
      struct arp_entry *entries = arp_realloc (b->entries, n * sizeof *entries);
      if (!entries)
	{
	  w->failed = true;
	  return;
	}
      b->entries = entries;
      b->entries_room = n;
    }
  if (ZSTD_compress && ZSTD_isError && !arp_memory_is_apart ()
      && (packed = malloc (size)))
    {
      size_t n = ZSTD_compress (packed, size, data, size, 3);
      if (!ZSTD_isError (n) && n < size)
	{
	  data = packed;
	  size = n;
	}
    }
  fwrite (data, 1, size, w->f);
  b->entries[b->n_entries++] = (struct arp_entry) {
    b->at, size, b->n, b->first, arp_checksum (ARP_CHECKSUM_START, data, size)
  };
  free (packed);
  b->at += size;
  b->n = 0;
  b->first = b->n_records;
  w->last_depth = 0;
}

void
arp_binary_write (struct arp_writer *w, const struct arp_record *r)
{
  struct arp_blocks *b = w->blocks;
  const struct arp_shape *s = w->shape;
  if (w->failed || !b)
    return;
  if (b->n >= BLOCK)
    flush_block (w);
  size_t reused = arp_reused (w, r);
  put_number (w, r->depth);
  put_number (w, reused);
  for (size_t i = reused; i < r->depth; i++)
    {
      int64_t index = r->path[i].index;
      put_number (w, r->path[i].sid);
      if (s->mode == arp_record_all)
	put_number (w, index < 0 ? (uint64_t) (-index - 1) * 2 + 1
				 : (uint64_t) index * 2);
    }
  for (unsigned i = 0; i < s->n_sets; i++)
    put_bytes (w, (const char *) r->values + s->offset[i],
	       arp_types[s->type[i]].size);
  if (s->mode != arp_record_all)
    {
      put_number (w, r->count);
      for (unsigned i = 0; i < s->n_sets; i++)
	put_ldouble (w, r->sums[i].sum);
    }
  for (unsigned i = 0; s->mode == arp_record_histogram && i < s->n_sets; i++)
    {
      put_number (w, r->sums[i].n_buckets);
      for (size_t k = 0; k < r->sums[i].n_buckets; k++)
	{
	  put_ldouble (w, r->sums[i].buckets[k].low);
	  put_number (w, r->sums[i].buckets[k].count);
	}
    }
  b->n_records++;
}

void
arp_binary_end (struct arp_writer *w, const char *remarks)
{
  struct arp_blocks *b = w->blocks;
  if (!b)
    return;
  flush_block (w);
  struct arp_foot foot = { b->begin, b->at, b->n_entries, b->sum, "" };
  memcpy (foot.magic, ARP_FOOT_MAGIC, sizeof foot.magic);
  fputs (remarks, w->f);
  foot.checksum = arp_checksum (foot.checksum, remarks, strlen (remarks));
  if (b->n_entries)
    fwrite (b->entries, sizeof *b->entries, b->n_entries, w->f);
  foot.checksum = arp_checksum (foot.checksum, b->entries,
				b->n_entries * sizeof *b->entries);
  foot.checksum = arp_checksum (foot.checksum, &foot,
				offsetof (struct arp_foot, checksum));
  fwrite (&foot, sizeof foot, 1, w->f);
  arp_free (b->raw);
  arp_free (b->entries);
  arp_free (b);
  w->blocks = NULL;
}

/* --- reading ------------------------------------------------------------------ */

/* What is left of a block.  */
struct input
{
  const unsigned char *at, *end;
};

static bool
get_number (struct input *in, uint64_t *n, uint64_t most)
{
  *n = 0;
  for (unsigned shift = 0; in->at < in->end && shift < 64; shift += 7)
    {
      unsigned char byte = *in->at++;
      if (shift == 63 && byte > 1)
	return false;
      *n |= (uint64_t) (byte & 127) << shift;
      if (byte < 128)
	return *n <= most;
    }
  return false;
}

static bool
get (struct input *in, void *data, size_t size)
{
  if ((size_t) (in->end - in->at) < size)
    return false;
  memcpy (data, in->at, size);
  in->at += size;
  return true;
}

/* A number that is of TYPE, or a sum of those.  */
static bool
get_ldouble (struct input *in, arp_data_type type, long double *n)
{
  if (!get (in, n, sizeof *n))
    return false;
  return arp_types[type].real
	 || (*n - *n == 0
	     && (*n >= 0x1p63L || *n <= -0x1p63L || *n == (long long) *n));
}

static bool
read_steps (struct arp_reader *r, struct input *in)
{
  uint64_t depth, reused, sid, index = 0;
  if (!get_number (in, &depth, r->depth + (uint64_t) (in->end - in->at))
      || !get_number (in, &reused, r->depth < depth ? r->depth : depth)
      || !arp_read_room (r, depth))
    return false;
  for (size_t i = reused; i < depth; i++)
    {
      if (!get_number (in, &sid, (arp_sid) -1)
	  || (r->shape.mode == arp_record_all
	      && !get_number (in, &index, UINT32_MAX)))
	return false;
      int64_t n = (int64_t) (index / 2);
      r->path[i] = (struct arp_step) { (arp_sid) sid,
				       (arp_lidx) (index % 2 ? -n - 1 : n) };
    }
  r->depth = depth;
  return true;
}

static bool
read_known (struct arp_reader *r, struct input *in, uint64_t *count)
{
  const struct arp_shape *s = &r->shape;
  if (!get_number (in, count, UINT64_MAX) || *count == 0)
    return false;
  for (unsigned i = 0; i < s->n_sets; i++)
    {
      r->sums[i].n_buckets = 0;
      if (!get_ldouble (in, s->type[i], &r->sums[i].sum))
	return false;
    }
  for (unsigned i = 0; s->mode == arp_record_histogram && i < s->n_sets; i++)
    {
      uint64_t n, of, all = 0;
      long double low;
      if (!get_number (in, &n, *count))
	return false;
      for (; n > 0; n--)
	{
	  if (!get_ldouble (in, s->type[i], &low)
	      || !get_number (in, &of, *count - all) || of == 0
	      || !arp_sum_bucket (r->sums + i, low, of))
	    return false;
	  all += of;
	}
      if (all != *count)
	return false;
    }
  return true;
}

/* The records before number END.  */
static bool
read_records (struct arp_reader *r, struct input *in, uint64_t end)
{
  r->depth = 0;
  while (in->at < in->end)
    {
      uint64_t count = 1;
      if (r->n_read == end || !read_steps (r, in))
	return false;
      for (unsigned i = 0; i < r->shape.n_sets; i++)
	if (!get (in, r->values + r->shape.offset[i],
		  arp_types[r->shape.type[i]].size))
	  return false;
      if (r->shape.mode != arp_record_all && !read_known (r, in, &count))
	return false;
      if (!arp_read_give (r, count))
	return false;
    }
  return r->n_read == end;
}

/* No block is larger when it is not compressed.  */
#define MOST_WHOLE ((uint64_t) 1 << 30)

static struct arp_entry
entry (const struct arp_reader *r, uint64_t i)
{
  struct arp_entry e;
  memcpy (&e, r->entries + i * sizeof e, sizeof e);
  return e;
}

/* The number of the record after those of block I.  */
static uint64_t
end_of (const struct arp_reader *r, uint64_t i)
{
  return i + 1 < r->n_blocks ? entry (r, i + 1).first : r->n_records;
}

void
arp_binary_records (const struct arp_reader *r, uint64_t i, uint64_t *first,
		    uint64_t *end)
{
  *first = entry (r, i).first;
  *end = end_of (r, i);
}

uint64_t
arp_binary_find (const struct arp_reader *r, uint64_t n)
{
  uint64_t low = 0, high = r->n_blocks;
  while (high - low > 1)
    {
      uint64_t middle = low + (high - low) / 2;
      if (entry (r, middle).first <= n)
	low = middle;
      else
	high = middle;
    }
  return low;
}

/* What DATA, the block E, which is freed, is when it is decompressed, or NULL.  */
static char *
decompress (struct arp_reader *r, char *data, const struct arp_entry *e)
{
  char *raw = NULL;
  if (!ZSTD_decompress || !ZSTD_isError)
    arp_read_fail (r, "it is compressed with zstd, which this program lacks: "
		      "link it with -Wl,--no-as-needed -lzstd");
  /* Zstd makes no more of a byte than this.  */
  else if (e->whole / 131072 > e->bytes || !(raw = malloc (e->whole)))
    arp_read_fail (r, "out of memory");
  else
    {
      size_t n = ZSTD_decompress (raw, e->whole, data, e->bytes);
      if (ZSTD_isError (n) || n != e->whole)
	{
	  arp_read_fail (r,
			 "damaged: the block of record %llu cannot be "
			 "decompressed; record again",
			 (unsigned long long) e->first + 1);
	  free (raw);
	  raw = NULL;
	}
    }
  free (data);
  return raw;
}

bool
arp_binary_block (struct arp_reader *r, uint64_t i)
{
  struct arp_entry e = entry (r, i);
  char *data = arp_read_bytes (r, e.offset, e.bytes);
  if (!data)
    return false;
  if (arp_checksum (ARP_CHECKSUM_START, data, e.bytes) != e.checksum)
    {
      free (data);
      return arp_read_fail (r,
			    "damaged: the block of record %llu; record again",
			    (unsigned long long) e.first + 1);
    }
  if (e.whole != e.bytes && !(data = decompress (r, data, &e)))
    return false;
  struct input in = { (const unsigned char *) data,
		      (const unsigned char *) data + e.whole };
  r->n_read = e.first;
  bool good = read_records (r, &in, end_of (r, i));
  free (data);
  return good
	 || arp_read_fail (r, "damaged: record %llu; record again",
			   (unsigned long long) r->n_read + 1);
}
/* Whether the blocks lie from offset NEXT to END, with all records.  */
static bool
blocks_fit (const struct arp_reader *r, uint64_t next, uint64_t end)
{
  uint64_t first = 0;
  for (uint64_t i = 0; i < r->n_blocks; i++)
    {
      struct arp_entry e = entry (r, i);
      uint64_t after = end_of (r, i);
      /* A record takes two bytes and more.  */
      if (e.offset != next || e.bytes > end - next || e.whole > MOST_WHOLE
	  || e.whole < e.bytes || e.first != first || after <= first
	  || after - first > e.whole / 2)
	return false;
      next += e.bytes;
      first = after;
    }
  return next == end && first == r->n_records;
}

/* Read the 8 bytes before BEGIN, where blocks begin, and the last ones.  */
static bool
read_ends (struct arp_reader *r, uint64_t begin, struct arp_foot *foot)
{
  char head[8];
  make_head (head);
  if (r->size < begin + sizeof *foot)
    return arp_read_fail (r, "truncated: it has no index; record again");
  char *first = arp_read_bytes (r, begin - sizeof head, sizeof head);
  char *last = arp_read_bytes (r, r->size - sizeof *foot, sizeof *foot);
  if (last)
    memcpy (foot, last, sizeof *foot);
  if (!first || !last)
    ;
  else if (memcmp (first, "ARPB", 4) != 0)
    arp_read_fail (r, "damaged: it has no records; record again");
  else if (memcmp (first, head, sizeof head) != 0)
    arp_read_fail (r, "it is from another sort of machine: write it in ascii "
		      "there");
  else if (memcmp (foot->magic, ARP_FOOT_MAGIC, sizeof foot->magic) != 0)
    arp_read_fail (r, "truncated: it has no index at its end; record again");
  free (first);
  free (last);
  return !*r->error;
}

bool
arp_binary_index (struct arp_reader *r)
{
  char head[8];
  struct arp_foot foot;
  uint64_t begin = (uint64_t) (r->at - r->text) + sizeof head;
  if (!read_ends (r, begin, &foot))
    return false;
  uint64_t limit = r->size - sizeof foot, index;
  if (foot.blocks != begin || foot.remarks < begin || foot.remarks > limit
      || foot.entries > (limit - foot.remarks) / sizeof (struct arp_entry))
    return arp_read_fail (r, "damaged: its index; record again");
  index = limit - foot.remarks;
  free (r->text);
  if (!(r->text = arp_read_bytes (r, foot.remarks, index)))
    return false;
  make_head (head);
  uint64_t sum = arp_checksum (ARP_CHECKSUM_START, head, sizeof head);
  sum = arp_checksum (sum, r->text, index);
  sum = arp_checksum (sum, &foot, offsetof (struct arp_foot, checksum));
  r->n_blocks = foot.entries;
  r->entries = r->text + index - foot.entries * sizeof (struct arp_entry);
  if (sum != foot.checksum || !blocks_fit (r, begin, foot.remarks))
    return arp_read_fail (r, "damaged: its index; record again");
  /* The rest is text.  */
  r->at = r->text;
  r->end = r->entries;
  return (r->at == r->end || r->end[-1] == '\n')
	 || arp_read_fail (r, "damaged: its end; record again");
}

bool
arp_binary_remarks (struct arp_reader *r)
{
  r->n_read = r->n_records;
  return arp_text_read (r);
}
