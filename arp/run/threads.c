/* SPDX-License-Identifier: MIT */
/* Whose sections those are.  A thread of the program says who it is by a number of
   its choice.  What it is known by here is where its thread-local variables
   are: a number that another living thread has is not a reason to take its
   sections.  */

#include <errno.h>
#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include "arp/arp.h"

/* The calling thread: what it was last, and when it called itself what.  */
static __thread struct
{
  struct arp_thread *thread;
  arp_tid as;
  volatile bool inside;		/* it is in a call */
  volatile int postponed;	/* a signal that came meanwhile */
} here;

struct arp_thread *
arp_here (void)
{
  return here.thread;
}

/* --- taking turns ----------------------------------------------------------- */

void
arp_wait (struct arp_thread *t)
{
  while (__atomic_exchange_n (&t->busy, 1, __ATOMIC_ACQUIRE))
    sched_yield ();
}

void
arp_give_back (struct arp_thread *t)
{
  __atomic_store_n (&t->busy, 0, __ATOMIC_RELEASE);
}

bool
arp_take (struct arp_thread *t)
{
  /* A handler of signals that interrupts a call; a callback.  */
  if (here.inside)
    return false;
  here.inside = true;
  arp_wait (t);
  if (__atomic_load_n (&arp_run.on, __ATOMIC_ACQUIRE))
    return true;
  arp_give (t);
  return false;
}

void
arp_give (struct arp_thread *t)
{
  arp_give_back (t);
  here.inside = false;
  if (here.postponed)
    {
      int sig = here.postponed;
      here.postponed = 0;
      raise (sig);
    }
}

bool
arp_postpone (int sig)
{
  if (!here.inside || here.postponed)
    return false;
  here.postponed = sig;
  return true;
}

bool
arp_take_at_end (struct arp_thread *t, unsigned *moments)
{
  const struct timespec moment = { 0, 1000000 };
  while (__atomic_exchange_n (&t->busy, 1, __ATOMIC_ACQUIRE))
    {
      if (t->owner == &here)
	return true;
      if (*moments == 0)
	return false;
      --*moments;
      nanosleep (&moment, NULL);
    }
  return true;
}

/* --- threads that begin and end ---------------------------------------------- */

static pthread_key_t key;

/* The calling thread of the system ends: what it was ends, too.  */
static void
on_exit_of_thread (void *unused)
{
  (void) unused;
  struct arp_thread *mine;
  do
    {
      arp_lock ();
      for (mine = arp_threads; mine && mine->owner != &here; mine = mine->next)
	;
      arp_unlock ();
      if (mine)
	arp_thread_end (mine);
    }
  while (mine);
  here.thread = NULL;
}

static void
make_key (void)
{
  if (pthread_key_create (&key, on_exit_of_thread) != 0)
    arp_say (NULL, arp_error_non_fatal,
	     "no key is left: what is open when a thread ends is not recorded");
}

static void
bind (struct arp_thread *t)
{
  static pthread_once_t once = PTHREAD_ONCE_INIT;
  pthread_once (&once, make_key);
  pthread_setspecific (key, &here);
  t->owner = &here;
  here.thread = t;
  here.as = t->tid;
}

void
arp_thread_bind (struct arp_thread *t)
{
  arp_lock ();
  bind (t);
  arp_unlock ();
}

/* The thread that is called TID now, or NULL.  */
static struct arp_thread *
find_thread (arp_tid tid)
{
  struct arp_thread *t = arp_threads;
  while (t && (t->free || t->tid != tid))
    t = t->next;
  return t;
}

static arp_tid
new_tid (void)
{
  static arp_tid next;
  /* The first thread is 1; others do not take what the program may give.  */
  if (!arp_threads)
    return 1;
  for (unsigned i = 0; i <= (arp_tid) -1; i++)
    {
      if (++next <= arp_run.max_tid)
	next = arp_run.max_tid + 1;
      if (next > 1 && !find_thread (next))
	return next;
    }
  return 0;
}

struct arp_thread *
arp_thread_new (arp_tid tid, struct arp_thread *parent)
{
  struct arp_thread *t, **end = &arp_threads;
  bool first = !arp_threads;
  if (tid == ARP_SELF)
    tid = new_tid ();
  for (t = arp_threads; t && !t->free; t = t->next)
    end = &t->next;
  if (!t)
    {
      t = calloc (1, sizeof *t);
      if (!t || !arp_clear (t))
	{
	  static int said;
	  free (t);
	  arp_say (&said, arp_error_non_fatal,
		   "threads are not recorded: out of memory");
	  return NULL;
	}
      *end = t;
    }
  t->tid = tid;
  t->free = false;
  t->owner = NULL;
  t->spawned = first;
  t->joined = first;
  for (unsigned i = 0; i < ARP_SETS; i++)
    t->context[i] = parent ? parent->context[i] : arp_run.set[i].context;
  if (parent)
    arp_inherit (t, parent, parent->n_frames);
  else
    arp_restart (t);
  return t;
}

/* As arp_thread, where that does not know.  */
static struct arp_thread *
look (arp_tid tid)
{
  arp_lock ();
  struct arp_thread *t = tid ? find_thread (tid) : NULL, *mine = here.thread;
  if (t && t->owner && t->owner != &here)
    {
      /* Somebody else is called so.  */
      if (!mine && (mine = arp_thread_new (ARP_SELF, NULL)))
	bind (mine);
      t = mine;
    }
  else if (!t && mine && mine->unnamed && !mine->spawned)
    {
      /* It was created a moment ago, and now says its name.  */
      mine->tid = tid;
      mine->unnamed = false;
      t = mine;
    }
  else
    {
      if (!t)
	t = arp_thread_new (tid, NULL);
      if (t)
	bind (t);
    }
  if (tid)
    here.as = tid;
  arp_unlock ();
  return t;
}

struct arp_thread *
arp_thread (arp_tid tid)
{
  if (here.thread && (tid == here.as || tid == ARP_SELF))
    return here.thread;
  return look (tid);
}

void
arp_spawned (const arp_tid parent, const arp_tid child)
{
  int e = errno;
  if (!__atomic_load_n (&arp_run.on, __ATOMIC_ACQUIRE))
    return;
  struct arp_thread *p = parent ? NULL : arp_thread (ARP_SELF), *t;
  arp_lock ();
  /* Whoever ends the recording takes all threads, and then locks again.  */
  if (!__atomic_load_n (&arp_run.on, __ATOMIC_ACQUIRE))
    {
      arp_unlock ();
      errno = e;
      return;
    }
  if (parent)
    p = find_thread (parent);
  /* What pthread_create has prepared is not needed then.  */
  t = find_thread (child);
  if (t && t->owner && t->owner != &here)
    t = NULL;
  else if (!t && here.thread && here.thread->unnamed && !here.thread->spawned)
    {
      t = here.thread;
      t->tid = child;
    }
  if (p)
    arp_wait (p);
  if (t && t != p)
    {
      for (unsigned i = 0; i < ARP_SETS; i++)
	t->context[i] = p ? p->context[i] : arp_run.set[i].context;
      if (p)
	arp_inherit (t, p, p->n_frames);
      else
	arp_restart (t);
    }
  else
    t = arp_thread_new (child, p);
  if (p)
    arp_give_back (p);
  if (t)
    {
      t->unnamed = false;
      /* Called by the parent, or by the child.  */
      if (!p || p->owner != &here)
	bind (t);
      t->spawned = true;
      t->joined = false;
    }
  arp_unlock ();
  if (t)
    arp_call_spawn (t);
  errno = e;
}

void
arp_thread_end (struct arp_thread *t)
{
  bool on = arp_take (t);
  if (on)
    {
      arp_close (t, 1);
      if (t->spawned && !t->joined)
	for (unsigned i = 0; i < arp_run.shape.n_sets; i++)
	  if (arp_run.set[i].join)
	    arp_run.set[i].join (t->tid, &t->context[i]);
      arp_give (t);
    }
  arp_lock ();
  t->free = true;
  t->owner = NULL;
  t->unnamed = false;
  arp_unlock ();
}

void
arp_join (const arp_tid tid)
{
  int e = errno;
  arp_lock ();
  struct arp_thread *t = tid ? find_thread (tid) : here.thread;
  /* If it still runs it ends by itself.  */
  if (t && t->owner && t->owner != &here)
    t = NULL;
  if (t && t == here.thread)
    {
      here.thread = NULL;
      here.as = 0;
    }
  arp_unlock ();
  if (t)
    arp_thread_end (t);
  errno = e;
}

void
arp_threads_forget (void)
{
  arp_threads = NULL;
  here.thread = NULL;
  here.inside = false;
}

void
arp_threads_alone (void)
{
  for (struct arp_thread *t = arp_threads; t; t = t->next)
    if (t->owner != &here)
      {
	t->busy = 0;
	t->free = true;
	t->owner = NULL;
	t->unnamed = false;
      }
}

void
arp_call_spawn (struct arp_thread *t)
{
  t->spawned = true;
  for (unsigned i = 0; i < arp_run.shape.n_sets; i++)
    if (arp_run.set[i].spawn)
      arp_run.set[i].spawn (t->tid, &t->context[i]);
}
