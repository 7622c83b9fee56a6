/* SPDX-License-Identifier: MIT */
/* Playing back: samples that are looked up by the path and its counters.  */

#include <stdlib.h>
#include <string.h>
#include "arp/arp.h"

static struct arp_table played;
static uint64_t n_missing;
static uint32_t first_section;	/* that may be left, of those recorded */

/* What is SAID of a section without its line: its length.  */
static size_t
without_line (const char *said)
{
  const char *colon = strrchr (said, ':');
  return colon ? (size_t) (colon - said) : strlen (said);
}

bool
arp_play_start (const char *name)
{
  struct arp_reader r;
  const struct arp_shape *s = &arp_run.shape;
  n_missing = 0;
  first_section = 1;
  bool good = arp_read_open (&r, name, NULL, 0) && arp_table_read (&played, &r);
  if (!good)
    arp_say (NULL, r.kind, "%s; nothing is played back", r.error);
  arp_read_close (&r);
  if (!good)
    {
      arp_table_release (&played);
      return false;
    }
  bool same = played.shape.n_sets == s->n_sets;
  for (unsigned i = 0; same && i < s->n_sets; i++)
    same = played.shape.type[i] == s->type[i];
  if (same)
    return true;
  char recorded[ARP_TYPE_NAMES], wanted[ARP_TYPE_NAMES];
  arp_type_names (&played.shape, recorded);
  arp_type_names (s, wanted);
  arp_say (
    NULL, arp_error_syntax,
    "'%.90s' has samples of type %s, the program's callbacks are for %s; "
    "nothing is played back",
    name, recorded, wanted);
  arp_table_release (&played);
  return false;
}

arp_sid
arp_play_last_section (void)
{
  arp_sid last = played.sections ? (arp_sid) -1 : 0;
  while (last && !played.sections[last])
    last--;
  return last;
}

arp_sid
arp_play_section (const char *said)
{
  size_t length = without_line (said);
  for (uint32_t i = first_section; played.sections && i <= (arp_sid) -1; i++)
    {
      char *recorded = played.sections[i];
      if (!recorded)
	first_section += i == first_section;
      else if (without_line (recorded) == length
	       && memcmp (recorded, said, length) == 0)
	{
	  free (recorded);
	  played.sections[i] = NULL;
	  return i;
	}
    }
  return 0;
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
    {
      char section[ARP_SECTION];
      arp_name_section (f->path->sid, section);
      arp_say (&said, arp_error_non_fatal,
	       "no sample is left for execution %d of %s on its path; 0 is "
	       "played back",
	       f->index, section);
    }
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
