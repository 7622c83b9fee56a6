/* SPDX-License-Identifier: MIT */
/* What all of the run shares: its callbacks, the list of threads and its lock, and what
   is said of errors.  */

#include <pthread.h>
#include <stdarg.h>
#include <stdio.h>
#include <time.h>
#include "arp/arp.h"
#include "runtime/say.h"

struct arp_run arp_run;

struct arp_thread *arp_threads;

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;

void
arp_say (int *once, arp_error_t kind, const char *format, ...)
{
  char text[700];
  va_list args;
  if (once && __atomic_exchange_n (once, 1, __ATOMIC_RELAXED))
    return;
  va_start (args, format);
  vsnprintf (text, sizeof text, format, args);
  va_end (args);
  if (arp_run.error && !arp_memory_is_apart ())
    arp_run.error (kind, text, arp_run.for_errors);
  else
    {
      char line[sizeof text + 32];
      snprintf (line, sizeof line, "arp: %s%s\n",
		kind == arp_warning ? "warning: " : "", text);
      if (!arp_memory_is_apart ())
	fflush (stderr);
      __halt_say_line (line);
    }
}

void
arp_lock (void)
{
  pthread_mutex_lock (&mutex);
  if (arp_run.lock)
    arp_run.lock (&arp_threads, arp_run.for_locks);
}

bool
arp_trylock (void)
{
  if (pthread_mutex_trylock (&mutex) != 0)
    return false;
  if (arp_run.lock)
    arp_run.lock (&arp_threads, arp_run.for_locks);
  return true;
}

void
arp_unlock (void)
{
  if (arp_run.unlock)
    arp_run.unlock (&arp_threads, arp_run.for_locks);
  pthread_mutex_unlock (&mutex);
}

bool
arp_lock_at_end (unsigned *moments)
{
  const struct timespec moment = { 0, 1000000 };
  for (; pthread_mutex_trylock (&mutex) != 0; --*moments)
    {
      if (*moments == 0)
	return false;
      nanosleep (&moment, NULL);
    }
  return true;
}

void
arp_unlock_at_end (void)
{
  pthread_mutex_unlock (&mutex);
}

void
arp_lock_forget (void)
{
  pthread_mutex_init (&mutex, NULL);
}
