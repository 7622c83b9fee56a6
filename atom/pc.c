/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Addresses in the plain program.  Its units are assembled once more, with a label at
   each instruction; that says where in their sections instructions are, and the
   program where each section ends (include/halt/code.h).  So names and symbols do not
   matter.  Labels change no code on these machines.  */

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/grow.h"
#include "base/order.h"
#include "base/text.h"
#include "atom/make.h"
#include "atom/pour.h"
#include "halt/code.h"

struct placing
{
  const struct unit *unit;
  size_t n_sections;
  uint64_t *base;		/* of section N in the program ... */
  bool *known;			/* ... if that is known */
  Inst **insts;			/* by the numbers of their labels */
  size_t n_insts;
  Proc **procs;			/* by their symbols */
  size_t n_procs;
};

/* Call EACH for the symbols of ELF that are in sections which P knows.  */
static void
each_symbol (Elf *elf, struct placing *p,
	     void (*each) (struct placing *, const char *, const GElf_Sym *))
{
  for (struct elf_symbol s = { .elf = elf, .type = SHT_SYMTAB };
       elf_next_symbol (&s);)
    if (s.is.st_shndx != SHN_UNDEF && s.is.st_shndx < p->n_sections)
      each (p, s.name, &s.is);
}

/* The number at the end of NAME if it begins with LABEL; or LIMIT, which all are
   below.  */
static size_t
label_number (const char *name, const char *label, size_t limit)
{
  if (!begins (name, label))
    return limit;
  size_t n = strtoul (name + strlen (label), NULL, 10);
  return n < limit ? n : limit;
}

/* Address N of U's contribution; 0: the linker has left that out.  */
static uint64_t
address (const struct unit *u, size_t n)
{
  uint64_t word;
  memcpy (&word,
	  (const char *) u->contribution + sizeof (struct halt_code) + 8 * n,
	  sizeof word);
  return word;
}

static void
place_section (struct placing *p, const char *name, const GElf_Sym *s)
{
  const struct halt_code *h = p->unit->contribution;
  size_t limit = (h->header_bytes - sizeof *h) / 8;
  size_t n = label_number (name, SECTION_LABEL, limit);
  uint64_t at = n < limit ? address (p->unit, n) : 0;
  if (!at)
    return;
  p->base[s->st_shndx] = at - s->st_value;
  p->known[s->st_shndx] = true;
}

/* Where the program of O has NAME, in a table of symbols; 0: nowhere, or at more than one
   place.  */
static uint64_t
address_by_name (const Obj *o, const char *name)
{
  uint64_t at = 0;
  bool twice = false;
  Elf *elf = elf_must (o->name);
  for (struct elf_symbol s = { .elf = elf, .type = SHT_SYMTAB };
       elf_next_symbol (&s);)
    if (s.is.st_shndx != SHN_UNDEF && GELF_ST_TYPE (s.is.st_info) == STT_FUNC
	&& strcmp (s.name, name) == 0)
      {
	twice |= at && at != s.is.st_value;
	at = s.is.st_value;
      }
  elf_end (elf);
  return twice ? 0 : at;
}

static bool
is_only_one (const Obj *o, const char *name)
{
  int n = 0;
  for (Proc *p = o->first; p; p = p->next)
    n += strcmp (p->symbol, name) == 0;
  return n == 1;
}

ORDER_POINTERS (compare_procs, Proc, BY_TEXT (symbol));

/* Linkers that fold functions whose code is the same (--icf) put no address where one was
   left out, but its name stands at the other one.  */
static void
place_folded (struct placing *p, const char *name, const GElf_Sym *s)
{
  Proc key = { .symbol = name }, *of = &key;
  const Obj *o = p->unit->obj;
  if (p->known[s->st_shndx]
      || !bsearch (&of, p->procs, p->n_procs, sizeof *p->procs, compare_procs)
      || (GELF_ST_BIND (s->st_info) == STB_LOCAL && !is_only_one (o, name)))
    return;
  uint64_t at = address_by_name (o, name);
  if (!at)
    return;
  p->base[s->st_shndx] = at - s->st_value;
  p->known[s->st_shndx] = true;
}

static void
place_code (struct placing *p, const char *name, const GElf_Sym *s)
{
  Proc key = { .symbol = name }, *of = &key, **proc;
  size_t n = label_number (name, PC_LABEL, p->n_insts);
  if (!p->known[s->st_shndx])
    return;
  if (n < p->n_insts)
    p->insts[n]->pc = p->base[s->st_shndx] + s->st_value;
  else if ((proc = bsearch (&of, p->procs, p->n_procs, sizeof *p->procs,
			    compare_procs)))
    (*proc)->pc = p->base[s->st_shndx] + s->st_value;
}

/* Find the addresses of U, of which FILE is the object with labels.  */
static void
place_unit (struct unit *u, const char *file)
{
  struct placing p = { .unit = u };
  Elf *elf = elf_open (file, ELF_K_ELF);
  if (!elf || elf_getshdrnum (elf, &p.n_sections) != 0)
    fail ("%s: not what was assembled", file);
  for (Proc *f = u->obj->first; f; f = f->next)
    if (f->unit == u)
      p.n_procs++, p.n_insts += f->n_insts;
  p.base = fresh_memory ((p.n_sections + 1) * sizeof *p.base);
  p.known = fresh_memory (p.n_sections + 1);
  p.insts = fresh_memory ((p.n_insts + 1) * sizeof *p.insts);
  p.procs = fresh_memory ((p.n_procs + 1) * sizeof *p.procs);
  size_t n = 0, k = 0;
  for (Proc *f = u->obj->first; f; f = f->next)
    if (f->unit == u)
      {
	p.procs[k++] = f;
	for (int i = 0; i < f->n_insts; i++)
	  p.insts[n++] = &f->insts[i];
      }
  qsort (p.procs, p.n_procs, sizeof *p.procs, compare_procs);
  each_symbol (elf, &p, place_section);
  if (linker_folds (u->obj->name))
    each_symbol (elf, &p, place_folded);
  each_symbol (elf, &p, place_code);
  FREE_ALL (p.base, p.known, p.insts, p.procs);
  elf_end (elf);
}

void
pc_need (Obj *o)
{
  if (o->located)
    return;
  o->located = true;
  char *folder = string ("%s/pc", the.folder);
  if (mkdir (folder, 0777) != 0)
    fail ("%s: %s", folder, strerror (errno));
  assemble (folder, o, true);
  for (struct unit *u = o->units; u; u = u->next)
    {
      char *file = string ("%s/%d.o", folder, u->number);
      place_unit (u, file);
      unlink (file);
      free (file);
    }
  rmdir (folder);
}
