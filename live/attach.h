/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What `ghalt attach' does.  */

#ifndef HALT_LIVE_ATTACH_H
#define HALT_LIVE_ATTACH_H 1

#include <stdbool.h>
#include <stddef.h>

#include "live/live.h"

/* Texts of the command line, NULL if they are missing.  */
struct attach
{
  const char *pid;
  const struct live_pattern *switches; /* the later one holds */
  size_t n_switches;
  const char *time;		/* after which all is as it was; NULL: it stays */
  const char *module;		/* glob for the objects that are meant */
  const char *lines;		/* FILE:FIRST-LAST,... */
  live_points_of *points_of;	/* who knows lines */
  live_profile_of *profile_of;	/* what was counted meanwhile is wanted; or NULL */
};

/* Do it.  If that fails, WHY, of 512 bytes, says why.  *PROFILE is that of *SIZE bytes,
   to be freed, if it is wanted.  */
bool attach_run (const struct attach *a, void **profile, size_t *size,
		 char *why);

#endif /* HALT_LIVE_ATTACH_H */
