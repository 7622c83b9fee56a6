/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What live/ has of the library, for the commands and the library itself.  */

#ifndef HALT_PROCESS_H
#define HALT_PROCESS_H 1

#include "live/live.h"

/* --- library/process.c --- */

live_points_of library_points_of;
live_profile_of library_profile_of;
live_meaning_of library_meaning_of;

#endif /* HALT_PROCESS_H */
