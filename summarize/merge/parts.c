/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A profile's file: one profile, or those of several copies of the runtime in one process,
   which are added up.  */

#include <fcntl.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
#include "halt/live.h"
#include "summarize/summarize.h"

static uint64_t
part_end (const struct halt_live *live)
{
  return (uint64_t) live->end * HALT_LIVE_LINE;
}

/* The size that the SIZE bytes at DATA say that they have, or need to tell it; 0 if that
   is no profile.  Copies of the runtime in one process write theirs one after the
   other.  */
static uint64_t
size_said (const char *data, size_t size)
{
  uint64_t at = 0;
  if (swap_needed (data, size))
    return SIZE_MAX / 2;
  while (at < size && size - at >= sizeof (struct halt_prof))
    {
      const struct halt_prof *h = (const void *) (data + at);
      const struct halt_live *live = (const void *) (data + at);
      const struct halt_packed *packed = (const void *) (data + at);
      if (at == 0 && h->magic == HALT_PACKED_MAGIC)
	return packed->size > SIZE_MAX / 2 ? SIZE_MAX / 2
					   : sizeof *packed + packed->size;
      if (h->magic != HALT_DUMP_MAGIC || live->end == 0)
	return at > 0			      ? at
	       : h->magic == HALT_PROF_MAGIC  ? h->size
	       : live_is (live, sizeof *live) ? part_end (live)
					      : 0;
      at += part_end (live);
    }
  return at < size ? at + sizeof (struct halt_prof) : at;
}

/* Read FD to its end into *DATA.  Stops after a header that is none and
   after the size that the header gives: files may be endless.  */
static bool
read_all (int fd, void **data, size_t *size, struct fault *f)
{
  struct stat st;
  size_t room = 1 << 16;
  if (fstat (fd, &st) == 0 && st.st_size >= (off_t) room
      && st.st_size < (off_t) 1 << 30 && st.st_blocks >= st.st_size / 512)
    room = (size_t) st.st_size + 1;
  char *bytes = NULL;
  if (!enlarge (&bytes, room, 1, f))
    return false;
  *size = 0;
  for (;;)
    {
      ssize_t n = read (fd, bytes + *size, room - *size);
      if (n < 0)
	{
	  free (bytes);
	  return fault (f, "cannot read: %m");
	}
      *size += (size_t) n;
      if (n == 0
	  || (*size >= sizeof (struct halt_prof)
	      && *size > size_said (bytes, *size)))
	break;
      if (*size == room)
	{
	  room *= 2;
	  if (!enlarge (&bytes, room, 1, f))
	    {
	      free (bytes);
	      return false;
	    }
	}
    }
  *data = bytes;
  return true;
}

/* How many of the SIZE bytes at DATA are the first profile.  */
static size_t
part_size (const char *data, size_t size)
{
  const struct halt_live *live = (const void *) data;
  if (size < sizeof *live || live->magic != HALT_DUMP_MAGIC)
    return size;
  uint64_t end = part_end (live);
  return end > 0 && end < size && live_is (data + end, size - end) ? end : size;
}

/* What the copies of the runtime in one process have, each a profile.  */
struct parts
{
  struct prof *part;
  size_t n;
  bool on_alone;
  const struct live_from *from;
  struct fault *fault;
};

static bool
open_copy (struct parts *p, const char *data, size_t size, uint64_t copy,
	   bool first)
{
  void *image;
  if (!another (&p->part, p->n, sizeof *p->part, p->fault)
      || !live_settle_copy (data, size, p->on_alone, p->from, copy, first,
			    &image, &size, p->fault))
    return false;
  struct prof *part = &p->part[p->n++];
  bool ok = prof_view (part, image, size, p->fault);
  part->data = image;
  return ok;
}

static bool
open_part (struct parts *p, const char *data, size_t size)
{
  uint64_t *copies;
  size_t n;
  if (!live_copies (data, size, &copies, &n, p->fault))
    return false;
  bool ok = n > 0 || open_copy (p, data, size, 0, true);
  for (size_t i = 0; ok && i < n; i++)
    ok = open_copy (p, data, size, copies[i], i == 0);
  free (copies);
  return ok;
}

/* Make TO the sum of the profiles of one process.  Only one copy of the runtime knows the
   program's units, if it has any.  */
static bool
add_parts (struct prof *to, const struct parts *p)
{
  const char name[] = "what a copy of the runtime has";
  struct sum *s = sum_new (p->fault);
  bool ok = s;
  size_t first = 0;
  while (first + 1 < p->n && p->part[first].header->n_objects > 0
	 && p->part[first].objects->n_units == 0)
    first++;
  ok = ok && sum_add (s, p->part + first, name, p->fault);
  for (size_t i = 0; ok && i < p->n; i++)
    if (i != first)
      ok = sum_add_part (s, p->part + i, name, p->fault);
  if (!ok)
    sum_free (s);
  return ok && sum_finish (s, to, p->fault);
}

/* --- packed ----------------------------------------------------------------- */

/* The next word of a pair, of N bytes at *AT, which is moved past them.  */
static bool
take_word (const unsigned char **at, const unsigned char *end, unsigned n,
	   uint64_t *word)
{
  if (n > sizeof *word || n > (size_t) (end - *at))
    return false;
  memcpy (word, *at, n);
  *at += n;
  return true;
}

static bool
take_pair (const unsigned char **at, const unsigned char *end, uint64_t *pair)
{
  if (*at == end)
    return false;
  unsigned n = *(*at)++;
  return take_word (at, end, n & 15, pair)
	 && take_word (at, end, n >> 4, pair + 1);
}

/* The dumps that are packed in the SIZE bytes at DATA, or NULL; *ROOM bytes.  */
static uint64_t *
unpack (const void *data, size_t size, size_t *room, struct fault *f)
{
  const struct halt_packed *h = data;
  const unsigned char *at = (const unsigned char *) (h + 1), *end;
  uint64_t left = size - sizeof *h, *words = NULL;
  if (h->size > left && h->size <= SIZE_MAX / 2)
    return fault (f, "truncated profile: %zu bytes of %" PRIu64, size,
		  h->size + sizeof *h),
	   NULL;
  if (h->size < left)
    return fault (f, "damaged profile: %zu bytes instead of %" PRIu64, size,
		  h->size + sizeof *h),
	   NULL;
  if (h->size > left || h->unpacked % HALT_LIVE_LINE != 0
      || h->unpacked / (2 * sizeof *words) > h->size)
    return fault (f, "damaged profile: its size does not add up"), NULL;
  if (halt_sum_words (HALT_CHECKSUM_START, at, h->size) != h->checksum)
    return fault (f, "damaged profile: the checksum does not fit"), NULL;
  end = at + h->size;
  *room = h->unpacked;
  size_t n = *room / sizeof *words, i = 0;
  if (!(words = fresh (n + 1, sizeof *words, f)))
    return NULL;
  while (i < n && take_pair (&at, end, words + i))
    i += 2;
  if (i == n && at == end)
    return words;
  free (words);
  return fault (f, "damaged profile: it does not add up"), NULL;
}

/* --- all ---------------------------------------------------------------------- */

static bool
settle (const void *data, size_t size, bool on_alone,
	const struct live_from *from, void **image, size_t *image_size,
	struct fault *f)
{
  struct parts p = { .on_alone = on_alone, .from = from, .fault = f };
  const struct halt_live *live = data;
  const char *at = data, *end = at + size;
  uint32_t n = 0, said = size >= sizeof *live && live->magic == HALT_DUMP_MAGIC
			   ? live->file
			   : 0;
  struct prof sum = { 0 };
  bool ok = true;
  for (; ok && at < end; n++, at += part_size (at, (size_t) (end - at)))
    ok = open_part (&p, at, part_size (at, (size_t) (end - at)));
  if (ok && n < said)
    ok = fault (f, "truncated profile: %u of %u parts", n, said);
  if (ok && p.n == 1)
    {
      sum = p.part[0];
      p.n = 0;
    }
  else
    ok = ok && add_parts (&sum, &p);
  *image = ok ? sum.data : NULL;
  *image_size = ok ? sum.header->size : 0;
  while (p.n > 0)
    prof_close (p.part + --p.n);
  free (p.part);
  return ok;
}

/* What of the other byte order is in *DATA, of *SIZE bytes, becomes dumps of ours.  */
static bool
turn (void **data, size_t *size, struct fault *f)
{
  struct halt_packed *packed = *data;
  if (*size < sizeof (struct halt_live))
    return fault (f, "truncated profile");
  if (packed->magic != __builtin_bswap64 (HALT_PACKED_MAGIC))
    swap_words (*data, *size);
  else
    {
      swap_words (packed, sizeof *packed);
      uint64_t *dumps = unpack (packed, *size, size, f);
      if (!dumps)
	return false;
      free (*data);
      *data = dumps;
    }
  swap_dumps (*data, *size);
  return true;
}

bool
live_settle (const void *data, size_t size, bool on_alone,
	     const struct live_from *from, void **image, size_t *image_size,
	     struct fault *f)
{
  const struct halt_packed *packed = data;
  if (size < sizeof *packed || packed->magic != HALT_PACKED_MAGIC)
    return settle (data, size, on_alone, from, image, image_size, f);
  uint64_t *dumps = unpack (data, size, &size, f);
  bool ok = dumps && settle (dumps, size, on_alone, from, image, image_size, f);
  free (dumps);
  return ok;
}

bool
prof_open (struct prof *p, const char *path, struct fault *f)
{
  struct fault why;
  void *data = NULL;
  size_t size;
  memset (p, 0, sizeof *p);
  int fd = open (path, O_RDONLY | O_CLOEXEC);
  if (fd < 0)
    return fault (f, "cannot open '%s': %m", path);
  bool ok = read_all (fd, &data, &size, &why);
  if (ok && swap_needed (data, size) && !turn (&data, &size, &why))
    {
      free (data);
      ok = false;
    }
  if (ok && live_is (data, size))
    {
      const struct live_from from = { fd, live_root_of (path), -1 };
      void *raw = data;
      ok = live_settle (raw, size, false, &from, &data, &size, &why);
      free (raw);
    }
  close (fd);
  if (ok && !prof_view (p, data, size, &why))
    {
      free (data);
      ok = false;
    }
  if (!ok)
    return fault (f, "%s: %s", path, why.text);
  p->data = data;
  return true;
}
