/* SPDX-License-Identifier: MIT */
/* Reading a file, of either format.  */

#include <errno.h>
#include <fcntl.h>
#include <locale.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>
#include "arp/arp.h"

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
    snprintf (r->error, sizeof r->error, "'%.90s', line %llu: %s", r->name,
	      (unsigned long long) r->line, what);
  else
    snprintf (r->error, sizeof r->error, "'%.90s': %s", r->name, what);
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

/* One character, C.  */
static bool
skip (struct arp_reader *r, char c)
{
  if (r->at == r->end || *r->at != c)
    return arp_read_fail (r, "it is not as it should be");
  r->at++;
  return true;
}

/* The first three lines.  */
static bool
read_head (struct arp_reader *r)
{
  static const char title[] = ARP_TITLE "\n";
  static const char known[] = "# Atomium record and playback data";
  size_t size = r->end - r->at;
  uint64_t format, mode, sets, type;
  if (size < sizeof title - 1 || memcmp (r->at, title, sizeof title - 1) != 0)
    return size >= sizeof known - 1
	       && memcmp (r->at, known, sizeof known - 1) == 0
	     ? arp_read_fail (r, "it is of a version other than 1.1")
	     : arp_read_fail (r, "it has no data of ARP");
  r->at += sizeof title - 1;
  r->line = 2;
  if (!arp_read_number (r, &format, arp_binary, "the format") || !skip (r, ' ')
      || !arp_read_number (r, &mode, arp_record_histogram, "the mode")
      || !skip (r, ' ')
      || !arp_read_number (r, &sets, ARP_SETS, "the number of callbacks"))
    return false;
  r->shape.format = (arp_file_format) format;
  r->shape.mode = (arp_mode) mode;
  for (uint64_t i = 0; i < sets; i++)
    {
      if (!skip (r, ' ') || !arp_read_number (r, &type, arp_ldouble, "a type"))
	return false;
      arp_shape_add (&r->shape, (arp_data_type) type);
    }
  if (!skip (r, '\n'))
    return false;
  r->line = 3;
  return arp_read_number (r, &r->n_records, UINT64_MAX, "the number of records")
	 && skip (r, '\n');
}

static bool
read_all (struct arp_reader *r,
	  bool (*shaped) (void *data, const struct arp_shape *shape))
{
  if (!read_head (r))
    return false;
  r->values = calloc (1, r->shape.size ? r->shape.size : 1);
  if (!r->values || !shaped (r->data, &r->shape))
    return arp_read_fail (r, "out of memory");
  if (r->shape.format == arp_binary)
    {
      r->line = 0;
      if (!arp_binary_read (r))
	return false;
    }
  else if (r->end[-1] != '\n')
    {
      r->line = 0;
      return arp_read_fail (r, "truncated: its last line has no end");
    }
  else if (!arp_text_read (r))
    return false;
  r->line = 0;
  return r->n_read == r->n_records
	 || arp_read_fail (r, "truncated: it has %llu of %llu records",
			   (unsigned long long) r->n_read,
			   (unsigned long long) r->n_records);
}

/* All of file NAME, to be unmapped.  */
static const char *
map_file (struct arp_reader *r, const char *name, size_t *size)
{
  struct stat st;
  void *at = MAP_FAILED;
  int fd = open (name, O_RDONLY | O_CLOEXEC);
  r->kind = arp_error_io;
  if (fd < 0 || fstat (fd, &st) != 0)
    arp_read_fail (r, "cannot be opened: %s", strerror (errno));
  else if (!S_ISREG (st.st_mode))
    arp_read_fail (r, "it is not a file");
  else if (st.st_size == 0)
    arp_read_fail (r, "it is empty");
  else
    {
      *size = st.st_size;
      at = mmap (NULL, *size, PROT_READ, MAP_PRIVATE, fd, 0);
      if (at == MAP_FAILED)
	arp_read_fail (r, "cannot be read: %s", strerror (errno));
    }
  if (fd >= 0)
    close (fd);
  return at == MAP_FAILED ? NULL : at;
}

bool
arp_read (struct arp_reader *r, const char *name, const void *text, size_t size,
	  bool (*shaped) (void *data, const struct arp_shape *shape),
	  bool (*record) (void *data, const struct arp_record *r),
	  void (*section) (void *data, arp_sid sid, const char *text,
			   size_t length),
	  void *data)
{
  *r = (struct arp_reader) {
    .name = name, .record = record, .section = section, .data = data
  };
  const char *at = text ? text : map_file (r, name, &size);
  bool good = false;
  if (at)
    {
      /* Numbers are written as in C, whatever the program's language.  */
      locale_t c = newlocale (LC_NUMERIC_MASK, "C", (locale_t) 0);
      locale_t old = uselocale (c);
      r->kind = arp_error_syntax;
      r->begin = r->at = at;
      r->end = at + size;
      good = read_all (r, shaped);
      uselocale (old);
      if (c)
	freelocale (c);
      if (!text)
	munmap ((void *) at, size);
    }
  free (r->path);
  free (r->values);
  for (unsigned i = 0; i < ARP_SETS; i++)
    free (r->sums[i].buckets);
  return good;
}
