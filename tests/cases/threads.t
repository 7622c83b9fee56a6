# SPDX-License-Identifier: GPL-3.0-or-later
# Threads run through pots at once; nothing in a pot is shared.

>>> prog.c
#include <pthread.h>
#include <stdio.h>

static void *
work (void *argument)
{
  unsigned a = 1, taken = 0;
  for (int i = 0; i < 100000; i++)
    {
      a = a * 1664525 + 1013904223;
      if (a & 0x10000)
	taken++;
    }
  *(unsigned *) argument = taken;
  return argument;
}

int
main (void)
{
  pthread_t thread[4];
  unsigned taken[4];
  for (int i = 0; i < 4; i++)
    pthread_create (&thread[i], 0, work, &taken[i]);
  for (int i = 0; i < 4; i++)
    pthread_join (thread[i], 0);
  printf ("%u %d\n", taken[0], taken[0] == taken[1] && taken[1] == taken[2]
	  && taken[2] == taken[3]);
  return 0;
}

>>> count.c
unsigned long events;

void
_record_cbr (unsigned long cond, unsigned long id)
{
  (void) cond;
  (void) id;
  __atomic_fetch_add (&events, 1, __ATOMIC_RELAXED);
}

>>> end.c
#include <stdio.h>
extern unsigned long events;
__attribute__ ((destructor)) static void
end (void)
{
  printf ("%lu\n", events);
}

>>> run
$CC -O0 -pthread $PLUGIN $(arg cbr) prog.c count.c -c
$CC -pthread prog.o count.o end.c -o prog
./prog
both -O0 -pthread prog.c

>>> out
50061 1
800017
