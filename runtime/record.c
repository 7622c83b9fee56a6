/* SPDX-License-Identifier: MIT */
/* The default analysis routine of one kind: that for whose word the Makefile
   defines HALT_ONLY_word (x) as `, x'.  What it does is the column `cells' of
   kinds.def, in the words of its parameters.

   There is an object for each kind, so that a routine of the user's own takes the
   place of that one and of no other, wherever the linker finds it first; and it is
   weak, should ours be linked all the same.  */

#include "runtime/record.h"

#define RECORD_NONE(kind)
#define RECORD_EVENTS(kind) halt_count (kind, id)
#define RECORD_WAYS(kind) halt_count_either (kind, id, cond != 0)
#define RECORD_BYTES(kind) halt_count_both (kind, id, bytes)
#define RECORD_INDICES(kind) halt_count_indexed (kind, id, index)
#define RECORD_PATHS(kind) halt_count_path (proc_id, path_sum)

/* What follows the first argument: nothing, for all words but one.  */
#define REST(first, ...) __VA_ARGS__
#define PICKED(...) REST (__VA_ARGS__)

#define ROUTINE(word, routine, params, record) \
  HALT_RECORDS (word, routine); \
  __attribute__ ((weak)) void routine params { record; }

#pragma GCC diagnostic ignored "-Wunused-parameter"

#define HALT_INLINE_KIND(...)
#define HALT_KIND(NAME, number, word, routine, when, args, cells, ...) \
  PICKED (HALT_ONLY_##word (ROUTINE (word, routine, HALT_PARAMS_##args, \
				     RECORD_##cells (HALT_##NAME))))
#include "halt/kinds.def"
