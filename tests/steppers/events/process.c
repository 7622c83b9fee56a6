/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The process that the oracle of events traces.  */

#include <cpuid.h>
#include <elf.h>
#include <fcntl.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/personality.h>
#include <sys/ptrace.h>
#include <sys/uio.h>
#include <sys/wait.h>
#include <unistd.h>

#include "events.h"
#include "x86.h"

static pid_t pid;

void
die (const char *format, ...)
{
  va_list args;
  va_start (args, format);
  fputs ("events: ", stderr);
  vfprintf (stderr, format, args);
  fputc ('\n', stderr);
  va_end (args);
  if (pid > 0)
    kill (pid, SIGKILL);
  exit (2);
}

int
process_start (const char *program)
{
  pid = fork ();
  if (pid < 0)
    die ("cannot fork");
  if (pid == 0)
    {
      personality (ADDR_NO_RANDOMIZE);
      if (ptrace (PTRACE_TRACEME, 0, 0, 0))
	_exit (77);
      int out = open ("output", O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0644);
      dup2 (out, 1);
      dup2 (open ("/dev/null", O_RDONLY | O_CLOEXEC), 0);
      execle (program, program, (char *) NULL, (char *[]) { NULL });
      _exit (127);
    }
  int status;
  char path[64];
  if (waitpid (pid, &status, 0) == pid && WIFEXITED (status)
      && WEXITSTATUS (status) == 77)
    {
      fputs ("no ptrace here\n", stderr);
      exit (77);
    }
  if (!WIFSTOPPED (status))
    die ("cannot run '%s'", program);
  snprintf (path, sizeof path, "/proc/%d/mem", (int) pid);
  int memory = open (path, O_RDWR | O_CLOEXEC);
  if (memory < 0)
    die ("cannot open '%s'", path);
  return memory;
}

bool
process_go (enum __ptrace_request request)
{
  for (int signal = 0;;)
    {
      int status;
      if (ptrace (request, pid, 0, signal) || waitpid (pid, &status, 0) < 0)
	die ("cannot trace");
      if (WIFEXITED (status))
	{
	  pid = 0;
	  if (WEXITSTATUS (status))
	    die ("the program exits with %d", WEXITSTATUS (status));
	  return false;
	}
      if (WIFSIGNALED (status))
	die ("the program dies by signal %d", WTERMSIG (status));
      signal = WSTOPSIG (status);
      if (signal == SIGTRAP)
	return true;
    }
}

void
process_read_vectors (struct cpu *cpu)
{
  /* The processor says where in the saved state these parts are.  */
  static unsigned part[8];
  static uint8_t state[16384];
  struct iovec io = { state, sizeof state };
  unsigned a, c, d;
  for (int i = 2; i < 8 && !part[2]; i++)
    __get_cpuid_count (0xd, i, &a, &part[i], &c, &d);
  for (int i = 5; i < 8 && !part[i]; i++)
    __get_cpuid_count (0xd, i, &a, &part[i], &c, &d);
  memset (state, 0, sizeof state);
  /* Without AVX there may be the first part only.  */
  if (ptrace (PTRACE_GETREGSET, pid, NT_X86_XSTATE, &io)
      && ptrace (PTRACE_GETFPREGS, pid, 0, state))
    die ("cannot read the vector registers");
  for (int i = 0; i < 16; i++)
    {
      memcpy (cpu->vector[i], state + 160 + 16 * i, 16);
      memcpy (cpu->vector[i] + 16, state + part[2] + 16 * i, 16);
      memcpy (cpu->vector[i] + 32, state + part[6] + 32 * i, 32);
      memcpy (cpu->vector[i + 16], state + part[7] + 64 * i, 64);
    }
  memcpy (cpu->mask, state + part[5], sizeof cpu->mask);
}

void
process_read (struct cpu *cpu)
{
  if (ptrace (PTRACE_GETREGS, pid, 0, &cpu->r))
    die ("cannot read the registers");
}

void
process_write (const struct cpu *cpu)
{
  if (ptrace (PTRACE_SETREGS, pid, 0, &cpu->r))
    die ("cannot write the registers");
}
