/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A profile's file: one profile, or those of several copies of the runtime in one process,
   which are added up.  */

#include <fcntl.h>
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
  while (at < size && size - at >= sizeof (struct halt_prof))
    {
      const struct halt_prof *h = (const void *) (data + at);
      const struct halt_live *live = (const void *) (data + at);
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

static bool
open_part (struct prof *p, const char *data, size_t size,
	   const struct live_from *from, struct fault *f)
{
  void *image;
  if (!live_settle (data, size, false, from, &image, &size, f))
    return false;
  bool ok = prof_view (p, image, size, f);
  p->data = image;
  if (!ok)
    prof_close (p);
  return ok;
}

/* Make P the sum of the N profiles of one process at PARTS.  Only one copy of the runtime
   knows the program's units, if it has any.  */
static bool
add_parts (struct prof *p, const struct prof *parts, size_t n, const char *path,
	   struct fault *f)
{
  struct sum *s = sum_new (f);
  bool ok = s;
  size_t first = 0;
  while (first + 1 < n && parts[first].header->n_objects > 0
	 && parts[first].objects->n_units == 0)
    first++;
  ok = ok && sum_add (s, parts + first, path, f);
  for (size_t i = 0; ok && i < n; i++)
    if (i != first)
      ok = sum_add_part (s, parts + i, path, f);
  if (!ok)
    sum_free (s);
  return ok && sum_finish (s, p, f);
}

/* Make P of what processes write, the SIZE bytes at DATA.  */
static bool
open_parts (struct prof *p, const char *data, size_t size, const char *path,
	    const struct live_from *from, struct fault *f)
{
  struct prof *parts = NULL;
  const struct halt_live *live = (const void *) data;
  uint32_t said = size >= sizeof *live && live->magic == HALT_DUMP_MAGIC
		    ? live->file
		    : 0;
  size_t n = 0;
  bool ok = true;
  while (ok && size > 0)
    {
      size_t one = part_size (data, size);
      ok = another (&parts, n, sizeof *parts, f);
      if (ok)
	parts[n] = (struct prof) { 0 };
      ok = ok && open_part (parts + n, data, one, from, f);
      n += ok;
      data += one;
      size -= one;
    }
  if (ok && n < said)
    ok = fault (f, "truncated profile: %zu of %u parts", n, said);
  if (ok && n == 1)
    *p = parts[--n];
  else
    ok = ok && add_parts (p, parts, n, path, f);
  while (n > 0)
    prof_close (parts + --n);
  free (parts);
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
  if (ok && live_is (data, size))
    {
      const struct live_from from = { fd, live_root_of (path), -1 };
      ok = open_parts (p, data, size, path, &from, &why);
      free (data);
      close (fd);
      return ok || fault (f, "%s: %s", path, why.text);
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
