/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The separate debug file of a stripped one, found as other tools find it.  */

#include <elfutils/libdwelf.h>
#include <elfutils/libdwfl.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include "summarize/summarize.h"

#define DEFAULT_PATH ".debug:/usr/lib/debug"

/* Where to look, with colons: below an absolute directory for build-ids and
   for the program's own directory, in others beside the program.  */
static const char *
search_path (void)
{
  const char *path = getenv ("HALT_DEBUG_PATH");
  return path && *path ? path : DEFAULT_PATH;
}

static char *
find_debug_file (const struct image *im, const char *path, char *places)
{
  char *found = NULL;
  const Dwfl_Callbacks callbacks = {
    .find_elf = dwfl_build_id_find_elf,
    .find_debuginfo = dwfl_standard_find_debuginfo,
    .section_address = dwfl_offline_section_address,
    .debuginfo_path = &places
  };
  GElf_Word crc = 0;
  const char *link = dwelf_elf_gnu_debuglink (im->elf, &crc);
  Dwfl *dwfl = dwfl_begin (&callbacks);
  Dwfl_Module *module = dwfl ? dwfl_report_offline (dwfl, path, path, -1)
			     : NULL;
  errno = 0;
  int fd = module ? dwfl_standard_find_debuginfo (module, NULL, path, 0, path,
						  link, crc, &found)
		  : -1;
  if (fd >= 0)
    close (fd);
  else
    found = NULL;
  dwfl_end (dwfl);
  return found;
}

char *
debug_find (const struct image *im, const char *path, struct fault *f)
{
  GElf_Word crc;
  const char *link = dwelf_elf_gnu_debuglink (im->elf, &crc);
  const char *id = im->build_id;
  /* Its first entry is empty: beside the program.  The plus says that the CRC
     is checked.  */
  char *places = fresh (strlen (search_path ()) + 3, 1, f);
  if (!places)
    return NULL;
  sprintf (places, "+:%s", search_path ());
  char *found = find_debug_file (im, path, places);
  free (places);
  if (!found && !*id && !link)
    fault (f, "no HALT map: stripped, and without a build-id or .gnu_debuglink "
	      "to find its debug file by");
  else if (!found)
    fault (f,
	   "no HALT map: stripped, and its debug file was not found by %s%s"
	   "%s%s%s%s beside it or in %s; HALT_DEBUG_PATH names other places",
	   *id ? "build-id " : "", id, *id && link ? " or " : "",
	   link ? "the name '" : "", link ? link : "", link ? "'" : "",
	   search_path ());
  return found;
}
