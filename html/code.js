/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Machine code beside a source file: objdump's text, with how often each instruction was
   executed.  */
"use strict";

/* The functions of file NUMBER that have machine code, by line; each is its place in the
   index.  */
const with_machine_code = (number) => data.index.functions.map ((f, at) => ({ ...f, at }))
  .filter ((f) => f.file === number && f.code).sort ((a, b) => a.line - b.line);

function code_button (number)
{
  if (!with_machine_code (number).length)
    return data.index.no_code ? e ("span.note", null, "No machine code: ghalt " + data.index.no_code + ".") : null;
  return e ("button.code", { type: "button", "aria-pressed": "false", click: () =>
    {
      const [, , , line] = location.hash.split ("/"), first = with_machine_code (number)[0].line;
      location.hash = "#/file/" + number + "/" + (line || first) + (source.code ? "" : "/code");
    } }, "Machine code");
}

/* Load the code of function F for USE: the instructions of both its parts.  */
function load_code (f, use)
{
  const both = [1, 2].filter ((k) => f.code & k).map ((k) => "code-" + f.at + (k == 2 ? "-cold" : ""));
  const found = [];
  both.forEach ((name, i) => load (name, (part) =>
    {
      found[i] = part;
      if (both.every ((_, k) => found[k]))
	use ({ insns: found.flatMap ((p) => p.insns), why: found.map ((p) => p.why).find ((why) => why), counted: found.some ((p) => !p.why) });
    }));
}

/* The table of CODE; its rows of LINE of file NUMBER are marked.  */
function code_table (code, number, line)
{
  const is_never = (n) => n === 0 || n === "~0";
  const cell = (n) => n == null ? e ("span", { "aria-label": "not known" }, "?") : is_never (n) ? e ("span", { "aria-label": "never executed" }, "#####")
    : String (n)[0] == "~" ? "~" + grouped (String (n).slice (1)) : grouped (n);
  const most = code.insns.reduce ((most, i) => Math.max (most, Number (String (i[0] ?? 0).replace ("~", ""))), 1);
  const is_here = (i) => i[3] === number && i[4] == line;
  const words = ["executions", "address", "line", "instruction"];
  const rows = long_table ("table.source.machine", words.map ((w, i) => e (i == 3 ? "th" : "th.n", { scope: "col" }, w)), code.insns.length, (k) =>
    {
      const i = code.insns[k], n = Number (String (i[0] ?? 0).replace ("~", ""));
      return e ((is_never (i[0]) ? "tr.never" : "tr") + (is_here (i) ? ".here" : ""), null,
	e ("td.n.count", n ? { style: "background:rgba(var(--hot)," + (heat (n, most) * 0.35).toFixed (3) + ")" } : null, code.counted ? cell (i[0]) : ""),
	e ("td.n", null, i[1]),
	e ("td.n", null, i[3] == null ? "" : e ("a", { href: "#/file/" + i[3] + "/" + i[4] + "/code", title: data.index.files[i[3]].shown },
					       (i[3] === number ? "" : data.index.files[i[3]].shown.replace (/.*\//, "") + ":") + i[4])),
	e ("td", null, i[2]));
    });
  return { node: rows.node, first: () =>
    {
      /* The nearest line that has code.  */
      const far = (i) => i[3] === number ? Math.abs (i[4] - line) : Infinity;
      const k = code.insns.reduce ((best, i, k) => best < 0 || far (i) < far (code.insns[best]) ? k : best, -1);
      return k < 0 ? null : rows.row (k);
    } };
}

/* Show in NODE the code of function INSIDE, which LINE of file NUMBER is in, if it is WANTED.  */
function code_beside (node, number, line, wanted, inside)
{
  document.querySelector ("button.code")?.setAttribute ("aria-pressed", wanted ? "true" : "false");
  if (!wanted)
    return node.replaceChildren ();
  const list = with_machine_code (number);
  if (inside?.code && !list.some ((f) => f.at == inside.number))
    list.push ({ ...inside, at: inside.number });
  const f = list.find ((f) => f.at == inside?.number) ?? list.filter ((f) => f.line <= line).at (-1) ?? list[0];
  if (!f)
    return node.replaceChildren (e ("p.note", null, "There is no machine code of this file."));
  load_code (f, (code) =>
    {
      const table = code_table (code, number, line);
      const scroll = e ("div.scroll", { tabindex: 0, role: "region", "aria-label": "Machine code of " + f.name }, table.node);
      const choose = e ("select", { "aria-label": "Function", change: (event) =>
	{ location.hash = "#/file/" + number + "/" + list[event.target.value].line + "/code"; } },
	list.map ((g, i) => e ("option", { value: i, selected: g.at == f.at ? "" : null }, g.name)));
      node.replaceChildren (e ("p.tools", null, choose),
	e ("p.note", null, code.counted ? "An instruction is executed as often as its block is begun; ~ follows from other counts. What HALT inserted is among them."
			   : "How often each instruction was executed is not known: " + code.why), scroll);
      const first = table.first ();
      if (first)
	scroll.scrollTop = first.offsetTop - scroll.clientHeight / 3;
    });
}
