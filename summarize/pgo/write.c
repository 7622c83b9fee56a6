/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A .gcda file, as gcov's own runtime writes it (GCC's gcov-io.h).  Its numbers have
   32 bits and the byte order of the program; lengths are in bytes, as since
   GCC 12.  */

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include "summarize/command.h"
#include "summarize/pgo.h"

#define MAGIC 0x67636461u	/* "gcda" */
#define TAG_SUMMARY 0xa1000000u
#define TAG_FUNCTION 0x01000000u
#define TAG_ARCS 0x01a10000u

/* GCOV_VERSION: the major version in two characters, A0 and up, the minor one, a
   status.  */
static bool
check_version (const struct gcda *g, struct fault *f)
{
  uint32_t v = g->header.gcov;
  int major = ((int) (v >> 24) - 'A') * 10 + (int) (v >> 16 & 255) - '0';
  return (major >= 12 && major <= 16)
	 || fault (f,
		   "%s: compiled by a GCC whose gcov has version %08x; only "
		   "those of GCC 12 to 16 are known",
		   g->place, v);
}

static void
put (uint32_t **at, uint32_t word)
{
  *(*at)++ = word;
}

static void
put_function (uint32_t **at, const struct halt_gcov_function *fn, uint32_t n,
	      const uint64_t *counts)
{
  bool any = false;
  for (uint32_t i = 0; i < n; i++)
    any |= counts[i] != 0;
  put (at, TAG_FUNCTION);
  put (at, 3 * sizeof **at);
  put (at, fn->ident);
  put (at, fn->lineno_checksum);
  put (at, fn->cfg_checksum);
  put (at, TAG_ARCS);
  /* Zeros alone are not written.  */
  put (at, (any ? 1u : -1u) * n * (uint32_t) sizeof *counts);
  for (uint32_t i = 0; i < n && any; i++)
    {
      put (at, (uint32_t) counts[i]);
      put (at, (uint32_t) (counts[i] >> 32));
    }
}

/* The words of G; returns where they end.  */
static uint32_t *
put_all (uint32_t *at, const struct gcda *g)
{
  const uint64_t *counts = g->counts;
  put (&at, MAGIC);
  put (&at, g->header.gcov);
  put (&at, g->header.stamp);
  put (&at, g->header.checksum);
  put (&at, TAG_SUMMARY);
  put (&at, 2 * sizeof *at);
  put (&at, g->runs);
  put (&at, g->sum_max < UINT32_MAX ? (uint32_t) g->sum_max : UINT32_MAX);
  for (uint32_t i = 0; i < g->header.n_functions; i++)
    {
      put_function (&at, g->functions + i, g->n_arcs[i], counts);
      counts += g->n_arcs[i];
    }
  put (&at, 0);
  return at;
}

/* Make the folders that PATH is in.  */
static bool
make_folders (char *path, struct fault *f)
{
  for (char *slash = strchr (path + 1, '/'); slash;
       slash = strchr (slash + 1, '/'))
    {
      *slash = '\0';
      bool ok = mkdir (path, 0777) == 0 || errno == EEXIST
		|| fault (f, "cannot make the folder '%s': %m", path);
      *slash = '/';
      if (!ok)
	return false;
    }
  return true;
}

/* Refuse if the folder of PATH, an object's, is not there.  */
static bool
check_folder (char *path, struct fault *f)
{
  struct stat st;
  char *slash = strrchr (path, '/');
  if (!slash || slash == path)
    return true;
  *slash = '\0';
  bool ok = stat (path, &st) == 0
	    || fault (f,
		      "the objects' folder '%s' is not here: %m; -o DIR writes "
		      "to another",
		      path);
  *slash = '/';
  return ok;
}

/* Where G goes; to be freed.  */
static char *
path_of (const struct gcda *g, const char *folder, struct fault *f)
{
  const char *name = folder ? g->name : g->place;
  size_t size = (folder ? strlen (folder) : 0) + strlen (name) + 16;
  char *path = fresh (size, 1, f);
  if (path)
    snprintf (path, size, "%s%s%s.gcda", folder ? folder : "",
	      folder ? "/" : "", name);
  return path;
}

bool
gcda_write (const struct gcda *g, const char *folder, struct fault *f)
{
  size_t n = 16 + 8 * (size_t) g->header.n_functions + 2 * g->n_counts;
  if (!check_version (g, f))
    return false;
  /* gcov writes no such file.  */
  if (g->header.n_functions == 0)
    return true;
  char *path = path_of (g, folder, f);
  uint32_t *words = path ? fresh (n, sizeof *words, f) : NULL;
  bool ok = words && (folder ? make_folders (path, f) : check_folder (path, f));
  if (ok)
    ok = replace_file (path, words,
		       (size_t) (put_all (words, g) - words) * sizeof *words,
		       f);
  free (words);
  free (path);
  return ok;
}
