/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Between the files that know x86 memory accesses.  */

#ifndef HALT_X86_LANES_H
#define HALT_X86_LANES_H 1

#include "plugin/rtl/rtl.h"

/* If PATTERN accesses memory lane by lane (gathers, scatters, masked
   instructions) put that on LIST and return true.  */
bool lanes_add (rtx pattern, vec<memop> *list);

#endif /* HALT_X86_LANES_H */
