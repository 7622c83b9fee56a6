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

int
span::representative (int n)
{
  while (joined[n] != n)
    n = joined[n] = joined[joined[n]];
  return n;
}

int
span::node (void)
{
  int n = joined.length ();
  joined.safe_push (n);
  return n;
}

bool
span::join (int a, int b)
{
  int from = representative (a), to = representative (b);
  joined[from] = to;
  return from != to;
}

int
span::add (int from, int to, double cost)
{
  arcs.safe_push ({ from, to, cost, false, false, cost < 0 });
  return arcs.length () - 1;
}

void
span::want (int a)
{
  arcs[a].wanted = true;
}

bool
span::measured (int a)
{
  return arcs[a].measured;
}

/* The dearest first; of those that cost the same, the last.  */
static int
by_cost (const void *left, const void *right, void *data)
{
  const span::arc *arcs = (const span::arc *) data;
  int a = *(const int *) left, b = *(const int *) right;
  if (arcs[a].cost != arcs[b].cost)
    return arcs[a].cost > arcs[b].cost ? -1 : 1;
  return b - a;
}

/* Mark the arcs of a tree of maximal cost (Kruskal), over nodes that have been
   made one.  */
void
span::grow_tree (void)
{
  auto_vec<int> order;
  for (unsigned a = 0; a < arcs.length (); a++)
    {
      arcs[a].from = representative (arcs[a].from);
      arcs[a].to = representative (arcs[a].to);
      if (!arcs[a].measured)
	order.safe_push (a);
    }
  order.sort (by_cost, arcs.address ());
  for (unsigned i = 0; i < order.length (); i++)
    {
      arc *a = &arcs[order[i]];
      a->tree = join (a->from, a->to);
    }
}

#define TOP (-1)
#define UNSEEN (-2)

void
span::list_arcs (void)
{
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
void
span::hang_from (int root)
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

void
span::hang_tree (int root)
{
  for (unsigned n = 0; n < joined.length (); n++)
    upward.safe_push (UNSEEN);
  hang_from (root);
  for (unsigned n = 0; n < joined.length (); n++)
    if (upward[n] == UNSEEN)
      hang_from (n);
}

/* What is wanted of the tree needs the other arcs of the node below.  Mark it
   all, and return what measuring the marked ones would cost.  */
double
span::mark_needed (void)
{
  double cost = 0;
  for (unsigned a = 0; a < arcs.length (); a++)
    needed.safe_push (arcs[a].wanted);
  for (unsigned i = 0; i < nodes.length (); i++)
    {
      int n = nodes[i];
      if (upward[n] < 0 || !needed[upward[n]])
	continue;
      for (int k = first_at[n]; k >= 0; k = next_at[k])
	if (arcs[k / 2].from != arcs[k / 2].to)
	  needed[k / 2] = true;
    }
  for (unsigned a = 0; a < arcs.length (); a++)
    if (needed[a] && !arcs[a].tree && !arcs[a].measured)
      cost += arcs[a].cost;
  return cost;
}

double
span::direct_cost (void)
{
  double cost = 0;
  for (unsigned a = 0; a < arcs.length (); a++)
    if (arcs[a].wanted && !arcs[a].measured)
      cost += arcs[a].cost;
  return cost;
}

void
span::choose (void)
{
  /* The outside has the most arcs, and nothing is summed up at the root.  */
  int outside = representative (0);
  grow_tree ();
  list_arcs ();
  hang_tree (outside);
  bool direct = direct_cost () <= mark_needed ();
  for (unsigned a = 0; a < arcs.length (); a++)
    if (!arcs[a].measured)
      arcs[a].measured = direct ? arcs[a].wanted : needed[a] && !arcs[a].tree;
  n_left = direct ? 0 : nodes.length ();
}

int
span::next_sum (vec<int> *terms)
{
  while (n_left-- > 0)
    {
      int n = nodes[n_left], up = upward[n];
      if (up < 0 || !needed[up])
	continue;
      bool out = arcs[up].from == n;
      terms->truncate (0);
      for (int k = first_at[n]; k >= 0; k = next_at[k])
	{
	  int a = k / 2;
	  if (a == up || arcs[a].from == arcs[a].to)
	    continue;
	  /* What comes in is what goes up the tree, if that leads out.  */
	  bool in = k % 2;
	  terms->safe_push (in == out ? a + 1 : -(a + 1));
	}
      return up;
    }
  return -1;
}
