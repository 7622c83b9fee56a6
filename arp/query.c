/* SPDX-License-Identifier: MIT */
/* The query API.  A binary file stays open: a block of it is read when a trace of it is
   asked for, and forgotten with the last such trace, if others have been asked for.  */

#include <stdlib.h>
#include <string.h>
#include "arp/arp.h"

/* Some of the records: a block's, or all.  */
struct part
{
  struct arp_table table;
  uint64_t first, end;		/* their numbers, the latter after the last one */
  size_t users;			/* traces, and CURRENT */
};

struct trace
{
  struct part *part;
  struct arp_record record;
  struct arp_step path[];
};

static struct arp_reader file = { .fd = -1 }; /* open: blocks are read from it */
static bool *told;		/* of each block: it cannot be read */
static struct arp_table head;	/* the shape, and what is said of sections */
static uint64_t n_traces;
static struct part *current;	/* of the record that was read last, or NULL */
static arp_error_callback on_error;
static void *error_context;

static void
say (arp_error_t kind, const char *text)
{
  if (on_error)
    on_error (kind, text, error_context);
  else
    fprintf (stderr, "arp: %s\n", text);
}

/* What went wrong with the file; the callback may free what is loaded.  */
static void
say_file (void)
{
  char text[sizeof file.error];
  memcpy (text, file.error, sizeof text);
  say (file.kind, text);
}

static void
leave_part (struct part *p)
{
  if (p && --p->users == 0)
    {
      arp_table_release (&p->table);
      free (p);
    }
}

/* P is the current part.  */
static void
take_part (struct part *p)
{
  leave_part (current);
  current = p;
}

static struct part *
new_part (uint64_t first, uint64_t end)
{
  struct part *p = calloc (1, sizeof *p);
  if (p)
    *p = (struct part) { .first = first, .end = end, .users = 1 };
  return p;
}

/* The file is not needed any more.  */
static void
close_file (void)
{
  arp_read_close (&file);
  free (told);
  told = NULL;
}

void
arp_free_data (void)
{
  take_part (NULL);
  close_file ();
  arp_table_release (&head);
  n_traces = 0;
}

/* All of a file of text, as one part; the rest of a binary file but for its
   records.  */
static bool
load_open (void)
{
  head.shape = file.shape;
  n_traces = file.n_records;
  if (file.shape.format == arp_binary)
    {
      file.data = &head;
      file.section = arp_table_section_read;
      told = calloc (file.n_blocks + 1, sizeof *told);
      return told ? arp_binary_remarks (&file)
		  : arp_read_fail (&file, "out of memory");
    }
  take_part (new_part (0, n_traces));
  if (!current)
    return arp_read_fail (&file, "out of memory");
  if (!arp_table_read (&current->table, &file))
    return false;
  head.sections = current->table.sections;
  current->table.sections = NULL;
  close_file ();
  return true;
}

void
arp_load_data (const char *file_name, arp_error_callback error, void *context)
{
  arp_free_data ();
  on_error = error;
  error_context = context;
  if (!arp_read_open (&file, file_name, NULL, 0) || !load_open ())
    {
      say_file ();
      arp_free_data ();
    }
}

/* The part that has record N, which exists; NULL: it cannot be read, which has been
   said.  */
static struct part *
part_of (uint64_t n)
{
  if (current && n >= current->first && n < current->end)
    return current;
  uint64_t block = arp_binary_find (&file, n), first, end;
  if (told[block])
    return NULL;
  arp_binary_records (&file, block, &first, &end);
  struct part *p = new_part (first, end);
  *file.error = 0;
  file.kind = arp_error_syntax;
  file.record = arp_table_record_read;
  if (p && arp_table_init (&p->table, &head.shape))
    {
      file.data = &p->table;
      if (arp_read_unchanged (&file) && arp_binary_block (&file, block))
	{
	  take_part (p);
	  return p;
	}
    }
  else
    arp_read_fail (&file, "out of memory");
  leave_part (p);
  /* What is wrong with all of the file is said once.  */
  if (file.kind == arp_error_io)
    memset (told, true, file.n_blocks * sizeof *told);
  told[block] = true;
  say_file ();
  return NULL;
}

arp_mode
arp_get_mode (void)
{
  return head.shape.mode;
}

/* Record N of P: how many steps its path has; all of it, PATH having room for
   those.  */
static size_t
depth_of (const struct part *p, uint64_t n)
{
  return p->table.nodes[p->table.rows[n - p->first + 1].node].depth;
}

static struct arp_record
record_of (const struct part *p, uint64_t n, struct arp_step *path)
{
  return arp_table_record (&p->table, n - p->first + 1, path);
}

/* Add R to the table TO, as far as its mode wants it; its path is changed.  */
static bool
convert (struct arp_table *to, struct arp_record r, struct arp_step *path)
{
  struct arp_sum sums[ARP_SETS] = { { 0, NULL, 0, 0 } };
  bool good = true;
  for (size_t i = 0; i < r.depth; i++)
    path[i].index = 0;
  for (unsigned i = 0; i < to->shape.n_sets; i++)
    {
      const char *value = (const char *) r.values + to->shape.offset[i];
      sums[i].sum = r.sums ? r.sums[i].sum
			   : arp_number (to->shape.type[i], value);
      if (to->shape.mode == arp_record_histogram)
	good = good
	       && arp_sum_bucket (sums + i, arp_bucket_of (sums[i].sum), 1);
    }
  r.sums = sums;
  good = good && arp_table_merge (to, &r);
  for (unsigned i = 0; i < to->shape.n_sets; i++)
    free (sums[i].buckets);
  return good;
}

/* Add all records to TO; false after saying why not.  */
static bool
convert_all (struct arp_table *to)
{
  struct arp_step *path = NULL;
  size_t room = 0;
  bool good = true;
  const struct part *p;
  if (told)
    memset (told, 0, file.n_blocks * sizeof *told);
  for (uint64_t n = 0; good && n < n_traces; n++)
    {
      if (!(p = part_of (n)))
	{
	  good = false;
	  break;
	}
      size_t depth = depth_of (p, n);
      if (depth > room)
	{
	  free (path);
	  room = 2 * depth;
	  path = malloc (room * sizeof *path);
	}
      good = (path || !room) && convert (to, record_of (p, n, path), path);
      if (!good)
	say (arp_error_non_fatal, "the mode is not switched: out of memory");
    }
  free (path);
  return good;
}

void
arp_switch_mode (const arp_mode mode)
{
  struct arp_shape shape = head.shape;
  if ((!told && !current) || mode == shape.mode)
    return;
  if (mode == arp_record_all || mode == arp_playback
      || shape.mode == arp_record_average || (unsigned) mode > arp_playback)
    {
      say (arp_error_non_fatal,
	   mode == arp_playback
	     ? "playback is no mode of recorded data"
	     : "what was not recorded cannot be had from the "
	       "data");
      return;
    }
  shape.mode = mode;
  struct part *to = new_part (0, 0);
  if (!to || !arp_table_init (&to->table, &shape))
    {
      say (arp_error_non_fatal, "the mode is not switched: out of memory");
      leave_part (to);
      return;
    }
  if (!convert_all (&to->table))
    {
      leave_part (to);
      return;
    }
  take_part (to);
  close_file ();
  head.shape = shape;
  n_traces = to->end = to->table.n_rows - 1;
}

unsigned
arp_get_data_mult (void)
{
  return head.shape.n_sets;
}

arp_data_type
arp_get_data_type (const unsigned data_index)
{
  return data_index < head.shape.n_sets ? head.shape.type[data_index]
					: arp_uint;
}

unsigned
arp_get_nTraces (void)
{
  return n_traces > UINT32_MAX ? UINT32_MAX : (unsigned) n_traces;
}

arp_trace
arp_get_trace (const unsigned trace_no)
{
  struct part *p = trace_no < n_traces ? part_of (trace_no) : NULL;
  if (!p)
    return NULL;
  struct trace *t = malloc (sizeof *t
			    + depth_of (p, trace_no) * sizeof *t->path);
  if (t)
    {
      t->part = p;
      p->users++;
      t->record = record_of (p, trace_no, t->path);
    }
  return t;
}

void
arp_free_trace (const arp_trace trace)
{
  struct trace *t = trace;
  if (t)
    leave_part (t->part);
  free (t);
}

unsigned
arp_trace_get_count (const arp_trace trace)
{
  uint64_t n = ((const struct trace *) trace)->record.count;
  return n > UINT32_MAX ? UINT32_MAX : (unsigned) n;
}

unsigned
arp_trace_get_stack_length (const arp_trace trace)
{
  return (unsigned) ((const struct trace *) trace)->record.depth;
}

arp_sid
arp_trace_get_stack_pos (const arp_trace trace, const unsigned depth)
{
  const struct trace *t = trace;
  return depth < t->record.depth ? t->path[depth].sid : 0;
}

arp_lidx
arp_trace_get_stack_index (const arp_trace trace, const unsigned depth)
{
  const struct trace *t = trace;
  return depth < t->record.depth ? t->path[depth].index : 0;
}

const void *
arp_trace_get_value (const arp_trace trace, const unsigned data_index)
{
  const struct trace *t = trace;
  const struct arp_shape *s = &t->part->table.shape;
  return data_index < s->n_sets
	   ? (const char *) t->record.values + s->offset[data_index]
	   : NULL;
}

long double
arp_trace_get_sum (const arp_trace trace, const unsigned data_index)
{
  const struct trace *t = trace;
  const struct arp_shape *s = &t->part->table.shape;
  if (data_index >= s->n_sets)
    return 0;
  return t->record.sums ? t->record.sums[data_index].sum
			: arp_number (s->type[data_index],
				      arp_trace_get_value (trace, data_index));
}

unsigned
arp_trace_get_nBuckets (const arp_trace trace, const unsigned data_index)
{
  const struct trace *t = trace;
  return t->record.sums && data_index < t->part->table.shape.n_sets
	   ? (unsigned) t->record.sums[data_index].n_buckets
	   : 0;
}

long double
arp_trace_get_bucket (const arp_trace trace, const unsigned data_index,
		      const unsigned bucket, unsigned long long *count)
{
  const struct trace *t = trace;
  if (bucket >= arp_trace_get_nBuckets (trace, data_index))
    {
      *count = 0;
      return 0;
    }
  *count = t->record.sums[data_index].buckets[bucket].count;
  return t->record.sums[data_index].buckets[bucket].low;
}

const char *
arp_get_section (const arp_sid sid)
{
  return head.sections ? head.sections[sid] : NULL;
}
