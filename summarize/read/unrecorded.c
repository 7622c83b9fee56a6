/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Why nothing was recorded: what a program says of how it was built.  */

#include <errno.h>
#include <unistd.h>
#include "base/text.h"
#include "elf/elf.h"
#include "halt/live.h"
#include "summarize/summarize.h"

/* The table of routines that a unit compiled with -flto carries until the
   plugin drops it when the program is linked.  */
#define LTO_TABLE "__halt_routines"
#define LIBRARY "libhalt.so"

/* Whether a symbol's name begins with WITH; if UNDEFINED, one that another object
   has to define.  */
static bool
has_symbol (Elf *elf, const char *with, bool undefined)
{
  for (struct elf_symbol s = { .elf = elf }; elf_next_symbol (&s);)
    if ((!undefined || s.is.st_shndx == SHN_UNDEF) && begins (s.name, with))
      return true;
  return false;
}

/* Whether it is linked to our library.  */
static bool
needs_library (Elf *elf)
{
  for (struct elf_dynamic d = { .elf = elf }; elf_next_dynamic (&d);)
    if (d.is.d_tag == DT_NEEDED && d.text && begins (d.text, LIBRARY))
      return true;
  return false;
}

/* Whether a copy of the default runtime is in it.  */
static bool
has_runtime (const struct image *im)
{
  struct halt_unit d;
  for (size_t i = 0; i < im->n_descriptors; i++)
    if (image_descriptor (im, im->descriptors[i], &d)
	&& (d.flags & HALT_UNIT_RUNTIME))
      return true;
  return false;
}

bool
why_no_map (const struct program *p, struct fault *f)
{
  const struct image *im = &p->image;
  if (choice_refuses (p, f))
    return false;
  if (elf_kind (im->elf) == ELF_K_ELF)
    {
      if (elf_is_lto (im->elf))
	return fault (f, "no HALT map: compiled with -flto, so that points are "
			 "made when the program is linked");
      if (has_symbol (im->elf, LTO_TABLE, false))
	return fault (f, "no HALT map: compiled with -flto and the plugin, but "
			 "the link did not get the plugin and its arguments");
      if (needs_library (im->elf) || has_runtime (im))
	return fault (f,
		      "no HALT map: linked with libhalt, but no file of it was "
		      "compiled with the plugin and a kind to label");
    }
  return fault (f, "no HALT map: compiled without the plugin, or stripped");
}

/* Whether nothing in it is counted.  */
static bool
has_no_points (const struct program *p)
{
  for (size_t i = 0; i < p->n_units; i++)
    if (p->units[i].map.header->n_points > 0)
      return false;
  return true;
}

bool
why_no_profile (const struct program *p, const char *profile, struct fault *f)
{
  if (access (profile, F_OK) == 0 || errno != ENOENT || p->image.relocatable
      || elf_kind (p->image.elf) != ELF_K_ELF)
    return false;
  if (has_symbol (p->image.elf, "__halt_trace", false))
    return !fault (f,
		   "no profile '%s': %s records, which makes a trace and no "
		   "profile: run 'ghalt play halt.trace %s'",
		   profile, p->path, p->path);
  if (has_no_points (p))
    return !fault (f,
		   "no profile '%s': %s has no points, as no code of it is of "
		   "the kinds that were labelled",
		   profile, p->path);
  if (!needs_library (p->image.elf) && !has_runtime (&p->image)
      && !has_symbol (p->image.elf, "_record_", true)
      && !has_symbol (p->image.elf, "__halt_", true))
    return !fault (
      f,
      "no profile '%s': the routines of %s are not those of "
      "libhalt, which is not linked to it and would have written it",
      profile, p->path);
  return !fault (f,
		 "no profile '%s': %s has not come to its end in this folder "
		 "(most likely SIGKILL ended it), or HALT_FILE named another "
		 "file",
		 profile, p->path);
}

bool
why_nothing (const struct join *j, struct fault *f)
{
  size_t points = 0;
  bool recorded = false;
  for (uint32_t kind = 0; kind < HALT_KIND_END; kind++)
    {
      for (size_t i = j->first[kind]; i < j->first[kind + 1]; i++)
	if (j->points[i].events > 0)
	  return false;
      points += j->first[kind + 1] - j->first[kind];
      recorded |= j->first[kind + 1] > j->first[kind]
		  && j->prof->rows[kind] != NULL;
    }
  if (points == 0 || j->prof->n_rows[HALT_PATH_SUM_READ] > 0)
    return false;
  if (j->n_off == points)
    fault (f, "nothing was recorded: %s%zu point%s off",
	   by_number (points, "the ", "all "), points,
	   by_number (points, " was", "s were"));
  else if (!recorded)
    fault (f, "nothing was recorded: the routines that were called are not "
	      "those of libhalt");
  else
    fault (
      f,
      "nothing was recorded: the program came to none of its points (%zu), "
      "or another of its processes did, which has a profile of its own; or it "
      "%s in a loop without calls, which 'count' counts in registers until it "
      "is left: with -fplugin-arg-halt-live that is in memory",
      points,
      j->prof->header->flags & HALT_PROF_RUNNING ? "still is" : "was ended");
  return true;
}
