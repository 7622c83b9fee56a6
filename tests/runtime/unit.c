/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A further unit of a test program, a part of it or a shared object: UNIT names
   its function.  */

#include "unit.h"

struct halt_unit *UNIT (int n);

/* Report N events of each id, the odd ones taken; or what CALLS says.  */
struct halt_unit *
UNIT (int n)
{
  for (int i = 0; i < n; i++)
#ifdef CALLS
    CALLS;
#else
    for (uint64_t id = 0; id < unit.count; id++)
      _record_cbr (id & 1, unit.base + id);
#endif
  return &unit;
}
