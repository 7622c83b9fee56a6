/* SPDX-License-Identifier: MIT */
/* Loads: events, bytes.  */

#include "runtime/record.h"

HALT_RECORDS (load, _record_load);

__attribute__ ((weak)) void
_record_load (long bytes, unsigned long ea __attribute__ ((unused)),
	      unsigned long id)
{
  halt_count_both (HALT_LOAD, id, bytes);
}
