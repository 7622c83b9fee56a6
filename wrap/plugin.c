/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Where the compiler, its plugin and the library are.  */

#include <errno.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>
#include "wrap/wrap.h"

/* True if PATH is this program, under whatever name.  */
static bool
is_self (const struct stat *st)
{
  struct stat self;
  return stat ("/proc/self/exe", &self) == 0 && self.st_dev == st->st_dev
	 && self.st_ino == st->st_ino;
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
  for (const char *p = path ? path : "/usr/bin:/bin"; ;)
    {
      size_t length = strcspn (p, ":");
      char *file = text ("%.*s/%s", length ? (int) length : 1,
			 length ? p : ".", name);
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
  int ends[2];
  if (pipe (ends) != 0)
    die ("cannot make a pipe: %s", strerror (errno));
  pid_t child = fork ();
  if (child < 0)
    die ("cannot fork: %s", strerror (errno));
  if (child == 0)
    {
      dup2 (ends[1], 1);
      close (ends[0]);
      close (ends[1]);
      execv (command[0], command);
      _exit (127);
    }
  close (ends[1]);
  size_t n = 0, room = PATH_MAX + 2;
  char *said = malloc (room);
  ssize_t got = 0;
  if (!said)
    die ("out of memory");
  while (n < room - 1
	 && ((got = read (ends[0], said + n, room - 1 - n)) > 0
	     || (got < 0 && errno == EINTR)))
    n += got > 0 ? got : 0;
  close (ends[0]);
  int status;
  while (waitpid (child, &status, 0) < 0 && errno == EINTR)
    continue;
  if (status != 0)
    return NULL;
  said[n] = '\0';
  said[strcspn (said, "\n")] = '\0';
  return said;
}

char *
find_plugin (const struct list *command)
{
  const char *named = getenv ("HALT_PLUGIN");
  if (named && *named)
    {
      if (access (named, R_OK) != 0)
	die ("HALT_PLUGIN: cannot read '%s': %s", named, strerror (errno));
      /* Without a folder dlopen looks elsewhere.  */
      return text ("%s%s", strchr (named, '/') ? "" : "./", named);
    }
  /* A ccache in between has nothing to keep of this, or to count.  */
  struct list ask = { NULL, 0, 0 };
  for (size_t i = 0; i < command->n; i++)
    add (&ask, command->at[i]);
  add (&ask, "-print-file-name=plugin");
  const char *was = getenv ("CCACHE_DISABLE");
  setenv ("CCACHE_DISABLE", "1", 1);
  char *directory = output_of (ask.at);
  if (!was)
    unsetenv ("CCACHE_DISABLE");
  if (!directory || !*directory)
    die ("'%s' does not say where its plugins are: is it GCC?",
	 command->at[command->n - 1]);
  char *file = text ("%s/halt.so", directory);
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
	return !*rest || (*rest == '/' && strstr (rest, "-linux-")
			  && !strchr (rest + 1, '/'));
      }
  return false;
}

/* Let libraries be found in the folder NAME, when a program that is DYNAMIC runs
   as well; false if ours are not there.  The start-up code of glibc does not
   bear a run path in what is linked with -static-pie.  */
static bool
add_directory (struct list *list, const char *name, bool dynamic)
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

void
add_libraries (struct list *list, const struct scan *s)
{
  const char *own = getenv ("HALT_LIBS");
  if (own)
    {
      struct list words = { NULL, 0, 0 };
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
  char self[PATH_MAX];
  ssize_t n = readlink ("/proc/self/exe", self, sizeof self - 1);
  if (n > 0)
    {
      self[n] = '\0';
      *strrchr (self, '/') = '\0';
      const char *library = s->m32 ? HALT_LIB32 : HALT_LIB;
      if (!add_directory (list, text ("%s/%s", self, library), s->dynamic))
	/* Not installed yet.  */
	add_directory (list, text ("%s/%s", self, s->m32 ? "32" : "."),
		       s->dynamic);
    }
  /* Nothing is linked to what has nothing instrumented in it.  */
  add (list, "-Wl,--push-state,--as-needed,--no-whole-archive");
  add (list, "-lhalt");
  add (list, "-Wl,--pop-state");
}
