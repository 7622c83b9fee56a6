/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Ball-Larus paths: the hottest in a table (#/paths), and one lit in its function's graph
   and source (#/path/FUNCTION/NUMBER), to step through.  */
"use strict";

pages.paths = function ()
{
  const index = data.index, rows = (index.paths || []).map (([row, k, n, insns, lines]) => ({ row, k, n, insns, lines, fn: index.functions[row] }));
  show ("Paths", e ("h2", null, "Hottest paths"), only_now (),
	e ("p.note", null, "A path goes from where a function is entered, or a loop is entered again, to where it is left or a loop is closed. It costs its statements, which GCC makes instructions of, each time it is taken. All paths together cost " + grouped (index.cost) + "."),
	rows.length ? table ([["cost", (r) => r.insns, (r) => grouped (r.insns)], ["share", (r) => r.insns, (r) => share (r.insns, index.cost)],
			      ["executed", (r) => r.n, (r) => grouped (r.n)],
			      ["path", (r) => r.fn.name, (r) => e ("a", { href: "#/path/" + r.row + "/" + r.k }, r.fn.name + ", " + ordinal (r.k)), true],
			      ["lines", (r) => r.lines, (r) => r.lines, true],
			      ["where", (r) => r.fn.file == null ? "" : data.index.files[r.fn.file].shown, (r) => place (r.fn.file, r.fn.line), true]],
			     () => rows.slice (), 0, 100).node
	: e ("p", null, "No paths were counted: compile with -fplugin-arg-halt-blpp."));
};

/* The path that is number K of its function's: 0 is the costliest.  */
const ordinal = (k) => k == 0 ? "costliest path" : "path " + (k + 1);

/* Light path K of view V's function, or none if it is null.  */
function light_path (v, k)
{
  const p = k == null ? null : v.g.paths.list[k];
  v.path = k;
  v.step = 0;
  v.lit = p ? new Set (p[6]) : null;
  v.first_line = p?.[6].map ((b) => v.g.blocks[b]).find ((b) => b[2] && !b[5])?.[2];
  v.lit_edges = p ? new Set (p[7]) : null;
  v.step_block = p ? p[6][0] : null;
  if (v.source_rows)
    for (const row of v.source_rows.values ())
      row.classList.remove ("lit");
  for (const b of p ? p[6] : [])
    {
      const [, , first, last, , file] = v.g.blocks[b];
      for (let i = first; first && !file && i <= Math.max (first, last || 0) && i < first + 500; i++)
	v.source_rows?.get (i)?.classList.add ("lit");
    }
}

/* What is hidden of the path is shown; then all of it is in the picture.  */
function show_path (v, k, fresh)
{
  light_path (v, k);
  let any = fresh;
  if (v.path_only ?? v.g.blocks.length > 40)
    {
      any = true;
      v.only = v.lit;
    }
  else if (v.only)
    {
      any = true;
      v.only = null;
    }
  if (any)
    graphs.choose (v);
  for (const b of v.lit)
    any = graphs.reveal (v, b) || any;
  const begin = () => graphs.select (v, v.step_block, !fresh);
  v.selected = v.step_block;
  if (any)
    {
      v.drawn = begin;
      graphs.again (v, v.step_block);
    }
  else
    begin ();
  paths_of (v, k);
}

/* Go to another path, or to another block of the one that is lit.  */
function other_path (v, by)
{
  const n = v.g.paths.list.length;
  if (n)
    show_path (v, v.path == null ? 0 : (v.path + by + n) % n);
}

function step_path (v, by)
{
  const blocks = v.g.paths.list[v.path][6];
  v.step = Math.min (blocks.length - 1, Math.max (0, v.step + by));
  v.step_block = blocks[v.step];
  graphs.select (v, v.step_block);
  v.where.textContent = "Block " + (v.step + 1) + " of " + blocks.length;
}

/* Where path P ends, in words.  */
function end_of (v, p)
{
  const last = v.g.edges[p[7].at (-1)];
  return p[4] == "exit" ? "to the end of the function" : p[4] == "edge" && last ? (p[6].includes (last[1]) ? "back to block " : "on to block ") + last[1] : "on by any way";
}

/* What view V says about its paths, of which K is lit.  */
function paths_of (v, k)
{
  const paths = v.g.paths;
  if (!paths || !paths.list.length)
    return v.extra.replaceChildren ();
  const button = (text, does, title) => e ("button", { type: "button", click: does, title, "aria-label": /\w/.test (text) ? null : title }, text);
  v.keys = { n: () => other_path (v, 1), p: () => other_path (v, -1) };
  v.where = e ("span.note", { role: "status" });
  const all = e ("details", { open: v.all_paths ? "" : null, toggle: () => { v.all_paths = all.open; } },
    e ("summary", null, grouped (paths.executed) + " of " + grouped (paths.possible) + " possible paths were taken, " + grouped (paths.executions) + " times" + (paths.list.length < Number (paths.executed) ? ": the costliest " + paths.list.length : "")),
    e ("div.path-list", null, e ("table", null,
      e ("thead", null, e ("tr", null, ["path", "share", "executed", "blocks", "goes"].map ((t, i) => e (i && i < 4 ? "th.n" : "th", { scope: "col" }, t)))),
      e ("tbody", null, paths.list.map ((p, i) =>
	e ("tr", { "aria-current": i == k ? "true" : null }, e ("td", null, e ("a", { href: "#/path/" + v.number + "/" + i }, ordinal (i))),
	   e ("td.n", null, share (p[3], paths.insns)), e ("td.n", null, grouped (p[2])), e ("td.n", null, p[6].length),
	   e ("td", null, "from block " + p[5] + " " + end_of (v, p))))))));
  if (k == null)
    {
      v.extra.replaceChildren (e ("div.tools", null, button ("Light the costliest path", () => other_path (v, 0), "Light the costliest path (key n)")), all);
      return;
    }
  const p = paths.list[k], blocks = p[6];
  v.keys.ArrowDown = v.keys.ArrowRight = () => step_path (v, 1);
  v.keys.ArrowUp = v.keys.ArrowLeft = () => step_path (v, -1);
  v.keys.Escape = () => { location.hash = "#/graph/" + v.number; };
  v.where.textContent = "Block " + (v.step + 1) + " of " + blocks.length;
  v.extra.replaceChildren (
    e ("div.tools.path-tools", null,
       button ("\u25c0", () => other_path (v, -1), "The path before (key p)"),
       e ("b", null, "Path " + (k + 1) + " of " + grouped (paths.executed)),
       button ("\u25b6", () => other_path (v, 1), "The next path (key n)"),
       e ("span", null, share (p[3], paths.insns) + " of what the function costs, executed " + graphs.times (p[2]).replace ("executed ", "")
	  + ", from block " + p[5] + " " + end_of (v, p)),
       button ("\u25b2", () => step_path (v, -1), "The block before on it (key up)"),
       button ("\u25bc", () => step_path (v, 1), "The next block on it (key down)"), v.where,
       e ("label", null, e ("input", { type: "checkbox", checked: v.only ? "" : null, change: (event) => { v.path_only = event.target.checked; show_path (v, v.path); } }), "only its blocks"),
       e ("a", { href: "#/graph/" + v.number }, "All of the graph")), all);
}

pages.path = function (number, k)
{
  graphs.open (Number (number), (v, fresh) =>
    {
      const paths = v.g.paths;
      if (!paths || !paths.list.length)
	location.hash = "#/graph/" + number;
      else
	show_path (v, paths.list[k] ? Number (k) : 0, fresh);
    });
};
