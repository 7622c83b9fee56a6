/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Linking the instrumented program: the plain one's link line with other objects in
   it, and the analysis.  */

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include "base/file.h"
#include "atom/make.h"

/* What of a linker's ERRORS tells most: the line with an undefined reference or another
   definition, else the first.  */
static const char *
worst_line (const char *errors)
{
  const char *at = strstr (errors, "undefined reference");
  if (!at)
    at = strstr (errors, "multiple definition");
  if (!at)
    at = errors;
  while (at > errors && at[-1] != '\n')
    at--;
  return string ("%.*s", (int) strcspn (at, "\n"), at);
}

_Noreturn static void
link_failed (const Obj *o, const struct line *line, const char *errors)
{
  size_t size;
  char *said = file_read (errors, &size);
  if (line->deduced && said && strstr (said, "undefined reference"))
    fail ("%s has objects that were not compiled with `atom'; say how it is "
	  "linked, --link='gcc ...', or link it with halt-gcc: %s",
	  o->name, worst_line (said));
  fail ("cannot link the instrumented %s: %s",
	o->needed ? o->needed : "program", said ? worst_line (said) : "");
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

/* Whether what the linker SAID is that sections did not fit.  */
static bool
does_not_fit (const char *said)
{
  return said
	 && (strstr (said, "overlaps") || strstr (said, "not enough room"));
}

/* Whether it is that the link line has options of another linker.  */
static bool
has_other_options (const char *said)
{
  return said && strstr (said, "unrecognized option");
}

/* Run W in the folder of LINE, whose words may be relative to it.  */
static bool
run_there (const Obj *o, const struct line *line, const struct words *w,
	   const char *errors)
{
  int here = open (".", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  if (here < 0 || chdir (line->folder) != 0)
    fail ("%s was linked in '%s': %s", o->name, line->folder, strerror (errno));
  if (getenv ("HALT_ATOM_VERBOSE"))
    for (size_t i = 0; i < w->n; i++)
      fprintf (stderr, "%s%c", w->at[i], i + 1 < w->n ? ' ' : '\n');
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

/* Run W, the link of the shared object O.  */
static void
link_library (const Obj *o, const struct line *line, const struct words *w,
	      const char *folder)
{
  const char *errors = string ("%s/link.errors", folder), *lost;
  if (!run_there (o, line, w, errors))
    link_failed (o, line, errors);
  /* That something is not defined is no error.  */
  if ((lost = library_loss (o->name, o->made)))
    fail ("%s has objects that were not compiled with `atom', of '%s'; link it "
	  "with halt-gcc",
	  o->name, lost);
}

/* Link the program with PARTS, code being put as LAYOUT says or where it fits.  The
   global offset table grows if a pot asks for the address of an entry that the linker
   does without in the plain program (`mov f@GOTPCREL' becomes `lea f'), or if what enters
   the analysis calls a function that has none there.  What the dynamic linker reads grows,
   too; where data do not begin in a page of their own there may be no room for it.  Both move
   then, as MOVES says.  */
static void
link_laid_out (const struct line *line, const struct words *parts,
	       const char *folder, enum layout layout, int moves)
{
  struct words w = { NULL, 0 };
  const char *errors = string ("%s/link.errors", folder), *said;
  size_t size;
  const Obj *o = the.first;
  bool again = layout == LAYOUT_NATURAL;
  for (size_t i = 0; i < parts->n; i++)
    words_add (&w, parts->at[i]);
  layout = layout_add (&w, folder, o->name, layout, moves);
  if (!run_there (o, line, &w, errors))
    {
      said = file_read (errors, &size);
      if (layout == LAYOUT_NATURAL
	  || (!does_not_fit (said) && !has_other_options (said)))
	link_failed (o, line, errors);
      if (has_other_options (said))
	link_laid_out (line, parts, folder, LAYOUT_NATURAL, 0);
      else if (!(moves & MOVES_GOT) && strstr (said, "section .got"))
	link_laid_out (line, parts, folder, layout, moves | MOVES_GOT);
      else if (!(moves & MOVES_HEADERS) && layout != LAYOUT_BELOW)
	link_laid_out (line, parts, folder, layout, moves | MOVES_HEADERS);
      else
	link_laid_out (line, parts, folder,
		       layout == LAYOUT_BELOW ? LAYOUT_ABOVE : LAYOUT_NATURAL,
		       moves);
      return;
    }
  if (layout == LAYOUT_ABOVE)
    fprintf (stderr,
	     "ghalt: %s: the code does not fit below the data: the heap begins "
	     "higher than in %s\n",
	     o->output, o->name);
  if (layout != LAYOUT_NATURAL || again)
    layout_check (o, line->deduced);
}

/* Let O find instrumented shared objects before all others, below FOLDER as the loader
   has it.  */
static void
add_path (struct words *w, const struct line *line, const Obj *o,
	  const char *folder)
{
  char *path = realpath (o->name, NULL),
       *slash = path ? strrchr (path, '/') : NULL;
  if (slash)
    *slash = '\0';
  words_add_all (w, line->words.at[0], string ("-Wl,-rpath,%s", folder), NULL);
  for (size_t i = 1; i < line->words.n; i++)
    words_add (w, o->needed && slash ? expand_origin (line->words.at[i], path)
				     : line->words.at[i]);
  words_add (w, "-Wl,--disable-new-dtags");
  free (path);
}

/* Put the last of W's words, the program's part of the analysis, after the first if O has a
   .preinit_array: what stands there is called in the order of the link.  */
static void
bring_forward (struct words *w, const Obj *o)
{
  char *last = w->at[w->n - 1];
  if (!has_preinit (o))
    return;
  memmove (&w->at[2], &w->at[1], (w->n - 2) * sizeof *w->at);
  w->at[1] = last;
}

/* Link O.  */
static void
link_obj (const char *folder, const Obj *o)
{
  struct line line;
  struct words w = { NULL, 0 };
  const char *analysis = string ("%s/analysis.o", folder);
  const char *base = strrchr (the.first->output, '/');
  base = base ? base + 1 : the.first->output;
  line_find (&line, o->name, o->needed ? NULL : the.link);
  members_replace (&line, o, folder);
  if (the.first->next)
    add_path (&w, &line, o,
	      o->needed ? "$ORIGIN" : string ("$ORIGIN/%s.libs", base));
  else
    w = line.words;
  if (the.image)
    {
      if (o->needed)
	analysis = string ("%s/enter.%s.o", folder, o->needed);
      enter_compile (folder, o, analysis);
    }
  else
    fix_addresses (&w);
  words_add (&w, analysis);
  if (!o->needed)
    bring_forward (&w, o);
  /* By which the analysis' exceptions find their way (run/names.c).  */
  if (the.cxx)
    words_add (&w, "-Wl,--eh-frame-hdr");
  wraps_add (&w, "-Wl,--wrap=", o);
  if (!o->needed)
    libraries_link (&w);
  words_add_all (&w, "-o", absolute (o->made), NULL);
  if (o->needed)
    link_library (o, &line, &w, folder);
  else
    link_laid_out (&line, &w, folder, LAYOUT_BELOW, 0);
}

void
link_program (const char *folder)
{
  for (const Obj *o = the.first; o; o = o->next)
    link_obj (folder, o);
}
