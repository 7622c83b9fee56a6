/* SPDX-License-Identifier: MIT */
/* Multiway branches: a counter for each index.  */

#include "runtime/record.h"

HALT_RECORDS (mbr, _record_mbr);

__attribute__ ((weak)) void
_record_mbr (unsigned long index, unsigned long id)
{
  halt_count_indexed (HALT_MBR, id, index);
}
