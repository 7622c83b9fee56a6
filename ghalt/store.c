/* SPDX-License-Identifier: GPL-3.0-or-later */
/* ghalt store [URL] push|watch|builds|ls|refresh|gc|dump|restore|check: profiles of all machines.  */

#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include "base/order.h"
#include "base/text.h"
#include "ghalt/command.h"
#include "report/input/walk.h"
#include "store/store.h"

static const struct option_row options[] = {
  { .name = "label", .type = TYPE_LABEL, .value = "KEY=VALUE",
    .text = "push: what the profiles are of, a machine, a service; ls: only those; may be "
	    "repeated [$HALT_LABEL of the run]" },
  { .name = "keep", .type = TYPE_TEXT, .offset = AT (keep), .value = "TIME",
    .text = "gc: drop what is older, as in 90d, or 2026-11-28" },
  { .name = "every", .type = TYPE_NUMBER, .offset = AT (every), .value = "N",
    .text = "watch: look every N seconds (60)" },
  { .name = "once", .type = TYPE_FLAG, .offset = AT (once),
    .text = "watch: look once, and end" },
  { .name = "remove", .type = TYPE_FLAG, .offset = AT (remove),
    .text = "watch: remove profiles that are in the store" },
  BUILD_OPTION,
  SINCE_OPTION,
  UNTIL_OPTION,
  OBJECTS_OPTION,
  HELP, END
};

static struct choice
choice_of (const struct options *o)
{
  return (struct choice) { o->build, o->labels, o->n_labels, o->since,
			   o->until };
}

/* The labels of O as one, the same in whatever order they were given.  To be freed.  */
static char *
join_labels (const struct options *o, struct fault *f)
{
  struct fault text = { "" };
  const char **list = fresh (o->n_labels, sizeof *list, f);
  for (size_t i = 0; list && i < o->n_labels; i++)
    {
      list[i] = o->labels[i];
      for (const char *p = list[i]; *p; p++)
	if (*p == ',' || (unsigned char) *p < ' ')
	  fault (f, "'--label=%s': no commas, nor what is not printed",
		 o->labels[i]);
    }
  if (list && o->n_labels > 1)
    qsort (list, o->n_labels, sizeof *list, order_texts);
  for (size_t i = 0; list && !f->text[0] && i < o->n_labels; i++)
    {
      if (strlen (text.text) + strlen (list[i]) + 2 > 512)
	fault (f, "labels are longer than 500 characters");
      else if (i == 0 || strcmp (list[i], list[i - 1]) != 0)
	fault (&text, "%s%s%s", text.text, i > 0 ? "," : "", list[i]);
    }
  free (list);
  return f->text[0] ? NULL : store_text (text.text, f);
}

/* What a word does with the store; its operands are N words at WORDS.  Returns the status.  */
static int
run_push (struct database *db, const struct options *o, const char **words,
	  size_t n, struct fault *f)
{
  struct pushed all;
  char *label = o->n_labels > 0 ? join_labels (o, f) : NULL;
  const struct push p = { words[0], words + 1, n - 1, label };
  if (!f->text[0] && store_push (db, &p, &all, f))
    {
      printf ("%zu profile%s of build %lld pushed", all.n, plural (all.n),
	      (long long) all.build);
      printf (all.known ? ", %zu there already\n" : "\n", all.known);
      if (all.refused)
	fault (f, "%zu of %zu profiles refused", all.refused, p.n);
    }
  free (label);
  return 0;
}

static int
run_watch (struct database *db, const struct options *o, const char **words,
	   size_t n, struct fault *f)
{
  (void) n;
  char *label = o->n_labels > 0 ? join_labels (o, f) : NULL;
  const char *url = o->operands[0];
  if (!f->text[0] && !is_folder (words[0]))
    fault (f, "'%s' is no folder", words[0]);
  if (!f->text[0])
    store_watch (db, o, strchr (url, ':') ? url : NULL, words[0], label, f);
  free (label);
  return 0;
}

static int
run_builds (struct database *db, const struct options *o, const char **words,
	    size_t n, struct fault *f)
{
  (void) o, (void) words, (void) n;
  store_builds (db, f);
  return 0;
}

static int
run_ls (struct database *db, const struct options *o, const char **words,
	size_t n, struct fault *f)
{
  (void) words, (void) n;
  const struct choice c = choice_of (o);
  store_ls (db, &c, f);
  return 0;
}

static int
run_refresh (struct database *db, const struct options *o, const char **words,
	     size_t n, struct fault *f)
{
  (void) o, (void) words, (void) n;
  store_refresh (db, f);
  return 0;
}

static int
run_gc (struct database *db, const struct options *o, const char **words,
	size_t n, struct fault *f)
{
  (void) words, (void) n;
  if (!o->keep)
    fault (f, "how much is kept? ghalt store gc --keep=90d");
  else
    store_gc (db, o->keep, f);
  return 0;
}

/* The file NAME as a store.  */
static struct database *
open_file (const char *name, bool write, struct fault *f)
{
  char *url = NULL;
  if (asprintf (&url, "sqlite:%s", name) < 0)
    {
      fault (f, "out of memory");
      return NULL;
    }
  struct database *db = store_open (url, write, f);
  free (url);
  return db;
}

static int
run_dump (struct database *db, const struct options *o, const char **words,
	  size_t n, struct fault *f)
{
  (void) o, (void) n;
  char *name = NULL;
  int fd = create_beside (words[0], &name, f);
  if (fd < 0 && !f->text[0])
    fault (f, "cannot write '%s': %m", words[0]);
  if (fd >= 0)
    close (fd);
  struct database *to = fd >= 0 ? open_file (name, true, f) : NULL;
  /* One file, without a log beside it.  */
  bool ok = to && database_run (to, f, "PRAGMA journal_mode = DELETE", "")
	    && store_copy (to, db, f);
  database_close (to);
  if (ok && rename (name, words[0]) != 0)
    ok = fault (f, "cannot write '%s': %m", words[0]);
  if (!ok && name)
    unlink (name);
  free (name);
  return 0;
}

static int
run_restore (struct database *db, const struct options *o, const char **words,
	     size_t n, struct fault *f)
{
  (void) o, (void) n;
  struct database *from = open_file (words[0], false, f);
  if (from)
    store_copy (db, from, f);
  database_close (from);
  return 0;
}

static int
run_check (struct database *db, const struct options *o, const char **words,
	   size_t n, struct fault *f)
{
  (void) o, (void) words, (void) n;
  size_t bad = 0;
  return store_check (db, &bad, f) && bad > 0;
}

/* The words, and how many operands each has.  */
static const struct verb
{
  const char *name;
  int (*run) (struct database *db, const struct options *o, const char **words,
	      size_t n, struct fault *f);
  size_t min, max;
  bool write;			/* the store is made, or brought up to date */
  const char *synopsis;
} verbs[] = {
  { "push", run_push, 2, SIZE_MAX, true, " PROG PROFILE..." },
  { "watch", run_watch, 1, 1, true, " FOLDER" },
  { "builds", run_builds, 0, 0, false, "" },
  { "ls", run_ls, 0, 0, false, "" },
  { "refresh", run_refresh, 0, 0, true, "" },
  { "gc", run_gc, 0, 0, true, " --keep=TIME" },
  { "dump", run_dump, 1, 1, false, " FILE" },
  { "restore", run_restore, 1, 1, true, " FILE" },
  { "check", run_check, 0, 0, false, "" },
};
#define N_VERBS (sizeof verbs / sizeof *verbs)

static const struct verb *
find_verb (const char *name)
{
  for (size_t i = 0; i < N_VERBS; i++)
    if (strcmp (verbs[i].name, name) == 0)
      return verbs + i;
  return NULL;
}

static int
run_store (const struct options *o, struct fault *f)
{
  /* A URL has a colon, which no word has.  */
  bool named = o->n_operands > 0 && strchr (o->operands[0], ':');
  size_t n = o->n_operands - named;
  const char **words = o->operands + named;
  const struct verb *v = n > 0 ? find_verb (words[0]) : NULL;
  if (!v)
    {
      const char *meant = n > 0 ? nearest (words[0], &verbs[0].name, N_VERBS,
					   sizeof *verbs)
				: NULL;
      fault (f, "%s%s%s%s%s%s; usage: ghalt store %s",
	     n > 0 ? "unknown word '" : "no word given", n > 0 ? words[0] : "",
	     n > 0 ? "'" : "", meant ? ", did you mean '" : "",
	     meant ? meant : "", meant ? "'?" : "", cmd_store.synopsis);
      return 0;
    }
  if (n - 1 < v->min || n - 1 > v->max)
    {
      fault (f, "too %s operands; usage: ghalt store [URL] %s%s",
	     n - 1 < v->min ? "few" : "many", v->name, v->synopsis);
      return 0;
    }
  struct database *db = store_open (named ? o->operands[0] : NULL, v->write, f);
  int status = db ? v->run (db, o, words + 1, n - 1, f) : 0;
  database_close (db);
  return status;
}

/* --- other commands --from=URL ------------------------------------------------------- */

bool
from_operands (struct options *o, const struct command *c,
	       struct store_taken *t, struct fault *f)
{
  const struct choice choice = choice_of (o);
  bool compare = c == &cmd_diff, sum = c == &cmd_merge;
  if (o->n_operands > 0 && c != &cmd_pgo)
    return fault (f, "'--from' takes the program and its profiles from the "
		     "store: no operands go with it");
  struct database *db = store_open (*o->from_store ? o->from_store : NULL,
				    false, f);
  bool onto = o->onto && !compare;
  bool ok = db
	    && (onto ? store_onto (t, db, &choice, o->onto, f)
		     : store_take (t, db, &choice, compare, f));
  database_close (db);
  if (!ok)
    return false;
  o->n_operands = 0;
  if (!sum)
    o->operands[o->n_operands++] = t->other ?: t->program;
  for (size_t i = 0; i < 2 && t->profiles[i]; i++)
    o->operands[o->n_operands++] = t->profiles[i];
  o->operands[o->n_operands] = NULL;
  if (onto)
    o->onto = NULL;
  if (t->other)
    o->onto = t->program;
  return true;
}

const struct command cmd_store = {
  .name = "store",
  .synopsis = "[URL] push [--label=KEY=VALUE]... PROG PROFILE...|watch FOLDER|builds|ls|"
	      "refresh|gc --keep=TIME|dump FILE|restore FILE|check",
  .text = "keep profiles of all machines in a database, sqlite:FILE or postgresql://...",
  .options = options,
  .max_operands = SIZE_MAX,
  .run = run_store
};
