# SPDX-License-Identifier: GPL-3.0-or-later
# A recording ends while other threads create threads, and say that they did: none of them
# waits for another forever.

>>> on aarch64 riscv64

>>> prog.c
#include <atomium_rp.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>
static void *one (void *p) { arp_enter_kernel (ARP_SELF, 1, 0); arp_leave_kernel (ARP_SELF, 1); return p; }
static void *spawner (void *p)
{
  for (;;)
    {
      pthread_t id;
      if (pthread_create (&id, NULL, one, NULL) == 0)
	pthread_join (id, NULL);
    }
  return p;
}
static void *named (void *p)
{
  arp_tid n = (arp_tid) (1000 + (size_t) p * 1000000);
  for (;; n++)
    { arp_spawned (0, n); arp_join (n); }
}
static void set (const arp_sid s, void *data, void *c) { (void) s, (void) c; *(int *) data = 4; }
int main (void)
{
  pthread_t id;
  for (size_t i = 0; i < 3; i++)
    {
      pthread_create (&id, NULL, spawner, NULL);
      pthread_create (&id, NULL, named, (void *) i);
    }
  for (int i = 0; i < 60; i++)
    {
      arp_add_callbacks (arp_int, 0, set, 0, 0, 0);
      arp_start (1, 2, arp_record_histogram, 0, 0, 0, 0, 0);
      usleep (1000);
      arp_finish ();
    }
  puts ("ended");
  fflush (stdout);
  _exit (0);
}

>>> run
$CC -w -O1 -pthread $INCLUDE prog.c "${LIBHALT%/*}/libarp.a" -Wl,--wrap=pthread_create -o prog
timeout 300 $RUN ./prog 2>/dev/null

>>> out
ended
