/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The hostile routines as the analysis of atom.inst.c.  */

#include "hostile.c"
#if defined __x86_64__
#include "x86_64.c"
#elif defined __i386__
#include "i386.c"
#elif defined __alpha__
#include "alpha.c"
#endif
