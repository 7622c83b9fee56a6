/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What the cells of units mean: the tables that are in the objects beside their maps.

   They are found by the object's path and build-id, or among the programs that were
   opened before.  What was read stays, as `ghalt top' asks each second.  */

#include <inttypes.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include "base/order.h"
#include "summarize/summarize.h"

struct cells_file
{
  struct cells_file *next;
  char *path;
  dev_t device;			/* the file that PATH was, */
  ino_t inode;
  struct timespec changed;
  struct image image, debug;	/* and the one that has its tables */
  struct cells_table *tables;	/* by their cells */
  size_t n;
};

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static struct cells_file *files;

/* Paths of programs and of what they load, newest first.  */
static struct offer
{
  struct offer *next;
  char path[];
} * offers;
static size_t n_offers;

/* What was looked for, with how many offers, and is nowhere.  */
static struct lost
{
  struct lost *next;
  const struct halt_prof_unit unit; /* its first */
  size_t n_offers;
} * all_lost;

bool
cells_offer (const char *path, struct fault *f)
{
  size_t size = strlen (path) + 1;
  pthread_mutex_lock (&lock);
  struct offer *o = offers;
  while (o && strcmp (o->path, path) != 0)
    o = o->next;
  bool known = o != NULL;
  if (!known && (o = fresh (1, sizeof *o + size, f)))
    {
      memcpy (o->path, path, size);
      o->next = offers;
      offers = o;
      n_offers++;
    }
  pthread_mutex_unlock (&lock);
  return o != NULL;
}

/* --- a file's tables ------------------------------------------------------ */

bool
cells_view (struct cells_table *t, const void *words, uint64_t size)
{
  uint64_t need = t->n_units * (uint64_t) sizeof *t->units
		  + t->n_counters * (uint64_t) sizeof *t->counters
		  + (t->n_sums + (uint64_t) t->n_terms) * sizeof *t->lengths;
  if (need > size)
    return false;
  t->units = words;
  t->counters = (const void *) (t->units + t->n_units);
  t->lengths = (const void *) (t->counters + t->n_counters);
  t->terms = (const void *) (t->lengths + t->n_sums);
  return true;
}

/* Add those of CHUNK to FILE.  */
static bool
add_chunk (struct cells_file *file, const struct chunk *chunk, struct fault *f)
{
  const char *data = chunk->data;
  for (size_t at = 0, left; (left = chunk->size - at) > 0;)
    {
      const struct halt_counters *h = (const void *) (data + at);
      if (left < sizeof *h || h->magic != HALT_COUNTERS_MAGIC
	  || h->version != HALT_COUNTERS_VERSION || h->size > left
	  || h->size % 8 != 0 || h->size < sizeof *h)
	return fault (f, "a table of cells at %zu that does not add up", at);
      struct cells_table t = {
	.cells = h->cells,
	.unit = h->unit,
	.n_cells = h->n_cells,
	.n_counters = h->n_counters,
	.n_sums = h->n_sums,
	.n_terms = h->n_terms,
	.n_units = h->n_units
      };
      if (!cells_view (&t, h + 1, h->size - sizeof *h))
	return fault (f, "a table of cells at %zu that does not add up", at);
      if (!another (&file->tables, file->n, sizeof t, f))
	return false;
      file->tables[file->n++] = t;
      at += h->size;
    }
  return true;
}

ORDER (compare_tables, struct cells_table, UP (cells));

static void
free_file (struct cells_file *file)
{
  image_close (&file->image);
  image_close (&file->debug);
  FREE_ALL (file->tables, file->path, file);
}

/* Why a file has no tables is of no interest, but for this.  */
static bool
starved (const struct fault *f)
{
  return strstr (f->text, "out of memory") != NULL;
}

/* Read the tables of PATH, or of its separate debug file.  NULL: it has none, or WHY says
   that there is no memory.  */
static struct cells_file *
read_file (const char *path, const struct stat *st, struct fault *why)
{
  struct cells_file *file = fresh (1, sizeof *file, why);
  bool ok = file && (file->path = copy_text (path, strlen (path), why))
	    && image_open (&file->image, path, why) && !file->image.relocatable;
  char *other = ok && file->image.counters.n == 0
		  ? debug_find (&file->image, path, why)
		  : NULL;
  if (other)
    image_open (&file->debug, other, why);
  free (other);
  ok = ok && !starved (why);
  const struct image *im = ok && file->image.counters.n == 0 ? &file->debug
							     : &file->image;
  for (size_t i = 0; ok && i < im->counters.n; i++)
    ok = add_chunk (file, im->counters.chunks + i, why);
  if (!ok)
    {
      if (file)
	free_file (file);
      return NULL;
    }
  if (file->n > 1)
    qsort (file->tables, file->n, sizeof *file->tables, compare_tables);
  file->device = st->st_dev;
  file->inode = st->st_ino;
  file->changed = st->st_mtim;
  return file;
}

static bool
is_same (const struct cells_file *file, const struct stat *st)
{
  return file->device == st->st_dev && file->inode == st->st_ino
	 && file->changed.tv_sec == st->st_mtim.tv_sec
	 && file->changed.tv_nsec == st->st_mtim.tv_nsec;
}

/* That of PATH.  */
static const struct cells_file *
file_of (const char *path, struct fault *why)
{
  struct stat st;
  if (stat (path, &st) != 0 || !S_ISREG (st.st_mode))
    return NULL;
  struct cells_file *file = files;
  while (file && !is_same (file, &st))
    file = file->next;
  if (!file && (file = read_file (path, &st, why)))
    {
      file->next = files;
      files = file;
    }
  return file;
}

/* --- an object's ---------------------------------------------------------- */

/* FILE has tables, and is the object with those units, and BUILD_ID.  One without any may
   have been stripped, and be there as it was as well.  */
static bool
fits_object (const struct cells_file *file, const char *build_id,
	     const struct halt_prof_unit *units, uint32_t n)
{
  struct halt_unit d;
  if (file->n == 0)
    return false;
  if (*build_id && *file->image.build_id)
    return strcmp (build_id, file->image.build_id) == 0;
  for (uint32_t i = 0; i < n; i++)
    if (!image_descriptor (&file->image, units[i].address, &d)
	|| d.checksum != units[i].checksum)
      return false;
  return true;
}

/* After there was no memory nothing is tried.  */
static const struct cells_file *
try_file (const char *path, const char *build_id,
	  const struct halt_prof_unit *units, uint32_t n, struct fault *why)
{
  const struct cells_file *file = starved (why) ? NULL : file_of (path, why);
  return file && fits_object (file, build_id, units, n) ? file : NULL;
}

/* An object whose file is looked for.  */
struct wanted
{
  const char *build_id;
  const struct halt_prof_unit *units;
  uint32_t n;
  const struct cells_file *found;
  struct fault *why;
};

static bool
is_wanted (void *data, const char *path)
{
  struct wanted *w = data;
  w->found = try_file (path, w->build_id, w->units, w->n, w->why);
  return w->found != NULL;
}

/* Whether W was looked for, and no offer has come since.  */
static bool
is_lost (const struct wanted *w)
{
  for (const struct lost *l = all_lost; l; l = l->next)
    if (memcmp (&l->unit, w->units, sizeof l->unit) == 0
	&& l->n_offers == n_offers)
      return true;
  return false;
}

/* Look for W, which was PATH, in folders.  */
static void
look_for (struct wanted *w, const char *path)
{
  size_t n = 0;
  if (w->n == 0 || starved (w->why) || is_lost (w))
    return;
  const char **beside = fresh (n_offers, sizeof *beside, w->why);
  for (const struct offer *o = offers; beside && o; o = o->next)
    beside[n++] = o->path;
  if (!beside || objects_look (path, w->build_id, beside, n, is_wanted, w))
    {
      free (beside);
      return;
    }
  free (beside);
  struct lost *l = fresh (1, sizeof *l, w->why);
  if (!l)
    return;
  const struct lost made = { all_lost, w->units[0], n_offers };
  memcpy (l, &made, sizeof made);
  all_lost = l;
}

bool
cells_of (const struct cells_file **found, const char *path,
	  const char *build_id, const struct halt_prof_unit *units, uint32_t n,
	  uint64_t pid, bool search, struct fault *f)
{
  char other[4096];
  struct fault why = { "" };
  pthread_mutex_lock (&lock);
  const struct cells_file *file = try_file (path, build_id, units, n, &why);
  if (!file && pid
      && snprintf (other, sizeof other, "/proc/%" PRIu64 "/root%s", pid, path)
	   < (int) sizeof other)
    file = try_file (other, build_id, units, n, &why);
  if (!file && pid)
    {
      snprintf (other, sizeof other, "/proc/%" PRIu64 "/exe", pid);
      file = try_file (other, build_id, units, n, &why);
    }
  for (const struct offer *o = offers; o && !file; o = o->next)
    file = try_file (o->path, build_id, units, n, &why);
  /* It was there before.  */
  const struct cells_file *known = file ? NULL : files;
  while (known && !fits_object (known, build_id, units, n))
    known = known->next;
  struct wanted w = { build_id, units, n, file ? file : known, &why };
  if (!w.found && search)
    look_for (&w, path);
  *found = w.found;
  pthread_mutex_unlock (&lock);
  return !starved (&why) || fault (f, "out of memory");
}

const struct cells_table *
cells_find (const struct cells_file *file, uint64_t cells)
{
  const struct cells_table key = { .cells = cells };
  return !file || file->n == 0
	   ? NULL
	   : bsearch (&key, file->tables, file->n, sizeof key, compare_tables);
}

const struct cells_table *
cells_at (const struct cells_file *file, size_t i)
{
  return file && i < file->n ? file->tables + i : NULL;
}
