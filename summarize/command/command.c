/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The commands, and what is said about them.  */

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include "summarize/command.h"

static int help_run (const struct options *o);

const struct command commands[] = {
  { "summarize", "[OPTION]... PROG",
    "say what every id of PROG means", summarize_options, 1, 1,
    summarize_run },
  { "report", "[OPTION]... PROG [PROFILE]...",
    "show the points of PROG with the counts of PROFILE [halt.prof]",
    report_options, 1, SIZE_MAX, report_run },
  { "merge", "[--only=PROG] -o OUT PROFILE|FOLDER...",
    "write the sum of profiles of one program", merge_options, 0, SIZE_MAX, merge_run },
  { "diff", "[OPTION]... [PROG] A B",
    "show what changed between two profiles of one program", diff_options, 2,
    3, diff_run },
  { "paths", "[OPTION]... PROG [PROFILE]...",
    "show which paths of PROG were taken, as PROFILE [halt.prof] counts them",
    paths_options, 1, SIZE_MAX, paths_run },
  { "help", "[COMMAND]", "explain COMMAND", help_options, 0, 1,
    help_run },
  { NULL, NULL, NULL, NULL, 0, 0, NULL }
};

static void
usage (FILE *out)
{
  fputs ("usage: ghalt COMMAND [OPTION]... [OPERAND]...\n\n"
	 "Reads what a program compiled with the HALT plugin carries and "
	 "records.\n\n", out);
  for (const struct command *c = commands; c->name; c++)
    fprintf (out, "  ghalt %s %s\n        %s\n", c->name, c->synopsis, c->text);
  fputs ("  ghalt --version\n\n"
	 "`ghalt COMMAND --help' lists the options of COMMAND.\n", out);
}

static void
explain (FILE *out, const struct command *c)
{
  fprintf (out, "usage: ghalt %s %s\n\n%c%s.\n\n", c->name, c->synopsis,
	   c->text[0] - 'a' + 'A', c->text + 1);
  options_help (out, c->options);
}

static const struct command *
find (const char *name)
{
  size_t n = 0;
  for (; commands[n].name; n++)
    if (strcmp (commands[n].name, name) == 0)
      return commands + n;
  const char *meant = nearest (name, &commands[0].name, n,
			       sizeof commands[0]);
  die ("unknown command '%s'%s%s%s; see 'ghalt --help'", name,
       meant ? ", did you mean '" : "", meant ? meant : "",
       meant ? "'?" : "");
}

static int
help_run (const struct options *o)
{
  if (o->n_operands == 0)
    usage (stdout);
  else
    explain (stdout, find (o->operands[0]));
  return 0;
}

void
note_losses (const struct prof *prof, const char *name)
{
  if (prof->header->lost > 0)
    note ("%" PRIu64 " events were lost when %s was recorded",
	  prof->header->lost, name);
  if (prof->header->flags & HALT_PROF_THREADS)
    note ("counts of %s may be too small: plain 'count' loses events in a "
	  "process with several threads; compile with 'count=thread', which loses "
	  "none", name);
}

/* Output that did not reach its file is an error like any other.  */
static int
finish (int status)
{
  if (fflush (stdout) != 0 || ferror (stdout))
    die ("cannot write standard output: %m");
  return status;
}

int
halt_command (int argc, char **argv)
{
  if (argc < 2)
    {
      usage (stderr);
      return 2;
    }
  const char *name = argv[1];
  if (strcmp (name, "--version") == 0)
    {
      puts ("ghalt (HALT for GCC) " HALT_VERSION);
      return finish (0);
    }
  if (strcmp (name, "--help") == 0 || strcmp (name, "-h") == 0)
    name = "help";
  const struct command *c = find (name);
  struct options o;
  struct fault f;
  int status = 0;
  if (!options_parse (&o, c, argc - 2, argv + 2, &f))
    die ("%s", f.text);
  if (o.help)
    explain (stdout, c);
  else
    status = c->run (&o);
  options_release (&o);
  return finish (status);
}
