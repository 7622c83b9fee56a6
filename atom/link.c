/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Linking the instrumented program: the plain one's link line with other objects in
   it, and the analysis.  */

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include "atom/make.h"

/* What of a linker's ERRORS tells most: the line with an undefined reference, else
   the first.  */
static const char *
worst_line (const char *errors)
{
  const char *at = strstr (errors, "undefined reference");
  if (!at)
    at = errors;
  while (at > errors && at[-1] != '\n')
    at--;
  return string ("%.*s", (int) strcspn (at, "\n"), at);
}

_Noreturn static void
link_failed (const struct line *line, const char *errors)
{
  size_t size;
  char *said = file_read (errors, &size);
  if (line->deduced && said && strstr (said, "undefined reference"))
    fail ("%s has objects that were not compiled with `atom'; say how it is "
	  "linked, --link='gcc ...', or link it with halt-gcc: %s",
	  the.first->name, worst_line (said));
  fail ("cannot link the instrumented program: %s", said ? said : "");
}

/* Let calls that lead out of PROGRAM be seen.  */
static void
add_wraps (struct words *w, const char *program)
{
  Elf *elf = elf_open (program, ELF_K_ELF);
  for (int i = 0; elf && atom_wrapped[i]; i++)
    if (elf_has_symbol (elf, atom_wrapped[i]))
      words_add (w, string ("-Wl,--wrap=%s", atom_wrapped[i]));
  if (elf)
    elf_end (elf);
}

/* The analysis is at fixed addresses.  */
static void
fix_addresses (struct words *w)
{
  for (size_t i = 0; i < w->n; i++)
    if (strcmp (w->at[i], "-pie") == 0 || strcmp (w->at[i], "-fpie") == 0
	|| strcmp (w->at[i], "-fPIE") == 0)
      w->at[i] = (char *) "-no-pie";
    else if (strcmp (w->at[i], "-static-pie") == 0)
      w->at[i] = (char *) "-static";
    else if (strcmp (w->at[i], "-Wl,-pie") == 0)
      w->at[i] = (char *) "-no-pie";
  words_add (w, "-no-pie");
}

/* Whether the linker's ERRORS say that sections did not fit.  */
static bool
does_not_fit (const char *errors)
{
  size_t size;
  char *said = file_read (errors, &size);
  return said
	 && (strstr (said, "overlaps") || strstr (said, "not enough room"));
}

/* Run W in the folder of LINE, whose words may be relative to it.  */
static bool
run_there (const struct line *line, const struct words *w, const char *errors)
{
  int here = open (".", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  if (here < 0 || chdir (line->folder) != 0)
    fail ("%s was linked in '%s': %s", the.first->name, line->folder,
	  strerror (errno));
  bool good = command_run (w, NULL, errors);
  if (fchdir (here) != 0)
    fail ("cannot go back from '%s': %s", line->folder, strerror (errno));
  close (here);
  return good;
}

/* FILE as any folder knows it.  */
static const char *
absolute (const char *file)
{
  char here[PATH_MAX];
  return *file == '/' || !getcwd (here, sizeof here)
	   ? file
	   : string ("%s/%s", here, file);
}

/* Link with PARTS, code being put as LAYOUT says or where it fits.  */
static void
link_once (const struct line *line, const struct words *parts,
	   const char *folder, const char *output, enum layout layout)
{
  struct words w = { NULL, 0, 0 };
  const char *errors = string ("%s/link.errors", folder);
  for (size_t i = 0; i < parts->n; i++)
    words_add (&w, parts->at[i]);
  layout = layout_add (&w, folder, the.first->name, layout);
  if (getenv ("HALT_ATOM_VERBOSE"))
    for (size_t i = 0; i < w.n; i++)
      fprintf (stderr, "%s%c", w.at[i], i + 1 < w.n ? ' ' : '\n');
  if (!run_there (line, &w, errors))
    {
      if (layout != LAYOUT_BELOW || !does_not_fit (errors))
	link_failed (line, errors);
      link_once (line, parts, folder, output, LAYOUT_ABOVE);
      return;
    }
  if (layout == LAYOUT_ABOVE)
    fprintf (stderr,
	     "ghalt: %s: the code does not fit below the data: the heap begins "
	     "higher than in %s\n",
	     output, the.first->name);
  if (layout != LAYOUT_NATURAL)
    layout_check (the.first->name, output);
}

void
link_program (const char *folder, const char *output)
{
  struct line line;
  struct words w = { NULL, 0, 0 };
  line_find (&line, the.first->name, the.link);
  members_replace (&line, folder);
  for (size_t i = 0; i < line.words.n; i++)
    words_add (&w, line.words.at[i]);
  words_add (&w, string ("%s/analysis.o", folder));
  fix_addresses (&w);
  add_wraps (&w, the.first->name);
  words_add (&w, "-o");
  words_add (&w, absolute (output));
  link_once (&line, &w, folder, output, LAYOUT_BELOW);
}
