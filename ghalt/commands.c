/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The commands, and what is said about them.  */

#include <fcntl.h>
#include <string.h>
#include <unistd.h>
#include "ghalt/command.h"
#include "store/store.h"

static const struct command cmd_help;

const struct command *const commands[] = {
  &cmd_summarize,
  &cmd_report,
  &cmd_merge,
  &cmd_diff,
  &cmd_paths,
  &cmd_cover,
  &cmd_html,
  &cmd_pgo,
  &cmd_code,
  &cmd_atom,
  &cmd_attach,
  &cmd_points,
  &cmd_run,
  &cmd_top,
  &cmd_arp,
  &cmd_play,
  &cmd_store,
  &cmd_help,
  NULL
};
#define N_COMMANDS (sizeof commands / sizeof *commands - 1)

static void
usage (FILE *out)
{
  fputs ("usage: ghalt COMMAND [OPTION]... [OPERAND]...\n\n"
	 "Reads what a program compiled with the HALT plugin carries and "
	 "records.\n\n",
	 out);
  for (size_t i = 0; i < N_COMMANDS; i++)
    fprintf (out, "  ghalt %s %s\n        %s\n", commands[i]->name,
	     commands[i]->synopsis, commands[i]->text);
  fputs ("  ghalt --version\n\n"
	 "`ghalt COMMAND --help' lists the options of COMMAND.\n",
	 out);
}

static void
explain_command (FILE *out, const struct command *c)
{
  fprintf (out, "usage: ghalt %s %s\n\n%c%s.\n\n", c->name, c->synopsis,
	   c->text[0] - 'a' + 'A', c->text + 1);
  options_help (out, c->options);
}

const struct command *
find_command (const char *name, struct fault *f)
{
  const char *names[N_COMMANDS];
  for (size_t i = 0; i < N_COMMANDS; i++)
    if (strcmp (names[i] = commands[i]->name, name) == 0)
      return commands[i];
  const char *meant = nearest (name, names, N_COMMANDS, sizeof *names);
  fault (f, "unknown command '%s'%s%s%s; see 'ghalt --help'", name,
	 meant ? ", did you mean '" : "", meant ? meant : "",
	 meant ? "'?" : "");
  return NULL;
}

static int
help_run (const struct options *o, struct fault *f)
{
  const struct command *c = o->n_operands > 0 ? find_command (o->operands[0], f)
					      : NULL;
  if (c)
    explain_command (stdout, c);
  else if (o->n_operands == 0)
    usage (stdout);
  return 0;
}

static const struct option_row help_options[] = { HELP, END };
static const struct command cmd_help = {
  .name = "help",
  .synopsis = "[COMMAND]",
  .text = "explain COMMAND",
  .options = help_options,
  .max_operands = 1,
  .run = help_run
};

/* Run the command NAME with the N words at ARGS.  */
static int
run_command (const char *name, int n, char **args, struct fault *f)
{
  const struct command *c = find_command (name, f);
  struct options o;
  struct store_taken t = { 0 };
  int status = 0;
  if (!c)
    return 2;
  bool good = options_parse (&o, c, n, args, f) && !o.help;
  if (good && o.from_store)
    good = from_operands (&o, c, &t, f);
  else if (good && c->newest && !o.selftest && o.n_operands == 0)
    good = newest_operands (&o, name, f);
  if (good)
    status = c->run (&o, f);
  else if (!f->text[0])
    explain_command (stdout, c);
  store_release (&t);
  options_release (&o);
  return status;
}

/* If a standard stream is closed, occupy its number: else the next file that is opened
   gets it, and the output for that stream.  Writing fails as before.  */
static bool
keep_standard_streams (struct fault *f)
{
  int fd;
  do
    fd = open ("/dev/null", O_RDONLY);
  while (fd >= 0 && fd <= STDERR_FILENO);
  if (fd < 0)
    return fault (f, "cannot open '/dev/null': %m");
  close (fd);
  return true;
}

int
halt_command (int argc, char **argv)
{
  struct fault f = { "" };
  int status = 0;
  if (argc < 2)
    {
      usage (stderr);
      return 2;
    }
  if (!keep_standard_streams (&f))
    status = 2;
  else if (strcmp (argv[1], "--version") == 0)
    puts ("ghalt (HALT for GCC) " HALT_VERSION);
  else if (strcmp (argv[1], "--help") == 0 || strcmp (argv[1], "-h") == 0)
    status = run_command ("help", argc - 2, argv + 2, &f);
  else
    status = run_command (argv[1], argc - 2, argv + 2, &f);
  /* Output that did not reach its file is an error like any other.  */
  if ((fflush (stdout) != 0 || ferror (stdout)) && !f.text[0])
    fault (&f, "cannot write standard output: %m");
  if (f.text[0])
    fprintf (stderr, "ghalt: %s\n", f.text);
  pager_end ();
  return f.text[0] ? 2 : status;
}
