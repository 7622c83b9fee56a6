/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Places in a procedure's text, between its instructions.  */

#include <string.h>

#include "base/text.h"
#include "atom/pour.h"

bool
is_label (const struct pourer *w, const char *line)
{
  size_t n = strlen (w->machine->label);
  return strncmp (line, w->machine->label, n) == 0 && line[n] >= '0'
	 && line[n] <= '9';
}

/* Behind what unwind information says of the instruction before; names for debug
   information stand between.  */
size_t
place_after (const struct pourer *w, size_t at, size_t end)
{
  size_t place = at;
  while (at < end)
    {
      const char *line = w->unit->text + at;
      size_t next = at + strcspn (line, "\n") + 1;
      bool unwind = begins (line, "\t.cfi_");
      bool name = begins (line, w->machine->label) && !is_label (w, line);
      if (begins (line, "\t.cfi_endproc") || begins (line, "\t.cfi_startproc"))
	break;
      if (!unwind && !name && !begins (line, "\t.loc") && !begins (line, "#"))
	break;
      if (unwind)
	place = next;
      at = next;
    }
  return place;
}

/* Before the first label, in what comes before instruction I.  */
static size_t
before_labels (const struct pourer *w, const Inst *i)
{
  for (size_t at = i->text; at < i->at;)
    {
      const char *line = w->unit->text + at;
      if (is_label (w, line))
	return at;
      at += strcspn (line, "\n") + 1;
    }
  return i->at;
}

/* Whether a label that ends with END stands right before I, or in its text.  */
static bool
has_label (const struct pourer *w, const Inst *i, const char *end)
{
  for (size_t at = i->text; at < i->end;)
    {
      const char *line = w->unit->text + at;
      size_t length = strcspn (line, "\n"), n = strlen (end);
      if (length > n && memcmp (line + length - n, end, n) == 0)
	return true;
      at += length + 1;
    }
  return false;
}

/* On Alpha calls may leave out what makes the global pointer, up to a label.  */
size_t
place_entry (const struct pourer *w, const Proc *p, int *first)
{
  static const int near = 16;
  const Inst *i = p->insts;
  for (int k = 0; k + 1 < p->n_insts && k < near; k++)
    if (!p->insts[k].before && has_label (w, &p->insts[k], "..ng:"))
      i = &p->insts[k + 1];
  *first = i - p->insts;
  return before_labels (w, i);
}
