/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A unit's text as it is written again, and where its frames are by then.  */

#include <stdlib.h>
#include <string.h>

#include "base/text.h"
#include "atom/pour.h"

/* A register's number, or its name; -1: neither pointer.  */
static int
frame_reg (const struct machine *m, const char *text, char **end)
{
  *end = (char *) text + strcspn (text, ", \n");
  while (*text == '%' || *text == '$')
    text++;
  if (*text >= '0' && *text <= '9')
    return atoi (text);
  size_t n = *end - text;
  if (n >= 2 && strncmp (*end - 2, "sp", 2) == 0)
    return m->sp;
  return n >= 2 && strncmp (*end - 2, "bp", 2) == 0 ? m->fp : -1;
}

/* LINE, a directive of unwind information.  */
static void
follow_directive (struct pourer *w, const char *line)
{
  const struct machine *m = w->machine;
  struct frame *f = &w->frame;
  const char *text;
  char *end;
  if (after_word (line, "\t.cfi_startproc"))
    {
      w->unwind = true;
      *f = (struct frame) { .known = true, .reg = m->sp, .offset = m->cfa };
      w->n_kept = 0;
    }
  else if (after_word (line, "\t.cfi_endproc"))
    w->unwind = false;
  else if ((text = after_word (line, "\t.cfi_def_cfa_offset ")))
    f->offset = atol (text);
  else if ((text = after_word (line, "\t.cfi_adjust_cfa_offset ")))
    f->offset += atol (text);
  else if ((text = after_word (line, "\t.cfi_def_cfa_register ")))
    f->reg = frame_reg (m, text, &end);
  else if ((text = after_word (line, "\t.cfi_def_cfa ")))
    {
      f->known = true;
      f->reg = frame_reg (m, text, &end);
      f->offset = atol (end + strspn (end, ", "));
    }
  else if ((text = after_word (line, "\t.cfi_offset ")))
    {
      if (m->return_reg && frame_reg (m, text, &end) == m->return_reg)
	{
	  f->return_saved = true;
	  f->return_at = atol (end + strspn (end, ", "));
	}
    }
  else if ((text = after_word (line, "\t.cfi_restore ")))
    f->return_saved &= frame_reg (m, text, &end) != m->return_reg;
  else if (after_word (line, "\t.cfi_window_save")
	   || after_word (line, "\t.cfi_negate_ra_state"))
    f->return_signed = !f->return_signed;
  else if (after_word (line, "\t.cfi_escape "))
    /* An expression for the frame's address, 0xf; others are about
       registers.  */
    f->known &= strncmp (line, "\t.cfi_escape 0xf,", 17) != 0;
  else if (after_word (line, "\t.cfi_remember_state"))
    {
      if (w->n_kept == (int) (sizeof w->kept / sizeof *w->kept))
	fail ("%s: .cfi_remember_state too often", w->unit->source);
      w->kept[w->n_kept++] = w->frame;
    }
  else if (after_word (line, "\t.cfi_restore_state") && w->n_kept > 0)
    w->frame = w->kept[--w->n_kept];
}

void
text_line (struct pourer *w, const char *line)
{
  size_t n = strcspn (line, "\n") + 1;
  if (line[0] == '#' && line[1] == '@')
    {
      if (line[2] == '=')
	fwrite (line + 4, 1, n - 4, w->out);
      else if (w->labels && strncmp (line, "#@section ", 10) == 0)
	fprintf (w->out, SECTION_LABEL "%d:\n", atoi (line + 10));
      return;
    }
  if (line[0] == '\t' && line[1] == '.' && line[2] == 'c')
    follow_directive (w, line);
  char *other = w->replaced ? replaced_line (w->replaced, line) : NULL;
  if (other)
    fputs (other, w->out);
  else
    fwrite (line, 1, n, w->out);
  free (other);
}

void
text_copy (struct pourer *w, size_t at, size_t end)
{
  const char *text = w->unit->text;
  while (at < end)
    {
      text_line (w, text + at);
      at += strcspn (text + at, "\n") + 1;
    }
}
