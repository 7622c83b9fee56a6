/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The routines of the unit that pots call (struct pot, wrapper): each once.  */

#include "plugin/rtl/rtl.h"

/* The text of every one, by its name.  */
static hash_map<nofree_string_hash, char *> *wrappers;
static auto_vec<char *> wrapper_texts; /* in the order in which they were made */

void
wrappers_add (const struct pot *pot)
{
  char *text;
  size_t size;
  if (!wrappers)
    wrappers = new hash_map<nofree_string_hash, char *>;
  if (wrappers->get (pot->wrapper->name))
    return;
  FILE *f = open_memstream (&text, &size);
  pot_print_wrapper (f, pot);
  fclose (f);
  wrappers->put (xstrdup (pot->wrapper->name), text);
  wrapper_texts.safe_push (text);
}

void
wrappers_write (FILE *f)
{
  if (wrapper_texts.length ())
    fputs ("\t.section\t.text.halt_wrap,\"ax\",%progbits\n", f);
  for (unsigned i = 0; i < wrapper_texts.length (); i++)
    fputs (wrapper_texts[i], f);
}
