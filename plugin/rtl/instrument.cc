/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The instrument pass: for each note, or what counts instead, gather the facts,
   ask the target's recipe, pour the pot.  */

#include "plugin/core/core.h"
#include "plugin/count/count.h"
#include "plugin/target_hooks.h"
#include "plugin/routines/routines.h"
#include "plugin/rtl/point.h"
#include "plugin/rtl/rtl.h"

/* The registers that P's access needs count as live: its event may come when
   the program has no more use for them.  */
static void
add_address_live (struct reg_set *live, const struct halt_access *a)
{
  const int used[] = {
    a->ea.base, a->ea.index, a->count, a->advance,
    a->lanes.n ? a->lanes.mask : HALT_NO_REG,
    a->lanes.n ? a->lanes.index : HALT_NO_REG
  };
  for (size_t i = 0; i < ARRAY_SIZE (used); i++)
    if (used[i] != HALT_NO_REG)
      reg_set_add (live, used[i]);
}

/* What P is about: S, of INSN.  */
static void
gather_subject (struct point *p, rtx_insn *insn, const struct subject *s)
{
  struct halt_point *f = &p->facts;

  if (s->cond)
    {
      p->anchor.cond = s->cond;
      target_condition (s->cond, p->cond, sizeof p->cond);
      f->cond = p->cond;
    }
  if (s->table)
    {
      int base = s->access.facts.ea.base;
      p->anchor.table = s->table;
      f->table_base = base != HALT_NO_REG
		      && access_base_is_table (insn, regs_regno (base),
					       s->table);
      ASM_GENERATE_INTERNAL_LABEL (p->table, "L", CODE_LABEL_NUMBER (s->table));
      f->table = p->table + (*p->table == '*');
    }
  f->callee = s->callee;
  f->local = s->local;
  f->through = s->through;
  if (s->access.facts.bytes)
    {
      p->anchor.access = &s->access;
      f->access = s->access.facts;
    }
}

/* Registers in which the loops around INSN count are live, and those that are
   flushed there.  The point's own is there to be changed, or read.  */
static void
keep_counters (struct halt_point *f, rtx_insn *insn)
{
  count_keeps (insn, &f->live);
  if (f->step != STEP_ADD && f->step != STEP_FLUSH)
    reg_set_remove (&f->live, f->counter);
}

/* Gather the facts about P, whose kind and subject are known, at INSN.  LIVE is
   what is live before INSN, BEHIND what is live after it.  */
static void
gather (struct point *p, rtx_insn *insn, bool after, bitmap live, bitmap behind)
{
  struct halt_point *f = &p->facts;

  p->anchor.insn = p->anchor.behind = insn;
  p->anchor.after = after;
  f->word = kind_word (f->kind);
  f->routine = kind_routine (f->kind);

  struct stack_state stack = place_facts (f, insn, after, live, behind);
  p->anchor.args_size = stack.args_size;
  p->anchor.cfa = stack.cfa;
  p->anchor.return_saved = stack.return_saved;
  if (config->count)
    keep_counters (f, insn);
  f->verify = config->verify;
  f->summarized = clobbers_find (f->routine, &f->summary);
  basic_block bb = BLOCK_FOR_INSN (insn);
  if (config->no_copies || (bb && !f->small && !ways_copied (bb, &f->summary)))
    f->summary.copy = NULL;
}

/* The point that NOTE makes of INSN.  */
static struct point *
make_point (const struct note *note, rtx_insn *insn, bitmap live, bitmap behind)
{
  struct point *p = new point ();
  struct halt_point *f = &p->facts;
  p->note = note;
  f->kind = note->kind;
  f->base = note->fixed ? NULL : UNIT_SYMBOL;
  f->id = note->id;
  f->args = note->args.address ();
  f->n_args = note->args.length ();
  f->data = note->data;
  p->about = note->about ? note->about : insn;
  gather_subject (p, p->about, &note->subject);
  if (note->outcome)
    f->cond = note->outcome;
  gather (p, insn, note->after, live, behind);
  return p;
}

/* The point at INSN where A is added.  */
static struct point *
addition_point (const struct addition *a, rtx_insn *insn, bitmap live,
		bitmap behind)
{
  struct point *p = new point ();
  struct halt_point *f = &p->facts;
  p->addition = a;
  p->note = a->tells;
  f->kind = a->note ? a->note->kind : HALT_BLOCK;
  f->base = a->note && a->note->fixed ? NULL : UNIT_SYMBOL;
  f->id = a->note ? a->note->id : 0;
  f->own = config->count == COUNT_THREAD;
  f->cells = f->own ? MINE_SYMBOL : CELLS_SYMBOL;
  f->cell = a->cell * sizeof (uint64_t);
  f->atomic = config->count == COUNT_ATOMIC;
  f->shared = f->own && flag_shlib;
  f->enter = a->enter || (f->own && a->tells) ? ENTER_SYMBOL : NULL;
  f->only_enter = a->only_enter;
  f->pointer = a->pointer;
  f->held = a->held;
  f->step = a->step;
  f->counter = a->reg;
  f->from = a->from;
  f->stride = a->stride;
  if (a->note)
    gather_subject (p, a->note->about ? a->note->about : insn,
		    &a->note->subject);
  gather (p, insn, a->after, live, behind);
  return p;
}

/* Collect the points of BB, first one first, and those of an instruction in
   the order of their notes.  */
static void
collect (basic_block bb, vec<point *> *points)
{
  rtx_insn *insn;
  auto_vec<rtx_insn *> annotated;
  FOR_BB_INSNS (bb, insn)
    if (note_first (insn) || addition_first (insn))
      annotated.safe_push (insn);
  if (annotated.is_empty ())
    return;

  auto_bitmap live, behind;
  bitmap_copy (live, df_get_live_out (bb));
  df_simulate_initialize_backwards (bb, live);
  FOR_BB_INSNS_REVERSE (bb, insn)
    {
      bitmap_copy (behind, live);
      if (NONDEBUG_INSN_P (insn))
	df_simulate_one_insn_backwards (bb, insn, live);
      unsigned start = points->length ();
      for (const struct note *n = note_first (insn); n; n = note_next (n))
	if (!note_told (n))
	  points->safe_push (make_point (n, insn, live, behind));
      for (const struct addition *a = addition_first (insn); a;
	   a = addition_next (a))
	points->safe_push (addition_point (a, insn, live, behind));
      /* What stands after the instruction sees what follows it.  */
      for (unsigned i = start; i < points->length (); i++)
	for (unsigned j = start; j < points->length (); j++)
	  if ((*points)[i]->anchor.after && (*points)[j]->anchor.access)
	    add_address_live (&(*points)[i]->facts.live,
			      &(*points)[j]->facts.access);
    }
}

/* --- points at one place --------------------------------------------------- */

/* So many points share a pot at most.  */
#define MAX_JOINED 4

rtx_insn *
point_stands_behind (const rtx_insn *insn)
{
  rtx_insn *prev = PREV_INSN (insn);
  for (; prev; prev = PREV_INSN (prev))
    {
      if (DEBUG_INSN_P (prev))
	continue;
      if (!NOTE_P (prev))
	return prev;
      switch (NOTE_KIND (prev))
	{
	case NOTE_INSN_DELETED:
	case NOTE_INSN_FUNCTION_BEG:
	case NOTE_INSN_PROLOGUE_END:
	case NOTE_INSN_VAR_LOCATION:
	case NOTE_INSN_BEGIN_STMT:
	case NOTE_INSN_INLINE_ENTRY:
	  continue;
	default:
	  return prev;
	}
    }
  return NULL;
}

/* Let P, which stands where TAIL does and is next, be served by its pot, if one
   pot can serve both.  N points are by now.  */
static void
join_points (struct point *tail, struct point *p, int *n)
{
  if (tail && *n < MAX_JOINED && tail->anchor.args_size == p->anchor.args_size
      && tail->anchor.cfa == p->anchor.cfa
      && tail->anchor.return_saved == p->anchor.return_saved
      && pot_joins (unit.target, &tail->facts, &p->facts))
    {
      tail->next = p;
      tail->facts.next = &p->facts;
      tail->anchor.next = &p->anchor;
      p->joined = true;
      ++*n;
    }
  else
    *n = 1;
}

/* Join the points of one instruction, N of them, in their order: those before
   it with each other and what stands there already, of which TAIL is the last
   if it is not NULL; those after it with each other.  LENGTH points are served by
   TAIL's pot.  Return the last one that stands after it, or NULL.  */
static struct point *
join_insn (point *const *points, unsigned n, struct point *tail, int *length)
{
  for (unsigned i = 0; i < n; i++)
    if (points[i]->facts.access.wrap)
      return NULL;
  for (int after = 0; after < 2; after++)
    {
      for (unsigned i = 0; i < n; i++)
	if (points[i]->anchor.after == after)
	  {
	    join_points (tail, points[i], length);
	    tail = points[i];
	  }
      if (!after)
	tail = NULL;
    }
  return tail;
}

/* Join what can be joined of POINTS, in which a block's instructions are in
   reverse order.  */
static void
join_all (const vec<point *> &points)
{
  struct point *tail = NULL;
  int length = 0;
  for (unsigned end = points.length (), start; end > 0; end = start)
    {
      rtx_insn *insn = points[end - 1]->anchor.insn;
      for (start = end - 1; start > 0; start--)
	if (points[start - 1]->anchor.insn != insn)
	  break;
      if (tail && point_stands_behind (insn) != tail->anchor.insn)
	tail = NULL;
      tail = join_insn (points.address () + start, end - start, tail, &length);
    }
}

/* Tell P and what shares its pot what is live for any of them.  */
static void
share_facts (struct point *p)
{
  struct reg_set live = p->facts.live;
  bool flags_live = p->facts.flags_live;
  for (const struct point *n = p->next; n; n = n->next)
    {
      reg_set_join (&live, &n->facts.live);
      flags_live |= n->facts.flags_live;
    }
  for (; p; p = p->next)
    {
      p->facts.live = live;
      p->facts.flags_live = flags_live;
      place_dead (&live, &p->facts.dead);
    }
}

/* --- pouring --------------------------------------------------------------- */

void
point_pour (struct point *p, struct pot *pot)
{
  rtx_insn *insn = p->anchor.insn;
  share_facts (p);
  halt_recipe *recipe = p->addition ? unit.target->count
			: p->next   ? NULL
				    : kind_recipe (p->facts.kind);
  if (pot_fill (pot, unit.target, &p->facts, recipe) != 0)
    {
      sorry_at (INSN_P (insn) ? INSN_LOCATION (insn) : UNKNOWN_LOCATION,
		"halt: cannot instrument this %qs in %qD: %s", p->facts.word,
		current_function_decl, pot->fault);
      return;
    }
  if (config->dump & DUMP_POT)
    {
      fprintf (dump_stream (), "# %s, %s insn %d\n", current_function_name (),
	       p->anchor.after ? "after" : "before", INSN_UID (insn));
      pot_print (dump_stream (), pot);
    }
  if (pot->wrapper)
    wrappers_add (pot);
  rtx_insn *last = emit_pot (pot, &p->anchor);
  for (; p; p = p->next)
    p->anchor.behind = last;
}

/* Pour all POINTS.  Pots after one instruction stand in the order of its
   notes; one that wraps it goes inside those that came before, which lowers
   the stack for it.  */
static void
pour_all (const vec<point *> &points)
{
  struct pot *pot = new struct pot;
  for (unsigned i = 0; i < points.length (); i++)
    {
      struct point *p = points[i];
      if (p->joined)
	continue;
      struct point *last = i > 0 ? points[i - 1] : NULL;
      bool same = last && last->anchor.insn == p->anchor.insn;
      bool nested = same && last->facts.access.wrap && p->facts.access.wrap;
      if (nested)
	{
	  p->anchor.args_size += last->anchor.lowered;
	  p->facts.red_zone = 0;
	}
      else if (same && last->anchor.after && p->anchor.after)
	p->anchor.behind = last->anchor.behind;
      point_pour (p, pot);
      if (nested)
	p->anchor.behind = last->anchor.behind;
    }
  delete pot;
}

/* Give the annotated instructions of POINTS, where pots are, the labels by which
   routines are passed their addresses.  */
static void
label_all (const vec<point *> &points)
{
  hash_set<nofree_string_hash> done;
  /* Of the points of one instruction the last one has all pots before it.  */
  for (unsigned i = points.length (); i-- > 0;)
    for (int a = 0; a < points[i]->facts.n_args; a++)
      {
	const struct halt_arg *arg = &points[i]->facts.args[a];
	unsigned last = i;
	while (last + 1 < points.length ()
	       && points[last + 1]->anchor.insn == points[i]->anchor.insn)
	  last++;
	if (arg->form == HALT_ARG_PC && !done.add (arg->symbol))
	  emit_label (&points[last]->anchor, points[i]->about, arg->symbol);
      }
}

/* Whether counting in line is out of the question: a sequence that is to be left
   alone has ways that must be counted.  The routines that pots call count, and
   know nothing of those.  */
static bool
must_call (function *fn)
{
  basic_block bb;
  rtx_insn *insn;
  FOR_EACH_BB_FN (bb, fn)
    FOR_BB_INSNS (bb, insn)
      if (NONDEBUG_INSN_P (insn) && target_locked (insn))
	return true;
  return false;
}

/* Whether a pot calls a routine that may change anything.  */
static bool
may_change_all (function *fn)
{
  basic_block bb;
  rtx_insn *insn;
  FOR_EACH_BB_FN (bb, fn)
    FOR_BB_INSNS (bb, insn)
      for (const struct note *n = note_first (insn); n; n = note_next (n))
	{
	  struct halt_summary known;
	  if (!note_told (n)
	      && (!clobbers_find (kind_routine (n->kind), &known)
		  || !(known.unaligned || contract_aligned ())))
	    return true;
	}
  return false;
}

/* Registers in which the function counts are promised to callers no longer.  */
static void
withhold_counters (function *fn)
{
  basic_block bb;
  rtx_insn *insn;
  FOR_EACH_BB_FN (bb, fn)
    FOR_BB_INSNS (bb, insn)
      for (const struct addition *a = addition_first (insn); a;
	   a = addition_next (a))
	{
	  if (a->step != STEP_ADD)
	    contract_withhold (a->reg);
	  if (a->pointer != HALT_NO_REG)
	    contract_withhold (a->pointer);
	}
}

/* Pots have jumps and calls that the graph knows nothing of.  GCC, which checks it after
   every pass, frees it next.  */
static void
instrument_function (function *fn)
{
  basic_block bb;
  auto_vec<point *> points;

  if (config->switching)
    switch_float ();
  df_analyze ();
  contract_begin ();
  ways_part (fn);
  if (config->count && must_call (fn))
    returns_forget ();
  else if (config->count && config->switching)
    count_each ();
  else if (config->count)
    {
      count_points ();
      df_analyze ();
      if (config->count == COUNT_THREAD)
	count_threads ();
      withhold_counters (fn);
    }
  if (may_change_all (fn))
    contract_withhold_vectors ();
  place_begin ();
  FOR_EACH_BB_FN (bb, fn)
    collect (bb, &points);
  if (config->switching)
    switch_pour (points);
  else
    {
      join_all (points);
      pour_all (points);
    }
  label_all (points);
  for (unsigned i = 0; i < points.length (); i++)
    delete points[i];
  unit.has_points = true;
  stack_release ();
  notes_release ();
  additions_release ();
}

const halt_pass instrument_pass = {
  RTL_PASS, "halt_instrument",
  [] (function *) { return unit.target != NULL && notes_count () > 0; },
  instrument_function, 0, PROP_cfg, TODO_df_finish
};
