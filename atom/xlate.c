/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Tables of addresses in the instrumented program: the analysis reads them by
   XlateAddr and others (include/halt/anal.h).  */

#include "atom/pour.h"

#define LABEL "__halt_xlate."

/* A label for what is of O, added to X: *N, or if that is 0 a new one.  */
static void
add_label (Xlate *x, const Obj *o, int *n, const char *function)
{
  static int last;
  if (o != x->obj)
    tool_fail ("%s: it is of %s, and the Xlate of %s", function, o->name,
	       x->obj->name);
  if (x->n >= x->size)
    tool_fail ("%s: the Xlate has its %u address%s already", function, x->size,
	       x->size == 1 ? "" : "es");
  if (!*n)
    *n = ++last;
  more (&x->labels, x->n, sizeof *x->labels);
  x->labels[x->n++] = *n;
}

static Xlate *made;

bool
xlate_is_made (const Xlate *x)
{
  const Xlate *m = made;
  while (m && m != x)
    m = m->next;
  return m;
}

Xlate *
CreateXlate (Obj *o, unsigned size)
{
  NEED (o);
  if (the.fail_says)
    tool_fail ("CreateXlate: only `ghalt atom' makes tables of addresses");
  Xlate *x = fresh_memory (sizeof *x);
  x->obj = o;
  x->size = size;
  x->next = made;
  made = x;
  return x;
}

void
AddXlateAddress (Xlate *x, Inst *i)
{
  NEED (x);
  NEED (i);
  Proc *p = i->block->proc;
  add_label (x, p->unit->obj, &i->xlate, __func__);
  p->translated = true;
}

void
AddXlateEntry (Xlate *x, Entry *e)
{
  NEED (x);
  NEED (e);
  add_label (x, e->proc->unit->obj, &e->xlate, __func__);
  e->proc->translated = true;
}

void
xlate_write (FILE *out, const Xlate *x)
{
  const char *word = the.target->pointer_bits == 64 ? ".quad" : ".long";
  fprintf (out, "\t.weak\t__executable_start, etext\n");
  fprintf (out, "\t%s\t%s, 0, %zu\n", word,
	   the.image ? "0, 0" : "__executable_start, etext", x->n);
  for (size_t i = 0; i < x->n; i++)
    if (the.image)
      fprintf (out, "\t%s\t0\n", word);
    else
      fprintf (out, "\t%s\t" LABEL "%d\n", word, x->labels[i]);
}

void
xlates_write (FILE *out, const Obj *o)
{
  const char *word = the.target->pointer_bits == 64 ? ".quad" : ".long";
  fprintf (out,
	   "\t.section\t.halt.data.xlates,\"aw\"\n\t.balign\t%d\n"
	   "\t.globl\t__halt_xlates\n\t.hidden\t__halt_xlates\n"
	   "\t.weak\t_init, etext\n\t.hidden\t_init, etext\n"
	   "__halt_xlates:\n",
	   the.target->pointer_bits / 8);
  for (const struct data *d = the.data; d; d = d->next)
    {
      const Xlate *x = d->xlate;
      if (!x || x->obj != o)
	continue;
      fprintf (out, "\t%s\t%s, _init, etext, %zu\n", word, d->label, x->n);
      for (size_t i = 0; i < x->n; i++)
	fprintf (out, "\t%s\t" LABEL "%d\n", word, x->labels[i]);
    }
  fprintf (out, "\t%s\t0\n", word);
}

void
xlate_label (FILE *out, int n, const char *symbol)
{
  if (!n)
    return;
  fprintf (out, "\t.globl\t" LABEL "%d\n\t.hidden\t" LABEL "%d\n", n, n);
  if (symbol)
    fprintf (out, "\t.set\t" LABEL "%d, %s\n", n, symbol);
  else
    fprintf (out, LABEL "%d:\n", n);
}
