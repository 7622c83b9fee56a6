/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Analysis routines that behave as badly as the ABI allows.  A pot that saves
   one register too few around a call of them changes what the program does.

   The routines themselves are in hostile/MACHINE.c: each checks what a called
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

#include "hostile/hostile.h"

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
  };
  put (2, text[what]);
  syscall (SYS_kill, syscall (SYS_getpid), 6);
  __builtin_trap ();
}

void
hostile_event (unsigned long cond, unsigned long id)
{
  if (cond > 1)
    hostile_bad (HOSTILE_COND);
  if (id >= 1ul << 24)
    hostile_bad (HOSTILE_ID);
  hostile_events++;
}

void
hostile_startup (void)
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

__attribute__ ((destructor)) static void
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
  int fd = syscall (SYS_openat, AT_FDCWD, events_file,
		    O_WRONLY | O_APPEND | O_CREAT, 0644);
  if (fd >= 0)
    put (fd, p);
}
