# SPDX-License-Identifier: GPL-3.0-or-later
# Programs that call ARP's functions themselves: both libraries, threads under
# ThreadSanitizer, ARP_NONE and ARP_SIM, a full disk, clocks that count.

>>> hand.c
#include <atomium_rp.h>
static void zero (const arp_sid s, void *data, void *c) { (void) s, (void) c; *(int *) data = 4; }
int
main (void)
{
  arp_add_callbacks (arp_int, 0, zero, 0, 0, 0);
  arp_start (1, 2, arp_record_all, 0, 0, 0, 0, 0);
  for (int i = 0; i < 2; i++)
    {
      arp_enter (1, 2, 0);
      arp_enter_kernel (1, 1, 0);
      arp_leave_kernel (1, 1);
      arp_leave (1, 2);
    }
  return 0;
}

>>> fork.c
/* The child of a fork records nothing; a thread has its parent's context.  */
#include <atomium_rp.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>
static int here, there, beyond;
static void set (const arp_sid s, void *data, void *c) { (void) s; *(int *) data = c == &here ? 1 : c == &there ? 2 : 3; }
static void spawn (const arp_tid t, void **context) { (void) t; *context = *context == &here ? &there : &beyond; }
static void
kernel (void)
{
  arp_enter_kernel (ARP_SELF, 1, 0);
  arp_leave_kernel (ARP_SELF, 1);
}
static void *inner (void *p) { kernel (); return p; }
static void *
outer (void *p)
{
  pthread_t id;
  kernel ();
  pthread_create (&id, NULL, inner, NULL);
  pthread_join (id, NULL);
  return p;
}
int
main (int argc, char **argv)
{
  pthread_t id;
  int status;
  (void) argv;
  arp_add_callbacks (arp_int, 0, set, argc > 1 ? spawn : NULL, 0, &here);
  arp_start (1, 2, arp_record_all, 0, 0, 0, 0, 0);
  kernel ();
  if (fork () == 0)
    {
      kernel ();
      exit (3);
    }
  wait (&status);
  if (WEXITSTATUS (status) != 3 || access ("data.arp", F_OK) == 0)
    puts ("the child has written a file");
  pthread_create (&id, NULL, outer, NULL);
  pthread_join (id, NULL);
  return 0;
}

>>> threads.c
#include <atomium_rp.h>
#include <pthread.h>
#include <string.h>
#include <unistd.h>
static void *
work (void *p)
{
  (void) p;
  for (int i = 0; i < 200; i++)
    {
      arp_enter (1, 2, 0);
      arp_enter_kernel (1, 3, 0);
      arp_leave_kernel (1, 3);
      arp_leave (1, 2);
    }
  return p;
}
static void *
last (void *p)
{
  usleep (20000);
  return work (p);
}
static void set (const arp_sid s, void *data, void *c) { (void) s, (void) c; *(int *) data = 1; }
int
main (int argc, char **argv)
{
  pthread_t id[8];
  pthread_t self = pthread_self ();
  arp_add_callbacks (arp_int, 0, set, 0, 0, 0);
  arp_start (1, 9, arp_record_average, 0, 0, 0, 0, 0);
  for (int round = 0; round < 3; round++)
    {
      arp_enter (1, 1, 0);
      for (int i = 0; i < 8; i++)
	pthread_create (id + i, NULL, work, NULL);
      work (NULL);
      for (int i = 0; i < 8; i++)
	pthread_join (id[i], NULL);
      arp_leave (1, 1);
    }
  if (argc > 1)
    {
      /* The last thread ends the program.  */
      pthread_create (id, NULL, last, NULL);
      arp_enter_kernel (1, 4, 0);
      if (strcmp (argv[1], "cancel") == 0)
	pthread_cancel (self);
      else
	pthread_exit (NULL);
      for (;;)
	pause ();
    }
  return 0;
}

>>> sim.cc
#define ARP_SIM
#include <atomium_rp.h>
#include <cstdio>
void arpsim_add_callbacks () { puts ("callbacks"); }
void arpsim_start (const arp_tid t, const arp_sid s, const arp_mode m) { printf ("start %d %d %d\n", t, s, m); }
int main () { arp_add_callbacks (arp_int, 0, 0, 0, 0, 0); arp_start (3, 4, arp_playback, 0, 0, 0, 0, 0); }

>>> events.c
#include <atomium_rp.h>
volatile int total;
int
main (void)
{
  arp_add_callbacks (arp_ullong, arp_store_enter, arp_store_leave, 0, 0, 0);
  arp_add_callbacks (arp_ullong, arp_cycles_enter, arp_cycles_leave, 0, 0, 0);
  arp_add_callbacks (arp_ullong, arp_nanoseconds_enter, arp_nanoseconds_leave, 0, 0, 0);
  arp_start (1, 2, arp_record_all, 0, 0, 0, 0, 0);
  for (int i = 1; i <= 3; i++)
    {
      arp_enter_kernel (1, 1, 0);
      for (int k = 0; k < 1000 * i; k++)
	total = k;
      arp_leave_kernel (1, 1);
    }
  return 0;
}

>>> run
lib=${LIBHALT%/*}
echo "-- either library"
$CC $INCLUDE hand.c "$lib/libarp.a" -o hand
./hand; cat data.arp; mv data.arp hand.arp
$CC $INCLUDE hand.c "$lib/libarp.so.0" -Wl,-rpath,"$lib" -o hand
./hand; same data.arp hand.arp
$CC $INCLUDE -static hand.c "$lib/libarp.a" -o hand
./hand; same data.arp hand.arp
echo "-- blocks are compressed where zstd is"
sed -e 's/i < 2;/i < 20000;/' -e 's/  arp_start.*/  arp_set_output_file_format (arp_binary);\n&\n  arp_enter (1, 0, 0);/' hand.c >long.c
for with in "$lib/libarp.a" "$lib/libarp.a -Wl,--no-as-needed -lzstd" "$lib/libarp.so.0 -Wl,-rpath,$lib"; do
  $CC $INCLUDE long.c $with -o long
  ./long; [ "$(wc -c <data.arp)" -lt 20000 ] && echo small || echo large
done
"$HALT" arp data.arp
rm data.arp
echo "-- a child, a thread's thread"
$CC $INCLUDE -pthread fork.c "$lib/libarp.so.0" -Wl,-rpath,"$lib" -o fork
./fork; sed 1,3d data.arp; rm data.arp
./fork x; sed 1,3d data.arp; rm data.arp
echo "-- a disk that is full, a folder that is not there"
ln -sf /dev/full data.arp; code ./hand; rm data.arp
mkdir data.arp; code ./hand; rmdir data.arp
echo "-- nothing"
$CC $INCLUDE -DARP_NONE -Wall -Wextra -Werror hand.c -o none 2>&1 | grep -c "zero.*not used"
$CC $INCLUDE -DARP_NONE hand.c -o none && ./none; ls data.arp 2>/dev/null || true
$CXX $INCLUDE sim.cc -o sim && ./sim
echo "-- threads begin where they were created"
$CC $INCLUDE -pthread threads.c "$lib/libarp.so.0" -Wl,-rpath,"$lib" -o threads
./threads; cat data.arp
$CC $INCLUDE -pthread threads.c "$lib/libarp.a" -Wl,--wrap=pthread_create -o threads
for how in exit cancel; do ./threads $how; sed 1,2d data.arp; done
echo "-- ThreadSanitizer"
arp=$TESTS/../arp
echo 'int main (void) { return 0; }' >plain.c
$CC -fsanitize=thread plain.c -o plain 2>/dev/null && ./plain || skip "no ThreadSanitizer"
$CC -std=gnu11 -D_GNU_SOURCE -O1 -g -fsanitize=thread -pthread $INCLUDE -I"$arp/.." threads.c \
  $(ls "$arp"/*.c "$arp"/run/*.c | grep -v events.c) "$arp/../runtime/say.c" "$arp/../runtime/ending.c" -Wl,--wrap=pthread_create -o threads -w
# Its own thread keeps a process alive whose main thread has ended.
./threads; sed 1,2d data.arp
echo "-- clocks"
$CC $INCLUDE -O1 $PLUGIN $(arg store) events.c "$lib/libarp-events.a" "$lib/libarp.a" -o events
./events
# Stores of the loops, exactly; as many cycles or nanoseconds at least as stores take.
sed -n 's/^[0-9].*@\([0-9]*\): \([0-9]*\) \([0-9]*\) \([0-9]*\);/\1 \2 \3 \4/p' data.arp |
  awk '{ print $1, $2; if ($3 < $2 / 8 || $4 < $2 / 64 || $4 > 1e9) print "clocks:", $0 }'
echo "-- ... what does not happen"
$CC $INCLUDE -O1 events.c "$lib/libarp-events.a" "$lib/libarp.a" -o events
./events
sed -n 's/^[0-9].*@\([0-9]*\): \([0-9]*\) .*/\1 \2/p' data.arp
$CC $INCLUDE -O1 events.c "$lib/libarp-events.a" "$lib/libarp.so.0" -Wl,-rpath,"$lib" -o events
./events 2>&1 | wc -l

>>> out
-- either library
# Atomium record and playback data - format version 1.1.
0 1 1 4
2
2 0 2@0 1@0: 4;
2 0 2@1 1@0: 4;
-- blocks are compressed where zstd is
large
small
small
  count  total  mean  median  p99  path
                                   section 0
                                     section 2
  20000  80000     4       4    4      section 1
-- a child, a thread's thread
1 0 1@0: 1;
1 1: 1;
1 1: 1;
1 0 1@0: 1;
1 1: 2;
1 1: 3;
-- a disk that is full, a folder that is not there
arp: cannot write all of 'data.arp': No space left on device; what it has is incomplete
arp: cannot create 'data.arp': Is a directory
-- nothing
1
callbacks
start 3 4 3
-- threads begin where they were created
# Atomium record and playback data - format version 1.1.
0 0 1 4
1
3 0 1 2 3: 1 x5400 =5400;
3
3 0 1 2 3: 1 x5400 =5400;
1 0 4: 1 x1 =1;
2 0 2 3: 1 x200 =200;
3
3 0 1 2 3: 1 x5400 =5400;
1 0 4: 1 x1 =1;
2 0 2 3: 1 x200 =200;
-- ThreadSanitizer
1
3 0 1 2 3: 1 x5400 =5400;
-- clocks
0 1000
1 2000
2 3000
-- ... what does not happen
arp: warning: there was no event of kind 'store' to measure with: compile the program with -fplugin-arg-halt-store, and name libarp-events before other libraries of analysis routines
0 0
1 0
2 0
1
