/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What ghalt says of a random program, held against its twin; and against what
   was measured directly.

   A block of the map belongs to the program's blocks whose lines it has: it
   begins one if its first line is that one's head, and it ends in the last
   one.  Blocks without lines are on the way.  An edge from a block that ends
   in A to one that begins B is the program's edge from A to B.  */

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "summarize/summarize.h"
#include "tests/twins.d/twins.h"

enum { NO_BLOCK = -1, SEVERAL = -2 };

/* Which of the program's blocks a block of the map is.  */
struct place
{
  int begins, ends;
};

struct matcher
{
  const struct twin *t;
  const struct twin_counts *counts;
  const char *name, *kinds;
  struct join *j;
  const struct joined_unit *ju;
  uint32_t function;		/* in the map */
  uint32_t number;		/* in the program */
  bool gimple;
  struct flow *w;
  struct place *places;
  uint64_t inside[BLOCKS];	/* how often control came by it, not at the
				   beginning of a block */
  bool inside_known[BLOCKS], is_inside[BLOCKS];
  struct twin_result *r;
};

static int
block_of (uint32_t line)
{
  return line < LINE_FIRST ? NO_BLOCK : (int) ((line - LINE_FIRST) / 10);
}

static bool
is_head (uint32_t line)
{
  return line >= LINE_FIRST && (line - LINE_FIRST) % 10 == 0;
}

/* The place of block B, number BLOCK, of machine code: only its first and its
   largest line are known.  */
static struct place
place_rtl (const struct halt_map_block *b)
{
  int first = block_of (b->line), last = block_of (b->last_line);
  return (struct place) {
    is_head (b->line) ? first : NO_BLOCK,
    first == last || first == NO_BLOCK ? last : SEVERAL
  };
}

/* The same of GIMPLE, where all lines are; those in its middle are noted.  */
static struct place
place_gimple (struct matcher *m, const struct halt_map_block *b,
	      const struct halt_map_line *lines, uint32_t block)
{
  struct place p = { NO_BLOCK, NO_BLOCK };
  bool first = true;
  for (uint32_t i = 0; i < b->n_lines; i++)
    {
      uint32_t line = lines[i].line;
      int in = block_of (line);
      const struct ghalt_count *c = m->w->block_counts + block;
      if (in == NO_BLOCK)
	continue;
      if (is_head (line) && first)
	p.begins = in;
      else if (is_head (line))
	{
	  if (!m->is_inside[in])
	    m->inside_known[in] = true;
	  m->is_inside[in] = true;
	  m->inside_known[in] &= c->how != GHALT_UNKNOWN;
	  m->inside[in] += c->n;
	}
      p.ends = in;
      first = false;
    }
  return p;
}

/* Blocks without lines end where those in front of them do.  */
static void
pass_on (struct matcher *m)
{
  bool changed = true;
  for (unsigned round = 0; changed && round < 1000; round++)
    {
      changed = false;
      for (uint32_t i = 0; i < m->w->n_edges; i++)
	{
	  const struct halt_map_edge *e = m->w->edges + i;
	  struct place *from = m->places + e->from, *to = m->places + e->to;
	  if (to->begins != NO_BLOCK || from->ends == NO_BLOCK
	      || e->to < HALT_BLOCK_FIRST)
	    continue;
	  const struct halt_map_block *b
	    = m->w->blocks + e->to - HALT_BLOCK_FIRST;
	  bool blank = m->gimple ? b->n_lines == 0 : b->line == 0;
	  if (!blank || to->ends == from->ends || to->ends == SEVERAL)
	    continue;
	  to->ends = to->ends == NO_BLOCK ? from->ends : SEVERAL;
	  changed = true;
	}
    }
}

static void
find_places (struct matcher *m)
{
  const struct map *map = &m->ju->unit->map;
  const struct halt_map_function *fn = map->functions + m->function;
  const struct halt_map_line *lines = map->lines + fn->first_line;
  m->places = calloc (m->w->n_blocks, sizeof *m->places);
  memset (m->inside, 0, sizeof m->inside);
  memset (m->is_inside, 0, sizeof m->is_inside);
  for (uint32_t b = 0; b < m->w->n_blocks; b++)
    {
      const struct halt_map_block *mb = m->w->blocks + b - HALT_BLOCK_FIRST;
      m->places[b] = (struct place) { NO_BLOCK, NO_BLOCK };
      if (b < HALT_BLOCK_FIRST)
	continue;
      m->places[b] = m->gimple ? place_gimple (m, mb, lines, b)
		     : place_rtl (mb);
      lines += mb->n_lines;
    }
  pass_on (m);
}

static void
compare (struct matcher *m, const char *what, int a, int b, bool known,
	 uint64_t ours, uint64_t theirs)
{
  if (!known)
    m->r->unknown++;
  else if (ours == theirs)
    m->r->compared++;
  else
    {
      m->r->different++;
      printf ("seed %llu %s (%s) f%u: %s %d %d: %llu, twin %llu\n",
	      (unsigned long long) m->t->seed, m->name, m->kinds, m->number,
	      what, a, b, (unsigned long long) ours,
	      (unsigned long long) theirs);
    }
}

/* The twin's edges from A to B.  */
static uint64_t
their_edge (const struct matcher *m, int a, int b)
{
  const struct twin_block *tb = m->t->functions[m->number].blocks + a;
  uint64_t n = 0;
  for (uint32_t k = 0; k < tb->n_ways; k++)
    if (tb->ways[k] == (uint32_t) b)
      n += m->counts->ways[m->number][a][k];
  return n;
}

/* A block that was joined to the end of one with larger lines cannot be seen:
   what it leads to cannot be told from what that one does.  */
static void
blur_hidden (const struct matcher *m, bool *blurred)
{
  const struct twin_function *f = m->t->functions + m->number;
  for (uint32_t k = 0; k < f->n_blocks; k++)
    {
      bool seen = m->is_inside[k];
      for (uint32_t b = 0; b < m->w->n_blocks; b++)
	seen |= m->places[b].begins == (int) k || m->places[b].ends == (int) k;
      for (uint32_t i = 0; i < f->blocks[k].n_ways && !seen; i++)
	blurred[f->blocks[k].ways[i]] = true;
    }
}

static void
compare_edges (struct matcher *m)
{
  uint32_t n = m->t->functions[m->number].n_blocks;
  uint64_t sum[BLOCKS][BLOCKS] = { 0 };
  bool seen[BLOCKS][BLOCKS] = { 0 }, open[BLOCKS][BLOCKS] = { 0 };
  bool blurred[BLOCKS] = { 0 };
  blur_hidden (m, blurred);
  for (uint32_t i = 0; i < m->w->n_edges; i++)
    {
      const struct halt_map_edge *e = m->w->edges + i;
      const struct ghalt_count *c = m->w->edge_counts + i;
      int a = m->places[e->from].ends, b = m->places[e->to].begins;
      if (b < 0 || e->from == HALT_BLOCK_ENTRY
	  || (a == NO_BLOCK && b == 0))
	continue;
      /* setjmp's block does not end in the edge by which it comes back.  */
      if (a < 0)
	{
	  blurred[b] = true;
	  continue;
	}
      seen[a][b] = true;
      open[a][b] |= c->how == GHALT_UNKNOWN;
      sum[a][b] += c->n;
    }
  for (uint32_t a = 0; a < n; a++)
    for (uint32_t b = 0; b < n; b++)
      if (seen[a][b] && !blurred[b] && !m->is_inside[b])
	compare (m, "edge", (int) a, (int) b, !open[a][b], sum[a][b],
		 their_edge (m, (int) a, (int) b));
      else
	m->r->unmapped += their_edge (m, (int) a, (int) b) > 0;
}

static void
compare_blocks (struct matcher *m)
{
  const struct twin_function *f = m->t->functions + m->number;
  for (uint32_t k = 0; k < f->n_blocks; k++)
    {
      uint64_t n = m->is_inside[k] ? m->inside[k] : 0;
      bool known = !m->is_inside[k] || m->inside_known[k];
      bool any = m->is_inside[k];
      for (uint32_t b = HALT_BLOCK_FIRST; b < m->w->n_blocks; b++)
	if (m->places[b].begins == (int) k)
	  {
	    any = true;
	    known &= m->w->block_counts[b].how != GHALT_UNKNOWN;
	    n += m->w->block_counts[b].n;
	  }
      if (any && (m->gimple || k > 0))
	compare (m, "block", (int) k, -1, known, n,
		 m->counts->begun[m->number][k]);
      else
	m->r->unmapped += m->counts->begun[m->number][k] > 0;
    }
}

/* How often the function was begun and left: both can be told without
   lines.  */
static void
compare_ends (struct matcher *m)
{
  const struct twin_function *f = m->t->functions + m->number;
  uint64_t begun = m->counts->begun[m->number][0], left = 0, lost = 0;
  bool known = true;
  for (uint32_t b = 0; b < f->n_blocks; b++)
    {
      uint64_t on = 0;
      for (uint32_t k = 0; k < f->blocks[b].n_ways; k++)
	{
	  on += m->counts->ways[m->number][b][k];
	  begun -= f->blocks[b].ways[k] == 0
		   ? m->counts->ways[m->number][b][k] : 0;
	}
      if (f->blocks[b].end == END_RETURN)
	left += m->counts->begun[m->number][b] - on;
    }
  const struct ghalt_count *c = m->w->block_counts;
  compare (m, "entry", -1, -1, c->how != GHALT_UNKNOWN, c->n, begun);
  for (uint32_t b = 0; b < m->w->n_blocks; b++)
    {
      known &= m->w->losses[b].how != GHALT_UNKNOWN;
      lost += m->w->losses[b].n;
    }
  if (m->t->lossy)
    return;
  c++;
  compare (m, "exit", -1, -1, c->how != GHALT_UNKNOWN, c->n, left);
  compare (m, "losses", -1, -1, known, lost, 0);
}

/* What W derives is what ALL measured.  */
static void
compare_measured (struct matcher *m, const struct flow *all)
{
  for (uint32_t i = 0; i < m->w->n_edges + m->w->n_blocks; i++)
    {
      bool edge = i < m->w->n_edges;
      uint32_t k = edge ? i : i - m->w->n_edges;
      const struct ghalt_count *a = edge ? all->edge_counts + k
			      : all->block_counts + k;
      const struct ghalt_count *c = edge ? m->w->edge_counts + k
			      : m->w->block_counts + k;
      if (c->how != GHALT_DERIVED || a->how == GHALT_UNKNOWN)
	continue;
      m->r->checked++;
      if (a->n == c->n)
	continue;
      m->r->different++;
      printf ("seed %llu %s (%s) f%u: %s %u: derived %llu, measured %llu\n",
	      (unsigned long long) m->t->seed, m->name, m->kinds, m->number,
	      edge ? "edge" : "block", k, (unsigned long long) c->n,
	      (unsigned long long) a->n);
    }
}

/* What is recorded; COMPLETE: enough for all if no control is lost.  */
static const struct
{
  const char *name;
  uint32_t kinds;
  bool complete;
} choices[] = {
#define K(name) (1u << HALT_##name)
  { "all", K (ENTRY) | K (EXIT) | K (CBR) | K (MBR) | K (BLOCK), true },
  { "proc cbr mbr", K (ENTRY) | K (EXIT) | K (CBR) | K (MBR), true },
  { "entry cbr mbr", K (ENTRY) | K (CBR) | K (MBR), false },
  { "exit cbr mbr", K (EXIT) | K (CBR) | K (MBR), false },
  { "bb", K (BLOCK), false },
  { "proc bb", K (ENTRY) | K (EXIT) | K (BLOCK), false },
  { "proc mbr", K (ENTRY) | K (EXIT) | K (MBR), false },
  { "entry", K (ENTRY), false },
#undef K
};

static void
compare_choice (struct matcher *m, const struct flow *all, bool complete,
		bool lines)
{
  if (m->w->conflict)
    {
      m->r->different++;
      printf ("seed %llu %s (%s) f%u: contradiction in block %u\n",
	      (unsigned long long) m->t->seed, m->name, m->kinds, m->number,
	      m->w->conflict_at);
    }
  for (uint32_t i = 0; i < m->w->n_edges; i++)
    if (complete && !m->t->lossy)
      {
	char why[120];
	const struct ghalt_count *c = m->w->edge_counts + i;
	m->r->edges++;
	m->r->edges_unknown += c->how == GHALT_UNKNOWN;
	flow_reason (why, sizeof why, m->w, c);
	if (c->how == GHALT_UNKNOWN)
	  printf ("seed %llu %s (%s) f%u: edge %u %u unknown: %s\n",
		  (unsigned long long) m->t->seed, m->name, m->kinds,
		  m->number, m->w->edges[i].from, m->w->edges[i].to, why);
      }
  compare_ends (m);
  compare_measured (m, all);
  if (!lines)
    return;
  find_places (m);
  compare_edges (m);
  compare_blocks (m);
  free (m->places);
}

static void
compare_function (struct matcher *m, struct prof *prof, bool lines)
{
  const uint64_t *rows[HALT_KIND_END];
  struct flow all, some;
  struct fault f;
  memcpy (rows, prof->rows, sizeof rows);
  if (!measure_function (&all, m->j, m->ju, m->function, &f))
    abort ();
  for (size_t i = 0; i < sizeof choices / sizeof *choices; i++)
    {
      for (uint32_t kind = 0; kind < HALT_KIND_END; kind++)
	prof->rows[kind] = choices[i].kinds & 1u << kind ? rows[kind] : NULL;
      if (!measure_function (&some, m->j, m->ju, m->function, &f))
	abort ();
      m->w = &some;
      m->kinds = choices[i].name;
      compare_choice (m, &all, choices[i].complete, lines);
      flow_release (&some);
    }
  memcpy (prof->rows, rows, sizeof rows);
  flow_release (&all);
}

bool
twin_compare (const struct twin *t, const struct twin_counts *counts,
	      const char *name, const char *program, const char *profile,
	      bool lines, struct twin_result *r)
{
  struct program p;
  struct prof prof;
  struct join j;
  struct fault f;
  uint32_t found = 0;
  if (!program_open (&p, program, &f) || !prof_open (&prof, profile, &f)
      || !join_open (&j, &prof, profile, &p, &f))
    {
      printf ("%s\n", f.text);
      return false;
    }
  for (size_t u = 0; u < j.n_units; u++)
    {
      const struct map *map = &j.units[u].unit->map;
      for (uint32_t i = 0; i < map->header->n_functions; i++)
	{
	  const char *symbol = map->strings + map->functions[i].name;
	  struct matcher m = {
	    .t = t, .counts = counts, .name = name, .j = &j, .r = r,
	    .ju = j.units + u, .function = i,
	    .number = (uint32_t) (symbol[1] - '0'),
	    .gimple = map->header->flags & HALT_UNIT_GIMPLE
	  };
	  if (m.number >= t->n_functions || symbol[2])
	    continue;
	  found++;
	  compare_function (&m, &prof, lines);
	}
    }
  join_close (&j);
  prof_close (&prof);
  program_close (&p);
  return found == t->n_functions;
}
