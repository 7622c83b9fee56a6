/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Where the parts of a flow graph are drawn.

   This function is the text of a worker, behind that of the library which places the
   boxes (dagre): it knows nothing of the page.  What the library does takes more than
   twice as long for twice as many boxes, so a large graph is cut into regions which are
   placed one by one, the inner ones first, each of which is a box in what is around it.
   A region is what one block dominates, so control comes into it only there.

   It is sent
     units: width and height of each box; the first is where the function is entered
     up: for each the nearest one that dominates it, or -1
     links: [from, to], from one box to another
   and answers
     at: left and top of each box
     routes: for each link [x, y, ...], from its begin to its end
     regions: [left, top, width, height, first unit]
     size: width and height of all.  */
"use strict";

function layout_worker ()
{
  const MOST = 90;		/* boxes of a region, if it can be cut */
  const LEAST = 6;		/* that it is worth while for */
  const PAD = 12;		/* inside a region's border */
  const LANE = 10;		/* for what goes back around a region */
  const GAP = 34;		/* between parts that no link connects */

  /* The units in an order in which each comes after what dominates it.  */
  function ordered (g)
  {
    const below = g.units.map (() => []), order = [];
    g.up.forEach ((d, u) => d >= 0 && below[d].push (u));
    const stack = g.up.flatMap ((d, u) => d < 0 ? [u] : []).reverse ();
    while (stack.length)
      {
	const u = stack.pop ();
	order.push (u);
	for (let i = below[u].length - 1; i >= 0; i--)
	  stack.push (below[u][i]);
      }
    return { order, below };
  }

  /* The regions: [{ head, up, depth, units }], each after what it is in; and for each unit
     the one that it is in.  */
  function cut (g)
  {
    const { order, below } = ordered (g), size = g.units.map (() => 1), heads = new Set ();
    for (const u of order.slice ().reverse ())
      {
	size[u] += below[u].reduce ((sum, c) => sum + (heads.has (c) ? 1 : size[c]), 0);
	for (const c of below[u].slice ().sort ((a, b) => size[b] - size[a]))
	  if (size[u] > MOST && size[c] >= LEAST && !heads.has (c))
	    {
	      heads.add (c);
	      size[u] -= size[c] - 1;
	    }
      }
    const regions = [{ head: order[0], up: -1, depth: 0, units: [] }], of = [];
    for (const u of order)
      {
	const around = g.up[u] < 0 ? 0 : of[g.up[u]];
	of[u] = around;
	if (heads.has (u))
	  {
	    of[u] = regions.length;
	    regions.push ({ head: u, up: around, depth: regions[around].depth + 1, units: [] });
	  }
	regions[of[u]].units.push (u);
      }
    return { regions, of };
  }

  /* Items of a region are units, "r" and a region, "p" and the unit that leads out to.  */
  function links_of (g, regions, of)
  {
    for (const r of regions)
      r.links = new Map ();
    const add = (r, from, to) =>
      {
	const key = from + ">" + to;
	if (!r.links.has (key))
	  r.links.set (key, { from, to });
	return r.links.get (key);
      };
    /* The parts of each link: [region, its link there].  */
    return g.links.map (([u, v]) =>
      {
	const parts = [];
	let a = of[u], b = of[v], from = u, to = v;
	const leave = () =>
	  {
	    parts.push ([a, add (regions[a], from, "p" + v)]);
	    from = "r" + a;
	    a = regions[a].up;
	  };
	const enter = () =>
	  {
	    to = "r" + b;
	    b = regions[b].up;
	  };
	while (regions[a].depth > regions[b].depth)
	  leave ();
	while (regions[b].depth > regions[a].depth)
	  enter ();
	while (a != b)
	  {
	    leave ();
	    enter ();
	  }
	if (from !== to)
	  parts.push ([a, add (regions[a], from, to)]);
	return parts;
      });
  }

  /* Mark the links of R that go back to what is on the way to them.  */
  function find_back (r, first)
  {
    const out = new Map (), state = new Map (), list = [first, ...r.units, ...r.inner.map ((i) => "r" + i)];
    for (const l of r.links.values ())
      out.set (l.from, [...(out.get (l.from) || []), l]);
    for (const start of list)
      {
	if (state.has (start))
	  continue;
	const stack = [[start, 0]];
	state.set (start, 1);
	while (stack.length)
	  {
	    const top = stack.at (-1), next = (out.get (top[0]) || [])[top[1]++];
	    if (!next)
	      {
		state.set (top[0], 2);
		stack.pop ();
	      }
	    else if (state.get (next.to) == 1)
	      next.back = true;
	    else if (!state.has (next.to))
	      {
		state.set (next.to, 1);
		stack.push ([next.to, 0]);
	      }
	  }
      }
  }

  /* The parts of region R that no link connects, that of its head first: lists of items.
     What leads out of each gets ports of its own.  */
  function components (r)
  {
    const items = [...r.units, ...r.inner.map ((k) => "r" + k)], same = new Map (items.map ((i) => [i, i]));
    const find = (i) =>
      {
	while (same.get (i) != i)
	  {
	    same.set (i, same.get (same.get (i)));
	    i = same.get (i);
	  }
	return i;
      };
    for (const l of r.links.values ())
      if (l.to[0] != "p")
	same.set (find (l.to), find (l.from));
    const by = new Map ([[find (r.head), { items: [], links: [] }]]);
    for (const i of items)
      {
	if (!by.has (find (i)))
	  by.set (find (i), { items: [], links: [] });
	by.get (find (i)).items.push (i);
      }
    for (const l of r.links.values ())
      by.get (find (l.from)).links.push (l);
    return [...by.values ()];
  }

  /* Let the library place component C of a region.  */
  function place_component (g, regions, c)
  {
    const graph = new dagre.graphlib.Graph ({ multigraph: true });
    const ports = new Set (c.links.map ((l) => l.to).filter ((to) => to[0] == "p")), at = new Map ();
    graph.setGraph ({ nodesep: 22, edgesep: 14, ranksep: 46,
		      ranker: ports.size || c.items.length > 150 ? "longest-path" : "network-simplex" });
    for (const item of c.items)
      {
	const [width, height] = typeof item == "number" ? g.units[item] : regions[item.slice (1)].size;
	graph.setNode (String (item), { width, height });
      }
    for (const port of ports)
      graph.setNode (port, { width: 2, height: 2 });
    for (const l of c.links)
      if (l.back)
	graph.setEdge (String (l.to), String (l.from), { weight: 1, link: l }, "back");
      else
	graph.setEdge (String (l.from), String (l.to), { weight: 2, link: l }, "on");
    dagre.layout (graph);
    let left = 0, top = 0, right = 0, bottom = 0;
    const spread = (x, y) =>
      {
	left = Math.min (left, x);
	top = Math.min (top, y);
	right = Math.max (right, x);
	bottom = Math.max (bottom, y);
      };
    for (const item of c.items)
      {
	const n = graph.node (String (item));
	at.set (item, [n.x - n.width / 2, n.y - n.height / 2]);
	spread (n.x - n.width / 2, n.y - n.height / 2);
	spread (n.x + n.width / 2, n.y + n.height / 2);
      }
    for (const e of graph.edges ())
      {
	const { points, link } = graph.edge (e);
	link.points = points.map ((p) => [p.x, p.y]);
	if (link.back)
	  link.points.reverse ();
	link.points.forEach (([x, y]) => spread (x, y));
      }
    return { at, left, top, width: right - left, height: bottom - top, links: c.links };
  }

  /* Place what is in region number I: its components in rows below each other, that of its
     head first.  */
  function place (g, regions, i)
  {
    const r = regions[i], pad = i ? PAD : 0;
    find_back (r, r.head);
    const [first, ...rest] = components (r).map ((c) => place_component (g, regions, c));
    const area = [first, ...rest].reduce ((sum, c) => sum + (c.width + GAP) * (c.height + GAP), 0);
    const most = Math.max (first.width, ...rest.map ((c) => c.width), Math.sqrt (area * 1.7));
    let x = 0, y = 0, high = 0, wide = 0;
    r.at = new Map ();
    for (const c of [first, ...rest.sort ((a, b) => b.height - a.height)])
      {
	if (x + c.width > most)
	  {
	    y += high + GAP;
	    x = high = 0;
	  }
	const dx = x - c.left + pad, dy = y - c.top + pad;
	for (const [item, [left, top]] of c.at)
	  r.at.set (item, [left + dx, top + dy]);
	for (const l of c.links)
	  l.points = l.points.map (([a, b]) => [a + dx, b + dy]);
	x += c.width + GAP;
	high = Math.max (high, c.height);
	wide = Math.max (wide, x - GAP);
      }
    r.size = [wide + 2 * pad + (i ? LANE : 0), y + high + 2 * pad];
  }

  /* The way of a link through its PARTS, which begins at box U and ends at V.  */
  function route (g, regions, of, at, parts, u, v)
  {
    const way = [];
    parts.forEach (([i, link], k) =>
      {
	const r = regions[i], points = link.points.map (([x, y]) => [x + r.left, y + r.top]);
	if (k > 0)
	  {
	    /* It comes out of the region before, below; what goes back goes around that.  */
	    const before = regions[parts[k - 1][0]], x = way.at (-1)[0];
	    const right = before.left + before.size[0], bottom = before.top + before.size[1];
	    if (link.back)
	      way.push ([x, bottom - LANE / 2], [right - LANE / 2, bottom - LANE / 2], [right - LANE / 2, before.top]);
	    else
	      way.push ([x, bottom]);
	    points.shift ();
	  }
	way.push (...points);
      });
    /* Control leaves a box at its bottom and enters one at its top; back, at a side.  */
    const middle = (unit) => at[unit][0] + g.units[unit][0] / 2;
    const side = (unit, x) => [at[unit][0] + (x < middle (unit) ? 0 : g.units[unit][0]), at[unit][1] + g.units[unit][1] / 2];
    if (parts.length && typeof parts[0][1].from == "number")
      way[0] = parts[0][1].back ? side (u, way[1][0]) : [middle (u), at[u][1] + g.units[u][1]];
    if (parts.length && typeof parts.at (-1)[1].to == "number")
      way[way.length - 1] = parts.at (-1)[1].back ? side (v, way.at (-2)[0]) : [middle (v), at[v][1]];
    if (parts.length && of[v] != parts.at (-1)[0])
      way.push ([at[v][0] + g.units[v][0] / 2, at[v][1]]);
    if (!parts.length)		/* from a box to itself */
      {
	const [x, y] = at[u], [w, h] = g.units[u];
	way.push ([x + w, y + h - 8], [x + w + 14, y + h - 8], [x + w + 14, y + 8], [x + w, y + 8]);
      }
    return way;
  }

  /* Ends of several routes at one side of a box are put beside each other.  */
  function spread (g, at, routes)
  {
    const sides = new Map ();
    g.links.forEach (([u, v], i) =>
      {
	if (u == v)
	  return;
	for (const [unit, end, next] of [[u, 0, 1], [v, routes[i].length - 1, routes[i].length - 2]])
	  {
	    const y = routes[i][end][1], top = at[unit][1], bottom = top + g.units[unit][1];
	    const key = unit + (Math.abs (y - top) < 1 ? "t" : Math.abs (y - bottom) < 1 ? "b" : "");
	    if (!sides.has (key))
	      sides.set (key, { unit, ends: [] });
	    sides.get (key).ends.push ([routes[i][end], routes[i][next][0]]);
	  }
      });
    for (const [key, { unit, ends }] of sides)
      {
	if (!/[tb]$/.test (key))
	  continue;
	const wide = g.units[unit][0], step = Math.min (30, wide / (ends.length + 1));
	ends.sort ((a, b) => a[1] - b[1]);
	ends.forEach (([point], i) =>
	  { point[0] = at[unit][0] + wide / 2 + (i - (ends.length - 1) / 2) * step; });
      }
  }

  function lay_out (g)
  {
    const { regions, of } = cut (g), parts = links_of (g, regions, of), at = [];
    for (const r of regions)
      r.inner = [];
    regions.forEach ((r, i) => r.up >= 0 && regions[r.up].inner.push (i));
    for (let i = regions.length - 1; i >= 0; i--)
      place (g, regions, i);
    regions.forEach ((r, i) =>
      {
	const [x, y] = i ? regions[r.up].at.get ("r" + i) : [0, 0];
	r.left = x + (i ? regions[r.up].left : 0);
	r.top = y + (i ? regions[r.up].top : 0);
	for (const u of r.units)
	  at[u] = [r.at.get (u)[0] + r.left, r.at.get (u)[1] + r.top];
      });
    const routes = g.links.map (([u, v], i) => route (g, regions, of, at, parts[i], u, v));
    spread (g, at, routes);
    return { at, routes: routes.map ((w) => w.flat ()), size: regions[0].size,
	     regions: regions.slice (1).map ((r) => [r.left, r.top, ...r.size, r.head]) };
  }

  onmessage = (event) =>
    {
      const start = performance.now (), answer = lay_out (event.data);
      answer.ms = performance.now () - start;
      postMessage (answer);
    };
}
