/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The hostile routines as the analysis of atom.inst.c.  */

#include <fcntl.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/syscall.h>
#include <unistd.h>

/* Of the analysis' own C library.  */
#undef SYS_openat
#define syscall(function, ...) function (__VA_ARGS__)
#define SYS_write write
#define SYS_kill kill
#define SYS_getpid getpid
#define SYS_open open
#define SYS_close close
#include "hostile.c"
#if defined __x86_64__
#include "x86_64.c"
#elif defined __i386__
#include "i386.c"
#elif defined __alpha__
#include "alpha.c"
#elif defined __aarch64__
#include "aarch64.c"
#elif defined __riscv
#include "riscv64.c"
#endif

/* An analysis has neither constructors nor destructors.  */

void
Start (void)
{
  events_file = getenv ("HALT_EVENTS");
#if defined __x86_64__ || defined __i386__
  find_width ();
#endif
}

void
Finish (void)
{
  end ();
}
