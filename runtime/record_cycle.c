/* SPDX-License-Identifier: MIT */
/* Cycles of the processor.  */

#include "runtime/record.h"

HALT_RECORDS (cycle, _record_cycle);

__attribute__ ((weak)) void
_record_cycle (unsigned long id)
{
  halt_count (HALT_CYCLE, id);
}
