/* SPDX-License-Identifier: GPL-3.0-or-later */
/* ghalt run: what the program's children counted is in files of their own.  */

#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include "ghalt/command.h"

/* So many are named one by one where a pattern is as good.  */
#define FEW 8

/* Whether NAME is that of a process other than PID, by the pattern BASE of HALT_FILE.  */
static bool
is_childs (const char *name, const char *base, pid_t pid)
{
  long owner = 0;
  bool has_pid = strstr (base, "%p"), end = false;
  while (!end)
    {
      end = !*base;
      if (end ? !has_pid : base[0] == '%' && base[1] == 'p')
	{
	  char *rest;
	  if ((end && *name++ != '.') || *name < '1' || *name > '9')
	    return false;
	  owner = strtol (name, &rest, 10);
	  name = rest;
	  base += end ? 0 : 2;
	}
      else if (base[0] == '%' && base[1] == 'c')
	base += 2;
      else if (!end)
	{
	  base += base[0] == '%' && base[1] == '%';
	  if (*base++ != *name++)
	    return false;
	}
    }
  return !*name && owner != pid;
}

static bool
is_before (const struct stat *st, const struct timespec *time)
{
  return st->st_mtim.tv_sec < time->tv_sec
	 || (st->st_mtim.tv_sec == time->tv_sec
	     && st->st_mtim.tv_nsec < time->tv_nsec);
}

/* Leave in LIST, of N names of files in FOLDER, those by BASE that children of BEGAN
   wrote.  Returns how many; *OTHERS: how many others are called so.  */
static int
choose_files (struct dirent **list, int n, const char *folder, const char *base,
	      const struct run_began *began, int *others)
{
  int left = 0;
  *others = 0;
  for (int i = 0; i < n; i++)
    {
      struct fault path;
      struct stat st;
      fault (&path, "%s%s", folder, list[i]->d_name);
      bool called = is_childs (list[i]->d_name, base, began->pid);
      bool theirs = called && stat (path.text, &st) == 0 && S_ISREG (st.st_mode)
		    && !is_before (&st, &began->time);
      *others += called && !theirs;
      if (theirs)
	list[left++] = list[i];
      else
	free (list[i]);
    }
  return left;
}

/* Write the name that PATTERN gives to process PID, or a pattern for the shell, if PID is
   0.  */
static void
put_name (FILE *out, const char *pattern, pid_t pid)
{
  bool has_pid = strstr (pattern, "%p");
  for (; *pattern; pattern++)
    if (pattern[0] != '%' || !strchr ("pc%", pattern[1]) || !pattern[1])
      putc (*pattern, out);
    else if (*++pattern == '%')
      putc ('%', out);
    else if (*pattern == 'p' && pid)
      fprintf (out, "%d", (int) pid);
    else if (*pattern == 'p')
      putc ('*', out);
  if (!has_pid && !pid)
    fputs (".*", out);
}

void
note_children (const struct run_began *began, const char *output)
{
  const char *pattern = getenv ("HALT_FILE");
  if (!pattern || !*pattern)
    pattern = "halt.prof";
  const char *slash = strrchr (pattern, '/');
  const char *base = slash ? slash + 1 : pattern;
  struct fault folder;
  struct dirent **list;
  int others;
  fault (&folder, "%.*s", (int) (base - pattern), pattern);
  int all = scandir (slash ? folder.text : ".", &list, NULL, versionsort);
  if (all < 0)
    return;
  int n = choose_files (list, all, folder.text, base, began, &others);
  if (n > 0)
    {
      fprintf (stderr,
	       "ghalt: note: counts of %d child process%s are in %s of %s "
	       "own; all %d files together: ghalt merge -o FILE ",
	       n, n == 1 ? "" : "es", n == 1 ? "a file" : "files",
	       n == 1 ? "its" : "their", n + 1);
      if (output)
	fputs (output, stderr);
      else
	put_name (stderr, pattern, began->pid);
      if (n > FEW && others == 0 && (output || !strstr (base, "%p")))
	{
	  putc (' ', stderr);
	  put_name (stderr, pattern, 0);
	}
      else
	for (int i = 0; i < n; i++)
	  fprintf (stderr, " %s%s", folder.text, list[i]->d_name);
      putc ('\n', stderr);
    }
  for (int i = 0; i < n; i++)
    free (list[i]);
  free (list);
}
