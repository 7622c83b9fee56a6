/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Builds: a program, or an object that it loads, is stored once.  */

#include <stdlib.h>
#include <string.h>
#include "store/store.h"

void
build_key (char *key, const struct prof *p, uint32_t i)
{
  struct key k = KEY_START;
  const struct halt_prof_object *o = p->objects + i;
  const char *id = p->strings + o->build_id;
  key_add (&k, id, strlen (id) + 1);
  for (uint32_t u = 0; u < o->n_units; u++)
    {
      const struct halt_prof_unit *unit = p->units + o->first_unit + u;
      const uint64_t facts[] = { unit->address, unit->count, unit->checksum };
      key_add (&k, facts, sizeof facts);
    }
  key_text (key, &k);
}

bool
build_store (int64_t *build, struct database *db, const struct prof *p,
	     uint32_t i, const struct program *program, struct fault *f)
{
  static const char question[]
    = "SELECT build FROM builds WHERE build_key = $1";
  char key[KEY_SIZE], *stub = NULL;
  const char *path = p->strings + p->objects[i].path;
  size_t size, packed;
  void *content = NULL;
  bool found;
  build_key (key, p, i);
  if (!database_number (db, f, build, &found, question, "t", key))
    return false;
  if (found)
    return true;
  const struct image *im = program->debug_path ? &program->debug
					       : &program->image;
  char *name = store_text (basename (path), f), *full = store_text (path, f);
  bool ok = name && full
	    && stub_make (im, program->debug_path ?: program->path, &stub,
			  &size, f)
	    && (content = pack (stub, size, &packed, f))
	    && database_run (db, f,
			     "INSERT INTO builds (build_key, program, path, "
			     "build_id, stored, size, content) VALUES "
			     "($1, $2, $3, $4, $5, $6, $7) "
			     "ON CONFLICT DO NOTHING",
			     "ttttnnb", key, name, full,
			     p->strings + p->objects[i].build_id,
			     (int64_t) time (NULL), (int64_t) size, content,
			     packed)
	    && database_number (db, f, build, &found, question, "t", key);
  FREE_ALL (name, full, stub, content);
  return ok && (found || fault (f, "store %s: a build cannot be stored", db->name));
}

bool
build_find_key (char *key, struct database *db, int64_t build, struct fault *f)
{
  struct query q;
  bool ok = database_query (&q, db, f,
			    "SELECT build_key FROM builds WHERE build = $1",
			    "n", build);
  ok = ok && query_next (&q, f);
  snprintf (key, KEY_SIZE, "%s", ok ? query_text (&q, 0) : "");
  query_end (&q);
  return !f->text[0];
}
