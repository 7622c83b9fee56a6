/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A .gcda file, as gcov's own runtime writes it (GCC's gcov-io.h).  Its numbers have
   32 bits and the byte order of the program; lengths are in bytes, as since
   GCC 12.  */

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include "base/order.h"
#include "report/options.h"
#include "summarize/pgo/pgo.h"

#define MAGIC 0x67636461u	/* "gcda" */
#define TAG_SUMMARY 0xa1000000u
#define TAG_FUNCTION 0x01000000u
#define TAG_ARCS 0x01a10000u	/* the next counters' is 1 << 17 more */

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
add_word (uint32_t **at, uint32_t word)
{
  *(*at)++ = word;
}

static void
put_long (uint32_t **at, uint64_t n)
{
  add_word (at, (uint32_t) n);
  add_word (at, (uint32_t) (n >> 32));
}

static void
put_counters (uint32_t **at, uint32_t n, const uint64_t *counts)
{
  bool any = false;
  for (uint32_t i = 0; i < n; i++)
    any |= counts[i] != 0;
  /* Zeros alone are not written.  */
  add_word (at, (any ? 1u : -1u) * n * (uint32_t) sizeof *counts);
  for (uint32_t i = 0; i < n && any; i++)
    put_long (at, counts[i]);
}

/* Those that come most often first; gcov's numbers are signed.  */
ORDER (compare_times, struct times,
       DOWN (n) ?: ORDER_OF ((int64_t) y->value, (int64_t) x->value));

/* How often values came, and how often each of the most frequent.  */
static bool
put_values (uint32_t **at, const struct tally *t, bool callees, struct fault *f)
{
  struct times *list = fresh (t->n, sizeof *list, f);
  uint64_t total = t->others;
  uint32_t n = 0;
  if (!list)
    return false;
  /* gcov does not know the functions that it does not count in.  */
  for (uint32_t i = 0; i < t->n; i++)
    if (t->times[i].value != 0 || !callees)
      {
	total = add_counts (total, t->times[i].n);
	list[n++] = t->times[i];
      }
  qsort (list, n, sizeof *list, compare_times);
  n = n < GCOV_MOST_VALUES ? n : GCOV_MOST_VALUES;
  put_long (at, total < INT64_MAX ? total : INT64_MAX);
  put_long (at, n);
  for (uint32_t i = 0; i < n; i++)
    {
      put_long (at, list[i].value);
      put_long (at, list[i].n);
    }
  free (list);
  return true;
}

/* The numbers that gcov's COUNTER has of T, at NUMBERS; return how many.  */
static uint32_t
derive (enum gcov_counter counter, const struct tally *t, uint64_t *numbers)
{
  static const uint32_t n[GCOV_COUNTERS] = {
    [GCOV_INTERVAL] = 4, [GCOV_POW2] = 2, [GCOV_AVERAGE] = 2,
    [GCOV_IOR] = 1,	 [GCOV_TIME] = 1,
  };
  for (uint32_t i = 0; i < n[counter]; i++)
    numbers[i] = 0;
  for (uint32_t i = 0; i < t->n; i++)
    {
      uint64_t value = t->times[i].value, times = t->times[i].n;
      if (counter == GCOV_INTERVAL && value < 4)
	numbers[value] += times;
      else if (counter == GCOV_POW2)
	numbers[value != 0 && (value & (value - 1)) == 0] += times;
      else if (counter == GCOV_AVERAGE)
	{
	  numbers[0] += value * times;
	  numbers[1] += times;
	}
      else if (counter == GCOV_IOR)
	numbers[0] |= value;
      else if (counter == GCOV_TIME)
	numbers[0] = value;
    }
  if (counter == GCOV_INTERVAL)
    numbers[2] += t->others;
  else if (counter == GCOV_POW2)
    numbers[0] += t->others;
  return n[counter];
}

/* COUNTER of a function, which has the N tallies at T.  */
static bool
put_derived (uint32_t **at, enum gcov_counter counter, const struct tally *t,
	     uint32_t n, struct fault *f)
{
  bool lists = counter == GCOV_TOPN || counter == GCOV_CALLEES;
  uint64_t *numbers = fresh ((size_t) n * 4, sizeof *numbers, f);
  uint32_t n_numbers = 0;
  bool ok = numbers;
  add_word (at, TAG_ARCS + ((uint32_t) counter << 17));
  uint32_t *length = *at;
  if (lists)
    add_word (at, 0);
  for (uint32_t i = 0; i < n && ok; i++)
    if (!(t[i].counters >> counter & 1))
      continue;
    else if (lists)
      ok = put_values (at, t + i, counter == GCOV_CALLEES, f);
    else
      n_numbers += derive (counter, t + i, numbers + n_numbers);
  if (lists)
    *length = (uint32_t) ((*at - length - 1) * (ptrdiff_t) sizeof *length);
  else if (ok)
    put_counters (at, n_numbers, numbers);
  free (numbers);
  return ok;
}

/* Function number I of G, whose counts and tallies these are.  */
static bool
put_function (uint32_t **at, const struct gcda *g, uint32_t i,
	      const uint64_t *counts, const struct tally *tallies,
	      struct fault *f)
{
  const struct halt_gcov_function *fn = g->functions + i;
  bool ok = true;
  add_word (at, TAG_FUNCTION);
  add_word (at, 3 * sizeof **at);
  add_word (at, fn->ident);
  add_word (at, fn->lineno_checksum);
  add_word (at, fn->cfg_checksum);
  add_word (at, TAG_ARCS);
  put_counters (at, g->n_arcs[i], counts);
  for (int c = GCOV_ARCS + 1; c < GCOV_COUNTERS && ok; c++)
    if (g->counters >> c & 1)
      ok = put_derived (at, (enum gcov_counter) c, tallies, g->n_tallies[i], f);
  return ok;
}

/* How many words G has at most.  */
static size_t
most_words (const struct gcda *g)
{
  size_t n = 16 + (6 + 2 * GCOV_COUNTERS) * (size_t) g->header.n_functions
	     + 2 * g->n_counts;
  for (size_t i = 0; i < g->n_all_tallies; i++)
    {
      uint32_t values = g->tallies[i].n;
      values = values < GCOV_MOST_VALUES ? values : GCOV_MOST_VALUES;
      n += 2 * (2 + 2 * values) + 2 * 4 * 2;
    }
  return n;
}

/* The words of G; returns where they end, or NULL.  */
static uint32_t *
put_all (uint32_t *at, const struct gcda *g, struct fault *f)
{
  const uint64_t *counts = g->counts;
  const struct tally *tallies = g->tallies;
  uint32_t *first = at;
  add_word (&at, MAGIC);
  add_word (&at, g->header.gcov);
  add_word (&at, g->header.stamp);
  add_word (&at, g->header.checksum);
  add_word (&at, TAG_SUMMARY);
  add_word (&at, 2 * sizeof *at);
  add_word (&at, g->runs);
  add_word (&at, g->sum_max < UINT32_MAX ? (uint32_t) g->sum_max : UINT32_MAX);
  for (uint32_t i = 0; i < g->header.n_functions; i++)
    {
      if (!put_function (&at, g, i, counts, tallies, f))
	return NULL;
      counts += g->n_arcs[i];
      tallies += g->n_tallies[i];
    }
  add_word (&at, 0);
  for (uint32_t *word = first; g->swapped && word < at; word++)
    *word = __builtin_bswap32 (*word);
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

/* Whether G goes to a folder for profiles, which gcov makes as well (-fprofile-dir),
   not to that of its object.  */
static bool
has_folder (const struct gcda *g)
{
  size_t n = strlen (g->name), all = strlen (g->place);
  return all > n && g->place[all - n - 1] == '/'
	 && strcmp (g->place + all - n, g->name) == 0;
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
  if (!check_version (g, f))
    return false;
  /* gcov writes no such file.  */
  if (g->header.n_functions == 0)
    return true;
  char *path = path_of (g, folder, f);
  uint32_t *words = path ? fresh (most_words (g), sizeof *words, f) : NULL;
  uint32_t *end = words ? put_all (words, g, f) : NULL;
  bool ok = end
	    && (folder || has_folder (g) ? make_folders (path, f)
					 : check_folder (path, f))
	    && replace_file (path, words,
			     (size_t) (end - words) * sizeof *words, f);
  free (words);
  free (path);
  return ok;
}
