/* SPDX-License-Identifier: MIT */
/* What instrumentation files include that were written for OSF/1's ATOM.  */
#include "../halt/atom.h"
