/* SPDX-License-Identifier: GPL-3.0-or-later */
/* ghalt atom: from a program and a tool to the instrumented program.  It is made in a
   process of its own, and put in its place when it is whole.  */

#include <errno.h>
#include <fcntl.h>
#include <fts.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "atom/command.h"
#include "atom/make.h"

/* Objects and archives become a program first, by COMMAND or as they stand.  */
static const char *
link_plain (const struct atom_request *r)
{
  struct words w = { 0 };
  char *plain = string ("%s/plain", the.folder), *line = NULL;
  if (the.link)
    words_split (&w, the.link);
  else
    {
      words_compiler (&w);
      for (size_t i = 0; i < r->n_inputs; i++)
	words_add (&w, r->inputs[i]);
      line = string ("%s", w.at[0]);
      for (size_t i = 1; i < w.n; i++)
	line = string ("%s '%s'", line, w.at[i]);
      the.link = line;
    }
  words_add (&w, "-o");
  words_add (&w, plain);
  command_must (&w, "link the objects");
  return plain;
}

/* Whether FILE is a program rather than an object or an archive.  */
static bool
is_program (const char *file)
{
  GElf_Ehdr header;
  Elf *elf = elf_open (file, ELF_K_ELF);
  bool is = elf && gelf_getehdr (elf, &header) && header.e_type != ET_REL;
  if (elf)
    elf_end (elf);
  return is;
}

static void
check_file (const char *file)
{
  if (access (file, R_OK) != 0)
    fail ("%s: %s", file, strerror (errno));
}

/* The process that makes the program.  */
_Noreturn static void
make (const struct atom_request *r, const char *output)
{
  Obj *o = fresh_memory (sizeof *o);
  the.link = r->link;
  the.anal = r->anal;
  the.first = the.last = o;
  for (size_t i = 0; i < r->n_inputs; i++)
    check_file (r->inputs[i]);
  check_file (r->inst);
  check_file (r->anal);
  if (r->n_inputs > 1 || !is_program (r->inputs[0]))
    o->name = link_plain (r);
  else
    o->name = r->inputs[0];
  o->output = output;
  code_read (o);
  tool_run (the.folder, r->inst, r->argc, (char **) r->argv);
  analysis_compile (the.folder, r->anal);
  analysis_finish (the.folder);
  assemble (the.folder, o, false);
  link_program (the.folder, output);
  fflush (NULL);
  _exit (0);
}

static void
remove_folder (const char *folder)
{
  char *paths[] = { (char *) folder, NULL };
  FTS *tree = fts_open (paths, FTS_PHYSICAL | FTS_NOCHDIR, NULL);
  for (FTSENT *e; tree && (e = fts_read (tree));)
    if (e->fts_info == FTS_DP)
      rmdir (e->fts_accpath);
    else if (e->fts_info != FTS_D)
      unlink (e->fts_accpath);
  if (tree)
    fts_close (tree);
}

/* What STATUS, of the process that makes the program, says.  */
static bool
succeeded (int status, const struct atom_request *r)
{
  if (status >= 0 && WIFSIGNALED (status))
    fprintf (stderr, "ghalt: %s with %s: killed by %s\n", r->inputs[0], r->inst,
	     strsignal (WTERMSIG (status)));
  return status == 0;
}

/* Whoever stops us stops the process that makes the program, and nothing of it is
   left.  */
static volatile sig_atomic_t maker, stopped;
static const int stops[] = { SIGHUP, SIGINT, SIGTERM };

static void
stop (int signal)
{
  stopped = signal;
  if (maker > 0)
    kill (maker, signal);
}

/* Let HANDLER take the place of OLD for what stops us.  */
static void
handle_stops (void (*handler) (int), void (*old) (int))
{
  struct sigaction was, action = { .sa_handler = handler };
  for (size_t i = 0; i < sizeof stops / sizeof *stops; i++)
    if (sigaction (stops[i], NULL, &was) == 0 && was.sa_handler == old)
      sigaction (stops[i], &action, NULL);
}

/* Whether FILE, which becomes OUTPUT, can be written; it is there then.  */
static bool
can_write (const char *file, const char *output)
{
  int fd = open (file, O_WRONLY | O_CREAT | O_CLOEXEC, 0666);
  if (fd < 0)
    fprintf (stderr, "ghalt: %s: %s\n", output, strerror (errno));
  else
    close (fd);
  return fd >= 0;
}

/* Whether OUTPUT is one of the files that it is made of; then say so.  */
static bool
is_input (const struct atom_request *r, const char *output)
{
  struct stat to, from;
  for (size_t i = 0; i < r->n_inputs; i++)
    if (stat (output, &to) == 0 && stat (r->inputs[i], &from) == 0
	&& to.st_dev == from.st_dev && to.st_ino == from.st_ino)
      {
	fprintf (stderr, "ghalt: %s: the output would replace the program\n",
		 output);
	return true;
      }
  return false;
}

/* Make the program as R says in a process of its own.  Its status, or -1.  */
static int
run_maker (const struct atom_request *r, const char *output)
{
  int status = -1;
  fflush (NULL);
  pid_t pid = fork ();
  if (pid == 0)
    {
      handle_stops (SIG_DFL, stop);
      if (stopped)
	raise (stopped);
      make (r, output);
    }
  maker = pid;
  if (pid < 0)
    fprintf (stderr, "ghalt: fork: %s\n", strerror (errno));
  else if (stopped)
    kill (pid, stopped);
  while (pid > 0 && waitpid (pid, &status, 0) < 0 && errno == EINTR)
    continue;
  maker = 0;
  return status;
}

int
atom_command (const struct atom_request *r)
{
  const char *tmp = getenv ("TMPDIR");
  char *folder, *output, *next;
  bool good = false;
  output = r->output ? strdup (r->output) : string ("%s.atom", r->inputs[0]);
  next = string ("%s.%ld~", output, (long) getpid ());
  folder = string ("%s/halt.XXXXXX", tmp && *tmp ? tmp : "/tmp");
  if (!mkdtemp (folder))
    {
      fprintf (stderr, "ghalt: %s: %s\n", folder, strerror (errno));
      return 2;
    }
  the.folder = folder;
  handle_stops (stop, SIG_DFL);
  if (!is_input (r, output) && can_write (next, output))
    {
      int status = run_maker (r, next);
      good = !stopped && succeeded (status, r);
    }
  if (good && rename (next, output) != 0)
    {
      fprintf (stderr, "ghalt: %s: %s\n", output, strerror (errno));
      good = false;
    }
  if (!good)
    unlink (next);
  remove_folder (folder);
  handle_stops (SIG_DFL, stop);
  free (folder);
  free (output);
  free (next);
  if (stopped)
    raise (stopped);
  return good ? 0 : 2;
}
