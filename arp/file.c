/* SPDX-License-Identifier: MIT */
/* What both formats of the file have in common: steps that a record shares with the one
   before, and what reading takes.  */

#include <errno.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include "arp/arp.h"

size_t
arp_reused (const struct arp_writer *w, const struct arp_record *r)
{
  size_t n = 0;
  bool indices = w->shape->mode == arp_record_all;
  while (n < r->depth && n < w->last_depth && w->last[n].sid == r->path[n].sid
	 && (!indices || w->last[n].index == r->path[n].index))
    n++;
  return n;
}

bool
arp_read_fail (struct arp_reader *r, const char *format, ...)
{
  char what[300];
  va_list args;
  if (*r->error)
    return false;
  va_start (args, format);
  vsnprintf (what, sizeof what, format, args);
  va_end (args);
  if (r->line)
    snprintf (r->error, sizeof r->error, "'%s', line %llu: %s", r->name,
	      (unsigned long long) r->line, what);
  else
    snprintf (r->error, sizeof r->error, "'%s': %s", r->name, what);
  return false;
}

bool
arp_read_room (struct arp_reader *r, size_t depth)
{
  if (depth > r->room)
    {
      struct arp_step *path = realloc (r->path, 2 * depth * sizeof *path);
      if (!path)
	return arp_read_fail (r, "out of memory");
      r->path = path;
      r->room = 2 * depth;
    }
  return true;
}

bool
arp_read_give (struct arp_reader *r, uint64_t count)
{
  struct arp_record record = {
    .path = r->path, .depth = r->depth, .values = r->values, .count = count,
    .sums = r->shape.mode == arp_record_all ? NULL : r->sums
  };
  if (!r->record (r->data, &record))
    return arp_read_fail (r, "out of memory");
  r->n_read++;
  return true;
}

bool
arp_read_number (struct arp_reader *r, uint64_t *n, uint64_t most,
		 const char *what)
{
  const char *p = r->at;
  *n = 0;
  for (; p < r->end && *p >= '0' && *p <= '9'; p++)
    {
      unsigned digit = *p - '0';
      if (*n > (most - digit) / 10 || digit > most)
	return arp_read_fail (r, "%s is too large", what);
      *n = *n * 10 + digit;
    }
  if (p == r->at)
    return arp_read_fail (r, "%s is missing", what);
  r->at = p;
  return true;
}

char *
arp_read_bytes (struct arp_reader *r, uint64_t offset, uint64_t size)
{
  char *to = size < SIZE_MAX ? malloc (size + 1) : NULL;
  if (!to)
    {
      arp_read_fail (r, "out of memory");
      return NULL;
    }
  to[size] = 0;
  if (r->memory)
    return memcpy (to, r->memory + offset, size);
  for (uint64_t done = 0; done < size;)
    {
      ssize_t n = pread (r->fd, to + done, size - done,
			 (off_t) (offset + done));
      if (n > 0)
	done += (uint64_t) n;
      else if (n == 0 || errno != EINTR)
	{
	  r->kind = arp_error_io;
	  arp_read_fail (r, n ? "cannot be read: %s" : "%s",
			 n ? strerror (errno)
			   : "it has become shorter since it was opened");
	  free (to);
	  return NULL;
	}
    }
  return to;
}
