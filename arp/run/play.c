/* SPDX-License-Identifier: MIT */
/* Playing back: samples that are looked up by the path and its counters.  */

#include <stdlib.h>
#include <string.h>
#include "arp/arp.h"

static struct arp_table played;
static unsigned long n_missing;
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

/* Where the folder of the file begins in what is said of a section, of LENGTH, and where
   the file's own name does.  */
static void
find_file (const char *said, size_t length, size_t *folder, size_t *file)
{
  for (*file = length;
       *file && said[*file - 1] != '/' && said[*file - 1] != ' ';)
    --*file;
  for (*folder = *file; *folder && said[*folder - 1] != ' ';)
    --*folder;
}

/* How well SAID, of LENGTH, is what was RECORDED: 0 if it is not; more if the file is in
   another folder, and the more of that is the same at its end.  */
static size_t
likeness (const char *recorded, const char *said, size_t length)
{
  size_t n = without_line (recorded), same = 0;
  size_t folder, file, old_folder, old_file;
  find_file (said, length, &folder, &file);
  find_file (recorded, n, &old_folder, &old_file);
  if (folder != old_folder || memcmp (recorded, said, folder) != 0)
    return 0;
  while (same < length - folder && same < n - folder
	 && recorded[n - same - 1] == said[length - same - 1])
    same++;
  if (n == length && same == n - folder)
    return SIZE_MAX;
  return same >= length - file && same >= n - old_file ? same + 1 : 0;
}

arp_sid
arp_play_section (const char *said)
{
  size_t length = without_line (said), best = 0;
  uint32_t found = 0;
  for (uint32_t i = first_section;
       played.sections && i <= (arp_sid) -1 && best != SIZE_MAX; i++)
    {
      const char *recorded = played.sections[i];
      if (!recorded)
	{
	  first_section += i == first_section;
	  continue;
	}
      size_t like = likeness (recorded, said, length);
      if (like > best)
	{
	  best = like;
	  found = i;
	}
    }
  if (found)
    {
      free (played.sections[found]);
      played.sections[found] = NULL;
    }
  return found;
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
	     "%lu samples were not in what is played back", n_missing);
  arp_table_release (&played);
}
