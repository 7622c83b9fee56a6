/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What the pages have more of if two profiles are compared: what it was, and the change.  */
"use strict";

const compared = () => data.index.old != null;

/* B less A; nothing is known if one of them is not.  */
function change (a, b)
{
  if (a == null || b == null)
    return null;
  return typeof a == "number" && typeof b == "number" ? b - a : String (BigInt (b) - BigInt (a));
}

/* What is not compared says so.  */
const only_now = () => compared () ? e ("p.note", null, "These are of the newer profile alone.") : null;

const size_of = (n) => Math.abs (Number (n ?? 0));
function signed (n)
{
  const text = grouped (n);
  return n == null || text[0] == "-" || text == "0" ? text.replace ("-", "\u2212") : "+" + text;
}

/* How many times as much B is as A.  */
const ratio = (a, b) => a == null || b == null ? null : Number (a) ? Number (b) / Number (a) : Number (b) ? Infinity : 1;
function relative (a, b)
{
  const r = ratio (a, b);
  return r == null ? "?" : a == b ? "" : r == Infinity ? "new" : r >= 10 ? "\u00d7" + grouped (Math.round (r))
    : signed (((r - 1) * 100).toFixed (1)) + "%";
}

/* A cell with a change, whose colour says which way it went.  */
const changed = (n) => e ("span" + (n == null || Number (n) == 0 ? "" : Number (n) > 0 ? ".more-often" : ".less-often"), null, signed (n));

/* The columns of KEY, called TITLE: one, or if profiles are compared old (OLD_KEY of the row),
   new, difference, per cent.  Differences are sorted by their size.  */
function counted (key, title)
{
  const now = [title, (r) => r[key], (r) => grouped (r[key])];
  if (!compared ())
    return [now];
  const old = "old_" + key;
  return [[title + " before", (r) => r[old], (r) => grouped (r[old])],
	  [title + " now", now[1], now[2]],
	  ["change", (r) => size_of (change (r[old], r[key])), (r) => changed (change (r[old], r[key]))],
	  ["relative", (r) => ratio (r[old], r[key]), (r) => relative (r[old], r[key])]];
}

/* How much of a line's heat is a change: 0 to 1, and which way it went.  */
function drift (a, b)
{
  const d = Number (change (a, b) ?? 0);
  return d == 0 ? 0 : d / Math.max (Number (a), Number (b));
}
