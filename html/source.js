/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A source file with its counts, a map of its heat, and machine code beside it.  */
"use strict";

/* The file that is shown, and what shows a line of it.  */
let source = null;

/* The lines at which something begins that is never executed.  */
function never_lines (lines, never)
{
  return lines.filter ((line, i) => never (line) && !(i && never (lines[i - 1])));
}

/* A button that goes to one of LIST, lines, after the other.  */
function round (text, list, go)
{
  let at = -1;
  return list.length ? e ("button", { type: "button", click: () => go (list[at = (at + 1) % list.length]) }, text) : null;
}

/* The function that LINE is in, by OWNERS: [line from which on, function].  */
const owner = (owners, line) => data.index.functions[owners.findLast ((o) => o[0] <= line)?.[1]];

/* What a click on a link does that opens no other tab.  */
const plain_click = (does) => (event) =>
  {
    if (event.ctrlKey || event.metaKey || event.shiftKey)
      return;
    event.preventDefault ();
    does ();
  };

/* A line's cells: C is [count, ways, what the count was], PARTS are its text.  FOUND is a word of
   ELSEWHERE if a function begins there that has one.  */
function source_row (number, line, c, parts, most, go, found)
{
  const never = c && c[0] === 0 && !c[2] && !found;
  const cell = (n) => !c ? "" : !Number (n) && found ? elsewhere (found) : n === 0 ? e ("span", { "aria-label": "never executed" }, "#####") : grouped (n);
  const hot = (n) => c && Number (n) ? { style: "background:rgba(var(--hot)," + (heat (n, most) * 0.35).toFixed (3) + ")" } : null;
  const d = c && compared () ? drift (c[2], c[0]) : 0;
  return e (never ? "tr.never" : found ? "tr.found" : "tr", { id: "line-" + line },
    e ("td.n", null, e ("a", { href: "#/file/" + number + "/" + line, "aria-label": "line " + line, click: plain_click (() => go (line)) }, line)),
    compared () ? [e ("td.n.count", null, cell (c && c[2])), e ("td.n.count", null, cell (c && c[0])),
		   e ("td.n.count", d ? { style: "background:rgba(var(--" + (d > 0 ? "rise" : "fall") + ")," + (0.05 + Math.abs (d) * 0.15).toFixed (3) + ")" } : null,
		      c ? changed (change (c[2], c[0])) : "")]
		: e ("td.n.count", hot (c && c[0]), cell (c && c[0])),
    e ("td", null, c && c[1] ? e ("div.many", null, c[1].map (way)) : ""),
    e ("td", null, parts));
}

/* The heat of a file of LAST lines, which a click goes to.  */
function heat_map (counts, last, most, go, never)
{
  const map = e ("canvas.map", { width: 24, height: 1000, "aria-hidden": "true", title: "the heat of the file: click to go there",
    click: (event) => go (Math.floor (event.offsetY / event.target.clientHeight * last) + 1) });
  const paint = map.getContext ("2d"), style = getComputedStyle (document.documentElement);
  const colour = (name, part) => "rgba(" + style.getPropertyValue (name) + "," + part + ")";
  for (const [i, c] of Object.entries (counts))
    {
      const d = compared () ? drift (c[2], c[0]) : 0;
      if (compared () && !d)
	continue;
      paint.fillStyle = compared () ? colour (d > 0 ? "--rise" : "--fall", 0.2 + Math.abs (d) * 0.8)
	: never (i) ? style.getPropertyValue ("--never-text") : colour ("--hot", 0.1 + heat (c[0], most) * 0.9);
      paint.fillRect (0, (i - 1) / last * 1000, 24, Math.max (1, 1000 / last));
    }
  return map;
}

function source_page (number, f, parts)
{
  const file = data.index.files[number], counts = f.counts;
  const with_code = Object.keys (counts).map (Number);
  if (f.text.at (-1) === "")
    f.text.pop ();		/* what is after the last newline */
  const last = Math.max (f.text.length, with_code.at (-1) ?? 0);
  const most = with_code.reduce ((n, i) => Math.max (n, Number (counts[i][0] || 0)), 1);
  const lines = f.text.length ? Array.from ({ length: last }, (_, i) => i + 1) : with_code;
  const at = new Map (lines.map ((line, i) => [line, i]));
  const words = ["line", ...(compared () ? ["before", "now", "change"] : ["executions"]), "ways", "source"];
  const go = (line) => { location.hash = "#/file/" + number + "/" + line + (source && source.number == number && source.code ? "/code" : ""); };
  const rows = long_table ("table.source", words.map ((w) => e (w == "source" || w == "ways" ? "th" : "th.n", { scope: "col" }, w)), lines.length,
			   (i) => source_row (number, lines[i], counts[lines[i]], parts (lines[i]), most, go, f.elsewhere[lines[i]]));
  const scroll = e ("div.scroll", { tabindex: 0, role: "region", "aria-label": "Source" }, rows.node);
  function see (line)
  {
    const row = at.has (line) ? rows.row (at.get (line)) : null;
    if (row)
      scroll.scrollTop = row.offsetTop - scroll.clientHeight / 3;
    return row;
  }
  const never = (i) => counts[i] && counts[i][0] === 0 && !f.elsewhere[i];
  const by = compared () ? (i) => size_of (change (counts[i][2], counts[i][0])) : (i) => Number (counts[i][0] || 0);
  const hottest = with_code.filter ((i) => by (i) > 0).sort ((a, b) => by (b) - by (a)).slice (0, 20);
  const beside = e ("div.beside"), graph = e ("span"), page = e ("div.page", null, scroll, beside, heat_map (counts, last, most, see, never));
  let here = null;
  show (file.shown, e ("h2", null, file.shown),
	f.doubt ? e ("p.note.doubt", { role: "alert" }, "The file that is shown is " + f.doubt + ".") : null,
	f.found ? null : e ("p.note", null, "The file could not be read when this was written: only lines with code are shown."),
	["blocks", "branches", "calls"].some ((k) => data.index.known.includes (k)) ? null
	: e ("p.note", null, "Only paths were counted: a line that has ? here has a count beside the flow graph of its function."),
	file.machine ? e ("p.note", null, "Lines and branches of machine code: a line is executed as often as its blocks.") : null,
	e ("p", null, share (...file.lines) || "none", " of its lines with code were executed."),
	e ("p.tools", null, round (compared () ? "Next largest change" : "Next hottest line", hottest, go),
	   round ("Next never executed", never_lines (with_code, never), go), code_button (number), graph),
	page);
  page.style.height = innerHeight - page.getBoundingClientRect ().top - 20 + "px";
  return { number, page, code: false, select (line, code)
    {
      this.code = code;
      page.classList.toggle ("split", code);
      graph.replaceChildren (line && graphs.link (owner (f.owners, line), number, line) || "");
      if (here)
	here.classList.remove ("here");
      here = see (line);
      if (here)
	here.classList.add ("here");
      code_beside (beside, number, line, code, owner (f.owners, line));
    } };
}

pages.file = function (number, line, code)
{
  number = Number (number);
  if (!data.index.files[number])
    return overview ();
  load ("file-" + number, (f) => highlight (number, f, (parts) =>
    {
      if (!source || source.number != number || !source.page.isConnected)
	{
	  source = null;
	  source = source_page (number, f, parts);
	}
      source.select (Number (line), code == "code");
    }));
};
