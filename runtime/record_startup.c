/* SPDX-License-Identifier: MIT */
/* The start of the program: nothing to count.  */

#include "runtime/runtime.h"

__attribute__ ((weak)) void
_halt_startup (void)
{
}
