/* SPDX-License-Identifier: MIT */
/* Threads of OpenMP live on from one parallel region to the next.  So in each they begin
   on the path of the thread that began it.  The compiler lets libgomp call
   __arp_team_work in place of a region's function.  */

#include <errno.h>
#include "arp/arp.h"
#include "arp/run/units.h"

/* On the stack of the thread that begins a region; as long as it.  */
struct team
{
  void *first;			/* libgomp's, if it reads of the data */
  void (*function) (void *);
  void *data;
  struct arp_thread *parent;	/* NULL: nothing is recorded */
  unsigned depth;
};

_Static_assert(sizeof (struct team) == ARP_TEAM_WORDS * sizeof (void *), "");

void __arp_team (struct team *team, void (*function) (void *), void *data,
		 int reads);
void __arp_team_work (void *team);

/* A region begins.  */
void
__arp_team (struct team *team, void (*function) (void *), void *data, int reads)
{
  int e = errno;
  struct arp_thread *t = NULL;
  if (__atomic_load_n (&arp_run.on, __ATOMIC_ACQUIRE))
    t = arp_thread (ARP_SELF);
  *team = (struct team) { .first = reads ? *(void **) data : NULL,
			  .function = function,
			  .data = data,
			  .parent = t,
			  .depth = t ? t->n_frames : 0 };
  errno = e;
}

/* T, the calling thread, is in TEAM's region.  Under the lock, as whoever ends the
   recording takes all threads.  */
static void
follow_team (struct arp_thread *t, const struct team *team)
{
  struct arp_thread *p = team->parent;
  arp_lock ();
  bool taken = __atomic_load_n (&arp_run.on, __ATOMIC_ACQUIRE) && arp_take (t);
  if (taken)
    {
      arp_wait (p);
      for (unsigned i = 0; i < ARP_SETS && !t->spawned; i++)
	t->context[i] = p->context[i];
      arp_inherit (t, p, team->depth);
      arp_give_back (p);
    }
  arp_unlock ();
  if (taken)
    arp_give (t);
}

/* The calling thread's part of a region.  */
void
__arp_team_work (void *data)
{
  int e = errno;
  const struct team *team = data;
  struct arp_thread *t = team->parent ? arp_thread (ARP_SELF) : NULL;
  if (t == team->parent)
    t = NULL;
  if (t)
    follow_team (t, team);
  errno = e;
  team->function (team->data);
  e = errno;
  if (t && arp_take (t))
    {
      arp_close (t, 1);
      arp_restart (t);
      arp_give (t);
    }
  errno = e;
}
