/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Opens views of a site that ghalt html wrote and does in them what a reader does: STEPS is
   [address, name, actions...], an action [selector, what to do, value].  What each view then
   is stands in the page in the end, as JSON: its tables, its text, what axe-core found.  */
"use strict";

(async function ()
{
  const results = {}, pause = (ms) => new Promise ((done) => setTimeout (done, ms));
  const cells = (row) => [...row.cells].map ((c) => c.textContent.trim ());
  const look = () => ({
    title: document.title,
    address: location.hash,
    text: document.getElementById ("main").innerText.slice (0, 3000),
    tables: [...document.querySelectorAll ("main table")].map ((t) => [...t.rows].map (cells)),
    frames: [...document.querySelectorAll ("main svg g.frame")].map ((g) => g.querySelector ("title").textContent),
    colours: [...document.querySelectorAll ("main [class^=is-]")].map ((s) => [s.closest ("tr").id || s.closest ("tr").dataset.line, s.className, s.textContent]),
    marked: [...document.querySelectorAll ("main tr.here")].map (cells),
    focus: document.activeElement.tagName + (document.activeElement.id ? "#" + document.activeElement.id : "") });
  /* Until the view stays as it is, however slow the machine: it fills itself as it is seen.  */
  async function settle ()
  {
    for (let i = 0, same = 0, last = ""; i < 100 && same < 3; i++)
      {
	await Promise.race ([new Promise (requestAnimationFrame), pause (200)]);
	await pause (40);
	const now = document.getElementById ("main").innerHTML;
	same = now == last ? same + 1 : 0;
	last = now;
      }
  }
  await pause (200);
  for (const [address, name, ...actions] of STEPS)
    {
      const begin = performance.now ();
      if (address == location.hash)
	dispatchEvent (new Event ("hashchange"));
      else if (address != null)
	location.hash = address;
      await settle ();
      for (const [selector, what, value] of actions)
	{
	  const found = [...document.querySelectorAll (selector)], node = found[typeof value == "number" ? value : 0];
	  if (!node)
	    {
	      results[name + ": no " + selector] = true;
	      continue;
	    }
	  if (what == "click")
	    {
	      node.focus ();
	      node.click ();
	    }
	  else if (what == "svg")
	    node.dispatchEvent (new MouseEvent ("click", { bubbles: true }));
	  else
	    {
	      node.value = value;
	      node.dispatchEvent (new Event (what, { bubbles: true }));
	    }
	  await settle ();
	}
      results[name] = look ();
      if (typeof axe != "undefined")
	results[name].axe = (await axe.run (document, { preload: false })).violations.filter ((v) => v.impact == "serious" || v.impact == "critical")
	  .map ((v) => v.id + ": " + v.nodes.map ((n) => n.target.join (" ") + " (" + n.failureSummary.replace (/\s+/g, " ") + ")").slice (0, 3).join ("; "));
    }
  document.documentElement.replaceChildren (Object.assign (document.createElement ("body"), { textContent: "RESULT" + btoa (encodeURIComponent (JSON.stringify (results))) + "END" }));
}) ();
