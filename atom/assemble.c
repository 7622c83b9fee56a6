/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Units are assembled, as many at once as there are processors.  */

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/file.h"
#include "base/run.h"
#include "base/order.h"
#include "atom/machine.h"
#include "atom/make.h"

/* Units that were assembled are kept in this folder, or NULL: not at all.  */
static char *
units_folder (void)
{
  const char *folder = cache_folder ();
  if (!folder)
    return NULL;
  char *atom = string ("%s/atom", folder);
  for (char *p = atom + 1; (p = strchr (p, '/')); p++)
    {
      *p = '\0';
      mkdir (atom, 0777);
      *p = '/';
    }
  return mkdir (atom, 0777) == 0 || errno == EEXIST ? atom : NULL;
}

/* As much is kept, in bytes.  */
#define MOST_KEPT ((off_t) 1 << 30)

struct kept
{
  char *path;
  time_t used;
  off_t size;
};

ORDER (later_first, struct kept, DOWN (used));

/* Remove from the cache FOLDER what was not used for the longest time.  */
static void
trim (const char *folder)
{
  struct kept *all = NULL;
  size_t n = 0;
  off_t sum = 0;
  DIR *d = opendir (folder);
  for (struct dirent *e; d && (e = readdir (d));)
    {
      struct stat s;
      char *path = string ("%s/%s", folder, e->d_name);
      if (stat (path, &s) != 0 || !S_ISREG (s.st_mode))
	{
	  free (path);
	  continue;
	}
      more (&all, n, sizeof *all);
      all[n++] = (struct kept) { path, s.st_mtime, s.st_size };
    }
  if (d)
    closedir (d);
  if (n > 0)
    qsort (all, n, sizeof *all, later_first);
  for (size_t i = 0; i < n; i++)
    {
      sum += all[i].size;
      if (sum > MOST_KEPT)
	unlink (all[i].path);
      free (all[i].path);
    }
  free (all);
}

/* Two 64-bit FNV-1a hashes of words with different starts, as a name.  */
static void
add_hash (uint64_t hash[2], const char *text, size_t size)
{
  static const uint64_t prime = UINT64_C (0x100000001b3);
  for (; size >= 8; text += 8, size -= 8)
    {
      uint64_t word;
      memcpy (&word, text, 8);
      hash[0] = (hash[0] ^ word) * prime;
      hash[0] ^= hash[0] >> 29;
      hash[1] = (hash[1] ^ word) * (prime + 2 * 0x9e3779b9);
      hash[1] ^= hash[1] >> 31;
    }
  for (; size > 0; text++, size--)
    {
      hash[0] = (hash[0] ^ (unsigned char) *text) * prime;
      hash[1] = (hash[1] ^ (unsigned char) *text) * (prime + 2);
    }
}

/* The command that assembles standard input into FILE.  */
static void
make_command (struct words *w, const struct unit *u, const char *file)
{
  const struct machine *m = machine_find (u->target->name);
  words_compiler (w);
  if (m->flag)
    words_add (w, m->flag);
  words_add_all (w, "-c", "-x", "assembler", "-o", file, "-", NULL);
}

/* Copy FROM to TO, by a link if that can be.  */
static bool
copy_file (const char *from, const char *to)
{
  if (link (from, to) == 0)
    return true;
  size_t size;
  char *bytes = file_read (from, &size);
  FILE *f = bytes ? fopen (to, "w") : NULL;
  bool good = f && fwrite (bytes, 1, size, f) == size;
  free (bytes);
  return f && fclose (f) == 0 && good;
}

/* Give TEXT to command W.  */
static void
feed (const struct words *w, const char *text, size_t size)
{
  int ends[2];
  pid_t pid;
  if (pipe2 (ends, O_CLOEXEC) != 0)
    fail ("pipe: %s", strerror (errno));
  int why = run_start (&pid, (const char *const *) w->at,
		       (const int[]) { ends[0], -1, -1 });
  if (why)
    fprintf (stderr, "ghalt: %s: %s\n", w->at[0], strerror (why));
  close (ends[0]);
  FILE *in = fdopen (ends[1], "w");
  if (in)
    {
      fwrite (text, 1, size, in);
      fclose (in);
    }
  if (why || run_wait (pid) != 0)
    _exit (1);
}

/* In a process of its own: assemble U into FILE, or take it from the folder
   CACHE.  */
_Noreturn static void
assemble_one (struct unit *u, const char *file, bool plain, const char *cache)
{
  char *text = NULL;
  size_t size;
  struct words w = { 0 };
  uint64_t hash[2] = { UINT64_C (0xcbf29ce484222325), 0x2545f491 };
  FILE *out = open_memstream (&text, &size);
  if (!out)
    fail ("memory exhausted");
  unit_write (out, u, plain);
  fclose (out);
  make_command (&w, u, file);
  for (size_t i = 0; i < w.n; i++)
    if (w.at[i] != file)
      add_hash (hash, w.at[i], strlen (w.at[i]) + 1);
  add_hash (hash, text, size);
  char *kept = cache ? string ("%s/%016llx%016llx.o", cache,
			       (unsigned long long) hash[0],
			       (unsigned long long) hash[1])
		     : NULL;
  if (kept && copy_file (kept, file))
    {
      utimensat (AT_FDCWD, kept, NULL, 0);
      _exit (0);
    }
  signal (SIGPIPE, SIG_IGN);
  feed (&w, text, size);
  if (kept)
    {
      char *next = string ("%s.%ld", kept, (long) getpid ());
      if (copy_file (file, next) && rename (next, kept) != 0)
	unlink (next);
    }
  _exit (0);
}

/* Wait for a child; what it fails for it has said, if its status is that of
   `fail'.  */
static bool
reap (bool *said)
{
  int status;
  while (wait (&status) < 0)
    if (errno != EINTR)
      return false;
  *said |= WIFEXITED (status) && WEXITSTATUS (status) == 2;
  return status == 0;
}

void
assemble (const char *folder, Obj *o, bool plain)
{
  char *cache = units_folder ();
  long most = sysconf (_SC_NPROCESSORS_ONLN), running = 0;
  bool good = true, said = false;
  fflush (NULL);
  for (struct unit *u = o->units; u && good; u = u->next)
    {
      char *file = string ("%s/%d.o", folder, u->number);
      if (running >= most)
	{
	  good &= reap (&said);
	  running--;
	}
      pid_t pid = fork ();
      if (pid == 0)
	assemble_one (u, file, plain, cache);
      if (pid < 0)
	fail ("fork: %s", strerror (errno));
      running++;
      free (file);
    }
  while (running-- > 0)
    good &= reap (&said);
  if (cache)
    trim (cache);
  free (cache);
  if (said)
    exit (2);
  if (!good)
    fail ("%s: not all of its units were assembled", o->name);
}
