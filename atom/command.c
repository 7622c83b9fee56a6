/* SPDX-License-Identifier: GPL-3.0-or-later */
/* ghalt atom: from a program and a tool to the instrumented program.  It is made in a
   process of its own, and put in its place when it is whole.  */

#include <dirent.h>
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

/* FILE's type, ET_EXEC and so on; of what is no ELF file, ET_NONE.  */
static int
type_of (const char *file)
{
  GElf_Ehdr header;
  Elf *elf = elf_open (file, ELF_K_ELF);
  int type = elf && gelf_getehdr (elf, &header) ? header.e_type : ET_NONE;
  if (elf)
    elf_end (elf);
  return type;
}

/* Whether R is about a program, and shared objects that it opens: not about what
   becomes one.  */
static bool
is_program (const struct atom_request *r)
{
  int type = type_of (r->inputs[0]);
  bool is = type != ET_NONE && type != ET_REL;
  if (is && is_shared_object (r->inputs[0]))
    fail ("%s is a shared object; give the program that loads it, first",
	  r->inputs[0]);
  for (size_t i = 1; i < r->n_inputs && is; i++)
    is = is_shared_object (r->inputs[i]);
  return is;
}

/* Read the program and its shared objects, which become NEXT and LIBRARIES, a
   folder.  */
static void
read_objs (const struct atom_request *r, const char *output, const char *next,
	   const char *libraries)
{
  Obj *o = fresh_memory (sizeof *o);
  bool program = is_program (r);
  size_t opened = program ? r->n_inputs - 1 : 0;
  the.first = the.last = o;
  o->name = program ? r->inputs[0] : link_plain (r);
  o->output = output;
  o->made = next;
  code_read (o);
  if (image_possible ())
    libraries_add (r->inputs + 1, opened);
  else if (opened)
    fail ("%s: shared objects of such programs cannot be instrumented",
	  r->inputs[1]);
  the.image = image_possible () && (o->next || type_of (o->name) == ET_DYN);
  for (o = o->next; o; o = o->next)
    {
      o->output = string ("%s.libs/%s", output, o->needed);
      o->made = string ("%s/%s", libraries, o->needed);
    }
}

static void
check_file (const char *file)
{
  if (access (file, R_OK) != 0)
    fail ("%s: %s", file, strerror (errno));
}

/* The process that makes the program.  */
_Noreturn static void
make (const struct atom_request *r, const char *output, const char *next,
      const char *libraries)
{
  the.link = r->link;
  the.anal = r->anal;
  for (size_t i = 0; i < r->n_inputs; i++)
    check_file (r->inputs[i]);
  check_file (r->inst);
  check_file (r->anal);
  read_objs (r, output, next, libraries);
  tool_run (the.folder, r->inst, r->argc, (char **) r->argv);
  replaced_note_copies ();
  leave_watch ();
  analysis_compile (the.folder, r->anal);
  analysis_finish (the.folder);
  for (Obj *o = the.first; o; o = o->next)
    assemble (the.folder, o, false);
  if (the.first->next && mkdir (libraries, 0777) != 0)
    fail ("cannot make '%s': %s", libraries, strerror (errno));
  link_program (the.folder);
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

/* Whether FILE is an instrumented shared object.  */
static bool
is_ours (const char *file)
{
  Elf *elf = elf_open (file, ELF_K_ELF);
  bool is = elf && elf_has_symbol (elf, "__halt_syscall");
  if (elf)
    elf_end (elf);
  return is;
}

/* Put the files of folder FROM, if there is one, into the folder TO in the place of what
   an earlier run made.  */
static bool
place_libraries (const char *from, const char *to)
{
  bool good = true;
  DIR *new = opendir (from), *old;
  if (!new)
    return true;
  mkdir (to, 0777);
  old = opendir (to);
  for (struct dirent *e; old && (e = readdir (old));)
    if (is_ours (string ("%s/%s", to, e->d_name)))
      unlink (string ("%s/%s", to, e->d_name));
  if (old)
    closedir (old);
  for (struct dirent *e; good && (e = readdir (new));)
    good = *e->d_name == '.'
	   || rename (string ("%s/%s", from, e->d_name),
		      string ("%s/%s", to, e->d_name))
		== 0;
  closedir (new);
  if (!good)
    fprintf (stderr, "ghalt: %s: %s\n", to, strerror (errno));
  return good;
}

/* What STATUS, of the process that makes the program, and what it left as NEXT say.  It
   ends with 0, or with 2 and has said why, unless the tool ends it.  */
static bool
succeeded (int status, const struct atom_request *r, const char *next)
{
  struct stat made;
  bool empty = status == 0 && (stat (next, &made) != 0 || made.st_size == 0);
  if (status >= 0 && WIFSIGNALED (status))
    fprintf (stderr, "ghalt: %s with %s: killed by %s\n", r->inputs[0], r->inst,
	     strsignal (WTERMSIG (status)));
  else if (status > 0 ? WEXITSTATUS (status) != 2 : empty)
    fprintf (stderr, "ghalt: %s: it called _exit, which leaves no program\n",
	     r->inst);
  return status == 0 && !empty;
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

/* Whether FILE is the one that INFO is of.  */
static bool
is_same (const struct stat *info, const char *file)
{
  struct stat other;
  return stat (file, &other) == 0 && info->st_dev == other.st_dev
	 && info->st_ino == other.st_ino;
}

/* Whether OUTPUT is there and has to stay, as it is no file or one of those that it is
   made of; then say so.  */
static bool
is_kept (const struct atom_request *r, const char *output)
{
  struct stat to;
  const char *why = NULL;
  if (stat (output, &to) != 0)
    return false;
  if (!S_ISREG (to.st_mode))
    why = S_ISDIR (to.st_mode) ? "it is a folder; name a file for the output"
			       : "it is no file; name one for the output";
  for (size_t i = 0; i < r->n_inputs; i++)
    if (is_same (&to, r->inputs[i]))
      why = "the output would replace the program";
  if (is_same (&to, r->inst) || is_same (&to, r->anal))
    why = "the output would replace the tool";
  if (why)
    fprintf (stderr, "ghalt: %s: %s\n", output, why);
  return why;
}

/* Make the program OUTPUT as R says in a process of its own, as NEXT and LIBRARIES.  Its
   status, or -1.  */
static int
run_maker (const struct atom_request *r, const char *output, const char *next,
	   const char *libraries)
{
  int status = -1;
  fflush (NULL);
  pid_t pid = fork ();
  if (pid == 0)
    {
      handle_stops (SIG_DFL, stop);
      if (stopped)
	raise (stopped);
      make (r, output, next, libraries);
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
  char *folder, *output, *next, *libraries;
  bool good = false;
  output = r->output ? strdup (r->output) : string ("%s.atom", r->inputs[0]);
  next = string ("%s.%ld~", output, (long) getpid ());
  libraries = string ("%s.libs", next);
  folder = string ("%s/halt.XXXXXX", tmp && *tmp ? tmp : "/tmp");
  if (!mkdtemp (folder))
    {
      fprintf (stderr, "ghalt: %s: %s\n", folder, strerror (errno));
      return 2;
    }
  the.folder = folder;
  handle_stops (stop, SIG_DFL);
  if (!is_kept (r, output) && can_write (next, output))
    {
      int status = run_maker (r, output, next, libraries);
      good = !stopped && succeeded (status, r, next)
	     && place_libraries (libraries, string ("%s.libs", output));
    }
  if (good && rename (next, output) != 0)
    {
      fprintf (stderr, "ghalt: %s: %s\n", output, strerror (errno));
      good = false;
    }
  if (!good)
    unlink (next);
  remove_folder (libraries);
  remove_folder (folder);
  handle_stops (SIG_DFL, stop);
  free (folder);
  free (output);
  free (next);
  free (libraries);
  if (stopped)
    raise (stopped);
  return good ? 0 : 2;
}
