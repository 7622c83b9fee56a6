/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The instrument pass: for each note gather the facts, ask the target's
   recipe, pour the pot.  */

#include "plugin/plugin.h"

/* A point that is to be instrumented.  All of them are collected before the
   first pot is poured, because pouring changes what liveness would say.  */
struct point
{
  rtx_insn *insn;
  const struct note *note;
  struct halt_point facts;
  int args_size;
};

/* Move what is live from the compiler's numbers to the recipes'.  A register
   counts as live, too, if the function must keep it for its caller or for the
   user (a global register variable), whatever liveness says.  */
static void
live_set (bitmap live, struct reg_set *set)
{
  for (int r = 0; r < unit_target->n_regs; r++)
    {
      int regno = emit_regno (r);
      if (regno < 0)
	continue;
      const struct halt_reg *reg = &unit_target->regs[r];
      bool kept = reg->clobbered && !fixed_regs[regno]
		  && !crtl->abi->clobbers_full_reg_p (regno);
      if (bitmap_bit_p (live, regno) || global_regs[regno] || kept
	  || (reg->imprecise && df_regs_ever_live_p (regno)))
	reg_set_add (set, r);
    }
}

/* Whether registers of class RCLASS are saved in mode MODE.  */
static bool
mode_of_class (enum halt_rclass rclass, machine_mode mode)
{
  switch (rclass)
    {
    case RC_VECTOR:
      return GET_MODE_CLASS (mode) == MODE_VECTOR_FLOAT;
    case RC_MASK:
      return GET_MODE_CLASS (mode) == MODE_INT
	     && GET_MODE_SIZE (mode) <= UNITS_PER_WORD;
    default:
      return false;
    }
}

/* Width of the registers of class RCLASS as the function is compiled, 0 if
   it has none.  */
static int
class_bytes (enum halt_rclass rclass)
{
  int widest = 0;
  int r = 0;
  while (r < unit_target->n_regs
	 && (unit_target->regs[r].rclass != rclass || emit_regno (r) < 0))
    r++;
  if (r < unit_target->n_regs)
    for (int m = 0; m < NUM_MACHINE_MODES; m++)
      if (mode_of_class (rclass, (machine_mode) m)
	  && targetm.hard_regno_mode_ok (emit_regno (r), (machine_mode) m))
	widest = MAX (widest, (int) GET_MODE_SIZE ((machine_mode) m));
  return widest;
}

static const char *
routine_symbol (enum halt_kind kind)
{
  return kind == HALT_STARTUP ? STARTUP_SYMBOL : halt_kind_routine (kind);
}

/* Gather the facts about NOTE on INSN.  LIVE is what is live where the pot
   goes, LIVE_BEHIND what is live behind INSN.  */
static void
gather (struct point *p, rtx_insn *insn, const struct note *note, bitmap live,
	bitmap live_behind, const struct halt_point *common)
{
  struct stack_state stack = stack_before (insn);

  p->insn = insn;
  p->note = note;
  p->facts = *common;
  p->args_size = stack.args_size;

  struct halt_point *f = &p->facts;
  f->kind = note->kind;
  f->routine = routine_symbol (note->kind);
  f->base = config->fixed ? NULL : UNIT_SYMBOL;
  f->id = note->id + (config->fixed ? config->first_id : 0);
  f->args = note->args.address ();
  f->n_args = note->args.length ();
  f->misalign = stack.misalign;
  /* In front of the prologue nothing below the stack pointer is in use.  */
  if (note->kind == HALT_STARTUP)
    f->red_zone = 0;
  live_set (live, &f->live);

  int flags = unit_target->flags == HALT_NO_REG
	      ? -1 : emit_regno (unit_target->flags);
  f->flags_live = flags >= 0 && bitmap_bit_p (note->kind == HALT_CBR
					      ? live_behind : live, flags);
}

/* Collect the points of BB, last one first.  */
static void
collect (basic_block bb, vec<point> *points, const struct halt_point *common)
{
  rtx_insn *insn;
  bool any = false;

  FOR_BB_INSNS (bb, insn)
    if (note_first (insn))
      any = true;
  if (!any)
    return;

  auto_bitmap live, behind;
  bitmap_copy (live, df_get_live_out (bb));
  df_simulate_initialize_backwards (bb, live);
  FOR_BB_INSNS_REVERSE (bb, insn)
    {
      bitmap_copy (behind, live);
      if (NONDEBUG_INSN_P (insn))
	df_simulate_one_insn_backwards (bb, insn, live);
      for (const struct note *n = note_first (insn); n; n = note_next (n))
	{
	  struct point p;
	  gather (&p, insn, n, n->after ? behind : live, behind, common);
	  points->safe_push (p);
	}
    }
}

/* Pour one point's pot.  */
static void
pour (struct point *p)
{
  struct pot pot;
  char text[32];
  rtx cond = NULL_RTX;

  if (p->note->kind == HALT_CBR)
    {
      cond = branch_condition (p->insn);
      facts_condition (cond, text, sizeof text);
      p->facts.cond = text;
    }
  if (pot_fill (&pot, unit_target, &p->facts) != 0)
    {
      sorry_at (INSN_LOCATION (p->insn), "halt: cannot instrument this %qs: "
		"the stack pointer%'s alignment is not known here or there are "
		"too many arguments", halt_kind_word (p->note->kind));
      return;
    }
  if (config->dump & DUMP_POT)
    {
      fprintf (dump_stream (), "# %s, %s insn %d\n", current_function_name (),
	       p->note->after ? "after" : "before", INSN_UID (p->insn));
      pot_print (dump_stream (), &pot);
    }
  emit_pot (&pot, p->insn, p->note->after, cond, p->args_size);
}

static const pass_data instrument_data = {
  RTL_PASS, "halt_instrument", OPTGROUP_NONE, TV_PLUGIN_RUN, 0, 0, 0, 0,
  TODO_df_finish
};

class instrument_pass : public rtl_opt_pass
{
public:
  instrument_pass () : rtl_opt_pass (instrument_data, g) {}
  bool gate (function *) final override
  {
    return unit_target != NULL && notes_count () > 0;
  }
  unsigned execute (function *) final override;
};

unsigned
instrument_pass::execute (function *fn)
{
  basic_block bb;
  auto_vec<point> points;
  struct halt_point common = {};

  df_analyze ();
  stack_analyse ();
  facts_point (&common);
  common.vector_bytes = class_bytes (RC_VECTOR);
  common.mask_bytes = class_bytes (RC_MASK);

  FOR_EACH_BB_FN (bb, fn)
    collect (bb, &points, &common);
  for (unsigned i = 0; i < points.length (); i++)
    pour (&points[i]);

  /* The function now calls: its own callers must keep the stack aligned for
     it, which they stop doing for local functions that say they need not.  */
  if (crtl->preferred_stack_boundary < PREFERRED_STACK_BOUNDARY)
    crtl->preferred_stack_boundary = PREFERRED_STACK_BOUNDARY;
  unit_needs_start_code ();
  stack_release ();
  notes_release ();
  return 0;
}

rtl_opt_pass *
make_instrument_pass (void)
{
  return new instrument_pass;
}
