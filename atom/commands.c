/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Commands that are run; where things are; files.  */

/* GNU's <sys/ucontext.h> has names of the interface.  */
#undef _GNU_SOURCE
#define _DEFAULT_SOURCE 1
#define _XOPEN_SOURCE 700

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include "base/run.h"
#include "atom/make.h"

void
words_add (struct words *w, const char *word)
{
  if (!words_put (w, word))
    fail ("memory exhausted");
}

void
words_add_all (struct words *w, ...)
{
  const char *word;
  va_list list;
  va_start (list, w);
  while ((word = va_arg (list, const char *)))
    words_add (w, word);
  va_end (list);
}

void
words_split (struct words *w, const char *text)
{
  if (!words_take (w, text, false))
    fail ("memory exhausted");
}

void
words_compiler (struct words *w)
{
  const char *cc = getenv ("CC");
  words_split (w, cc && *cc ? cc : "gcc");
  if (the.target && strcmp (the.target->name, "i386") == 0)
    words_add (w, "-m32");
}

bool
named_cxx (const char *file)
{
  const char *dot = strrchr (file, '.');
  return dot
	 && (strcmp (dot, ".cc") == 0 || strcmp (dot, ".cpp") == 0
	     || strcmp (dot, ".cxx") == 0 || strcmp (dot, ".C") == 0);
}

bool
words_own (struct words *w)
{
  bool debug = false;
  for (size_t i = 0; i < the.n_options; i++)
    {
      words_add (w, the.options[i]);
      debug |= strcmp (the.options[i], "-g") == 0;
    }
  if (debug)
    words_add (w, "-O0");
  return debug;
}

bool
command_run (const struct words *w, char **out, const char *errors)
{
  fflush (NULL);
  int said = errors
	       ? open (errors, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666)
	       : -1;
  int status = run_to_end ((const char *const *) w->at,
			   (const int[]) { -1, -1, said }, out);
  if (status < 0)
    dprintf (said < 0 ? 2 : said, "ghalt: cannot run '%s': %s\n", w->at[0],
	     strerror (errno));
  if (said >= 0)
    close (said);
  if (out && !*out)
    *out = string ("%s", "");
  return status == 0;
}

void
command_must (const struct words *w, const char *what)
{
  if (!command_run (w, NULL, NULL))
    fail ("cannot %s: '%s' failed", what, w->at[0]);
}

const char *
ask_compiler (const char *word)
{
  struct words w = { NULL, 0 };
  for (struct answer *a = the.answers; a; a = a->next)
    if (a->target == the.target && strcmp (a->word, word) == 0)
      return a->said;
  struct answer *new = fresh_memory (sizeof *new);
  *new = (struct answer) { the.answers, the.target, word, NULL };
  words_compiler (&w);
  words_add (&w, word);
  if (!command_run (&w, &new->said, NULL))
    fail ("the compiler '%s' does not work; CC names another one", w.at[0]);
  new->said[strcspn (new->said, "\n")] = '\0';
  the.answers = new;
  return new->said;
}

const char *
own_folder (void)
{
  static char *folder;
  if (!folder)
    {
      folder = realpath ("/proc/self/exe", NULL);
      char *slash = folder ? strrchr (folder, '/') : NULL;
      if (!slash)
	fail ("cannot find where ghalt is: %s", strerror (errno));
      *slash = '\0';
    }
  return folder;
}

const char *
cache_folder (void)
{
  const char *own = getenv ("HALT_CACHE"), *home = getenv ("HOME");
  const char *xdg = getenv ("XDG_CACHE_HOME");
  return own && *own   ? own
	 : xdg && *xdg ? string ("%s/halt", xdg)
	 : home	       ? string ("%s/.cache/halt", home)
		       : NULL;
}

const char *
include_folder (void)
{
  static const char *const below[] = { "../include", "../../include" };
  for (size_t i = 0; i < sizeof below / sizeof *below; i++)
    {
      const char *folder = string ("%s/%s", own_folder (), below[i]);
      if (access (string ("%s/halt/atom.h", folder), R_OK) == 0)
	return folder;
    }
  return NULL;
}

Elf *
elf_must (const char *file)
{
  Elf *elf = elf_open (file, ELF_K_ELF);
  if (!elf)
    fail ("cannot read '%s'", file);
  return elf;
}

bool
has_preinit (const Obj *o)
{
  Elf *elf = elf_open (o->name, ELF_K_ELF);
  Elf_Data *all = elf_bytes (elf, ".preinit_array");
  /* On RISC-V the C library's start has one.  */
  size_t own = strcmp (the.target->name, "riscv64") == 0 ? sizeof (long) : 0;
  bool has = all && all->d_size > own && !o->needed;
  elf_end (elf);
  return has;
}
