/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Words for the numbers of the formats.  */

#include "map/map.h"

static const struct
{
  const char *name, *costs, *title;
  int n_cells;
  enum cells cells;
  enum tells tells;
} kinds[HALT_KIND_END] = {
#define HALT_KIND(NAME, number, word, routine, when, args, cells, tells, costs, \
		  title, text) \
  [number] = { #word, costs, title, HALT_CELLS_##cells, CELLS_##cells, \
	       TELLS_##tells },
#include "halt/kinds.def"
};

const char *
kind_name (uint32_t kind)
{
  return kind < HALT_KIND_END ? kinds[kind].name : NULL;
}

const char *
kind_costs (uint32_t kind)
{
  return kind < HALT_KIND_END ? kinds[kind].costs : "";
}

const char *
kind_title (uint32_t kind)
{
  return kind < HALT_KIND_END ? kinds[kind].title : "";
}

enum cells
kind_counts (uint32_t kind)
{
  return kind < HALT_KIND_END ? kinds[kind].cells : CELLS_NONE;
}

enum tells
kind_tells (uint32_t kind)
{
  return kind < HALT_KIND_END ? kinds[kind].tells : TELLS_NOTHING;
}

unsigned
kind_cells (uint32_t kind)
{
  if (kind >= HALT_KIND_END)
    return 0;
  return kind_indexed (kind) ? 2 : kinds[kind].n_cells;
}

bool
kind_indexed (uint32_t kind)
{
  return kind < HALT_KIND_END && kinds[kind].n_cells == HALT_CELLS_INDEXED;
}

bool
kind_counted (uint32_t kind)
{
  return kind_cells (kind) > 0 && kind_counts (kind) != CELLS_PATHS
	 && kind_counts (kind) != CELLS_VALUES;
}

const struct flag_name unit_flags[] = {
  { HALT_UNIT_GIMPLE, "gimple" },
  { HALT_MAP_PATHS, "paths" },
  { 0, NULL }
};

const struct flag_name function_flags[] = {
  { HALT_FN_LOCAL, "local" },
  { HALT_FN_COMDAT, "comdat" },
  { HALT_FN_SKIPPED, "skipped" },
  { HALT_FN_ARTIFICIAL, "artificial" },
  { 0, NULL }
};

const struct flag_name block_flags[] = {
  { HALT_BB_COLD, "cold" },
  { HALT_BB_LANDING, "landing" },
  { HALT_BB_CALL, "call" },
  { HALT_BB_TWICE, "twice" },
  { HALT_BB_ENDS, "ends" },
  { 0, NULL }
};

const struct flag_name point_flags[] = {
  { HALT_POINT_AFTER, "after" },
  { HALT_POINT_FIXED, "fixed" },
  { HALT_POINT_FORMS, "forms" },
  { HALT_POINT_TARGETS, "targets" },
  { HALT_POINT_OURS, "ours" },
  { 0, NULL }
};

const struct flag_name edge_kinds[] = {
  { HALT_EDGE_FALL, "fall" },
  { HALT_EDGE_TAKEN, "taken" },
  { HALT_EDGE_JUMP, "jump" },
  { HALT_EDGE_INDEX, "index" },
  { HALT_EDGE_RETURN, "return" },
  { HALT_EDGE_EH, "eh" },
  { HALT_EDGE_ABNORMAL, "abnormal" },
  { 0, NULL }
};

bool
flags_known (const struct flag_name *table, uint32_t flags)
{
  for (; table->bit; table++)
    flags &= ~table->bit;
  return flags == 0;
}

const char *
edge_kind_name (uint32_t flags)
{
  for (const struct flag_name *t = edge_kinds; t->bit; t++)
    if (t->bit == flags)
      return t->name;
  return NULL;
}

const char *
arg_form_name (enum halt_arg_form form)
{
  switch (form)
    {
    case HALT_ARG_FUNCTION:
    case HALT_ARG_VARIABLE:
      return "symbol";
    case HALT_ARG_STRING:
      return "string";
    case HALT_ARG_PC:
      return "pc";
    case HALT_ARG_CALLEE:
      return "callee";
    case HALT_ARG_NUMBER:
    case HALT_ARG_FORMS:
      break;
    }
  return NULL;
}
