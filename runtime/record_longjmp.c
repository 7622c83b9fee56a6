/* SPDX-License-Identifier: MIT */
/* Calls of longjmp.  */

#include "runtime/record.h"

HALT_RECORDS (longjmp, _record_longjmp);

__attribute__ ((weak)) void
_record_longjmp (unsigned long buf __attribute__ ((unused)),
		 unsigned long status __attribute__ ((unused)),
		 unsigned long id)
{
  halt_count (HALT_LONGJMP, id);
}
