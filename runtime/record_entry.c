/* SPDX-License-Identifier: MIT */
/* Entries of functions.  */

#include "runtime/record.h"

HALT_RECORDS (entry, _record_entry);

__attribute__ ((weak)) void
_record_entry (unsigned long id)
{
  halt_count (HALT_ENTRY, id);
}
