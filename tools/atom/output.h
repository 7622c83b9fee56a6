/* SPDX-License-Identifier: MIT */
/* Where a tool's analysis writes: a file for each process.

     FILE *file = OutputOpen ("branch.out");
     fprintf (file, ...);
     OutputClose (file);

   The file is NAME in the folder where the program was started, or what HALT_ATOM_FILE
   says: %p is the process, %t NAME, %% a percent sign.  If that has no %p, it is followed
   by a dot and the process in one that was forked, that becomes another program, or whose
   parent has an analysis, too; and in one that finds another process writing there.

   Open it when the program has ended, at ProgramAfter: so each process has its own, with
   what it has counted.  OutputOpen never returns NULL.  Where nothing can be written it
   says so in one line, and what is printed is lost.  */

#ifndef HALT_OUTPUT_H
#define HALT_OUTPUT_H 1

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <unistd.h>

/* Of an analysis that `ghalt atom' links: whether the process becomes another program;
   where the heap of each analysis begins.  */
extern int AnalExecs (void) __attribute__ ((weak));
extern unsigned long AnalHeapBase (void) __attribute__ ((weak));
#ifdef __dietlibc__
# define secure_getenv getenv
#else
extern char *secure_getenv (const char *);
#endif

static struct
{
  pid_t process;
  int descends;
  char folder[PATH_MAX];	/* or empty */
  char name[PATH_MAX];		/* of the file */
} halt_output __attribute__ ((unused));

/* Whether PROCESS has memory that begins there.  */
static int
halt_output_has_analysis (long process)
{
  char name[64], line[512];
  unsigned long start, base = AnalHeapBase ();
  int found = 0;
  snprintf (name, sizeof name, "/proc/%ld/maps", process);
  FILE *maps = fopen (name, "r");
  while (maps && !found && fgets (line, sizeof line, maps))
    found = sscanf (line, "%lx-", &start) == 1 && start == base;
  if (maps)
    fclose (maps);
  return found;
}

/* Whether a process that this one comes from has an analysis.  */
static int
halt_output_descends (void)
{
  long process = getppid ();
  for (int i = 0; AnalHeapBase && i < 64 && process > 0; i++)
    {
      char name[64], text[512] = "", *end;
      if (halt_output_has_analysis (process))
	return 1;
      snprintf (name, sizeof name, "/proc/%ld/stat", process);
      FILE *stat = fopen (name, "r");
      size_t n = stat ? fread (text, 1, sizeof text - 1, stat) : 0;
      if (stat)
	fclose (stat);
      text[n] = '\0';
      end = strrchr (text, ')');
      if (!end || sscanf (end + 1, " %*c %ld", &process) != 1)
	break;
    }
  return 0;
}

static __attribute__ ((constructor)) void
halt_output_begin (void)
{
  halt_output.process = getpid ();
  halt_output.descends = halt_output_descends ();
  if (!getcwd (halt_output.folder, sizeof halt_output.folder))
    halt_output.folder[0] = '\0';
}

/* Add TEXT to the name.  */
static void
halt_output_add (const char *text)
{
  size_t n = strlen (halt_output.name);
  snprintf (halt_output.name + n, sizeof halt_output.name - n, "%s", text);
}

/* Fill in the name; whether it has the process in it.  */
static int
halt_output_name (const char *name, const char *process)
{
  const char *pattern = secure_getenv ("HALT_ATOM_FILE");
  int has = 0;
  if (!pattern || !*pattern)
    pattern = "%t";
  halt_output.name[0] = '\0';
  if ((*pattern == '%' && pattern[1] == 't' ? *name : *pattern) != '/'
      && halt_output.folder[0])
    {
      halt_output_add (halt_output.folder);
      halt_output_add ("/");
    }
  for (; *pattern; pattern++)
    {
      char one[2] = { *pattern, '\0' };
      int known = *pattern == '%' && pattern[1] && strchr ("pt%", pattern[1]);
      if (known)
	pattern++;
      has |= known && *pattern == 'p';
      halt_output_add (known && *pattern == 'p'	  ? process
		       : known && *pattern == 't' ? name
						  : one);
    }
  return has;
}

/* A descriptor of the file, which is empty and ours, or -1: with EEXIST if that is
   to be NEW, with EWOULDBLOCK if another process is writing it.  */
static int
halt_output_take (int new)
{
  int fd = open (halt_output.name,
		 O_WRONLY | O_CREAT | O_CLOEXEC | (new ? O_EXCL : 0), 0666);
  if (fd >= 0 && !new &&flock (fd, LOCK_EX | LOCK_NB) != 0
      && errno == EWOULDBLOCK)
    {
      close (fd);
      errno = EWOULDBLOCK;
      return -1;
    }
  /* What is no file is as short as it can be.  */
  if (fd >= 0 && !new &&ftruncate (fd, 0) != 0)
    errno = 0;
  return fd;
}

/* The same for the name with PROCESS; no file that is there is replaced.  */
static int
halt_output_take_own (const char *process)
{
  size_t n;
  int fd;
  halt_output_add (".");
  halt_output_add (process);
  n = strlen (halt_output.name);
  fd = halt_output_take (1);
  for (int i = 2; fd < 0 && errno == EEXIST && i < 1000; i++)
    {
      char number[16];
      halt_output.name[n] = '\0';
      snprintf (number, sizeof number, ".%d", i);
      halt_output_add (number);
      fd = halt_output_take (1);
    }
  return fd;
}

static __attribute__ ((unused)) FILE *
OutputOpen (const char *name)
{
  char process[32];
  int fd, other;
  snprintf (process, sizeof process, "%ld", (long) getpid ());
  other = !halt_output_name (name, process)
	  && (getpid () != halt_output.process || halt_output.descends
	      || (AnalExecs && AnalExecs ()));
  fd = other ? halt_output_take_own (process) : halt_output_take (0);
  if (fd < 0 && errno == EWOULDBLOCK)
    fd = halt_output_take_own (process);
  FILE *file = fd < 0 ? NULL : fdopen (fd, "w");
  if (file)
    return file;
  fprintf (stderr, "halt: cannot write '%s': %s\n", halt_output.name,
	   strerror (errno));
  halt_output.name[0] = '\0';
  if ((file = fopen ("/dev/null", "w")) || (file = tmpfile ()))
    return file;
  return stderr;
}

static __attribute__ ((unused)) void
OutputClose (FILE *file)
{
  int failed = ferror (file) || fflush (file) != 0;
  if (file != stderr && fclose (file) != 0)
    failed = 1;
  if (failed && halt_output.name[0])
    fprintf (stderr, "halt: cannot write '%s': %s\n", halt_output.name,
	     strerror (errno));
}

#endif /* HALT_OUTPUT_H */
