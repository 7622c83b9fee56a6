/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Where the parts of an instrumented program are: data where they were, everything else
   below them.

   Read-only data, data and zeroed data keep their addresses, and so does what the
   kernel puts after them, the heap.  Headers, code, unwind information and all of
   the analysis take the room from LOWEST up to the read-only data, which the plain
   program's own code is a part of.  Code that is too long for that comes after the
   data; the program moves its heap to where it was when it begins, if it can.  So does
   all code of a position-independent one, as there is nothing below that.

   The linker's own script says what belongs to which section; its statements are
   put in another order, with addresses.  */

#include <ctype.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include "base/order.h"
#include "base/text.h"
#include "atom/machine.h"
#include "atom/make.h"

/* Below it Linux lets nobody have memory.  */
#define LOWEST 0x10000
/* So far up code may be, its end below 0x80000000.  For RISC-V, whose code never fits below
   data, it is below the image (image.c): emulators keep what is between for the program.  */
#define FAR (strcmp (the.target->name, "riscv64") == 0 ? 0x30000000 : 0x60000000)

/* What a section is to us.  */
enum group
{
  HEADERS,			/* read-only, for the dynamic linker */
  CODE,
  UNWIND,
  LOW_DATA,			/* written when the program begins */
  FIXED				/* stays */
};

/* A statement of the script.  */
struct statement
{
  char *text;			/* as it is, but for a section's NAME... */
  char *name;			/* of an output section, or NULL: an assignment */
  char *body;			/* ... of that: from the colon on */
};

/* What is made of a script.  */
struct script
{
  char *head;			/* before SECTIONS */
  struct statement *statements;
  size_t n;
};

/* A section of the plain program.  */
struct plain_section
{
  const char *name;
  GElf_Shdr header;
  bool written;			/* to the new script */
};

struct plain
{
  struct plain_section *sections;
  size_t n;
  uint64_t first_data;		/* where the first that is FIXED begins */
  uint64_t end;			/* of all */
  bool pie;
  int moves;			/* enum moves */
};

/* --- the linker's script ------------------------------------------------------ */

/* After blanks and comments.  */
static char *
skip (char *p)
{
  for (;;)
    if (isspace ((unsigned char) *p))
      p++;
    else if (p[0] == '/' && p[1] == '*')
      {
	char *end = strstr (p + 2, "*/");
	if (!end)
	  return p;
	p = end + 2;
      }
    else
      return p;
}

/* The end of the statement at P: after its semicolon, or its closing brace and what fills
   gaps.  */
static char *
statement_end (char *p)
{
  int depth = 0;
  for (; *p; p++)
    {
      if (p[0] == '/' && p[1] == '*')
	{
	  char *end = strstr (p + 2, "*/");
	  p = end ? end + 1 : p;
	}
      else if (*p == '{')
	depth++;
      else if (*p == '}' && --depth <= 0)
	{
	  char *fill = skip (p + (depth == 0));
	  return *fill == '=' ? fill + strcspn (fill, " \t\n;")
			      : p + (depth == 0);
	}
      else if (*p == ';' && depth == 0)
	return p + 1;
    }
  return p;
}

static void
add_statement (struct script *s, const char *text, size_t length)
{
  more (&s->statements, s->n, sizeof *s->statements);
  struct statement *t = &s->statements[s->n++];
  *t = (struct statement) { string ("%.*s", (int) length, text), NULL, NULL };
  size_t name = strcspn (t->text, " \t\n:");
  char *brace = strchr (t->text, '{');
  char *colon = brace ? memchr (t->text, ':', brace - t->text) : NULL;
  if (!colon)
    return;
  t->name = string ("%.*s", (int) name, t->text);
  t->body = colon;
}

/* Cut up TEXT, what `ld --verbose' prints.  */
static void
read_script (struct script *s, char *text)
{
  char *line = strstr (text, "\n=====");
  char *begin = line ? strchr (line + 1, '\n') : NULL;
  char *sections = begin ? strstr (begin, "\nSECTIONS") : NULL;
  char *end = begin ? strstr (begin, "\n=====") : NULL;
  *s = (struct script) { .head = NULL };
  if (!sections || !end || !strchr (sections, '{'))
    fail ("the linker does not print its script: is it GNU ld?");
  s->head = string ("%.*s", (int) (sections - begin), begin);
  *end = '\0';
  for (char *p = skip (strchr (sections, '{') + 1), *next; *p && *p != '}';
       p = skip (next))
    {
      next = statement_end (p);
      if (next == p)
	break;
      add_statement (s, p, next - p);
    }
}

/* --- the plain program ---------------------------------------------------------- */

static enum group
group_of (const char *name, const GElf_Shdr *h)
{
  static const char *const unwind[] = {
    ".eh_frame",  ".eh_frame_hdr",     ".gcc_except_table",
    ".gnu_extab", ".exception_ranges", ".sframe",
    NULL
  };
  static const char *const low[] = { ".preinit_array", ".fini_array",
				     ".dynamic", NULL };
  static const char *const headers[] = {
    ".interp",	    ".hash",	      ".gnu.hash",	".dynsym",   ".dynstr",
    ".gnu.version", ".gnu.version_r", ".gnu.version_d", ".relr.dyn", NULL
  };
  static const char *const code[] = { ".init",	  ".fini", ".plt", ".plt.got",
				      ".plt.sec", ".text", NULL };
  if (is_one_of (name, unwind))
    return UNWIND;
  if (is_one_of (name, low))
    return LOW_DATA;
  if (is_one_of (name, code) || (h && h->sh_flags & SHF_EXECINSTR))
    return CODE;
  if (is_one_of (name, headers) || begins (name, ".rel.")
      || begins (name, ".rela.") || begins (name, ".note."))
    return HEADERS;
  return FIXED;
}

/* What section NAME of P is, whose header is H if P has it.  */
static enum group
group_in (const struct plain *p, const char *name, const GElf_Shdr *h)
{
  enum group group = group_of (name, h);
  if (p->moves & MOVES_GOT
      && (strcmp (name, ".got") == 0 || strcmp (name, ".got.plt") == 0))
    return LOW_DATA;
  return group == HEADERS && p->moves & MOVES_HEADERS
	     && strcmp (name, ".interp") != 0 && !begins (name, ".note.")
	   ? CODE
	   : group;
}

static bool
read_plain (struct plain *p, const char *file)
{
  Elf *elf = elf_open (file, ELF_K_ELF);
  *p = (struct plain) { .first_data = UINT64_MAX };
  if (!elf)
    return false;
  p->pie = elf_type (elf) == ET_DYN;
  for (struct elf_section s = { .elf = elf }; elf_next_section (&s);)
    {
      const GElf_Shdr h = s.header;
      if (!(h.sh_flags & SHF_ALLOC))
	continue;
      const char *name = string ("%s", s.name);
      more (&p->sections, p->n, sizeof *p->sections);
      p->sections[p->n++] = (struct plain_section) { name, h, false };
      if (group_of (name, &h) == FIXED && h.sh_addr < p->first_data)
	p->first_data = h.sh_addr;
      bool takes_none = h.sh_type == SHT_NOBITS && h.sh_flags & SHF_TLS;
      if (!takes_none && h.sh_addr + h.sh_size > p->end)
	p->end = h.sh_addr + h.sh_size;
    }
  elf_end (elf);
  return true;
}

static struct plain_section *
plain_find (struct plain *p, const char *name)
{
  for (size_t i = 0; i < p->n; i++)
    if (strcmp (p->sections[i].name, name) == 0)
      return &p->sections[i];
  return NULL;
}

/* --- the new script -------------------------------------------------------------- */

#define PAGE "  . = ALIGN (CONSTANT (MAXPAGESIZE));\n"

/* Write the statements of GROUP that are sections.  */
static void
write_group (FILE *f, const struct script *s, struct plain *p, enum group group)
{
  for (size_t i = 0; i < s->n; i++)
    {
      const struct statement *t = &s->statements[i];
      if (!t->name || *t->name == '/' || strstr (t->body, "ONLY_IF_RW"))
	continue;
      struct plain_section *its = plain_find (p, t->name);
      if (group_in (p, t->name, its ? &its->header : NULL) != group)
	continue;
      fprintf (f, "  %s %s\n", t->name, t->body);
      if (its)
	its->written = true;
      if (strcmp (t->name, ".fini") == 0)
	fputs ("  PROVIDE (__etext = .); PROVIDE (_etext = .); "
	       "PROVIDE (etext = .);\n",
	       f);
    }
  for (size_t i = 0; i < p->n; i++)
    if (!p->sections[i].written
	&& group_in (p, p->sections[i].name, &p->sections[i].header) == group
	&& group == CODE)
      {
	fprintf (f, "  %s : { *(%s) }\n", p->sections[i].name,
		 p->sections[i].name);
	p->sections[i].written = true;
      }
}

/* Write the thread-local sections, which the analysis adds nothing to.  */
static void
write_thread_data (FILE *f, struct plain *p)
{
  struct plain_section *data = plain_find (p, ".tdata");
  struct plain_section *zeros = plain_find (p, ".tbss");
  struct plain_section *first = data ? data : zeros;
  fputs ("  .tdata", f);
  if (first)
    fprintf (f, " 0x%llx", (unsigned long long) first->header.sh_addr);
  fputs (" :\n  {\n    PROVIDE_HIDDEN (__tdata_start = .);\n"
	 "    *(.tdata .tdata.* .gnu.linkonce.td.*)\n  }\n",
	 f);
  if (zeros)
    fprintf (f, "  .tbss 0x%llx :", (unsigned long long) zeros->header.sh_addr);
  else
    fputs ("  .tbss :", f);
  fputs (" { *(.tbss .tbss.* .gnu.linkonce.tb.*) *(.tcommon) }\n", f);
  if (data)
    data->written = true;
  if (zeros)
    zeros->written = true;
}

static void
write_section_at (FILE *f, const char *name, const struct plain_section *its,
		  const char *body)
{
  if (its)
    fprintf (f, "  %s 0x%llx %s\n", name,
	     (unsigned long long) its->header.sh_addr, body);
  else
    fprintf (f, "  %s %s\n", name, body);
}

/* Whether T is an assignment that is about what comes next, not about where that
   is.  */
static bool
is_symbol (const struct statement *t)
{
  return *t->text != '.' && !strstr (t->text, "SEGMENT")
	 && !strstr (t->text, "executable_start") && !strstr (t->text, "etext");
}

/* Write what stays where it is, and what is not loaded.  */
static void
write_fixed (FILE *f, const struct script *s, struct plain *p)
{
  for (size_t i = 0; i < p->n; i++)
    {
      struct plain_section *its = &p->sections[i];
      bool known = its->written || strcmp (its->name, ".tdata") == 0
		   || strcmp (its->name, ".tbss") == 0;
      for (size_t k = 0; k < s->n && !known; k++)
	known = s->statements[k].name
		&& strcmp (s->statements[k].name, its->name) == 0;
      if (!known && group_in (p, its->name, &its->header) == FIXED)
	write_section_at (f, its->name, its, string (": { *(%s) }", its->name));
    }
  for (size_t i = 0; i < s->n; i++)
    {
      const struct statement *t = &s->statements[i];
      struct plain_section *its = t->name ? plain_find (p, t->name) : NULL;
      if (!t->name && is_symbol (t))
	fprintf (f, "  %s\n", t->text);
      else if (t->name && *t->name == '/')
	fprintf (f, "  %s\n", t->text);
      else if (t->name && !strstr (t->body, "ONLY_IF_RW")
	       && strcmp (t->name, ".tdata") != 0
	       && strcmp (t->name, ".tbss") != 0
	       && group_in (p, t->name, its ? &its->header : NULL) == FIXED)
	{
	  if (its)
	    write_section_at (f, t->name, its, t->body);
	  else
	    fprintf (f, "  %s\n", t->text);
	}
    }
}

#define ANALYSIS_DATA \
  "  .halt.data : { *(.halt.data .halt.data.*) }\n" \
  "  .halt.bss : { *(.halt.bss .halt.bss.*) }\n" \
  "  .halt.more : { *analysis.o(.halt*) }\n" PAGE

/* Write the code, and what of the analysis is not written to.  */
static void
write_code (FILE *f, const struct script *s, struct plain *p)
{
  write_group (f, s, p, CODE);
  fputs ("  .halt.text : { *(.halt.text .halt.text.*) }\n"
	 "  .halt.rodata : { *(.halt.rodata .halt.rodata.*) }\n",
	 f);
}

/* Where code begins that is too long for the room below the data of P: far behind
   them, so that the heap can be moved to where it would be (run/start.c).  */
static uint64_t
above_data (const struct plain *p)
{
  bool wide = the.target->pointer_bits == 64;
  uint64_t next = (p->end + 0xfff) & ~(uint64_t) 0xfff;
  return wide && next < FAR / 2 ? FAR : next;
}

static void
write_script (FILE *f, const struct script *s, struct plain *p, bool above)
{
  bool low_tls = !plain_find (p, ".tdata") && !plain_find (p, ".tbss");
  int lowest = p->pie ? 0 : LOWEST;
  fprintf (f, "%s\nSECTIONS\n{\n", s->head);
  fprintf (
    f, "  PROVIDE (__executable_start = 0x%x); . = 0x%x + SIZEOF_HEADERS;\n",
    lowest, lowest);
  write_group (f, s, p, HEADERS);
  if (!p->pie)
    write_group (f, s, p, UNWIND);
  if (!above)
    write_code (f, s, p);
  if (!p->pie)
    fputs (PAGE, f);
  if (low_tls && !p->pie)
    write_thread_data (f, p);
  if (!p->pie)
    write_group (f, s, p, LOW_DATA);
  if (!above)
    fputs (ANALYSIS_DATA, f);
  if (!low_tls)
    write_thread_data (f, p);
  if (above)
    {
      fprintf (f, "  __halt_plain_end = ABSOLUTE (0x%llx);\n  . = 0x%llx;\n",
	       (unsigned long long) p->end,
	       (unsigned long long) above_data (p));
      write_code (f, s, p);
      if (p->pie)
	write_group (f, s, p, UNWIND);
      fputs (PAGE, f);
      if (p->pie)
	write_group (f, s, p, LOW_DATA);
      fputs (ANALYSIS_DATA "  __halt_end = ABSOLUTE (.);\n", f);
    }
  write_fixed (f, s, p);
  fputs ("}\n", f);
}

/* --- linking ------------------------------------------------------------------------ */

/* The script that the linker has for the program.  */
static char *
linker_script (struct plain *p)
{
  struct words w = { NULL, 0 }, ask = { NULL, 0 };
  static char *ld, *text;
  words_compiler (&ask);
  words_add (&ask, "-print-prog-name=ld.bfd");
  if (!command_run (&ask, &ld, NULL))
    fail ("the compiler does not say which linker it runs");
  ld[strcspn (ld, "\n")] = '\0';
  words_add_all (&w, ld, "-m", machine_find (the.target->name)->emulation,
		 NULL);
  if (p->pie)
    words_add (&w, "-pie");
  words_add_all (&w, "-z", plain_find (p, ".got.plt") ? "lazy" : "now",
		 "--verbose", NULL);
  if (!command_run (&w, &text, NULL))
    fail ("cannot run the linker '%s'", ld);
  return text;
}

/* Bytes of FILE's sections that have FLAG.  */
static uint64_t
section_bytes (const char *file, uint64_t flag)
{
  uint64_t sum = 0;
  Elf *elf = elf_open (file, ELF_K_ELF);
  for (struct elf_section s = { .elf = elf }; elf_next_section (&s);)
    if (s.header.sh_flags & flag)
      sum += s.header.sh_size;
  elf_end (elf);
  return sum;
}

/* Bytes of machine code in the units, and all that the analysis has.  */
static uint64_t
code_bytes (const char *folder)
{
  uint64_t sum = section_bytes (string ("%s/analysis.o", folder), SHF_ALLOC);
  for (struct unit *u = the.first->units; u; u = u->next)
    sum += section_bytes (string ("%s/%d.o", folder, u->number), SHF_EXECINSTR);
  return sum;
}

static bool
has_own_script (const struct words *link)
{
  for (size_t i = 0; i < link->n; i++)
    if (strcmp (link->at[i], "-T") == 0 || begins (link->at[i], "-Wl,-T")
	|| begins (link->at[i], "-Wl,--script"))
      return true;
  return false;
}

enum layout
layout_add (struct words *link, const char *folder, const char *plain,
	    enum layout layout, int moves)
{
  struct plain p;
  struct script s;
  const char *file = string ("%s/link.script", folder);
  if (layout == LAYOUT_NATURAL || strcmp (the.target->name, "alpha") == 0
      || has_own_script (link) || !read_plain (&p, plain)
      || p.first_data == UINT64_MAX
      || (p.pie && (!plain_find (&p, ".interp") || above_data (&p) != FAR)))
    return LAYOUT_NATURAL;
  p.moves = moves;
  if (p.pie)
    layout = LAYOUT_ABOVE;
  if (layout == LAYOUT_BELOW
      && (p.first_data < LOWEST || code_bytes (folder) > p.first_data - LOWEST))
    layout = LAYOUT_ABOVE;
  bool above = layout != LAYOUT_BELOW;
  if (above && above_data (&p) == FAR && plain_find (&p, ".interp"))
    layout = LAYOUT_FAR;
  read_script (&s, linker_script (&p));
  FILE *f = fopen (file, "w");
  if (!f)
    fail ("cannot write '%s': %s", file, strerror (errno));
  write_script (f, &s, &p, above);
  if (ferror (f) || fclose (f) != 0)
    fail ("cannot write '%s': %s", file, strerror (errno));
  words_add_all (link, string ("-Wl,-T,%s", file), "-Wl,-z,norelro", NULL);
  /* As many segments as the plain program has, usually four: glibc's start, if that
     is linked in, takes memory for each.  */
  words_add_all (link, "-Wl,-z,noseparate-code", "-fuse-ld=bfd", NULL);
  return layout;
}

/* --- what came of it ------------------------------------------------------------------ */

struct place
{
  const char *name;
  uint64_t at;
};

ORDER (compare_places, struct place, BY_TEXT (name) ?: UP (at));

/* Whether NAME is one of those by which linkers and GCC's crtbegin.o mark where their own
   parts are (_GLOBAL_OFFSET_TABLE_, __TMC_LIST__): no data.  */
static bool
is_mark (const char *name, const GElf_Sym *symbol)
{
  return symbol->st_size == 0 && *name == '_'
	 && (name[1] == '_' || isupper ((unsigned char) name[1]));
}

/* The symbols of data in sections of FILE that are fixed, sorted; *N how many.  */
static struct place *
read_places (const char *file, size_t *n)
{
  struct place *places = NULL;
  size_t n_sections = 0;
  Elf *elf = elf_open (file, ELF_K_ELF);
  *n = 0;
  if (elf)
    elf_getshdrnum (elf, &n_sections);
  bool *fixed = fresh_memory (n_sections + 1);
  for (struct elf_section s = { .elf = elf }; elf_next_section (&s);)
    fixed[elf_ndxscn (s.scn)] = s.header.sh_flags & SHF_ALLOC
				&& group_of (s.name, &s.header) == FIXED
				&& strcmp (s.name, ".got") != 0;
  for (struct elf_symbol s = { .elf = elf, .type = SHT_SYMTAB };
       elf_next_symbol (&s);)
    if (GELF_ST_TYPE (s.is.st_info) == STT_OBJECT && s.is.st_shndx < n_sections
	&& fixed[s.is.st_shndx] && !is_mark (s.name, &s.is))
      {
	more (&places, *n, sizeof *places);
	places[(*n)++] = (struct place) { s.name, s.is.st_value };
      }
  if (*n)
    qsort (places, *n, sizeof *places, compare_places);
  return places;
}

/* The linker that has made FILE, if it says so and is none of GNU's ld.bfd; or NULL.  */
static const char *
other_linker (const char *file)
{
  static const struct
  {
    const char *name, *section, *text;
  } linkers[] = { { "gold", ".note.gnu.gold-version", "gold" },
		  { "lld", ".comment", "LLD" },
		  { "mold", ".comment", "mold" } };
  const char *name = NULL;
  Elf *elf = elf_open (file, ELF_K_ELF);
  for (size_t i = 0; !name && i < sizeof linkers / sizeof *linkers; i++)
    {
      Elf_Data *d = elf_bytes (elf, linkers[i].section);
      if (d
	  && memmem (d->d_buf, d->d_size, linkers[i].text,
		     strlen (linkers[i].text)))
	name = linkers[i].name;
    }
  elf_end (elf);
  return name;
}

bool
linker_folds (const char *file)
{
  return other_linker (file) != NULL;
}

void
layout_check (const Obj *o, bool deduced)
{
  size_t n, m, moved = 0;
  struct place *old = read_places (o->name, &n),
	       *new = read_places (o->made, &m);
  const struct place *first = NULL;
  for (size_t i = 0; i < n; i++)
    if (!bsearch (&old[i], new, m, sizeof *new, compare_places))
      {
	first = first ? first : &old[i];
	moved++;
      }
  if (!first)
    return;
  const char *linker = other_linker (o->name);
  const char *why
    = linker
	? string (": %s, which linked it, orders them in its own way", linker)
      : deduced
	? "; say how it is linked, --link='gcc ...', or link it with halt-gcc"
	: "";
  fprintf (stderr,
	   "ghalt: %s: %zu of %zu data are not where they are in %s, the first "
	   "is '%s'%s\n",
	   o->output, moved, n, o->name, first->name, why);
}
