/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What a link line names: objects, members of archives and sources give way to the
   program's units, which were assembled again.

   An object is that of a unit if it carries the same text.  */

#include <ar.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
#include "base/file.h"
#include "base/text.h"
#include "atom/make.h"
#include "halt/code.h"

/* What is gone through.  */
struct state
{
  const Obj *obj;
  const char *folder;		/* that of units and copies */
  const char *where;		/* that of the line */
  struct words out;
  bool *used;			/* by number of unit */
  size_t n_units;
  size_t sources_at;		/* where in OUT the first source or missing file was;
				   (size_t) -1: none */
};

/* How many files were made: their names have numbers.  */
static int copies;

/* The object that unit U was assembled to.  */
static const char *
unit_object (const struct state *s, const struct unit *u)
{
  return string ("%s/%d.o", s->folder, u->number);
}

/* --- units -------------------------------------------------------------------- */

static bool
same (const struct halt_code *a, const struct halt_code *b)
{
  return a->frame_bytes == b->frame_bytes
	 && memcmp ((const char *) a + a->header_bytes,
		    (const char *) b + b->header_bytes, a->frame_bytes)
	      == 0;
}

/* The unit, not used so far if there is one, whose contribution C is.  */
static struct unit *
unit_of (const struct state *s, const struct halt_code *c)
{
  struct unit *found = NULL;
  for (struct unit *u = s->obj->units; u; u = u->next)
    if (same (u->contribution, c) && (!found || s->used[found->number]))
      found = u;
  return found;
}

/* Add to UNITS the objects of those of ELF; false if one is not the
   program's.  */
static bool
units_of (struct state *s, Elf *elf, struct words *units)
{
  Elf_Data *data = elf_bytes (elf, HALT_CODE_SECTION);
  size_t left = data ? data->d_size : 0;
  for (const char *at = left ? data->d_buf : NULL;
       left >= sizeof (struct halt_code);)
    {
      const struct halt_code *c = (const struct halt_code *) at;
      struct unit *u = c->bytes <= left && c->bytes > 0 ? unit_of (s, c) : NULL;
      if (!u)
	return false;
      s->used[u->number] = true;
      words_add (units, unit_object (s, u));
      at += c->bytes;
      left -= c->bytes;
    }
  return units->n > 0;
}

/* Several objects as one: what `ld -r' or -flto made of units.  */
static const char *
join_units (struct state *s, const struct words *units)
{
  struct words w = { NULL, 0 };
  const char *joined = string ("%s/joined%d.o", s->folder, copies++);
  if (units->n == 1)
    return units->at[0];
  words_compiler (&w);
  words_add_all (&w, "-r", "-nostdlib", "-o", joined, NULL);
  for (size_t i = 0; i < units->n; i++)
    words_add (&w, units->at[i]);
  command_must (&w, "join units");
  return joined;
}

/* Units that nothing on the line stands for come here.  */
static void
keep_place (struct state *s)
{
  if (s->sources_at == (size_t) -1)
    {
      s->sources_at = s->out.n;
      words_add (&s->out, HALT_UNITS);
    }
}

/* --- archives -------------------------------------------------------------------- */

/* Write the SIZE bytes at DATA to FILE.  */
static void
write_bytes (const char *file, const void *data, size_t size)
{
  FILE *f = fopen (file, "w");
  if (!f || fwrite (data, 1, size, f) != size || fclose (f) != 0)
    fail ("cannot write '%s': %s", file, strerror (errno));
}

/* The file that stands for MEMBER in the copy of its archive; *OURS if it is a unit.
   In a folder of its own: members may have one name.  */
static const char *
copy_member (struct state *s, Elf *member, const char *name, int n, bool *ours)
{
  struct words units = { NULL, 0 };
  const char *folder = string ("%s/member%d.%d", s->folder, copies, n);
  const char *file = string ("%s/%s", folder, name);
  size_t size;
  if (mkdir (folder, 0777) != 0)
    fail ("cannot make '%s': %s", folder, strerror (errno));
  if (units_of (s, member, &units))
    {
      *ours = true;
      if (link (join_units (s, &units), file) != 0)
	fail ("cannot make '%s': %s", file, strerror (errno));
      return file;
    }
  char *bytes = elf_rawfile (member, &size);
  write_bytes (file, bytes, size);
  return file;
}

/* Add ARCHIVE, or a copy of it in which units stand.  */
static void
add_archive (struct state *s, const char *word, Elf *archive)
{
  struct words w = { NULL, 0 };
  const char *copy = string ("%s/archive%d.a", s->folder, copies);
  bool ours = false;
  int n = 0;
  words_add_all (&w, "ar", "qcs", copy, NULL);
  Elf_Cmd command = ELF_C_READ_MMAP;
  for (Elf *m; (m = elf_begin (-1, command, archive));)
    {
      Elf_Arhdr *h = elf_getarhdr (m);
      /* Its units are named after none of its likes.  */
      if (h && h->ar_name[0] != '/' && elf_is_lto (m))
	ours = true, keep_place (s);
      else if (h && h->ar_name[0] != '/')
	words_add (&w, copy_member (s, m, h->ar_name, n++, &ours));
      command = elf_next (m);
      elf_end (m);
    }
  copies++;
  if (!ours)
    {
      words_add (&s->out, word);
      return;
    }
  command_must (&w, "copy an archive");
  words_add (&s->out, copy);
}

/* Whether an archive has units at all.  */
static bool
has_units (Elf *archive)
{
  bool found = false;
  Elf_Cmd command = ELF_C_READ_MMAP;
  for (Elf *m; (m = elf_begin (-1, command, archive));)
    {
      found |= elf_bytes (m, HALT_CODE_SECTION) || elf_is_lto (m);
      command = elf_next (m);
      elf_end (m);
    }
  /* Back to the first.  */
  elf_rand (archive, SARMAG);
  return found;
}

/* --- words ------------------------------------------------------------------------ */

/* FILE as it is called from the line's folder.  */
static const char *
resolve (const struct state *s, const char *file)
{
  return *file == '/' ? file : string ("%s/%s", s->where, file);
}

/* The library that -lNAME or -l:NAME is, if it is an archive in one of the line's
   folders; or NULL.  */
static const char *
find_archive (const struct state *s, const struct line *line, const char *name)
{
  for (size_t i = 0; i < line->words.n; i++)
    {
      const char *word = line->words.at[i], *folder = NULL;
      if (begins (word, "-L"))
	folder = word[2]		 ? word + 2
		 : i + 1 < line->words.n ? line->words.at[i + 1]
					 : NULL;
      if (!folder)
	continue;
      folder = resolve (s, folder);
      if (*name != ':'
	  && access (string ("%s/lib%s.so", folder, name), R_OK) == 0)
	return NULL;
      const char *file = *name == ':' ? string ("%s/%s", folder, name + 1)
				      : string ("%s/lib%s.a", folder, name);
      if (access (file, R_OK) == 0)
	return file;
    }
  return NULL;
}

static bool
is_source (const char *word)
{
  static const char *const suffixes[] = {
    ".c",   ".i",   ".cc",  ".cp",  ".cxx", ".cpp", ".CPP", ".c++",
    ".C",   ".ii",  ".m",   ".mi",  ".d",   ".f",   ".for", ".ftn",
    ".F",   ".FOR", ".fpp", ".f90", ".f95", ".f03", ".f08", ".F90",
    ".F95", ".F03", ".F08", ".adb", ".ads", ".go"
  };
  for (size_t i = 0; i < sizeof suffixes / sizeof *suffixes; i++)
    if (ends (word, suffixes[i]))
      return true;
  return false;
}

/* Add the file WORD.  */
static void
add_file (struct state *s, const char *word)
{
  const char *file = resolve (s, word);
  struct words units = { NULL, 0 };
  Elf *elf;
  if (strcmp (word, HALT_UNITS) == 0)
    keep_place (s);
  else if ((elf = elf_open (file, ELF_K_ELF)) != NULL)
    {
      bool object = elf_type (elf) == ET_REL;
      if (object && elf_is_lto (elf))
	keep_place (s);
      else if (object || !library_add (&s->out, file))
	words_add (&s->out, object && units_of (s, elf, &units)
			      ? join_units (s, &units)
			      : file);
      elf_end (elf);
    }
  else if ((elf = elf_open (file, ELF_K_AR)) != NULL)
    {
      if (has_units (elf))
	add_archive (s, file, elf);
      else
	words_add (&s->out, file);
      elf_end (elf);
    }
  else if (is_source (word)
	   || (ends (word, ".o") && !the.link && access (file, R_OK) != 0))
    keep_place (s);
  else
    words_add (&s->out, file);
}

/* Add WORD, -Wl,OPTION,OPTION...; false if it names no objects and archives, which
   are what matters here.  */
static bool
add_linker_options (struct state *s, const char *word)
{
  bool files = false;
  char *copy = string ("%s", word), *save;
  for (char *w = strtok_r (copy + 4, ",", &save); w;
       w = strtok_r (NULL, ",", &save))
    files |= *w != '-' && (ends (w, ".a") || ends (w, ".o"));
  copy = string ("%s", word);
  for (char *w = strtok_r (copy + 4, ",", &save); w && files;
       w = strtok_r (NULL, ",", &save))
    if (*w != '-' && (ends (w, ".a") || ends (w, ".o")))
      add_file (s, w);
    else
      words_add (&s->out, string ("-Wl,%s", w));
  return files;
}

/* Whether the option WORD is left out: it is about compiling, or the output.  */
static bool
is_dropped (const char *word)
{
  return begins (word, "-flto") || strcmp (word, "-fwhole-program") == 0
	 || begins (word, "-fplugin") || begins (word, "-save-temps")
	 || strcmp (word, "-MD") == 0 || strcmp (word, "-MMD") == 0
	 || strcmp (word, "-MP") == 0 || strcmp (word, "-pipe") == 0
	 || begins (word, "-fuse-linker-plugin");
}

/* Add the option at I of LINE; how many words it is.  */
static size_t
add_option (struct state *s, const struct line *line, size_t i)
{
  const char *word = line->words.at[i];
  const char *value = i + 1 < line->words.n ? line->words.at[i + 1] : NULL;
  const char *archive;
  if (is_dropped (word))
    return 1;
  if (strcmp (word, "-o") == 0 || strcmp (word, "-x") == 0
      || begins (word, "-MF") || begins (word, "-MT") || begins (word, "-MQ"))
    return word[2] == '\0' || (word[1] == 'M' && !word[3]) ? 2 : 1;
  if ((begins (word, "-o") && word[2]) || (begins (word, "-x") && word[2]))
    return 1;
  if (begins (word, "-l") && (word[2] || value)
      && (archive = find_archive (s, line, word[2] ? word + 2 : value)))
    {
      add_file (s, archive);
      return word[2] ? 1 : 2;
    }
  if (begins (word, "-Wl,") && add_linker_options (s, word))
    return 1;
  words_add (&s->out, word);
  if (!value || !words_have_value (word))
    return 1;
  words_add (&s->out, value);
  return 2;
}

/* Put response files' words in their places.  */
static void
expand_files (struct line *line)
{
  struct words all = { NULL, 0 };
  size_t size;
  for (size_t i = 0; i < line->words.n; i++)
    {
      const char *word = line->words.at[i];
      char *text = word[0] == '@' && word[1]
		     ? file_read (word[1] == '/'
				    ? word + 1
				    : string ("%s/%s", line->folder, word + 1),
				  &size)
		     : NULL;
      if (text)
	words_split (&all, text);
      else
	words_add (&all, word);
    }
  line->words = all;
}

/* The units that nothing stood for, in their order, come where the first of what is
   missing was, else in front.  */
static void
add_rest (struct state *s, struct line *line)
{
  struct words all = { NULL, 0 };
  for (size_t i = 0; i < s->out.n; i++)
    {
      bool here = s->sources_at != (size_t) -1 ? i == s->sources_at : i == 1;
      for (struct unit *u = here ? s->obj->units : NULL; u; u = u->next)
	if (!s->used[u->number])
	  words_add (&all, unit_object (s, u));
      if (i != s->sources_at)
	words_add (&all, s->out.at[i]);
    }
  line->words = all;
}

void
members_replace (struct line *line, const Obj *o, const char *folder)
{
  struct state s = {
    .obj = o, .folder = folder, .where = line->folder, .sources_at = (size_t) -1
  };
  for (struct unit *u = o->units; u; u = u->next)
    if ((size_t) u->number >= s.n_units)
      s.n_units = u->number + 1;
  s.used = fresh_memory (s.n_units + 1);
  expand_files (line);
  words_add (&s.out, line->words.at[0]);
  for (size_t i = 1; i < line->words.n;)
    {
      const char *word = line->words.at[i];
      if (word[0] == '-' && word[1])
	i += add_option (&s, line, i);
      else
	{
	  add_file (&s, word);
	  i++;
	}
    }
  /* Where nothing takes their place, they stand in front.  */
  if (s.out.n == 1)
    words_add (&s.out, "-Wl,--as-needed");
  add_rest (&s, line);
}
