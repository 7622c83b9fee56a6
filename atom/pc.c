/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Addresses in the plain program.  Its units are assembled once more, with a label at
   each instruction; that says how far instructions are from the symbols of their
   section, and the program where those are.  Labels change no code on these
   machines.  */

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "atom/make.h"

#define LABEL "__halt_pc."

/* A function of the program.  Those of one name stand in the order of the link.  */
struct known
{
  const char *name, *file;	/* FILE: its source's, of a local one */
  uint64_t address, size;
  bool used;
  size_t order;
};

struct symbols
{
  struct known *at;
  size_t n, room;
};

static int
compare (const void *a, const void *b)
{
  const struct known *x = a, *y = b;
  int by_name = strcmp (x->name, y->name);
  return by_name ? by_name : (x->order > y->order) - (x->order < y->order);
}

/* Call EACH for the symbols of ELF.  */
static void
each_symbol (Elf *elf, void (*each) (void *, const char *, const GElf_Sym *),
	     void *data)
{
  Elf_Scn *scn = NULL;
  GElf_Shdr header;
  while ((scn = elf_nextscn (elf, scn)))
    {
      if (!gelf_getshdr (scn, &header) || header.sh_type != SHT_SYMTAB
	  || !header.sh_entsize)
	continue;
      Elf_Data *bytes = elf_getdata (scn, NULL);
      GElf_Sym s;
      for (size_t i = 0; i < header.sh_size / header.sh_entsize; i++)
	if (gelf_getsym (bytes, i, &s))
	  {
	    const char *name = elf_strptr (elf, header.sh_link, s.st_name);
	    each (data, name ? name : "", &s);
	  }
    }
}

/* --- the program's ------------------------------------------------------------ */

struct collection
{
  struct symbols symbols;
  const char *file;
};

static void
collect (void *data, const char *name, const GElf_Sym *s)
{
  struct collection *c = data;
  struct symbols *all = &c->symbols;
  if (GELF_ST_TYPE (s->st_info) == STT_FILE)
    c->file = name;
  if (s->st_shndx == SHN_UNDEF
      || (GELF_ST_TYPE (s->st_info) != STT_FUNC
	  && GELF_ST_TYPE (s->st_info) != STT_GNU_IFUNC
	  && GELF_ST_TYPE (s->st_info) != STT_NOTYPE))
    return;
  all->at = grow (all->at, all->n, &all->room, sizeof *all->at);
  all->at[all->n] = (struct known) {
    .name = name,
    .file = GELF_ST_BIND (s->st_info) == STB_LOCAL ? c->file : NULL,
    .address = s->st_value,
    .size = s->st_size,
    .order = all->n
  };
  all->n++;
}

/* The symbol NAME, of SIZE bytes, of U, LOCAL or not; of several local ones the
   first that no other unit has taken.  */
static struct known *
find (struct symbols *all, const struct unit *u, const char *name,
      uint64_t size, bool local)
{
  const char *base = strrchr (u->source, '/');
  struct known key = { .name = name }, *known;
  size_t low = 0, high = all->n;
  base = base ? base + 1 : u->source;
  while (low < high)
    {
      size_t middle = (low + high) / 2;
      *(strcmp (all->at[middle].name, key.name) < 0 ? &low : &high)
	= strcmp (all->at[middle].name, key.name) < 0 ? middle + 1 : middle;
    }
  for (known = all->at + low;
       known < all->at + all->n && strcmp (known->name, name) == 0; known++)
    {
      const char *file = known->file ? strrchr (known->file, '/') : NULL;
      file = file ? file + 1 : known->file;
      if (!local && !known->file)
	return known;
      if (local && file && !known->used && known->size == size
	  && (strcmp (file, base) == 0 || strcmp (base, "<artificial>") == 0))
	return known;
    }
  return NULL;
}

/* --- a unit's -------------------------------------------------------------------- */

struct placing
{
  struct unit *unit;
  struct symbols *all;
  uint64_t *base;		/* of section N in the program, or NONE */
  bool *known;
  size_t n_sections;
  uint64_t *value;		/* of label N, in its section */
  unsigned *section;
  size_t n_labels;
};

/* A function of the unit says where its section is.  */
static void
place_section (void *data, const char *name, const GElf_Sym *s)
{
  struct placing *p = data;
  if (GELF_ST_TYPE (s->st_info) != STT_FUNC || s->st_shndx >= p->n_sections
      || s->st_shndx == SHN_UNDEF)
    return;
  struct known *k = find (p->all, p->unit, name, s->st_size,
			  GELF_ST_BIND (s->st_info) == STB_LOCAL);
  if (!k)
    return;
  if (k->file)
    k->used = true;
  if (!p->known[s->st_shndx])
    p->base[s->st_shndx] = k->address - s->st_value;
  p->known[s->st_shndx] = true;
}

static void
place_label (void *data, const char *name, const GElf_Sym *s)
{
  struct placing *p = data;
  if (strncmp (name, LABEL, strlen (LABEL)) != 0)
    return;
  size_t n = strtoul (name + strlen (LABEL), NULL, 10);
  if (n >= p->n_labels)
    return;
  p->value[n] = s->st_value;
  p->section[n] = s->st_shndx;
}

/* Bytes from where P is called to its first instruction.  */
static uint64_t
landing_bytes (const struct unit *u, const Proc *p)
{
  for (size_t at = p->text; at < p->insts[0].at;)
    {
      const char *line = u->text + at;
      if (strncmp (line, "\tendbr", 6) == 0)
	return 4;
      at += strcspn (line, "\n") + 1;
    }
  return 0;
}

/* Find the addresses of U, of which FILE is the object with labels.  */
static void
place_unit (struct unit *u, const char *file, struct symbols *all)
{
  struct placing p = { .unit = u, .all = all };
  Elf *elf = elf_open (file, ELF_K_ELF);
  if (!elf || elf_getshdrnum (elf, &p.n_sections) != 0)
    fail ("%s: not what was assembled", file);
  for (Proc *f = u->obj->first; f; f = f->next)
    p.n_labels += f->unit == u ? f->n_insts : 0;
  p.base = fresh_memory ((p.n_sections + 1) * sizeof *p.base);
  p.known = fresh_memory (p.n_sections + 1);
  p.value = fresh_memory ((p.n_labels + 1) * sizeof *p.value);
  p.section = fresh_memory ((p.n_labels + 1) * sizeof *p.section);
  each_symbol (elf, place_section, &p);
  each_symbol (elf, place_label, &p);
  size_t n = 0;
  for (Proc *f = u->obj->first; f; f = f->next)
    {
      if (f->unit != u)
	continue;
      for (int k = 0; k < f->n_insts; k++, n++)
	if (p.section[n] < p.n_sections && p.known[p.section[n]])
	  f->insts[k].pc = p.base[p.section[n]] + p.value[n];
      f->pc = f->n_insts ? f->insts[0].pc - landing_bytes (u, f) : 0;
      struct known *k = find (all, u, f->symbol, 0, false);
      if (k)
	f->pc = k->address;
    }
  free (p.base);
  free (p.known);
  free (p.value);
  free (p.section);
  elf_end (elf);
}

void
pc_need (Obj *o)
{
  struct collection c = { .file = "" };
  if (o->located)
    return;
  o->located = true;
  char *folder = string ("%s/pc", the.folder);
  if (mkdir (folder, 0777) != 0)
    fail ("%s: %s", folder, strerror (errno));
  Elf *elf = elf_open (o->name, ELF_K_ELF);
  if (!elf)
    fail ("%s: no program", o->name);
  each_symbol (elf, collect, &c);
  if (c.symbols.n == 0)
    fail ("%s: it is stripped; its symbols say where instructions are",
	  o->name);
  qsort (c.symbols.at, c.symbols.n, sizeof *c.symbols.at, compare);
  assemble (folder, o, true);
  for (struct unit *u = o->units; u; u = u->next)
    {
      char *file = string ("%s/%d.o", folder, u->number);
      place_unit (u, file, &c.symbols);
      unlink (file);
      free (file);
    }
  rmdir (folder);
}
