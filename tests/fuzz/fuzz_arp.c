/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What ARP records, ascii or binary.  */

#include <stdlib.h>
#include <string.h>
#include "arp/binary.h"
#include "tests/fuzz/fuzz.h"

static unsigned n_said;

static void
on_error (const arp_error_t kind, const char *msg, void *context)
{
  (void) kind, (void) context;
  FUZZ_CHECK (*msg && !strchr (msg, '\n'));
  n_said++;
}

static bool
read_table (struct arp_table *t, const char *name, const void *data,
	    size_t size)
{
  struct arp_reader r;
  bool good = arp_read_open (&r, name, data, size) && arp_table_read (t, &r);
  FUZZ_CHECK (good == !*r.error);
  arp_read_close (&r);
  return good;
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
  if (!arp_write_end (&w, "") || fclose (f) != 0)
    abort ();
  if (!read_table (&back, "again", text, size) || back.n_rows != t->n_rows)
    abort ();
  arp_table_release (&back);
  free (path);
  free (text);
}

/* What is asked for in another order is the same as in T, what was read whole; if that
   was not GOOD, something is said.  */
static void
query (const struct arp_table *t, bool good, const char *name)
{
  n_said = 0;
  arp_load_data (name, on_error, NULL);
  unsigned n = arp_get_nTraces ();
  if (good)
    FUZZ_CHECK (n == t->n_rows - 1 && n_said == 0);
  for (unsigned i = n; i-- > (n > 5000 ? n - 5000 : 0);)
    {
      arp_trace trace = arp_get_trace (i);
      FUZZ_CHECK (trace || n_said);
      if (good)
	FUZZ_CHECK (trace
		    && arp_trace_get_stack_length (trace)
			 == t->nodes[t->rows[i + 1].node].depth
		    && (t->shape.n_sets == 0
			|| memcmp (arp_trace_get_value (trace, 0),
				   t->values + (i + 1) * t->shape.size,
				   arp_types[t->shape.type[0]].size)
			     == 0));
      arp_free_trace (trace);
    }
  arp_switch_mode (arp_record_average);
  FUZZ_CHECK (!good || n_said == 0);
  arp_free_data ();
}

void
fuzz_one (const uint8_t *data, size_t size)
{
  struct arp_table t = { .n_rows = 0 };
  if (size == 0)
    return;
  bool good = read_table (&t, "data.arp", data, size);
  query (&t, good, fuzz_file (0, data, size));
  if (good && t.n_rows < 5000)
    {
      write_again (&t, arp_ascii);
      write_again (&t, arp_binary);
    }
  arp_table_release (&t);
}
