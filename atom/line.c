/* SPDX-License-Identifier: GPL-3.0-or-later */
/* How a program was linked: as halt-gcc wrote down (wrap/link.c), as the user says, or
   as the program tells.  */

#include <errno.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include "atom/make.h"
#include "halt/code.h"

/* --- recorded ---------------------------------------------------------------- */

/* Take the line from the section's bytes: HALT_LINK_MAGIC, the folder, the words,
   strings each.  */
static bool
take_recorded (struct line *line, const Elf_Data *data)
{
  const char *at = data->d_buf, *end = at + data->d_size;
  if (data->d_size == 0 || end[-1] != '\0' || strcmp (at, HALT_LINK_MAGIC) != 0)
    return false;
  at += strlen (at) + 1;
  line->folder = at < end ? string ("%s", at) : NULL;
  if (at < end)
    at += strlen (at) + 1;
  /* Another one may follow: that of a part that was linked before.  */
  for (; at < end && strcmp (at, HALT_LINK_MAGIC) != 0; at += strlen (at) + 1)
    words_add (&line->words, string ("%s", at));
  return line->words.n > 0;
}

/* --- deduced ------------------------------------------------------------------ */

/* How library NAME is named to the linker.  */
static const char *
library_word (const struct dynamic *d, const char *folder, const char *name)
{
  const char *file = strchr (name, '/') ? name : NULL;
  struct words w = { NULL, 0 };
  char *said;
  if (!file)
    file = library_in (d->runpath ? d->runpath : d->rpath, folder, name);
  if (!file)
    file = library_in (getenv ("LD_LIBRARY_PATH"), folder, name);
  if (file)
    return file;
  words_compiler (&w);
  words_add (&w, string ("-print-file-name=%s", name));
  if (command_run (&w, &said, NULL) && strchr (said, '/'))
    return string ("-l:%s", name);
  file = library_cached (name);
  return file ? file : string ("-l:%s", name);
}

/* Whether others than its libraries may call functions of the program.  */
static bool
exports_functions (Elf *elf)
{
  for (struct elf_symbol s = { .elf = elf, .type = SHT_DYNSYM };
       elf_next_symbol (&s);)
    if (s.is.st_shndx != SHN_UNDEF && GELF_ST_TYPE (s.is.st_info) == STT_FUNC
	&& (strcmp (s.name, "main") == 0 || strcmp (s.name, "_start") == 0))
      return true;
  return false;
}

static void
add_dynamic (struct words *w, Elf *elf, const char *folder)
{
  struct dynamic d;
  bool moves = elf_type (elf) == ET_DYN;
  dynamic_read (elf, &d);
  Elf_Data *interpreter = elf_bytes (elf, ".interp");
  bool shared = !interpreter && moves && !d.pie;
  if (!interpreter && !shared)
    {
      words_add (w, moves ? "-static-pie" : "-static");
      return;
    }
  words_add (w, shared ? "-shared" : moves ? "-pie" : "-no-pie");
  if (interpreter)
    words_add (w, string ("-Wl,--dynamic-linker=%s",
			  (const char *) interpreter->d_buf));
  if (d.soname)
    words_add (w, string ("-Wl,-soname,%s", d.soname));
  if (d.symbolic)
    words_add (w, "-Wl,-Bsymbolic");
  words_add (w, d.now ? "-Wl,-z,now" : "-Wl,-z,lazy");
  if (d.origin)
    words_add (w, "-Wl,-z,origin");
  if (interpreter && exports_functions (elf))
    words_add (w, "-rdynamic");
  if (d.runpath)
    words_add (w, string ("-Wl,--enable-new-dtags,-rpath,%s", d.runpath));
  else if (d.rpath)
    words_add (w, string ("-Wl,--disable-new-dtags,-rpath,%s", d.rpath));
  for (size_t i = 0; i < d.needed.n; i++)
    if (strncmp (d.needed.at[i], "libc.so.", 8) != 0
	&& strncmp (d.needed.at[i], "ld-linux", 8) != 0)
      words_add (w, library_word (&d, folder, d.needed.at[i]));
}

/* Whether C++'s library is part of the program.  */
static bool
is_cxx (Elf *elf)
{
  static const char *const names[] = {
    "__gxx_personality_v0", "_ZdlPv", "_ZdlPvm",
    "_ZTVN10__cxxabiv117__class_type_infoE"
  };
  for (size_t i = 0; i < sizeof names / sizeof *names; i++)
    if (elf_has_symbol (elf, names[i]))
      return true;
  return false;
}

/* The compiler of C++ that belongs to CC, if its name tells.  */
static char *
cxx_of (const char *cc)
{
  const char *at = NULL;
  for (const char *p = cc; (p = strstr (p, "gcc")); p++)
    at = p;
  return at ? string ("%.*sg++%s", (int) (at - cc), cc, at + 3)
	    : string ("%s", cc);
}

/* UNITS stands for all units, in their order.  */
static void
deduce (struct line *line, const char *file)
{
  Elf *elf = elf_open (file, ELF_K_ELF);
  char *path = realpath (file, NULL),
       *slash = path ? strrchr (path, '/') : NULL;
  if (!elf || !slash)
    fail ("cannot read '%s': %s", file, strerror (errno));
  *slash = '\0';
  line->deduced = true;
  words_compiler (&line->words);
  /* Whose libraries come by themselves.  */
  if (is_cxx (elf))
    line->words.at[0] = cxx_of (line->words.at[0]);
  words_add (&line->words, "-o");
  words_add (&line->words, file);
  words_add (&line->words, HALT_UNITS);
  add_dynamic (&line->words, elf, path);
  /* What gprof's start-up code calls.  */
  if (elf_has_symbol (elf, "__monstartup"))
    words_add (&line->words, "-pg");
  elf_end (elf);
}

void
line_find (struct line *line, const char *file, const char *given)
{
  char here[PATH_MAX];
  *line = (struct line) { .deduced = false };
  Elf *elf = elf_open (file, ELF_K_ELF);
  Elf_Data *data = given ? NULL : elf_bytes (elf, HALT_LINK_SECTION);
  if (given)
    words_split (&line->words, given);
  else if (!data || !take_recorded (line, data))
    deduce (line, file);
  if (!line->folder)
    line->folder = getcwd (here, sizeof here) ? string ("%s", here) : ".";
  elf_end (elf);
}
