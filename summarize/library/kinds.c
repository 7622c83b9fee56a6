/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The table of kinds, and words for flags.  */

#include <string.h>
#include "summarize/library/library.h"

static const struct ghalt_kind kinds[HALT_KIND_END] = {
#define HALT_KIND(NAME, number, word, routine, when, args, cells, tells, costs, \
		  title, text) \
  [number] = { number, GHALT_CELLS_##cells, GHALT_TELLS_##tells, #word, title, \
	       costs, text },
#include "halt/kinds.def"
};

/* The header stands alone: its numbers are those of the formats.  */
#define SAME(theirs, ours) \
  _Static_assert((int) (theirs) == (int) (ours), "as in halt/format.h")
SAME (GHALT_KIND_CBR, HALT_CBR);
SAME (GHALT_KIND_MBR, HALT_MBR);
SAME (GHALT_KIND_ENTRY, HALT_ENTRY);
SAME (GHALT_KIND_EXIT, HALT_EXIT);
SAME (GHALT_KIND_LOAD, HALT_LOAD);
SAME (GHALT_KIND_STORE, HALT_STORE);
SAME (GHALT_KIND_BLOCK, HALT_BLOCK);
SAME (GHALT_KIND_PATH_SUM_READ, HALT_PATH_SUM_READ);
SAME (GHALT_KIND_CALL, HALT_CALL);
SAME (GHALT_CELLS_PATHS, CELLS_PATHS);
SAME (GHALT_CELLS_VALUES, CELLS_VALUES);
SAME (GHALT_CELLS_WAYS, CELLS_WAYS);
SAME (GHALT_TELLS_TABLE, TELLS_TABLE);
SAME (GHALT_TELLS_ENTRY, TELLS_ENTRY);
SAME (GHALT_TELLS_EDGE, TELLS_EDGE);
SAME (GHALT_UNIT_GIMPLE, HALT_UNIT_GIMPLE);
SAME (GHALT_UNIT_PATHS, HALT_MAP_PATHS);
SAME (GHALT_FUNCTION_LOCAL, HALT_FN_LOCAL);
SAME (GHALT_FUNCTION_COMDAT, HALT_FN_COMDAT);
SAME (GHALT_FUNCTION_SKIPPED, HALT_FN_SKIPPED);
SAME (GHALT_FUNCTION_ARTIFICIAL, HALT_FN_ARTIFICIAL);
SAME (GHALT_POINT_AFTER, HALT_POINT_AFTER);
SAME (GHALT_POINT_FIXED, HALT_POINT_FIXED);
SAME (GHALT_POINT_FORMS, HALT_POINT_FORMS);
SAME (GHALT_POINT_TARGETS, HALT_POINT_TARGETS);
SAME (GHALT_ARG_FUNCTION, HALT_ARG_FUNCTION);
SAME (GHALT_ARG_PC, HALT_ARG_PC);
SAME (GHALT_ARG_CALLEE, HALT_ARG_CALLEE);
SAME (GHALT_BLOCK_ENTRY, HALT_BLOCK_ENTRY);
SAME (GHALT_BLOCK_EXIT, HALT_BLOCK_EXIT);
SAME (GHALT_BLOCK_FIRST, HALT_BLOCK_FIRST);
SAME (GHALT_BLOCK_COLD, HALT_BB_COLD);
SAME (GHALT_BLOCK_LANDING, HALT_BB_LANDING);
SAME (GHALT_BLOCK_CALL, HALT_BB_CALL);
SAME (GHALT_BLOCK_TWICE, HALT_BB_TWICE);
SAME (GHALT_BLOCK_ENDS, HALT_BB_ENDS);
SAME (GHALT_EDGE_FALL, HALT_EDGE_FALL);
SAME (GHALT_EDGE_TAKEN, HALT_EDGE_TAKEN);
SAME (GHALT_EDGE_JUMP, HALT_EDGE_JUMP);
SAME (GHALT_EDGE_INDEX, HALT_EDGE_INDEX);
SAME (GHALT_EDGE_RETURN, HALT_EDGE_RETURN);
SAME (GHALT_EDGE_EH, HALT_EDGE_EH);
SAME (GHALT_EDGE_ABNORMAL, HALT_EDGE_ABNORMAL);
SAME (GHALT_PATH_EXIT, BLPP_END_EXIT);
SAME (GHALT_PATH_EDGE, BLPP_END_EDGE);
SAME (GHALT_PATH_TAIL, BLPP_END_TAIL);

uint32_t
ghalt_kinds_end (void)
{
  return HALT_KIND_END;
}

const struct ghalt_kind *
ghalt_kind (uint32_t number)
{
  return number < HALT_KIND_END && kinds[number].word ? kinds + number : NULL;
}

const struct ghalt_kind *
ghalt_kind_find (const char *word)
{
  for (uint32_t i = 0; i < HALT_KIND_END; i++)
    if (kinds[i].word && strcmp (kinds[i].word, word) == 0)
      return kinds + i;
  return NULL;
}

const char *
ghalt_flag_name (enum ghalt_flags what, uint32_t bit)
{
  static const struct flag_name *const tables[] = {
    [GHALT_FLAGS_UNIT] = unit_flags,
    [GHALT_FLAGS_FUNCTION] = function_flags,
    [GHALT_FLAGS_BLOCK] = block_flags,
    [GHALT_FLAGS_EDGE] = edge_kinds
  };
  if ((unsigned) what >= sizeof tables / sizeof *tables)
    return NULL;
  for (const struct flag_name *t = tables[what]; t->bit; t++)
    if (t->bit == bit)
      return t->name;
  return NULL;
}
