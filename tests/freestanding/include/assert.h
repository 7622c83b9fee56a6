/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <stdlib.h>
#undef assert
#ifdef NDEBUG
# define assert(condition) ((void) 0)
#else
# define assert(condition) ((condition) ? (void) 0 : abort ())
#endif
