/* SPDX-License-Identifier: MIT */
/* The file, as records come.  */

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include "arp/arp.h"

bool
arp_write_begin (struct arp_writer *w, FILE *f, const struct arp_shape *shape,
		 uint64_t n)
{
  *w = (struct arp_writer) { .f = f, .shape = shape };
  fprintf (f, ARP_TITLE "\n%d %d %u", shape->format, shape->mode,
	   shape->n_sets);
  for (unsigned i = 0; i < shape->n_sets; i++)
    fprintf (f, " %d", shape->type[i]);
  fprintf (f, "\n%llu\n", (unsigned long long) n);
  return shape->format == arp_ascii || arp_binary_begin (w);
}

void
arp_write (struct arp_writer *w, const struct arp_record *r)
{
  if (w->shape->format == arp_ascii)
    arp_text_write (w, r);
  else
    arp_binary_write (w, r);
  if (r->depth > w->room)
    {
      size_t room = 2 * r->depth;
      struct arp_step *last = arp_realloc (w->last, room * sizeof *last);
      if (!last)
	{
	  /* The next record is written whole.  */
	  w->last_depth = 0;
	  return;
	}
      w->last = last;
      w->room = room;
    }
  memcpy (w->last, r->path, r->depth * sizeof *r->path);
  w->last_depth = r->depth;
}

bool
arp_write_end (struct arp_writer *w, const char *remarks)
{
  if (w->shape->format == arp_binary)
    arp_binary_end (w, remarks);
  else
    fputs (remarks, w->f);
  arp_free (w->last);
  if (w->failed)
    errno = ENOMEM;
  return !w->failed && fflush (w->f) == 0 && !ferror (w->f);
}
