/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Source text in colours.  Prism splits it into tokens, and only where the text is visible: a file
   may have a quarter of a million lines.  */
"use strict";

const highlight = (function ()
{
  const SIZE = 200;			/* lines of a piece */
  const LONG = 100000;			/* characters of one that is text only */
  const MOST = 2e7;			/* and of a file */
  const LANGUAGES = [[/\.(cc|cp|cpp|cxx|c\+\+|C|hh|hp|hpp|hxx|h\+\+|H|ii|ipp|tcc|inl)$|\/c\+\+\//, "cpp"], [/\.[chi]$/, "c"],
		     [/\.f\d\d$/i, "fortran"], [/\.(ad[abs])$/, "ada"]];
  /* What Prism calls it, and the name of its colour.  */
  const NAMES = { comment: "comment", string: "string", char: "string", "raw-string": "string", "system-lib-string": "string", number: "number",
		  keyword: "keyword", boolean: "keyword", macro: "macro", directive: "macro", "directive-hash": "macro" };

  function language (shown)
  {
    const name = LANGUAGES.find (([pattern]) => pattern.test (shown))?.[1];
    /* A header may be of either.  */
    return name == "c" && /\.h$/.test (shown) && data.index.files.some ((f) => LANGUAGES[0][0].test (f.shown)) ? "cpp" : name;
  }

  /* The rules of GRAMMAR for what may go on to the next line.  */
  function long_rules (grammar)
  {
    const rules = {};
    for (const [name, list] of Object.entries (grammar))
      {
	const greedy = [list].flat ().filter ((rule) => rule.greedy);
	if (greedy.length)
	  rules[name] = greedy.map ((rule) => ({ ...rule, inside: null }));
      }
    return rules;
  }

  /* For each piece the lines that Prism is to see: its own, and all of a comment or the like
     that goes on into it or out of it.  */
  function find_pieces (text, grammar)
  {
    const pieces = Array.from ({ length: Math.ceil (text.length / SIZE) }, (_, k) => [k * SIZE, (k + 1) * SIZE]);
    let line = 0, from = 0;
    for (const token of pieces.length > 1 ? Prism.tokenize (text.join ("\n"), long_rules (grammar)) : [])
      {
	const is_text = typeof token == "string", lines = (is_text ? token : token.content).split ("\n").length - 1;
	for (let k = Math.floor (line / SIZE) + 1; !is_text && k * SIZE <= line + lines; k++)
	  {
	    pieces[k - 1][1] = line + lines + 1;
	    pieces[k][0] = from;
	  }
	line += lines;
	/* What begins on the line that another one ends on begins with that.  */
	if (lines && is_text)
	  from = line;
      }
    return pieces;
  }

  /* The parts of each line of TOKENS: texts and elements.  */
  function lines_of (tokens)
  {
    const lines = [[]];
    function add (token, colour)
    {
      if (Array.isArray (token))
	return token.forEach ((t) => add (t, colour));
      if (typeof token == "object")
	return add (token.content, NAMES[token.type] ?? colour);
      token.split ("\n").forEach ((text, i) =>
	{
	  if (i)
	    lines.push ([]);
	  if (text)
	    lines.at (-1).push (colour ? e ("span.is-" + colour, null, text) : text);
	});
    }
    add (tokens);
    return lines;
  }

  /* A function which returns the parts of line I, from 1, of TEXT, the lines of a file that is
     SHOWN so.  */
  function parts_of (shown, text)
  {
    const grammar = typeof Prism != "undefined" && Prism.languages[language (shown)], found = [];
    if (!grammar || text.reduce ((sum, line) => sum + line.length, 0) > MOST)
      return (i) => [text[i - 1] ?? ""];
    let pieces = null;
    function find (k)
    {
      pieces ??= find_pieces (text, grammar);
      const lines = text.slice (...pieces[k]), all = lines.join ("\n");
      return all.length > LONG ? lines : lines_of (Prism.tokenize (all, grammar));
    }
    return (i) =>
      {
	const k = Math.floor ((i - 1) / SIZE);
	if (i > text.length)
	  return [""];
	found[k] ??= find (k);
	return [found[k][i - 1 - pieces[k][0]]].flat ().map ((part) => typeof part == "string" ? part : part.cloneNode (true));
      };
  }

  /* Load Prism for file number I, F, and call USE with what parts_of returns.  */
  return (i, f, use) =>
    {
      const go = () => use (f.parts ??= parts_of (data.index.files[i].shown, f.text));
      library ("highlight-library", "Prism", go, go);
    };
}) ();
