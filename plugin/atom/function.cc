/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What GCC knows of a function that is about to be written, said in the copy of the
   assembler file; and in its text, where each instruction ends.  */

#include "plugin/atom/atom.h"
#include "plugin/core/core.h"
#include "plugin/target_hooks.h"
#include "plugin/routines/routines.h"
#include "plugin/rtl/rtl.h"
#include "halt/code.h"

/* Source files by their names, from 1.  */
static hash_map<nofree_string_hash, int> files;

/* Sections that have described functions, in the order in which they came.  */
static vec<section *> sections;

/* The numbers of the instructions that were described.  */
static hash_set<int_hash<int, -1, -2> > described;

/* Print the number of source file NAME, 0 for NULL; say it, if it is new.  */
static int
file_number (FILE *out, const char *name)
{
  bool existed;
  if (!name)
    return 0;
  name = unit_path (name);
  int n = files.elements () + 1;
  int &number = files.get_or_insert (name, &existed);
  if (!existed)
    {
      number = n;
      fprintf (out, "#@file %d %s\n", n, name);
    }
  return number;
}

static void
describe_begin (FILE *out)
{
  const struct reg_set none = {};
  struct reg_set set = {};
  expanded_location at
    = expand_location (DECL_SOURCE_LOCATION (current_function_decl));
  int file = file_number (out, at.file);
  fprintf (out, "#@function %s %d %d %s\n",
	   unit_symbol_of (current_function_decl), file, at.line,
	   unit_pretty_of (current_function_decl));
  place_dead (&none, &set);
  fputs ("#@scratch ", out);
  facts_print_set (out, unit.target, &set);
  fputc ('\n', out);
}

/* The symbol that CALL calls, or NULL.  */
static const char *
callee_symbol (const rtx_insn *call)
{
  rtx x = get_call_rtx_from (call);
  rtx callee = x && MEM_P (XEXP (x, 0)) ? XEXP (XEXP (x, 0), 0) : NULL_RTX;
  return callee && GET_CODE (callee) == SYMBOL_REF
	   ? targetm.strip_name_encoding (XSTR (callee, 0))
	   : NULL;
}

static const char *
insn_class (const rtx_insn *insn)
{
  if (CALL_P (insn))
    return SIBLING_CALL_P (insn) ? "sibcall" : "call";
  if (asm_noperands (PATTERN (insn)) >= 0
      || GET_CODE (PATTERN (insn)) == ASM_INPUT)
    return "asm";
  if (JUMP_P (insn))
    return any_condjump_p (insn)	    ? "branch"
	   : returnjump_p (insn)	    ? "return"
	   : tablejump_p (insn, NULL, NULL) ? "table"
					    : "jump";
  return "other";
}

/* Say what is so before INSN or after it.  */
static void
describe_place (FILE *out, rtx_insn *insn, bool after, bitmap live,
		bitmap behind)
{
  struct halt_point f = {};
  char cond[32];
  f.access.count = f.access.advance = HALT_NO_REG;
  f.pointer = HALT_NO_REG;
  if (!after && JUMP_P (insn) && any_condjump_p (insn))
    {
      rtx condition = branch_condition (insn);
      if (condition && target_condition (condition, cond, sizeof cond))
	f.cond = cond;
    }
  place_facts (&f, insn, after, live, behind);
  fprintf (out, "#@%s ", after ? "after" : "before");
  facts_print (out, unit.target, &f, false);
}

static void
describe_regs (FILE *out, const char *what, const struct reg_set *set)
{
  const char *before = "";
  fprintf (out, "#@%s ", what);
  for (int r = 0; r < unit.target->n_regs; r++)
    if (reg_set_has (set, r))
      {
	fprintf (out, "%s%s", before, unit.target->regs[r].name);
	before = ",";
      }
  fputc ('\n', out);
}

/* Add the registers of REF and what follows it.  */
static void
add_refs (struct reg_set *set, df_ref ref)
{
  for (; ref; ref = DF_REF_NEXT_LOC (ref))
    if (regs_reg (DF_REF_REGNO (ref)) != HALT_NO_REG)
      reg_set_add (set, regs_reg (DF_REF_REGNO (ref)));
}

/* Say which registers INSN itself uses and sets.  What a call does is its
   callee's but for the address of that.  */
static void
describe_usage (FILE *out, rtx_insn *insn)
{
  struct reg_set uses = {}, sets = {};
  subrtx_iterator::array_type array;
  rtx call = CALL_P (insn) ? get_call_rtx_from (insn) : NULL_RTX;
  if (call)
    {
      FOR_EACH_SUBRTX (iter, array, XEXP (call, 0), NONCONST)
	if (REG_P (*iter) && regs_reg (REGNO (*iter)) != HALT_NO_REG)
	  reg_set_add (&uses, regs_reg (REGNO (*iter)));
    }
  else
    {
      add_refs (&uses, DF_INSN_USES (insn));
      add_refs (&sets, DF_INSN_DEFS (insn));
    }
  describe_regs (out, "uses", &uses);
  describe_regs (out, "sets", &sets);
}

/* Say what INSN is; return that, to be freed.  */
static char *
describe_insn (rtx_insn *insn, bitmap live, bitmap behind)
{
  char *text;
  size_t size;
  FILE *out = open_memstream (&text, &size);
  expanded_location at = expand_location (INSN_LOCATION (insn));
  int file = file_number (out, at.file);
  const char *callee = CALL_P (insn) ? callee_symbol (insn) : NULL;
  fprintf (out, "#@insn %d %d %d %d %s", INSN_UID (insn), file, at.line,
	   at.column, insn_class (insn));
  fprintf (out, callee ? " %s\n" : "\n", callee);
  bool glued = target_glued (insn) || target_locked (insn);
  if (!glued)
    describe_place (out, insn, false, live, behind);
  if (!glued && (!JUMP_P (insn) || any_condjump_p (insn))
      && !(CALL_P (insn) && SIBLING_CALL_P (insn)))
    describe_place (out, insn, true, live, behind);
  auto_vec<memop> accesses;
  access_list (insn, &accesses);
  for (unsigned i = 0; i < accesses.length (); i++)
    {
      if (accesses[i].pushed)
	accesses[i].facts.ea.disp -= UNITS_PER_WORD;
      fputs (accesses[i].store ? "#@store" : "#@load", out);
      facts_print_access (out, unit.target, &accesses[i].facts);
      fputc ('\n', out);
    }
  describe_usage (out, insn);
  fclose (out);
  described.add (INSN_UID (insn));
  return text;
}

static void
describe_block (FILE *out, basic_block bb)
{
  rtx_insn *insn;
  auto_vec<halt_map_edge> edges;
  expanded_location at = {};
  FOR_BB_INSNS (bb, insn)
    if (!at.file && cfg_counts (insn))
      at = expand_location (INSN_LOCATION (insn));
  int file = file_number (out, at.file);
  fprintf (out, "#@block %u %d %d%s%s\n", describe_block_number (bb), file,
	   at.line, BB_PARTITION (bb) == BB_COLD_PARTITION ? " cold" : "",
	   bb_has_eh_pred (bb) ? " landing" : "");
  describe_edges (bb, &edges);
  for (unsigned i = 0; i < edges.length (); i++)
    {
      const halt_map_edge *e = &edges[i];
      fprintf (out, "#@edge %u %u %s", e->from, e->to,
	       edge_kind_name (e->flags));
      if (e->flags & HALT_EDGE_INDEX)
	fprintf (out, " %u", e->index);
      fputc ('\n', out);
    }
}

static void
describe_insns (FILE *out, basic_block bb)
{
  rtx_insn *insn;
  auto_bitmap live, behind;
  auto_vec<char *> insns;
  /* Files are numbered in the order in which they are said.  */
  FOR_BB_INSNS (bb, insn)
    if (cfg_counts (insn))
      file_number (out, expand_location (INSN_LOCATION (insn)).file);
  bitmap_copy (live, df_get_live_out (bb));
  df_simulate_initialize_backwards (bb, live);
  FOR_BB_INSNS_REVERSE (bb, insn)
    {
      bitmap_copy (behind, live);
      if (NONDEBUG_INSN_P (insn))
	df_simulate_one_insn_backwards (bb, insn, live);
      if (cfg_counts (insn))
	insns.safe_push (describe_insn (insn, live, behind));
    }
  while (!insns.is_empty ())
    {
      char *text = insns.pop ();
      fputs (text, out);
      free (text);
    }
}

static void
describe_all (function *fn)
{
  char *text;
  size_t size;
  basic_block bb;
  FILE *out = open_memstream (&text, &size);
  const char *why = function_excluded ();

  described.empty ();
  if (why)
    fprintf (out, "#@left-out %s %s\n", unit_symbol_of (current_function_decl),
	     why);
  else
    {
      df_analyze ();
      contract_begin ();
      place_begin ();
      describe_number ();
      describe_begin (out);
      FOR_EACH_BB_FN (bb, fn)
	{
	  describe_block (out, bb);
	  describe_insns (out, bb);
	}
      stack_release ();
    }
  fclose (out);
  stream_say (text);
  free (text);
}

const halt_pass atom_pass = {
  RTL_PASS, "halt_atom",
  [] (function *) { return stream_open (); },
  describe_all
};

/* The function is written: what it promises its callers.  */

static void
describe_promise (function *)
{
  char *text;
  size_t size;
  struct reg_set set = {};
  FILE *out = open_memstream (&text, &size);
  for (int r = 0; r < unit.target->n_regs; r++)
    if (contract_has (r))
      reg_set_add (&set, r);
  fputs ("#@promise ", out);
  facts_print_set (out, unit.target, &set);
  fprintf (out, "\n#@stack %ld%s",
	   (long) constant_lower_bound (crtl->args.size),
	   cfun->stdarg ? " more" : "");
  cgraph_node *local = cgraph_node::local_info_node (current_function_decl);
  if (optimize && local && local->local)
    fputs ("\n#@local", out);
  fprintf (out, "\n#@end %s\n", unit_symbol_of (current_function_decl));
  fclose (out);
  stream_say (text);
  free (text);
}

const halt_pass atom_end_pass = {
  RTL_PASS, "halt_atom_end",
  [] (function *) { return stream_open () && !described.is_empty (); },
  describe_promise
};

/* --- the unit --------------------------------------------------------------- */

/* What GCC's own hook was.  */
static void (*postscan) (FILE *, rtx_insn *, rtx *, int);

/* INSN was written.  */
static void
on_insn (FILE *f, rtx_insn *insn, rtx *operands, int n)
{
  if (postscan)
    postscan (f, insn, operands, n);
  if (stream_open () && described.contains (INSN_UID (insn)))
    {
      char text[32];
      snprintf (text, sizeof text, "#@ %d\n", INSN_UID (insn));
      stream_say (text);
      if (!sections.contains (in_section))
	sections.safe_push (in_section);
    }
}

unsigned
atom_n_sections (void)
{
  return sections.length ();
}

void
atom_section_label (char *label, unsigned n)
{
  ASM_GENERATE_INTERNAL_LABEL (label, "LHALT_code", n);
}

/* The unit is written: the ends of its sections get labels, which tell where the program
   has them, whatever becomes of symbols.  */
void
atom_finish (void)
{
  if (!stream_open ())
    return;
  for (unsigned n = 0; n < sections.length (); n++)
    {
      char text[32];
      char label[ATOM_LABEL_BYTES];
      atom_section_label (label, n);
      switch_to_section (sections[n]);
      ASM_OUTPUT_LABEL (asm_out_file, label);
      snprintf (text, sizeof text, "#@section %u\n", n);
      stream_say (text);
    }
}

void
atom_start (void)
{
  stream_begin ();
  char *text = xasprintf ("#@unit %s %d\n#@source %s\n", unit.target->name,
			  HALT_CODE_VERSION,
			  in_lto_p ? "<artificial>"
				   : unit_path (main_input_filename));
  stream_say (text);
  free (text);
  postscan = targetm.asm_out.final_postscan_insn;
  targetm.asm_out.final_postscan_insn = on_insn;
}
