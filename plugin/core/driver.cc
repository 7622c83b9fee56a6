/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The driver that runs this compilation, gcc or g++: what it was told.  */

#include "plugin/core/core.h"

bool
driver_has (const char *quoted)
{
  const char *options = getenv ("COLLECT_GCC_OPTIONS");
  return options && strstr (options, quoted);
}

bool
driver_links (void)
{
  return driver_has ("") && !driver_has ("'-c'") && !driver_has ("'-S'");
}

/* The bytes of the regular file NAME, with a zero after them, or NULL.  *SIZE is without
   it.  */
static char *
slurp (const char *name, size_t *size)
{
  struct stat st;
  FILE *f = stat (name, &st) == 0 && S_ISREG (st.st_mode)
	      ? fopen (name, "r")
	      : NULL;
  if (!f)
    return NULL;
  size_t n = 0, room = 1 << 16, got;
  char *bytes = XNEWVEC (char, room);
  while ((got = fread (bytes + n, 1, room - n - 1, f)) > 0)
    {
      n += got;
      if (room - n < room / 2)
	bytes = XRESIZEVEC (char, bytes, room *= 2);
    }
  fclose (f);
  bytes[n] = '\0';
  *size = n;
  return bytes;
}

/* Whether WORD of the driver's command may bring what is called by TEXT: a file
   that has it in it, or what could be anything.  */
static bool
may_bring (const char *word, const char *text)
{
  static const char *const no_libraries[] = { "-lm", "-lpthread", "-ldl",
					      "-lrt", NULL };
  static const char *const anything[] = {
    "-l", "-Wl,", "-Xlinker", "-T", "-specs", "--specs", "@", NULL
  };
  for (size_t i = 0; no_libraries[i]; i++)
    if (strcmp (word, no_libraries[i]) == 0)
      return false;
  for (size_t i = 0; anything[i]; i++)
    if (startswith (word, anything[i]))
      return true;
  size_t size;
  char *bytes = *word == '-' ? NULL : slurp (word, &size);
  bool has = bytes && memmem (bytes, size, text, strlen (text));
  free (bytes);
  return has;
}

bool
driver_lacks (const char *text)
{
  size_t size;
  char path[64];
  if (!driver_links () || driver_has ("'-shared'") || driver_has ("'-r'"))
    return false;
  snprintf (path, sizeof path, "/proc/%ld/cmdline", (long) getppid ());
  char *words = slurp (path, &size);
  if (!words)
    return false;
  bool ours = false, lacks = true, output = false;
  for (const char *w = words; lacks && w < words + size; w += strlen (w) + 1)
    {
      ours |= strcmp (w, main_input_filename) == 0;
      lacks = output || !may_bring (w, text);
      output = strcmp (w, "-o") == 0;
    }
  free (words);
  return ours && lacks;
}
