/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What ARP records, ascii or binary.  */

#include <stdlib.h>
#include <string.h>
#include "arp/binary.h"
#include "tests/fuzz/fuzz.h"

static bool
on_shape (void *data, const struct arp_shape *shape)
{
  return arp_table_init (data, shape);
}

static bool
on_record (void *data, const struct arp_record *r)
{
  return arp_table_add (data, r);
}

static void
on_section (void *data, arp_sid sid, const char *text, size_t length)
{
  struct arp_table *t = data;
  free (t->sections[sid]);
  t->sections[sid] = strndup (text, length);
}

size_t
fuzz_seal (uint8_t *data, size_t size, size_t max)
{
  (void) max;
  struct arp_foot foot;
  const uint8_t *head = memmem (data, size, "ARPB", 4);
  if (!head || size < sizeof foot || (size_t) (data + size - head) < 8)
    return size;
  uint64_t limit = size - sizeof foot;
  memcpy (&foot, data + limit, sizeof foot);
  memcpy (foot.magic, ARP_FOOT_MAGIC, sizeof foot.magic);
  foot.blocks = head + 8 - data;
  if (foot.remarks < foot.blocks || foot.remarks > limit
      || foot.entries > (limit - foot.remarks) / sizeof (struct arp_entry))
    return size;
  /* Blocks that are not compressed, one after the other.  */
  uint64_t at = limit - foot.entries * sizeof (struct arp_entry);
  for (; at < limit; at += sizeof (struct arp_entry))
    {
      struct arp_entry e;
      memcpy (&e, data + at, sizeof e);
      if (e.offset <= limit && e.bytes <= limit - e.offset)
	e.checksum = arp_checksum (ARP_CHECKSUM_START, data + e.offset,
				   e.bytes);
      memcpy (data + at, &e, sizeof e);
    }
  uint64_t sum = arp_checksum (ARP_CHECKSUM_START, head, 8);
  sum = arp_checksum (sum, data + foot.remarks, limit - foot.remarks);
  foot.checksum = arp_checksum (sum, &foot,
				offsetof (struct arp_foot, checksum));
  memcpy (data + limit, &foot, sizeof foot);
  return size;
}

/* What was read is written in both formats, and read again.  */
static void
write_again (const struct arp_table *t, arp_file_format format)
{
  char *text = NULL;
  size_t size = 0, depth = 1;
  struct arp_shape shape = t->shape;
  struct arp_writer w;
  struct arp_reader r;
  struct arp_table back = { .n_rows = 0 };
  FILE *f = open_memstream (&text, &size);
  for (uint32_t i = 1; i < t->n_nodes; i++)
    if (t->nodes[i].depth > depth)
      depth = t->nodes[i].depth;
  struct arp_step *path = malloc (depth * sizeof *path);
  shape.format = format;
  if (!f || !path || !arp_write_begin (&w, f, &shape, t->n_rows - 1))
    abort ();
  for (uint32_t i = 1; i < t->n_rows; i++)
    {
      struct arp_record record = arp_table_record (t, i, path);
      arp_write (&w, &record);
    }
  if (!arp_write_end (&w) || fclose (f) != 0)
    abort ();
  if (!arp_read (&r, "again", text, size, on_shape, on_record, on_section,
		 &back)
      || back.n_rows != t->n_rows)
    abort ();
  arp_table_release (&back);
  free (path);
  free (text);
}

void
fuzz_one (const uint8_t *data, size_t size)
{
  struct arp_table t = { .n_rows = 0 };
  struct arp_reader r;
  if (size > 0
      && arp_read (&r, "data.arp", data, size, on_shape, on_record, on_section,
		   &t)
      && t.n_rows < 5000)
    {
      write_again (&t, arp_ascii);
      write_again (&t, arp_binary);
    }
  arp_table_release (&t);
}
