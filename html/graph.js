/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The page of a flow graph, #/graph/FUNCTION and #/graph/FUNCTION/BLOCK: what mouse and keys do
   in it, and what stands beside it.  Paths are lit by paths.js.  */
"use strict";

const graphs = (function ()
{
  const AROUND = 4;		/* lines that are shown around those with code */
  const PLAIN = 1000;		/* lines from which on they have no colours, to be there sooner */
  const { ENTRY, EXIT, FOLDS, known, hottest_first, shown, times, name, prepare, link_words, chance,
	  is_folded, choose, reveal, line_of, lines_text } = flow;
  const { FAR, lay_out, draw, move, zoom, fit, begin, centre, box_at, mark } = drawing;
  let current = null;

  /* --- the mouse ------------------------------------------------------------------------------ */

  function listen (v)
  {
    let from = null, moved = false;
    v.svg.addEventListener ("wheel", (event) =>
      {
	const at = v.svg.getBoundingClientRect ();
	event.preventDefault ();
	zoom (v, Math.exp (-event.deltaY * (event.deltaMode ? 0.05 : 0.0015)), event.clientX - at.left, event.clientY - at.top);
      }, { passive: false });
    v.svg.addEventListener ("pointerdown", (event) =>
      {
	from = event.button ? null : { x: event.clientX - v.view.x, y: event.clientY - v.view.y, at: [event.clientX, event.clientY] };
	moved = false;
      });
    v.svg.addEventListener ("pointermove", (event) =>
      {
	if (!from || !event.buttons)
	  return;
	if (!moved && Math.hypot (event.clientX - from.at[0], event.clientY - from.at[1]) > 4)
	  {
	    moved = true;
	    v.svg.setPointerCapture (event.pointerId);
	  }
	if (moved)
	  {
	    v.view.x = event.clientX - from.x;
	    v.view.y = event.clientY - from.y;
	    move (v);
	  }
      });
    v.svg.addEventListener ("click", (event) =>
      {
	const block = event.target.closest (".block"), dragged = moved, at = v.svg.getBoundingClientRect ();
	moved = false;
	if (dragged || !block && !(v.large && v.view.k < FAR))
	  return;
	const b = block ? Number (block.dataset.block) : box_at (v, (event.clientX - at.left - v.view.x) / v.view.k, (event.clientY - at.top - v.view.y) / v.view.k);
	if (b == null)
	  return;
	if (is_folded (v, b))
	  unfold (v, b);
	else
	  select (v, b);
      });
    v.svg.addEventListener ("dblclick", (event) =>
      {
	const block = event.target.closest (".block");
	if (block)
	  fold (v, Number (block.dataset.block));
      });
  }

  /* --- folding, selection ------------------------------------------------------------- */

  /* Go to the block that is executed most, once all has its place.  */
  function hottest (v)
  {
    const count = (b) => known (v.g.blocks[b][0]) ? Number (v.g.blocks[b][0]) : -1;
    const b = v.g.blocks.reduce ((best, _, i) => i > EXIT && (best == ENTRY || count (i) > count (best)) ? i : best, ENTRY);
    v.wants_hottest = v.placing;
    if (!v.placing)
      select (v, v.as[b] < 0 ? b : v.as[b]);
  }

  /* Draw again; block B stays where it is.  */
  function again (v, b)
  {
    v.placing = true;
    const old = v.view && b != null && v.box?.get (v.as[b]), { x, y } = old || {}, view = v.view;
    choose (v);
    lay_out (v, () =>
      {
	v.placing = false;
	draw (v);
	listen (v);
	const box = b != null && v.box.get (v.as[b]);
	if (old && box)
	  {
	    v.view = { x: view.x + (x - box.x) * view.k, y: view.y + (y - box.y) * view.k, k: view.k };
	    centre (v, b);
	  }
	else
	  begin (v, b);
	v.drawn?.();
	v.drawn = null;
	if (v.wants_hottest)
	  hottest (v);
      });
  }

  function unfold (v, b)
  {
    v.closed.delete (b);
    v.opened.add (b);
    v.selected = b;
    again (v, b);
  }

  /* Fold what B dominates.  */
  function fold (v, b)
  {
    if (b <= EXIT || v.g.size[b] < 2)
      return;
    v.closed.add (b);
    v.opened.delete (b);
    again (v, b);
  }

  function address (v)
  {
    const at = v.path != null ? "#/path/" + v.number + "/" + v.path : "#/graph/" + v.number + (v.selected == null ? "" : "/" + v.selected);
    if (location.hash != at)
      history.replaceState (null, "", at);
  }

  /* Select block B, and show its line.  */
  function select (v, b, focus = true, open = false)
  {
    v.selected = b;
    if (reveal (v, b, open))
      {
	v.drawn = () => select (v, b, focus);
	return again (v, b);
      }
    mark (v);
    centre (v, b, v.large && v.view.k < FAR);
    if (v.large)
      v.render ();
    if (focus)
      v.box.get (b).node.focus ({ preventScroll: true });
    address (v);
    show_block (v);
    show_line (v, line_of (v.g, b), b);
  }

  /* --- beside it ------------------------------------------------------------------------- */

  const go = (v, b) => e ("a", { href: "#/graph/" + v.number + "/" + b, click: (event) => { event.preventDefault (); select (v, b); } }, name (b));

  function show_block (v)
  {
    const g = v.g, b = v.selected;
    if (b == null || !v.box.has (b))
      return v.about.replaceChildren ();
    const [count, insns, line, , , file, lost] = g.blocks[b], list = (title, links, end) => links.length == 0 ? null :
      [e ("dt", null, title), ...links.slice (0, 100).map ((l) =>
	e ("dd", null, go (v, l[end]), " ", shown (l.count), end == "from" || links.length < 2 ? null
	   : known (l.count) && known (count) ? way ([link_words (g, l), l.count, count]) : " " + link_words (g, l) + " " + chance (g, l))),
       links.length > 100 ? e ("dd", null, "and " + (links.length - 100) + " more") : null];
    const at = file ? file - 1 : v.fn.file;
    v.about.replaceChildren (
      e ("h3", null, name (b)[0].toUpperCase () + name (b).slice (1)),
      e ("p", null, times (count), known (count) ? "" : ": " + count[0], g.old ? " (before: " + shown (g.old.blocks[b]) + ")" : null, b > EXIT ? ", " + insns + (g.gimple ? " statement" : " instruction") + (insns == 1 ? "" : "s") : "",
	 line && at != null ? ", " : "", line && at != null ? e ("a", { href: "#/file/" + at + "/" + line }, lines_text (v, b)) : null,
	 lost !== undefined ? ", not left by an edge: " + times (lost) : ""),
      g.names?.[b] ? e ("p", null, "branch " + g.names[b]) : null,
      e ("dl.ways-of", null, list ("goes to", hottest_first (g.out[b]), "to"), list ("comes from", hottest_first (g.into[b]), "from")));
  }

  function show_source (v)
  {
    const own = new Map ();
    v.g.blocks.forEach ((block, b) =>
      {
	const [, , first, last, , file] = block;
	if (!first || file)
	  return;
	for (let i = first; i <= (last > first && last - first < 500 ? last : first); i++)
	  {
	    if (!own.has (i))
	      own.set (i, []);
	    own.get (i).push (b);
	  }
      });
    if (!own.size || v.counts == null)
      return;
    v.own = own;
    const hot = [...own.keys ()].reduce ((best, i) => Number (v.counts[i]?.[0]) > Number (v.counts[best]?.[0] ?? 0) ? i : best, 0);
    /* What is not known of a line follows from its blocks.  */
    const of_blocks = (i) => own.get (i)?.map ((b) => v.g.blocks[b][0]).filter (known).reduce ((most, n) => most == null || Number (n) > Number (most) ? n : most, null);
    /* The lines with code and what is around them: much else may be between, as code of
       other functions is in this one.  */
    const numbers = [...own.keys (), ...(v.fn.line ? [v.fn.line] : [])].sort ((a, b) => a - b);
    const most = Math.log2 (1 + numbers.reduce ((n, i) => Math.max (n, Number (v.counts[i]?.[0] || 0)), 1));
    const wanted = [];
    for (const line of numbers)
      for (let i = Math.max (1, line - AROUND); i <= line + AROUND; i++)
	if (!wanted.length || i > wanted.at (-1))
	  wanted.push (i);
    v.source_rows = new Map ();
    const body = e ("tbody"), parts = wanted.length < PLAIN ? v.parts : (i) => v.text?.[i - 1] ?? "";
    for (const [k, i] of wanted.entries ())
      {
	if (k && wanted[k - 1] < i - 1)
	  body.append (e ("tr.gap", null, e ("td", { colspan: 3 }, "\u22ef")));
	const c = v.counts[i], other = c && !Number (c[0]) && v.elsewhere?.[i], never = c && c[0] === 0 && !other, found = c && c[0] == null ? of_blocks (i) : null, n_blocks = own.get (i)?.filter ((b) => v.g.blocks[b][2] == i).length;
	const row = e (never ? "tr.never" : "tr", { "data-line": i },
	  e ("td.n", null, own.has (i) ? e ("button.line", { type: "button", tabindex: -1, "aria-label": "line " + i + ": its block" }, i) : i),
	  e ("td.n.count", c && Number (c[0]) ? { style: "background:rgba(var(--hot)," + Math.min (1, Math.log2 (1 + Number (c[0])) / most) * 0.35 + ")" } : null,
	     c && n_blocks > 1 ? e ("small", null, n_blocks + " blocks ") : null,
	     !c ? "" : other ? elsewhere (other) : never ? e ("span", { "aria-label": "never executed" }, "#####")
	     : found != null ? e ("span", { title: "as often as its block that was executed most" }, "~" + grouped (found)) : grouped (c[0])),
	  e ("td", null, parts (i)));
	v.source_rows.set (i, row);
	body.append (row);
      }
    if (hot)
      v.hot.replaceChildren ("Hottest line: ", e ("a", { href: "#/graph/" + v.number + "/l" + hot }, hot), ", " + times (v.counts[hot][0]) + ". ");
    setTimeout (() => v.selected == null && show_line (v, v.fn.line));
    v.source.replaceChildren (e ("table.source", { click: (event) => line_clicked (v, Number (event.target.closest ("tr")?.dataset.line)) },
				 body));
  }

  /* Each click on a line goes to the next of its blocks.  */
  function line_clicked (v, line)
  {
    const list = v.own.get (line) || [];
    if (list.length)
      select (v, list[(list.indexOf (v.selected) + 1) % list.length]);
  }

  function show_line (v, line, b)
  {
    if (!v.source_rows)
      return;
    for (const row of v.source_rows.values ())
      row.classList.remove ("here");
    if (b != null && v.g.blocks[b][5])
      return;
    const last = b == null ? line : v.g.blocks[b][3] || line;
    for (let i = line; i <= Math.max (line, last) && i < line + 500; i++)
      v.source_rows.get (i)?.classList.add ("here");
    const row = v.source_rows.get (line || v.path != null && v.first_line);
    if (row)
      v.source.scrollTop = row.offsetTop - v.source.clientHeight / 2;
  }

  /* --- search ------------------------------------------------------------------------------ */

  function search (v, words)
  {
    const g = v.g, found = [];
    words = words.trim ().toLowerCase ();
    for (let b = 0; words && b < g.blocks.length; b++)
      {
	const [, , first, last, , file] = g.blocks[b];
	let has = words == String (b) || words == "block " + b || b <= EXIT && name (b) == words || Number (words) >= first && Number (words) <= (last || first);
	for (let i = first; !has && first && !file && v.text && i <= Math.max (first, last || 0) && i < first + 50; i++)
	  has = (v.text[i - 1] || "").toLowerCase ().includes (words);
	if (has)
	  found.push (b);
      }
    v.matches = found;
    v.match = -1;
    v.found = new Set (found);
    v.result.textContent = !words ? "" : found.length ? found.length + (found.length == 1 ? " block" : " blocks") : "nothing found";
    mark (v);
  }

  function next_match (v, by)
  {
    const n = v.matches?.length;
    if (!n)
      return;
    v.match = (v.match + by + n) % n;
    v.result.textContent = (v.match + 1) + " of " + n;
    select (v, v.matches[v.match], false, true);
  }

  /* --- keys -------------------------------------------------------------------------------- */

  const hotter = (list, end) => list.reduce ((best, l) => !best || Number (known (l.count) ? l.count : 0) > Number (known (best.count) ? best.count : 0) ? l : best, null)?.[end];

  function key (v, event)
  {
    if (event.ctrlKey || event.metaKey || event.altKey || !v.view && event.key != "h" || event.target.closest ("input, select, table, summary"))
      return;
    const at = v.selected != null && v.box.has (v.selected) ? v.selected : null, g = v.g;
    const from = at == null ? [] : g.into[at], siblings = from.length ? g.out[from[0].from].map ((l) => l.to) : [];
    const step = (b) => b != null && select (v, v.as[b] < 0 ? b : v.as[b]);
    const beside = (by) => siblings.length > 1 && step (siblings[(siblings.indexOf (at) + by + siblings.length) % siblings.length]);
    const does = {
      ArrowDown: () => step (at == null ? ENTRY : hotter (g.out[at], "to")),
      ArrowUp: () => step (at == null ? ENTRY : hotter (from, "from")),
      ArrowRight: () => beside (1), ArrowLeft: () => beside (-1),
      "+": () => zoom (v, 1.3), "=": () => zoom (v, 1.3), "-": () => zoom (v, 1 / 1.3), "0": () => fit (v),
      c: () => at != null && fold (v, at), "/": () => v.search.focus (),
      Enter: () => document.activeElement.closest (".folded") ? unfold (v, Number (document.activeElement.dataset.block))
		   : at != null && v.source_rows?.get (line_of (g, at))?.querySelector ("button")?.focus (),
      h: () => hottest (v),
      ...v.keys
    }[event.key];
    if (does)
      {
	event.preventDefault ();
	does ();
      }
  }

  /* --- the page ------------------------------------------------------------------------------ */

  function block_table (v)
  {
    const g = v.g, rows = g.blocks.map ((b, i) => ({ i, count: b[0], insns: b[1] || 0, line: b[2] || 0, never: b[0] === 0 }));
    const details = e ("details.blocks", { toggle: () =>
      {
	if (details.open && details.children.length == 1)
	  details.append (table ([["block", (r) => r.i, (r) => go (v, r.i)],
				  ["executed", (r) => known (r.count) ? r.count : null, (r) => shown (r.count)],
				  [g.gimple ? "statements" : "instructions", (r) => r.insns, (r) => r.insns],
				  ["lines", (r) => r.line, (r) => lines_text (v, r.i), true],
				  ["goes to", (r) => g.out[r.i].length, (r) => e ("span", null, g.out[r.i].slice (0, 6).flatMap ((l, k) =>
				    [k ? ", " : "", go (v, l.to), g.out[r.i].length > 1 ? " " + (link_words (g, l) + " " + chance (g, l)).trim () : ""])), false, true]],
				 () => rows.slice (), 1, 200).node);
      } }, e ("summary", null, "All blocks in a table"));
    return details;
  }

  /* Who called the function, and whom it called.  */
  function show_calls (v, views)
  {
    const of = views.find ((x) => x.calls), index = data.index.functions;
    if (!of)
      return v.calls.replaceChildren (e ("p.note", null, "Who called it, and whom it calls, was not counted: kinds call and entry do (-fplugin-arg-halt-call)."));
    const list = (title, end, rows) =>
      {
	const all = rows.reduce ((sum, r) => sum + Number (r[2]), 0);
	const called = (r) => r[end] < 0 ? "code that was not counted, or through a pointer" : index[r[end]].name;
	return [e ("h2", null, title), !rows.length ? e ("p.note", null, "Nobody that was counted.")
		: table ([["function", called, (r) => r[end] < 0 ? called (r) : e ("a", { href: "#/graph/" + r[end] }, called (r)), true],
			  ["calls", (r) => r[2], (r) => grouped (r[2])], ["share", (r) => r[2], (r) => share (r[2], all)]], () => rows, 1, 20).node];
      };
    v.calls.replaceChildren (e ("div.columns", null,
      e ("div", null, list ("Called by", 0, of.calls.filter ((c) => c[1] == v.number))),
      e ("div", null, list ("Calls", 1, of.calls.filter ((c) => c[0] == v.number)))));
  }

  function page (number, g, fn)
  {
    const v = { number, g, fn, opened: new Set (), closed: new Set (), folded: new Set (), selected: null, placing: true };
    prepare (g);
    v.status = e ("span.note", { role: "status" });
    v.result = e ("span.note", { role: "status" });
    v.picture = e ("div.picture");
    v.about = e ("div.about", { "aria-live": "polite" });
    v.source = e ("div.lines");
    v.extra = e ("div.extra");
    v.search = e ("input", { type: "search", placeholder: "block, line or text", "aria-label": "Find blocks by number, line or text", size: 16,
			     input: (event) => search (v, event.target.value),
			     keydown: (event) => event.key == "Enter" && next_match (v, event.shiftKey ? -1 : 1) });
    const button = (text, does, title) => e ("button", { type: "button", click: does, title, "aria-label": /\w/.test (text) ? null : title }, text);
    v.folds = e ("select", { change: (event) => { v.fold = event.target.value == "auto" ? undefined : FOLDS[event.target.value][0];
						  v.opened.clear (); v.closed.clear (); again (v, v.selected ?? ENTRY); } },
		 e ("option", { value: "auto" }, "what makes it readable"), FOLDS.map (([, text], i) => e ("option", { value: i }, text)));
    const edges = g.edges.length, blocks = g.blocks.length, counts = g.blocks.slice (EXIT + 1).map ((b) => b[0]).filter (known);
    const ran = counts.filter (Number).length;
    v.hot = e ("span");
    v.none = e ("b", { role: "status" });
    v.calls = e ("section.calls");
    show (fn.name, e ("h2", null, fn.name),
      e ("p.note", null, e ("span.size", null, grouped (blocks) + " blocks, " + grouped (edges) + " edges"), ", entered " + times (g.blocks[ENTRY][0]),
	 g.old ? ", before " + times (g.old.blocks[ENTRY]) : null,
	 fn.file == null ? null : ", ", fn.file == null ? null : place (fn.file, fn.line), ". ",
	 e ("span.ran", null, grouped (ran) + " of " + grouped (counts.length) + " blocks executed" + (counts.length ? " (" + share (ran, counts.length) + ")" : "")), ". ", v.none, v.hot,
	 Number (fn.branches) ? e ("a", { href: "#/branches/" + number }, "Its branches") : null),
      fn.elsewhere ? e ("p.note", null, "This function was ", ELSEWHERE[fn.elsewhere][1], ": the graph is that copy's.") : null,
      v.extra,
      e ("div.tools", null, button ("+", () => zoom (v, 1.3), "Larger (key +)"), button ("\u2212", () => zoom (v, 1 / 1.3), "Smaller (key -)"),
	 button ("Whole", () => fit (v), "The whole graph (key 0)"), button ("Hottest", () => hottest (v), "The block that is executed most (key h)"),
	 button ("Fold block", () => v.selected != null && fold (v, v.selected), "Fold what the selected block alone leads to (key c)"),
	 e ("label", null, "Folded:", v.folds), v.search, v.result, v.status),
      e ("div.graph", null, v.picture, e ("aside", { "aria-label": "The selected block, and the source" }, v.about, v.source)),
      e ("p.note.moves", null, "Drag and wheel move the picture. Arrow keys follow the edges: down and up to where control went or came from most, left and right to the others. A click on a line goes to its block, a double click on a block folds what it alone leads to."),
      block_table (v), v.calls);
    v.main = v.picture.parentNode;
    return v;
  }

  document.addEventListener ("keydown", (event) =>
    {
      if (current?.main.isConnected && (event.target == document.body || main.contains (event.target)))
	key (current, event);
    });

  /* Show the graph of function NUMBER, then call USE with the view.  */
  function open (number, use)
  {
    const fn = data.index.functions[number];
    if (!fn || fn.graph == null)
      return show ("No graph", e ("p", null, "There is no such function."));
    if (current?.number == number && current.main.isConnected)
      return use (current, false);
    load ("graphs-" + fn.graph, (all) =>
      {
	const v = current = page (number, all[number], fn);
	const start = () =>
	  {
	    show_source (v);
	    use (v, true);
	    load ("flame", (f) => show_calls (v, f.views));
	  };
	if (fn.file == null)
	  return start ();
	load ("file-" + fn.file, (f) =>
	  {
	    if (current != v)
	      return;
	    v.text = f.text;
	    v.counts = f.counts;
	    v.elsewhere = f.elsewhere;
	    if (f.doubt)
	      v.source.before (e ("p.note.doubt", null, "The source file is " + f.doubt + "."));
	    highlight (fn.file, f, (parts) =>
	      {
		v.parts = parts;
		start ();
	      });
	  });
      });
  }

  pages.graph = (number, block) =>
    open (Number (number), (v, fresh) =>
      {
	const b = block && block[0] == "l" ? block_at (v.g, block.slice (1).split ("-").map (Number)) : Number (block);
	const at = block && v.g.blocks[b] ? b : null;
	v.none.textContent = block && block[0] == "l" && at == null ? "No block begins on line " + parseInt (block.slice (1)) + "; one that begins before it has it. " : "";
	v.only = null;
	light_path (v, null);
	v.keys = {};
	paths_of (v, null);
	if (fresh)
	  {
	    choose (v);
	    if (at != null)
	      reveal (v, at, true);
	    v.drawn = () => at != null && select (v, at, false);
	    again (v, at ?? ENTRY);
	  }
	else if (at != null)
	  select (v, at);
	else
	  again (v, v.selected ?? ENTRY);
      });

  /* The block with LINE that is executed most: a line of the function's file, or of file number OTHER.  */
  const block_at = (g, [line, other]) => g.blocks.reduce ((best, [count, , first, last, , file], b) =>
    (file || 0) != (other == null ? 0 : other + 1) || !first || line < first || line > Math.max (first, last || 0)
    || best >= 0 && !(Number (known (count) ? count : 0) > Number (known (g.blocks[best][0]) ? g.blocks[best][0] : 0)) ? best : b, -1);

  /* Where LINE of file number FILE is in the graph of FN.  */
  const address_in = (fn, file, line) => "#/graph/" + fn.number + "/l" + line + (file === fn.file ? "" : "-" + file);

  /* A link to that, or null.  */
  const link = (fn, file, line) => fn && e ("a", { href: address_in (fn, file, line) }, "Line " + line + " in the flow graph of " + fn.name);

  return { open, link, address_in, choose, reveal, again, select, mark, known, times, shown, address, centre };
}) ();
