/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The pages of the whole: what ran, functions, files.  And which page is shown, by what
   stands after `#'.  */
"use strict";

const count = (key) => [(r) => r[key], (r) => grouped (r[key])];
const name_column = ["function", (r) => r.name, (r) => e ("span", null, r.file == null ? r.name : e ("a", { href: "#/graph/" + r.number, title: "its flow graph" }, r.name),
					       r.elsewhere ? [" ", elsewhere (r.elsewhere)] : null), true];
const where_column = ["where", where, (r) => place (r.file, r.line, r.at), true];

/* What is counted of functions, the most telling first; what they are compared by.  */
const measures = () => ["blocks", "branches", "calls", "cost", "misses"].filter ((k) => data.index.known.includes (k));

/* The columns of functions; if profiles are compared, those of MEASURE alone, else with its
   share in all.  */
function functions (measure)
{
  const keys = compared () ? [measure] : ["calls", "blocks", "branches", "misses", "paths", "cost"].filter ((k) => data.index.known.includes (k));
  const all = data.index.functions.reduce ((n, f) => n + Number (f[measure] ?? 0), 0);
  const part = measure && !compared () ? [["% of " + measure, (r) => r[measure], (r) => share (r[measure] ?? 0, all)]] : [];
  const cover = data.index.known.includes ("blocks") ? [covered ("blocks executed", "covered")] : [];
  return [name_column, ...keys.flatMap ((k) => k ? counted (k, k) : []), ...part, ...cover, where_column];
}

/* The column to sort those by.  */
const first_by = (columns, title) => Math.max (columns.findIndex ((c) => c[0] == (compared () ? "change" : title)), 0);

pages.functions = function (which)
{
  let words = "", measure = measures ()[0];
  const body = e ("div");
  const filter = e ("input", { type: "search", "aria-label": "Functions whose name or file has", placeholder: "name or file",
			       input: (event) => { words = event.target.value.toLowerCase (); t.fill (); } });
  const never = e ("input", { type: "checkbox", id: "never", checked: which == "never" ? "" : null, change: () => fill () });
  const choose = compared () ? e ("select", { "aria-label": "What is compared", change: (event) => { measure = event.target.value; fill (); } },
				  measures ().map ((m) => e ("option", { value: m }, m))) : null;
  const has = (r) => (!never.checked || r.never) && (r.name + " " + (r.file == null ? "" : data.index.files[r.file].shown)).toLowerCase ().includes (words);
  let t;
  function fill ()
  {
    const columns = functions (measure);
    t = table (columns, () => data.index.functions.filter (has), never.checked ? columns.length - 1 : first_by (columns, measure), 300);
    body.replaceChildren (t.node);
  }
  fill ();
  show ("Functions", e ("h2", null, "Functions"), e ("p.tools", null, filter, choose, e ("label", null, never, compared () ? " only those not executed now" : " only those never executed")),
	data.index.known.includes ("misses") ? e ("p.note", null, MISSES) : null, body);
};

/* --- branches ----------------------------------------------------------------------- */

const MISSES = "A branch misses each time it goes the way that it goes less often; a jump table, any way but its most frequent one. "
  + "Who always guesses the most frequent way is wrong that often; a processor, which learns, may be wrong less often.";
const key = (...colours) => e ("span.key", { "aria-hidden": "true" }, e ("i.ways", null, ...colours));
const legend = () => e ("p.note", null, key (e ("i")), " not taken, ", key (e ("i", { hidden: "" }), e ("i")), " taken. ", MISSES);

/* If profiles are compared: which share of the executions was and is taken, and by how much that
   turned, in percentage points.  */
const part_taken = (n, taken) => Number (n) ? Number (taken) / Number (n) * 100 : null;
const turned = (r) => [part_taken (r.old_n, r.old_taken), part_taken (r.n, r.taken)];
const turns = () => !compared () ? [] :
  [["taken% before", (r) => turned (r)[0], (r) => share (r.old_taken, r.old_n)], ["taken% now", (r) => turned (r)[1], (r) => share (r.taken, r.n)],
   ["turned by", (r) => turned (r).includes (null) ? null : Math.abs (turned (r)[1] - turned (r)[0]),
    (r) => turned (r).includes (null) ? "" : changed (Number ((turned (r)[1] - turned (r)[0]).toFixed (1)))]];

/* The columns of branches.  */
const branches = () =>
  [...counted ("n", "executions"), ["not taken", ...count ("not_taken")], ["taken", ...count ("taken")], ["misses", ...count ("misses")],
   ["miss%", (r) => Number (r.misses) / Number (r.n), (r) => share (r.misses, r.n)], ...turns (),
   ["ways", (r) => Number (r.taken) / Number (r.n), (r) => ways ([["not taken", r.not_taken], ["taken", r.taken]]), false, true],
   where_column,
   ["function", (r) => data.index.functions[r.function].name, (r) =>
     e ("a", { href: r.line ? graphs.address_in (data.index.functions[r.function], r.file, r.line) : "#/graph/" + r.function, title: "in its flow graph" }, data.index.functions[r.function].name), true]];

/* A branch of data/branches.js.  */
function branch ([fn, not_taken, taken, file, line, at, old_n, old_taken])
{
  const n = Number (not_taken) + Number (taken);
  return { function: fn, not_taken, taken, file: file < 0 ? null : file, line, at, old_n, old_taken,
	   n: Number.isSafeInteger (n) ? n : String (BigInt (not_taken) + BigInt (taken)), misses: Number (taken) < Number (not_taken) ? taken : not_taken };
}

/* All branches, or those of function NUMBER.  */
pages.branches = function (number)
{
  const fn = data.index.functions[number], columns = branches ();
  load ("branches", (rows) =>
    {
      let words = "";
      const all = rows.map (branch);
      const has = (r) => (!fn || r.function == number) && (data.index.functions[r.function].name + " " + where (r) + " " + r.at).toLowerCase ().includes (words);
      const t = table (columns, () => all.filter (has), first_by (columns, "misses"), 300);
      const filter = e ("input", { type: "search", "aria-label": "Branches whose function or file has", placeholder: "function or file",
				   input: (event) => { words = event.target.value.toLowerCase (); t.fill (); } });
      show ("Branches", e ("h2", null, fn ? ["Branches of ", e ("a", { href: "#/graph/" + number }, fn.name)] : "Branches"),
	    e ("p.tools", null, fn ? e ("a", { href: "#/branches" }, "All branches") : filter), legend (), t.node);
    });
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

/* The hottest loop of each function.  */
const loops = [["executions", ...count ("n")], ["entered", ...count ("entered")],
	       ["for each", (r) => Number (r.n) / Number (r.entered), (r) => Number (r.entered) ? grouped ((Number (r.n) / Number (r.entered)).toFixed (1)) : "?"], where_column,
	       ["function", (r) => r.fn.name, (r) => e ("a", { href: "#/graph/" + r.fn.number + "/" + r.block, title: "in its flow graph" }, r.fn.name), true]];

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
  const index = data.index, measure = measures ()[0], old = index.old ?? {}, columns = branches ();
  const ran = index.functions.filter ((f) => !f.never && !f.elsewhere), never = index.functions.filter ((f) => f.never);
  const most = ran.reduce ((n, f) => Math.max (n, Number (f[measure] ?? 0)), 0);
  const bars = ["", (r) => Number (r[measure]), (r) => bar (r[measure], most), false, true];
  const by = (columns, title) => columns.findIndex ((c) => c[0] == title);
  const list = (title, columns, rows, by, all, note) => rows.length ? e ("section", null, e ("h2", null, title), note, table (columns, () => rows.slice (), by, 15, all).node) : null;
  const busy = measure && !compared () ? [...functions (measure).slice (0, -1), bars, where_column] : functions (measure);
  const differ = compared () && measure ? index.functions.filter ((f) => Number (change (f["old_" + measure], f[measure]) ?? 0)) : ran;
  const kinds = [["kind", (r) => r.title, (r) => r.title + " (" + r.kind + ")", true], ["points", ...count ("points")],
		 ["executed", ...count ("executed")], ...counted ("events", "executions")];
  show ("Overview", profiles_note (index), ...index.notes.map ((n) => e ("p.note", null, n)),
	index.known.includes ("blocks") ? null : e ("p.note", null, "Blocks were not counted: what this leaves open of lines is shown as ?. Kind bb counts them (-fplugin-arg-halt-bb)."),
	e ("div.cards", null, card ("Lines", index.lines, old.lines), card ("Branches", index.branches, old.branches), card ("Functions", index.calls, old.calls)),
	e ("section", null, e ("h2", null, "What ran"), table (kinds, () => index.kinds.slice (), 0, 40).node),
	e ("div.columns", null,
	   list (compared () ? "Largest changes" : "Busiest functions", busy, differ, first_by (busy, measure), "#/functions"),
	   list (compared () ? "Not executed now" : "Never executed", [name_column, where_column], never, 1, "#/functions/never")),
	list ("Hottest loops", loops, ran.filter ((f) => f.loop).map ((f) => ({ ...f.loop, fn: f })), 0, null,
	      e ("p.note", null, "Of each function the loop whose first block was executed most." + (compared () ? " These are of the newer profile alone." : ""))),
	list ("Least predictable branches", columns, index.unpredictable, by (columns, "misses"), "#/branches", legend ()),
	list (compared () ? "Hottest branches, by change" : "Hottest branches", columns, index.hottest, compared () ? by (columns, "change") : 0, "#/branches"));
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
    if (index.known.includes ("branches"))
      document.querySelector ("nav a[href='#/files']").after (e ("a", { href: "#/branches" }, "Branches"));
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
