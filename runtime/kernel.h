/* SPDX-License-Identifier: MIT */
/* What is asked of the kernel itself: by code that pots come to in the middle
   of anything (threads.c), which must change no registers but general ones.
   Functions of the C library promise no such thing, and others may replace
   them.  To be included before all other headers.  Nothing here changes
   errno.  */

#ifndef HALT_KERNEL_H
#define HALT_KERNEL_H 1

#if defined __x86_64__ || defined __i386__
#pragma GCC target("general-regs-only")
#endif

#include <errno.h>
#include <stddef.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <unistd.h>

#ifndef MADV_WIPEONFORK
# define MADV_WIPEONFORK 18
#endif

#if defined __x86_64__ || defined __aarch64__ \
  || (defined __riscv && __riscv_xlen == 64)
# define HALT_KERNEL_CALL 1
/* A system call: its result, or an errno negated.  */
static inline long
halt_kernel_call6 (long n, long a, long b, long c, long d, long e, long f)
{
#if defined __x86_64__
  register long r10 __asm__("r10") = d;
  register long r8 __asm__("r8") = e;
  register long r9 __asm__("r9") = f;
  long result;
  __asm__ volatile("syscall"
		   : "=a"(result)
		   : "0"(n), "D"(a), "S"(b), "d"(c), "r"(r10), "r"(r8), "r"(r9)
		   : "rcx", "r11", "memory");
  return result;
#elif defined __aarch64__
  register long x8 __asm__("x8") = n;
  register long x0 __asm__("x0") = a;
  register long x1 __asm__("x1") = b;
  register long x2 __asm__("x2") = c;
  register long x3 __asm__("x3") = d;
  register long x4 __asm__("x4") = e;
  register long x5 __asm__("x5") = f;
  __asm__ volatile("svc\t0"
		   : "+r"(x0)
		   : "r"(x8), "r"(x1), "r"(x2), "r"(x3), "r"(x4), "r"(x5)
		   : "memory");
  return x0;
#else
  register long a7 __asm__("a7") = n;
  register long a0 __asm__("a0") = a;
  register long a1 __asm__("a1") = b;
  register long a2 __asm__("a2") = c;
  register long a3 __asm__("a3") = d;
  register long a4 __asm__("a4") = e;
  register long a5 __asm__("a5") = f;
  __asm__ volatile("ecall"
		   : "+r"(a0)
		   : "r"(a7), "r"(a1), "r"(a2), "r"(a3), "r"(a4), "r"(a5)
		   : "memory");
  return a0;
#endif
}
#endif

/* The same with three arguments.  */
static inline long
halt_kernel_call (long n, long a, long b, long c)
{
#if defined HALT_KERNEL_CALL
  return halt_kernel_call6 (n, a, b, c, 0, 0, 0);
#elif defined __i386__
  long result;
  __asm__ volatile("int\t$0x80"
		   : "=a"(result)
		   : "0"(n), "b"(a), "c"(b), "d"(c)
		   : "memory");
  return result;
#else
  int saved = errno;
  long result = syscall (n, a, b, c);
  if (result == -1)
    result = -errno;
  errno = saved;
  return result;
#endif
}

/* SIZE bytes of zeroed pages, at PLACE if nothing is there; or NULL.  */
static inline void *
halt_kernel_map_at (void *place, size_t size)
{
  const int access = PROT_READ | PROT_WRITE;
  const int flags = MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE;
#if defined HALT_KERNEL_CALL
  long p = halt_kernel_call6 (SYS_mmap, (long) place, size, access, flags, -1,
			      0);
#elif defined __i386__
  /* The old call, whose arguments are in memory.  */
  const unsigned long arguments[6] = {
    (unsigned long) place, size, access, flags, -1ul, 0
  };
  long p = halt_kernel_call (SYS_mmap, (long) arguments, 0, 0);
#else
  int saved = errno;
  void *mapped = mmap (place, size, access, flags, -1, 0);
  long p = mapped == MAP_FAILED ? -1 : (long) mapped;
  errno = saved;
#endif
  return (unsigned long) p > -4096ul ? NULL : (void *) p;
}

static inline void *
halt_kernel_map (size_t size)
{
  return halt_kernel_map_at (NULL, size);
}

/* In a child made by fork the SIZE bytes of pages at P read as 0, where the
   kernel can do that.  */
static inline void
halt_kernel_wipe (void *p, size_t size)
{
  halt_kernel_call (SYS_madvise, (long) p, size, MADV_WIPEONFORK);
}

static inline pid_t
halt_kernel_process (void)
{
  return halt_kernel_call (SYS_getpid, 0, 0, 0);
}

static inline pid_t
halt_kernel_thread (void)
{
  return halt_kernel_call (SYS_gettid, 0, 0, 0);
}

/* False only if PROCESS has no THREAD any more.  */
static inline int
halt_kernel_lives (pid_t process, pid_t thread)
{
  return halt_kernel_call (SYS_tgkill, process, thread, 0) != -ESRCH;
}

#endif /* HALT_KERNEL_H */
