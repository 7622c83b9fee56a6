/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The flame graph: who called whom, and what was executed below each.  The picture is
   d3-flame-graph's.  */
"use strict";

/* The tree of folded stacks: [frames with `;' between them and a blank before the number].  */
function tree_of_stacks (lines)
{
  const root = { name: "all", value: 0, own: 0, children: [], of: new Map () };
  for (const line of lines)
    {
      const end = line.lastIndexOf (" "), n = Number (line.slice (end + 1));
      let at = root;
      at.value += n;
      for (const frame of line.slice (0, end).split (";"))
	{
	  if (!at.of.has (frame))
	    {
	      const next = { name: frame, value: 0, own: 0, children: [], of: new Map () };
	      at.of.set (frame, next);
	      at.children.push (next);
	    }
	  at = at.of.get (frame);
	  at.value += n;
	}
      at.own += n;
    }
  return root;
}

/* The tree of a call graph: names, what each function executed itself, which do the same each
   time (EVEN), calls [caller, callee, how many], of which caller -1 is what is not known.  Where
   a function has one caller, that has all of it.  If it has several, its executions are split
   among them as its calls are if each call does the same, and only then: else it stands apart, as
   nobody knows what it did for which.  Calls that come back to a function which is active are
   left out: its first call has it all.  */
function tree_of_calls (g)
{
  const n = g.names.length, out = Array.from ({ length: n }, () => []), begin = [];
  for (const [from, to, count] of g.calls)
    if (Number (count) > 0)
      from < 0 ? begin.push ([to, Number (count)]) : out[from].push ([to, Number (count)]);
  const state = new Uint8Array (n), below = new Float64Array (n), entered = new Float64Array (n), forward = Array.from ({ length: n }, () => []), callers = new Uint32Array (n);
  const order = [];
  function visit (root)
  {
    const stack = [[root, 0]];
    state[root] = 1;
    while (stack.length)
      {
	const top = stack.at (-1), [v] = top;
	if (top[1] == out[v].length)
	  {
	    state[v] = 2;
	    order.push (v);
	    stack.pop ();
	    continue;
	  }
	const call = out[v][top[1]++];
	if (state[call[0]] == 1)
	  continue;			/* it comes back */
	forward[v].push (call);
	entered[call[0]] += call[1];
	callers[call[0]]++;
	if (!state[call[0]])
	  {
	    state[call[0]] = 1;
	    stack.push ([call[0], 0]);
	  }
      }
  }
  begin.forEach (([v]) => state[v] || visit (v));
  /* Nobody is known to call these.  */
  for (let v = 0; v < n; v++)
    if (!state[v] && (Number (g.own[v]) || out[v].length) && !g.calls.some ((c) => c[1] == v && Number (c[2])))
      visit (v);
  for (let v = 0; v < n; v++)
    if (!state[v] && (Number (g.own[v]) || out[v].length))
      visit (v);
  begin.forEach (([v, count]) => { entered[v] += count; callers[v]++; });
  /* Those that are called come first in ORDER.  */
  const same = new Uint8Array (n), splits = (v) => callers[v] < 2 || same[v];
  for (const v of order)
    {
      same[v] = g.even[v] && forward[v].every (([to]) => same[to]);
      below[v] = Number (g.own[v]) + forward[v].reduce ((sum, [to, count]) => sum + (splits (to) ? below[to] * count / entered[to] : 0), 0);
    }
  const roots = [], unknown = [], is_main = (v) => g.names[v] == "main";
  for (let v = 0; v < n; v++)
    if (state[v] && !splits (v))
      unknown.push ([v, 1]);
    else if (state[v] && !entered[v])
      (is_main (v) ? roots : unknown).push ([v, 1]);
  for (const [v, count] of begin)
    if (splits (v))
      (is_main (v) ? roots : unknown).push ([v, count / entered[v]]);
  const sum = (list) => list.reduce ((sum, [v, part]) => sum + below[v] * part, 0);
  const all = sum (roots) + sum (unknown);
  /* What would be narrower than this is not drawn.  */
  const least = all / 4000;
  function node (v, part, depth)
  {
    const result = { name: g.names[v], value: below[v] * part, own: Number (g.own[v]) * part, children: [] };
    if (depth < 400)
      for (const [to, count] of forward[v])
	if (splits (to) && below[to] * part * count / entered[to] > least)
	  result.children.push (node (to, part * count / entered[to], depth + 1));
    return result;
  }
  const drawn = (list) => list.filter (([v, part]) => below[v] * part > least).map (([v, part]) => node (v, part, 1));
  const children = drawn (roots), apart = drawn (unknown);
  if (apart.length)
    children.push ({ name: "callers unknown", value: sum (unknown), own: 0, children: apart.map ((c) => ({ ...c, unknown: true })), unknown: true });
  return { name: "all", value: all, own: 0, children, below, state };
}

/* What is executed by each function of G and below it, and by it alone: also where the frames of
   TREE are too narrow to be drawn.  */
const sums_of_calls = (g, tree) => g.names.map ((name, v) => ({ name, all: tree.below[v], own: Number (g.own[v]) }))
  .filter ((r, v) => tree.state[v] && r.all > 0);

/* For each name what is executed by it and below it, each execution once, and by it alone.  */
function sums_of_tree (root)
{
  const sums = new Map (), active = new Map ();
  function add (node)
  {
    const s = sums.get (node.name) ?? { name: node.name, all: 0, own: 0 };
    sums.set (node.name, s);
    s.own += node.own;
    const depth = active.get (node.name) ?? 0;
    if (!depth)
      s.all += node.value;
    active.set (node.name, depth + 1);
    node.children.forEach (add);
    active.set (node.name, depth);
  }
  root.children.forEach (add);
  return [...sums.values ()];
}

/* The colour of a frame, by its name: dark text can be read on each, in both schemes.  */
function flame_colour (name)
{
  let h = 0;
  for (const c of name)
    h = (h * 31 + c.codePointAt (0)) % 9973;
  return "hsl(" + (18 + h % 38) + " 85% " + (62 + h % 13) + "%)";
}

/* Let the frames of SVG be reached and zoomed by keys, and have names.  The library makes
   and removes them as they come into the picture.  */
function flame_keys (svg, chart)
{
  const of = (g) => d3.select (g).datum ();
  const frames = () => [...svg.querySelectorAll ("g.frame")];
  const frame = (d) => frames ().find ((g) => of (g) === d);
  function name_frames ()
  {
    for (const g of frames ())
      if (!g.hasAttribute ("role"))
	{
	  g.setAttribute ("role", "button");
	  g.setAttribute ("aria-label", g.querySelector ("title").textContent);
	  g.hasAttribute ("tabindex") || g.setAttribute ("tabindex", of (g).parent ? -1 : 0);
	}
  }
  /* One of them is reached by the tabulator; all is there if that one has gone.  */
  function reach (g)
  {
    for (const other of frames ())
      other.setAttribute ("tabindex", other == g ? 0 : -1);
    g.focus ();
  }
  function beside (d, by)
  {
    const row = frames ().filter ((g) => of (g).depth == d.depth).sort ((a, b) => of (a).x0 - of (b).x0);
    return row[row.findIndex ((g) => of (g) === d) + by];
  }
  const widest = (d) => frames ().filter ((g) => of (g).parent === d).sort ((a, b) => of (b).value - of (a).value)[0];
  const all = () => frames ().find ((g) => !of (g).parent);
  const does = {
    ArrowDown: widest, ArrowUp: (d) => d.parent && frame (d.parent), ArrowLeft: (d) => beside (d, -1), ArrowRight: (d) => beside (d, 1), Home: all,
    Escape: (d) => { chart.resetZoom (); return frame (d) ?? all (); }
  };
  const zoom = (d, g) => { g.dispatchEvent (new MouseEvent ("click", { bubbles: true })); return g; };
  does.Enter = does[" "] = zoom;
  svg.addEventListener ("keydown", (event) =>
    {
      const g = event.target.closest ("g.frame");
      if (!g || !does[event.key] || event.ctrlKey || event.metaKey || event.altKey)
	return;
      event.preventDefault ();
      const next = does[event.key] (of (g), g);
      if (next)
	reach (next);
    });
  /* An svg that listens to this itself would be reached by the tabulator, too.  */
  svg.parentNode.addEventListener ("focusin", (event) => event.target.getAttribute ("tabindex") == "-1" && reach (event.target));
  new MutationObserver (() =>
    {
      name_frames ();
      if (!svg.querySelector ("g.frame[tabindex='0']"))
	all ()?.setAttribute ("tabindex", 0);
    }).observe (svg, { childList: true, subtree: true });
  name_frames ();
}

function flame_picture (node, tree, what)
{
  const width = Math.max (320, node.clientWidth);
  const chart = flamegraph.default ().width (width).cellHeight (20).minFrameSize (1).transitionDuration (0).sort (true).inverted (true)
    .setColorMapper ((d) => d.data.name == "all" ? "#d0d7de" : d.data.unknown ? "url(#unknown)" : flame_colour (d.data.name))
    .setSearchMatch ((d, words) => (d.highlight = words !== "" && d.data.name.toLowerCase ().includes (words.toLowerCase ())))
    .setLabelHandler ((d) => d.data.name + ": " + grouped (Math.round (d.data.value)) + " " + what + " (" + share (d.data.value, tree.value) + ")");
  d3.select (node).datum (tree).call (chart);
  const svg = node.querySelector ("svg");
  svg.insertAdjacentHTML ("afterbegin", "<defs><pattern id='unknown' width='8' height='8' patternUnits='userSpaceOnUse' patternTransform='rotate(45)'>"
			  + "<rect width='8' height='8' fill='#eaeef2'/><rect width='3' height='8' fill='#afb8c1'/></pattern></defs>");
  svg.setAttribute ("role", "group");
  svg.setAttribute ("aria-label", "Flame graph; arrow keys go from frame to frame, Enter zooms. The table below has its numbers.");
  flame_keys (svg, chart);
  return chart;
}

function flame_view (view, views, at)
{
  const tree = view.stacks ? tree_of_stacks (view.stacks) : tree_of_calls (view);
  const rows = (view.stacks ? sums_of_tree (tree) : sums_of_calls (view, tree)).map ((r) => ({ ...r, all: Math.round (r.all), own: Math.round (r.own) }));
  const picture = e ("div.flame");
  let chart = null;
  const search = e ("input", { type: "search", "aria-label": "Mark frames whose name has", placeholder: "mark frames",
    input: (event) => chart && (event.target.value ? chart.search (event.target.value) : chart.clear ()) });
  const around = e ("button", { type: "button", click: () => chart && chart.resetZoom () }, "Whole picture");
  const mark = (r) => e ("button.link", { type: "button", click: () => { search.value = r.name; chart && chart.search (r.name); } }, r.name);
  const sums = table ([["function", (r) => r.name, (r) => chart ? mark (r) : r.name, true], [view.unit + (view.stacks ? ", with what it called" : ", with what is known below"), (r) => r.all, (r) => grouped (r.all)],
		       ["share", (r) => r.all, (r) => share (r.all, tree.value)], [view.unit + " of its own", (r) => r.own, (r) => grouped (r.own)]],
		      () => rows.slice (), 1, 50);
  const choose = views.length > 1 ? e ("select", { "aria-label": "What is shown", change: (event) => { location.hash = "#/flame/" + event.target.value; } },
    views.map ((v, i) => e ("option", { value: i, selected: i == at ? "" : null }, v.title))) : null;
  show ("Flame graph", e ("h2", null, "Flame graph: ", view.title), only_now (), ...view.notes.map ((n) => e ("p.note", null, n)),
	e ("p.tools", null, choose, search, around), picture,
	e ("p.note.moves", null, "A click on a frame zooms to it. Arrow keys go from frame to frame: down to the widest that it called, up to its caller, left and right to those beside it; Enter zooms, Escape shows the whole picture."),
	e ("h2", null, "The same as a table"), sums.node);
  if (!tree.value)
    picture.replaceChildren (e ("p.note", null, "Nothing was executed."));
  else
    library ("flame-library", "flamegraph", () => { chart = flame_picture (picture, tree, view.unit); sums.fill (); },
	     () =>
	     {
	       /* Without a picture these do nothing.  */
	       for (const node of [search, around, document.querySelector (".moves")])
		 node.remove ();
	       picture.replaceChildren (e ("p.note", null, "This ghalt was built without d3-flame-graph, which draws the picture: the table has its numbers. "
							       + "docs/install.md says how to build it with that."));
	     });
}

pages.flame = function (at)
{
  load ("flame", (f) =>
    {
      const views = f.views;
      at = Math.min (Number (at) || 0, views.length - 1);
      if (at < 0)
	show ("Flame graph", e ("h2", null, "Flame graph"), e ("p.note", null, "Nothing was recorded that a flame graph could show."));
      else
	flame_view (views[at], views, at);
    });
};
