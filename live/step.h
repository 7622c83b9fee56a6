/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What tracing has to know of a machine: registers, breakpoints, and the instructions that
   stand where those are put.  On x86-64 the process may be one of i386, too.  */

#ifndef HALT_LIVE_STEP_H
#define HALT_LIVE_STEP_H 1

#include <elf.h>
#include <stdbool.h>
#include <stdint.h>
#include <string.h>
#include <sys/ptrace.h>
#include <sys/uio.h>
#include <sys/user.h>
#include <unistd.h>

#include "halt/switch.h"

#define MOST_BYTES 6		/* of an instruction at a breakpoint */

#if defined __x86_64__

/* What stands there instead, or the first N bytes of it; how far a thread has gone that
   has executed it; and what the kernel says of such.  */
#define BREAK_BYTES 2
#define BREAK_PASSED 1
#define BREAK_CODE SI_KERNEL
static const unsigned char break_code[BREAK_BYTES] = { HALT_INT3, HALT_INT3 };

struct regs
{
  struct user_regs_struct is;
};

static inline bool
regs_get (pid_t tid, struct regs *r)
{
  return ptrace (PTRACE_GETREGS, tid, NULL, &r->is) == 0;
}

static inline void
regs_put (pid_t tid, struct regs *r)
{
  ptrace (PTRACE_SETREGS, tid, NULL, &r->is);
}

static inline uint64_t
regs_pc (const struct regs *r)
{
  return r->is.rip;
}

static inline void
regs_go (struct regs *r, uint64_t pc)
{
  r->is.rip = pc;
}

/* What halt_event has in a register.  */
static inline uint64_t
regs_text (const struct regs *r)
{
  return r->is.cs == 0x23 ? (uint32_t) r->is.rax : r->is.rax;
}

/* Whether a thread is in the system call that ends all threads.  */
static inline bool
is_exit_group (const struct regs *r)
{
  const uint64_t x32 = 0x40000000;
  return r->is.cs == 0x23 ? r->is.orig_rax == 252
			  : (r->is.orig_rax & ~x32) == 231;
}

/* What comes after a function of one byte, a return, is not its own.  */
static inline size_t
break_size (const unsigned char *code)
{
  return code[0] == 0xc3 && code[1] != HALT_INT3 ? 1 : 2;
}

/* Do in R what the instruction CODE at ADDRESS does; what `ret' reads is in MEMORY, or
   that is -1.  False: it is not simple.  */
static inline bool
execute (int memory, uint64_t address, const unsigned char *code,
	 struct regs *r)
{
  bool wide = r->is.cs != 0x23;
  uint64_t to = 0;
  int what = halt_step (code, address, r->is.eflags, &to);
  ssize_t size = wide ? 8 : 4;
  if (what == 2)
    {
      to = 0;
      if (memory >= 0
	  && pread (memory, &to, (size_t) size, (off_t) r->is.rsp) != size)
	return false;
      r->is.rsp += (size_t) size;
    }
  r->is.rip = wide ? to : (uint32_t) to;
  return what != 0;
}

/* Code that ends the process with STATUS, for a thread with R; its size.  */
#define EXIT_BYTES 12
static inline size_t
exit_code (const struct regs *r, int status, unsigned char *code)
{
  /* mov $exit_group, %eax; mov $STATUS, its first argument; system call.  */
  static const unsigned char wide[EXIT_BYTES] = { 0xb8, 231, 0, 0, 0,	 0xbf,
						  0,	0,   0, 0, 0x0f, 0x05 };
  static const unsigned char narrow[EXIT_BYTES] = {
    0xb8, 252, 0, 0, 0, 0xbb, 0, 0, 0, 0, 0xcd, 0x80
  };
  memcpy (code, r->is.cs == 0x23 ? narrow : wide, EXIT_BYTES);
  code[6] = (unsigned char) status;
  return EXIT_BYTES;
}

#else

/* An instruction that traps, at which the thread stays.  */
#if defined __aarch64__
#  define BREAK_BYTES 4
static const unsigned char break_code[BREAK_BYTES] = { 0, 0, 0x20, 0xd4 };
enum
{
  AT_PC = 32,
  AT_RETURN = 30,
  AT_ARGUMENT = 0,
  AT_CALL = 8,
  N_REGS = 34
};
#else /* RISC-V; or none, whose processes have no points either.  c.ebreak.  */
#  define BREAK_BYTES 2
static const unsigned char break_code[BREAK_BYTES] = { 2, 0x90 };
enum
{
  AT_PC = 0,
  AT_RETURN = 1,
  AT_ARGUMENT = 10,
  AT_CALL = 17,
  N_REGS = 32
};
#endif
# define BREAK_PASSED 0
# define BREAK_CODE TRAP_BRKPT
# define EXIT_GROUP 94

struct regs
{
  uint64_t is[N_REGS];
};

static inline bool
regs_get (pid_t tid, struct regs *r)
{
  struct iovec io = { r->is, sizeof r->is };
  return ptrace (PTRACE_GETREGSET, tid, (void *) NT_PRSTATUS, &io) == 0;
}

static inline void
regs_put (pid_t tid, struct regs *r)
{
  struct iovec io = { r->is, sizeof r->is };
  ptrace (PTRACE_SETREGSET, tid, (void *) NT_PRSTATUS, &io);
}

static inline uint64_t
regs_pc (const struct regs *r)
{
  return r->is[AT_PC];
}

static inline void
regs_go (struct regs *r, uint64_t pc)
{
  r->is[AT_PC] = pc;
}

static inline uint64_t
regs_text (const struct regs *r)
{
  return r->is[AT_ARGUMENT];
}

static inline bool
is_exit_group (const struct regs *r)
{
  return r->is[AT_CALL] == EXIT_GROUP;
}

static inline size_t
break_size (const unsigned char *code)
{
  (void) code;
  return BREAK_BYTES;
}

static inline uint32_t
code_word (const unsigned char *code)
{
  return code[0] | (uint32_t) code[1] << 8 | (uint32_t) code[2] << 16
	 | (uint32_t) code[3] << 24;
}

static inline bool
execute (int memory, uint64_t address, const unsigned char *code,
	 struct regs *r)
{
  uint32_t word = code_word (code);
  (void) memory;
#if defined __aarch64__
  /* `nop', `bti'; `b'; `ret'.  */
  if (word == 0xd503201f || (word & 0xffffff1f) == 0xd503241f)
    regs_go (r, address + 4);
  else if (word >> 26 == 5)
    regs_go (r, address + (uint64_t) ((int64_t) (int32_t) (word << 6) >> 4));
  else if (word == 0xd65f03c0)
    regs_go (r, r->is[AT_RETURN]);
  else
    return false;
#else
  /* `nop', `jal zero', `ret' and those of two bytes.  */
  uint32_t low = word & 0xffff;
  if (word == 0x13)
    regs_go (r, address + 4);
  else if (low == 1)
    regs_go (r, address + 2);
  else if ((word & 0xfff) == 0x6f)
    {
      uint32_t to = (word >> 11 & 0x100000) | (word & 0xff000)
		    | (word >> 9 & 0x800) | (word >> 20 & 0x7fe);
      regs_go (r, address + (uint64_t) ((int64_t) (int32_t) (to << 11) >> 11));
    }
  else if (word == 0x8067 || low == 0x8082)
    regs_go (r, r->is[AT_RETURN]);
  else
    return false;
#endif
  return true;
}

# define EXIT_BYTES 12
static inline size_t
exit_code (const struct regs *r, int status, unsigned char *code)
{
#if defined __aarch64__
  /* mov x8, exit_group; mov x0, STATUS; svc 0.  */
  const uint32_t word[] = { 0xd2800008 | EXIT_GROUP << 5,
			    0xd2800000 | (uint32_t) (status & 0xff) << 5,
			    0xd4000001 };
#else
  /* li a7, exit_group; li a0, STATUS; ecall.  */
  const uint32_t word[] = { 0x893 | (uint32_t) EXIT_GROUP << 20,
			    0x513 | (uint32_t) (status & 0xff) << 20, 0x73 };
#endif
  (void) r;
  memcpy (code, word, EXIT_BYTES);
  return EXIT_BYTES;
}

#endif

#endif /* HALT_LIVE_STEP_H */
