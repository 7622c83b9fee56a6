# SPDX-License-Identifier: GPL-3.0-or-later
# libarp: threads that are cancelled in a section, at a point where they may be and
# anywhere in their own code: each section that was open is left once.

>>> on aarch64 riscv64

>>> cancel.c
#include <atomium_rp.h>
#include <pthread.h>
#include <stdio.h>
#include <unistd.h>
static volatile int begun;
static void *
thread (void *how)
{
  pthread_setcanceltype (*(char *) how == 'a' ? PTHREAD_CANCEL_ASYNCHRONOUS
					       : PTHREAD_CANCEL_DEFERRED,
			 NULL);
  pthread_setcancelstate (PTHREAD_CANCEL_DISABLE, NULL);
  arp_enter (ARP_SELF, 2, 0);
  arp_enter_kernel (ARP_SELF, 3, 0);
  pthread_setcancelstate (PTHREAD_CANCEL_ENABLE, NULL);
  begun = 1;
  for (;;)
    if (*(char *) how == 'd')
      pthread_testcancel ();
  return NULL;
}
static void one (const arp_sid s, void *data, void *c) { (void) s, (void) c; *(int *) data = 1; }
int
main (int argc, char **argv)
{
  pthread_t id;
  void *result;
  (void) argc;
  arp_add_callbacks (arp_int, 0, one, 0, 0, 0);
  arp_start (1, 9, arp_record_average, 0, 0, 0, 0, 0);
  arp_enter (1, 1, 0);
  for (int i = 0; i < 10; i++)
    {
      begun = 0;
      pthread_create (&id, NULL, thread, argv[1]);
      while (!begun)
	usleep (100);
      pthread_cancel (id);
      pthread_join (id, &result);
      if (result != PTHREAD_CANCELED)
	puts ("it was not cancelled");
    }
  arp_leave (1, 1);
  return 0;
}

>>> run
lib=${LIBHALT%/*}
for with in "$lib/libarp.so.0 -Wl,-rpath,$lib" "$lib/libarp.a -Wl,--wrap=pthread_create"; do
  $CC $INCLUDE -pthread cancel.c $with -o cancel
  for how in deferred asynchronous; do
    echo "-- $how"
    $RUN ./cancel $how
    sed 1,2d data.arp
  done
done

>>> out
-- deferred
1
3 0 1 2 3: 1 x10 =10;
-- asynchronous
1
3 0 1 2 3: 1 x10 =10;
-- deferred
1
3 0 1 2 3: 1 x10 =10;
-- asynchronous
1
3 0 1 2 3: 1 x10 =10;
