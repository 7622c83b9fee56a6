/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Count how often each conditional jump of a program takes, by looking: run
   the program one instruction at a time.  x86-64 Linux; shares nothing with
   the rest of HALT.

     oracle MAIN PROGRAM <JUMPS

   MAIN and JUMPS are addresses in hexadecimal, as they stand in the ELF file:
   of main, where counting starts, and of the conditional jumps, one a line.
   Prints, for each of them in the same order: address, times taken, times
   not taken.  What the program prints goes to standard error.

   Both processes are kept on one processor, the one that HALT_SLOT counts
   if it is set: they take turns, and to wake another processor takes longer than
   a step.

   Whether a jump takes is computed from the flags before it and compared with
   where the program goes.  */

#include <elf.h>
#include <errno.h>
#include <fcntl.h>
#include <sched.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/personality.h>
#include <sys/ptrace.h>
#include <sys/user.h>
#include <sys/wait.h>
#include <unistd.h>

struct jump
{
  unsigned long address;	/* in the ELF file */
  unsigned long taken, not_taken;
  int condition;		/* as in the opcode */
  int length;			/* of the instruction */
};

static struct jump *jumps;
static size_t n_jumps;

/* From the offset of an instruction behind LOWEST to its jump, plus 1.  */
static unsigned *jump_at;
static unsigned long lowest, extent;

static pid_t pid;

__attribute__ ((noreturn, format (printf, 1, 2))) static void
die (const char *format, ...)
{
  va_list args;
  va_start (args, format);
  fputs ("oracle: ", stderr);
  vfprintf (stderr, format, args);
  fputc ('\n', stderr);
  va_end (args);
  if (pid > 0)
    kill (pid, SIGKILL);
  exit (2);
}

static void
stay_on_one_processor (void)
{
  cpu_set_t all, one;
  const char *slot = getenv ("HALT_SLOT");
  int wanted = slot ? atoi (slot) + 1 : 0, found = -1;
  if (sched_getaffinity (0, sizeof all, &all))
    return;
  for (int cpu = 0; cpu < CPU_SETSIZE && wanted > 0; cpu++)
    if (CPU_ISSET (cpu, &all))
      {
	found = cpu;
	wanted--;
      }
  CPU_ZERO (&one);
  CPU_SET (found < 0 || wanted ? sched_getcpu () : found, &one);
  sched_setaffinity (0, sizeof one, &one);
}

static void
read_jumps (void)
{
  size_t room = 0;
  unsigned long address;
  while (scanf ("%lx", &address) == 1)
    {
      if (n_jumps == room
	  && !(jumps = realloc (jumps, (room = 2 * room + 64) * sizeof *jumps)))
	die ("out of memory");
      jumps[n_jumps++] = (struct jump) { .address = address };
    }
  if (!n_jumps)
    return;
  lowest = jumps[0].address;
  unsigned long highest = lowest;
  for (size_t i = 0; i < n_jumps; i++)
    {
      if (jumps[i].address < lowest)
	lowest = jumps[i].address;
      if (jumps[i].address > highest)
	highest = jumps[i].address;
    }
  extent = highest - lowest + 1;
  if (!(jump_at = calloc (extent, sizeof *jump_at)))
    die ("out of memory");
  for (size_t i = 0; i < n_jumps; i++)
    jump_at[jumps[i].address - lowest] = i + 1;
}

/* Address of the program's entry in the ELF file.  */
static unsigned long
entry_in_file (const char *program)
{
  Elf64_Ehdr header;
  int fd = open (program, O_RDONLY | O_CLOEXEC);
  if (fd < 0 || read (fd, &header, sizeof header) != sizeof header)
    die ("cannot read '%s'", program);
  close (fd);
  return header.e_entry;
}

/* The same when it is loaded.  */
static unsigned long
entry_in_memory (void)
{
  char path[64];
  snprintf (path, sizeof path, "/proc/%d/auxv", (int) pid);
  int fd = open (path, O_RDONLY | O_CLOEXEC);
  Elf64_auxv_t item;
  while (fd >= 0 && read (fd, &item, sizeof item) == sizeof item)
    if (item.a_type == AT_ENTRY)
      {
	close (fd);
	return item.a_un.a_val;
      }
  die ("cannot find where the program is loaded");
}

static unsigned long
peek (unsigned long address)
{
  errno = 0;
  unsigned long word = ptrace (PTRACE_PEEKTEXT, pid, address, 0);
  if (errno)
    die ("no memory at %#lx", address);
  return word;
}

static void
decode (struct jump *jump, unsigned long bias)
{
  unsigned char code[8];
  unsigned long word = peek (jump->address + bias);
  memcpy (code, &word, sizeof code);
  int i = 0;
  while (code[i] == 0x2e || code[i] == 0x3e || code[i] == 0xf2)
    i++;
  if ((code[i] & 0xf0) == 0x70)
    jump->length = i + 2;
  else if (code[i] == 0x0f && (code[i + 1] & 0xf0) == 0x80)
    jump->length = ++i + 5;
  else
    die ("no conditional jump at %#lx", jump->address);
  jump->condition = code[i] & 15;
}

static int
holds (int condition, unsigned long flags)
{
  int cf = flags & 1, pf = flags >> 2 & 1, zf = flags >> 6 & 1,
      sf = flags >> 7 & 1, of = flags >> 11 & 1, result = 0;
  switch (condition >> 1)
    {
    case 0: result = of; break;
    case 1: result = cf; break;
    case 2: result = zf; break;
    case 3: result = cf | zf; break;
    case 4: result = sf; break;
    case 5: result = pf; break;
    case 6: result = sf != of; break;
    case 7: result = zf | (sf != of); break;
    }
  return result ^ (condition & 1);
}

static unsigned long
reg (size_t offset)
{
  errno = 0;
  unsigned long value = ptrace (PTRACE_PEEKUSER, pid, offset, 0);
  if (errno)
    die ("cannot read a register");
  return value;
}

/* Let the program go on as REQUEST says, until it stops for us; signals are
   passed on to it.  Return 0 when it has ended.  */
static int
go (enum __ptrace_request request, int signal)
{
  for (;;)
    {
      int status;
      if (ptrace (request, pid, 0, signal) || waitpid (pid, &status, 0) < 0)
	die ("cannot trace");
      if (WIFEXITED (status))
	{
	  if (WEXITSTATUS (status))
	    die ("the program exits with %d", WEXITSTATUS (status));
	  return 0;
	}
      if (WIFSIGNALED (status))
	die ("the program dies by signal %d", WTERMSIG (status));
      signal = WSTOPSIG (status);
      if (signal == SIGTRAP)
	return 1;
    }
}

/* Run to ADDRESS and stop before it.  */
static void
run_to (unsigned long address)
{
  unsigned long word = peek (address);
  ptrace (PTRACE_POKETEXT, pid, address, (word & ~0xfful) | 0xcc);
  if (!go (PTRACE_CONT, 0))
    die ("the program ends before main");
  ptrace (PTRACE_POKETEXT, pid, address, word);
  ptrace (PTRACE_POKEUSER, pid, offsetof (struct user_regs_struct, rip), address);
}

static void
step (unsigned long bias)
{
  const size_t rip = offsetof (struct user_regs_struct, rip);
  const size_t eflags = offsetof (struct user_regs_struct, eflags);
  unsigned long pc = reg (rip);
  for (;;)
    {
      unsigned long offset = pc - bias - lowest;
      struct jump *jump = NULL;
      int expected = 0;
      if (offset < extent && jump_at[offset])
	{
	  jump = &jumps[jump_at[offset] - 1];
	  expected = holds (jump->condition, reg (eflags));
	}
      if (!go (PTRACE_SINGLESTEP, 0))
	return;
      unsigned long old = pc;
      pc = reg (rip);
      if (!jump)
	continue;
      if (expected != (pc != old + jump->length))
	die ("the jump at %#lx goes another way than its flags say",
	     jump->address);
      if (expected)
	jump->taken++;
      else
	jump->not_taken++;
    }
}

int
main (int argc, char **argv)
{
  if (argc != 3)
    die ("usage: oracle MAIN PROGRAM <JUMPS");
  read_jumps ();
  unsigned long main_address = strtoul (argv[1], NULL, 16);
  unsigned long entry = entry_in_file (argv[2]);

  stay_on_one_processor ();
  pid = fork ();
  if (pid < 0)
    die ("cannot fork");
  if (pid == 0)
    {
      dup2 (2, 1);
      personality (ADDR_NO_RANDOMIZE);
      setenv ("LD_BIND_NOW", "1", 1);
      if (ptrace (PTRACE_TRACEME, 0, 0, 0))
	_exit (77);
      execl (argv[2], argv[2], (char *) NULL);
      _exit (127);
    }
  int status;
  if (waitpid (pid, &status, 0) == pid && WIFEXITED (status)
      && WEXITSTATUS (status) == 77)
    {
      fputs ("no ptrace here\n", stderr);
      return 77;
    }
  if (!WIFSTOPPED (status))
    die ("cannot run '%s'", argv[2]);
  unsigned long bias = entry_in_memory () - entry;
  for (size_t i = 0; i < n_jumps; i++)
    decode (&jumps[i], bias);
  run_to (main_address + bias);
  step (bias);
  for (size_t i = 0; i < n_jumps; i++)
    printf ("%lx %lu %lu\n", jumps[i].address, jumps[i].taken,
	    jumps[i].not_taken);
  return 0;
}
