/* SPDX-License-Identifier: MIT */
/* Basic blocks.  */

#include "runtime/record.h"

HALT_RECORDS (block, _record_block);

__attribute__ ((weak)) void
_record_block (unsigned long id)
{
  halt_count (HALT_BLOCK, id);
}
