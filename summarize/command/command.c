/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The commands, and what is said about them.  */

#include <fcntl.h>
#include <string.h>
#include <unistd.h>
#include "summarize/command.h"

static int help_run (const struct options *o, struct fault *f);

const struct command commands[] = {
  { "summarize", "[OPTION]... PROG",
    "say what every id of PROG means", summarize_options, 1, 1, false,
    summarize_run },
  { "report", "[OPTION]... [PROG [PROFILE]...]",
    "show the points of PROG with the counts of PROFILE [halt.prof]",
    report_options, 0, SIZE_MAX, true, report_run },
  { "merge", "[--only=PROG] [--onto=NEWPROG] -o OUT PROFILE|FOLDER...",
    "write the sum of profiles of one program", merge_options, 0, SIZE_MAX, false, merge_run },
  { "diff", "[OPTION]... [PROG] A B",
    "show what changed between two profiles of one program", diff_options, 2,
    3, false, diff_run },
  { "paths", "[OPTION]... [PROG [PROFILE]...]",
    "show which paths of PROG were taken, as PROFILE [halt.prof] counts them",
    paths_options, 0, SIZE_MAX, true, paths_run },
  { "cover", "[OPTION]... [PROG [PROFILE|FOLDER]...]",
    "show how many lines, branches and functions were executed, of PROG or of what a "
    "change touches",
    cover_options, 0, SIZE_MAX, true, cover_run },
  { "html", "[--diff=OLD] [--stacks=FILE] [--single-file] -o DIR [PROG [PROFILE|FOLDER]...]",
    "write a site of lines and functions with their counts, for a browser",
    html_options, 0, SIZE_MAX, true, html_run },
  { "pgo", "[-o DIR] PROG [PROFILE]...",
    "write the counts of PROFILE [halt.prof] as gcc -fprofile-use reads them",
    pgo_options, 1, SIZE_MAX, false, pgo_run },
  { "code", "[OPTION]... FILE",
    "print the assembler text of FILE, compiled with `atom', and what GCC knew of it",
    code_options, 1, 1, false, code_run },
  { "atom", "[OPTION]... PROG INST.c ANAL.c [-- ARGUMENT...]",
    "make of PROG, compiled with `atom', a program that calls the analysis routines in "
    "ANAL.c as the instrumentation routines in INST.c say",
    atom_options, 3, SIZE_MAX, false, atom_run },
  { "attach", "[OPTION]... PID",
    "switch points of process PID, compiled with `switch', on and off", attach_options, 1, 1, false,
    attach_command },
  { "points", "[OPTION]... PID",
    "list the points of process PID, compiled with `switch', and which are on", points_options, 1, 1,
    false, points_command },
  { "run", "[OPTION]... PROG [ARGUMENT]...",
    "start PROG, compiled with `switch', under a context, or measure it", run_options, 1, SIZE_MAX, false,
    run_command },
  { "top", "[OPTION]... PID|PROG, or [OPTION]... -- PROG [ARGUMENT]...",
    "show what a process that counts with HALT_LIVE=1 does now; or start PROG so",
    top_options, 1, SIZE_MAX, false, top_command },
  { "arp", "[OPTION]... DATA [DATA] [PROG]",
    "show what ARP measured on which path, or two files of that side by side",
    arp_options, 1, 3, false, arp_run_command },
  { "play", "[OPTION]... TRACE PROG [-- ANALYSIS.so|.o...]",
    "call the routines of analyses with the events in TRACE, which librecord wrote",
    play_options, 1, SIZE_MAX, false, play_command },
  { "help", "[COMMAND]", "explain COMMAND", help_options, 0, 1, false,
    help_run },
  { NULL, NULL, NULL, NULL, 0, 0, false, NULL }
};

static void
usage (FILE *out)
{
  fputs ("usage: ghalt COMMAND [OPTION]... [OPERAND]...\n\n"
	 "Reads what a program compiled with the HALT plugin carries and "
	 "records.\n\n",
	 out);
  for (const struct command *c = commands; c->name; c++)
    fprintf (out, "  ghalt %s %s\n        %s\n", c->name, c->synopsis, c->text);
  fputs ("  ghalt --version\n\n"
	 "`ghalt COMMAND --help' lists the options of COMMAND.\n",
	 out);
}

static void
explain (FILE *out, const struct command *c)
{
  fprintf (out, "usage: ghalt %s %s\n\n%c%s.\n\n", c->name, c->synopsis,
	   c->text[0] - 'a' + 'A', c->text + 1);
  options_help (out, c->options);
}

static const struct command *
find (const char *name, struct fault *f)
{
  size_t n = 0;
  for (; commands[n].name; n++)
    if (strcmp (commands[n].name, name) == 0)
      return commands + n;
  const char *meant = nearest (name, &commands[0].name, n, sizeof commands[0]);
  fault (f, "unknown command '%s'%s%s%s; see 'ghalt --help'", name,
	 meant ? ", did you mean '" : "", meant ? meant : "",
	 meant ? "'?" : "");
  return NULL;
}

static int
help_run (const struct options *o, struct fault *f)
{
  const struct command *c = o->n_operands > 0 ? find (o->operands[0], f) : NULL;
  if (c)
    explain (stdout, c);
  else if (o->n_operands == 0)
    usage (stdout);
  return 0;
}

/* Run the command NAME with the N words at ARGS.  */
static int
run (const char *name, int n, char **args, struct fault *f)
{
  const struct command *c = find (name, f);
  struct options o;
  int status = 0;
  if (!c)
    return 2;
  if (options_parse (&o, c, n, args, f) && !o.help
      && (!c->newest || o.n_operands > 0 || newest_operands (&o, f)))
    status = c->run (&o, f);
  else if (!f->text[0])
    explain (stdout, c);
  options_release (&o);
  return status;
}

/* See that no file gets the number of a standard stream that is closed, and with it
   what is meant for that stream.  Writing fails as before.  */
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
    status = run ("help", argc - 2, argv + 2, &f);
  else
    status = run (argv[1], argc - 2, argv + 2, &f);
  /* Output that did not reach its file is an error like any other.  */
  if ((fflush (stdout) != 0 || ferror (stdout)) && !f.text[0])
    fault (&f, "cannot write standard output: %m");
  if (f.text[0])
    fprintf (stderr, "ghalt: %s\n", f.text);
  pager_end ();
  return f.text[0] ? 2 : status;
}
