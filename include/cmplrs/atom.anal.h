/* SPDX-License-Identifier: MIT */
/* What analysis files include that were written for OSF/1's ATOM.  */
#include "../halt/anal.h"
