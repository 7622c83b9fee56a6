/* SPDX-License-Identifier: MIT */
/* pthread_create: a thread begins on the path where it was created.  In libarp.so
   it takes the place of the C library's.  A program that is linked with libarp.a
   says -Wl,--wrap=pthread_create; without that, its threads begin outside of all
   sections.  */

#include <dlfcn.h>
#include <errno.h>
#include <pthread.h>
#include <stdlib.h>
#include "arp/arp.h"

typedef int create_fn (pthread_t *, const pthread_attr_t *, void *(*) (void *),
		       void *);

#ifdef ARP_SHARED
# define CREATE pthread_create
#else
# define CREATE __wrap_pthread_create
create_fn __real_pthread_create;
#endif
create_fn CREATE;

struct beginning
{
  void *(*function) (void *);
  void *argument;
  struct arp_thread *thread;
};

static void *
begin_thread (void *data)
{
  struct beginning b = *(struct beginning *) data;
  free (data);
  arp_thread_bind (b.thread);
  return b.function (b.argument);
}

int
CREATE (pthread_t *id, const pthread_attr_t *attributes,
	void *(*function) (void *), void *argument)
{
#ifdef ARP_SHARED
  static create_fn *real;
  create_fn *next = __atomic_load_n (&real, __ATOMIC_RELAXED);
  if (!next)
    {
      *(void **) &next = dlsym (RTLD_NEXT, "pthread_create");
      if (!next)
	return EAGAIN;
      __atomic_store_n (&real, next, __ATOMIC_RELAXED);
    }
#else
  create_fn *next = __real_pthread_create;
#endif
  struct beginning *b = NULL;
  if (__atomic_load_n (&arp_run.on, __ATOMIC_ACQUIRE))
    b = malloc (sizeof *b);
  if (b)
    {
      int e = errno;
      struct arp_thread *parent = arp_here ();
      arp_lock ();
      /* Whoever ends the recording takes all threads, and then locks again.  */
      if (parent
	  && (!__atomic_load_n (&arp_run.on, __ATOMIC_ACQUIRE)
	      || !arp_take (parent)))
	parent = NULL;
      *b = (struct beginning) { function, argument,
				arp_thread_new (ARP_SELF, parent) };
      if (b->thread)
	b->thread->unnamed = true;
      if (parent)
	arp_give (parent);
      arp_unlock ();
      errno = e;
    }
  if (!b || !b->thread)
    {
      free (b);
      return next (id, attributes, function, argument);
    }
  struct arp_thread *t = b->thread;
  int status = next (id, attributes, begin_thread, b);
  if (status != 0)
    {
      free (b);
      arp_thread_end (t);
    }
  return status;
}
