/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Between the files of the C library that programs without one are tested with.
   It does what tests ask for and no more; there is one thread.  */

#ifndef FREESTANDING_LIBC_H
#define FREESTANDING_LIBC_H 1

#include <stddef.h>
#include <sys/syscall.h>

/* A system call: its result, or an error negated.  In the machine's file.  */
long freestanding_call (long number, long a, long b, long c, long d, long e,
			long f);
#define CALL(name, a, b, c) \
  freestanding_call (SYS_##name, (long) (a), (long) (b), (long) (c), 0, 0, 0)

/* Make the thread pointer point to BLOCK.  */
static inline void
freestanding_set_thread (void *block)
{
#ifdef __ia64__
  __asm__ volatile ("mov r13 = %0" : : "r" (block));
#else
  (void) block;
#endif
}

/* What the machine's file jumps to: STACK is argc and what follows it.  */
void freestanding_start (long *stack) __attribute__ ((noreturn));

/* Write what stdio still has.  */
void freestanding_flush (void);

#endif
