/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What the files about IA-64 offer each other.  */

#ifndef HALT_IA64_FACTS_H
#define HALT_IA64_FACTS_H 1

#include "plugin/plugin.h"

/* The predicate that is true if COND holds, by the recipes' number; HALT_NO_REG if
   there is none: GCC's truth values have two, the other one the opposite.  */
int ia64_predicate (const_rtx cond);

/* The local that GCC's frame pointer is, which it has by another number.  */
unsigned ia64_frame_pointer (void);

#endif /* HALT_IA64_FACTS_H */
