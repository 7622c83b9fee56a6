/* SPDX-License-Identifier: GPL-3.0-or-later */
/* From GCC's control flow graph to the map's.  */

#include "plugin/plugin.h"

/* Number of a block, by GCC's index.  */
static auto_vec<uint32_t> numbers;

uint32_t
cfg_block_number (basic_block bb)
{
  return numbers[bb->index];
}

bool
cfg_counts (const rtx_insn *insn)
{
  return NONDEBUG_INSN_P (insn) && GET_CODE (PATTERN (insn)) != USE
	 && GET_CODE (PATTERN (insn)) != CLOBBER;
}

void
cfg_describe_function (uint32_t flags)
{
  tree fndecl = current_function_decl;
  struct halt_map_function f = {};
  expanded_location at = expand_location (DECL_SOURCE_LOCATION (fndecl));

  f.name = map_string (unit_map, IDENTIFIER_POINTER
			 (targetm.asm_out.mangle_assembler_name
			    (IDENTIFIER_POINTER
			       (DECL_ASSEMBLER_NAME (fndecl)))));
  f.pretty = map_string (unit_map, lang_hooks.decl_printable_name (fndecl, 1));
  f.file = unit_file (at.file);
  f.line = at.line;
  f.flags = flags;
  if (!TREE_PUBLIC (fndecl))
    f.flags |= HALT_FN_LOCAL;
  if (DECL_COMDAT_GROUP (fndecl))
    f.flags |= HALT_FN_COMDAT;
  map_function (unit_map, &f);
}

tree
cfg_callee (const rtx_insn *call)
{
  rtx x = get_call_rtx_from (call);
  if (!x || !MEM_P (XEXP (x, 0)))
    return NULL_TREE;
  rtx symbol = XEXP (XEXP (x, 0), 0);
  return GET_CODE (symbol) == SYMBOL_REF ? SYMBOL_REF_DECL (symbol) : NULL_TREE;
}

/* The text of inline assembler, or NULL if INSN is none or a jump.  */
static const char *
asm_text (const rtx_insn *insn)
{
  rtx body = PATTERN (insn);
  if (!NONJUMP_INSN_P (insn))
    return NULL;
  if (const_rtx operands = extract_asm_operands (body))
    return ASM_OPERANDS_TEMPLATE (operands);
  if (GET_CODE (body) == PARALLEL)
    body = XVECEXP (body, 0, 0);
  return GET_CODE (body) == ASM_INPUT ? XSTR (body, 0) : NULL;
}

/* True if control may not come from INSN to the instruction behind it: what
   gcov takes for such calls (stmt_can_terminate_bb_p).  Built-in functions that
   do not throw return; a sibling call is a return.  */
static bool
may_lose_control (const rtx_insn *insn)
{
  if (can_throw_external (insn))
    return true;
  if (const char *text = asm_text (insn))
    return *text && volatile_insn_p (PATTERN (insn));
  if (!CALL_P (insn) || SIBLING_CALL_P (insn)
      || (RTL_CONST_OR_PURE_CALL_P (insn)
	  && !RTL_LOOPING_CONST_OR_PURE_CALL_P (insn)))
    return false;
  tree fndecl = cfg_callee (insn);
  if (!fndecl || TREE_CODE (fndecl) != FUNCTION_DECL
      || !fndecl_built_in_p (fndecl))
    return true;
  int flags = flags_from_decl_or_type (fndecl);
  return !(flags & ECF_NOTHROW) || (flags & ECF_RETURNS_TWICE)
	 || fndecl_built_in_p (fndecl, BUILT_IN_FORK);
}

/* True if INSN is a call that may return twice, in this process or in a
   child's copy of it, where nothing has been counted yet.  */
static bool
may_return_twice (const rtx_insn *insn)
{
  if (!CALL_P (insn))
    return false;
  if (find_reg_note (insn, REG_SETJMP, NULL_RTX))
    return true;
  tree fndecl = cfg_callee (insn);
  return fndecl && TREE_CODE (fndecl) == FUNCTION_DECL
	 && fndecl_built_in_p (fndecl, BUILT_IN_FORK);
}

bool
cfg_interrupts (const rtx_insn *insn)
{
  return cfg_counts (insn)
	 && (may_lose_control (insn) || may_return_twice (insn));
}

static void
describe_block (basic_block bb)
{
  struct halt_map_block b = {};
  const char *file = NULL;
  rtx_insn *insn;

  FOR_BB_INSNS (bb, insn)
    {
      if (!cfg_counts (insn))
	continue;
      b.n_insns++;
      if (may_lose_control (insn))
	b.flags |= HALT_BB_CALL;
      if (may_return_twice (insn))
	b.flags |= HALT_BB_TWICE;
      expanded_location at = expand_location (INSN_LOCATION (insn));
      if (!at.file || !at.line)
	continue;
      if (!file)
	{
	  file = at.file;
	  b.file = unit_file (file);
	  b.line = b.last_line = at.line;
	}
      else if (strcmp (at.file, file) == 0)
	b.last_line = MAX (b.last_line, (uint32_t) at.line);
    }
  if (BB_PARTITION (bb) == BB_COLD_PARTITION)
    b.flags |= HALT_BB_COLD;
  if (bb_has_eh_pred (bb))
    b.flags |= HALT_BB_LANDING;
  map_block (unit_map, &b);
}

static void
describe_edge (basic_block from, basic_block to, uint32_t flags,
	       uint32_t index)
{
  struct halt_map_edge e
    = { cfg_block_number (from), cfg_block_number (to), flags, index };
  map_edge (unit_map, &e);
}

/* The entries of BB's jump table, if it ends in one.  */
static bool
describe_table (basic_block bb)
{
  rtx_jump_table_data *table;
  if (!JUMP_P (BB_END (bb)) || !tablejump_p (BB_END (bb), NULL, &table))
    return false;
  rtvec labels = table->get_labels ();
  for (int i = 0; i < GET_NUM_ELEM (labels); i++)
    {
      rtx label = XEXP (RTVEC_ELT (labels, i), 0);
      describe_edge (bb, BLOCK_FOR_INSN (label), HALT_EDGE_INDEX, i);
    }
  return true;
}

static void
describe_edges (basic_block bb)
{
  edge e;
  edge_iterator ei;
  bool table = describe_table (bb);
  bool branch = JUMP_P (BB_END (bb)) && any_condjump_p (BB_END (bb));

  FOR_EACH_EDGE (e, ei, bb->succs)
    {
      uint32_t flags;
      if (e->dest == EXIT_BLOCK_PTR_FOR_FN (cfun))
	flags = HALT_EDGE_RETURN;
      else if (e->flags & EDGE_EH)
	flags = HALT_EDGE_EH;
      else if (e->flags & EDGE_COMPLEX)
	flags = HALT_EDGE_ABNORMAL;
      else if (e->flags & EDGE_FALLTHRU)
	flags = HALT_EDGE_FALL;
      else if (branch)
	flags = HALT_EDGE_TAKEN;
      else if (table)
	continue;
      else
	flags = HALT_EDGE_JUMP;
      describe_edge (bb, e->dest, flags, 0);
    }
}

static void
dump_cfg (void)
{
  FILE *f = dump_stream ();
  basic_block bb;
  edge e;
  edge_iterator ei;

  fprintf (f, "cfg %s\n", current_function_name ());
  FOR_EACH_BB_FN (bb, cfun)
    {
      fprintf (f, "  block %u ->", cfg_block_number (bb));
      FOR_EACH_EDGE (e, ei, bb->succs)
	fprintf (f, " %u", cfg_block_number (e->dest));
      fputc ('\n', f);
    }
}

void
cfg_describe (uint32_t flags)
{
  basic_block bb;
  uint32_t n = HALT_BLOCK_FIRST;

  numbers.truncate (0);
  numbers.safe_grow_cleared (last_basic_block_for_fn (cfun));
  numbers[ENTRY_BLOCK] = HALT_BLOCK_ENTRY;
  numbers[EXIT_BLOCK] = HALT_BLOCK_EXIT;
  FOR_EACH_BB_FN (bb, cfun)
    numbers[bb->index] = n++;

  cfg_describe_function (flags);
  FOR_EACH_BB_FN (bb, cfun)
    describe_block (bb);
  describe_edge (ENTRY_BLOCK_PTR_FOR_FN (cfun),
		 single_succ (ENTRY_BLOCK_PTR_FOR_FN (cfun)), HALT_EDGE_FALL,
		 0);
  FOR_EACH_BB_FN (bb, cfun)
    describe_edges (bb);
  unit_note_function ();
  if (config->dump & DUMP_CFG)
    dump_cfg ();
}

/* Where NOTE's place INSN is in the source.  */
static location_t
point_location (const struct note *note, rtx_insn *insn)
{
  if (note->kind == HALT_ENTRY)
    return DECL_SOURCE_LOCATION (current_function_decl);
  if (INSN_P (insn))
    return INSN_LOCATION (insn);
  basic_block bb = BLOCK_FOR_INSN (insn);
  FOR_BB_INSNS (bb, insn)
    if (cfg_counts (insn) && INSN_LOCATION (insn) != UNKNOWN_LOCATION)
      return INSN_LOCATION (insn);
  return UNKNOWN_LOCATION;
}

void
cfg_describe_point (const struct note *note, rtx_insn *insn,
		    uint32_t ordinal)
{
  basic_block bb = BLOCK_FOR_INSN (insn);
  if (note->about)
    insn = note->about;
  location_t where = point_location (note, insn);
  expanded_location at = expand_location (where);
  struct halt_map_point p = {};
  p.id = note->id;
  p.kind = note->kind;
  p.flags = (note->fixed ? HALT_POINT_FIXED : 0)
	    | (note->after && INSN_P (insn) ? HALT_POINT_AFTER : 0);
  p.block = cfg_block_number (bb);
  p.insn = ordinal;
  p.file = unit_file (at.file);
  p.line = at.line;
  p.column = at.column;
  p.inlined = map_string (unit_map, inlined_from (where));
  p.n_args = note->args.length ();
  map_point (unit_map, &p, note->args.address ());
  if (config->dump & DUMP_LABEL)
    fprintf (dump_stream (), "label %s %llu %s block %u %s:%d:%d\n",
	     kind_word (note->kind), (unsigned long long) note->id,
	     current_function_name (), p.block, at.file ? at.file : "?",
	     at.line, at.column);
}
