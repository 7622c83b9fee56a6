/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A choice becomes files: the program, what it loads, the sum.  So each command that reads
   those reads the store.  */

#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
#include "base/run.h"
#include "report/show/show.h"
#include "store/store.h"

/* Write the SIZE bytes at DATA to the new file PATH; zeros take no room.  */
static bool
write_sparse (const char *path, const char *data, size_t size, struct fault *f)
{
  enum { PIECE = 4096 };
  static const char zeros[PIECE];
  int fd = open (path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0700);
  bool ok = fd >= 0 && ftruncate (fd, (off_t) size) == 0;
  for (size_t at = 0; ok && at < size; at += PIECE)
    {
      size_t n = size - at < PIECE ? size - at : PIECE;
      ok = memcmp (data + at, zeros, n) == 0
	   || pwrite (fd, data + at, n, (off_t) at) == (ssize_t) n;
    }
  if (fd >= 0)
    ok &= close (fd) == 0;
  return ok || fault (f, "cannot write '%s': %m", path);
}

/* NAME of a program as that of a file.  */
static const char *
file_name (const char *name)
{
  name = basename (name);
  return *name && strcmp (name, ".") != 0 && strcmp (name, "..") != 0
	   ? name
	   : "program";
}

/* Write the build of Q's row: number, program, content.  To be freed.  */
static char *
write_build (const struct query *q, const char *folder, struct fault *f)
{
  char *path = NULL;
  size_t size;
  const void *data = query_bytes (q, 2, &size);
  char *stub = unpack (data, size, &size, f);
  bool ok = stub
	    && asprintf (&path, "%s/%s", folder, file_name (query_text (q, 1)))
		 >= 0;
  /* Two objects may have one name.  */
  if (ok && access (path, F_OK) == 0)
    {
      free (path);
      path = NULL;
      ok = asprintf (&path, "%s/%lld-%s", folder,
		     (long long) query_number (q, 0),
		     file_name (query_text (q, 1)))
	   >= 0;
    }
  ok = ok && write_sparse (path, stub, size, f);
  free (stub);
  if (ok)
    return path;
  if (!f->text[0])
    fault (f, "out of memory");
  free (path);
  return NULL;
}

/* Write BUILD and what it loads into a folder of their own, where one finds the other; PATH
   is the program's, to be freed.  */
static bool
write_program (char **path, struct database *db, int64_t build,
	       const struct store_taken *t, struct fault *f)
{
  struct query q;
  char *folder;
  *path = NULL;
  if (asprintf (&folder, "%s/%lld", t->folder, (long long) build) < 0)
    return fault (f, "out of memory");
  if (mkdir (folder, 0700) != 0)
    {
      fault (f, "cannot make '%s': %m", folder);
      free (folder);
      return false;
    }
  bool ok = database_query (&q, db, f,
			    "SELECT build, program, content FROM builds WHERE "
			    "build = $1 OR build IN (SELECT object FROM loads "
			    "WHERE build = $2)",
			    "nn", build, build);
  while (ok && query_next (&q, f))
    {
      char *file = write_build (&q, folder, f);
      ok = file;
      if (file && query_number (&q, 0) == build)
	*path = file;
      else
	free (file);
    }
  query_end (&q);
  free (folder);
  return !f->text[0]
	 && (*path || fault (f, "store %s: the build is gone", db->name));
}

/* Write P as profile NUMBER.  */
static bool
write_number (struct store_taken *t, unsigned number, const struct prof *p,
	      struct fault *f)
{
  if (asprintf (&t->profiles[number], "%s/%u.prof", t->folder, number) >= 0)
    return write_sparse (t->profiles[number], p->data, p->header->size, f);
  t->profiles[number] = NULL;
  return fault (f, "out of memory");
}

/* Write the sum of what C and CHOICE select as profile NUMBER.  */
static bool
write_profile (struct store_taken *t, unsigned number, struct database *db,
	       const struct chosen *c, const struct choice *choice,
	       struct fault *f)
{
  struct prof p;
  size_t n;
  if (!choose_sum (&p, &n, db, c, choice, f))
    return false;
  if (n == 0)
    return fault (f,
		  "store %s: no profile of build %lld that is wanted: ghalt "
		  "store ls lists them",
		  db->name, (long long) c->build);
  bool ok = write_number (t, number, &p, f);
  prof_close (&p);
  return ok;
}

/* Both sides of a comparison.  */
static bool
take_two (struct store_taken *t, struct database *db, const struct choice *choice,
	  struct fault *f)
{
  const char *comma = choice->build ? strchr (choice->build, ',') : NULL;
  struct choice one[2] = { *choice, *choice };
  struct chosen c[2];
  char *first = comma ? strndup (choice->build, (size_t) (comma
							  - choice->build))
		      : NULL;
  if (comma)
    {
      one[0].build = first;
      one[1].build = comma + 1;
    }
  else if (choice->since)
    {
      one[0].since = NULL;
      one[0].until = choice->since;
    }
  else
    return fault (f, "two are compared: --build=OLD,NEW, or what was before "
		     "--since=TIME and after it");
  bool ok = choose (c, db, one, f) && choose (c + 1, db, one + 1, f);
  if (ok && !comma)
    c[0].to = c[1].from;
  ok = ok
       && (c[0].build == c[1].build
	   || write_program (&t->other, db, c[0].build, t, f))
       && write_program (&t->program, db, c[1].build, t, f)
       && write_profile (t, 0, db, c, one, f)
       && write_profile (t, 1, db, c + 1, one + 1, f);
  free (first);
  return ok;
}

/* Make the folder.  */
static bool
take_begin (struct store_taken *t, struct fault *f)
{
  const char *tmp = getenv ("TMPDIR");
  *t = (struct store_taken) { 0 };
  if (asprintf (&t->folder, "%s/ghalt-store-XXXXXX", tmp && *tmp ? tmp : "/tmp")
	>= 0
      && mkdtemp (t->folder))
    return true;
  free (t->folder);
  t->folder = NULL;
  return fault (f, "cannot make a folder in '%s': %m",
		tmp && *tmp ? tmp : "/tmp");
}

bool
store_take_program (struct store_taken *t, struct database *db, int64_t build,
		    struct fault *f)
{
  return take_begin (t, f)
	 && write_program (&t->program, db, build, t, f);
}

bool
store_take_profile (struct store_taken *t, const struct prof *p,
		    struct fault *f)
{
  return take_begin (t, f) && write_number (t, 0, p, f);
}

bool
store_take (struct store_taken *t, struct database *db, const struct choice *choice,
	    bool compare, struct fault *f)
{
  struct chosen c;
  /* What is compared is found here, wherever it was.  */
  if (!take_begin (t, f) || !objects_add (t->folder, f))
    return false;
  if (compare)
    return take_two (t, db, choice, f);
  return choose (&c, db, choice, f)
	 && write_program (&t->program, db, c.build, t, f)
	 && write_profile (t, 0, db, &c, choice, f);
}

void
store_release (struct store_taken *t)
{
  const char *const words[] = { "rm", "-rf", "--", t->folder, NULL };
  if (t->folder)
    run_to_end (words, NULL, NULL);
  FREE_ALL (t->folder, t->program, t->other, t->profiles[0], t->profiles[1]);
}
