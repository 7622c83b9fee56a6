/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Data come by halt (NAME, VALUE), from scripts, which a browser loads from the file
   system, too.  Counts that are too large for a number are texts of digits.  */
"use strict";

const data = {}, waiting = {};
function halt (name, value)
{
  data[name] = value;
  (waiting[name] || []).forEach ((f) => f (value));
  delete waiting[name];
}
