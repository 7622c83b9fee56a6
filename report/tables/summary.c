/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The summary of a file as text.  */

#include "report/options.h"

void
text_summary (FILE *out, const struct program *p, const struct options *o)
{
  put_text (out, TEXT_VERSION);
  for (size_t i = 0; i < p->n_units; i++)
    {
      const struct unit *u = p->units + i;
      bool said = false;
      for (uint32_t k = 0; k < u->map.header->n_functions; k++)
	if (options_choose (o, u->map.strings + u->map.functions[k].name,
			    u->map.strings + u->map.functions[k].pretty))
	  {
	    if (!said)
	      text_unit_line (out, u, i);
	    said = true;
	    text_function (out, u, k);
	  }
      if (!said && o->n_functions == 0)
	text_unit_line (out, u, i);
    }
}
