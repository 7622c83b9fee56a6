/* SPDX-License-Identifier: GPL-3.0-or-later */
/* All threads of a process stand still.  */

#ifndef HALT_LIVE_STOP_H
#define HALT_LIVE_STOP_H 1

#include <stdbool.h>
#include <sys/types.h>

/* Call WORK (DATA) while no thread of PID, nor a child of vfork that runs in its
   memory, executes an instruction.  Return what that returns; -1 if they cannot be
   stopped, WHY (LIVE_WHY bytes) says why not.  *SECONDS is how long they stood.  */
int stop_all (pid_t pid, int (*work) (void *data), void *data, double *seconds,
	      char *why);

/* Why PID may not be traced, ERROR being what the kernel said.  */
void stop_refused (pid_t pid, int error, char *why);

#endif /* HALT_LIVE_STOP_H */
