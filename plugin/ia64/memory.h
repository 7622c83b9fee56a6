/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What the files about IA-64 offer each other.  */

#ifndef HALT_IA64_MEMORY_H
#define HALT_IA64_MEMORY_H 1

#include "plugin/plugin.h"

/* The local that GCC's frame pointer is, which it has by another number.  */
unsigned ia64_frame_pointer (void);

#endif /* HALT_IA64_MEMORY_H */
