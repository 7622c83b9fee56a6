/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The flow graph of a function: its links, what dominates each block, which blocks are shown.

   A block that is seldom or never executed is one box with all blocks that it dominates.
   Blocks that can only follow each other are one box for the layout.  */
"use strict";

const flow = (function ()
{
  const MOST = 300;		/* boxes that are shown unless more is asked for */
  const MANY = 12;		/* links from or to a box, of which only the hottest are drawn */
  const WIDE = 46;		/* characters of a source line in a block */
  const ENTRY = 0, EXIT = 1, FALL = 1, TAKEN = 2, INDEX = 8;
  const WORDS = { 1: "on", 2: "taken", 4: "jump", 8: "index", 16: "return", 32: "exception", 64: "abnormal" };
  const FOLDS = [[null, "nothing"], [0, "never executed"], [1e-6, "below 0.0001 % of the hottest"], [1e-4, "below 0.01 %"],
		 [1e-3, "below 0.1 %"], [1e-2, "below 1 %"], [1e-1, "below 10 %"]];

  const known = (c) => !Array.isArray (c);
  function add (a, b)
  {
    if (!known (a) || !known (b))
      return known (a) ? b : a;
    const sum = Number (a) + Number (b);
    return Number.isSafeInteger (sum) ? sum : String (BigInt (a) + BigInt (b));
  }
  const hottest_first = (list) => list.slice ().sort ((a, b) => Number (known (b.count) ? b.count : 0) - Number (known (a.count) ? a.count : 0));
  const shown = (c) => known (c) ? grouped (c) : "?";
  const times = (c) => !known (c) ? "an unknown number of times" : Number (c) ? grouped (c) + (c == 1 ? " time" : " times") : "never executed";
  const name = (b) => b == ENTRY ? "entry" : b == EXIT ? "exit" : "block " + b;

  /* --- the graph of a function ------------------------------------------------- */

  /* Edges from one block to another are one link.  */
  function find_links (g)
  {
    const by = new Map ();
    let last = "";
    const reason = (c) =>
      {
	if (!known (c))
	  c[0] = last = c[0] ?? last;
      };
    g.blocks.forEach ((b) => { reason (b[0]); reason (b[6]); });
    g.edges.forEach (([from, to, kind, count], i) =>
      {
	const key = from * g.blocks.length + to;
	reason (count);
	if (!by.has (key))
	  by.set (key, { from, to, count: 0, old: 0, edges: [] });
	const l = by.get (key);
	l.edges.push (i);
	l.count = add (l.count, count);
	if (g.old)
	  l.old = add (l.old, g.old.edges[i]);
	l.kinds |= kind;
      });
    g.links = [...by.values ()];
    g.out = g.blocks.map (() => []);
    g.into = g.blocks.map (() => []);
    for (const l of g.links)
      {
	g.out[l.from].push (l);
	g.into[l.to].push (l);
      }
  }

  /* What dominates each block: Cooper, Harvey and Kennedy's way.  */
  function find_dominators (g)
  {
    const n = g.blocks.length, up = new Int32Array (n).fill (-1), number = new Int32Array (n).fill (-1), order = [];
    const stack = [[ENTRY, 0]], seen = new Uint8Array (n);
    seen[ENTRY] = 1;
    while (stack.length)
      {
	const top = stack.at (-1), l = g.out[top[0]][top[1]++];
	if (!l)
	  {
	    number[top[0]] = order.length;
	    order.push (top[0]);
	    stack.pop ();
	  }
	else if (!seen[l.to])
	  {
	    seen[l.to] = 1;
	    stack.push ([l.to, 0]);
	  }
      }
    up[ENTRY] = ENTRY;
    for (let changed = true; changed;)
      {
	changed = false;
	for (let i = order.length - 2; i >= 0; i--)
	  {
	    let d = -1;
	    for (const { from } of g.into[order[i]])
	      if (up[from] >= 0)
		{
		  let a = from;
		  if (d < 0)
		    d = a;
		  while (a != d)
		    if (number[a] < number[d])
		      a = up[a];
		    else
		      d = up[d];
		}
	    if (up[order[i]] != d)
	      {
		up[order[i]] = d;
		changed = true;
	      }
	  }
      }
    for (let b = 0; b < n; b++)
      if (up[b] < 0 || b == EXIT)
	up[b] = ENTRY;
    up[ENTRY] = -1;
    g.up = up;
    g.below = g.blocks.map (() => []);
    for (let b = 1; b < n; b++)
      g.below[up[b]].push (b);
    /* How many blocks each dominates, and the largest count of them.  */
    g.size = new Int32Array (n).fill (1);
    g.most = g.blocks.map ((b) => known (b[0]) ? Number (b[0]) : Infinity);
    g.order = [];
    const list = [ENTRY];
    while (list.length)
      {
	const b = list.pop ();
	g.order.push (b);
	list.push (...g.below[b]);
      }
    for (let i = n - 1; i > 0; i--)
      {
	const b = g.order[i];
	g.size[up[b]] += g.size[b];
	g.most[up[b]] = Math.max (g.most[up[b]], g.most[b]);
      }
    g.hottest = Math.max (0, ...g.blocks.map ((b) => known (b[0]) ? Number (b[0]) : 0));
  }

  function prepare (g)
  {
    if (g.links)
      return;
    find_links (g);
    find_dominators (g);
  }

  /* How hot N is, from 0 to 1.  Most of the scale is for what comes close to the hottest.  */
  const heat = (g, c) => known (c) && Number (c) ? (Math.log2 (Number (c) + 1) / Math.log2 (g.hottest + 1)) ** 3 : 0;

  function link_words (g, l)
  {
    const branch = g.out[l.from].some ((o) => o.kinds & TAKEN), words = [];
    for (const bit in WORDS)
      if (l.kinds & bit)
	words.push (bit == FALL && branch ? "not taken" : bit == INDEX ? indices (g, l) : WORDS[bit]);
    return words.join (", ");
  }

  function indices (g, l)
  {
    const list = l.edges.filter ((i) => g.edges[i][2] == INDEX).map ((i) => g.edges[i][4]).sort ((a, b) => a - b), ranges = [];
    for (const i of list)
      if (ranges.length && ranges.at (-1)[1] == i - 1)
	ranges.at (-1)[1] = i;
      else
	ranges.push ([i, i]);
    return "index " + ranges.slice (0, 4).map (([a, b]) => a == b ? a : a + "-" + b).join (",") + (ranges.length > 4 ? ",..." : "");
  }

  /* Its share in what leaves its block; and what that was.  */
  function chance (g, l)
  {
    const part = (key) =>
      {
	const of = g.out[l.from].reduce ((sum, o) => add (sum, o[key]), 0);
	return known (l[key]) && known (of) ? share (l[key], of) : "";
      };
    const now = part ("count"), old = g.old ? part ("old") : now;
    return old == now ? now : (old || "-") + " \u2192 " + (now || "-");
  }

  /* The count of block B; and what it was.  */
  const count_text = (g, b) => (g.old ? shown (g.old.blocks[b]) + " \u2192 " : "") + shown (g.blocks[b][0]);

  /* --- what is shown -------------------------------------------------------------- */

  /* For each block the one that stands for it: itself, or the first of what is folded.  */
  function find_shown (v, limit)
  {
    const g = v.g, as = new Int32Array (g.blocks.length);
    const open = new Uint8Array (g.blocks.length);
    for (const b of g.order)
      {
	const up = g.up[b];
	if (up >= 0 && as[up] != up)
	  as[b] = as[up];
	else if (up >= 0 && v.folded.has (up) && b != EXIT)
	  as[b] = up;
	else
	  as[b] = b;
	if (up >= 0 && open[up] && as[b] == b)
	  open[b] = 1;
	if (v.opened.has (b))
	  open[b] = g.size[b] <= 100 ? 1 : 0;
	else if (as[b] == b && limit != null && !open[b] && b > EXIT && g.size[b] > 1 && g.most[b] <= limit)
	  v.folded.add (b);
      }
    return as;
  }

  function is_folded (v, b)
  {
    return v.folded.has (b) && v.as[b] == b;
  }

  /* Choose what is folded, and what is one box for the layout: v.units, lists of
     blocks, and links between these.  */
  function choose (v)
  {
    const g = v.g, closed = v.closed;
    if (v.only)
      {
	v.folded = new Set ();
	v.as = g.blocks.map ((_, b) => v.only.has (b) ? b : -1);
	return make_units (v);
      }
    const limit = (fold) => fold == null ? null : fold * g.hottest;
    const fold = (f) =>
      {
	v.folded = new Set (closed);
	v.as = find_shown (v, limit (f));
	make_units (v);
	return v.units.length;
      };
    v.chosen = v.fold;
    if (v.fold !== undefined)
      fold (v.fold);
    else
      for (const [f] of FOLDS.slice (1))
	{
	  v.chosen = f;
	  if (fold (f) <= MOST)
	    break;
	}
  }

  function make_units (v)
  {
    const g = v.g, by = new Map (), out = new Map (), into = new Map ();
    v.links = [];
    for (const l of g.links)
      {
	const from = v.as[l.from], to = v.as[l.to];
	if (from < 0 || to < 0 || from == to && l.from != l.to || from == to && is_folded (v, from))
	  continue;
	const key = from * g.blocks.length + to;
	if (!by.has (key))
	  {
	    const made = { from, to, count: 0, parts: [], kinds: 0 };
	    by.set (key, made);
	    v.links.push (made);
	    out.set (from, (out.get (from) || 0) + 1);
	    into.set (to, (into.get (to) || 0) + 1);
	  }
	const made = by.get (key);
	made.parts.push (l);
	made.count = add (made.count, l.count);
	made.kinds |= l.kinds;
      }
    find_stubs (v);
    /* Blocks that follow each other.  */
    const next = new Map (), after = new Set (), plain = (b) => b > EXIT && !v.only && !v.folded.has (b);
    for (const l of v.links)
      if (l.from != l.to && plain (l.from) && plain (l.to) && out.get (l.from) == 1 && into.get (l.to) == 1
	  && g.up[l.to] == l.from)
	{
	  next.set (l.from, l);
	  after.add (l.to);
	  l.inside = true;
	}
    v.units = [];
    v.unit = new Map ();
    for (const b of g.order)
      if (v.as[b] == b && !after.has (b))
	{
	  const unit = [];
	  for (let at = b; at != null; at = next.get (at)?.to)
	    {
	      v.unit.set (at, v.units.length);
	      unit.push (at);
	    }
	  v.units.push (unit);
	}
  }

  /* Where very many links begin or end, at a switch or the head of a large loop, all but the
     hottest are stubs: they are drawn when one of their ends is selected.  */
  function find_stubs (v)
  {
    for (const [end, keep] of [["from", 6], ["to", 3]])
      {
	const by = new Map ();
	for (const l of v.links)
	  by.set (l[end], [...(by.get (l[end]) || []), l]);
	for (const list of by.values ())
	  if (list.length > MANY)
	    for (const l of hottest_first (list).slice (keep))
	      l.stub = true;
      }
  }

  /* Unfold what hides block B, and B itself if it is to be OPEN; true if something did.  */
  function reveal (v, b, open)
  {
    let any = false;
    if (v.only && !v.only.has (b))
      {
	v.only = null;
	choose (v);
	any = true;
      }
    while (v.as[b] != b || is_folded (v, b) && (open || v.lit?.has (b)))
      {
	const head = v.as[b];
	any = true;
	v.closed.delete (head);
	v.opened.add (head);
	choose (v);
	if (v.as[b] == head && v.folded.has (head))
	  break;
      }
    return any;
  }

  /* --- the text of blocks --------------------------------------------------------- */

  const line_of = (g, b) => g.blocks[b][2] || 0;
  function lines_text (v, b)
  {
    const [, , first, last, , file] = v.g.blocks[b];
    if (!first)
      return "";
    return (file ? data.index.files[file - 1].shown.replace (/.*\//, "") + ":" : "line ") + first + (last && last != first ? "-" + last : "");
  }

  function source_lines (v, b)
  {
    const [, , first, last, , file] = v.g.blocks[b];
    if (!first || file || !v.text)
      return [];
    const to = last && last > first ? last : first, list = [];
    for (let i = first; i <= to && list.length < 3; i++)
      {
	const text = (v.text[i - 1] || "").replace (/\t/g, "        ");
	if (/\w/.test (text))
	  list.push (text);
      }
    const indent = Math.min (...list.map ((t) => t.search (/\S/)));
    return list.map ((t) => t.slice (indent)).map ((t) => t.length > WIDE ? t.slice (0, WIDE - 1) + "\u2026" : t);
  }

  /* The rows of block B: the first two are its title and its count.  */
  function rows_of (v, b)
  {
    const g = v.g;
    if (is_folded (v, b))
      {
	const n = g.size[b], most = g.most[b];
	return ["\u25b8 " + n + " blocks from " + b, most == 0 ? "never executed"
		: most == Infinity ? "unknown how often" : "at most " + grouped (most) + " times"];
      }
    if (b <= EXIT)
      return [name (b), count_text (g, b)];
    return [b + "  " + lines_text (v, b), count_text (g, b), ...source_lines (v, b)];
  }

  function label (v, b)
  {
    const g = v.g;
    if (is_folded (v, b))
      return g.size[b] + " folded blocks from block " + b + ", " + rows_of (v, b)[1];
    const ways = g.out[b].map ((l) => name (l.to) + (g.out[b].length > 1 ? " " + link_words (g, l) + " " + chance (g, l) : ""));
    return name (b) + (b > EXIT ? ", " + lines_text (v, b) : "") + ", " + times (g.blocks[b][0]) + (g.old ? ", before: " + shown (g.old.blocks[b]) : "") + (ways.length ? "; goes to " + ways.slice (0, 8).join (", ") : "");
  }

  return { ENTRY, EXIT, FALL, TAKEN, FOLDS, known, add, hottest_first, shown, times, name, prepare,
	   heat, link_words, chance, is_folded, choose, reveal, line_of, lines_text, rows_of, label };
}) ();
