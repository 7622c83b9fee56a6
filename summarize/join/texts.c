/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Sections that are texts, one after the other: what only= and exclude= say, what sources
   were.  */

#include <string.h>
#include "summarize/summarize.h"

bool
texts_read (const struct chunks *chunks, use_text *use, void *data,
	    struct fault *f)
{
  for (size_t i = 0; i < chunks->n; i++)
    {
      const char *at = chunks->chunks[i].data,
		 *end = at + chunks->chunks[i].size;
      for (const char *next; at < end; at = next + 1)
	{
	  next = memchr (at, 0, (size_t) (end - at));
	  if (!next)
	    break;
	  if (!use (data, at, f))
	    return false;
	}
    }
  return true;
}

bool
texts_of_all (const struct join *j,
	      const struct chunks *(*which) (const struct image *),
	      use_text *use, void *data, struct fault *f)
{
  for (uint32_t i = 0; i < j->prof->header->n_objects; i++)
    {
      const struct program *p = j->objects[i].program;
      if (p
	  && (!texts_read (which (&p->image), use, data, f)
	      || !texts_read (which (&p->debug), use, data, f)))
	return false;
    }
  return true;
}
