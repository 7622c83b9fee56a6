/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What an event costs, for people; nothing is tested.  */

#include <pthread.h>
#include <time.h>

#include "program.h"

#define PRICE(kind, call) \
  static void * \
  price_of_##kind (void *arg) \
  { \
    for (unsigned long i = 0; i < 100000000; i++) \
      call; \
    return arg; \
  }
PRICE (cbr, _record_cbr (i % 4 == 0, i % 2))
PRICE (mbr, _record_mbr (i % 64, i % 2))
PRICE (entry, _record_entry (i % 2))
PRICE (load, _record_load (8, i, i % 2))
PRICE (far, _record_entry (i % 2 + 2000000))

/* Nanoseconds for one event, in one thread and in two.  */
void
mode_price (void)
{
  static const struct { const char *name; void *(*function) (void *); } of[] = {
    { "cbr", price_of_cbr }, { "mbr", price_of_mbr },
    { "entry", price_of_entry }, { "load", price_of_load },
    { "entry, far", price_of_far },
  };
  for (size_t k = 0; k < sizeof of / sizeof *of; k++)
    for (int n = 1; n <= 2; n++)
      {
	struct timespec from, to;
	pthread_t thread[2];
	clock_gettime (CLOCK_MONOTONIC, &from);
	for (int i = 0; i < n; i++)
	  pthread_create (&thread[i], NULL, of[k].function, NULL);
	for (int i = 0; i < n; i++)
	  pthread_join (thread[i], NULL);
	clock_gettime (CLOCK_MONOTONIC, &to);
	printf ("%s %d: %.2f ns\n", of[k].name, n,
		((to.tv_sec - from.tv_sec) * 1e9
		 + (to.tv_nsec - from.tv_nsec)) / 1e8);
      }
}
