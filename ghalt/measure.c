/* SPDX-License-Identifier: GPL-3.0-or-later */
/* ghalt run --measure=LIST PROG: run it with the points on that the measurement sets
   need, and print them.  */

#include <dirent.h>
#include <errno.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>
#include "base/run.h"
#include "ghalt/command.h"
#include "report/tables/measure.h"

/* The file of the program NAME as execvp finds it, to be freed.  */
static char *
find_program (const char *name, struct fault *f)
{
  const char *path = getenv ("PATH");
  struct stat st;
  if (strchr (name, '/') || !path)
    return copy_text (name, strlen (name), f);
  for (size_t n; *path; path += n + (path[n] == ':'))
    {
      char *file = NULL;
      n = strcspn (path, ":");
      if (asprintf (&file, "%.*s%s%s", (int) n, path, n ? "/" : "", name) < 0)
	break;
      if (access (file, X_OK) == 0 && stat (file, &st) == 0
	  && S_ISREG (st.st_mode))
	return file;
      free (file);
    }
  fault (f, "cannot run '%s': %s", name, strerror (ENOENT));
  return NULL;
}

/* The kinds that O's sets need of the program PATH, as HALT_ON has them; to be
   freed.  */
static char *
find_kinds (const struct options *o, const char *path, struct fault *f)
{
  struct ghalt_error *error = NULL;
  struct ghalt_program *program = ghalt_program_open (path, &error);
  struct ghalt_report *data = program
				? ghalt_report_open (program, NULL, &error)
				: NULL;
  char *text = NULL;
  size_t size;
  uint32_t kinds = 0;
  FILE *out = NULL;
  if (!data)
    take_error (f, error);
  else
    kinds = measure_kinds (data, path, o->measure, measure_points (data), f);
  if (kinds && (out = open_memstream (&text, &size)))
    {
      for (uint32_t kind = 0; kind < HALT_KIND_END; kind++)
	if (kinds >> kind & 1)
	  fprintf (out, "%s%s", ftell (out) > 0 ? "," : "", kind_name (kind));
      fclose (out);
    }
  ghalt_report_close (data);
  ghalt_program_close (program);
  return text;
}

/* Run the program of O with KINDS on, whose processes write their profiles as PATTERN
   says.  Return its status as shells have it, -1 if it cannot be run.  */
static int
run_program (const struct options *o, const char *kinds, const char *pattern,
	     struct fault *f)
{
  struct sigaction ignore = { .sa_handler = SIG_IGN }, interrupt, quit;
  pid_t pid;
  setenv ("HALT_ON", kinds, 1);
  setenv ("HALT_FILE", pattern, 1);
  fflush (NULL);
  int why = run_start (&pid, o->operands, NULL);
  if (why)
    {
      fault (f, "cannot run '%s': %s", o->operands[0], strerror (why));
      return -1;
    }
  /* What is typed is for the program.  */
  sigaction (SIGINT, &ignore, &interrupt);
  sigaction (SIGQUIT, &ignore, &quit);
  int status = run_wait (pid);
  sigaction (SIGINT, &interrupt, NULL);
  sigaction (SIGQUIT, &quit, NULL);
  return WIFSIGNALED (status) ? 128 + WTERMSIG (status) : WEXITSTATUS (status);
}

/* Whether there is a file in FOLDER; all of them, and it, are removed if REMOVE.  */
static bool
has_files (const char *folder, bool remove)
{
  bool any = false;
  DIR *dir = opendir (folder);
  const struct dirent *e;
  while (dir && (e = readdir (dir)))
    if (e->d_name[0] != '.')
      {
	any = true;
	if (remove)
	  unlinkat (dirfd (dir), e->d_name, 0);
      }
  if (dir)
    closedir (dir);
  if (remove)
    rmdir (folder);
  return any;
}

/* Print what the profiles in FOLDER say of the program PATH; their sum is to be OUTPUT.
   It goes to standard error: standard output is the program's.  */
static void
print_sets (const struct options *o, const char *path, const char *folder,
	    const char *output, struct fault *f)
{
  const char *folders[] = { folder, NULL };
  const char *operands[] = { path, output, NULL };
  struct prof p;
  const struct options gather = {
    .output = output, .only = path, .operands = folders, .n_operands = 1
  };
  struct options show = *o;
  show.operands = operands;
  show.n_operands = 2;
  if (!gather_profiles (&p, &gather, false, f))
    return;
  if (replace_file (output, p.data, p.header->size, f))
    {
      fflush (stdout);
      if (dup2 (STDERR_FILENO, STDOUT_FILENO) >= 0)
	cmd_report.run (&show, f);
    }
  prof_close (&p);
}

/* Measure the program PATH of O with KINDS on.  Return its status.  */
static int
measure_program (const struct options *o, const char *path, const char *kinds,
		 struct fault *f)
{
  const char *tmp = getenv ("TMPDIR");
  char folder[4000], sum[sizeof folder + 8], pattern[sizeof folder + 8];
  snprintf (folder, sizeof folder, "%s/halt-XXXXXX",
	    tmp && *tmp ? tmp : "/tmp");
  if (!mkdtemp (folder))
    {
      fault (f, "cannot make a folder '%s': %m", folder);
      return 0;
    }
  snprintf (sum, sizeof sum, "%s/.sum", folder);
  snprintf (pattern, sizeof pattern, "%s/%%p", folder);
  int status = run_program (o, kinds, pattern, f);
  if (status >= 0 && has_files (folder, false))
    print_sets (o, path, folder, o->output ? o->output : sum, f);
  else if (status > 128)
    fault (f, "%s: ended by signal %d (%s), without a profile", path,
	   status - 128, strsignal (status - 128));
  else if (status >= 0)
    fault (f,
	   "%s: no profile: another program ran in its place, or it does not "
	   "heed its environment",
	   path);
  unlink (sum);
  has_files (folder, true);
  return status;
}

int
measure_run (const struct options *o, struct fault *f)
{
  int status = 0;
  char *path = find_program (o->operands[0], f);
  char *kinds = path ? find_kinds (o, path, f) : NULL;
  if (kinds)
    status = measure_program (o, path, kinds, f);
  free (kinds);
  free (path);
  return status;
}
