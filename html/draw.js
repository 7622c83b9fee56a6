/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The picture of a flow graph: its layout, which a worker computes (layout.js), its look, and
   the part of it that is visible.  */
"use strict";

const drawing = (function ()
{
  const LARGE = 1200;		/* boxes from which on only those in the picture are elements */
  const FAR = 0.35;		/* the size of the picture below which nothing can be read */
  const CHAR = 6.65, ROW = 14, GAP = 16;
  const EH = 32, ABNORMAL = 64;
  const { ENTRY, EXIT, FALL, TAKEN, known, times, name, heat, link_words, chance, is_folded, rows_of,
	  label } = flow;
  let worker = null, asked = 0;

  function s (name, attributes, ...children)
  {
    const node = document.createElementNS ("http://www.w3.org/2000/svg", name);
    for (const key in attributes)
      if (attributes[key] != null)
	node.setAttribute (key, attributes[key]);
    node.append (...children);
    return node;
  }

  /* --- drawing ----------------------------------------------------------------------- */

  function measure (v)
  {
    v.rows = new Map ();
    v.box = new Map ();
    for (const unit of v.units)
      for (const b of unit)
	{
	  const rows = rows_of (v, b);
	  v.rows.set (b, rows);
	  v.box.set (b, { w: Math.max (56, Math.max (...rows.map ((r) => r.length)) * CHAR + 16), h: rows.length * ROW + 10 });
	}
    return v.units.map ((unit) =>
      [Math.max (...unit.map ((b) => v.box.get (b).w)),
       unit.reduce ((sum, b) => sum + v.box.get (b).h + GAP, -GAP)]);
  }

  /* Ask the worker where all goes; USE is called with that.  */
  function lay_out (v, use)
  {
    const sizes = measure (v), up = v.units.map (([b]) =>
      {
	let d = v.g.up[b];
	while (d >= 0 && v.as[d] < 0)
	  d = v.g.up[d];
	return d < 0 ? -1 : v.unit.get (v.as[d]);
      });
    const links = v.links.filter ((l) => !l.inside && !l.stub);
    const number = ++asked;
    v.status.textContent = "Placing " + grouped (v.units.length) + " boxes ...";
    v.busy?.();
    load ("layout", (library) =>
      {
	if (!library)
	  {
	    v.status.textContent = "";
	    /* Without a picture these do nothing.  */
	    for (const node of document.querySelectorAll (".tools, .moves"))
	      node.remove ();
	    v.picture.replaceChildren (e ("p.note", null, "This ghalt was built without dagre, the library that places the boxes (Debian has it in node-dagre-layout). The blocks are in the table below."));
	    return;
	  }
	const source = URL.createObjectURL (new Blob ([library, "\n(" + layout_worker + ") ();"], { type: "text/javascript" }));
	worker?.terminate ();
	worker = new Worker (source);
	URL.revokeObjectURL (source);
	worker.onerror = (event) => { v.status.textContent = "The layout failed: " + event.message; };
	worker.onmessage = (event) =>
	  {
	    if (number != asked)
	      return;
	    worker.terminate ();
	    worker = null;
	    const p = event.data;
	    links.forEach ((l, i) => { l.way = p.routes[i]; });
	    v.units.forEach ((unit, i) =>
	      {
		let [x, y] = p.at[i];
		for (const b of unit)
		  {
		    const box = v.box.get (b);
		    box.x = x + (sizes[i][0] - box.w) / 2;
		    box.y = y;
		    y += box.h + GAP;
		  }
	      });
	    for (const l of v.links)
	      if (l.inside)
		{
		  const a = v.box.get (l.from), b = v.box.get (l.to), x = a.x + a.w / 2;
		  l.way = [x, a.y + a.h, x, b.y];
		}
	    v.regions = p.regions;
	    v.size = p.size;
	    v.status.textContent = status (v, p.ms);
	    use ();
	  };
	worker.postMessage ({ units: sizes, up, links: links.map ((l) => [v.unit.get (l.from), v.unit.get (l.to)]) });
      });
  }

  function status (v, ms)
  {
    const blocks = v.units.flat ().filter ((b) => !is_folded (v, b)).length, all = v.g.blocks.length;
    return v.only ? "The " + blocks + (blocks == 1 ? " block" : " blocks") + " of the path."
	   : blocks == all ? "All " + grouped (all) + " blocks are shown."
	   : grouped (blocks) + " of " + grouped (all) + " blocks are shown, the rest is folded.";
  }

  /* A line through the points of WAY with round corners.  */
  function curve (way)
  {
    let d = "M" + way[0].toFixed (1) + " " + way[1].toFixed (1);
    for (let i = 2; i < way.length - 2; i += 2)
      {
	const x = (way[i] + way[i + 2]) / 2, y = (way[i + 1] + way[i + 3]) / 2;
	d += "Q" + way[i].toFixed (1) + " " + way[i + 1].toFixed (1) + " " + x.toFixed (1) + " " + y.toFixed (1);
      }
    return d + "L" + way.at (-2).toFixed (1) + " " + way.at (-1).toFixed (1);
  }

  function draw_link (v, l)
  {
    const g = v.g, hot = heat (g, l.count), never = known (l.count) && !Number (l.count);
    const lone = l.parts.length == 1 && l.parts[0], words = lone ? link_words (g, lone) : l.parts.length + " edges";
    const part = lone ? chance (g, lone) : "";
    const branch = g.out[l.from].some ((o) => o.kinds & TAKEN);
    const classes = ["link", never ? "never" : "", l.kinds == FALL && branch ? "falls" : "", l.kinds & (EH | ABNORMAL) ? "odd" : ""].join (" ");
    l.path = s ("path", { d: curve (l.way), class: classes, "marker-end": "url(#arrow)",
			  style: "stroke-width:" + (1 + 3.5 * hot).toFixed (1) + ";--heat:" + Math.round (30 + 70 * hot) + "%" });
    l.node = s ("g", null, l.path,
		s ("path", { d: curve (l.way), class: "wide" },
		   s ("title", null, name (l.from) + " to " + name (l.to) + ": " + (words ? words + ", " : "") + times (l.count)
		      + (part && g.out[l.from].length > 1 ? " (" + part + ")" : "") + (branch && g.names?.[l.from] ? ", branch " + g.names[l.from] : "")
		      + (g.old ? ", before: " + l.parts.reduce ((sum, p) => sum + (known (p.old) ? Number (p.old) : 0), 0) : "")
		      + (known (l.count) ? "" : ": " + l.count[0]))));
    if (!lone || g.out[l.from].length < 2 || l.inside)
      return;
    /* Near its begin; where many leave, near its end.  */
    const many = g.out[l.from].length > 3, w = l.way, n = w.length, text = (many || branch ? words.replace (/^index /, "") + " " : "") + part;
    const [x, y] = many ? [w[n - 2], w[n - 1] - 9] : [w[0], w[1] + (w[3] < w[1] ? -6 : 12)];
    const left = !many && v.links.some ((o) => o.from == l.from && o != l && o.way && o.way[0] > x);
    l.text = s ("text", { x: (x + (left ? -5 : 5)).toFixed (1), y: y.toFixed (1), class: "way", "text-anchor": left ? "end" : "start" }, text);
  }

  function draw_block (v, b)
  {
    const box = v.box.get (b), rows = v.rows.get (b), g = v.g, folded = is_folded (v, b);
    const count = folded ? (g.most[b] == Infinity ? ["?"] : g.most[b]) : g.blocks[b][0], never = known (count) && !Number (count);
    const node = s ("g", { class: ["block", never ? "never" : "", folded ? "folded" : "", b <= EXIT ? "end" : ""].join (" "),
			   transform: "translate(" + box.x.toFixed (1) + " " + box.y.toFixed (1) + ")",
			   role: "group", "aria-roledescription": "block", tabindex: -1, "aria-label": label (v, b), "data-block": b },
      s ("rect", { width: box.w.toFixed (1), height: box.h, rx: b <= EXIT ? 12 : 3, class: "back" }),
      s ("rect", { width: box.w.toFixed (1), height: box.h, rx: b <= EXIT ? 12 : 3, class: "face",
		   style: "--heat:" + Math.round (heat (g, count) * 55) + "%" }));
    /* What is not drawn of its links.  */
    const from = v.stubs_to.get (b) || [], to = v.stubs_from.get (b) || [];
    const tag = (word, list, x, y, anchor) => node.append (
      s ("text", { x, y, class: "way", "text-anchor": anchor }, word + " " + (list.length > 2 ? list.length + " more" : list.join (", "))));
    if (from.length)
      tag ("from", from, box.w, -5, "end");
    if (to.length)
      tag ("to", to, v.only ? box.w : 4, box.h + (v.only ? 23 : 11), v.only ? "end" : "start");
    rows.forEach ((row, i) => node.append (s ("text", { x: 8, y: 15 + i * ROW, class: ["title", "n", "code"][Math.min (i, 2)] }, row)));
    box.node = node;
  }

  function draw (v)
  {
    const g = v.g, regions = v.regions.map (([x, y, w, h]) => s ("rect", { x, y, width: w, height: h, rx: 6, class: "region" }));
    v.stubs_from = new Map ();
    v.stubs_to = new Map ();
    for (const l of v.links)
      if (l.stub)
	{
	  v.stubs_from.set (l.from, [...(v.stubs_from.get (l.from) || []), l.to]);
	  v.stubs_to.set (l.to, [...(v.stubs_to.get (l.to) || []), l.from]);
	}
    if (v.only)
      for (const l of g.links)
	if (v.only.has (l.from) && !v.only.has (l.to))
	  v.stubs_from.set (l.from, [...(v.stubs_from.get (l.from) || []), l.to]);
    v.large = v.box.size > LARGE;
    v.layers = ["links", "blocks", "labels", "over"].map (() => s ("g"));
    v.over = v.layers[3];
    v.layer = s ("g", null, ...regions, ...v.layers);
    v.canvas = v.large ? e ("canvas", { "aria-hidden": "true" }) : "";
    v.svg = s ("svg", { class: "flow", role: "group", "aria-label": "Flow graph: " + v.status.textContent + " Arrow keys go from block to block.", tabindex: -1 },
	       s ("defs", null, s ("marker", { id: "arrow", viewBox: "0 0 8 8", refX: 7, refY: 4, markerWidth: 7, markerHeight: 7,
					       markerUnits: "userSpaceOnUse", orient: "auto" },
				   s ("path", { d: "M0 0L8 4L0 8z", fill: "context-stroke" }))), v.layer);
    v.picture.replaceChildren (v.canvas, v.svg);
    if (!v.large)
      place_elements (v, () => true);
    mark (v);
  }

  /* Have elements for the blocks and links that are SEEN, given left, top, right and
     bottom; and for no others.  */
  function place_elements (v, seen)
  {
    const [links, blocks, labels] = v.layers;
    for (const [b, box] of v.box)
      if (!seen (box.x, box.y, box.x + box.w, box.y + box.h))
	box.node?.remove ();
      else
	{
	  if (!box.node)
	    {
	      draw_block (v, b);
	      mark_block (v, b, box);
	    }
	  if (!box.node.isConnected)
	    blocks.append (box.node);
	}
    for (const l of v.links)
      {
	if (l.stub)
	  continue;
	if (!l.around)
	  {
	    const x = l.way.filter ((_, i) => i % 2 == 0), y = l.way.filter ((_, i) => i % 2);
	    l.around = [Math.min (...x), Math.min (...y), Math.max (...x), Math.max (...y)];
	  }
	if (!seen (...l.around))
	  {
	    l.node?.remove ();
	    l.text?.remove ();
	    continue;
	  }
	if (!l.node)
	  {
	    draw_link (v, l);
	    mark_link (v, l);
	  }
	if (!l.node.isConnected)
	  {
	    links.append (l.node);
	    labels.append (l.text || "");
	  }
      }
  }

  /* Paint a large graph that is too small to be read.  */
  function paint (v)
  {
    const { x, y, k } = v.view, g = v.g, style = getComputedStyle (document.documentElement);
    const c = v.canvas.getContext ("2d"), ratio = devicePixelRatio;
    const colour = (name) => style.getPropertyValue ("--" + name).trim ();
    const mix = (part, from, to) => "color-mix(in srgb, " + colour (from) + " " + part + "%, " + colour (to) + ")";
    const never = (n) => known (n) && !Number (n);
    v.canvas.width = v.picture.clientWidth * ratio;
    v.canvas.height = v.picture.clientHeight * ratio;
    c.setTransform (k * ratio, 0, 0, k * ratio, x * ratio, y * ratio);
    c.fillStyle = colour ("panel");
    for (const [left, top, w, h] of v.regions)
      c.fillRect (left, top, w, h);
    const line = (l, stroke, width) =>
      {
	c.strokeStyle = stroke;
	c.lineWidth = width / k;
	c.beginPath ();
	for (let i = 0; i < l.way.length; i += 2)
	  c.lineTo (l.way[i], l.way[i + 1]);
	c.stroke ();
      };
    for (const l of v.links)
      if (!l.stub && never (l.count))
	line (l, colour ("line"), 0.5);
    for (const l of v.links)
      if (!l.stub && !never (l.count))
	line (l, mix (Math.round (30 + 70 * heat (g, l.count)), "other", "faint"), 0.7 + 2.5 * heat (g, l.count));
    for (const l of v.links)
      if (l.way && is_lit (v, l))
	line (l, colour ("bar"), 3);
    for (const [b, box] of v.box)
      {
	const n = g.blocks[b][0], marked = v.selected == b || v.lit?.has (b) ? "bar" : v.found?.has (b) ? "never-text" : null;
	c.fillStyle = marked ? colour (marked) : never (n) ? colour ("line") : mix (Math.round (20 + 80 * heat (g, n)), "other", "faint");
	const grow = marked ? 2 / k : 0;
	c.fillRect (box.x - grow, box.y - grow, box.w + 2 * grow, box.h + 2 * grow);
      }
  }

  /* --- moving ----------------------------------------------------------------------- */

  function move (v)
  {
    const { x, y, k } = v.view;
    v.layer.setAttribute ("transform", "translate(" + x + " " + y + ") scale(" + k + ")");
    v.svg.classList.toggle ("far", k < FAR);
    if (!v.large)
      return;
    const far = k < FAR;
    v.layer.style.display = far ? "none" : "";
    v.canvas.hidden = !far;
    const render = () =>
      {
	const { x, y, k } = v.view, w = v.picture.clientWidth / k, h = v.picture.clientHeight / k, left = -x / k, top = -y / k;
	v.waits = null;
	if (k < FAR)
	  paint (v);
	else
	  place_elements (v, (x0, y0, x1, y1) => x1 > left - w / 2 && x0 < left + w * 1.5 && y1 > top - h / 2 && y0 < top + h * 1.5);
      };
    v.waits ??= requestAnimationFrame (() => v.waits && render ());
    v.render = render;
  }

  function zoom (v, by, x = v.picture.clientWidth / 2, y = v.picture.clientHeight / 2)
  {
    const k = Math.min (4, Math.max (0.005, v.view.k * by)), real = k / v.view.k;
    v.view = { x: x - (x - v.view.x) * real, y: y - (y - v.view.y) * real, k };
    move (v);
  }

  function fit (v)
  {
    const w = v.picture.clientWidth, h = v.picture.clientHeight;
    const k = Math.min (1, (w - 20) / v.size[0], (h - 20) / v.size[1]);
    v.view = { x: (w - v.size[0] * k) / 2, y: (h - v.size[1] * k) / 2, k };
    move (v);
  }

  /* The whole graph, or, where that would be too small to read, what is around block B.  */
  function begin (v, b)
  {
    fit (v);
    if (v.view.k >= 0.55)
      return;
    v.view.k = 0.9;
    centre (v, b, true);
    if (b == ENTRY)
      {
	v.view.y = 16 - v.box.get (b).y * v.view.k;
	move (v);
      }
  }

  /* Bring block B into the picture, if it is not, or into its middle.  */
  function centre (v, b, always)
  {
    const box = v.box.get (v.as[b]), w = v.picture.clientWidth, h = v.picture.clientHeight;
    if (always && v.view.k < 0.6)
      v.view.k = 0.9;
    const { k } = v.view, x = box.x * k + v.view.x, y = box.y * k + v.view.y;
    if (always || x < 10 || y < 10 || x + box.w * k > w - 10 || y + box.h * k > h - 10)
      {
	v.view.x = w / 2 - (box.x + box.w / 2) * k;
	v.view.y = h / 2 - (box.y + box.h / 2) * k;
      }
    move (v);
  }

  /* The box at X, Y, or one that is hardly beside it.  */
  function box_at (v, x, y)
  {
    const near = 4 / v.view.k;
    for (const [b, box] of v.box)
      if (x > box.x - near && x < box.x + box.w + near && y > box.y - near && y < box.y + box.h + near)
	return b;
    return null;
  }

  /* --- marks ---------------------------------------------------------------------------- */

  /* Show which block is selected, found, on the path.  */
  function mark_block (v, b, box)
  {
    const c = box.node.classList;
    c.toggle ("here", b == v.selected);
    c.toggle ("found", v.found?.has (b) || false);
    c.toggle ("lit", v.lit?.has (b) || false);
    c.toggle ("step", v.path != null && b == v.step_block);
    box.node.setAttribute ("tabindex", b == (v.box.has (v.selected) ? v.selected : ENTRY) ? 0 : -1);
  }

  const is_near = (v, l) => v.selected != null && (l.from == v.selected || l.to == v.selected);
  const is_lit = (v, l) => v.lit_edges != null && l.parts.some ((p) => p.edges.some ((i) => v.lit_edges.has (i)));
  function mark_link (v, l)
  {
    l.node.classList.toggle ("near", is_near (v, l));
    l.node.classList.toggle ("lit", is_lit (v, l));
  }

  function mark (v)
  {
    for (const [b, box] of v.box)
      if (box.node)
	mark_block (v, b, box);
    v.over.replaceChildren ();
    for (const l of v.links)
      if (l.stub && (v.path == null ? is_near (v, l) : is_lit (v, l)))
	{
	  const a = v.box.get (l.from), b = v.box.get (l.to), x = a.x + a.w / 2, y = a.y + a.h, x1 = b.x + b.w / 2;
	  const bend = Math.max (40, Math.abs (b.y - y) / 3);
	  const node = s ("g", null, s ("path", { d: "M" + x + " " + y + "C" + x + " " + (y + bend) + " " + x1 + " " + (b.y - bend) + " " + x1 + " " + b.y,
						  class: "link stub", "marker-end": "url(#arrow)" }));
	  node.classList.toggle ("lit", is_lit (v, l));
	  v.over.append (node);
	}
      else if (l.node)
	mark_link (v, l);
    v.svg.classList.toggle ("dim", v.lit != null);
    if (v.view)
      move (v);
  }

  return { FAR, lay_out, draw, move, zoom, fit, begin, centre, box_at, mark };
}) ();
