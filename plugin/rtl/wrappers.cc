/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The routines of the unit that pots call (struct pot, wrapper): each once.  */

#include "plugin/rtl/rtl.h"

/* Their names, and their texts in the order in which they were made.  */
static hash_set<nofree_string_hash> names;
static auto_vec<char *> texts;

void
wrappers_add (const struct pot *pot)
{
  char *text;
  size_t size;
  if (names.contains (pot->wrapper->name))
    return;
  FILE *f = open_memstream (&text, &size);
  pot_print_wrapper (f, pot);
  fclose (f);
  names.add (xstrdup (pot->wrapper->name));
  texts.safe_push (text);
}

void
wrappers_write (FILE *f)
{
  if (texts.length ())
    fputs ("\t.section\t.text.halt_wrap,\"ax\",%progbits\n", f);
  for (unsigned i = 0; i < texts.length (); i++)
    fputs (texts[i], f);
}
