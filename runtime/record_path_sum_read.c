/* SPDX-License-Identifier: MIT */
/* Ends of paths: a counter for each path of a procedure.  */

#include "runtime/record.h"

HALT_RECORDS (path_sum_read, _record_path_sum_read);

__attribute__ ((weak)) void
_record_path_sum_read (unsigned long path_sum,
		       unsigned long id __attribute__ ((unused)),
		       unsigned long proc_id)
{
  halt_count_path (proc_id, path_sum);
}
