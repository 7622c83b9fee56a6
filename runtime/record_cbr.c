/* SPDX-License-Identifier: MIT */
/* Conditional branches: not taken, taken.  */

#include "runtime/record.h"

HALT_RECORDS (cbr, _record_cbr);

__attribute__ ((weak)) void
_record_cbr (unsigned long cond, unsigned long id)
{
  halt_count_either (HALT_CBR, id, cond != 0);
}
