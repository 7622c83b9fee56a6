/* SPDX-License-Identifier: MIT */
/* The default analysis routine of one kind: that for whose word the Makefile
   defines HALT_ONLY_word (x) as `, x'.  What it does is the column `cells' of
   kinds.def, in the words of its parameters.

   There is an object for each kind, so that a routine of the user's own takes the
   place of that one and of no other, wherever the linker finds it first; and it is
   weak, should ours be linked all the same.  */

#include "runtime/record.h"

#define RECORD_NONE(kind, args)
#define RECORD_EVENTS(kind, args) halt_count (kind, id)
#define RECORD_WAYS(kind, args) halt_count_either (kind, id, cond != 0)
#define RECORD_BYTES(kind, args) halt_count_both (kind, id, bytes)
#define RECORD_INDICES(kind, args) halt_count_indexed (kind, id, index)
#define RECORD_PATHS(kind, args) \
  halt_count_path (halt_path_key (kind, proc_id), path_sum)
#define RECORD_VALUES(kind, args) \
  halt_count_path (halt_path_key (kind, id), VALUE_##args)

/* The value, by the column `args'.  */
#define VALUE_NONE __halt3_order ()
#define VALUE_CALLEE (uintptr_t) callee
#define VALUE_VALUE value

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
				     RECORD_##cells (HALT_##NAME, args))))
#include "halt/kinds.def"
