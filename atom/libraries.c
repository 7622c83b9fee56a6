/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The program's shared objects: found as its loader would find them; those that carry
   their text become Objs.

   Source of the order: ld.so(8) of Linux.  */

#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
#include "base/order.h"
#include "atom/make.h"
#include "halt/code.h"

/* The program, which comes first, and what it loads, in the order in which names are
   searched for.  */
struct library
{
  const char *name;		/* as others ask for it */
  const char *file;
  char *folder;			/* that of FILE */
  const struct library *loader;	/* who asked first, or NULL */
  struct dynamic dynamic;
  dev_t dev;
  ino_t ino;
  Obj *obj;			/* NULL: it carries no text */
  struct export *exports;	/* sorted by name, once they are asked for */
  size_t n_exports;
  bool exported;
  bool opened;			/* at run time, or what such a one needs */
};
struct export
{
  const char *name;
  bool fixed;			/* its own code always gets this one */
};
static struct library **all;
static size_t n_all;

/* --- what a file says ------------------------------------------------------------ */

void
dynamic_read (Elf *elf, struct dynamic *d)
{
  *d = (struct dynamic) { .now = false };
  for (struct elf_dynamic i = { .elf = elf }; elf_next_dynamic (&i);)
    {
      const GElf_Dyn e = i.is;
      const char *name = i.text;
      if (e.d_tag == DT_NEEDED && name)
	words_add (&d->needed, string ("%s", name));
      else if (e.d_tag == DT_SONAME && name)
	d->soname = string ("%s", name);
      else if (e.d_tag == DT_RUNPATH && name)
	d->runpath = string ("%s", name);
      else if (e.d_tag == DT_RPATH && name)
	d->rpath = string ("%s", name);
      else if (e.d_tag == DT_BIND_NOW
	       || (e.d_tag == DT_FLAGS && e.d_un.d_val & DF_BIND_NOW)
	       || (e.d_tag == DT_FLAGS_1 && e.d_un.d_val & DF_1_NOW))
	d->now = true;
      else if (e.d_tag == DT_FLAGS_1 && e.d_un.d_val & DF_1_ORIGIN)
	d->origin = true;
      if (e.d_tag == DT_SYMBOLIC
	  || (e.d_tag == DT_FLAGS && e.d_un.d_val & DF_SYMBOLIC))
	d->symbolic = true;
      if (e.d_tag == DT_FLAGS_1 && e.d_un.d_val & DF_1_PIE)
	d->pie = true;
    }
}

bool
is_shared_object (const char *file)
{
  struct dynamic d;
  Elf *elf = elf_open (file, ELF_K_ELF);
  bool is = elf_type (elf) == ET_DYN && !elf_bytes (elf, ".interp");
  if (is)
    {
      dynamic_read (elf, &d);
      is = !d.pie;
    }
  elf_end (elf);
  return is;
}

/* Whether FILE is a shared object for the program's machine.  */
static bool
fits (const char *file)
{
  GElf_Ehdr its, ours;
  Elf *elf = elf_open (file, ELF_K_ELF);
  Elf *program = elf ? elf_open (the.first->name, ELF_K_ELF) : NULL;
  bool fits = program && gelf_getehdr (elf, &its)
	      && gelf_getehdr (program, &ours) && its.e_type == ET_DYN
	      && its.e_machine == ours.e_machine
	      && its.e_ident[EI_CLASS] == ours.e_ident[EI_CLASS];
  elf_end (elf);
  elf_end (program);
  return fits;
}

/* --- finding --------------------------------------------------------------------- */

char *
expand_origin (const char *path, const char *folder)
{
  static const char *const names[] = { "${ORIGIN}", "$ORIGIN" };
  for (size_t i = 0; i < sizeof names / sizeof *names; i++)
    {
      const char *at = strstr (path, names[i]);
      if (at)
	return expand_origin (string ("%.*s%s%s", (int) (at - path), path,
				      folder, at + strlen (names[i])),
			      folder);
    }
  return string ("%s", path);
}

const char *
library_in (const char *path, const char *folder, const char *name)
{
  while (path && *path)
    {
      int length = strcspn (path, ":");
      const char *file
	= string ("%s/%s",
		  expand_origin (string ("%.*s", length, path), folder), name);
      if (fits (file))
	return file;
      path += length + (path[length] == ':');
    }
  return NULL;
}

const char *
library_cached (const char *name)
{
  static char *cache;
  struct words w = { NULL, 0 };
  if (!cache)
    {
      words_add (&w, access ("/sbin/ldconfig", X_OK) == 0 ? "/sbin/ldconfig"
							  : "ldconfig");
      words_add (&w, "-p");
      command_run (&w, &cache, "/dev/null");
    }
  const char *key = string ("\t%s (", name);
  for (const char *at = cache; (at = strstr (at, key)); at++)
    {
      const char *file = strstr (at, " => ");
      file = file ? string ("%.*s", (int) strcspn (file + 4, "\n"), file + 4)
		  : "";
      if (fits (file))
	return file;
    }
  return NULL;
}

/* The file of NAME, which L needs; or NULL.  */
static const char *
search (const struct library *l, const char *name)
{
  const char *file = NULL;
  if (strchr (name, '/'))
    {
      file = expand_origin (name, l->folder);
      return fits (file) ? file : NULL;
    }
  for (const struct library *k = l; k && !l->dynamic.runpath && !file;
       k = k->loader)
    if (!k->dynamic.runpath)
      file = library_in (k->dynamic.rpath, k->folder, name);
  if (!file)
    file = library_in (getenv ("LD_LIBRARY_PATH"), l->folder, name);
  if (!file)
    file = library_in (l->dynamic.runpath, l->folder, name);
  if (!file)
    file = library_cached (name);
  if (!file)
    file = library_in ("/lib:/usr/lib", "", name);
  if (file)
    return file;
  /* Another machine's are where its compiler knows.  */
  file = ask_compiler (string ("-print-file-name=%s", name));
  return fits (file) ? file : NULL;
}

/* --- Objs ------------------------------------------------------------------------- */

/* Why the shared object ELF, which LOADER asks for by NAME and which carries text, stays as
   it is; NULL: it does not.  The program is linked anew and can ask otherwise.  */
static const char *
reason (Elf *elf, const char *name, const struct library *loader)
{
  struct elf_section s;
  if (strchr (name, '/') && loader != all[0])
    return "it is needed by a path; give it a name (-Wl,-soname)";
  if (elf_section (elf, ".gnu.version_d", &s)
      && !elf_section (elf, HALT_LINK_SECTION, &s))
    return "its symbols have versions; link it with halt-gcc";
  return NULL;
}

/* Make an Obj of FILE, which carries text and is asked for by NAME.  */
static Obj *
new_obj (const char *name, const char *file)
{
  Obj *o = fresh_memory (sizeof *o);
  for (Obj *k = the.first->next; k; k = k->next)
    if (strcmp (k->needed, name) == 0)
      fail ("%s and %s have the same name; instrument one of them", k->name,
	    file);
  *o = (Obj) { .name = file, .needed = name, .previous = the.last };
  the.last->next = o;
  the.last = o;
  return o;
}

/* Add FILE, which LOADER asked for by NAME, unless it is there.  */
static void
add_library (const char *name, const char *file, const struct library *loader)
{
  struct stat s;
  struct library *l = fresh_memory (sizeof *l);
  char *path = realpath (file, NULL),
       *slash = path ? strrchr (path, '/') : NULL;
  Elf *elf = elf_open (file, ELF_K_ELF);
  if (!elf || !slash || stat (file, &s) != 0)
    fail ("%s: no shared object", file);
  for (size_t i = 0; i < n_all; i++)
    if (all[i]->dev == s.st_dev && all[i]->ino == s.st_ino)
      {
	elf_end (elf);
	return;
      }
  *slash = '\0';
  *l = (struct library) {
    .name = name,
    .file = file,
    .folder = path,
    .loader = loader,
    .opened = loader && loader->opened,
    .dev = s.st_dev,
    .ino = s.st_ino
  };
  dynamic_read (elf, &l->dynamic);
  more (&all, n_all, sizeof *all);
  all[n_all++] = l;
  if (n_all == 1)
    l->obj = the.first;
  else if (elf_bytes (elf, HALT_CODE_SECTION))
    {
      const char *why = reason (elf, name, loader);
      const char *last = strrchr (name, '/');
      if (why)
	fprintf (stderr, "ghalt: %s stays as it is: %s\n", file, why);
      else
	l->obj = new_obj (last ? last + 1 : name, file);
    }
  elf_end (elf);
}

/* Whether a library of this name is there.  */
static bool
is_known (const char *name)
{
  for (size_t i = 0; i < n_all; i++)
    if (strcmp (all[i]->name, name) == 0
	|| (all[i]->dynamic.soname
	    && strcmp (all[i]->dynamic.soname, name) == 0))
      return true;
  return false;
}

/* Whether FILE carries text.  */
static bool
has_text (const char *file)
{
  struct elf_section s;
  Elf *elf = elf_open (file, ELF_K_ELF);
  bool has = elf_section (elf, HALT_CODE_SECTION, &s);
  elf_end (elf);
  return has;
}

/* Whether L is in a folder of the system's, which is compiled by nobody here.  */
static bool
is_systems (const struct library *l)
{
  const char *f = l->folder;
  return strncmp (f, "/lib", 4) == 0
	 || (strncmp (f, "/usr/", 5) == 0
	     && strncmp (f, "/usr/local", 10) != 0);
}

/* Say so if L, which was found, has nothing that can be instrumented.  */
static void
note_textless (const struct library *l)
{
  if (!has_text (l->file) && !is_systems (l))
    fprintf (stderr,
	     "ghalt: note: %s has no assembler text and stays as it is; "
	     "compile it with -fplugin-arg-halt-atom, and do not strip it\n",
	     l->file);
}

/* Add what libraries from number I on need, and what that needs.  */
static void
add_needed (size_t i)
{
  for (; i < n_all; i++)
    for (size_t k = 0; k < all[i]->dynamic.needed.n; k++)
      {
	const char *name = all[i]->dynamic.needed.at[k];
	if (is_known (name))
	  continue;
	const char *file = search (all[i], name);
	size_t first = n_all;
	if (file)
	  add_library (name, file, all[i]);
	else
	  fprintf (stderr,
		   "ghalt: note: %s, which %s needs, is not found and stays as "
		   "it is; is it named by LD_LIBRARY_PATH when the program "
		   "runs?\n",
		   name, all[i]->file);
	if (n_all > first)
	  note_textless (all[first]);
      }
}

void
libraries_add (const char *const *opened, size_t n)
{
  add_library (the.first->name, the.first->name, NULL);
  add_needed (0);
  for (size_t i = 0; i < n; i++)
    {
      const char *slash = strrchr (opened[i], '/');
      size_t first = n_all;
      if (!fits (opened[i]))
	fail ("%s: it is for another machine than %s", opened[i],
	      the.first->name);
      add_library (slash ? slash + 1 : opened[i], opened[i], all[0]);
      if (n_all > first && !has_text (opened[i]))
	fail ("%s: no assembler text; compile with -fplugin-arg-halt-atom, and "
	      "do not strip",
	      opened[i]);
      if (n_all > first)
	all[first]->opened = true;
      add_needed (first);
    }
  for (Obj *o = the.first->next; o; o = o->next)
    code_read (o);
}

/* --- what a name means -------------------------------------------------------------- */

ORDER (compare_exports, struct export, BY_TEXT (name));

/* Read what L defines for others.  */
static void
read_exports (struct library *l)
{
  Elf *elf = elf_open (l->file, ELF_K_ELF);
  l->exported = true;
  for (struct elf_symbol s = { .elf = elf, .type = SHT_DYNSYM };
       elf_next_symbol (&s);)
    {
      if (s.is.st_shndx == SHN_UNDEF
	  || GELF_ST_BIND (s.is.st_info) == STB_LOCAL)
	continue;
      more (&l->exports, l->n_exports, sizeof *l->exports);
      l->exports[l->n_exports++] = (struct export) {
	string ("%s", s.name),
	l->dynamic.symbolic || GELF_ST_VISIBILITY (s.is.st_other) != STV_DEFAULT
      };
    }
  if (l->n_exports)
    qsort (l->exports, l->n_exports, sizeof *l->exports, compare_exports);
  elf_end (elf);
}

static const struct export *
find_export (struct library *l, const char *name)
{
  struct export key = { .name = name };
  if (!l->exported)
    read_exports (l);
  return l->n_exports ? bsearch (&key, l->exports, l->n_exports,
				 sizeof *l->exports, compare_exports)
		      : NULL;
}

Obj *
obj_defining (Obj *from, const char *name, bool own)
{
  const struct export *e;
  for (size_t i = 0; own && i < n_all; i++)
    if (all[i]->obj == from
	&& (i == 0 || !(e = find_export (all[i], name)) || e->fixed))
      return from;
  for (size_t i = 0; i < n_all; i++)
    if (find_export (all[i], name))
      return all[i]->obj;
  return NULL;
}

/* Whether NAME is what gold gives every shared object, and other linkers none.  */
static bool
is_linkers (const char *name)
{
  return strcmp (name, "__bss_start") == 0 || strcmp (name, "_edata") == 0
	 || strcmp (name, "_end") == 0;
}

const char *
library_loss (const char *plain, const char *made)
{
  struct library library = { .file = made };
  const char *loss = NULL;
  Elf *elf = elf_must (plain);
  for (struct elf_symbol s = { .elf = elf, .type = SHT_DYNSYM };
       elf_next_symbol (&s);)
    if (*s.name && s.is.st_shndx != SHN_UNDEF
	&& GELF_ST_BIND (s.is.st_info) != STB_LOCAL && !is_linkers (s.name)
	&& !find_export (&library, s.name))
      loss = string ("%s", s.name);
  elf_end (elf);
  return loss;
}

/* --- linking ----------------------------------------------------------------------- */

/* The name and the folder of L for the linker.  */
static void
add_words (struct words *w, const struct library *l)
{
  const char *slash = strrchr (l->file, '/');
  if (strchr (l->name, '/'))
    return;
  words_add (w, string ("-L%.*s", slash ? (int) (slash - l->file) : 1,
			slash ? l->file : "."));
  words_add (w, string ("-l:%s", l->name));
}

bool
library_add (struct words *w, const char *file)
{
  struct stat s;
  if (stat (file, &s) != 0)
    return false;
  for (size_t i = 1; i < n_all; i++)
    if (all[i]->dev == s.st_dev && all[i]->ino == s.st_ino)
      {
	const struct library *l = all[i];
	if (!l->obj || l->opened || l->dynamic.soname)
	  return false;
	words_add (w, string ("-L%s", l->folder));
	words_add (w, string ("-l:%s", l->obj->needed));
	return true;
      }
  return false;
}

/* They come after those that it needs anyhow, in the order in which the loader had
   them.  */
void
libraries_link (struct words *w)
{
  bool any = false;
  for (size_t i = 1; i < n_all; i++)
    any |= all[i]->obj && !all[i]->opened && all[i]->loader != all[0];
  if (!any)
    return;
  words_add (w, "-Wl,--push-state,--no-as-needed");
  for (size_t i = 1; i < n_all; i++)
    if (!all[i]->opened && (all[i]->obj || all[i]->loader == all[0]))
      add_words (w, all[i]);
  words_add (w, "-Wl,--pop-state");
}
