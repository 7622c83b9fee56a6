/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Analysis routines that behave as badly as the ABI allows.  A pot that saves
   one register too few around a call of them changes what the program does.

   The routines themselves are in MACHINE.c: each checks what a called
   function may rely on, calls hostile_event, and then destroys everything
   that a called function may destroy.  This half checks the arguments, counts
   the events, and when the program ends adds a line with their number to the
   file that the environment variable HALT_EVENTS names.

   The program may have functions of its own with libc's names, so that none
   of those is called here but syscall.  */

#include <fcntl.h>
#include <stddef.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "../../include/halt/halt.h"
#include "hostile.h"

unsigned long hostile_events;
static const char *events_file;

static void
put (int fd, const char *text)
{
  size_t size = 0;
  while (text[size])
    size++;
  syscall (SYS_write, fd, text, size);
}

void
hostile_bad (int what)
{
  static const char *const text[] = {
    [HOSTILE_STACK] = "hostile: stack not aligned as at a call\n",
    [HOSTILE_FLAGS] = "hostile: direction flag set\n",
    [HOSTILE_X87] = "hostile: x87 stack not empty\n",
    [HOSTILE_COND] = "hostile: condition neither 0 nor 1\n",
    [HOSTILE_ID] = "hostile: no such id\n",
    [HOSTILE_STARTUP] = "hostile: _halt_startup called again\n",
    [HOSTILE_INDEX] = "hostile: no such table entry\n",
    [HOSTILE_BYTES] = "hostile: no access has that size\n",
    [HOSTILE_NAT] = "hostile: argument is NaT\n",
  };
  put (2, text[what]);
  syscall (SYS_kill, syscall (SYS_getpid), 6);
  __builtin_trap ();
}

static void
event (unsigned long id)
{
  if (id >= 1ul << 24)
    hostile_bad (HOSTILE_ID);
  hostile_events++;
}

/* Check and count one event of a kind, by its column `args': called by the
   machine's half with the routine's own arguments.  */
#define CHECK(args) \
  __attribute__ ((visibility ("hidden"))) void \
  hostile_##args HALT_PARAMS_##args; \
  void hostile_##args HALT_PARAMS_##args

CHECK (NONE)
{
  event (id);
}

CHECK (CONDITION)
{
  if (cond > 1)
    hostile_bad (HOSTILE_COND);
  event (id);
}

CHECK (INDEX)
{
  if (index >= 1ul << 20)
    hostile_bad (HOSTILE_INDEX);
  event (id);
}

CHECK (BUFFER)
{
  (void) *(volatile char *) buf;
  event (id);
}

CHECK (JUMP)
{
  (void) status;
  hostile_BUFFER (buf, id);
}

/* It is code.  */
CHECK (CALLEE)
{
  (void) *(volatile char *) callee;
  event (id);
}

/* What was read or written can be read: an address that is wrong is found out
   by the fault.  Nothing has been read yet when a load is reported, so one of
   the null pointer may be on its way to a fault of its own.  */
CHECK (ACCESS)
{
  if (bytes <= 0 || bytes > 1l << 30)
    hostile_bad (HOSTILE_BYTES);
  if (ea >= 4096)
    {
      (void) *(volatile char *) ea;
      (void) *(volatile char *) (ea + bytes - 1);
    }
  event (id);
}

CHECK (VALUE)
{
  (void) value;
  event (id);
}

/* A number of 32 bits may be any.  */
CHECK (PATH)
{
  if ((unsigned long long) path_sum >> 62)
    hostile_bad (HOSTILE_INDEX);
  if (proc_id >= 1ul << 24)
    hostile_bad (HOSTILE_ID);
  event (id);
}

CHECK (START)
{
  static int called;
  if (called++)
    hostile_bad (HOSTILE_STARTUP);
}

__attribute__ ((constructor)) static void
begin (int argc, char **argv, char **envp)
{
  (void) argc;
  (void) argv;
  static const char name[] = "HALT_EVENTS=";
  for (; envp && *envp; envp++)
    {
      size_t i = 0;
      while (name[i] && (*envp)[i] == name[i])
	i++;
      if (!name[i])
	events_file = *envp + i;
    }
}

/* After few.c's.  */
__attribute__ ((destructor (101))) static void
end (void)
{
  if (!events_file)
    return;
  char line[32], *p = line + sizeof line;
  *--p = 0;
  *--p = '\n';
  unsigned long n = hostile_events;
  do
    *--p = '0' + n % 10;
  while (n /= 10);
  const int flags = O_WRONLY | O_APPEND | O_CREAT;
#ifdef SYS_openat
  int fd = syscall (SYS_openat, AT_FDCWD, events_file, flags, 0644);
#else
  int fd = syscall (SYS_open, events_file, flags, 0644);
#endif
  if (fd >= 0)
    put (fd, p);
}

#ifdef HOSTILE_ALONE
/* A machine without a half has these, which destroy what its compiler does.  */
#define HALT_INLINE_KIND(...)
#define HALT_KIND(NAME, number, word, routine, when, args, ...) \
  void routine HALT_PARAMS_##args __attribute__ ((alias ("hostile_" #args)));
#include "../../include/halt/kinds.def"
#endif
