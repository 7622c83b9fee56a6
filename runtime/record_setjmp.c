/* SPDX-License-Identifier: MIT */
/* Calls of setjmp.  */

#include "runtime/record.h"

HALT_RECORDS (setjmp, _record_setjmp);

__attribute__ ((weak)) void
_record_setjmp (unsigned long buf __attribute__ ((unused)), unsigned long id)
{
  halt_count (HALT_SETJMP, id);
}
