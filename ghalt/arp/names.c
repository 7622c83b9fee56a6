/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What sections are called in a program that calls ARP's functions itself: at the
   places of those calls, as its debug information has them (DW_TAG_call_site), which
   optimizing compilers write.  */

#include <dwarf.h>
#include <elfutils/libdwfl.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include "ghalt/arp/names.h"

struct search
{
  char **names;
  unsigned n_calls;
  Dwarf_Die unit;
  unsigned register_number;	/* DWARF's, of a second argument */
  struct fault *fault;
};

bool
arp_is_program (const char *name)
{
  char magic[SELFMAG];
  FILE *f = fopen (name, "re");
  bool is = f && fread (magic, sizeof magic, 1, f) == 1
	    && memcmp (magic, ELFMAG, SELFMAG) == 0;
  if (f)
    fclose (f);
  return is;
}

/* What AT_1, or what GNU had before it, AT_2, refers to in DIE.  */
static const char *
name_of (Dwarf_Die *die, unsigned at_1, unsigned at_2)
{
  Dwarf_Attribute at;
  Dwarf_Die to;
  if ((dwarf_attr (die, at_1, &at) || dwarf_attr (die, at_2, &at))
      && dwarf_formref_die (&at, &to))
    return dwarf_diename (&to);
  return NULL;
}

/* The only operation of an expression in DIE.  */
static bool
operation (Dwarf_Die *die, unsigned at_1, unsigned at_2, Dwarf_Op *op)
{
  Dwarf_Attribute at;
  Dwarf_Op *ops;
  size_t n;
  if (!(dwarf_attr (die, at_1, &at) || dwarf_attr (die, at_2, &at))
      || dwarf_getlocation (&at, &ops, &n) != 0 || n != 1)
    return false;
  *op = *ops;
  return true;
}

/* The number that CALL has for a second argument, or -1.  */
static long
second_argument (const struct search *s, Dwarf_Die *call)
{
  Dwarf_Die die;
  Dwarf_Op where, value;
  if (dwarf_child (call, &die) != 0)
    return -1;
  do
    {
      if (!operation (&die, DW_AT_location, DW_AT_location, &where)
	  || where.atom != DW_OP_reg0 + s->register_number
	  || !operation (&die, DW_AT_call_value, DW_AT_GNU_call_site_value,
			 &value))
	continue;
      if (value.atom >= DW_OP_lit0 && value.atom <= DW_OP_lit31)
	return value.atom - DW_OP_lit0;
      if (value.atom >= DW_OP_const1u && value.atom <= DW_OP_consts)
	return value.number < ARP_SIDS ? (long) value.number : -1;
    }
  while (dwarf_siblingof (&die, &die) == 0);
  return -1;
}

/* CALL, in FUNCTION, if it is one of ARP's.  */
static void
read_call (struct search *s, Dwarf_Die *call, const char *function)
{
  static const char *const kinds[][2] = { { "arp_enter", "section" },
					  { "arp_enter_kernel", "kernel" },
					  { "arp_enter_profiled", "profile" } };
  const char *callee = name_of (call, DW_AT_call_origin, DW_AT_abstract_origin);
  const char *kind = NULL, *file = NULL;
  Dwarf_Attribute at;
  Dwarf_Addr pc;
  int line = 0;
  for (size_t i = 0; callee && i < sizeof kinds / sizeof *kinds; i++)
    if (strcmp (callee, kinds[i][0]) == 0)
      kind = kinds[i][1];
  if (!kind)
    return;
  long sid = second_argument (s, call);
  if (sid < 0)
    return;
  s->n_calls++;
  if (s->names[sid])
    return;
  if ((dwarf_attr (call, DW_AT_call_return_pc, &at)
       || dwarf_attr (call, DW_AT_low_pc, &at))
      && dwarf_formaddr (&at, &pc) == 0)
    {
      Dwarf_Line *l = dwarf_getsrc_die (&s->unit, pc - 1);
      file = l ? dwarf_linesrc (l, NULL, NULL) : NULL;
      if (l)
	dwarf_lineno (l, &line);
    }
  const char *slash = file ? strrchr (file, '/') : NULL;
  if (asprintf (&s->names[sid], "%s %ld %s %s:%d", kind, sid,
		function ? function : "?",
		slash  ? slash + 1
		: file ? file
		       : "?",
		line)
      < 0)
    {
      s->names[sid] = NULL;
      fault (s->fault, "out of memory");
    }
}

/* All calls in DIE and what follows it, in FUNCTION.  */
static void
walk_calls (struct search *s, Dwarf_Die *die, const char *function)
{
  Dwarf_Die child;
  do
    {
      const char *in = function;
      switch (dwarf_tag (die))
	{
	case DW_TAG_subprogram:
	case DW_TAG_inlined_subroutine:
	  in = dwarf_diename (die);
	  break;
	case DW_TAG_call_site:
	case DW_TAG_GNU_call_site:
	  read_call (s, die, function);
	  continue;
	default:
	  break;
	}
      if (dwarf_child (die, &child) == 0)
	walk_calls (s, &child, in);
    }
  while (!s->fault->text[0] && dwarf_siblingof (die, die) == 0);
}

bool
arp_read_names (const char *program, char **names, struct fault *f)
{
  const Dwfl_Callbacks callbacks = {
    .find_elf = dwfl_build_id_find_elf,
    .find_debuginfo = dwfl_standard_find_debuginfo,
    .section_address = dwfl_offline_section_address
  };
  struct search s = { .names = names, .fault = f };
  GElf_Addr bias;
  Dwarf_Die *unit = NULL;
  Dwfl *dwfl = dwfl_begin (&callbacks);
  Dwfl_Module *module = dwfl ? dwfl_report_offline (dwfl, program, program, -1)
			     : NULL;
  Elf *elf = module ? dwfl_module_getelf (module, &bias) : NULL;
  GElf_Ehdr head;
  if (!elf || !gelf_getehdr (elf, &head))
    {
      fault (f, "'%s': cannot be read: %s", program, dwfl_errmsg (-1));
      dwfl_end (dwfl);
      return false;
    }
  dwfl_report_end (dwfl, NULL, NULL);
  s.register_number = head.e_machine == EM_X86_64  ? 4 /* rsi */
		      : head.e_machine == EM_ALPHA ? 17
						   : 1;
  while (!f->text[0] && (unit = dwfl_nextcu (dwfl, unit, &bias)))
    {
      s.unit = *unit;
      Dwarf_Die die = *unit;
      walk_calls (&s, &die, NULL);
    }
  dwfl_end (dwfl);
  if (!f->text[0] && s.n_calls == 0)
    fault (f,
	   "'%s' does not say where it enters which section: compile it with "
	   "-g and -O1 or more",
	   program);
  return !f->text[0];
}
