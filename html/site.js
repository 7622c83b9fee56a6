/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The pages of the whole: what ran, functions, files.  And which page is shown, by what
   stands after `#'.  */
"use strict";

const count = (key) => [(r) => r[key], (r) => grouped (r[key])];
const name_column = ["function", (r) => r.name, (r) => r.file == null ? r.name : e ("a", { href: "#/graph/" + r.number, title: "its flow graph" }, r.name), true];
const where_column = ["where", (r) => r.file == null ? "" : data.index.files[r.file].shown + ":" + String (r.line).padStart (8), (r) => place (r.file, r.line), true];

/* What is counted of functions, the most telling first; what they are compared by.  */
const measures = () => ["blocks", "branches", "calls", "cost", "misses"].filter ((k) => data.index.known.includes (k));

/* The columns of functions; if profiles are compared, those of MEASURE alone, else with its
   share in all.  */
function functions (measure)
{
  const keys = compared () ? [measure] : ["calls", "blocks", "branches", "misses", "paths", "cost"].filter ((k) => data.index.known.includes (k));
  const all = data.index.functions.reduce ((n, f) => n + Number (f[measure] ?? 0), 0);
  const part = measure && !compared () ? [["% of " + measure, (r) => r[measure], (r) => share (r[measure] ?? 0, all)]] : [];
  return [name_column, ...keys.flatMap ((k) => k ? counted (k, k) : []), ...part, where_column];
}

/* The column to sort those by.  */
const first_by = (columns, title) => Math.max (columns.findIndex ((c) => c[0] == (compared () ? "change" : title)), 0);

pages.functions = function ()
{
  let words = "", measure = measures ()[0];
  const body = e ("div");
  const filter = e ("input", { type: "search", "aria-label": "Functions whose name or file has", placeholder: "name or file",
			       input: (event) => { words = event.target.value.toLowerCase (); t.fill (); } });
  const never = e ("input", { type: "checkbox", id: "never", change: () => t.fill () });
  const choose = compared () ? e ("select", { "aria-label": "What is compared", change: (event) => { measure = event.target.value; fill (); } },
				  measures ().map ((m) => e ("option", { value: m }, m))) : null;
  const has = (r) => (!never.checked || r.never) && (r.name + " " + (r.file == null ? "" : data.index.files[r.file].shown)).toLowerCase ().includes (words);
  let t;
  function fill ()
  {
    const columns = functions (measure);
    t = table (columns, () => data.index.functions.filter (has), first_by (columns, measure), 300);
    body.replaceChildren (t.node);
  }
  fill ();
  show ("Functions", e ("h2", null, "Functions"), e ("p.tools", null, filter, choose, e ("label", null, never, compared () ? " only those not executed now" : " only those never executed")), body);
};

const covered = (title, key) => [title, (r) => r[key] && r[key][1] ? r[key][0] / r[key][1] : null,
				 (r) => r[key] ? grouped (r[key][0]) + " of " + grouped (r[key][1]) + " " + share (r[key][0], r[key][1]) : "?"];
pages.files = function ()
{
  show ("Files", e ("h2", null, "Files"),
	table ([["file", (r) => r.shown, (r) => e ("a", { href: "#/file/" + r.number }, r.shown), true],
		...(compared () ? [covered ("lines before", "old_lines")] : []),
		covered ("lines", "lines"), covered ("branches", "branches"), covered ("functions", "functions")],
	       () => data.index.files.map ((f, number) => ({ ...f, number })).filter ((f) => f.lines[1] + f.functions[1]), 0, 300).node);
};

/* A share, with what it was.  */
function card (title, [hit, found], old)
{
  return e ("div.card", null, title, e ("b", null, found ? share (hit, found) : "-"), grouped (hit) + " of " + grouped (found),
	    old ? e ("div.note", null, "before: " + (share (...old) || "-") + ", " + grouped (old[0])) : null,
	    e ("div.meter", { "aria-hidden": "true" }, e ("i", { style: "width:" + (found ? hit / found * 100 : 0) + "%" })));
}

/* A number with a bar beside it, of the largest.  */
const bar = (n, most) => e ("div.bar", { "aria-hidden": "true" }, e ("i", { style: "width:" + (Number (most) ? Number (n) / Number (most) * 100 : 0) + "%" }));

/* Which profiles the site is about.  */
function profiles_note (index)
{
  const names = (list) => list.slice (0, 5).join (", ") + (list.length > 5 ? ", ..." : "");
  const now = (index.profiles.length == 1 ? "" : "the sum of " + index.profiles.length + " profiles: ") + names (index.profiles);
  return e ("p.note", null, compared () ? ["Before: ", names (index.old.profiles), ". Now: ", now] : ["Profile: ", now]);
}

function overview ()
{
  const index = data.index, measure = measures ()[0], old = index.old ?? {};
  const ran = index.functions.filter ((f) => !f.never), never = index.functions.filter ((f) => f.never);
  const most = ran.reduce ((n, f) => Math.max (n, Number (f[measure] ?? 0)), 0);
  const bars = ["", (r) => Number (r[measure]), (r) => bar (r[measure], most), false, true];
  const branches = [...counted ("n", "executions"), ["misses", ...count ("misses")],
		    ["miss%", (r) => Number (r.misses) / Number (r.n), (r) => share (r.misses, r.n)],
		    ["ways", (r) => Number (r.ways[1][1]) / Number (r.n), (r) => ways (r.ways), false, true],
		    where_column, ["function", (r) => r.function, (r) => r.function, true]];
  const by = (columns, title) => columns.findIndex ((c) => c[0] == title);
  const list = (title, columns, rows, by) => rows.length ? e ("section", null, e ("h2", null, title), table (columns, () => rows.slice (), by, 15).node) : null;
  const busy = measure && !compared () ? [...functions (measure).slice (0, -1), bars, where_column] : functions (measure);
  const differ = compared () && measure ? index.functions.filter ((f) => Number (change (f["old_" + measure], f[measure]) ?? 0)) : ran;
  const kinds = [["kind", (r) => r.title, (r) => r.title + " (" + r.kind + ")", true], ["points", ...count ("points")],
		 ["executed", ...count ("executed")], ...counted ("events", "executions")];
  show ("Overview", profiles_note (index), ...index.notes.map ((n) => e ("p.note", null, n)),
	e ("div.cards", null, card ("Lines", index.lines, old.lines), card ("Branches", index.branches, old.branches), card ("Functions", index.calls, old.calls)),
	e ("section", null, e ("h2", null, "What ran"), table (kinds, () => index.kinds.slice (), 0, 40).node),
	e ("div.columns", null,
	   list (compared () ? "Largest changes" : "Busiest functions", busy, differ, first_by (busy, measure)),
	   list (compared () ? "Not executed now" : "Never executed", [name_column, where_column], never, 1)),
	list ("Least predictable branches", branches, index.unpredictable, by (branches, "misses")),
	list (compared () ? "Hottest branches, by change" : "Hottest branches", branches, index.hottest, compared () ? by (branches, "change") : 0));
}

/* A page has a word; `#/' is the overview.  */
function route ()
{
  const [, page, ...rest] = location.hash.split ("/");
  (pages[page] || overview) (...rest);
}

load ("index", (index) =>
  {
    document.getElementById ("program").textContent = index.program;
    index.functions.forEach ((f, number) => { f.number = number; });
    if (index.paths)
      document.querySelector ("nav").append (e ("a", { href: "#/paths" }, "Paths"));
    addEventListener ("hashchange", () =>
      {
	route ();
	/* A button that goes from line to line keeps the focus.  */
	if (!main.contains (document.activeElement))
	  main.focus ({ preventScroll: true });
      });
    route ();
  });
