/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Strings of the unit's, for static arguments that are one: each once.  */

#include "plugin/core/core.h"

#define PREFIX ".LHALT_string"

const char *
string_symbol (const char *text)
{
  char symbol[32];
  bool known;
  if (!unit.string_numbers.get (text))
    text = xstrdup (text);
  unsigned &number = unit.string_numbers.get_or_insert (text, &known);
  if (!known)
    {
      number = unit.strings.length ();
      unit.strings.safe_push (text);
    }
  snprintf (symbol, sizeof symbol, PREFIX "%u", number);
  return ggc_strdup (symbol);
}

const char *
string_text (const char *symbol)
{
  return unit.strings[atoi (symbol + strlen (PREFIX))];
}

void
strings_write (FILE *f)
{
  if (unit.strings.is_empty ())
    return;
  fputs ("\t.section\t.rodata.str1.1,\"aMS\",@progbits,1\n", f);
  for (unsigned i = 0; i < unit.strings.length (); i++)
    {
      fprintf (f, PREFIX "%u:\n\t.string\t\"", i);
      for (const char *p = unit.strings[i]; *p; p++)
	if (ISPRINT (*p) && *p != '"' && *p != '\\')
	  fputc (*p, f);
	else
	  fprintf (f, "\\%03o", (unsigned char) *p);
      fputs ("\"\n", f);
    }
}
