/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What `ghalt attach' does.  */

#ifndef HALT_LIVE_COMMAND_H
#define HALT_LIVE_COMMAND_H 1

#include <stdbool.h>

/* Texts of the command line, NULL if they are missing.  */
struct attach
{
  const char *pid;
  const char *on, *off;		/* patterns */
  const char *time;		/* after which all is as it was; NULL: it stays */
  const char *module;		/* glob for the objects that are meant */
};

/* Do it.  If that fails, WHY, of 512 bytes, says why.  */
bool attach_run (const struct attach *a, char *why);

#endif /* HALT_LIVE_COMMAND_H */
