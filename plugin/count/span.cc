/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Which flows of a graph must be measured so that all that are wanted are
   known, at the least cost.

   What flows into a node flows out of it.  So the flows on the arcs outside a
   spanning tree tell those of the tree, and the cheapest set that tells all is
   the complement of a tree of maximal cost (Knuth, The Art of Computer
   Programming, vol. 1, 2.3.4.1; Knuth and Stevenson, BIT 13, 1973).  Flows that
   can neither be measured nor are wanted are no arcs: the nodes they join are
   one, which says of the rest all that is still true.  */

#include "plugin/count/count.h"

struct arc
{
  int from, to;
  double cost;			/* < 0: measured in any case */
  bool wanted, tree, measured;
};

static auto_vec<arc> arcs;
/* Union-find: nodes that are one, and then those the tree connects.  */
static auto_vec<int> joined;

static int
representative (int n)
{
  while (joined[n] != n)
    n = joined[n] = joined[joined[n]];
  return n;
}

void
span_begin (void)
{
  arcs.truncate (0);
  joined.truncate (0);
}

int
span_node (void)
{
  int n = joined.length ();
  joined.safe_push (n);
  return n;
}

bool
span_join (int a, int b)
{
  int from = representative (a), to = representative (b);
  joined[from] = to;
  return from != to;
}

int
span_arc (int from, int to, double cost)
{
  arcs.safe_push ({ from, to, cost, false, false, cost < 0 });
  return arcs.length () - 1;
}

void
span_want (int a)
{
  arcs[a].wanted = true;
}

bool
span_measured (int a)
{
  return arcs[a].measured;
}

/* The dearest first; of those that cost the same, the last.  */
static int
by_cost (const void *left, const void *right)
{
  int a = *(const int *) left, b = *(const int *) right;
  if (arcs[a].cost != arcs[b].cost)
    return arcs[a].cost > arcs[b].cost ? -1 : 1;
  return b - a;
}

/* Mark the arcs of a tree of maximal cost (Kruskal), over nodes that have been
   made one.  */
static void
grow_tree (void)
{
  auto_vec<int> order;
  for (unsigned a = 0; a < arcs.length (); a++)
    {
      arcs[a].from = representative (arcs[a].from);
      arcs[a].to = representative (arcs[a].to);
      if (!arcs[a].measured)
	order.safe_push (a);
    }
  order.qsort (by_cost);
  for (unsigned i = 0; i < order.length (); i++)
    {
      arc *a = &arcs[order[i]];
      a->tree = span_join (a->from, a->to);
    }
}

/* The tree's nodes, each after the one it hangs on; by what it hangs, of each
   node; and the arcs at each node, chained.  */
static auto_vec<int> nodes, upward;
static auto_vec<int> first_at, next_at;
#define TOP (-1)
#define UNSEEN (-2)

static void
list_arcs (void)
{
  first_at.truncate (0);
  next_at.truncate (0);
  for (unsigned n = 0; n < joined.length (); n++)
    first_at.safe_push (-1);
  /* Arc A is entry 2 A where it begins and 2 A + 1 where it ends.  */
  for (unsigned a = 0; a < arcs.length (); a++)
    {
      next_at.safe_push (first_at[arcs[a].from]);
      first_at[arcs[a].from] = 2 * a;
      next_at.safe_push (first_at[arcs[a].to]);
      first_at[arcs[a].to] = 2 * a + 1;
    }
}

/* Hang what is connected with ROOT on it.  */
static void
hang_from (int root)
{
  unsigned i = nodes.length ();
  upward[root] = TOP;
  nodes.safe_push (root);
  for (; i < nodes.length (); i++)
    for (int k = first_at[nodes[i]]; k >= 0; k = next_at[k])
      {
	const arc *a = &arcs[k / 2];
	int other = k % 2 ? a->from : a->to;
	if (a->tree && upward[other] == UNSEEN)
	  {
	    upward[other] = k / 2;
	    nodes.safe_push (other);
	  }
      }
}

static void
hang_tree (int root)
{
  nodes.truncate (0);
  upward.truncate (0);
  for (unsigned n = 0; n < joined.length (); n++)
    upward.safe_push (UNSEEN);
  hang_from (root);
  for (unsigned n = 0; n < joined.length (); n++)
    if (upward[n] == UNSEEN)
      hang_from (n);
}

/* What is wanted of the tree needs the other arcs of the node below.  Mark it
   all, and return what measuring the marked ones would cost.  */
static double
mark_needed (auto_vec<bool> *needed)
{
  double cost = 0;
  for (unsigned a = 0; a < arcs.length (); a++)
    needed->safe_push (arcs[a].wanted);
  for (unsigned i = 0; i < nodes.length (); i++)
    {
      int n = nodes[i];
      if (upward[n] < 0 || !(*needed)[upward[n]])
	continue;
      for (int k = first_at[n]; k >= 0; k = next_at[k])
	if (arcs[k / 2].from != arcs[k / 2].to)
	  (*needed)[k / 2] = true;
    }
  for (unsigned a = 0; a < arcs.length (); a++)
    if ((*needed)[a] && !arcs[a].tree && !arcs[a].measured)
      cost += arcs[a].cost;
  return cost;
}

static double
direct_cost (void)
{
  double cost = 0;
  for (unsigned a = 0; a < arcs.length (); a++)
    if (arcs[a].wanted && !arcs[a].measured)
      cost += arcs[a].cost;
  return cost;
}

/* Tell SUM the arcs that are to be known from others.  */
static void
tell_sums (const auto_vec<bool> &needed, span_sum *sum)
{
  auto_vec<int> terms;
  for (unsigned i = nodes.length (); i-- > 0;)
    {
      int n = nodes[i], up = upward[n];
      if (up < 0 || !needed[up])
	continue;
      bool out = arcs[up].from == n;
      terms.truncate (0);
      for (int k = first_at[n]; k >= 0; k = next_at[k])
	{
	  int a = k / 2;
	  if (a == up || arcs[a].from == arcs[a].to)
	    continue;
	  /* What comes in is what goes up the tree, if that leads out.  */
	  bool in = k % 2;
	  terms.safe_push (in == out ? a + 1 : -(a + 1));
	}
      sum (up, terms);
    }
}

void
span_choose (void (*measure) (int arc), span_sum *sum)
{
  auto_vec<bool> needed;
  /* The outside has the most arcs, and nothing is summed up at the root.  */
  int outside = representative (0);
  grow_tree ();
  list_arcs ();
  hang_tree (outside);
  bool direct = direct_cost () <= mark_needed (&needed);
  for (unsigned a = 0; a < arcs.length (); a++)
    if (!arcs[a].measured
	&& (direct ? arcs[a].wanted : needed[a] && !arcs[a].tree))
      {
	arcs[a].measured = true;
	measure (a);
      }
  if (!direct)
    tell_sums (needed, sum);
}
