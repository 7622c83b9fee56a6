/* SPDX-License-Identifier: MIT */
/* The query API.  */

#include <stdlib.h>
#include "arp/arp.h"

static struct arp_table table;
static arp_error_callback on_error;
static void *error_context;

struct trace
{
  struct arp_record record;
  struct arp_step path[];
};

static void
say (arp_error_t kind, const char *text)
{
  if (on_error)
    on_error (kind, text, error_context);
  else
    fprintf (stderr, "arp: %s\n", text);
}

void
arp_free_data (void)
{
  arp_table_release (&table);
}

void
arp_load_data (const char *file_name, arp_error_callback error, void *context)
{
  char text[600];
  arp_error_t kind;
  arp_free_data ();
  on_error = error;
  error_context = context;
  if (!arp_table_load (&table, file_name, &kind, text, sizeof text))
    say (kind, text);
}

arp_mode
arp_get_mode (void)
{
  return table.shape.mode;
}

/* Add row N of the table to TO, as far as its mode wants it.  */
static bool
convert (struct arp_table *to, uint32_t n, struct arp_step *path)
{
  struct arp_record r = arp_table_record (&table, n, path);
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

void
arp_switch_mode (const arp_mode mode)
{
  struct arp_table to;
  struct arp_shape shape = table.shape;
  if (!table.nodes || mode == shape.mode)
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
  uint32_t depth = 1;
  for (uint32_t i = 1; i < table.n_nodes; i++)
    if (table.nodes[i].depth > depth)
      depth = table.nodes[i].depth;
  struct arp_step *path = malloc (depth * sizeof *path);
  bool good = path && arp_table_init (&to, &shape);
  for (uint32_t n = 1; good && n < table.n_rows; n++)
    good = convert (&to, n, path);
  free (path);
  if (!good)
    {
      say (arp_error_non_fatal, "the mode is not switched: out of memory");
      if (path)
	arp_table_release (&to);
      return;
    }
  /* What is said of sections stays.  */
  char **sections = to.sections;
  to.sections = table.sections;
  table.sections = sections;
  arp_table_release (&table);
  table = to;
}

unsigned
arp_get_data_mult (void)
{
  return table.shape.n_sets;
}

arp_data_type
arp_get_data_type (const unsigned data_index)
{
  return data_index < table.shape.n_sets ? table.shape.type[data_index]
					 : arp_uint;
}

unsigned
arp_get_nTraces (void)
{
  return table.n_rows ? table.n_rows - 1 : 0;
}

arp_trace
arp_get_trace (const unsigned trace_no)
{
  if (trace_no >= arp_get_nTraces ())
    return NULL;
  uint32_t depth = table.nodes[table.rows[trace_no + 1].node].depth;
  struct trace *t = malloc (sizeof *t + depth * sizeof *t->path);
  if (t)
    t->record = arp_table_record (&table, trace_no + 1, t->path);
  return t;
}

void
arp_free_trace (const arp_trace trace)
{
  free (trace);
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
  return data_index < table.shape.n_sets
	   ? (const char *) t->record.values + table.shape.offset[data_index]
	   : NULL;
}

long double
arp_trace_get_sum (const arp_trace trace, const unsigned data_index)
{
  const struct trace *t = trace;
  if (data_index >= table.shape.n_sets)
    return 0;
  return t->record.sums ? t->record.sums[data_index].sum
			: arp_number (table.shape.type[data_index],
				      arp_trace_get_value (trace, data_index));
}

unsigned
arp_trace_get_nBuckets (const arp_trace trace, const unsigned data_index)
{
  const struct trace *t = trace;
  return t->record.sums && data_index < table.shape.n_sets
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
  return table.sections ? table.sections[sid] : NULL;
}
