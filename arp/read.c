/* SPDX-License-Identifier: MIT */
/* Reading a file, of either format.  */

#include <errno.h>
#include <fcntl.h>
#include <locale.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include "arp/arp.h"

/* One character, C.  */
static bool
skip (struct arp_reader *r, char c)
{
  if (r->at == r->end || *r->at != c)
    return arp_read_fail (r,
			  c == '\n' ? "there is more behind its last number"
				    : "'%c' is missing",
			  c);
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

/* Open file NAME.  */
static bool
open_file (struct arp_reader *r, const char *name)
{
  r->fd = open (name, O_RDONLY | O_CLOEXEC);
  r->kind = arp_error_io;
  if (r->fd < 0 || fstat (r->fd, &r->st) != 0)
    return arp_read_fail (r, "cannot be opened: %s", strerror (errno));
  if (!S_ISREG (r->st.st_mode))
    return arp_read_fail (r, "it is not a file");
  if (r->st.st_size == 0)
    return arp_read_fail (r, "it is empty");
  r->size = (uint64_t) r->st.st_size;
  r->kind = arp_error_syntax;
  return true;
}

/* Let TEXT be SIZE bytes from the file's beginning, and go on where it was.  */
static bool
read_begin (struct arp_reader *r, uint64_t size)
{
  const size_t done = r->text ? (size_t) (r->at - r->text) : 0;
  free (r->text);
  r->text = arp_read_bytes (r, 0, size);
  if (!r->text)
    return false;
  r->at = r->text + done;
  r->end = r->text + size;
  return true;
}

/* The first three lines and more.  */
#define HEAD ((uint64_t) 512)

bool
arp_read_open (struct arp_reader *r, const char *name, const void *text,
	       size_t size)
{
  *r = (struct arp_reader) {
    .fd = -1, .memory = text, .size = size, .kind = arp_error_syntax
  };
  snprintf (r->name, sizeof r->name, "%.90s", name);
  if ((!text && !open_file (r, name))
      || !read_begin (r, r->size < HEAD ? r->size : HEAD) || !read_head (r))
    return false;
  r->values = calloc (1, r->shape.size ? r->shape.size : 1);
  if (!r->values)
    return arp_read_fail (r, "out of memory");
  if (r->shape.format == arp_ascii && r->end - r->at >= 4
      && memcmp (r->at, "ARPB", 4) == 0)
    {
      r->line = 2;
      return arp_read_fail (r, "damaged: it says that what follows is text, "
			       "which it is not; record again");
    }
  if (r->shape.format == arp_ascii)
    return read_begin (r, r->size);
  r->line = 0;
  return arp_binary_index (r);
}

void
arp_read_close (struct arp_reader *r)
{
  if (r->fd >= 0)
    close (r->fd);
  free (r->text);
  free (r->path);
  free (r->values);
  for (unsigned i = 0; i < ARP_SETS; i++)
    free (r->sums[i].buckets);
  *r = (struct arp_reader) { .fd = -1 };
}

bool
arp_read_unchanged (struct arp_reader *r)
{
  struct stat st;
  if (fstat (r->fd, &st) == 0 && st.st_dev == r->st.st_dev
      && st.st_ino == r->st.st_ino && st.st_size == r->st.st_size
      && st.st_mtim.tv_sec == r->st.st_mtim.tv_sec
      && st.st_mtim.tv_nsec == r->st.st_mtim.tv_nsec)
    return true;
  r->kind = arp_error_io;
  return arp_read_fail (r, "it has changed since it was loaded");
}

static bool
read_text (struct arp_reader *r)
{
  /* Numbers are written as in C, whatever the program's language.  */
  locale_t c = newlocale (LC_NUMERIC_MASK, "C", (locale_t) 0);
  locale_t old = uselocale (c);
  bool good = arp_text_read (r);
  uselocale (old);
  if (c)
    freelocale (c);
  return good;
}

bool
arp_read (struct arp_reader *r)
{
  if (r->shape.format == arp_binary)
    {
      for (uint64_t i = 0; i < r->n_blocks; i++)
	if (!arp_binary_block (r, i))
	  return false;
      return arp_binary_remarks (r);
    }
  if (r->end[-1] != '\n')
    {
      r->line = 0;
      return arp_read_fail (
	r, "truncated: its last line has no end; record again");
    }
  if (!read_text (r))
    return false;
  r->line = 0;
  return r->n_read == r->n_records
	 || arp_read_fail (
	   r, "truncated: it has %llu of %llu records; record again",
	   (unsigned long long) r->n_read, (unsigned long long) r->n_records);
}
