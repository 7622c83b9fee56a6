/* SPDX-License-Identifier: MIT */
/* Callbacks that measure: cycles, nanoseconds.  */

#include <time.h>
#include "arp/arp.h"

static unsigned long long
nanoseconds (void)
{
  struct timespec t;
  clock_gettime (CLOCK_MONOTONIC, &t);
  return t.tv_sec * 1000000000ull + t.tv_nsec;
}

/* The processor's counter, of which MASK bits count.  */
#if defined __x86_64__ || defined __i386__
# define MASK (~0ull)
static unsigned long long
cycles (void)
{
  unsigned low, high, processor;
  __asm__ volatile("rdtscp"
		   : "=a"(low), "=d"(high), "=c"(processor)
		   :
		   : "memory");
  return (unsigned long long) high << 32 | low;
}
#elif defined __alpha__
/* The upper half is what has to be added for this process.  */
# define MASK 0xffffffffull
static unsigned long long
cycles (void)
{
  unsigned long n;
  __asm__ volatile("rpcc %0" : "=r"(n) : : "memory");
  return n + (n >> 32);
}
#elif defined __ia64__
# define MASK (~0ull)
static unsigned long long
cycles (void)
{
  unsigned long long n;
  __asm__ volatile("mov %0 = ar.itc" : "=r"(n) : : "memory");
  return n;
}
#else
# define MASK (~0ull)
# define cycles nanoseconds
#endif

void
arp_cycles_enter (const arp_sid sid, void *data, void *context)
{
  (void) sid, (void) context;
  *(unsigned long long *) data = cycles ();
}

void
arp_cycles_leave (const arp_sid sid, void *data, void *context)
{
  unsigned long long now = cycles (), *then = data;
  (void) sid, (void) context;
  *then = (now - *then) & MASK;
}

void
arp_nanoseconds_enter (const arp_sid sid, void *data, void *context)
{
  (void) sid, (void) context;
  *(unsigned long long *) data = nanoseconds ();
}

void
arp_nanoseconds_leave (const arp_sid sid, void *data, void *context)
{
  unsigned long long now = nanoseconds (), *then = data;
  (void) sid, (void) context;
  *then = now - *then;
}
