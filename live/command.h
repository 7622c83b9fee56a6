/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What `ghalt attach' does.  */

#ifndef HALT_LIVE_COMMAND_H
#define HALT_LIVE_COMMAND_H 1

#include <stdbool.h>
#include <stddef.h>

#include "live/live.h"

/* Texts of the command line, NULL if they are missing.  */
struct attach
{
  const char *pid;
  const char *on, *off;		/* patterns */
  const char *time;		/* after which all is as it was; NULL: it stays */
  const char *module;		/* glob for the objects that are meant */
  const char *lines;		/* FILE:FIRST-LAST,... */
  live_points_of *points_of;	/* who knows lines */
  bool counts;			/* what was counted meanwhile is wanted */
};

/* Do it.  If that fails, WHY, of 512 bytes, says why.  If counts are wanted, *COUNTS,
   of *SIZE bytes, is a live profile (halt/live.h), to be freed.  */
bool attach_run (const struct attach *a, void **counts, size_t *size,
		 char *why);

#endif /* HALT_LIVE_COMMAND_H */
