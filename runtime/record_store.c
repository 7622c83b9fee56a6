/* SPDX-License-Identifier: MIT */
/* Stores: events, bytes.  */

#include "runtime/record.h"

HALT_RECORDS (store, _record_store);

__attribute__ ((weak)) void
_record_store (long bytes, unsigned long ea __attribute__ ((unused)),
	       unsigned long id)
{
  halt_count_both (HALT_STORE, id, bytes);
}
