/* SPDX-License-Identifier: GPL-3.0-or-later */
/* From a pot to GCC's own instructions.  */

#include "plugin/core/core.h"
#include "plugin/rtl/rtl.h"

/* What emission of one pot needs at hand.  */
struct emitter
{
  const struct pot *pot;
  const struct anchor *anchor;
  const struct pot_insn *at;	/* what is being emitted */
  int args_size;
  int cfa_at;			/* args_size where the register that the frame
				   address is in was pushed, or 0 */
};

static rtx
reg_in (machine_mode mode, int reg)
{
  return gen_rtx_REG (mode, regs_regno (reg));
}

static rtx
word_reg (int reg)
{
  return reg_in (word_mode, reg);
}

static rtx
symbol (const char *name, int flags)
{
  rtx x = gen_rtx_SYMBOL_REF (Pmode, ggc_strdup (name));
  SYMBOL_REF_FLAGS (x) |= flags;
  return x;
}

static rtx
unit_symbol (const char *name)
{
  /* A star keeps GCC from prefixing a name.  */
  char *starred = ACONCAT (("*", name, NULL));
  return symbol (starred, SYMBOL_FLAG_LOCAL);
}

static rtx
stack_slot (machine_mode mode, int64_t disp)
{
  rtx mem = gen_rtx_MEM (mode, plus_constant (Pmode, stack_pointer_rtx, disp));
  /* Only a word's alignment is promised.  */
  set_mem_align (mem, BITS_PER_WORD);
  MEM_NOTRAP_P (mem) = 1;
  return mem;
}

/* The mode in which SIZE bytes of REG are saved and restored.  */
static machine_mode
save_mode (const struct emitter *e, int reg, int size)
{
  if (e->pot->target->regs[reg].rclass == RC_VECTOR)
    return mode_for_vector (SFmode, size / 4).require ();
  return int_mode_for_size (size * BITS_PER_UNIT, 0).require ();
}

/* INSN has moved the stack pointer by DELTA bytes: write that down for unwind
   information.  dwarf2cfi.cc adjusts the frame address by REG_ARGS_SIZE notes
   if it is computed from the stack pointer, and only then.  An address in a
   register that the pot saves is where it was saved until it is restored.  */
static void
note_adjustment (struct emitter *e, rtx_insn *insn, int64_t delta)
{
  const_rtx pattern = PATTERN (insn);
  rtx cfa = e->anchor->cfa < 0 || GET_CODE (pattern) != SET
	      ? NULL_RTX
	      : gen_rtx_REG (Pmode, e->anchor->cfa);
  bool saves = cfa && !e->cfa_at && MEM_P (SET_DEST (pattern))
	       && rtx_equal_p (SET_SRC (pattern), cfa);
  bool restores = cfa && e->cfa_at && rtx_equal_p (SET_DEST (pattern), cfa);

  e->args_size -= delta;
  if (saves)
    e->cfa_at = e->args_size;
  if (!saves && !e->cfa_at)
    {
      add_args_size_note (insn, e->args_size);
      return;
    }
  if (restores)
    e->cfa_at = 0;
  else
    cfa = gen_rtx_MEM (Pmode, plus_constant (Pmode, stack_pointer_rtx,
					     e->args_size - e->cfa_at));
  add_reg_note (insn, REG_CFA_DEF_CFA, cfa);
  RTX_FRAME_RELATED_P (insn) = 1;
}

/* INSN saves or restores, as I says, the register in which the function's return
   address is: write down where the unwinder finds it meanwhile, if it does not
   look for it in the frame anyway.  */
static void
note_return (struct emitter *e, rtx_insn *insn, const struct pot_insn *i)
{
  if (i->reg != e->pot->target->return_reg || e->anchor->return_saved)
    return;
  /* A prologue may have set the frame pointer by now.  */
  if (i->op == OP_STORE && i->stage == POT_SAVE)
    add_reg_note (insn,
		  frame_pointer_needed ? REG_CFA_EXPRESSION : REG_CFA_OFFSET,
		  copy_rtx (PATTERN (insn)));
  else if (i->op == OP_LOAD && i->stage == POT_RESTORE)
    add_reg_note (insn, REG_CFA_RESTORE,
		  gen_rtx_REG (Pmode, regs_regno (i->reg)));
  else
    return;
  RTX_FRAME_RELATED_P (insn) = 1;
}

/* The compiler has no machine instruction for INSN.  */
static void
no_instruction (const struct emitter *e, rtx_insn *insn)
{
  char text[256] = "";
  if (e->pot->point->kind < HALT_KIND_END)
    fatal_insn ("halt: no machine instruction for", insn);
  FILE *f = fmemopen (text, sizeof text, "w");
  pot_print_insn (f, e->pot, e->at);
  fclose (f);
  fatal_error (UNKNOWN_LOCATION,
	       "halt: the recipe of %qs asks for %qs, for "
	       "which there is no instruction in code that is compiled so",
	       kind_word (e->pot->point->kind), text);
}

/* Emit PATTERN, which moves the stack pointer by DELTA bytes, and make sure
   that the compiler has an instruction for it: a user's recipe may ask for what
   there is not.  */
static rtx_insn *
emit (struct emitter *e, rtx pattern, int64_t delta)
{
  rtx_insn *insn = emit_insn (pattern);
  if (GET_CODE (pattern) != USE && asm_noperands (pattern) < 0
      && recog_memoized (insn) < 0)
    no_instruction (e, insn);
  if (delta)
    note_adjustment (e, insn, delta);
  return insn;
}

/* Whether the compiler has an instruction for PATTERN.  */
static bool
insn_matches (rtx pattern)
{
  start_sequence ();
  bool matches = recog_memoized (emit_insn (pattern)) >= 0;
  end_sequence ();
  return matches;
}

/* Assembler text.  What it reads is named by a USE before it: passes that look
   for dead flags then leave alone what stands there.  */
static void
emit_text (struct emitter *e, const struct pot_insn *i)
{
  const struct halt_target *t = e->pot->target;
  struct reg_set reads = {}, changes = {};
  if (t->flags != HALT_NO_REG)
    reg_set_add (&reads, t->flags);
  if (i->op != OP_TEXT)
    {
      for (int r = 0; r < t->n_regs; r++)
	if (t->regs[r].clobbered && t->regs[r].rclass != RC_STACKED)
	  reg_set_add (&changes, r);
      if (t->effects)
	t->effects (e->pot, i, &reads, &changes);
    }
  /* Registers that the compiler does not know are the recipe's business.  */
  if (i->src != HALT_NO_REG && regs_regno (i->src) >= 0)
    reg_set_add (&reads, i->src);
  for (int r = 0; r < t->n_regs; r++)
    if (reg_set_has (&reads, r))
      emit (e,
	    gen_rtx_USE (VOIDmode,
			 reg_in (r == t->flags ? CCmode : word_mode, r)),
	    0);

  rtx changed = i->reg != HALT_NO_REG && regs_regno (i->reg) >= 0
		  ? word_reg (i->reg)
		  : NULL_RTX;
  /* Later passes take what is clobbered for a value that nobody has set
     (DF_LIVE), and may let another one into that register before a branch to
     where it is read.  What restores a register sets it.  */
  bool sets = changed && t->as_text;
  rtx text = gen_rtx_ASM_OPERANDS (sets ? word_mode : VOIDmode,
				   ggc_strdup (i->symbol), sets ? "=X" : "", 0,
				   rtvec_alloc (0), rtvec_alloc (0),
				   rtvec_alloc (0), UNKNOWN_LOCATION);
  MEM_VOLATILE_P (text) = 1;
  auto_vec<rtx> parts;
  parts.safe_push (sets ? gen_rtx_SET (changed, text) : text);
  parts.safe_push (gen_rtx_CLOBBER (VOIDmode,
				    gen_rtx_MEM (BLKmode,
						 gen_rtx_SCRATCH (VOIDmode))));
  if (changed && !sets)
    parts.safe_push (gen_rtx_CLOBBER (VOIDmode, changed));
  /* What it changes must be said to passes that come later.  */
  for (int r = 0; r < t->n_regs; r++)
    {
      int regno = reg_set_has (&changes, r) ? regs_regno (r) : -1;
      if (regno >= 0 && TEST_HARD_REG_BIT (accessible_reg_set, regno))
	parts.safe_push (gen_rtx_CLOBBER (VOIDmode,
					  gen_rtx_REG (reg_raw_mode[regno],
						       regno)));
    }
  rtvec v = rtvec_alloc (parts.length ());
  for (unsigned p = 0; p < parts.length (); p++)
    RTVEC_ELT (v, p) = parts[p];
  emit (e, gen_rtx_PARALLEL (VOIDmode, v), i->op == OP_TEXT_CALL ? i->imm : 0);
}

static void
emit_call (struct emitter *e, const struct pot_insn *i)
{
  rtx address = i->symbol
		  ? symbol (i->symbol,
			    SYMBOL_FLAG_FUNCTION
			      | (strcmp (i->symbol, STARTUP_SYMBOL) == 0
				   ? SYMBOL_FLAG_LOCAL
				   : SYMBOL_FLAG_EXTERNAL))
		  : word_reg (i->src);
  rtx_insn *call
    = emit_call_insn (gen_rtx_CALL (VOIDmode,
				    gen_rtx_MEM (FUNCTION_MODE, address),
				    const0_rtx));
  if (recog_memoized (call) < 0)
    no_instruction (e, call);
  rtx usage = NULL_RTX;
  for (int a = i->imm; a-- > 0;)
    use_reg (&usage, word_reg (e->pot->target->arg_regs[a]));
  CALL_INSN_FUNCTION_USAGE (call) = usage;
  /* It neither throws nor goes to a nonlocal label, so it may stand inside
     a block.  */
  make_reg_eh_region_note_nothrow_nononlocal (call);
}

/* REG = X, or X changed as an instruction of two operands does it, which on a
   machine with flags may change them.  */
static void
emit_binary (struct emitter *e, int reg, rtx_code code, rtx operand)
{
  rtx x = gen_rtx_fmt_ee (code, word_mode, word_reg (reg), operand);
  rtx set = gen_rtx_SET (word_reg (reg), x);
  int flags = e->pot->target->flags;
  if (flags == HALT_NO_REG)
    emit (e, set, 0);
  else
    emit (e,
	  gen_rtx_PARALLEL (VOIDmode,
			    gen_rtvec (2, set,
				       gen_rtx_CLOBBER (VOIDmode,
							reg_in (CCmode,
								flags)))),
	  0);
}

/* REG = the low SIZE bytes of REG.  Some compilers have no instruction that
   does it and leaves the flags alone.  */
static void
emit_extend (struct emitter *e, int reg, int size)
{
  machine_mode mode = int_mode_for_size (size * BITS_PER_UNIT, 0).require ();
  rtx x = gen_rtx_ZERO_EXTEND (word_mode, reg_in (mode, reg));
  rtx set = gen_rtx_SET (word_reg (reg), x);
  if (insn_matches (set))
    emit (e, set, 0);
  else
    emit_binary (e, reg, AND, gen_int_mode (GET_MODE_MASK (mode), word_mode));
}

/* The access's address, the stack pointer being LOWERED by so much.  */
static rtx
access_address (const struct memop *a, int64_t lowered)
{
  rtx x = NULL_RTX;
  if (a->sum)
    return copy_rtx (a->sum);
  if (a->index)
    x = a->facts.ea.scale == 1
	  ? a->index
	  : gen_rtx_MULT (Pmode, a->index, GEN_INT (a->facts.ea.scale));
  if (a->base)
    x = x ? gen_rtx_PLUS (Pmode, x, a->base) : a->base;
  if (a->disp)
    x = !x			? a->disp
	: CONST_INT_P (a->disp) ? plus_constant (Pmode, x, INTVAL (a->disp))
				: gen_rtx_PLUS (Pmode, x, a->disp);
  if (!x)
    x = const0_rtx;
  if (a->base == stack_pointer_rtx)
    x = plus_constant (Pmode, x, lowered);
  return copy_rtx (x);
}

/* The anchor of the point that instruction I is about.  */
static const struct anchor *
anchor_of (const struct emitter *e, const struct pot_insn *i)
{
  const struct anchor *anchor = e->anchor;
  for (int n = i->event; n > 0; n--)
    anchor = anchor->next;
  return anchor;
}

/* Let the annotated branch take if the flags say "not equal".  */
static void
retest (struct emitter *e)
{
  rtx_insn *jump = e->anchor->insn;
  rtx choice = SET_SRC (pc_set (jump));
  enum rtx_code code = XEXP (choice, 1) == pc_rtx ? EQ : NE;
  rtx flags = reg_in (halt_cc_mode_ne (word_reg (0)), e->pot->target->flags);
  XEXP (choice, 0) = gen_rtx_fmt_ee (code, VOIDmode, flags, const0_rtx);
  INSN_CODE (jump) = -1;
  if (recog_memoized (jump) < 0)
    fatal_insn ("halt: no machine instruction for", jump);
  df_insn_rescan (jump);
}

/* Operation I as the text that the target prints.  */
static void
emit_printed (struct emitter *e, const struct pot_insn *i)
{
  char *text;
  size_t size;
  FILE *f = open_memstream (&text, &size);
  pot_print_insn (f, e->pot, i);
  fclose (f);
  struct pot_insn as_text = *i;
  as_text.op = OP_TEXT;
  as_text.symbol = text;
  if (i->op == OP_STORE)
    {
      as_text.src = i->reg;
      as_text.reg = HALT_NO_REG;
    }
  emit_text (e, &as_text);
  free (text);
}

/* REG to where I, an OP_STORE or OP_LOAD, has it on the stack, AT, or back.  */
static rtx
move_saved (const struct emitter *e, const struct pot_insn *i, int reg,
	    int64_t at)
{
  machine_mode mode = save_mode (e, reg, i->size);
  rtx slot = stack_slot (mode, at), r = reg_in (mode, reg);
  return i->op == OP_STORE ? gen_rtx_SET (slot, r) : gen_rtx_SET (r, slot);
}

/* The same of one register or two; by one instruction if the compiler has it.  */
static void
emit_saved (struct emitter *e, const struct pot_insn *i)
{
  rtx first = move_saved (e, i, i->reg, i->imm);
  if (i->src == HALT_NO_REG)
    {
      note_return (e, emit (e, first, 0), i);
      return;
    }
  rtx second = move_saved (e, i, i->src, i->imm + i->size);
  rtx both = gen_rtx_PARALLEL (VOIDmode, gen_rtvec (2, first, second));
  if (insn_matches (both))
    {
      emit (e, both, 0);
      return;
    }
  emit (e, first, 0);
  emit (e, second, 0);
}

static void
emit_one (struct emitter *e, const struct pot_insn *i)
{
  rtx sp = stack_pointer_rtx;
  machine_mode mode;
  rtx x;

  const struct halt_target *t = e->pot->target;
  if ((t->as_text || t->text_ops >> i->op & 1) && i->op != OP_TEXT
      && i->op != OP_TEXT_CALL && i->op != OP_COPY && i->op != OP_ANCHOR)
    {
      emit_printed (e, i);
      return;
    }
  switch (i->op)
    {
    case OP_ADJUST:
      emit (e, gen_rtx_SET (sp, plus_constant (Pmode, sp, i->imm)), i->imm);
      break;
    case OP_PUSH:
      x = gen_rtx_MEM (word_mode, gen_rtx_PRE_DEC (Pmode, sp));
      emit (e,
	    gen_rtx_SET (x, i->reg == HALT_NO_REG ? GEN_INT (i->imm)
						  : word_reg (i->reg)),
	    -UNITS_PER_WORD);
      break;
    case OP_POP:
      x = gen_rtx_MEM (word_mode, gen_rtx_POST_INC (Pmode, sp));
      emit (e, gen_rtx_SET (word_reg (i->reg), x), UNITS_PER_WORD);
      break;
    case OP_STORE:
    case OP_LOAD:
      emit_saved (e, i);
      break;
    case OP_MOVE:
      emit (e, gen_rtx_SET (word_reg (i->reg), word_reg (i->src)), 0);
      break;
    case OP_CONST:
      mode = int_mode_for_size (i->size * BITS_PER_UNIT, 0).require ();
      emit (e, gen_rtx_SET (reg_in (mode, i->reg), gen_int_mode (i->imm, mode)),
	    0);
      break;
    case OP_ADDRESS:
      emit (e,
	    gen_rtx_SET (word_reg (i->reg),
			 *i->symbol == '.'
			   ? unit_symbol (i->symbol)
			   : symbol (i->symbol, SYMBOL_FLAG_FUNCTION
						  | SYMBOL_FLAG_EXTERNAL)),
	    0);
      break;
    case OP_FETCH:
      mode = i->size ? int_mode_for_size (i->size * BITS_PER_UNIT, 0).require ()
		     : word_mode;
      x = gen_rtx_MEM (mode,
		       i->symbol ? unit_symbol (i->symbol) : word_reg (i->src));
      if (mode != word_mode)
	x = gen_rtx_ZERO_EXTEND (word_mode, x);
      emit (e, gen_rtx_SET (word_reg (i->reg), x), 0);
      break;
    case OP_ADD:
      emit (e,
	    gen_rtx_SET (word_reg (i->reg),
			 plus_constant (word_mode, word_reg (i->src), i->imm)),
	    0);
      break;
    case OP_ADD_AT:
      emit_binary (e, i->reg, PLUS,
		   gen_rtx_MEM (word_mode, unit_symbol (i->symbol)));
      break;
    case OP_SCALE:
      x = word_reg (i->src);
      /* Where shifts change flags only an address can be multiplied.  */
      if (i->imm != 1 && e->pot->target->flags == HALT_NO_REG)
	x = gen_rtx_ASHIFT (word_mode, x, GEN_INT (exact_log2 (i->imm)));
      else if (i->imm != 1)
	x = gen_rtx_MULT (word_mode, x, GEN_INT (i->imm));
      emit (e, gen_rtx_SET (word_reg (i->reg), x), 0);
      break;
    case OP_SUB:
      emit_binary (e, i->reg, MINUS, word_reg (i->src));
      break;
    case OP_SHIFT:
      emit_binary (e, i->reg, LSHIFTRT, gen_int_mode (i->imm, QImode));
      break;
    case OP_EA:
      emit (e,
	    gen_rtx_SET (word_reg (i->reg),
			 access_address (anchor_of (e, i)->access, i->imm)),
	    0);
      break;
    case OP_TABLE:
      emit (e,
	    gen_rtx_SET (word_reg (i->reg),
			 gen_rtx_LABEL_REF (Pmode, e->anchor->table)),
	    0);
      break;
    case OP_COND:
      mode = int_mode_for_size (i->size * BITS_PER_UNIT, 0).require ();
      x = e->anchor->cond;
      x = gen_rtx_fmt_ee (GET_CODE (x), mode, XEXP (x, 0), XEXP (x, 1));
      emit (e, gen_rtx_SET (reg_in (mode, i->reg), x), 0);
      break;
    case OP_EXTEND:
      emit_extend (e, i->reg, i->size);
      break;
    case OP_TEST:
      x = reg_in (int_mode_for_size (i->size * BITS_PER_UNIT, 0).require (),
		  i->reg);
      mode = halt_cc_mode_ne (x);
      emit (e,
	    gen_rtx_SET (reg_in (mode, e->pot->target->flags),
			 gen_rtx_COMPARE (mode, x, const0_rtx)),
	    0);
      break;
    case OP_RETEST:
      retest (e);
      break;
    case OP_CALL:
      emit_call (e, i);
      break;
    case OP_ANCHOR:
      break;
    case OP_TEXT:
    case OP_TEXT_CALL:
    case OP_COPY:
      emit_text (e, i);
      break;
    }
}

/* What comes after LAST, or all if it is NULL, is where its own annotated
   instruction is in the source.  */
static void
set_location (const struct emitter *e, rtx_insn *last)
{
  const rtx_insn *annotated = anchor_of (e, e->at)->insn;
  rtx_insn *insn = last ? NEXT_INSN (last) : get_insns ();
  for (; insn && INSN_P (annotated); insn = NEXT_INSN (insn))
    INSN_LOCATION (insn) = INSN_LOCATION (annotated);
}

/* Emit the instructions of E's pot from FROM up to TO as a sequence.  */
static rtx_insn *
emit_some (struct emitter *e, int from, int to)
{
  start_sequence ();
  for (int i = from; i < to; i++)
    {
      rtx_insn *last = get_last_insn ();
      e->at = &e->pot->insn[i];
      emit_one (e, e->at);
      if (e->at->event > 0)
	set_location (e, last);
    }
  rtx_insn *seq = get_insns ();
  end_sequence ();
  contract_poured (seq);
  return seq;
}

rtx_insn *
emit_pot (const struct pot *pot, struct anchor *anchor)
{
  struct emitter e = { pot, anchor, NULL, anchor->args_size, 0 };
  rtx_insn *insn = anchor->insn;
  int split = 0, end = pot->n;
  while (split < end && pot->insn[split].op != OP_ANCHOR)
    split++;

  rtx_insn *before = emit_some (&e, 0, split);
  if (split < end)
    {
      anchor->lowered = e.args_size - anchor->args_size;
      rtx_insn *after = emit_some (&e, split, end);
      gcc_assert (e.args_size == anchor->args_size);
      emit_insn_before_setloc (before, insn, INSN_LOCATION (insn));
      return emit_insn_after_setloc (after, insn, INSN_LOCATION (insn));
    }
  gcc_assert (e.args_size == anchor->args_size);
  if (!anchor->after)
    return emit_insn_before_setloc (before, insn, INSN_LOCATION (insn));
  if (NOTE_P (insn))
    return emit_insn_after_noloc (before, anchor->behind,
				  BLOCK_FOR_INSN (insn));
  return emit_insn_after_setloc (before, anchor->behind, INSN_LOCATION (insn));
}

void
emit_label (const struct anchor *anchor, rtx_insn *about, const char *symbol)
{
  char *text = ACONCAT ((symbol, ":", NULL));
  rtx x = gen_rtx_ASM_OPERANDS (VOIDmode, ggc_strdup (text), "", 0,
				rtvec_alloc (0), rtvec_alloc (0),
				rtvec_alloc (0), UNKNOWN_LOCATION);
  MEM_VOLATILE_P (x) = 1;
  if (INSN_P (about))
    emit_insn_before_setloc (x, about, INSN_LOCATION (about));
  else
    emit_insn_after_noloc (x, anchor->behind, BLOCK_FOR_INSN (anchor->behind));
}
