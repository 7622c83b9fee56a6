/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Running the command in the test's directory.  */

#include <errno.h>
#include <fcntl.h>
#include <sys/wait.h>
#include "tests/unit/no_memory.h"
#include "tests/unit/summarize_elf.h"

/* What the last command wrote, and its status.  */
static char *output, *errors;
static int status;

/* Where standard output goes.  */
static const char *destination = "out";

static char *
read_all (const char *name)
{
  char *text = calloc (1, 1 << 20);
  FILE *in = fopen (path (name), "r");
  size_t n = fread (text, 1, (1 << 20) - 1, in);
  text[n] = 0;
  fclose (in);
  return text;
}

/* Let ARGV be the words of COMMAND, in those 512 bytes; returns how many.  */
static int
split (char **argv, char *words, const char *command)
{
  int argc = 0;
  strcpy (words, command);
  for (char *save, *w = strtok_r (words, " ", &save); w;
       w = strtok_r (NULL, " ", &save))
    argv[argc++] = w;
  return argc;
}

/* Run `ghalt' with the words of COMMAND, in the test's directory.  */
static void
ghalt (const char *command)
{
  char words[512], *argv[16] = { (char *) "ghalt" };
  int argc = 1 + split (argv + 1, words, command);
  fflush (NULL);
  pid_t child = fork ();
  if (child == 0)
    {
      if (chdir (directory) != 0 || !freopen (destination, "w", stdout)
	  || !freopen ("err", "w", stderr))
	_exit (99);
      int result = halt_command (argc, argv);
      fflush (NULL);
      _exit (result);
    }
  waitpid (child, &status, 0);
  status = WIFEXITED (status) ? WEXITSTATUS (status) : 999;
  free (output);
  free (errors);
  output = read_all ("out");
  errors = read_all ("err");
}

/* True if the output contains TEXT.  */
__attribute__ ((unused)) static bool
says (const char *text)
{
  bool found = strstr (output, text) != NULL;
  if (!found)
    fprintf (stderr, "no '%s' in:\n%s%s", text, output, errors);
  return found;
}

/* Run `ghalt' with the words of COMMAND, again and again: of its allocations first one
   fails, then only the next, up to the last.  Each time it must say so.  Returns how
   many there are; a sanitizer sees what is not freed.  */
__attribute__ ((unused)) static long
starve (const char *command)
{
  char words[512], *args[16];
  int n_args = split (args, words, command), kept[3] = { open (".", O_RDONLY) };
  struct fault none = { "" };
  const struct command *c = find_command (args[0], &none);
  bool good = true;
  long n = 0;
  fflush (NULL);
  int null = open ("/dev/null", O_WRONLY);
  for (int i = 1; i < 3; i++)
    {
      kept[i] = dup (i);
      dup2 (null, i);
    }
  good = chdir (directory) == 0;
  for (bool failed = true; failed && good; n++)
    {
      struct fault f = { "" };
      struct options o;
      allocations = n;
      if (options_parse (&o, c, n_args - 1, args + 1, &f))
	c->run (&o, &f);
      failed = allocations < 0;
      allocations = -1;
      options_release (&o);
      good = failed ? strstr (f.text, "out of memory")
		      || strstr (f.text, strerror (ENOMEM)) : !f.text[0];
      if (!good)
	dprintf (kept[2], "%s, allocation %ld: '%s'\n", command, n, f.text);
    }
  fflush (stdout);
  for (int i = 0; i < 3; i++)
    {
      good &= i > 0 ? dup2 (kept[i], i) == i : fchdir (kept[i]) == 0;
      close (kept[i]);
    }
  close (null);
  CU_ASSERT_TRUE (good);
  return n - 1;
}
