/* SPDX-License-Identifier: MIT */
/* No routine for any kind: a group for each, empty, in the place of that of
   runtime/known/record.c.  Nothing refers to this object.  So it is linked with all of
   the library (--whole-archive), beside which a program may have routines of its own,
   and then first.  */

#include "halt/format.h"

#define HALT_PATH_KIND(...)
#define HALT_INLINE_KIND(...)
#define HALT_KIND(NAME, number, word, ...) \
  __asm__("\t.section\t.rodata.halt_known,\"aG\",@progbits,halt_known_" #word \
	  ",comdat\n\t.byte\t0\n\t.text");
#include "halt/kinds.def"
