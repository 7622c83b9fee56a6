/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Points that are off until they are switched on while the program runs (switch).

   A point costs what stands at its site: an instruction that does nothing or, if the
   next one is a jump to a label or a return, nothing at all: that is made long enough to
   be replaced.  To switch the point on, who does it replaces what is there by a jump to
   the pot, which stands behind the function's code and jumps back.  To GCC the site is
   an `asm goto' that may go to the pot, so that unwind information, liveness and
   sections of both are right.

   Points at one place share a site.  Each then has a gate before its pot, a jump over
   it, which is replaced by what does nothing.

     .LHALT_site5:	jne  .L7		off:  jne .L7	on:  jmp .L20
	...
     .L20:						the pot
     .LHALT_gate6:	jmp  .L21		off:  jmp .L21	on:  nothing
	(pot of the first point)
     .L21:
	(pot of the second one, the branch's)
	jne  .L7
	jmp  .L8				what comes after the site

   The runtime and `ghalt attach' find all of that in a note for each function
   (struct halt_switches).  */

#include "plugin/core/core.h"
#include "plugin/count/count.h"
#include "plugin/target_hooks.h"
#include "plugin/rtl/point.h"
#include "plugin/rtl/rtl.h"

/* Points that share a site: so many of `order', from FIRST on.  */
struct site
{
  rtx_insn *insn;
  bool after;			/* it, not before it */
  bool wraps;			/* the pot has a copy of it */
  unsigned first, n;
};

/* A point in the note; labels by their numbers, -1: none.  */
struct row
{
  const struct point *point;
  int site, pot, gate, over, target, form;
};

/* Of the current function.  */
static auto_vec<point *> order;
static auto_vec<site> sites;
static auto_vec<row> rows;
/* The last block of each section, by its partition.  */
static basic_block last_block[4];

/* --- blocks ---------------------------------------------------------------- */

/* Whether a block's beginning may be reported after INSN, which is in it: nobody can
   tell.  */
static bool
goes_unnoticed (const rtx_insn *insn)
{
  return !CALL_P (insn) && !JUMP_P (insn) && !volatile_insn_p (PATTERN (insn))
	 && !cfg_interrupts (insn) && !can_throw_internal (insn)
	 && !target_locked (insn);
}

/* What stands where INSN jumps to a label or returns, if its ways can be the pot's: in place
   of it or, where that is what does nothing, before it.  */
static const char *
site_of_jump (rtx_insn *insn, int *form)
{
  if (!JUMP_P (insn) || insn != BB_END (BLOCK_FOR_INSN (insn)))
    return NULL;
  if (simplejump_p (insn) || returnjump_p (insn))
    return target_site (insn, NULL_RTX, form);
  rtx cond = any_condjump_p (insn) ? branch_condition (insn) : NULL_RTX;
  const char *text = cond ? target_site (insn, cond, form) : NULL;
  return GET_CODE (PATTERN (insn)) == SET || *form == HALT_SITE_NOP
	   ? text
	   : NULL;
}

/* The instruction of BB before which its beginning may be reported, where that costs
   less; or NULL.  */
static rtx_insn *
find_float (basic_block bb)
{
  rtx_insn *insn;
  int form;
  FOR_BB_INSNS (bb, insn)
    {
      if (!NONDEBUG_INSN_P (insn))
	continue;
      if (const struct note *n = note_first (insn))
	return n->after || n->subject.access.facts.wrap ? NULL : insn;
      if (site_of_jump (insn, &form))
	return insn;
      if (!goes_unnoticed (insn))
	return NULL;
    }
  return NULL;
}

/* Whether nothing is at BB's head but what may be reported later.  Other points there
   must come first, and have a site anyway.  */
static bool
may_float (basic_block bb)
{
  const struct note *first = note_first (bb_note (bb));
  for (const struct note *n = first; n; n = note_next (n))
    if ((n->kind != HALT_BLOCK && n->kind != HALT_ENTRY) || n->args.length ()
	|| n->about)
      return false;
  return first;
}

void
switch_float (void)
{
  basic_block bb;
  FOR_EACH_BB_FN (bb, cfun)
    if (may_float (bb))
      if (rtx_insn *to = find_float (bb))
	while (note_first (bb_note (bb)))
	  note_move (bb_note (bb), to);
}

/* --- sites ------------------------------------------------------------------- */

/* A site for N points, the last ones in `order'.  */
static void
new_site (rtx_insn *insn, bool after, bool wraps, unsigned n)
{
  sites.safe_push ({ insn, after, wraps, order.length () - n, n });
}

/* Put those of the N POINTS of an instruction that are AFTER it and WRAP it, or not,
   at the end of `order'.  Return how many.  */
static unsigned
choose_points (point *const *points, unsigned n, bool after, bool wrap)
{
  unsigned start = order.length ();
  for (unsigned i = 0; i < n; i++)
    if (points[i]->facts.access.wrap == wrap
	&& (wrap || points[i]->anchor.after == after)
	&& points[i]->facts.kind != HALT_STARTUP)
      order.safe_push (points[i]);
  return order.length () - start;
}

/* Find sites for the N POINTS of INSN.  The last one that was found is in the same
   block if OPEN.  */
static void
find_sites (rtx_insn *insn, point *const *points, unsigned n, bool open)
{
  if (unsigned before = choose_points (points, n, false, false))
    {
      site *last = open && sites.length () ? &sites.last () : NULL;
      if (last && last->after && point_stands_behind (insn) == last->insn)
	{
	  last->insn = insn;
	  last->after = false;
	  last->n += before;
	}
      else
	new_site (insn, false, false, before);
    }
  if (unsigned wrap = choose_points (points, n, false, true))
    new_site (insn, false, true, wrap);
  if (unsigned after = choose_points (points, n, true, false))
    new_site (insn, true, false, after);
}

/* Those of all POINTS, in which a block's instructions are in reverse order.  What
   must always be called is poured.  */
static void
find_all (const vec<point *> &points, struct pot *pot)
{
  basic_block bb = NULL;
  unsigned start;
  for (unsigned i = 0; i < points.length (); i++)
    if (points[i]->facts.kind == HALT_STARTUP)
      {
	rtx_insn *insn = points[i]->anchor.insn;
	point_pour (points[i], pot);
	for (unsigned j = i + 1; j < points.length (); j++)
	  if (points[j]->anchor.insn == insn)
	    points[j]->anchor.behind = points[i]->anchor.behind;
      }
  for (unsigned end = points.length (); end > 0; end = start)
    {
      rtx_insn *insn = points[end - 1]->anchor.insn;
      for (start = end - 1; start > 0; start--)
	if (points[start - 1]->anchor.insn != insn)
	  break;
      find_sites (insn, points.address () + start, end - start,
		  bb == BLOCK_FOR_INSN (insn));
      bb = BLOCK_FOR_INSN (insn);
    }
}

/* --- code behind the function's -------------------------------------------- */

static void
find_last_blocks (void)
{
  basic_block bb;
  memset (last_block, 0, sizeof last_block);
  FOR_EACH_BB_FN (bb, cfun)
    last_block[BB_PARTITION (bb) / BB_HOT_PARTITION] = bb;
}

static basic_block *
last_of (basic_block bb)
{
  return &last_block[BB_PARTITION (bb) / BB_HOT_PARTITION];
}

/* A block at the end of BB's section, which begins with LABEL or, if that is NULL, a new
   one; control falls into it from the one before if FALLS.  */
static basic_block
new_block (basic_block bb, bool falls, rtx_code_label *label = NULL)
{
  basic_block last = *last_of (bb);
  rtx_insn *end = get_last_bb_insn (last);
  if (!falls && !BARRIER_P (end))
    end = emit_barrier_after (end);
  rtx_insn *head = emit_label_after (label ? label : gen_label_rtx (), end);
  basic_block added = create_basic_block (head, head, last);
  BB_COPY_PARTITION (added, bb);
  if (falls)
    make_single_succ_edge (last, added, EDGE_FALLTHRU);
  return *last_of (bb) = added;
}

/* Something at the end of BB before which pots can be poured that are at INSN in the
   source.  */
static rtx_insn *
add_place (basic_block bb, const rtx_insn *insn)
{
  rtx_insn *place = emit_insn_after_noloc (gen_rtx_USE (VOIDmode, const0_rtx),
					   BB_END (bb), bb);
  INSN_LOCATION (place) = INSN_P (insn) ? INSN_LOCATION (insn)
					: UNKNOWN_LOCATION;
  return place;
}

static void
jumps_to (rtx_insn *jump, rtx label)
{
  JUMP_LABEL (jump) = label;
  LABEL_NUSES (label)++;
}

/* Let BB end with a jump to TO.  */
static void
end_with_jump (basic_block bb, basic_block to, location_t where)
{
  rtx_code_label *label = block_label (to);
  rtx_insn *jump = emit_jump_insn_after_noloc (targetm.gen_jump (label),
					       BB_END (bb));
  INSN_LOCATION (jump) = where;
  jumps_to (jump, label);
  emit_barrier_after (jump);
  make_edge (bb, to, 0);
}

/* `asm goto' of TEXT, which goes to A, B if they are not NULL.  */
static rtx
make_asm_goto (const char *text, rtx a, rtx b)
{
  rtvec labels = rtvec_alloc (b ? 2 : 1);
  RTVEC_ELT (labels, 0) = gen_rtx_LABEL_REF (Pmode, a);
  if (b)
    RTVEC_ELT (labels, 1) = gen_rtx_LABEL_REF (Pmode, b);
  rtx x = gen_rtx_ASM_OPERANDS (VOIDmode, ggc_strdup (text), "", 0,
				rtvec_alloc (0), rtvec_alloc (0), labels,
				DECL_SOURCE_LOCATION (current_function_decl));
  MEM_VOLATILE_P (x) = 1;
  return x;
}

/* A gate at the end of BB, a jump to OVER: what comes next is skipped unless it is
   open.  Return its label's number.  */
static int
add_gate (basic_block bb, rtx_code_label *over)
{
  int form, number = unit.n_site_labels++;
  /* A jump like that of a site.  */
  rtx_insn *jump = emit_jump_insn_after_noloc (targetm.gen_jump (over),
					       BB_END (bb));
  char *text = xasprintf ("%s.LHALT_site%d:\n%s", target_site_align (), number,
			  target_site (jump, NULL_RTX, &form));
  delete_insn (jump);
  jump = emit_jump_insn_after_noloc (make_asm_goto (text, over, NULL_RTX),
				     BB_END (bb));
  jumps_to (jump, over);
  free (text);
  return number;
}

/* --- pots ---------------------------------------------------------------------- */

/* The jump that a site replaces, its ways; or where control goes on.  */
struct leaving
{
  rtx_insn *jump;		/* or NULL */
  basic_block taken, next;	/* of a jump that always takes, NEXT is NULL; of
				   a return TAKEN is the exit block */
};

/* Pour P where PLACE is.  */
static void
pour_at (struct point *p, rtx_insn *place, struct pot *pot)
{
  p->anchor.insn = p->anchor.behind = place;
  p->anchor.after = false;
  point_pour (p, pot);
}

/* A copy of L's branch at the end of BB; it takes to LABEL.  */
static rtx_insn *
copy_branch (basic_block bb, const struct leaving *l, rtx label)
{
  rtx pattern = copy_rtx (PATTERN (l->jump));
  rtx choice = SET_SRC (GET_CODE (pattern) == PARALLEL ? XVECEXP (pattern, 0, 0)
						       : pattern);
  XEXP (choice, XEXP (choice, 1) == pc_rtx ? 2 : 1) = gen_rtx_LABEL_REF (Pmode,
									 label);
  rtx_insn *jump = emit_jump_insn_after_noloc (pattern, BB_END (bb));
  INSN_LOCATION (jump) = INSN_LOCATION (l->jump);
  jumps_to (jump, label);
  return jump;
}

/* Let control go from BB, the last block, to where it goes on.  Return the branch that
   does it, if L has one.  */
static rtx_insn *
leave_block (basic_block bb, const struct leaving *l, location_t where)
{
  if (l->jump && returnjump_p (l->jump))
    {
      rtx_insn *jump = emit_jump_insn_after_noloc (copy_rtx (PATTERN (l->jump)),
						   BB_END (bb));
      INSN_LOCATION (jump) = where;
      JUMP_LABEL (jump) = JUMP_LABEL (l->jump);
      emit_barrier_after (jump);
      make_edge (bb, l->taken, 0);
      return NULL;
    }
  if (!l->jump || !l->next)
    {
      end_with_jump (bb, l->jump ? l->taken : l->next, where);
      return NULL;
    }
  rtx_insn *branch = copy_branch (bb, l, block_label (l->taken));
  make_edge (bb, l->taken, 0);
  end_with_jump (new_block (bb, true), l->next, where);
  return branch;
}

/* BB is one way of the branch that P counts, L's; it goes on to TO.  */
static void
count_way (const struct point *p, basic_block bb, const struct leaving *l,
	   bool taken, struct pot *pot)
{
  struct point one = *p;
  struct halt_point *f = &one.facts;
  basic_block to = taken ? l->taken : l->next;
  auto_bitmap none;
  rtx_insn *place = add_place (bb, l->jump);
  f->cond = NULL;
  f->cell += taken ? sizeof (uint64_t) : 0;
  f->live = f->dead = reg_set ();
  place_facts (f, l->jump, true, none, df_get_live_in (to));
  pour_at (&one, place, pot);
  delete_insn (place);
  end_with_jump (bb, to, INSN_LOCATION (l->jump));
}

/* P counts L's branch: copy that to the end of BB and count its ways.  */
static void
count_branch (const struct point *p, basic_block bb, const struct leaving *l,
	      struct pot *pot)
{
  rtx_code_label *label = gen_label_rtx ();
  copy_branch (bb, l, label);
  count_way (p, new_block (bb, true), l, false, pot);
  basic_block taken = new_block (bb, false, label);
  make_edge (bb, taken, 0);
  count_way (p, taken, l, true, pot);
}

/* Whether P, the last point of a site, has the last word about L's branch.  */
static bool
ends_with (const struct point *p, const struct leaving *l)
{
  return l->jump && l->next
	 && halt_kind_args (p->note->kind) == HALT_ARGS_CONDITION;
}

/* Pour the pots of S in FIRST and behind it, one after the other.  ROW is what is known
   of them all.  */
static void
pour_points (const site *s, basic_block first, const struct leaving *l,
	     const struct row *row, struct pot *pot)
{
  location_t where = INSN_P (s->insn) ? INSN_LOCATION (s->insn)
				      : UNKNOWN_LOCATION;
  basic_block bb = first;
  for (unsigned i = 0; i < s->n; i++)
    {
      struct point *p = order[s->first + i];
      struct row r = *row;
      rtx_code_label *over = s->n > 1 ? gen_label_rtx () : NULL;
      basic_block before = bb;
      bool last = i + 1 == s->n && ends_with (p, l);
      r.point = p;
      if (over)
	{
	  r.gate = add_gate (bb, over);
	  r.over = CODE_LABEL_NUMBER (over);
	  bb = new_block (first, true);
	}
      rows.safe_push (r);
      if (last && p->addition)
	count_branch (p, bb, l, pot);
      else if (last)
	pour_at (p, leave_block (bb, l, where), pot);
      else
	{
	  rtx_insn *place = add_place (bb, s->insn);
	  /* The branch is still to come.  */
	  if (p->facts.cond)
	    p->facts.flags_live = true;
	  pour_at (p, place, pot);
	  delete_insn (place);
	}
      if (over)
	{
	  bb = new_block (first, !last, over);
	  make_edge (before, bb, 0);
	}
      else if (last)
	return;
    }
  leave_block (bb, l, where);
}

/* Pour the pots of S, which wrap INSN, around a copy of it in BB, and go on at NEXT: one
   inside the other.  They are switched on together.  */
static void
pour_wrapped (const site *s, rtx_insn *insn, basic_block bb, basic_block next,
	      const struct row *row, struct pot *pot)
{
  rtx_insn *copy = emit_copy_of_insn_after (insn, BB_END (bb));
  int lowered = 0;
  for (unsigned i = 0; i < s->n; i++)
    {
      struct point *p = order[s->first + i];
      struct row r = *row;
      r.point = p;
      rows.safe_push (r);
      p->anchor.insn = p->anchor.behind = copy;
      if (i > 0)
	{
	  p->anchor.args_size += lowered;
	  p->facts.red_zone = 0;
	}
      point_pour (p, pot);
      lowered += p->anchor.lowered;
    }
  end_with_jump (bb, next, INSN_LOCATION (insn));
}

/* --- sites in the code -------------------------------------------------------- */

/* Where S is: an `asm goto' of TEXT, to TAKEN, if that is not NULL, or to POT.  */
static rtx
make_site (int number, const char *text, rtx taken, rtx pot)
{
  char *whole = xasprintf ("%s.LHALT_site%d:\n%s", target_site_align (), number,
			   text);
  rtx x = taken ? make_asm_goto (whole, taken, pot)
		: make_asm_goto (whole, pot, NULL_RTX);
  free (whole);
  return x;
}

/* Split BB after INSN; return what comes after.  */
static basic_block
split_after (basic_block bb, rtx_insn *insn)
{
  basic_block next = split_block (bb, insn)->dest;
  if (*last_of (bb) == bb)
    *last_of (bb) = next;
  return next;
}

/* S stands where a jump is, which TEXT replaces.  */
static void
place_at_jump (site *s, const char *text, struct row *row, struct pot *pot)
{
  rtx_insn *jump = s->insn;
  basic_block bb = BLOCK_FOR_INSN (jump);
  rtx target = JUMP_LABEL (jump);
  struct leaving l = { jump, BLOCK_FOR_INSN (as_a<rtx_insn *> (target)), NULL };
  if (any_condjump_p (jump))
    {
      l.next = find_fallthru_edge (bb->succs)->dest;
      rtx flags = XEXP (branch_condition (jump), 0);
      emit_insn_before (gen_rtx_USE (VOIDmode, copy_rtx (flags)), jump);
    }
  basic_block first = new_block (bb, false);
  row->target = CODE_LABEL_NUMBER (target);
  row->pot = CODE_LABEL_NUMBER (block_label (first));
  pour_points (s, first, &l, row, pot);
  rtx_insn *site
    = emit_jump_insn_before_noloc (make_site (row->site, text, target,
					      block_label (first)),
				   jump);
  INSN_LOCATION (site) = INSN_LOCATION (jump);
  jumps_to (site, block_label (first));
  jumps_to (site, target);
  delete_insn (jump);
  make_edge (bb, first, 0);
  for (unsigned i = 0; i < s->n; i++)
    if (order[s->first + i]->about == jump)
      order[s->first + i]->about = site;
}

/* S stands before a jump that stays, or where a return is, which TEXT replaces.  To GCC
   that comes after it all the same, and the site goes there or to the pot.  */
static void
place_before_jump (site *s, const char *text, struct row *row, struct pot *pot)
{
  rtx_insn *insn = s->insn;
  basic_block bb = BLOCK_FOR_INSN (insn);
  struct leaving l = { insn, EXIT_BLOCK_PTR_FOR_FN (cfun), NULL };
  if (!returnjump_p (insn))
    {
      l.taken = BLOCK_FOR_INSN (JUMP_LABEL_AS_INSN (insn));
      l.next = find_fallthru_edge (bb->succs)->dest;
    }
  basic_block first = new_block (bb, false);
  row->pot = CODE_LABEL_NUMBER (block_label (first));
  pour_points (s, first, &l, row, pot);
  rtx_insn *site
    = emit_jump_insn_before_noloc (make_site (row->site, text, NULL_RTX,
					      block_label (first)),
				   insn);
  INSN_LOCATION (site) = INSN_LOCATION (insn);
  jumps_to (site, block_label (first));
  split_after (bb, site);
  make_edge (bb, first, 0);
}

/* The instruction of INSN's block that sets the frame pointer if INSN is it, or if AFTER
   INSN, in a prologue that aligns the stack; or NULL.  dwarf2cfi.cc does not end a trace
   between that and the push before it, and neither changes what a pot there sees.  */
static rtx_insn *
frame_setter (rtx_insn *insn, bool after)
{
  if (after)
    insn = INSN_P (insn) ? next_nonnote_nondebug_insn (insn) : NULL;
  if (!insn || !crtl->stack_realign_needed || !NONJUMP_INSN_P (insn)
      || !prologue_contains (insn))
    return NULL;
  const_rtx set = single_set (insn);
  return set && SET_DEST (set) == hard_frame_pointer_rtx
	     && SET_SRC (set) == stack_pointer_rtx
	   ? insn
	   : NULL;
}

/* The push of the frame pointer if a site before INSN, or after it, would come between
   it and the setting, with others between them; or NULL.  */
static rtx_insn *
frame_pending (rtx_insn *insn, bool after)
{
  rtx_insn *i;
  if (!crtl->stack_realign_needed || frame_setter (insn, after))
    return NULL;
  for (i = after ? insn : PREV_INSN (insn); i && !NOTE_INSN_BASIC_BLOCK_P (i);
       i = PREV_INSN (i))
    {
      const_rtx set = NONJUMP_INSN_P (i) ? single_set (i) : NULL_RTX;
      if (!set || !prologue_contains (i))
	continue;
      if (SET_DEST (set) == hard_frame_pointer_rtx)
	return NULL;
      if (SET_SRC (set) == hard_frame_pointer_rtx && MEM_P (SET_DEST (set)))
	return i;
    }
  return NULL;
}

/* Let the frame pointer be set right after PUSH, before what the scheduler has put
   between them.  False if that cannot be.  */
static bool
settle_frame (rtx_insn *push)
{
  rtx_insn *i;
  for (i = NEXT_INSN (push); i && !NOTE_INSN_BASIC_BLOCK_P (i);
       i = NEXT_INSN (i))
    if (!NONDEBUG_INSN_P (i))
      continue;
    else if (frame_setter (i, false))
      {
	reorder_insns (i, i, push);
	return true;
      }
    else if (reg_mentioned_p (hard_frame_pointer_rtx, PATTERN (i))
	     || reg_set_p (stack_pointer_rtx, i))
      return false;
  return false;
}

/* S gets an instruction that does nothing, TEXT.  False if it cannot be
   switched.  */
static bool
place_alone (site *s, const char *text, struct row *row, struct pot *pot)
{
  rtx_insn *insn = s->insn, *at;
  basic_block bb = BLOCK_FOR_INSN (insn);
  struct leaving l = {};
  rtx_code_label *label = gen_label_rtx ();
  rtx x = make_site (row->site, text, NULL_RTX, label);
  rtx_insn *push = frame_pending (insn, s->after);
  if (push && !settle_frame (push))
    return false;
  if (s->after && INSN_P (insn) && insn == BB_END (bb)
      && (JUMP_P (insn) || can_throw_internal (insn)))
    {
      edge fall = find_fallthru_edge (bb->succs);
      if (!fall)
	return false;
      bb = split_edge (fall);
      at = emit_jump_insn_after_noloc (x, bb_note (bb));
    }
  else if (rtx_insn *setter = frame_setter (insn, s->after))
    at = emit_jump_insn_after_noloc (x, setter);
  else if (s->after)
    at = emit_jump_insn_after_noloc (x, order[s->first]->anchor.behind);
  else
    at = emit_jump_insn_before_noloc (x, insn);
  jumps_to (at, label);
  INSN_LOCATION (at) = INSN_P (insn) ? INSN_LOCATION (insn) : UNKNOWN_LOCATION;
  s->insn = at;
  l.next = split_after (bb, at);
  basic_block first = new_block (bb, false, label);
  make_edge (bb, first, 0);
  row->pot = CODE_LABEL_NUMBER (label);
  for (unsigned i = 0; i < s->n; i++)
    order[s->first + i]->anchor.behind = bb_note (l.next);
  if (s->wraps)
    pour_wrapped (s, insn, first, split_after (l.next, insn), row, pot);
  else
    pour_points (s, first, &l, row, pot);
  for (unsigned i = 0; i < s->n; i++)
    order[s->first + i]->anchor.behind = bb_note (l.next);
  return true;
}

/* Whether there may be another INSN.  */
static bool
may_copy (const rtx_insn *insn)
{
  return asm_noperands (PATTERN (insn)) < 0 && !can_throw_internal (insn)
	 && !CALL_P (insn) && !RTX_FRAME_RELATED_P (insn)
	 && !(targetm.cannot_copy_insn_p
	      && targetm.cannot_copy_insn_p (const_cast<rtx_insn *> (insn)));
}

/* Whether a point of S counts the ways of a branch in line, which only a copy of it
   can.  */
static bool
counts_ways (const site *s)
{
  for (unsigned i = 0; i < s->n; i++)
    {
      const struct point *p = order[s->first + i];
      if (p->addition && halt_kind_args (p->note->kind) == HALT_ARGS_CONDITION)
	return true;
    }
  return false;
}

static void
place_site (site *s, struct pot *pot)
{
  struct row row = {
    NULL, unit.n_site_labels++, -1, -1, -1, -1, HALT_SITE_NOP
  };
  const char *text = s->after || s->wraps ? NULL
					  : site_of_jump (s->insn, &row.form);
  if (text && (returnjump_p (s->insn) || row.form == HALT_SITE_NOP))
    place_before_jump (s, text, &row, pot);
  else if (text)
    place_at_jump (s, text, &row, pot);
  else if ((s->wraps && !may_copy (s->insn)) || counts_ways (s)
	   || !place_alone (s, target_site (NULL, NULL_RTX, &row.form), &row,
			    pot))
    for (unsigned i = 0; i < s->n; i++)
      if (config->dump & DUMP_LABEL)
	fprintf (dump_stream (), "left out: %s in %s: it cannot be switched\n",
		 order[s->first + i]->facts.word, current_function_name ());
}

/* --- the note -------------------------------------------------------------------- */

/* A word that is how far label PREFIX NUMBER is, or 0.  */
static void
write_distance (FILE *f, const char *prefix, int number)
{
  if (number < 0)
    fprintf (f, "\t%s0\n", integer_asm_op (4, false));
  else
    fprintf (f, "%s%s%d-.\n", integer_asm_op (4, false), prefix, number);
}

static void
write_row (FILE *f, const struct row *r)
{
  const struct note *note = r->point->note;
  const char *word = integer_asm_op (4, false);
  char label[32];
  ASM_GENERATE_INTERNAL_LABEL (label, "L", 0);
  char *prefix = label + (*label == '*');
  prefix[strlen (prefix) - 1] = '\0';
  write_distance (f, ".LHALT_site", r->site);
  write_distance (f, prefix, r->pot);
  write_distance (f, ".LHALT_site", r->gate);
  write_distance (f, prefix, r->over);
  write_distance (f, prefix, r->target);
  fprintf (f, "%s%u,%u,%d,%d\n", word, (unsigned) note->id,
	   (unsigned) (note->id >> 32), note->kind,
	   r->form | (note->fixed ? HALT_POINT_FIXED << 16 : 0));
}

bool
switch_any (void)
{
  return unit.has_sites;
}

/* The note of the current function, as assembler text.  */
static void
write_note (FILE *f)
{
  const char *word = integer_asm_op (4, false);
  const char *name = targetm.strip_name_encoding (
    IDENTIFIER_POINTER (DECL_ASSEMBLER_NAME (current_function_decl)));
  int number = unit.n_site_labels++;
  /* Who looks for units comes to theirs first.  */
  if (!unit.has_sites)
    fprintf (f, "\t.pushsection\t" HALT_NOTE_SECTION ",\"a\",%%note\n"
		"\t.popsection\n");
  unit.has_sites = true;
  fprintf (f,
	   "\t.pushsection\t" HALT_SWITCH_SECTION
	   ",\"ao?\",%%note,.LHALT_site%d\n"
	   "\t.balign\t4\n%s%d\n%s.LHALT_site%de-.LHALT_site%d\n%s%u\n"
	   "\t.asciz\t\"" HALT_NOTE_NAME "\"\n\t.balign\t4\n.LHALT_site%d:\n",
	   rows[0].site, word, (int) sizeof HALT_NOTE_NAME, word, number,
	   number, word, HALT_NOTE_SWITCHES, number);
  fprintf (f, "%s%u,%u\n%s%s-.\n", word, HALT_SWITCHES_VERSION, rows.length (),
	   word, unit_symbol ());
  for (unsigned i = 0; i < rows.length (); i++)
    write_row (f, &rows[i]);
  fprintf (f,
	   "\t.asciz\t\"%s\"\n.LHALT_site%de:\n\t.balign\t4\n\t.popsection\n",
	   name, number);
}

/* TEXT as a template of GCC's extended asm.  */
static char *
as_template (const char *text)
{
  char *out = XNEWVEC (char, 2 * strlen (text) + 1), *p = out;
  for (; *text; text++)
    {
      if (strchr ("%{|}", *text))
	*p++ = '%';
      *p++ = *text;
    }
  *p = '\0';
  return out;
}

/* Put the note where nothing is executed, after INSN.  */
static void
add_note (rtx_insn *insn)
{
  char *text;
  size_t size;
  FILE *f = open_memstream (&text, &size);
  write_note (f);
  fclose (f);
  char *template_ = as_template (text);
  rtx x = gen_rtx_ASM_OPERANDS (VOIDmode, ggc_strdup (template_), "", 0,
				rtvec_alloc (0), rtvec_alloc (0),
				rtvec_alloc (0),
				DECL_SOURCE_LOCATION (current_function_decl));
  MEM_VOLATILE_P (x) = 1;
  emit_insn_after_noloc (x, insn, BLOCK_FOR_INSN (insn));
  free (template_);
  free (text);
}

void
switch_pour (const vec<point *> &points)
{
  struct pot *pot = new struct pot;
  find_all (points, pot);
  find_last_blocks ();
  /* Those of a block from the last one on: each cuts off what comes after it.  */
  for (unsigned i = 0; i < sites.length (); i++)
    {
      unsigned end = i + 1;
      while (end < sites.length ()
	     && BLOCK_FOR_INSN (sites[end].insn)
		  == BLOCK_FOR_INSN (sites[i].insn))
	end++;
      for (unsigned j = end; j-- > i;)
	{
	  rtx_insn *insn = sites[j].insn;
	  place_site (&sites[j], pot);
	  /* What comes before an instruction comes before a pot with a copy of
	     it.  */
	  if (sites[j].wraps && j > i && sites[j - 1].insn == insn)
	    sites[j - 1].insn = sites[j].insn;
	}
      i = end - 1;
    }
  if (rows.length ())
    add_note (bb_note (*last_of (ENTRY_BLOCK_PTR_FOR_FN (cfun)->next_bb)));
  rows.truncate (0);
  sites.truncate (0);
  order.truncate (0);
  delete pot;
}

void
switch_write (FILE *f)
{
  /* After the ids are given out, before the program's own constructors.  */
  fprintf (f,
	   "\t.section\t.init_array.00001,\"awG\",%%init_array,"
	   "__halt_switch,comdat\n\t.balign\t%d\n",
	   (int) POINTER_SIZE_UNITS);
  rtx start = gen_rtx_SYMBOL_REF (Pmode, "__halt_switch_needs_libhalt_a");
  SYMBOL_REF_FLAGS (start) |= SYMBOL_FLAG_FUNCTION;
  assemble_integer (start, POINTER_SIZE_UNITS, POINTER_SIZE, 1);
}
