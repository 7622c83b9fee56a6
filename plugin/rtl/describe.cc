/* SPDX-License-Identifier: GPL-3.0-or-later */
/* From GCC's control flow graph and the notes to the map.  */

#include "plugin/core/core.h"
#include "plugin/rtl/rtl.h"

/* Number of a block, by GCC's index.  */
static auto_vec<uint32_t> numbers;

uint32_t
describe_block_number (basic_block bb)
{
  return numbers[bb->index];
}

bool
describe_has_number (basic_block bb)
{
  return (unsigned) bb->index < numbers.length ();
}

void
describe_begin (uint32_t flags)
{
  tree fndecl = current_function_decl;
  struct halt_map_function f = {};
  expanded_location at = expand_location (DECL_SOURCE_LOCATION (fndecl));

  f.name = map_string (unit.map, unit_symbol_of (fndecl));
  f.origin = map_string (unit.map, origin_symbol (fndecl));
  f.pretty = map_string (unit.map, unit_pretty_of (fndecl));
  f.file = unit_file (at.file);
  f.line = at.line;
  f.flags = flags;
  if (!TREE_PUBLIC (fndecl))
    f.flags |= HALT_FN_LOCAL;
  if (DECL_COMDAT_GROUP (fndecl))
    f.flags |= HALT_FN_COMDAT;
  map_function (unit.map, &f);
}

static void
describe_block (basic_block bb, block_lines *lines)
{
  struct halt_map_block b = {};
  inlined_in inlined;
  const char *file = NULL;
  rtx_insn *insn;

  FOR_BB_INSNS (bb, insn)
    {
      /* What -g leaves of statements without code.  */
      if (NOTE_MARKER_P (insn))
	inlined.add (NOTE_MARKER_LOCATION (insn));
      if (!cfg_counts (insn))
	continue;
      b.n_insns++;
      inlined.add (INSN_LOCATION (insn));
      if (cfg_loses_control (insn))
	b.flags |= HALT_BB_CALL;
      if (cfg_returns_twice (insn))
	b.flags |= HALT_BB_TWICE;
      expanded_location at = expand_location (INSN_LOCATION (insn));
      if (!at.file || !at.line)
	continue;
      lines->add (INSN_LOCATION (insn));
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
  map_block (unit.map, &b);
  /* One is the block's own.  */
  if (lines->list.length () == 1)
    lines->list.truncate (0);
  lines->describe ();
  inlined.describe (describe_block_number (bb));
}

static void
add_edge (vec<halt_map_edge> *edges, basic_block from, basic_block to,
	  uint32_t flags, uint32_t index)
{
  edges->safe_push (halt_map_edge {
    describe_block_number (from), describe_block_number (to), flags, index });
}

/* The entries of BB's jump table, if it ends in one.  */
static bool
add_table (basic_block bb, vec<halt_map_edge> *edges)
{
  rtx_jump_table_data *table;
  if (!JUMP_P (BB_END (bb)) || !tablejump_p (BB_END (bb), NULL, &table))
    return false;
  rtvec labels = table->get_labels ();
  for (int i = 0; i < GET_NUM_ELEM (labels); i++)
    {
      rtx label = XEXP (RTVEC_ELT (labels, i), 0);
      add_edge (edges, bb, BLOCK_FOR_INSN (label), HALT_EDGE_INDEX, i);
    }
  return true;
}

void
describe_edges (basic_block bb, vec<halt_map_edge> *edges)
{
  edge e;
  edge_iterator ei;
  if (bb->prev_bb == ENTRY_BLOCK_PTR_FOR_FN (cfun))
    add_edge (edges, bb->prev_bb, single_succ (bb->prev_bb), HALT_EDGE_FALL, 0);
  bool table = add_table (bb, edges);
  bool branch = JUMP_P (BB_END (bb)) && any_condjump_p (BB_END (bb));

  FOR_EACH_EDGE (e, ei, bb->succs)
    {
      uint32_t flags;
      if (e->dest == EXIT_BLOCK_PTR_FOR_FN (cfun))
	flags = HALT_EDGE_RETURN;
      else if (e->flags & EDGE_EH)
	flags = HALT_EDGE_EH;
      /* EDGE_PRESERVE, behind a landing pad, is as others.  */
      else if (e->flags & (EDGE_ABNORMAL | EDGE_ABNORMAL_CALL))
	flags = HALT_EDGE_ABNORMAL;
      else if (e->flags & EDGE_FALLTHRU)
	flags = HALT_EDGE_FALL;
      else if (branch)
	flags = HALT_EDGE_TAKEN;
      else if (table)
	continue;
      else
	flags = HALT_EDGE_JUMP;
      add_edge (edges, bb, e->dest, flags, 0);
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
      fprintf (f, "  block %u ->", describe_block_number (bb));
      FOR_EACH_EDGE (e, ei, bb->succs)
	fprintf (f, " %u", describe_block_number (e->dest));
      fputc ('\n', f);
    }
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

static void
dump_arg (const struct halt_arg *a)
{
  FILE *f = dump_stream ();
  switch ((enum halt_arg_form) a->form)
    {
    case HALT_ARG_NUMBER:
      fprintf (f, " arg=%lld", (long long) a->number);
      break;
    case HALT_ARG_FUNCTION:
    case HALT_ARG_VARIABLE:
      fprintf (f, " arg=&%s", a->symbol);
      break;
    case HALT_ARG_STRING:
      fprintf (f, " arg=\"%s\"", string_text (a->symbol));
      break;
    case HALT_ARG_PC:
      fputs (" arg=pc", f);
      break;
    case HALT_ARG_CALLEE:
    case HALT_ARG_FORMS:
      break;
    }
}

/* The static arguments of NOTE, which is about INSN, as the map has them.  */
static void
describe_args (const struct note *note, const rtx_insn *insn,
	       struct halt_map_point *p, vec<int64_t> *words)
{
  const char *callee = note->kind == HALT_CALL ? note_callee (insn) : NULL;
  if (callee)
    p->flags |= HALT_POINT_FORMS;
  for (unsigned i = 0; i < note->args.length (); i++)
    if (note->args[i].form != HALT_ARG_NUMBER)
      p->flags |= HALT_POINT_FORMS;
  for (unsigned i = 0; i < note->args.length (); i++)
    {
      const struct halt_arg *a = &note->args[i];
      const char *text = a->form == HALT_ARG_PC	      ? ""
			 : a->form == HALT_ARG_STRING ? string_text (a->symbol)
						      : a->symbol;
      if (p->flags & HALT_POINT_FORMS)
	words->safe_push (a->form);
      words->safe_push (a->form == HALT_ARG_NUMBER
			  ? a->number
			  : (int64_t) map_string (unit.map, text));
    }
  if (callee)
    {
      words->safe_push (HALT_ARG_CALLEE);
      words->safe_push (map_string (unit.map, callee));
    }
  p->n_args = words->length ();
}

/* Describe the point that NOTE makes of INSN, instruction ORDINAL of its
   block.  */
static void
describe_point (const struct note *note, rtx_insn *insn, uint32_t ordinal)
{
  basic_block bb = BLOCK_FOR_INSN (insn);
  if (note->about)
    insn = note->about;
  location_t where = point_location (note, insn);
  expanded_location at = expand_location (where);
  struct halt_map_point p = {};
  auto_vec<int64_t> args;
  p.id = note->id;
  p.kind = note->kind;
  p.flags = (note->fixed ? HALT_POINT_FIXED : 0)
	    | (note->after && INSN_P (insn) ? HALT_POINT_AFTER : 0)
	    | (note->kind == HALT_MBR && config->count && !config->switching
		   && !config->indices
		 ? HALT_POINT_TARGETS
		 : 0);
  p.block = describe_block_number (bb);
  p.insn = ordinal;
  p.file = unit_file (at.file);
  p.line = at.line;
  p.column = at.column;
  p.inlined = map_string (unit.map, inlined_from (where));
  describe_args (note, insn, &p, &args);
  map_point (unit.map, &p, args.address ());
  if (config->dump & DUMP_LABEL)
    {
      fprintf (dump_stream (), "label %s %llu %s block %u %s:%d:%d",
	       kind_word (note->kind), (unsigned long long) note->id,
	       current_function_name (), p.block, at.file ? at.file : "?",
	       at.line, at.column);
      for (unsigned i = 0; i < note->args.length (); i++)
	dump_arg (&note->args[i]);
      fputc ('\n', dump_stream ());
    }
}

/* The points of BB, in the order of the code.  STARTUP has no id.  */
static void
describe_points (basic_block bb)
{
  rtx_insn *insn;
  uint32_t ordinal = 0;
  FOR_BB_INSNS (bb, insn)
    {
      for (const struct note *n = note_first (insn); n; n = note_next (n))
	if (n->kind != HALT_STARTUP)
	  describe_point (n, insn, ordinal);
      ordinal += cfg_counts (insn);
    }
}

void
describe_number (void)
{
  basic_block bb;
  uint32_t n = HALT_BLOCK_FIRST;

  numbers.truncate (0);
  numbers.safe_grow_cleared (last_basic_block_for_fn (cfun));
  numbers[ENTRY_BLOCK] = HALT_BLOCK_ENTRY;
  numbers[EXIT_BLOCK] = HALT_BLOCK_EXIT;
  FOR_EACH_BB_FN (bb, cfun)
    numbers[bb->index] = n++;
}

void
describe_function (uint32_t flags)
{
  basic_block bb;
  auto_vec<halt_map_edge> edges;
  block_lines lines;

  describe_number ();
  describe_begin (flags);
  FOR_EACH_BB_FN (bb, cfun)
    describe_block (bb, &lines);
  FOR_EACH_BB_FN (bb, cfun)
    describe_edges (bb, &edges);
  for (unsigned i = 0; i < edges.length (); i++)
    map_edge (unit.map, &edges[i]);
  FOR_EACH_BB_FN (bb, cfun)
    describe_points (bb);
  unit_add_function ();
  if (config->dump & DUMP_CFG)
    dump_cfg ();
}
