/* SPDX-License-Identifier: GPL-3.0-or-later */
/* From the start of a program to main, and from exit to its end.  */

#include <elf.h>
#include <stdlib.h>
#include <string.h>
#include <sys/auxv.h>

#include "libc.h"

typedef void starter (int, char **, char **);
extern starter *const __preinit_array_start[], *const __preinit_array_end[];
extern starter *const __init_array_start[], *const __init_array_end[];
extern void (*const __fini_array_start[]) (void);
extern void (*const __fini_array_end[]) (void);
extern int main (int, char **, char **);

char **environ;

/* Pairs, a 0 at their end; behind the environment.  */
static const unsigned long *auxiliary;

extern const Elf64_Ehdr __ehdr_start __attribute__ ((visibility ("hidden")));

/* The block of the only thread: two words, and behind them its data.  */
static char thread[4096] __attribute__ ((aligned (64)));
static unsigned long thread_offset = 16;

static void
thread_begin (void)
{
  const Elf64_Phdr *at
    = (const void *) ((const char *) &__ehdr_start + __ehdr_start.e_phoff);
  for (int i = 0; i < __ehdr_start.e_phnum; i++)
    if (at[i].p_type == PT_TLS)
      {
	thread_offset = -(-16ul & -at[i].p_align);
	if (thread_offset + at[i].p_memsz > sizeof thread)
	  abort ();
	memcpy (thread + thread_offset, (const void *) at[i].p_vaddr, at[i].p_filesz);
      }
  freestanding_set_thread (thread);
}

/* What position-independent code asks for the address of thread-local data.  */
void *
__tls_get_addr (unsigned long module, unsigned long offset)
{
  (void) module;
  return thread + thread_offset + offset;
}

void
freestanding_start (long *stack)
{
  int argc = stack[0];
  char **argv = (char **) (stack + 1);
  environ = argv + argc + 1;
  char **end = environ;
  while (*end)
    end++;
  auxiliary = (const unsigned long *) (end + 1);
  thread_begin ();
  for (starter *const *p = __preinit_array_start; p < __preinit_array_end; p++)
    (*p) (argc, argv, environ);
  for (starter *const *p = __init_array_start; p < __init_array_end; p++)
    (*p) (argc, argv, environ);
  exit (main (argc, argv, environ));
}

static void (*at_exit[32]) (void);
static int at_exit_n;

int
atexit (void (*f) (void))
{
  if (at_exit_n == 32)
    return -1;
  at_exit[at_exit_n++] = f;
  return 0;
}

void
exit (int status)
{
  while (at_exit_n > 0)
    at_exit[--at_exit_n] ();
  for (void (*const *p) (void) = __fini_array_end; p > __fini_array_start;)
    (*--p) ();
  freestanding_flush ();
  _Exit (status);
}

void
_Exit (int status)
{
  for (;;)
    CALL (exit, status, 0, 0);
}

/* As a shell tells of the signal: a simulator may not have signals.  */
void
abort (void)
{
  _Exit (128 + 6);
}

char *
getenv (const char *name)
{
  size_t length = strlen (name);
  for (char **p = environ; *p; p++)
    if (!strncmp (*p, name, length) && (*p)[length] == '=')
      return *p + length + 1;
  return NULL;
}

char *
secure_getenv (const char *name)
{
  return getenv (name);
}

unsigned long
getauxval (unsigned long type)
{
  for (const unsigned long *p = auxiliary; *p; p += 2)
    if (*p == type)
      return p[1];
  return 0;
}
