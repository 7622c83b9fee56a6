/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What the pages of the site are made of.  */
"use strict";

/* The pages, by the word after `#/': functions of the words after that.  */
const pages = {};
const main = document.getElementById ("main");

/* An element: its name and classes, attributes, children.  */
function e (name, attributes, ...children)
{
  const [tag, ...classes] = name.split ("."), node = document.createElement (tag);
  if (classes.length)
    node.className = classes.join (" ");
  for (const [key, value] of Object.entries (attributes || {}))
    if (typeof value == "function")
      node.addEventListener (key, value);
    else if (value != null)
      node.setAttribute (key, value);
  node.append (...children.flat ().filter ((c) => c != null).map ((c) => typeof c == "object" ? c : String (c)));
  return node;
}

const grouped = (n) => n == null ? "?" : String (n).replace (/\B(?=(\d{3})+$)/g, ",");
/* One digit; only nothing is 0, and only all is 100.  */
function share (part, whole)
{
  if (!Number (whole))
    return "";
  const n = Number (part) / Number (whole) * 100, text = (Math.round (n * 10) / 10).toFixed (1);
  return (text == "0.0" && Number (part) ? "<0.1" : text == "100.0" && part != whole ? ">99.9" : text) + "%";
}

/* What is said of a function whose own code was never entered, by what was found elsewhere.  */
const ELSEWHERE = { inlined: ["inlined", "inlined, its own copy never entered"],
		    copy: ["other copy", "executed in another copy, its own never entered"],
		    perhaps: ["inlined?", "inlined, its own copy never entered; kind bb tells whether the inlined code was executed"] };
const elsewhere = (word) => word ? e ("small.elsewhere", { title: ELSEWHERE[word][1] }, ELSEWHERE[word][0]) : null;

function load (name, use)
{
  if (data[name])
    return use (data[name]);
  (waiting[name] = waiting[name] || []).push (use);
  if (waiting[name].length == 1)
    document.head.append (e ("script", { src: "data/" + name + ".js" }));
}

/* Load the library in NAME.js, which makes GLOBAL, and call USE; or NONE if there is none.  */
function library (name, global, use, none)
{
  if (!data.index.libraries.includes (name))
    return none ();
  if (global in window)
    return use ();
  document.head.append (e ("script", { src: name + ".js", load: use, error: none }));
}

function show (title, ...nodes)
{
  scrollTo (0, 0);
  document.title = title + " - " + data.index.name;
  main.replaceChildren (...nodes.filter ((n) => n));
  const page = "#/" + (location.hash.split ("/")[1] ?? "");
  for (const a of document.querySelectorAll ("nav a"))
    if (a.getAttribute ("href") == page)
      a.setAttribute ("aria-current", "page");
    else
      a.removeAttribute ("aria-current");
}

const where = (r) => r.file == null ? "" : data.index.files[r.file].shown + ":" + String (r.line).padStart (8);
const place = (file, line, text) => file == null ? "" : e ("a", { href: "#/file/" + file + "/" + line },
							   text || data.index.files[file].shown + ":" + line);

/* How hot N is where MOST is the hottest, from 0 to 1.  */
const heat = (n, most) => Number (n) > 0 ? Math.log (Number (n) + 1) / Math.log (Number (most) + 1) : 0;

/* What control did: [word, count], of what it was come to.  */
function ways (list)
{
  const all = list.reduce ((sum, w) => sum + Number (w[1]), 0);
  const text = list.map ((w) => w[0] + " " + grouped (w[1]) + (all ? " (" + share (w[1], all) + ")" : "")).join (", ");
  return e ("div.ways", { role: "img", title: text, "aria-label": text },
	    all ? list.map ((w) => e ("i", { style: "width:" + Number (w[1]) / all * 100 + "%" })) : []);
}

/* The same of one way, [word, count, of, what it was, of], which may be unknown.  */
function way ([word, n, of, old, old_of])
{
  const say = (n, of) => grouped (n) + (n != null && Number (of) ? " of " + grouped (of) + " (" + share (n, of) + ")" : "");
  const bar = (n, of) => n != null && Number (of) ? e ("i", { style: "width:" + Number (n) / Number (of) * 100 + "%" }) : null;
  const text = word + " " + say (n, of) + (old_of === undefined ? "" : ", before " + say (old, old_of));
  return e ("div", { role: "img", title: text, "aria-label": text },
	    e ("div", null, old_of === undefined ? null : e ("div.ways.was", null, bar (old, old_of)), e ("div.ways", null, bar (n, of))),
	    e ("span", null, word + " " + (Number (old_of) ? share (old, old_of) + " \u2192 " : "") + (n == null ? "?" : share (n, of))
	       + (n == null || !Number (of) || old_of !== undefined ? "" : ", " + grouped (n))));
}

/* A table that is sorted by the columns' buttons: [title, value of a row, cell, is text, is a
   picture].
   Only the first rows are shown until more is asked for.  ALL: the page that has all of them,
   if it is another one.  */
function table (columns, rows, by, limit, all)
{
  let order = by, down = !columns[by][3], shown = limit;
  const head = e ("tr"), body = e ("tbody");
  const more = all ? e ("a.more", { href: all }) : e ("button.more", { type: "button", click: () => { shown = Infinity; fill (); } });
  function fill ()
  {
    const value = columns[order][1];
    const compare = columns[order][3] ? (a, b) => value (a) < value (b) ? -1 : value (a) > value (b)
				      : (a, b) => Number (value (a) ?? -1) - Number (value (b) ?? -1);
    const list = rows ().sort (down ? (a, b) => compare (b, a) : compare);
    head.replaceChildren (...columns.map ((c, i) =>
      e (c[3] || c[4] ? "th" : "th.n", { scope: "col", "aria-sort": i == order ? down ? "descending" : "ascending" : null },
	 e ("button", { type: "button", click: () => { down = i == order ? !down : !c[3]; order = i; fill (); } },
	    c[0] + (i == order ? down ? " \u25bc" : " \u25b2" : "")))));
    body.replaceChildren (...list.slice (0, shown).map ((r) =>
      e (r.never ? "tr.never" : "tr", null, columns.map ((c) => e (c[3] ? "td.name" : c[4] ? "td" : "td.n", null, c[2] (r))))));
    more.textContent = all ? "All of them" : "Show all " + grouped (list.length);
    more.hidden = !all && list.length <= shown;
  }
  fill ();
  return { node: e ("div", null, e ("table", null, e ("thead", null, head), body), more), fill };
}

/* A table of N rows, which ROW (number) makes once they are near what is seen: a file may
   have a quarter of a million lines.  */
function long_table (name, head, n, row)
{
  const size = 400, bodies = [];
  function fill (body)
  {
    if (body.full)
      return;
    body.full = true;
    const from = bodies.indexOf (body) * size;
    body.replaceChildren (...Array.from ({ length: Math.min (size, n - from) }, (_, i) => row (from + i)));
  }
  const watch = new IntersectionObserver ((list) => list.forEach ((x) => x.isIntersecting && fill (x.target.closest ("tbody"))),
					  { rootMargin: "1000px" });
  for (let from = 0; from < n; from += size)
    {
      const space = e ("td", { colspan: head.length, style: "height:" + 20 * Math.min (size, n - from) + "px" });
      bodies.push (e ("tbody", null, e ("tr", null, space)));
      if (n <= 10 * size)
	fill (bodies.at (-1));
      else
	watch.observe (space);
    }
  return { node: e (name, null, e ("thead", null, e ("tr", null, head)), bodies),
	   row (i) { fill (bodies[Math.floor (i / size)]); return bodies[Math.floor (i / size)].children[i % size]; } };
}
