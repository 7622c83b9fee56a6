/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Check unwind information at every instruction a program executes.

     unwind PROGRAM [ARGUMENT...]

   Single-steps PROGRAM (x86-64, ptrace) and keeps a stack of the frame
   addresses that the calls it sees really make.  At each instruction in the
   program's .text the frame address that its .eh_frame gives (libdw) must be
   that of the innermost call.  Prints the instructions where it is not, and
   at the end how many were checked.  Shares no code with HALT.  */

#include <dwarf.h>
#include <elf.h>
#include <elfutils/libdw.h>
#include <errno.h>
#include <fcntl.h>
#include <gelf.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ptrace.h>
#include <sys/user.h>
#include <sys/wait.h>
#include <unistd.h>

static pid_t child;
static Dwarf_CFI *cfi;
static unsigned long bias, text_start, text_end, entry;
static int moves;		/* the program is position-independent */

/* Frame addresses of the active calls.  */
static unsigned long *frames;
static size_t n_frames, max_frames;

static _Noreturn void
fail (const char *what)
{
  fprintf (stderr, "unwind: %s: %s\n", what, strerror (errno));
  exit (2);
}

static unsigned long
word_at (unsigned long address)
{
  return ptrace (PTRACE_PEEKDATA, child, (void *) address, NULL);
}

/* Value of DWARF register N (System V AMD64 ABI, figure 3.36).  */
static unsigned long
dwarf_reg (const struct user_regs_struct *r, unsigned n)
{
  const unsigned long values[] = {
    r->rax, r->rdx, r->rcx, r->rbx, r->rsi, r->rdi, r->rbp, r->rsp, r->r8,
    r->r9, r->r10, r->r11, r->r12, r->r13, r->r14, r->r15, r->rip
  };
  return n < sizeof values / sizeof values[0] ? values[n] : 0;
}

/* The frame address that OPS compute, or 0 if they use what GCC does not.  */
static unsigned long
evaluate (const struct user_regs_struct *r, const Dwarf_Op *ops, size_t n)
{
  unsigned long stack[8], *top = stack;
  for (size_t i = 0; i < n; i++)
    {
      unsigned op = ops[i].atom;
      if (top - stack >= 6)
	return 0;
      if (op >= DW_OP_breg0 && op <= DW_OP_breg31)
	*++top = dwarf_reg (r, op - DW_OP_breg0) + ops[i].number;
      else if (op == DW_OP_bregx)
	*++top = dwarf_reg (r, ops[i].number) + ops[i].number2;
      else if (op == DW_OP_plus_uconst)
	*top += ops[i].number;
      else if (op == DW_OP_deref)
	*top = word_at (*top);
      else if (op != DW_OP_stack_value)
	return 0;
    }
  return *top;
}

/* One entry for each instruction seen: its rule, read once.  */
struct rule
{
  unsigned long pc;
  Dwarf_Frame *frame;
};

static struct rule rules[1 << 16];

static Dwarf_Frame *
rule_at (unsigned long pc)
{
  struct rule *r = &rules[pc * 0x9e3779b97f4a7c15ul >> 48];
  if (r->pc != pc)
    {
      free (r->frame);
      r->frame = NULL;
      r->pc = pc;
      dwarf_cfi_addrframe (cfi, pc, &r->frame);
    }
  return r->frame;
}

/* Whether what .eh_frame says at R is right; true where it says nothing.  */
static int
check (const struct user_regs_struct *r)
{
  unsigned long pc = r->rip - bias;
  Dwarf_Op *ops;
  size_t n;
  Dwarf_Frame *frame = rule_at (pc);
  if (!frame)
    return 1;			/* crt1.o and its like */
  if (dwarf_frame_cfa (frame, &ops, &n) != 0 || n == 0)
    return 1;			/* the outermost frame, _start */
  unsigned long cfa = evaluate (r, ops, n);
  unsigned long truth = n_frames ? frames[n_frames - 1] : 0;
  if (!truth || cfa == truth)
    return 1;
  printf ("%#lx: frame address is off by %ld\n", pc, (long) (cfa - truth));
  return 0;
}

static void
open_program (const char *name)
{
  int fd = open (name, O_RDONLY);
  if (fd < 0)
    fail (name);
  elf_version (EV_CURRENT);
  Elf *elf = elf_begin (fd, ELF_C_READ, NULL);
  GElf_Ehdr header;
  size_t strings;
  if (!elf || elf_getshdrstrndx (elf, &strings) != 0 || !gelf_getehdr (elf, &header))
    fail (name);
  entry = header.e_entry;
  moves = header.e_type == ET_DYN;
  Elf_Scn *s = NULL;
  while ((s = elf_nextscn (elf, s)))
    {
      GElf_Shdr h;
      gelf_getshdr (s, &h);
      if (strcmp (elf_strptr (elf, strings, h.sh_name), ".text") == 0)
	{
	  text_start = h.sh_addr;
	  text_end = h.sh_addr + h.sh_size;
	}
    }
  cfi = dwarf_getcfi_elf (elf);
  if (!cfi || !text_end)
    fail ("no .eh_frame or no .text");
}

/* Where the program's first segment was loaded.  */
static void
find_bias (const char *name)
{
  char path[64], *real = realpath (name, NULL), line[4096];
  snprintf (path, sizeof path, "/proc/%d/maps", child);
  FILE *maps = fopen (path, "r");
  if (!maps || !real)
    fail (path);
  while (fgets (line, sizeof line, maps))
    if (strstr (line, real))
      {
	bias = strtoul (line, NULL, 16);
	break;
      }
  fclose (maps);
  free (real);
  if (!moves)
    bias = 0;
}

/* Let the dynamic linker do all its work first, of which nothing is checked.  */
static void
run_to_entry (void)
{
  int status;
  struct user_regs_struct r;
  unsigned long word = word_at (bias + entry);
  ptrace (PTRACE_POKEDATA, child, (void *) (bias + entry), (void *) ((word & ~0xfful) | 0xcc));
  if (ptrace (PTRACE_CONT, child, NULL, NULL) != 0
      || waitpid (child, &status, 0) < 0 || !WIFSTOPPED (status))
    fail ("the program does not begin");
  ptrace (PTRACE_POKEDATA, child, (void *) (bias + entry), (void *) word);
  ptrace (PTRACE_GETREGS, child, NULL, &r);
  r.rip = bias + entry;
  ptrace (PTRACE_SETREGS, child, NULL, &r);
}

static void
push_frame (unsigned long frame)
{
  if (n_frames == max_frames)
    {
      max_frames = max_frames * 2 + 64;
      frames = realloc (frames, max_frames * sizeof *frames);
      if (!frames)
	fail ("memory");
    }
  frames[n_frames++] = frame;
}

int
main (int argc, char **argv)
{
  if (argc < 2)
    {
      fprintf (stderr, "usage: unwind PROGRAM [ARGUMENT...]\n");
      return 2;
    }
  open_program (argv[1]);
  child = fork ();
  if (child == 0)
    {
      if (ptrace (PTRACE_TRACEME, 0, NULL, NULL) != 0)
	_exit (77);
      setenv ("LD_BIND_NOW", "1", 1);
      if (freopen ("/dev/null", "w", stdout))
	execv (argv[1], argv + 1);
      _exit (127);
    }
  int status, signal = 0;
  waitpid (child, &status, 0);
  if (WIFEXITED (status) && WEXITSTATUS (status) == 77)
    {
      fputs ("no ptrace here\n", stderr);
      return 77;
    }
  find_bias (argv[1]);
  run_to_entry ();

  unsigned long checked = 0, wrong = 0, last_pc = 0, last_sp = 0;
  struct user_regs_struct r;
  while (WIFSTOPPED (status) && wrong < 20)
    {
      if (ptrace (PTRACE_GETREGS, child, NULL, &r) != 0)
	fail ("ptrace");
      /* Returned, jumped or thrown out of: the frame is gone.  */
      while (n_frames && frames[n_frames - 1] <= r.rsp)
	n_frames--;
      /* Called: the word that was pushed is where it would go on.  */
      if (r.rsp == last_sp - 8)
	{
	  unsigned long back = word_at (r.rsp);
	  if (back > last_pc && back <= last_pc + 8
	      && (r.rip < last_pc || r.rip >= back))
	    push_frame (r.rsp + 8);
	}
      unsigned long pc = r.rip - bias;
      if (pc >= text_start && pc < text_end)
	{
	  checked++;
	  wrong += !check (&r);
	}
      last_pc = r.rip;
      last_sp = r.rsp;
      signal = WSTOPSIG (status) == SIGTRAP ? 0 : WSTOPSIG (status);
      if (ptrace (PTRACE_SINGLESTEP, child, NULL, (void *) (long) signal) != 0)
	fail ("ptrace");
      if (waitpid (child, &status, 0) < 0)
	fail ("waitpid");
    }
  if (!WIFEXITED (status))
    kill (child, SIGKILL);
  printf ("%lu instructions checked, %lu wrong\n", checked, wrong);
  return wrong != 0 || checked == 0;
}
