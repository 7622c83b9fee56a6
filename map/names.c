/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Words for the numbers of the formats.  */

#include "map/map.h"

static const struct
{
  const char *name;
  int cells;
} kinds[HALT_KIND_END] = {
#define HALT_KIND(NAME, number, word, routine, when, params, cells, text) \
  [number] = { #word, cells },
#include "halt/kinds.def"
};

const char *
kind_name (uint32_t kind)
{
  return kind < HALT_KIND_END ? kinds[kind].name : NULL;
}

unsigned
kind_cells (uint32_t kind)
{
  if (kind >= HALT_KIND_END)
    return 0;
  return kinds[kind].cells == HALT_CELLS_INDEXED ? 2 : kinds[kind].cells;
}

bool
kind_indexed (uint32_t kind)
{
  return kind < HALT_KIND_END && kinds[kind].cells == HALT_CELLS_INDEXED;
}

bool
kind_counted (uint32_t kind)
{
  return kind_cells (kind) > 0 && kind != HALT_PATH_SUM_READ;
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
  { 0, NULL }
};

const struct flag_name point_flags[] = {
  { HALT_POINT_AFTER, "after" },
  { HALT_POINT_FIXED, "fixed" },
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
