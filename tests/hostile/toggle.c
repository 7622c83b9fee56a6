/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A thread that switches all points of the process on and off, as fast as it can.  */

#include <pthread.h>
#include <signal.h>
#include <stddef.h>

#include "halt/halt.h"

static void *
toggle (void *unused)
{
  (void) unused;
  for (unsigned int n = 1;; n++)
    {
      halt_switch ("block,entry,load", n & 1);
      halt_switch ("*", n >> 1 & 1);
    }
  return NULL;
}

static __attribute__ ((constructor)) void
start (void)
{
  pthread_t thread;
  halt_switch ("*", 1);
  sigset_t all, old;
  sigfillset (&all);
  pthread_sigmask (SIG_SETMASK, &all, &old);
  pthread_create (&thread, NULL, toggle, NULL);
  pthread_sigmask (SIG_SETMASK, &old, NULL);
}
