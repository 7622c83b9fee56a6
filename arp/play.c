/* SPDX-License-Identifier: MIT */
/* Playing back: samples that are looked up by the path and its counters.  */

#include <string.h>
#include "arp/arp.h"

static struct arp_table played;
static uint64_t n_missing;

bool
arp_play_start (const char *name)
{
  arp_error_t kind;
  char error[600];
  const struct arp_shape *s = &arp_run.shape;
  n_missing = 0;
  if (!arp_table_load (&played, name, &kind, error, sizeof error))
    {
      arp_say (NULL, kind, "%s; nothing is played back", error);
      return false;
    }
  bool same = played.shape.n_sets == s->n_sets;
  for (unsigned i = 0; same && i < s->n_sets; i++)
    same = played.shape.type[i] == s->type[i];
  if (same)
    return true;
  arp_say (NULL, arp_error_syntax,
	   "'%.90s' was recorded with other callbacks than the program's, in "
	   "number or in type; nothing is played back",
	   name);
  arp_table_release (&played);
  return false;
}

void
arp_play_enter (const struct arp_frame *around, struct arp_frame *f)
{
  struct arp_step step = { f->path->sid,
			   played.shape.mode == arp_record_all ? f->index : 0 };
  f->node = around->known ? arp_table_step (&played, around->node, step, false)
			  : 0;
  f->known = f->node != 0;
}

void
arp_play (struct arp_frame *f)
{
  uint32_t *first = f->known ? &played.nodes[f->node].first : NULL, n = 0;
  size_t size = arp_run.shape.size;
  if (first)
    n = __atomic_load_n (first, __ATOMIC_RELAXED);
  /* Samples with the same counters, of several threads, go one to each that
     comes.  */
  while (n && played.shape.mode == arp_record_all
	 && !__atomic_compare_exchange_n (first, &n, played.rows[n].next, false,
					  __ATOMIC_RELAXED, __ATOMIC_RELAXED))
    ;
  if (n)
    {
      memcpy (f->data, played.values + n * size, size);
      return;
    }
  static int said;
  memset (f->data, 0, size);
  if (__atomic_fetch_add (&n_missing, 1, __ATOMIC_RELAXED) == 0)
    arp_say (&said, arp_error_non_fatal,
	     "no sample is left for execution %d of section %u on its path; "
	     "0 is played back",
	     f->index, f->path->sid);
}

void
arp_play_finish (void)
{
  if (n_missing > 1)
    arp_say (NULL, arp_error_non_fatal,
	     "%llu samples were not in what is played back",
	     (unsigned long long) n_missing);
  arp_table_release (&played);
}
