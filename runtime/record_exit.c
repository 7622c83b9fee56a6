/* SPDX-License-Identifier: MIT */
/* Exits of functions.  */

#include "runtime/record.h"

HALT_RECORDS (exit, _record_exit);

__attribute__ ((weak)) void
_record_exit (unsigned long id)
{
  halt_count (HALT_EXIT, id);
}
