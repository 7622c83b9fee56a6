/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The blocks of a map in the machine code of their function.  */

#include <stdlib.h>
#include "base/order.h"
#include "report/html/machine.h"

#define NOWHERE SIZE_MAX
#define DIFFERS "the jumps in the code are not those of its map"

/* A block of the part, in the order of the code.  Instructions are numbers.  */
struct code_block
{
  uint32_t block;
  enum insn_flow flow;		/* how it ends */
  size_t end;			/* its last instruction, or NOWHERE */
  size_t first, begin;		/* the first and the last of those that jumps to it lead
				   to, or NOWHERE: what is between them counts edges */
};

struct match
{
  struct machine_part *p;
  const struct ghalt_graph *g;
  struct code_block *blocks;
  size_t n_blocks;
  size_t *place;		/* of each block of the graph, or NOWHERE */
  size_t tail;			/* the first instruction after all blocks */
};

/* How block number BLOCK ends.  */
static enum insn_flow
flow_of (const struct ghalt_graph *g, uint32_t block)
{
  uint32_t n, all = 0;
  const uint32_t *out = ghalt_edges_out (g, block, &n);
  struct ghalt_edge e;
  for (uint32_t i = 0; i < n; i++)
    if (ghalt_edge (g, out[i], &e))
      all |= e.flags;
  return all & GHALT_EDGE_TAKEN	   ? INSN_BRANCH
	 : all & GHALT_EDGE_INDEX  ? INSN_AWAY
	 : all & GHALT_EDGE_JUMP   ? INSN_JUMP
	 : all & GHALT_EDGE_RETURN ? INSN_RETURN
	 : all & GHALT_EDGE_ABNORMAL && !(all & GHALT_EDGE_FALL)
	   ? INSN_AWAY
	   : INSN_ON;
}

/* List the blocks of the part.  */
static bool
list_blocks (struct match *m, struct fault *f)
{
  uint32_t n = ghalt_graph_blocks (m->g);
  struct ghalt_block b;
  m->blocks = fresh (n, sizeof *m->blocks, f);
  m->place = fresh (n, sizeof *m->place, f);
  for (uint32_t i = 0; m->blocks && m->place && i < n; i++)
    {
      m->place[i] = NOWHERE;
      if (i < GHALT_BLOCK_FIRST || !ghalt_block (m->g, i, &b)
	  || ((b.flags & GHALT_BLOCK_COLD) != 0) != m->p->cold)
	continue;
      m->place[i] = m->n_blocks;
      m->blocks[m->n_blocks++] = (struct code_block) {
	i, flow_of (m->g, i), NOWHERE, NOWHERE, NOWHERE
      };
    }
  return m->blocks && m->place;
}

/* Whether an instruction that does FOUND may end a block that ends with WANTED.  */
static bool
may_end (enum insn_flow wanted, enum insn_flow found)
{
  return wanted == found
	 /* A sibling call.  */
	 || (wanted == INSN_RETURN
	     && (found == INSN_JUMP || found == INSN_AWAY));
}

/* Find the ends of the blocks.  */
static bool
find_ends (struct match *m)
{
  const struct insn *insns = m->p->insns;
  size_t at = 0, n = m->p->n;
  for (size_t i = 0; i < m->n_blocks; i++)
    {
      struct code_block *b = m->blocks + i;
      if (b->flow == INSN_ON)
	continue;
      while (at < n && insns[at].flow == INSN_ON)
	at++;
      if (at == n || !may_end (b->flow, insns[at].flow))
	return false;
      b->end = at++;
    }
  m->tail = at;
  if (m->n_blocks > 0 && m->blocks[m->n_blocks - 1].flow == INSN_ON)
    /* What it ends with is not known; nothing that jumps may follow.  */
    m->tail = n;
  for (; at < n; at++)
    if (insns[at].flow != INSN_ON && insns[at].flow != INSN_JUMP)
      return false;
  return true;
}

ORDER (compare_insns, struct insn, UP (address));

/* The instruction at ADDRESS.  */
static size_t
find_instruction (const struct machine_part *p, uint64_t address)
{
  struct insn key = { .address = address };
  const struct insn *found = bsearch (&key, p->insns, p->n, sizeof key,
				      compare_insns);
  return found ? (size_t) (found - p->insns) : NOWHERE;
}

/* The instructions of the tail from AT up to the jump that ends them were executed
   COUNT times more; *TO is where that leads.  False: no jump ends them.  */
static bool
add_tail (struct match *m, size_t at, struct ghalt_count count, size_t *to)
{
  struct insn *insns = m->p->insns;
  for (;; at++)
    {
      if (at == m->p->n)
	return false;
      insns[at].count = insns[at].count.how == GHALT_UNKNOWN
			  ? count
			  : ghalt_count_add (insns[at].count, count);
      if (insns[at].flow == INSN_JUMP)
	break;
    }
  *to = find_instruction (m->p, insns[at].target);
  return true;
}

/* Where control may be if it is in block number I of the part: the first instruction
   that may be its first one, and the last that may be in it.  */
static void
limits (const struct match *m, size_t i, size_t *low, size_t *high)
{
  size_t k = i;
  *low = 0;
  while (k > 0 && m->blocks[k - 1].end == NOWHERE)
    k--;
  if (k > 0)
    *low = m->blocks[k - 1].end + 1;
  while (i < m->n_blocks && m->blocks[i].end == NOWHERE)
    i++;
  *high = i < m->n_blocks ? m->blocks[i].end : m->p->n - 1;
}

/* The end of block number I of the part jumps along E.  */
static bool
follow_edge (struct match *m, size_t i, const struct ghalt_edge *e)
{
  const struct insn *last = m->p->insns + m->blocks[i].end;
  size_t to = find_instruction (m->p, last->target), low, high;
  if (to != NOWHERE && to >= m->tail && !add_tail (m, to, e->count, &to))
    return false;
  if (to == NOWHERE || m->place[e->to] == NOWHERE)
    /* From one part to the other.  */
    return to == NOWHERE && m->place[e->to] == NOWHERE;
  struct code_block *b = m->blocks + m->place[e->to];
  limits (m, m->place[e->to], &low, &high);
  if (to < low || to > high)
    return false;
  if (b->begin == NOWHERE || to > b->begin)
    b->begin = to;
  if (b->first == NOWHERE || to < b->first)
    b->first = to;
  return true;
}

/* Find where blocks begin, by the jumps to them.  */
static bool
find_begins (struct match *m)
{
  for (size_t i = 0; i < m->n_blocks; i++)
    {
      uint32_t n;
      const uint32_t *out = ghalt_edges_out (m->g, m->blocks[i].block, &n);
      struct ghalt_edge e;
      for (uint32_t k = 0; k < n; k++)
	if (ghalt_edge (m->g, out[k], &e)
	    && ((e.flags & GHALT_EDGE_TAKEN && m->blocks[i].flow == INSN_BRANCH)
		|| (e.flags & GHALT_EDGE_JUMP
		    && m->blocks[i].flow == INSN_JUMP))
	    && !follow_edge (m, i, &e))
	  return false;
    }
  return true;
}

/* Let the instructions from FIRST up to END be executed COUNT times.  */
static void
set_count (struct match *m, size_t first, size_t end,
	   const struct ghalt_count *count)
{
  for (size_t i = first; i < end; i++)
    m->p->insns[i].count = *count;
}

static bool
is_call (const struct insn *i)
{
  return strncmp (i->text, "call", 4) == 0 || strstr (i->text, " call ");
}

/* The same of blocks that were begun COUNT times, and LOST control that often in their
   calls: what is behind all of these was executed as often as it did not.  */
static void
set_blocks (struct match *m, size_t first, size_t end,
	    const struct ghalt_count *count, const struct ghalt_count *lost)
{
  struct ghalt_count left = { .how = GHALT_UNKNOWN };
  size_t last = end;
  if (count->how != GHALT_UNKNOWN && lost->how != GHALT_UNKNOWN)
    left = (struct ghalt_count) { count->n - lost->n, GHALT_DERIVED, 0, 0 };
  set_count (m, first, end, count);
  if (lost->how != GHALT_UNKNOWN && lost->n == 0)
    return;
  while (last > first && !is_call (m->p->insns + last - 1))
    last--;
  if (last == first)
    return;
  while (!is_call (m->p->insns + first))
    first++;
  set_count (m, first + 1, last,
	     &(struct ghalt_count) { .how = GHALT_UNKNOWN });
  set_count (m, last, end, &left);
}

/* The instructions from AT up to END stand before the first of block number I of the
   part.  They are on the way from the block before it, or fill up.  */
static void
set_between (struct match *m, size_t i, size_t at, size_t end)
{
  bool all = true;
  uint32_t n;
  struct ghalt_edge e;
  for (size_t k = at; k < end; k++)
    all &= m->p->insns[k].padding;
  const uint32_t *out
    = ghalt_edges_out (m->g, i > 0 ? m->blocks[i - 1].block : GHALT_BLOCK_ENTRY,
		       &n);
  for (uint32_t k = 0; k < n; k++)
    if (ghalt_edge (m->g, out[k], &e) && e.flags & GHALT_EDGE_FALL
	&& e.to == m->blocks[i].block)
      {
	if (m->blocks[i].first == m->blocks[i].begin)
	  set_count (m, at, end, &e.count);
	return;
      }
  for (size_t k = at; all && k < end; k++)
    m->p->insns[k].never = true;
}

/* Give the counts out: blocks whose begins are not known have their instructions if all
   of them were executed as often.  */
static void
set_counts (struct match *m)
{
  size_t at = 0;
  for (size_t i = 0; i < m->n_blocks;)
    {
      struct ghalt_block b, c;
      size_t k = i, end;
      bool same = true;
      ghalt_block (m->g, m->blocks[i].block, &b);
      if (m->blocks[i].begin != NOWHERE)
	{
	  set_between (m, i, at, m->blocks[i].begin);
	  at = m->blocks[i].begin;
	}
      else
	{
	  size_t begin = at;
	  while (i > 0 && m->blocks[i - 1].flow != INSN_BRANCH
		 && begin < m->p->n && m->p->insns[begin].padding)
	    begin++;
	  set_between (m, i, at, begin);
	  at = begin;
	}
      while (m->blocks[k].end == NOWHERE && k + 1 < m->n_blocks
	     && m->blocks[k + 1].begin == NOWHERE)
	{
	  ghalt_block (m->g, m->blocks[++k].block, &c);
	  same &= c.count.how == b.count.how && c.count.n == b.count.n;
	  b.lost = ghalt_count_add (b.lost, c.lost);
	}
      end = m->blocks[k].end != NOWHERE ? m->blocks[k].end + 1
	    : k + 1 < m->n_blocks	? m->blocks[k + 1].first
					: m->p->n;
      if (same && end >= at)
	set_blocks (m, at, end, &b.count, &b.lost);
      at = end;
      i = k + 1;
    }
}

const char *
machine_match (struct machine_part *p, const struct ghalt_graph *g,
	       struct fault *f)
{
  struct match m = { .p = p, .g = g };
  const char *why = NULL;
  if (p->n > 0 && list_blocks (&m, f))
    {
      if (find_ends (&m) && find_begins (&m))
	set_counts (&m);
      else
	why = DIFFERS;
      for (size_t i = 0; why && i < p->n; i++)
	p->insns[i].count = (struct ghalt_count) { 0 };
    }
  free (m.blocks);
  free (m.place);
  return why;
}
