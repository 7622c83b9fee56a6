/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Where the compiler, its plugin and the library are.  */

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
#include "base/run.h"
#include "wrap/wrap.h"

/* True if PATH is this program, under whatever name.  */
static bool
is_self (const struct stat *st)
{
  /* Opened, it is ours under an emulator of programs, too.  */
  struct stat self;
  int fd = open ("/proc/self/exe", O_PATH | O_CLOEXEC);
  int is = fd >= 0 && fstat (fd, &self) == 0 && self.st_dev == st->st_dev
	   && self.st_ino == st->st_ino;
  if (fd >= 0)
    close (fd);
  return is;
}

char *
find_program (const char *name)
{
  struct stat st;
  if (strchr (name, '/'))
    {
      if (stat (name, &st) != 0)
	die ("cannot run '%s': %s", name, strerror (errno));
      if (is_self (&st))
	die ("HALT_CC and HALT_CXX name the compiler to run, not '%s' again",
	     name);
      return text ("%s", name);
    }
  const char *path = getenv ("PATH");
  for (const char *p = path ? path : "/usr/bin:/bin";;)
    {
      size_t length = strcspn (p, ":");
      char *file = text ("%.*s/%s", length ? (int) length : 1, length ? p : ".",
			 name);
      if (access (file, X_OK) == 0 && stat (file, &st) == 0
	  && S_ISREG (st.st_mode) && !is_self (&st))
	return file;
      free (file);
      if (!p[length])
	die ("no '%s' in PATH; HALT_CC and HALT_CXX name the compilers to run",
	     name);
      p += length + 1;
    }
}

char *
output_of (char *const *command)
{
  char *said;
  if (run_to_end ((const char *const *) command, NULL, &said) != 0)
    {
      free (said);
      return NULL;
    }
  said[strcspn (said, "\n")] = '\0';
  return said;
}

/* What COMMAND says to WORD, if it is GCC; else NULL.  A ccache in between has
   nothing to keep of this, or to count.  */
static char *
ask (const struct words *command, const char *word)
{
  struct words words = { NULL, 0 };
  for (size_t i = 0; i < command->n; i++)
    add (&words, command->at[i]);
  add (&words, word);
  const char *was = getenv ("CCACHE_DISABLE");
  setenv ("CCACHE_DISABLE", "1", 1);
  char *said = output_of (words.at);
  if (!was)
    unsetenv ("CCACHE_DISABLE");
  return said && *said ? said : NULL;
}

const char *
machine_of (const struct words *command)
{
  return ask (command, "-dumpmachine");
}

/* The folder of FILE, a path without links; NULL if there is none.  */
static char *
folder_of (const char *file)
{
  char *path = realpath (file, NULL);
  if (path)
    *strrchr (path, '/') = '\0';
  return path;
}

/* The plugin that was built with this program, if that is still where it was
   built; NULL if it is not, or was not built for COMMAND's machine.  */
static char *
built_plugin (const struct words *command)
{
  const char *machine;
  char *here = folder_of ("/proc/self/exe");
  char *file = here ? text ("%s/halt.so", here) : NULL;
  if (!file || access (file, R_OK) != 0 || !(machine = machine_of (command)))
    return NULL;
  char *other = text ("%s/%s/halt.so", here, machine);
  return access (other, R_OK) == 0 ? other
	 : strcmp (machine, HALT_HOST) == 0
	   ? file
	   : NULL;
}

char *
find_plugin (const struct words *command)
{
  const char *named = getenv ("HALT_PLUGIN");
  if (named && *named)
    {
      if (access (named, R_OK) != 0)
	die ("HALT_PLUGIN: cannot read '%s': %s", named, strerror (errno));
      /* Without a folder dlopen looks elsewhere.  */
      return text ("%s%s", strchr (named, '/') ? "" : "./", named);
    }
  char *file = built_plugin (command);
  if (file)
    return file;
  char *directory = ask (command, "-print-file-name=plugin");
  if (!directory)
    die ("'%s' does not say where its plugins are: is it GCC?",
	 command->at[command->n - 1]);
  file = text ("%s/halt.so", directory);
  if (access (file, R_OK) != 0)
    die ("no HALT plugin for '%s' (%s); install it for this compiler, name "
	 "another one in HALT_CC or HALT_CXX, or the plugin in HALT_PLUGIN",
	 command->at[command->n - 1], file);
  return file;
}

/* True if compilers and the dynamic linker look into DIRECTORY anyway: lib,
   lib64, a multiarch folder in lib.  */
static bool
is_usual (const char *directory)
{
  static const char *const usual[] = { "/usr/lib", "/lib", "/usr/local/lib" };
  for (size_t i = 0; i < sizeof usual / sizeof *usual; i++)
    if (strncmp (directory, usual[i], strlen (usual[i])) == 0)
      {
	const char *rest = directory + strlen (usual[i]);
	rest += strspn (rest, "x3264");
	return !*rest
	       || (*rest == '/' && strstr (rest, "-linux-")
		   && !strchr (rest + 1, '/'));
      }
  return false;
}

/* Let libraries be found in the folder NAME, when a program that is DYNAMIC runs
   as well; false if ours are not there.  The start-up code of glibc does not
   bear a run path in what is linked with -static-pie.  */
static bool
add_directory (struct words *list, const char *name, bool dynamic)
{
  char *directory = realpath (name, NULL);
  if (!directory || access (text ("%s/libhalt.a", directory), R_OK) != 0)
    return false;
  if (!is_usual (directory))
    {
      add (list, text ("-L%s", directory));
      if (dynamic)
	add (list, text ("-Wl,-rpath,%s", directory));
    }
  return true;
}

/* True if compiler or linker have a libhalt for what S is of.  */
static bool
have_library (const struct words *command, const struct scan *s)
{
  static const char *const names[] = { "libhalt.a", "libhalt.so" };
  struct words with = { NULL, 0 };
  for (size_t i = 0; i < command->n; i++)
    add (&with, command->at[i]);
  if (s->m32)
    add (&with, "-m32");
  for (size_t i = 0; i < sizeof names / sizeof *names; i++)
    {
      for (size_t d = 0; d < s->libraries.n; d++)
	if (access (text ("%s/%s", s->libraries.at[d], names[i]), R_OK) == 0)
	  return true;
      const char *path = ask (&with, text ("-print-file-name=%s", names[i]));
      if (!path || strchr (path, '/'))
	return true;
    }
  return false;
}

/* The routine of the first of FLAGS that names a kind.  */
static const char *
routine_of (const struct words *flags)
{
  static const char *const kinds[][2] = {
#define HALT_KIND(NAME, number, word, routine, ...) { #word, #routine },
#define HALT_INLINE_KIND(...)
#include "halt/kinds.def"
  };
  for (size_t i = 0; i < flags->n; i++)
    for (size_t k = 0; k < sizeof kinds / sizeof *kinds; k++)
      if (strcmp (flags->at[i], kinds[k][0]) == 0)
	return kinds[k][1];
  return "_record_cbr";
}

void
add_libraries (struct words *list, const struct words *command,
	       const struct words *flags, const char *plugin,
	       const struct scan *s)
{
  const char *own = getenv ("HALT_LIBS");
  if (own)
    {
      struct words words = { NULL, 0 };
      add_words (&words, own);
      /* In front of a file that would otherwise be source text.  */
      if (words.n > 0)
	{
	  add (list, "-x");
	  add (list, "none");
	}
      for (size_t i = 0; i < words.n; i++)
	add (list, words.at[i]);
      return;
    }
  /* That of the build that the plugin is of, or else what was installed with
     this program.  */
  char *build = plugin && strchr (plugin, '/') ? folder_of (plugin) : NULL;
  char *here = folder_of ("/proc/self/exe");
  if (!(build
	&& add_directory (list, text ("%s/%s", build, s->m32 ? "32" : "."),
			  s->dynamic))
      && !(here
	   && add_directory (list,
			     text ("%s/%s", here,
				   s->m32 ? HALT_LIB32 : HALT_LIB),
			     s->dynamic))
      && !have_library (command, s))
    say (
      "no libhalt for '%s'; link libhalt.a (HALT_LIBS=/its/folder/libhalt.a), "
      "or write '%s' (HALT_LIBS=yours.o)",
      command->at[command->n - 1], routine_of (flags));
  /* Nothing is linked to what has nothing instrumented in it.  */
  add (list, "-Wl,--push-state,--as-needed,--no-whole-archive");
  add (list, "-lhalt");
  add (list, "-Wl,--pop-state");
}
