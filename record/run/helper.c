/* SPDX-License-Identifier: MIT */
/* A thread that makes blocks of full granules, if there is a processor for it.  It
   is the kernel's, not the C library's: the program does not get several threads by
   it, pthread_exit does not wait for it, and it may be made anywhere.  So it may use
   nothing that belongs to a thread: it has no errno and no TLS but zeros.  It ends
   when there is nothing to do for a while, and when the program has become another
   user.  */

#include "runtime/kernel.h"

#include <sched.h>
#include <signal.h>

#include "record/run/record.h"
#include "runtime/runtime.h"

#define STACK ((size_t) 1 << 18)
#define TLS ((size_t) 1 << 14)	/* zeros on both sides of what is its own */
#define IDLE 200000000		/* nanoseconds */

static char *memory;

static void
work (void)
{
  for (;;)
    {
      uint32_t seen = __atomic_load_n (&__halt_trace.work, __ATOMIC_ACQUIRE);
      int found = 0;
      for (struct trace_ring *r = __atomic_load_n (&__halt_trace.rings,
						   __ATOMIC_ACQUIRE);
	   r; r = r->next)
	{
	  if (__atomic_load_n (&__halt_trace.ended, __ATOMIC_ACQUIRE)
	      || __atomic_load_n (&__halt_trace.quit, __ATOMIC_ACQUIRE))
	    return;
	  if (__atomic_load_n (&r->begun, __ATOMIC_ACQUIRE)
	      < __atomic_load_n (&r->packed, __ATOMIC_ACQUIRE) + BATCH)
	    continue;
	  __halt_trace_lock ();
	  if (!__atomic_load_n (&__halt_trace.ended, __ATOMIC_ACQUIRE))
	    __halt_trace_seal (r, 0);
	  __halt_trace_unlock ();
	  found = 1;
	}
      if (found)
	continue;
      __halt_trace_wait (&__halt_trace.work, seen, IDLE);
      if (seen == __atomic_load_n (&__halt_trace.work, __ATOMIC_ACQUIRE))
	return;
    }
}

static int
run (void *unused)
{
  (void) unused;
  work ();
  halt_kernel_call (SYS_exit, 0, 0, 0);
  return 0;
}

static void
whose (uint32_t user[4])
{
  user[0] = halt_kernel_call (SYS_getuid, 0, 0, 0);
  user[1] = halt_kernel_call (SYS_geteuid, 0, 0, 0);
  user[2] = halt_kernel_call (SYS_getgid, 0, 0, 0);
  user[3] = halt_kernel_call (SYS_getegid, 0, 0, 0);
}

/* Signals are blocked here, and so they are in the thread.  */
static void
start_helper (void *unused)
{
  uint64_t processors[16] = { 0 };
  unsigned n = 0;
  int result;
  (void) unused;
  if (__halt_trace.helper || __halt_trace.alone || __halt_trace.ended)
    return;
  __halt_trace.alone = 1;
  if (halt_kernel_call (SYS_sched_getaffinity, 0, sizeof processors,
			(long) processors)
      > 0)
    for (unsigned i = 0; i < 16; i++)
      n += __builtin_popcountll (processors[i]);
  if (n < 2 || (!memory && !(memory = halt_kernel_map (STACK + 2 * TLS))))
    return;
  char *tls = memory + STACK + TLS;
#ifdef __x86_64__
  /* What a thread finds there: itself, and the guards of stack and pointers.  */
  uint64_t *own = (uint64_t *) tls;
  own[0] = own[2] = (uintptr_t) tls;
  __asm__("movq\t%%fs:40, %0" : "=r"(own[5]));
  __asm__("movq\t%%fs:48, %0" : "=r"(own[6]));
#endif
  whose (__halt_trace.user);
  /* The kernel clears `helper' when the thread is over, and its stack is free.  */
  const int flags = CLONE_VM | CLONE_FS | CLONE_FILES | CLONE_SIGHAND
		    | CLONE_THREAD | CLONE_SYSVSEM | CLONE_SETTLS
		    | CLONE_CHILD_CLEARTID;
  int saved = errno;
  __halt_trace.helper = 1;
  result = clone (run, memory + STACK, flags, NULL, NULL, tls,
		  &__halt_trace.helper);
  errno = saved;
  __halt_trace.alone = 0;
  if (result <= 0)
    {
      __halt_trace.helper = 0;
      __halt_trace.alone = 1;
    }
}

void
__halt_trace_help (void)
{
  uint32_t user[4];
  if (!__halt_trace.began)
    return;
  if (__atomic_load_n (&__halt_trace.helper, __ATOMIC_ACQUIRE))
    {
      whose (user);
      /* It ends, and there is no other.  */
      for (int i = 0; i < 4; i++)
	if (user[i] != __halt_trace.user[i])
	  __halt_trace.quit = __halt_trace.alone = 1;
      __atomic_fetch_add (&__halt_trace.work, 1, __ATOMIC_RELEASE);
      __halt_trace_wake (&__halt_trace.work);
    }
  else if (!__halt_trace.alone)
    __halt_trace_apart (start_helper, NULL);
}
