/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What ccache has to know.  It hashes the compiler's arguments, the source, and
   a plugin that is given by its path.  It does not know of HALT_FLAGS if it runs
   this program, nor of the files that the plugin's arguments name: the table of
   options does.  */

#include <inttypes.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include "base/file.h"
#include "halt/format.h"
#include "wrap/wrap.h"

/* FNV-1a of a file's bytes; 0 if there is none.  */
static uint64_t
hash (const char *path)
{
  size_t size;
  char *data = file_read (path, &size);
  uint64_t h = data ? halt_checksum (HALT_CHECKSUM_START, data, size) : 0;
  free (data);
  return h;
}

/* Whether a cache can keep what the plugin makes with FLAG: not a file besides the
   object, nor what others count on.  *FILE is the one that the plugin reads, or
   NULL.  */
static bool
is_kept (const char *flag, const char **file)
{
  static const struct
  {
    const char *begin;
    enum
    {
      NOTHING,
      READS,
      READS_AT,
      WRITES,
      PRINTS
    } touches;
  } options[] = {
#define HALT_OPTION(NAME, TOUCHES, EFFECT, FORM, VALUE, text) \
    { TOUCHES == READS_AT ? #NAME "=@" : #NAME "=", TOUCHES },
#define HALT_OPTION_AS(NAME, word, TOUCHES, EFFECT, FORM, VALUE, text) \
    { TOUCHES == READS_AT ? word "=@" : word "=", TOUCHES },
#include "plugin/core/options.def"
  };
  *file = NULL;
  for (size_t i = 0; i < sizeof options / sizeof *options; i++)
    {
      size_t n = strlen (options[i].begin);
      if (strncmp (flag, options[i].begin, n) != 0)
	continue;
      if (options[i].touches == READS || options[i].touches == READS_AT)
	*file = flag + n;
      return options[i].touches != WRITES && options[i].touches != PRINTS;
    }
  return true;
}

void
print_key (const struct words *command, const struct words *flags, bool off)
{
  struct words ask = { NULL, 0 };
  const char *file;
  /* No key: then ccache keeps nothing.  */
  for (size_t i = 0; !off && i < flags->n; i++)
    if (!is_kept (flags->at[i], &file))
      die ("no key: with %s more is made than a cache keeps", flags->at[i]);
  for (size_t i = 0; i < command->n; i++)
    add (&ask, command->at[i]);
  add (&ask, "-v");
  dup2 (1, 2);
  puts ("halt-gcc " HALT_VERSION);
  if (!off)
    {
      char *plugin = find_plugin (command);
      printf ("plugin %016" PRIx64 "\n", hash (plugin));
      /* The map names it; whether -ffile-prefix-map hides it is not known.  */
      char here[PATH_MAX];
      printf ("folder %s\n", getcwd (here, sizeof here) ? here : "");
    }
  for (size_t i = 0; !off && i < flags->n; i++)
    {
      is_kept (flags->at[i], &file);
      printf ("flag %s %016" PRIx64 "\n", flags->at[i], file ? hash (file) : 0);
    }
  const char *libraries = getenv ("HALT_LIBS");
  printf ("%s%s\n", libraries ? "libraries " : "", libraries ? libraries : "");
  fflush (stdout);
  execv (ask.at[0], ask.at);
  die ("cannot run '%s'", ask.at[0]);
}

/* ccache takes the failure for one of the compiler, and runs it again without
   keeping what comes out.  */
void
check_ccache (void)
{
  char path[PATH_MAX];
  ssize_t n = readlink (text ("/proc/%ld/exe", (long) getppid ()), path,
			sizeof path - 1);
  if (n <= 0)
    return;
  path[n] = '\0';
  const char *name = strrchr (path, '/');
  if (!name || strcmp (name + 1, "ccache") != 0)
    return;
  char option[] = "-k", setting[] = "compiler_check";
  char *ask[] = { path, option, setting, NULL };
  char *check = output_of (ask);
  if (!check || !strstr (check, "--halt-key"))
    die (
      "ccache would give you objects made with other flags or another plugin; "
      "either run it below, HALT_CC='ccache gcc', or let it ask, "
      "CCACHE_COMPILERCHECK='%%compiler%% --halt-key'");
}

void
tell_ccache (const struct words *flags, const struct scan *s)
{
  char here[PATH_MAX];
  const char *files = getenv ("CCACHE_EXTRAFILES");
  for (size_t i = 0; i < flags->n; i++)
    {
      const char *file;
      if (!is_kept (flags->at[i], &file))
	setenv ("CCACHE_DISABLE", "1", 1);
      if (file)
	{
	  files = files && *files ? text ("%s:%s", files, file) : file;
	  setenv ("CCACHE_EXTRAFILES", files, 1);
	}
    }
  /* The map names the folder, which ccache takes to matter with -g alone.  */
  const char *space = getenv ("CCACHE_NAMESPACE");
  if (!s->prefix_map && getcwd (here, sizeof here))
    setenv ("CCACHE_NAMESPACE", text ("%s%s", space ? space : "", here), 1);
}
