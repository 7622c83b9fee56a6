/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Profiles of other builds, put onto a program.  What has been moved once is kept: it is known
   by the sum that it was made of.  */

#include <stdlib.h>
#include <string.h>
#include "report/options.h"
#include "store/store.h"
#include "summarize/stale/stale.h"

struct onto
{
  struct database *db;
  const struct choice *choice;
  struct fault *fault;
  struct program program;	/* what all becomes */
  char key[KEY_SIZE];		/* tells it from others */
  struct sum *sum;
  size_t n;
};

/* Let K->key be that of its program's functions.  */
static void
find_program_key (struct onto *k)
{
  struct key key = KEY_START;
  const struct program *p = &k->program;
  key_add (&key, p->image.build_id, strlen (p->image.build_id));
  for (size_t i = 0; i < p->n_units; i++)
    {
      const struct unit *u = p->units + i;
      const uint64_t facts[] = { u->map.header->unit, u->base,
				 u->map.header->checksum };
      key_add (&key, facts, sizeof facts);
    }
  key_text (k->key, &key);
}

/* Let P be what the sum with that HASH became, if that is known.  */
static bool
find_moved (struct onto *k, struct prof *p, const char *hash, bool *found)
{
  struct query q;
  struct fault why;
  size_t size;
  *found = false;
  bool ok = database_query (&q, k->db, k->fault,
			    "SELECT content FROM moved WHERE hash = $1 AND onto "
			    "= $2",
			    "tt", hash, k->key);
  if (ok && query_next (&q, k->fault))
    {
      const void *data = query_bytes (&q, 0, &size);
      *found = fold_read (p, data, size, &why);
    }
  query_end (&q);
  return ok && !k->fault->text[0];
}

/* Keep P.  Who may only read does without.  */
static void
keep_moved (struct onto *k, const struct prof *p, const char *hash)
{
  struct fault ignored = { "" };
  size_t size;
  void *content = pack (p->data, p->header->size, &size, &ignored);
  if (content)
    database_run (k->db, &ignored,
		  "INSERT INTO moved (hash, onto, stored, content) VALUES ($1, "
		  "$2, $3, $4) ON CONFLICT DO NOTHING",
		  "ttnb", hash, k->key, (int64_t) time (NULL), content, size);
  free (content);
}

/* Let P, the sum of BUILD, be one of the program.  */
static bool
move_sum (struct onto *k, struct prof *p, int64_t build)
{
  char hash[KEY_SIZE], name[32];
  bool found;
  struct prof moved;
  struct store_taken t;
  struct program from;
  key_of (hash, p->data, p->header->size);
  if (stale_fits (&k->program, p))
    return true;
  if (!find_moved (k, &moved, hash, &found))
    return false;
  if (found)
    {
      prof_close (p);
      *p = moved;
      return true;
    }
  snprintf (name, sizeof name, "build %lld", (long long) build);
  bool ok = store_take_program (&t, k->db, build, k->fault);
  if (ok && (ok = program_open (&from, t.program, k->fault)))
    {
      ok = stale_take (p, name, &from, &k->program, k->fault);
      program_close (&from);
    }
  store_release (&t);
  if (ok)
    keep_moved (k, p, hash);
  return ok;
}

/* Add what was counted of BUILD.  */
static bool
add_build (struct onto *k, const struct chosen *c)
{
  struct prof p;
  size_t n;
  if (!choose_sum (&p, &n, k->db, c, k->choice, k->fault))
    return false;
  bool ok = n == 0
	    || (move_sum (k, &p, c->build)
		&& sum_add (k->sum, &p, "a sum", k->fault));
  k->n += n;
  prof_close (&p);
  return ok;
}

bool
store_onto (struct store_taken *t, struct database *db,
	    const struct choice *choice, const char *program, struct fault *f)
{
  struct onto k = { .db = db, .choice = choice, .fault = f };
  struct chosen c;
  struct prof p;
  int64_t *builds = NULL;
  size_t n = 0;
  if (!choose (&c, db, choice, f) || !choose_builds (&builds, &n, db, &c, choice, f)
      || !program_open (&k.program, program, f))
    {
      free (builds);
      return false;
    }
  find_program_key (&k);
  bool ok = (k.sum = sum_new (f));
  for (size_t i = 0; ok && i < n; i++)
    {
      c.build = builds[i];
      ok = add_build (&k, &c);
    }
  if (ok && k.n == 0)
    ok = fault (f, "store %s: no profile that is wanted: ghalt store ls lists "
		   "them",
		db->name);
  if (ok)
    {
      ok = sum_finish (k.sum, &p, f) && store_take_profile (t, &p, f)
	   && (t->program = copy_text (program, strlen (program), f));
      prof_close (&p);
    }
  else
    sum_free (k.sum);
  free (builds);
  program_close (&k.program);
  return ok;
}
