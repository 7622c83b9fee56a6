/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Putting profiles onto other builds: keys, blocks that are matched, flows that are
   inferred.  */

#include <unistd.h>
#include "report/options.h"
#include "summarize/stale/stale.h"
#include "tests/unit/summarize.h"

/* --- maps --------------------------------------------------------------- */

enum
{
  CALLS = 1000
};

/* A block of a function that is to be made.  */
struct plan
{
  uint32_t n_insns, line, column; /* column of its point, of kind CBR; 0: none; from
				   CALLS on it calls a function instead */
  uint32_t to[2];		/* falls, is taken; 0: not at all */
};

struct made
{
  struct bytes bytes;
  struct unit unit;
  struct placed placed;
};

/* What functions are called that are made.  */
static const char *called = "f";

/* A map of one function, of N blocks.  ENTRIES: it has a point of kind ENTRY, too.  */
static void
make (struct made *m, const struct plan *plan, uint32_t n, uint32_t line,
      bool entries)
{
  struct map_maker *maker = map_new ();
  struct halt_map h = { .source = 0 };
  size_t size;
  uint64_t address = 4096;
  const uint32_t file = map_string (maker, "a.c");
  const struct halt_map_function fn = {
    .name = map_string (maker, called), .pretty = 0, .file = file, .line = line
  };
  map_function (maker, &fn);
  for (uint32_t i = 0; i < n; i++)
    {
      const struct halt_map_block b = {
	.file = file, .line = line + plan[i].line,
	.last_line = line + plan[i].line, .n_insns = plan[i].n_insns
      };
      map_block (maker, &b);
    }
  const struct halt_map_edge entry = { 0, 2, HALT_EDGE_FALL, 0 };
  map_edge (maker, &entry);
  for (uint32_t i = 0; i < n; i++)
    for (unsigned k = 0; k < 2; k++)
      {
	const struct halt_map_edge e = {
	  i + HALT_BLOCK_FIRST, plan[i].to[k],
	  plan[i].to[k] == 1 ? HALT_EDGE_RETURN
	  : k		     ? HALT_EDGE_TAKEN
			     : HALT_EDGE_FALL,
	  0
	};
	if (plan[i].to[k])
	  map_edge (maker, &e);
      }
  if (entries)
    {
      const struct halt_map_point p = {
	.id = h.n_ids++, .kind = HALT_ENTRY, .block = 3, .insn = 1, .file = file
      };
      map_point (maker, &p, NULL);
    }
  for (uint32_t i = 0; i < n; i++)
    {
      const struct halt_map_point p = {
	.id = h.n_ids, .kind = HALT_CBR, .block = i + HALT_BLOCK_FIRST,
	.insn = plan[i].n_insns - 1, .file = file,
	.line = line + plan[i].line, .column = plan[i].column
      };
      if (plan[i].column == 0 || plan[i].column >= CALLS)
	continue;
      map_point (maker, &p, NULL);
      h.n_ids++;
    }
  for (uint32_t i = 0; i < n; i++)
    {
      const struct halt_map_point p = {
	.id = h.n_ids, .kind = HALT_CALL, .block = i + HALT_BLOCK_FIRST,
	.file = file, .flags = HALT_POINT_FORMS, .n_args = 2
      };
      const char name[] = { (char) ('a' + plan[i].column - CALLS), '\0' };
      if (plan[i].column < CALLS)
	continue;
      const int64_t args[2] = { HALT_ARG_CALLEE, map_string (maker, name) };
      map_point (maker, &p, args);
      h.n_ids++;
    }
  const void *body = map_finish (maker, &h, &size);
  memset (m, 0, sizeof *m);
  add_bytes (&m->bytes, &h, sizeof h);
  add_bytes (&m->bytes, &address, sizeof address);
  add_bytes (&m->bytes, body, size);
  map_free (maker);
  struct fault f = { "" };
  CU_ASSERT (map_read (&m->unit.map, m->bytes.data, m->bytes.size, &f));
  CU_ASSERT_STRING_EQUAL (f.text, "");
  m->placed.unit = &m->unit;
}

/* A loop over a branch; all conditions look alike.  */
static const struct plan before[] = {
  { 3, 1, 0, { 3 } },
  { 2, 2, 7, { 4, 5 } },
  { 4, 3, 0, { 5 } },
  { 2, 4, 7, { 6, 3 } },
  { 2, 5, 0, { 1 } }
};

/* Two blocks were put in, after the first and in the loop; lines have moved.  */
static const struct plan after[] = {
  { 3, 1, 0, { 3 } },
  { 2, 3, 9, { 4, 8 } },
  { 2, 5, 7, { 5, 6 } },
  { 4, 6, 0, { 6 } },
  { 7, 7, 0, { 7 } },
  { 2, 9, 7, { 8, 4 } },
  { 2, 10, 0, { 1 } }
};

static void
test_keys (void)
{
  struct made a, b, c;
  make (&a, before, LENGTH (before), 10, false);
  make (&b, before, LENGTH (before), 300, true);
  make (&c, after, LENGTH (after), 10, false);
  const struct map *m = &a.unit.map, *n = &b.unit.map, *o = &c.unit.map;
  uint64_t first = point_key (m, m->functions, m->points);
  CU_ASSERT_EQUAL (first, point_key (n, n->functions, n->points + 1));
  CU_ASSERT_NOT_EQUAL (first, point_key (m, m->functions, m->points + 1));
  CU_ASSERT_NOT_EQUAL (first, point_key (n, n->functions, n->points));
  CU_ASSERT_NOT_EQUAL (first, point_key (o, o->functions, o->points));
  free (a.bytes.data);
  free (b.bytes.data);
  free (c.bytes.data);
}

static void
test_blocks (void)
{
  static const uint32_t same[] = { 0, 1, 2, 3, 4, 5, 6 };
  static const uint32_t was[] = { 0, 1, 2, NO_BLOCK, 3, 4, NO_BLOCK, 5, 6 };
  /* Entry; 2 to the new branch, which is another edge of its; that; 4 on and over to the
     new block; 5; the new one; 7 on and back; return.  */
  static const uint32_t edges[] = { 0, 1,	 NO_BLOCK, NO_BLOCK, 2, 3,
				    4, NO_BLOCK, 5,	   6,	     7 };
  struct made a, b;
  struct block_match m;
  make (&a, before, LENGTH (before), 10, false);
  make (&b, after, LENGTH (after), 20, false);
  CU_ASSERT (blocks_match (&m, &a.placed, &a.placed, &no_fault));
  CU_ASSERT_EQUAL (memcmp (m.was, same, sizeof same), 0);
  blocks_release (&m);
  CU_ASSERT (blocks_match (&m, &a.placed, &b.placed, &no_fault));
  CU_ASSERT_EQUAL (memcmp (m.was, was, sizeof was), 0);
  CU_ASSERT_EQUAL (memcmp (m.edge, edges, sizeof edges), 0);
  for (uint32_t i = 0; i < LENGTH (was); i++)
    if (was[i] != NO_BLOCK)
      CU_ASSERT_EQUAL (m.becomes[was[i]], i);
  blocks_release (&m);
  free (a.bytes.data);
  free (b.bytes.data);
}

/* A branch that was turned round, and whose other way leads to something new.  */
static void
test_turned (void)
{
  static const struct plan was[] = {
    { 3, 1, 5, { 3, 4 } }, { 9, 2, 0, { 1 } }, { 5, 3, 0, { 1 } }
  };
  static const struct plan is[] = {
    { 3, 1, 5, { 4, 3 } }, { 2, 2, 6, { 4, 5 } }, { 5, 3, 0, { 1 } }, { 7, 4, 8, { 1, 4 } }
  };
  struct made a, b;
  struct block_match m;
  make (&a, was, LENGTH (was), 10, false);
  make (&b, is, LENGTH (is), 10, false);
  CU_ASSERT (blocks_match (&m, &a.placed, &b.placed, &no_fault));
  CU_ASSERT_EQUAL (m.was[2], 2);
  CU_ASSERT_EQUAL (m.was[4], 4);
  CU_ASSERT_EQUAL (m.was[3], NO_BLOCK);
  CU_ASSERT_EQUAL (m.edge[1], 2);
  CU_ASSERT_EQUAL (m.edge[2], 1);
  blocks_release (&m);
  free (a.bytes.data);
  free (b.bytes.data);
}

#define NO NO_BLOCK

/* What it takes each step of matching for.  WAS and EDGE are of the new function; EDGE
   is looked at if its first is not NO_BLOCK.  */
static const struct step
{
  const char *what;
  struct plan old[8], new[8];
  uint32_t was[10], edge[12];
  uint32_t loose;		/* a new block that is known by its shape alone */
} steps[] = {
  /* The first of two that look alike is gone.  */
  { "place",
    { { 9, 1, 0, { 3 } }, { 2, 2, 0, { 4 } }, { 2, 3, 0, { 5 } },
      { 6, 4, 0, { 1 } } },
    { { 9, 1, 0, { 3 } }, { 2, 3, 0, { 4 } }, { 6, 4, 0, { 1 } } },
    { 0, 1, 2, 4, 5 }, { NO }, 0 },
  /* The same with other lines: what is around it is left.  */
  { "surroundings",
    { { 9, 1, 0, { 3, 4 } }, { 2, 2, 0, { 5 } }, { 2, 3, 0, { 6 } },
      { 4, 4, 0, { 7 } }, { 5, 5, 0, { 7 } }, { 3, 6, 0, { 1 } } },
    { { 9, 11, 0, { 4, 3 } }, { 2, 12, 0, { 5 } }, { 4, 13, 0, { 6 } },
      { 5, 14, 0, { 6 } }, { 3, 15, 0, { 1 } } },
    { 0, 1, 2, 4, 5, 6, 7 }, { NO }, 0 },
  /* Two of one kind, then three, none with the same neighbours; a block gone and a new
     one before them.  */
  { "order",
    { { 9, 1, 0, { 3, 5 } }, { 13, 2, 0, { 4 } }, { 2, 3, 0, { 6 } },
      { 4, 4, 0, { 6 } }, { 6, 5, 0, { 7, 8 } }, { 2, 6, 0, { 8 } },
      { 3, 7, 0, { 1 } } },
    { { 9, 11, 0, { 3, 4 } }, { 11, 12, 0, { 5 } }, { 2, 13, 0, { 6 } },
      { 4, 14, 0, { 6 } }, { 6, 15, 0, { 9, 7 } }, { 2, 16, 0, { 8 } },
      { 2, 17, 0, { 9 } }, { 3, 18, 0, { 1 } } },
    { 0, 1, 2, 3, 4, 5, 6, NO, 7, 8 }, { NO }, 3 },
  /* What is in the block has changed but for the function that it calls.  */
  { "calls",
    { { 9, 1, 0, { 3, 4 } }, { 5, 2, CALLS, { 5 } }, { 5, 3, CALLS + 1, { 5 } },
      { 3, 4, 0, { 1 } } },
    { { 9, 11, 0, { 4, 3 } }, { 8, 12, CALLS, { 5 } },
      { 7, 13, CALLS + 1, { 5 } }, { 3, 14, 0, { 1 } } },
    { 0, 1, 2, 3, 4, 5 }, { NO }, 0 },
  /* One has moved behind others, and got a twin.  The last has other contents.  */
  { "ways",
    { { 9, 1, 0, { 3, 4 } }, { 2, 2, 0, { 6 } }, { 4, 3, 0, { 5 } },
      { 5, 4, 0, { 6 } }, { 3, 5, 0, { 1 } } },
    { { 9, 11, 0, { 5, 3 } }, { 4, 12, 0, { 4 } }, { 5, 13, 0, { 7 } },
      { 2, 14, 0, { 6 } }, { 2, 15, 0, { 7 } }, { 8, 16, 0, { 1 } } },
    { 0, 1, 2, 4, 5, 3, NO, 6 }, { NO }, 7 },
  /* Several ways lead from what is known: it may be any of two, and is none.  */
  { "no way",
    { { 9, 1, 0, { 3, 5 } }, { 7, 2, 0, { 7 } }, { 2, 3, 0, { 7 } },
      { 4, 4, 0, { 6 } }, { 5, 5, 0, { 0, 7 } }, { 3, 6, 0, { 1 } } },
    { { 9, 11, 0, { 3, 4 } }, { 7, 12, 0, { 8 } }, { 4, 13, 0, { 5 } },
      { 5, 14, 0, { 0, 8 } }, { 2, 15, 0, { 8 } }, { 2, 16, 0, { 6 } },
      { 3, 17, 0, { 1 } } },
    { 0, 1, 2, 3, 5, 6, NO, NO, 7 }, { NO }, 0 },
  /* Both ways led to one block; now one of them does.  */
  { "an edge's kind",
    { { 9, 1, 0, { 3, 3 } }, { 3, 2, 0, { 1 } } },
    { { 9, 11, 0, { 4, 3 } }, { 3, 12, 0, { 1 } }, { 7, 13, 0, { 3 } } },
    { 0, 1, 2, 3, NO }, { 0, 1, 2, 3, NO }, 0 },
  /* Both ways lead to other blocks that were there.  */
  { "other edges",
    { { 9, 1, 0, { 3, 4 } }, { 2, 2, 0, { 5 } }, { 4, 3, 0, { 5 } },
      { 5, 4, 0, { 6 } }, { 6, 5, 0, { 1 } } },
    { { 9, 1, 0, { 5, 6 } }, { 2, 2, 0, { 5 } }, { 4, 3, 0, { 5 } },
      { 5, 4, 0, { 6 } }, { 6, 5, 0, { 1 } } },
    { 0, 1, 2, 3, 4, 5, 6 }, { 0, NO, NO, 3, 4, 5, 6 }, 0 },
  /* One way has become two, which lead to other blocks that were there.  */
  { "more edges",
    { { 9, 1, CALLS, { 3 } }, { 2, 2, 0, { 4 } }, { 4, 3, 0, { 5 } },
      { 6, 4, 0, { 1 } } },
    { { 9, 1, CALLS, { 4, 5 } }, { 2, 2, 0, { 4 } }, { 4, 3, 0, { 5 } },
      { 6, 4, 0, { 1 } } },
    { 0, 1, 2, 3, 4, 5 }, { 0, NO, NO, 2, 3, 4 }, 0 }
};

static uint32_t
length_of (const struct plan *plan)
{
  uint32_t n = 0;
  while (n < 8 && plan[n].n_insns > 0)
    n++;
  return n;
}

static void
test_steps (void)
{
  for (size_t i = 0; i < LENGTH (steps); i++)
    {
      const struct step *s = steps + i;
      struct made a, b;
      struct block_match m;
      bool good = true;
      make (&a, s->old, length_of (s->old), 10, false);
      make (&b, s->new, length_of (s->new), 10, false);
      CU_ASSERT (blocks_match (&m, &a.placed, &b.placed, &no_fault));
      for (uint32_t k = 0; k < length_of (s->new) + HALT_BLOCK_FIRST; k++)
	good &= m.was[k] == s->was[k]
		&& m.sure[k]
		     == (s->was[k] == NO	     ? SURE_NOT
			 : s->loose && k == s->loose ? SURE_LOOSE
						     : SURE_STRICT);
      for (uint32_t k = 0;
	   s->edge[0] != NO && k < placed_record (&b.placed)->n_edges; k++)
	good &= m.edge[k] == s->edge[k];
      if (!good)
	{
	  fprintf (stderr, "%s:", s->what);
	  for (uint32_t k = 0; k < length_of (s->new) + HALT_BLOCK_FIRST; k++)
	    fprintf (stderr, " %d/%d", (int) m.was[k], m.sure[k]);
	  for (uint32_t k = 0; k < placed_record (&b.placed)->n_edges; k++)
	    fprintf (stderr, " e%d", (int) m.edge[k]);
	  fputs ("\n", stderr);
	}
      CU_ASSERT (good);
      blocks_release (&m);
      free (a.bytes.data);
      free (b.bytes.data);
    }
}

/* --- functions ---------------------------------------------------------- */

enum
{
  MOST_TWINS = 20,		/* functions of a program */
  LIKE = 10			/* blocks of one */
};

/* A program of N functions, which are called NAME, then as the letters that follow.  One
   has COMMON[I] blocks that all have, then OWN[I] that no other has; a 0 there stands for
   the last one that is not.  */
struct many
{
  struct made made[MOST_TWINS];
  struct unit units[MOST_TWINS];
  struct program program;
};

static void
make_many (struct many *p, char name, size_t n, const uint32_t *common,
	   const uint32_t *own, uint32_t salt)
{
  static uint8_t none[1];
  memset (p, 0, sizeof *p);
  for (size_t i = 0, last = 0; i < n; i++)
    {
      const char text[] = { (char) (name + i), '\0' };
      struct plan plan[2 * LIKE];
      uint32_t k = 0;
      last = common[i] ? i : last;
      for (; k < common[last]; k++)
	plan[k] = (struct plan) { 100 + k, 1 + k, k == 1 ? 7 : 0, { 1 } };
      for (; k < common[last] + own[last]; k++)
	plan[k] = (struct plan) { 200 + salt + 20 * (uint32_t) i + k, 1 + k, 0,
				  { 1 } };
      called = text;
      make (p->made + i, plan, k, 10, false);
      p->units[i] = p->made[i].unit;
      p->units[i].discarded = none;
      ((struct halt_map_function *) p->units[i].map.functions)->cfg_checksum
	= salt + i + 1;
    }
  called = "f";
  p->program.units = p->units;
  p->program.n_units = n;
}

static void
free_many (struct many *p)
{
  for (size_t i = 0; i < p->program.n_units; i++)
    free (p->made[i].bytes.data);
}

/* Functions that have another name and graph are known by what their blocks share.  */
static void
test_renamed (void)
{
  static const struct
  {
    uint32_t common, own;	/* of the old one */
    size_t n;			/* new ones */
    uint32_t new_common[2], new_own[2];
    size_t was;			/* which of the new ones is it */
  } cases[] = {
    /* Fewer than 5 blocks are too much alike.  */
    { 5, 0, 1, { 5 }, { 0 }, 0 },
    { 4, 0, 1, { 4 }, { 0 }, SIZE_MAX },
    { 4, 1, 1, { 4 }, { 1 }, SIZE_MAX },
    { 4, 3, 1, { 5 }, { 0 }, SIZE_MAX },
    /* Most of both.  */
    { 5, 0, 1, { 5 }, { 4 }, 0 },
    { 5, 0, 1, { 5 }, { 5 }, SIZE_MAX },
    { 5, 4, 1, { 5 }, { 0 }, 0 },
    { 5, 5, 1, { 5 }, { 0 }, SIZE_MAX },
    /* None of two that share as many, else the one that shares more.  */
    { 6, 0, 2, { 6, 6 }, { 1, 2 }, SIZE_MAX },
    { 6, 0, 2, { 6, 5 }, { 1, 1 }, 0 },
    { 6, 0, 2, { 5, 6 }, { 1, 1 }, 1 },
    /* What 16 have says something, what 17 have does not.  */
    { 6, 0, 16, { 6, 5 }, { 0, 1 }, 0 },
    { 6, 0, 17, { 6, 5 }, { 0, 1 }, SIZE_MAX }
  };
  for (size_t i = 0; i < LENGTH (cases); i++)
    {
      struct many old, new;
      struct twins t;
      uint32_t common[MOST_TWINS] = { 0 }, own[MOST_TWINS] = { 0 };
      memcpy (common, cases[i].new_common, sizeof cases[i].new_common);
      memcpy (own, cases[i].new_own, sizeof cases[i].new_own);
      make_many (&old, 'F', 1, &cases[i].common, &cases[i].own, 1000);
      make_many (&new, 'a', cases[i].n, common, own, 2000);
      CU_ASSERT (twins_find (&t, &old.program, &new.program, &no_fault));
      CU_ASSERT_EQUAL (t.n_to, cases[i].n);
      for (size_t k = 0; k < t.n_to; k++)
	{
	  bool it = k == cases[i].was;
	  if ((t.was[k] == 0) != it)
	    fprintf (stderr, "case %zu: function %zu\n", i, k);
	  CU_ASSERT_EQUAL (t.was[k], it ? 0 : SIZE_MAX);
	  CU_ASSERT_EQUAL (t.how[k], it ? STALE_RENAMED : STALE_NOTHING);
	}
      twins_release (&t);
      free_many (&old);
      free_many (&new);
    }
}

/* --- what is said ------------------------------------------------------- */

/* The note of N functions, of which number I has I of 100 events left and the last two are
   none that anything is said of.  */
static size_t
say_functions (size_t n, char *said, size_t size)
{
  struct stale_function functions[16];
  struct stale_result all = { .functions = functions, .n = n, .n_changed = n };
  char path[] = "new";
  const struct program to = { .path = path };
  char name[2] = "a";
  for (size_t i = 0; i < n; i++)
    functions[i] = (struct stale_function) {
      .name = name, .was = name, .how = STALE_CHANGED, .events = 100, .kept = i
    };
  functions[n - 1].how = STALE_SAME;
  functions[n - 2].events = functions[n - 2].kept = 0;
  FILE *file = tmpfile ();
  fflush (stderr);
  int saved = dup (STDERR_FILENO);
  dup2 (fileno (file), STDERR_FILENO);
  stale_note (&all, "old", &to);
  fflush (stderr);
  dup2 (saved, STDERR_FILENO);
  close (saved);
  rewind (file);
  size_t lines = 0, length = fread (said, 1, size - 1, file);
  said[length] = '\0';
  for (size_t i = 0; i < length; i++)
    lines += said[i] == '\n';
  fclose (file);
  return lines;
}

/* The ten that lost most are named, the others are counted.  */
static void
test_said (void)
{
  char said[4096];
  CU_ASSERT_EQUAL (say_functions (3, said, sizeof said), 2);
  CU_ASSERT_PTR_NOT_NULL (strstr (said, "a: 0.0% of 100 counts\n"));
  CU_ASSERT_EQUAL (say_functions (12, said, sizeof said), 11);
  CU_ASSERT_PTR_NOT_NULL (strstr (said, "a: 9.0% of 100 counts\n"));
  CU_ASSERT_PTR_NULL (strstr (said, "more"));
  CU_ASSERT_EQUAL (say_functions (13, said, sizeof said), 12);
  CU_ASSERT_PTR_NOT_NULL (strstr (said, "note: 1 more has changed\n"));
  CU_ASSERT_PTR_NULL (strstr (said, "a: 10.0%"));
  CU_ASSERT_EQUAL (say_functions (14, said, sizeof said), 12);
  CU_ASSERT_PTR_NOT_NULL (strstr (said, "note: 2 more have changed\n"));
}

/* --- flows -------------------------------------------------------------- */

enum
{
  MOST_BLOCKS = 5,
  MOST_EDGES = 7,
  MOST = 4
};

struct puzzle
{
  uint32_t n_blocks, n_edges;
  struct halt_map_edge edges[MOST_EDGES];
  struct prior blocks[MOST_BLOCKS], ways[MOST_EDGES], losses[MOST_BLOCKS];
  uint64_t n[MOST_EDGES];	/* that is tried */
  uint64_t least;
};

static uint64_t
price (const struct prior *p, uint64_t n)
{
  static const uint64_t more[] = { 1, 3, 10 }, less[] = { 0, 6, 20 };
  uint64_t wish = p->sure ? p->n : 0;
  return n > wish ? (n - wish) * more[p->sure] : (wish - n) * less[p->sure];
}

/* What the counts of edges at N cost; more than anything if they do not come out
   even.  */
static uint64_t
price_all (const struct puzzle *p, const uint64_t *n)
{
  uint64_t in[MOST_BLOCKS] = { 0 }, out[MOST_BLOCKS] = { 0 }, sum = 0;
  for (uint32_t i = 0; i < p->n_edges; i++)
    {
      out[p->edges[i].from] += n[i];
      in[p->edges[i].to] += n[i];
      sum += price (p->ways + i, n[i]);
    }
  for (uint32_t b = 0; b < p->n_blocks; b++)
    {
      uint64_t count = b == 0 ? out[b] : in[b];
      sum += price (p->blocks + b, count);
      if (b >= HALT_BLOCK_FIRST && in[b] != out[b])
	return UINT64_MAX;
    }
  return sum;
}

static void
try_all (struct puzzle *p, uint32_t edge)
{
  if (edge == p->n_edges)
    {
      uint64_t sum = price_all (p, p->n);
      p->least = sum < p->least ? sum : p->least;
      return;
    }
  for (p->n[edge] = 0; p->n[edge] <= MOST; p->n[edge]++)
    try_all (p, edge + 1);
}

/* No flow of all that there are is cheaper, and it comes out even.  */
static void
test_cheapest (void)
{
  for (unsigned round = 0; round < 400; round++)
    {
      struct puzzle p = { .n_blocks = MOST_BLOCKS, .least = UINT64_MAX };
      struct flow w;
      p.edges[p.n_edges++] = (struct halt_map_edge) { 0, 2, HALT_EDGE_FALL, 0 };
      for (uint32_t b = 2; b < p.n_blocks; b++)
	for (unsigned k = 0; k < 2; k++)
	  {
	    uint32_t to = k ? 2 + (uint32_t) (next_random () % 3)
			    : (b + 1) % p.n_blocks;
	    p.edges[p.n_edges++] = (struct halt_map_edge) {
	      b, to == 0 ? 1 : to, k ? HALT_EDGE_TAKEN : HALT_EDGE_FALL, 0
	    };
	  }
      for (uint32_t i = 0; i < p.n_edges; i++)
	p.ways[i] = (struct prior) { next_random () % 4, next_random () % 3 };
      for (uint32_t b = 0; b < p.n_blocks; b++)
	p.blocks[b] = (struct prior) { next_random () % 4, next_random () % 3 };
      try_all (&p, 0);
      flow_init (&w, p.n_blocks, p.n_edges, p.edges, NULL, &no_fault);
      CU_ASSERT (flow_infer (&w, p.blocks, p.ways, p.losses, &no_fault));
      uint64_t n[MOST_EDGES];
      bool more = false;
      for (uint32_t i = 0; i < p.n_edges; i++)
	{
	  n[i] = w.edge_counts[i].n;
	  more |= n[i] > MOST;
	  CU_ASSERT_EQUAL (w.edge_counts[i].how, GHALT_DERIVED);
	}
      /* The cheapest may have more than was tried.  */
      if (more)
	CU_ASSERT (price_all (&p, n) <= p.least)
      else
	CU_ASSERT_EQUAL (price_all (&p, n), p.least);
      flow_release (&w);
    }
}

/* What comes out even already is taken as it is, however large; control that gets lost
   as it did before, too.  */
static void
test_exact (void)
{
  static const struct halt_map_edge edges[] = {
    { 0, 2, HALT_EDGE_FALL, 0 }, { 2, 3, HALT_EDGE_FALL, 0 },
    { 3, 2, HALT_EDGE_TAKEN, 0 }, { 3, 1, HALT_EDGE_RETURN, 0 }
  };
  static const struct halt_map_block blocks[] = {
    { .flags = HALT_BB_CALL }, { .n_insns = 1 }
  };
  const uint64_t most = UINT64_MAX / 2;
  const struct prior b[] = { { 7, SURE_STRICT },
			     { 2, SURE_STRICT },
			     { most, SURE_STRICT },
			     { most - 5, SURE_STRICT } };
  const struct prior lost[] = {
    { 0, SURE_NOT }, { 0, SURE_NOT }, { 5, SURE_STRICT }, { 0, SURE_NOT }
  };
  const struct prior e[LENGTH (edges)] = { { 0, SURE_NOT } };
  struct flow w;
  flow_init (&w, 4, LENGTH (edges), edges, blocks, &no_fault);
  CU_ASSERT (flow_infer (&w, b, e, lost, &no_fault));
  for (uint32_t i = 0; i < 4; i++)
    CU_ASSERT_EQUAL (w.block_counts[i].n, b[i].n);
  CU_ASSERT_EQUAL (w.losses[2].n, 5);
  CU_ASSERT_EQUAL (w.edge_counts[2].n, most - 7);
  CU_ASSERT_EQUAL (w.edge_counts[3].n, 2);
  flow_release (&w);
}

/* A loop that nothing leaves: control is rather lost there than the counts are.  */
static void
test_endless (void)
{
  static const struct halt_map_edge edges[] = {
    { 0, 2, HALT_EDGE_FALL, 0 }, { 2, 2, HALT_EDGE_JUMP, 0 }
  };
  const struct prior b[] = {
    { 1, SURE_STRICT }, { 0, SURE_NOT }, { 1000, SURE_STRICT }
  };
  const struct prior none[3] = { { 0, SURE_NOT } };
  struct flow w;
  flow_init (&w, 3, LENGTH (edges), edges, NULL, &no_fault);
  CU_ASSERT (flow_infer (&w, b, none, none, &no_fault));
  CU_ASSERT_EQUAL (w.edge_counts[1].n + w.edge_counts[0].n,
		   w.block_counts[2].n);
  CU_ASSERT (w.block_counts[2].n >= 999);
  flow_release (&w);
}

static const CU_TestInfo tests[] = {
  { "keys", test_keys },
  { "blocks", test_blocks },
  { "a branch that was turned", test_turned },
  { "each step", test_steps },
  { "functions of another name", test_renamed },
  { "what is said", test_said },
  { "no flow is cheaper", test_cheapest },
  { "what comes out even", test_exact },
  { "a loop without end", test_endless },
  CU_TEST_INFO_NULL
};

int
main (void)
{
  return run_tests ("stale", tests);
}
