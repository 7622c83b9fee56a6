/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Analysis routines as they are defined, by the debug information of their object:
   whether that is what the tool declared.  */

#include <dwarf.h>
#include <elfutils/libdwfl.h>
#include <string.h>
#include "atom/make.h"

enum kind
{
  INTEGER,
  POINTER,
  FLOATING,
  AGGREGATE
};

/* A parameter as it is defined.  */
struct defined
{
  enum kind kind;
  size_t bytes;
};

/* Where DIE, of the analysis FILE, is defined.  */
static char *
place (Dwarf_Die *die, const char *file)
{
  const char *at = dwarf_decl_file (die), *base = strrchr (file, '/');
  int line = 0;
  size_t n;
  dwarf_decl_line (die, &line);
  base = base ? base + 1 : file;
  n = strlen (base);
  /* The name that the user gave it.  */
  if (!at || (strlen (at) >= n && strcmp (at + strlen (at) - n, base) == 0))
    at = file;
  return string ("%s:%d", at, line);
}

/* What DIE, a parameter or a function, is of; false if the debug information does not say.  */
static bool
read_type (Dwarf_Die *die, struct defined *d)
{
  Dwarf_Attribute attribute;
  Dwarf_Die its, type;
  Dwarf_Word bytes, encoding = 0;
  if (!dwarf_attr_integrate (die, DW_AT_type, &attribute)
      || !dwarf_formref_die (&attribute, &its)
      || dwarf_peel_type (&its, &type) != 0
      || dwarf_aggregate_size (&type, &bytes) != 0)
    return false;
  if (dwarf_attr (&type, DW_AT_encoding, &attribute))
    dwarf_formudata (&attribute, &encoding);
  d->bytes = bytes;
  switch (dwarf_tag (&type))
    {
    case DW_TAG_enumeration_type:
      d->kind = INTEGER;
      break;
    case DW_TAG_pointer_type:
    case DW_TAG_reference_type:
    case DW_TAG_rvalue_reference_type:
      d->kind = POINTER;
      break;
    case DW_TAG_base_type:
      d->kind = encoding == DW_ATE_float	   ? FLOATING
		: encoding == DW_ATE_complex_float ? AGGREGATE
						   : INTEGER;
      break;
    default:
      d->kind = AGGREGATE;
    }
  return true;
}

/* Whether what is declared as P, of a replacement or not, can be passed to D.  What
   a replacement gets of its procedure is as that one's caller passed it.  */
static bool
fits (const struct parameter *p, bool replacement, const struct defined *d)
{
  size_t word = the.target->word_bits / 8;
  if (replacement && p->type == PARAMETER_VALUE
      && (word == 4 || d->kind == FLOATING))
    return word == 4 || d->bytes <= word;
  if (d->kind > POINTER || d->bytes > word)
    return false;
  if (p->type == PARAMETER_CHAR || p->type == PARAMETER_INT)
    return d->kind == INTEGER;
  return p->type == PARAMETER_LONG || p->type >= PARAMETER_VALUE
	 || d->bytes == word;
}

static const char *
describe_type (const struct defined *d)
{
  return d->kind == POINTER	? "a pointer"
	 : d->kind == AGGREGATE ? "a structure"
	 : d->kind == FLOATING
	   ? "a floating-point number: pass its bits as an integer"
	   : string ("an integer of %zu bits", 8 * d->bytes);
}

/* Compare parameter N of PROTO with its definition, in a routine defined AT.  */
static void
check_parameter (struct proto *proto, int n, Dwarf_Die *die, const char *at)
{
  static const char *const names[] = {
    "char",   "int",	"long",	 "char *", "char[]",  "int[]",
    "long[]", "VALUE",	"REGV",	 "FREGV",  "XLATE *",
  };
  struct parameter *p = &proto->parameters[n];
  struct defined d;
  if (!read_type (die, &d))
    return;
  if (!fits (p, proto->replacement, &d))
    fail ("%s:%d: parameter %d of %s is declared %s, but at %s it is %s",
	  proto->file ? proto->file : "", proto->line, n + 1, proto->name,
	  names[p->type], at, describe_type (&d));
  p->bytes = d.bytes;
  p->floating = d.kind == FLOATING;
}

/* Whether what DIE returns is written to where a hidden parameter says.  */
static bool
returns_in_memory (Dwarf_Die *die)
{
  struct defined d;
  return read_type (die, &d) && d.kind == AGGREGATE
	 && (the.target->word_bits == 32 || d.bytes > 16);
}

/* Compare what is declared with the definition DIE.  */
static void
check_routine (struct proto *proto, Dwarf_Die *die, const char *file)
{
  const char *at = place (die, file);
  bool more = false;
  int n = 0;
  Dwarf_Die child;
  for (int r = dwarf_child (die, &child); r == 0;
       r = dwarf_siblingof (&child, &child))
    {
      more |= dwarf_tag (&child) == DW_TAG_unspecified_parameters;
      if (dwarf_tag (&child) != DW_TAG_formal_parameter)
	continue;
      if (n < proto->n)
	check_parameter (proto, n, &child, at);
      n++;
    }
  if (n != proto->n && !(more && n < proto->n))
    fail ("%s:%d: %s is declared with %d parameter%s, but at %s it has %d",
	  proto->file ? proto->file : "", proto->line, proto->name, proto->n,
	  proto->n == 1 ? "" : "s", at, n);
  proto->structure = returns_in_memory (die);
  if (proto->structure && !proto->replacement)
    fail ("%s:%d: %s returns at %s a structure in memory: nobody takes it",
	  proto->file ? proto->file : "", proto->line, proto->name, at);
}

/* The prototype of the routine that DIE defines, or NULL.  */
static struct proto *
defines (Dwarf_Die *die)
{
  Dwarf_Attribute attribute;
  bool external = false;
  if (dwarf_tag (die) != DW_TAG_subprogram
      || dwarf_attr (die, DW_AT_declaration, &attribute)
      || !dwarf_attr (die, DW_AT_name, &attribute)
      || !dwarf_attr (die, DW_AT_external, &attribute)
      || dwarf_formflag (&attribute, &external) != 0 || !external)
    return NULL;
  struct proto *proto = proto_find (dwarf_diename (die));
  return proto && !proto->undeclared ? proto : NULL;
}

void
definitions_check (const char *object, const char *file)
{
  static const Dwfl_Callbacks callbacks = {
    .find_elf = dwfl_build_id_find_elf,
    .find_debuginfo = dwfl_standard_find_debuginfo,
    .section_address = dwfl_offline_section_address
  };
  Dwarf_Addr bias;
  Dwfl *dwfl = dwfl_begin (&callbacks);
  if (!dwfl)
    fail ("%s", dwfl_errmsg (-1));
  if (dwfl_report_offline (dwfl, "", object, -1))
    dwfl_report_end (dwfl, NULL, NULL);
  for (Dwarf_Die *unit = NULL, die; (unit = dwfl_nextcu (dwfl, unit, &bias));)
    for (int r = dwarf_child (unit, &die); r == 0;
	 r = dwarf_siblingof (&die, &die))
      {
	struct proto *proto = defines (&die);
	if (proto)
	  check_routine (proto, &die, file);
      }
  dwfl_end (dwfl);
}
