/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Running the command in the test's directory.  */

#include <sys/wait.h>
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

/* Run `ghalt' with the words of COMMAND, in the test's directory.  */
static void
ghalt (const char *command)
{
  char words[512], *argv[16] = { (char *) "ghalt" };
  int argc = 1;
  strcpy (words, command);
  for (char *save, *w = strtok_r (words, " ", &save); w;
       w = strtok_r (NULL, " ", &save))
    argv[argc++] = w;
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
