/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A tool inside the compiler.  The analysis routines are the program's own: they are
   called by their names, before and after the program from the unit's start.  */

#include <dlfcn.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "atom/inside.h"
#include "atom/pour.h"
#include "halt/format.h"

/* What pots may call, by target.  */
#define FILE_INSIDE(name, file) \
  extern const char name[]; \
  __asm__ ("\t.pushsection\t.rodata\n" #name ":\n\t.incbin\t\"" file "\"\n" \
	   "\t.byte\t0\n\t.popsection\n");
/* One file after the other.  */
FILE_INSIDE (inside_x86_64,
	     "runtime/x86_64/start.s\"\n\t.incbin \"atom/run/x86_64/args.s")
FILE_INSIDE (inside_i386, "runtime/i386/start.s")

void
pc_need (Obj *o)
{
  (void) o;
  tool_fail ("addresses in the program are known when it is linked; use `ghalt "
	     "atom'");
}

uint64_t
part_start (const Obj *o, enum part part, uint64_t *size)
{
  (void) part;
  (void) size;
  pc_need ((Obj *) o);
  return 0;
}

/* There is one only.  */
Obj *
obj_defining (Obj *from, const char *name, bool own)
{
  (void) name;
  return own ? from : NULL;
}

/* --- the tool's routines -------------------------------------------------------- */

static void
run (const char *tool, const char *arguments, Obj *o)
{
  char *argv[256], *save, *words = string ("%s", arguments ? arguments : "");
  int argc = 0;
  argv[argc++] = (char *) tool;
  for (char *w = strtok_r (words, " ", &save); w && argc < 255;
       w = strtok_r (NULL, " ", &save))
    argv[argc++] = w;
  argv[argc] = NULL;
  /* Without a slash it would be looked for where libraries are.  */
  const char *file = strchr (tool, '/') ? tool : string ("./%s", tool);
  void *loaded = dlopen (file, RTLD_NOW | RTLD_LOCAL);
  if (!loaded)
    fail ("cannot load the tool: %s", dlerror ());
  void (*init) (int, char **) = (void (*) (int, char **))
    dlsym (loaded, "InstrumentInit");
  unsigned (*all) (int, char **) = (unsigned (*) (int, char **))
    dlsym (loaded, "InstrumentAll");
  void (*one) (int, char **, Obj *) = (void (*) (int, char **, Obj *))
    dlsym (loaded, "Instrument");
  void (*fini) (void) = (void (*) (void)) dlsym (loaded, "InstrumentFini");
  if (!all && !one)
    fail ("%s: it defines neither Instrument nor InstrumentAll", tool);
  if (init)
    init (argc, argv);
  if (!all)
    one (argc, argv, o);
  else if (all (argc, argv) != 0)
    fail ("%s: InstrumentAll says that it failed", tool);
  if (fini)
    fini ();
}

/* --- what is beside the unit's text ---------------------------------------------- */

static void
write_data (FILE *out, const struct data *d)
{
  const unsigned char *bytes = d->bytes;
  fprintf (out, "\t%s\n\t.balign\t%d\n%s:\n",
	   d->constant ? ".section\t.rodata" : ".data",
	   d->align > 0 ? d->align : 1, d->label);
  for (size_t i = 0; i < d->size; i++)
    fprintf (out, "\t.byte\t%d\n", bytes[i]);
}

/* A function that makes CALLS, and a reference to it in section ARRAY.  */
static void
write_calls (struct pourer *w, const struct calls *first,
	     const struct calls *second, const char *name, const char *array)
{
  const struct halt_target *t = w->unit->target;
  int word = t->pointer_bits / 8;
  Proc p = { .unit = w->unit, .name = name };
  Inst i = { .block = NULL };
  char *facts
    = string ("at flags=dead align=%d misalign=%d red-zone=0 vector=0 mask=0 "
	      "live=%s\n",
	      t->stack_align, w->machine->return_at ? t->stack_align - word : 0,
	      t->return_reg == HALT_NO_REG ? "" : t->regs[t->return_reg].name);
  if (!first->first && !second->first)
    return;
  fprintf (w->out, "\t.text\n.Lhalt_%s:\n\t.cfi_startproc\n", name);
  w->unwind = true;
  w->frame = (struct frame) {
    .known = true, .reg = w->machine->sp, .offset = w->machine->cfa
  };
  pots_write (w, &p, &i, facts, first, false);
  pots_write (w, &p, &i, facts, second, false);
  fprintf (w->out,
	   "%s\t.cfi_endproc\n\t.section\t.%s,\"aw\"\n\t.balign\t%d\n"
	   "\t.%dbyte\t.Lhalt_%s\n",
	   w->machine->ret, array, word, word, name);
  w->unwind = false;
}

/* Every unit has what its pots may call; one of all stays.  */
static void
write_helpers (FILE *out, const struct halt_target *t)
{
  const char *text = strcmp (t->name, "x86-64") == 0 ? inside_x86_64
		     : strcmp (t->name, "i386") == 0 ? inside_i386
						     : "";
  for (const char *line = text; *line; line += strcspn (line, "\n") + 1)
    {
      int n = strcspn (line, "\n");
      if (strncmp (line, "\t.globl\t", 8) == 0)
	fprintf (out, "\t.weak\t%.*s\n", n - 8, line + 8);
      else
	fprintf (out, "%.*s\n", n, line);
    }
}

/* Analysis routines are the program's.  */
static void
name_routines (void)
{
  for (struct proto *p = the.protos; p; p = p->next)
    p->symbol = p->name;
}

char *
inside_pour (char *text, size_t size, const char *tool, const char *arguments,
	     size_t *made, void (*says) (const char *line))
{
  Obj *o = fresh_memory (sizeof *o);
  char *poured = NULL;
  FILE *out = open_memstream (&poured, made);
  the.fail_says = says;
  if (!out)
    fail ("memory exhausted");
  the.first = the.last = o;
  the.anal = o->output = "";
  struct unit *u = unit_read (o, text, size);
  units_find_early (o);
  o->name = u->source;
  the.target = u->target;
  run (tool, arguments, o);
  name_routines ();
  unit_write (out, u, false);
  struct pourer w = {
    .out = out, .unit = u, .machine = machine_find (u->target->name)
  };
  if (u->intel)
    fputs ("\t.att_syntax prefix\n", out);
  u->intel = false;
  for (const struct data *d = the.data; d; d = d->next)
    write_data (out, d);
  write_calls (&w, &the.calls[0], &o->calls[0], "before", "init_array.00101");
  write_calls (&w, &o->calls[1], &the.calls[1], "after", "fini_array.00101");
  write_helpers (out, u->target);
  fclose (out);
  return poured;
}
