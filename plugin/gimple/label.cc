/* SPDX-License-Identifier: GPL-3.0-or-later */
/* at=gimple: where the points are.  */

#include "plugin/core/core.h"
#include "plugin/cover/cover.h"
#include "plugin/gimple/gimple.h"

/* The place that is being labelled.  */
struct place
{
  vec<gimple_point> *points;
  basic_block bb;
  gimple *stmt;			/* NULL: the start of BB */
  uint32_t ordinal;
  edge arc;			/* or NULL: the way out of BB or, from the entry,
				   into it */
  bool ours;			/* gcov does not count ARC */
  const gimple_point *value;	/* or NULL: of values.cc */
  int64_t number = -1;		/* COVER: of the mark; PRIME: of the path */
  gimple_point call = {}, entry = {}; /* the last ones that were labelled */
};

/* How many statements of P's block come before its own.  */
static uint32_t
ordinal_of (const struct place *p)
{
  uint32_t n = 0;
  for (gimple_stmt_iterator gsi = gsi_start_bb (p->bb);
       !gsi_end_p (gsi) && gsi_stmt (gsi) != p->stmt; gsi_next (&gsi))
    if (p->stmt && gimple_counts (gsi_stmt (gsi)))
      n++;
  return n;
}

/* Where P is in the source.  */
static location_t
place_location (const struct place *p, int kind)
{
  if (kind == HALT_ENTRY)
    return DECL_SOURCE_LOCATION (current_function_decl);
  if (p->stmt)
    return gimple_location (p->stmt);
  for (gimple_stmt_iterator gsi = gsi_start_bb (p->bb); !gsi_end_p (gsi);
       gsi_next (&gsi))
    if (gimple_counts (gsi_stmt (gsi)) && gimple_has_location (gsi_stmt (gsi)))
      return gimple_location (gsi_stmt (gsi));
  return UNKNOWN_LOCATION;
}

static void
describe_point (const struct place *p, const gimple_point *point)
{
  location_t where = place_location (p, point->kind);
  expanded_location at = expand_location (where);
  struct halt_map_point m = {};
  m.id = point->id;
  m.kind = point->kind;
  m.flags = (point->fixed ? HALT_POINT_FIXED : 0)
	    | (halt_kind_after (point->kind) ? HALT_POINT_AFTER : 0)
	    | (p->ours ? HALT_POINT_OURS : 0);
  m.block = p->bb->index;
  m.insn = p->ordinal;
  m.file = unit_file (at.file);
  m.line = at.line;
  m.column = at.column;
  m.inlined = map_string (unit.map, inlined_from (where));
  tree callee = point->kind == HALT_CALL ? gimple_call_fndecl (p->stmt)
					 : NULL_TREE;
  int64_t args[2] = { HALT_ARG_CALLEE };
  if (callee)
    {
      m.flags |= HALT_POINT_FORMS;
      m.n_args = 2;
      args[1] = map_string (unit.map, unit_symbol_of (callee));
    }
  if (p->arc || point->counters || p->number >= 0)
    {
      m.n_args = 1;
      args[0] = p->arc		 ? gimple_cfg_edge (p->arc)
		: p->number >= 0 ? p->number
				 : point->counters;
    }
  map_point (unit.map, &m, args);
  if (config->dump & DUMP_LABEL)
    fprintf (dump_stream (), "label %s %llu %s block %d %s:%d:%d\n",
	     halt_kind_word (point->kind), (unsigned long long) point->id,
	     current_function_name (), p->bb->index, at.file ? at.file : "?",
	     at.line, at.column);
}

/* Add a point of KIND at P; SHARED, if not NULL, has the id already.  The
   result is valid until the next one is added.  */
static gimple_point *
label (const struct place *p, int kind, const gimple_point *shared)
{
  gimple_point point = {};
  if (p->value)
    {
      point.value = p->value->value;
      point.counters = p->value->counters;
    }
  point.kind = kind;
  point.bb = p->bb;
  point.stmt = p->stmt;
  point.arc = p->arc;
  if (shared)
    {
      point.id = shared->id;
      point.fixed = shared->fixed;
    }
  else
    point.id = unit_new_id (kind, &point.fixed);
  describe_point (p, &point);
  return p->points->safe_push (point);
}

static void
dump_left_out (const char *what, const char *why)
{
  if (config->dump & DUMP_LABEL)
    fprintf (dump_stream (), "left out: %s in %s: %s\n", what,
	     current_function_name (), why);
}

/* --- memory --------------------------------------------------------------- */

/* For walk_stmt_load_store_ops.  */
static bool
collect (gimple *, tree, tree ref, void *data)
{
  ((vec<tree> *) data)->safe_push (ref);
  return false;
}

/* Whether REF is memory that has an address.  */
static bool
is_memory (tree ref)
{
  tree base = get_base_address (ref);
  if (!base)
    return false;
  if (VAR_P (base) && DECL_HARD_REGISTER (base))
    return false;
  /* A result that is returned in registers never had one.  */
  if (TREE_CODE (base) == RESULT_DECL && !DECL_BY_REFERENCE (base))
    return aggregate_value_p (base, current_function_decl);
  return TREE_CODE (base) != FUNCTION_DECL && TREE_CODE (base) != LABEL_DECL;
}

static void
label_refs (const struct place *p, int kind, vec<tree> *refs)
{
  for (unsigned i = 0; i < refs->length (); i++)
    {
      HOST_WIDE_INT bytes = int_size_in_bytes (TREE_TYPE ((*refs)[i]));
      if (bytes < 0)
	dump_left_out ("memory access", "its size is not known before it runs");
      else if (bytes > 0 && is_memory ((*refs)[i]))
	label (p, kind, NULL)->ref = (*refs)[i];
    }
}

/* Which of the atomic built-in functions with a first argument that points to
   the memory a call is.  */
struct atomic
{
  bool load, store;
  HOST_WIDE_INT bytes;
};

static struct atomic
find_atomic (gimple *stmt)
{
#define EACH(NAME, load, store) \
  { BUILT_IN_##NAME##_1, load, store }
#define FETCH(OP) \
  EACH (ATOMIC_##OP##_FETCH, true, true), \
  EACH (ATOMIC_FETCH_##OP, true, true), \
  EACH (SYNC_##OP##_AND_FETCH, true, true), \
  EACH (SYNC_FETCH_AND_##OP, true, true)
  static const struct
  {
    int first;			/* for 1 byte; then those for 2, 4, 8, 16 */
    bool load, store;
  } table[] = {
    EACH (ATOMIC_LOAD, true, false), EACH (ATOMIC_STORE, false, true),
    EACH (ATOMIC_EXCHANGE, true, true),
    EACH (ATOMIC_COMPARE_EXCHANGE, true, true),
    FETCH (ADD), FETCH (SUB), FETCH (AND), FETCH (OR), FETCH (XOR),
    FETCH (NAND), EACH (SYNC_BOOL_COMPARE_AND_SWAP, true, true),
    EACH (SYNC_VAL_COMPARE_AND_SWAP, true, true),
    EACH (SYNC_LOCK_TEST_AND_SET, true, true),
    EACH (SYNC_LOCK_RELEASE, false, true)
  };
  if (!gimple_call_builtin_p (stmt, BUILT_IN_NORMAL))
    return { false, false, 0 };
  int code = DECL_FUNCTION_CODE (gimple_call_fndecl (stmt));
  if (code == BUILT_IN_ATOMIC_TEST_AND_SET)
    return { true, true, 1 };
  if (code == BUILT_IN_ATOMIC_CLEAR)
    return { false, true, 1 };
  for (size_t i = 0; i < ARRAY_SIZE (table); i++)
    if (code >= table[i].first && code < table[i].first + 5)
      return { table[i].load, table[i].store,
	       HOST_WIDE_INT_1 << (code - table[i].first) };
  return { false, false, 0 };
}

static void
label_accesses (const struct place *p, int kind)
{
  auto_vec<tree> refs;
  bool store = kind == HALT_STORE;
  if (!p->stmt || gimple_clobber_p (p->stmt)
      || gimple_call_internal_p (p->stmt, IFN_DEFERRED_INIT)
      || (gimple_code (p->stmt) == GIMPLE_ASM && !(config->mem & MEM_ASM)))
    return;
  walk_stmt_load_store_ops (p->stmt, &refs, store ? NULL : collect,
			    store ? collect : NULL);
  label_refs (p, kind, &refs);
  const struct atomic a = find_atomic (p->stmt);
  if (store ? a.store : a.load)
    {
      gimple_point *point = label (p, kind, NULL);
      point->pointer = gimple_call_arg (p->stmt, 0);
      point->bytes = a.bytes;
    }
}

static void
label_load (struct place *p)
{
  label_accesses (p, HALT_LOAD);
}

static void
label_store (struct place *p)
{
  label_accesses (p, HALT_STORE);
}

/* --- setjmp, longjmp --------------------------------------------------------- */

static int
call_kind (gimple *stmt)
{
  tree callee = gimple_call_fndecl (stmt);
  if (!callee)
    return -1;
  if (gimple_call_builtin_p (stmt, BUILT_IN_SETJMP_SETUP))
    return HALT_SETJMP;
  if (gimple_call_builtin_p (stmt, BUILT_IN_LONGJMP))
    return HALT_LONGJMP;
  tree name = DECL_ASSEMBLER_NAME (callee);
  return jump_kind (targetm.strip_name_encoding (IDENTIFIER_POINTER (name)));
}

static void
label_jump (const struct place *p, int kind, unsigned n_args)
{
  if (p->stmt && is_gimple_call (p->stmt) && call_kind (p->stmt) == kind
      && gimple_call_num_args (p->stmt) >= n_args)
    label (p, kind, NULL);
}

static void
label_setjmp (struct place *p)
{
  label_jump (p, HALT_SETJMP, 1);
}

static void
label_longjmp (struct place *p)
{
  label_jump (p, HALT_LONGJMP, 2);
}

/* --- calls ------------------------------------------------------------------- */

/* Whether P is a call for certain: what a built-in or internal function becomes is
   decided later.  */
static bool
is_call (const struct place *p)
{
  tree callee = p->stmt && is_gimple_call (p->stmt)
		  ? gimple_call_fndecl (p->stmt)
		  : NULL_TREE;
  return p->stmt && is_gimple_call (p->stmt)
	 && !gimple_call_internal_p (p->stmt)
	 && !(callee && fndecl_built_in_p (callee));
}

static void
label_call (struct place *p)
{
  if (is_call (p))
    p->call = *label (p, HALT_CALL, NULL);
}

/* Where control comes back; not from what must stay a tail call.  */
static void
label_callret (struct place *p)
{
  if (is_call (p) && !gimple_call_noreturn_p (p->stmt)
      && !gimple_call_must_tail_p (as_a<gcall *> (p->stmt))
      && (!stmt_ends_bb_p (p->stmt) || find_fallthru_edge (p->bb->succs)))
    label (p, HALT_CALLRET,
	   config->kind[HALT_CALL] && !config->own[HALT_CALLRET] ? &p->call
								 : NULL);
}

/* --- places, branches --------------------------------------------------------- */

/* Whether P is the start of the function.  */
static bool
is_first (const struct place *p)
{
  return !p->stmt && p->bb->prev_bb == ENTRY_BLOCK_PTR_FOR_FN (cfun);
}

/* It has no id.  */
static void
label_startup (struct place *p)
{
  if (is_first (p) && is_main ())
    p->points->safe_push (gimple_point {});
}

static void
label_entry (struct place *p)
{
  if (is_first (p))
    p->entry = *label (p, HALT_ENTRY, NULL);
}

bool
gimple_is_dispatcher (basic_block bb)
{
  gimple_stmt_iterator gsi = gsi_start_nondebug_after_labels_bb (bb);
  return !gsi_end_p (gsi)
	 && gimple_call_internal_p (gsi_stmt (gsi), IFN_ABNORMAL_DISPATCHER);
}

static void
label_block (struct place *p)
{
  if (!p->stmt && !gimple_is_dispatcher (p->bb))
    label (p, HALT_BLOCK, NULL);
}

static void
label_cbr (struct place *p)
{
  if (p->stmt && gimple_code (p->stmt) == GIMPLE_COND)
    label (p, HALT_CBR, NULL);
}

static void
label_mbr (struct place *p)
{
  if (p->stmt && gimple_code (p->stmt) == GIMPLE_SWITCH)
    label (p, HALT_MBR, NULL);
}

static void
label_exit (struct place *p)
{
  if (p->stmt && gimple_code (p->stmt) == GIMPLE_RETURN)
    label (p, HALT_EXIT, config->share_exit ? &p->entry : NULL);
}

/* What gcov measures besides.  */
static void
label_values (vec<gimple_point> *points)
{
  auto_vec<gimple_point> found;
  values_list (&found);
  for (unsigned i = 0; i < found.length (); i++)
    {
      const gimple_point *v = &found[i];
      basic_block bb = v->stmt ? gimple_bb (v->stmt)
			       : ENTRY_BLOCK_PTR_FOR_FN (cfun)->next_bb;
      struct place p = { points, bb, v->stmt, 0, NULL, false, v };
      p.ordinal = ordinal_of (&p);
      if (config->kind[v->kind])
	label (&p, v->kind, NULL);
    }
}

/* E, which gcov counts, or which is OURS.  */
static void
label_arc (vec<gimple_point> *points, edge e, bool ours)
{
  bool enters = e->src == ENTRY_BLOCK_PTR_FOR_FN (cfun);
  struct place p = {
    points, enters ? e->dest : e->src, NULL, 0, e, ours, NULL
  };
  if (!enters)
    p.stmt = halt_last_stmt (p.bb);
  p.ordinal = ordinal_of (&p);
  label (&p, HALT_ARC, NULL);
}

static void
label_arcs (vec<gimple_point> *points)
{
  auto_vec<edge> ours;
  const vec<edge> &arcs = arcs_list ();
  for (unsigned i = 0; i < arcs.length (); i++)
    label_arc (points, arcs[i], false);
  /* gcov measures nothing else where it counts nothing.  */
  if (arcs.is_empty ())
    return;
  if (gimple_has_ends ())
    arcs_list_ours (&ours);
  for (unsigned i = 0; i < ours.length (); i++)
    label_arc (points, ours[i], true);
  label_values (points);
}

void
gimple_label_at (vec<gimple_point> *points, basic_block bb, int kind,
		 int64_t number)
{
  struct place p = { points, bb, NULL, 0, NULL, false, NULL };
  p.number = number;
  label (&p, kind, NULL);
}

/* There are none before code is scheduled.  */
#define label_cycle NULL

/* Where the points of each kind are: label those that P has.  NULL: machine code
   alone has the kind.  */
static const struct
{
  int kind;
  void (*label) (struct place *p);
} places[] = {
#define HALT_PATH_KIND(...)
#define HALT_INLINE_KIND(...)
#define HALT_KIND(NAME, number, word, ...) { HALT_##NAME, label_##word },
#include "halt/kinds.def"
};

int
gimple_refuses (void)
{
  for (size_t i = 0; i < ARRAY_SIZE (places); i++)
    if (config->kind[places[i].kind] && !places[i].label)
      return places[i].kind;
  return -1;
}

static void
label_place (struct place *p)
{
  for (size_t i = 0; i < ARRAY_SIZE (places); i++)
    if (config->kind[places[i].kind] || places[i].kind == HALT_STARTUP)
      places[i].label (p);
}

void
gimple_label (vec<gimple_point> *points)
{
  struct place p = { points, NULL, NULL, 0, NULL, false, NULL };
  FOR_EACH_BB_FN (p.bb, cfun)
    {
      p.stmt = NULL;
      p.ordinal = 0;
      label_place (&p);
      for (gimple_stmt_iterator gsi = gsi_start_bb (p.bb); !gsi_end_p (gsi);
	   gsi_next (&gsi))
	if (p.number = cover_marked (gsi_stmt (gsi)); p.number >= 0)
	  {
	    p.stmt = gsi_stmt (gsi);
	    label (&p, HALT_COVER, NULL);
	    p.number = -1;
	  }
	else if (gimple_counts (gsi_stmt (gsi)))
	  {
	    p.stmt = gsi_stmt (gsi);
	    label_place (&p);
	    p.ordinal++;
	  }
    }
  if (config->kind[HALT_ARC])
    label_arcs (points);
}
