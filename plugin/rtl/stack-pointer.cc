/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Where the stack pointer stands: a forward data flow analysis.

   For every register that got its value from the stack pointer we follow the
   value modulo the alignment that the stack has at calls, and for the stack
   pointer the bytes of outgoing arguments that are pushed (GCC's
   REG_ARGS_SIZE notes say them, dwarf2cfi.cc relies on them).  */

#include "plugin/core/core.h"
#include "plugin/count/count.h"
#include "plugin/rtl/rtl.h"

#define UNKNOWN (-1)

struct state
{
  bool reached, entry, epilogue, return_saved;
  int args_size;
  short cfa;			/* see struct stack_state */
  short mod[FIRST_PSEUDO_REGISTER];
};

/* Of a function.  */
class stack
{
public:
  stack (void);
  /* The states before and after each annotated instruction, by number.  */
  hash_map<int_hash<int, -1, -2>, stack_state> before, after;
  /* The most bytes of arguments that are ever pushed.  */
  int max_args_size = 0;

private:
  short wrap (HOST_WIDE_INT n);
  short value (const state *s, const_rtx x);
  void auto_modify (state *s, const_rtx x);
  short from_arguments (const_rtx source);
  void assign (state *s, const state *old, const rtx_insn *insn, const_rtx set);
  void transfer (state *s, const rtx_insn *insn);
  bool flow (edge e, const state *s);
  void initial_state (state *s);
  void record (basic_block bb);

  int align;			/* bytes */
  auto_vec<state> at_start;	/* of each block, by index */
  /* The stack and frame pointer's values once the prologue is done: what they
     are again where control comes in from elsewhere; and the stack pointer's at
     the entry, which is what it is again at the end of the epilogue.  */
  short body_sp, body_fp, entry_sp;
};

/* The current function's.  */
static stack *current;

int
stack_alignment (void)
{
  int preferred = PREFERRED_STACK_BOUNDARY / BITS_PER_UNIT;
  return MAX (MIN (preferred, 64), unit.target->stack_align);
}

short
stack::wrap (HOST_WIDE_INT n)
{
  return ((n % align) + align) % align;
}

/* The value of X modulo ALIGN in state S.  */
short
stack::value (const state *s, const_rtx x)
{
  if (REG_P (x))
    return HARD_REGISTER_P (x) ? s->mod[REGNO (x)] : UNKNOWN;
  if (!BINARY_P (x) || !REG_P (XEXP (x, 0)))
    return UNKNOWN;

  short base = value (s, XEXP (x, 0));
  const_rtx operand = XEXP (x, 1);
  bool is_sp = XEXP (x, 0) == stack_pointer_rtx;
  switch (GET_CODE (x))
    {
    case PLUS:
    case MINUS:
      /* alloca takes a multiple of the alignment.  */
      if (!CONST_INT_P (operand))
	return is_sp ? base : UNKNOWN;
      if (base == UNKNOWN)
	return UNKNOWN;
      return wrap (GET_CODE (x) == PLUS ? base + INTVAL (operand)
					: base - INTVAL (operand));
    case AND:
      if (CONST_INT_P (operand) && INTVAL (operand) < 0
	  && -INTVAL (operand) % align == 0 && pow2p_hwi (-INTVAL (operand)))
	return 0;
      return UNKNOWN;
    default:
      return UNKNOWN;
    }
}

/* Effect of the address in memory operand X: a push or a pop.  */
void
stack::auto_modify (state *s, const_rtx x)
{
  if (GET_CODE (x) == ZERO_EXTRACT || GET_CODE (x) == STRICT_LOW_PART
      || GET_CODE (x) == SUBREG)
    x = XEXP (x, 0);
  if (!MEM_P (x) || GET_RTX_CLASS (GET_CODE (XEXP (x, 0))) != RTX_AUTOINC)
    return;
  const_rtx address = XEXP (x, 0);
  unsigned regno = REGNO (XEXP (address, 0));
  if (s->mod[regno] == UNKNOWN)
    return;
  HOST_WIDE_INT size = halt_mode_bytes (GET_MODE (x));
#ifdef PUSH_ROUNDING
  if (regno == STACK_POINTER_REGNUM)
    size = PUSH_ROUNDING (size);
#endif
  switch (GET_CODE (address))
    {
    case PRE_DEC:
    case POST_DEC:
      s->mod[regno] = wrap (s->mod[regno] - size);
      break;
    case PRE_INC:
    case POST_INC:
      s->mod[regno] = wrap (s->mod[regno] + size);
      break;
    default:
      s->mod[regno] = value (s, XEXP (address, 1));
    }
}

/* The stack pointer's value if it is SOURCE, so many bytes from the register
   that points to the arguments.  */
short
stack::from_arguments (const_rtx source)
{
  if (entry_sp == UNKNOWN || GET_CODE (source) != PLUS || !crtl->drap_reg
      || !rtx_equal_p (XEXP (source, 0), crtl->drap_reg)
      || !CONST_INT_P (XEXP (source, 1)))
    return UNKNOWN;
  return wrap (entry_sp + UNITS_PER_WORD + INTVAL (XEXP (source, 1)));
}

/* Whether a stack pointer that INSN sets from SOURCE may be another function's,
   to which this one is about to jump: one from memory that is not the frame,
   or any before a computed jump.  */
static bool
is_foreign (const rtx_insn *insn, const_rtx source)
{
  const rtx_insn *end = BB_END (BLOCK_FOR_INSN (insn));
  return (JUMP_P (end) && computed_jump_p (end))
	 || (MEM_P (source) && !reg_mentioned_p (hard_frame_pointer_rtx, source)
	     && !reg_mentioned_p (stack_pointer_rtx, source));
}

/* The effect of SET, a part of INSN.  */
void
stack::assign (state *s, const state *old, const rtx_insn *insn, const_rtx set)
{
  const_rtx dest = SET_DEST (set);
  if (!REG_P (dest) || !HARD_REGISTER_P (dest))
    return;
  unsigned regno = REGNO (dest);
  short v = GET_MODE (dest) == Pmode ? value (old, SET_SRC (set)) : UNKNOWN;
  /* A stack pointer from the frame or from a register we did not follow: a
     variable-length array's end; or in the epilogue of a function that had
     realigned the stack, from the register that points to its arguments.  */
  const_rtx source = SET_SRC (set);
  if (v == UNKNOWN && regno == STACK_POINTER_REGNUM
      && !is_foreign (insn, source))
    v = old->epilogue ? from_arguments (source) : body_sp;
  for (unsigned r = regno; r < END_REGNO (dest); r++)
    s->mod[r] = r == regno ? v : UNKNOWN;
}

/* The register that unwind information uses from X, the new frame address, or
   what it was (OLD) if that is not a plain register.  */
static short
frame_register (const_rtx x, short old)
{
  if (GET_CODE (x) == PLUS)
    x = XEXP (x, 0);
  if (MEM_P (x) || x == stack_pointer_rtx || x == hard_frame_pointer_rtx)
    return UNKNOWN;
  return REG_P (x) ? (short) REGNO (x) : old;
}

/* Follow what unwind information says of the frame address where GCC realigns
   the stack: for a few instructions it is in the register that points to the
   arguments (dwarf2cfi.cc, "stack realignment").  */
static void
follow_frame (state *s, const rtx_insn *insn)
{
  const_rtx pattern = PATTERN (insn);
  if (!crtl->drap_reg || !RTX_FRAME_RELATED_P (insn))
    return;
  if (rtx note = find_reg_note (insn, REG_CFA_DEF_CFA, NULL))
    s->cfa = frame_register (XEXP (note, 0), s->cfa);
  else if (rtx adjust = find_reg_note (insn, REG_CFA_ADJUST_CFA, NULL))
    s->cfa = frame_register (SET_DEST (XEXP (adjust, 0) ? XEXP (adjust, 0)
							: single_set (insn)),
			     s->cfa);
  else if (GET_CODE (pattern) != SET)
    return;
  /* Taken from the frame it would have a note, were it used.  */
  else if (rtx_equal_p (SET_DEST (pattern), crtl->drap_reg)
	   && !MEM_P (SET_SRC (pattern)))
    s->cfa = REGNO (crtl->drap_reg);
  /* Saved in the frame, from which it is computed from then on.  */
  else if (rtx_equal_p (SET_SRC (pattern), crtl->drap_reg))
    s->cfa = UNKNOWN;
}

/* Follow what it says of the register in which the return address comes.  */
static void
follow_return (state *s, const rtx_insn *insn)
{
  if (unit.target->return_reg == HALT_NO_REG || !RTX_FRAME_RELATED_P (insn))
    return;
  unsigned regno = regs_regno (unit.target->return_reg);
  const_rtx pattern = PATTERN (insn);
  /* It may be saved with another one.  */
  bool many = GET_CODE (pattern) == PARALLEL;
  for (int i = 0; i < (many ? XVECLEN (pattern, 0) : 1); i++)
    {
      const_rtx set = many ? XVECEXP (pattern, 0, i) : pattern;
      if (GET_CODE (set) == SET && MEM_P (SET_DEST (set))
	  && REG_P (SET_SRC (set)) && REGNO (SET_SRC (set)) == regno)
	s->return_saved = true;
    }
  for (const_rtx note = REG_NOTES (insn); note; note = XEXP (note, 1))
    if (REG_NOTE_KIND (note) == REG_CFA_RESTORE && REG_P (XEXP (note, 0))
	&& REGNO (XEXP (note, 0)) == regno)
      s->return_saved = false;
}

void
stack::transfer (state *s, const rtx_insn *insn)
{
  if (NOTE_P (insn) && NOTE_KIND (insn) == NOTE_INSN_EPILOGUE_BEG)
    s->epilogue = true;
  if (!NONDEBUG_INSN_P (insn))
    return;

  s->entry = false;
  const_rtx pattern = PATTERN (insn);
  state old = *s;
  int n = GET_CODE (pattern) == PARALLEL ? XVECLEN (pattern, 0) : 1;
  for (int i = 0; i < n; i++)
    {
      const_rtx x = GET_CODE (pattern) == PARALLEL ? XVECEXP (pattern, 0, i)
						   : pattern;
      if (GET_CODE (x) == SET)
	{
	  auto_modify (s, SET_SRC (x));
	  auto_modify (s, SET_DEST (x));
	  assign (s, &old, insn, x);
	}
      else if (GET_CODE (x) == CLOBBER && REG_P (XEXP (x, 0))
	       && HARD_REGISTER_P (XEXP (x, 0)))
	for (unsigned r = REGNO (XEXP (x, 0)); r < END_REGNO (XEXP (x, 0)); r++)
	  s->mod[r] = UNKNOWN;
    }
  if (CALL_P (insn))
    for (unsigned r = 0; r < FIRST_PSEUDO_REGISTER; r++)
      if (r != STACK_POINTER_REGNUM && call_used_or_fixed_reg_p (r))
	s->mod[r] = UNKNOWN;

  /* Not where the prologue's end is marked: that may be after the call of
     __morestack, at the end of the function.  */
  if (prologue_contains (insn) && reg_set_p (stack_pointer_rtx, insn))
    body_sp = s->mod[STACK_POINTER_REGNUM];
  if (prologue_contains (insn) && reg_set_p (hard_frame_pointer_rtx, insn))
    body_fp = s->mod[HARD_FRAME_POINTER_REGNUM];

  follow_frame (s, insn);
  follow_return (s, insn);
  rtx note = find_reg_note (insn, REG_ARGS_SIZE, NULL);
  if (note)
    {
      HOST_WIDE_INT size;
      if (get_args_size (note).is_constant (&size))
	s->args_size = size;
      max_args_size = MAX (max_args_size, s->args_size);
    }
  /* Not where the prologue's end is marked: that may be after the call of
     __morestack, at the end of the function.  The last adjustment may be
     one with that for the first arguments.  */
  if (!prologue_contains (insn))
    return;
  short sp = s->mod[STACK_POINTER_REGNUM];
  if (reg_set_p (stack_pointer_rtx, insn))
    body_sp = sp == UNKNOWN ? UNKNOWN : wrap (sp + s->args_size);
  if (reg_set_p (hard_frame_pointer_rtx, insn))
    body_fp = s->mod[HARD_FRAME_POINTER_REGNUM];
}

/* Merge S, which flows along E, into its destination.  Return whether that
   changed.  */
bool
stack::flow (edge e, const state *s)
{
  state *to = &at_start[e->dest->index];
  state in = *s;

  if (e->flags & (EDGE_EH | EDGE_ABNORMAL))
    {
      for (unsigned r = 0; r < FIRST_PSEUDO_REGISTER; r++)
	in.mod[r] = UNKNOWN;
      in.cfa = UNKNOWN;
      in.mod[STACK_POINTER_REGNUM] = body_sp;
      if (frame_pointer_needed)
	in.mod[HARD_FRAME_POINTER_REGNUM] = body_fp;
      if (e->flags & EDGE_EH)
	in.args_size = 0;
    }
  if (!to->reached)
    {
      *to = in;
      to->reached = true;
      return true;
    }
  bool changed = (in.epilogue && !to->epilogue) || (!in.entry && to->entry)
		 || (in.return_saved && !to->return_saved);
  to->epilogue |= in.epilogue;
  to->entry &= in.entry;
  to->return_saved |= in.return_saved;
  for (unsigned r = 0; r < FIRST_PSEUDO_REGISTER; r++)
    if (to->mod[r] != in.mod[r] && to->mod[r] != UNKNOWN)
      {
	to->mod[r] = UNKNOWN;
	changed = true;
      }
  return changed;
}

void
stack::initial_state (state *s)
{
  memset (s, 0, sizeof *s);
  for (unsigned r = 0; r < FIRST_PSEUDO_REGISTER; r++)
    s->mod[r] = UNKNOWN;
  if (INCOMING_STACK_BOUNDARY >= (unsigned) align * BITS_PER_UNIT
      && contract_aligned ())
    s->mod[STACK_POINTER_REGNUM] = wrap (-INCOMING_FRAME_SP_OFFSET);
  body_sp = entry_sp = s->mod[STACK_POINTER_REGNUM];
  body_fp = UNKNOWN;
  s->reached = s->entry = true;
  s->cfa = UNKNOWN;
}

static stack_state
known_state (const state *s)
{
  stack_state k = { s->reached ? s->mod[STACK_POINTER_REGNUM] : UNKNOWN,
		    s->args_size,
		    0,
		    s->cfa,
		    s->entry,
		    s->epilogue,
		    s->return_saved };
  return k;
}

void
stack::record (basic_block bb)
{
  state s = at_start[bb->index];
  rtx_insn *insn;
  FOR_BB_INSNS (bb, insn)
    {
      bool annotated = config->atom || note_first (insn)
		       || addition_first (insn);
      if (annotated)
	before.put (INSN_UID (insn), known_state (&s));
      transfer (&s, insn);
      if (annotated)
	after.put (INSN_UID (insn), known_state (&s));
    }
}

stack::stack (void) : align (stack_alignment ())
{
  int *order = XNEWVEC (int, n_basic_blocks_for_fn (cfun));
  int n = pre_and_rev_post_order_compute (NULL, order, false);
  basic_block bb;
  edge e;
  edge_iterator ei;
  state entry;

  at_start.safe_grow_cleared (last_basic_block_for_fn (cfun));

  initial_state (&entry);
  FOR_EACH_EDGE (e, ei, ENTRY_BLOCK_PTR_FOR_FN (cfun)->succs)
    flow (e, &entry);
  for (bool changed = true; changed;)
    {
      changed = false;
      for (int i = 0; i < n; i++)
	{
	  rtx_insn *insn;
	  bb = BASIC_BLOCK_FOR_FN (cfun, order[i]);
	  state s = at_start[bb->index];
	  if (!s.reached)
	    continue;
	  FOR_BB_INSNS (bb, insn)
	    transfer (&s, insn);
	  FOR_EACH_EDGE (e, ei, bb->succs)
	    if (e->dest != EXIT_BLOCK_PTR_FOR_FN (cfun))
	      changed |= flow (e, &s);
	}
    }
  FOR_EACH_BB_FN (bb, cfun)
    record (bb);
  XDELETEVEC (order);
}

void
stack_analyse (void)
{
  current = new stack;
}

struct stack_state
stack_at (rtx_insn *insn, bool behind)
{
  auto *states = behind ? &current->after : &current->before;
  stack_state s = *states->get (INSN_UID (insn));
  s.popped = current->max_args_size - s.args_size;
  return s;
}

void
stack_release (void)
{
  delete current;
  current = NULL;
}
