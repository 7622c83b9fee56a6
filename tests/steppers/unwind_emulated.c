/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Check unwind information at every instruction that a program of another machine
   executes in qemu.  unwind_MACHINE.c says what an instruction does.

     unwind PROGRAM <LOG

   LOG is that of qemu -singlestep -d nochain,exec,cpu,fpu, of PROGRAM's .text at
   least (-dfilter): the registers in front of each instruction.  PROGRAM is linked
   to run where it stands in the file.  From that a stack is kept of the calls that
   are really made, with what registers held when they were, and the words that are
   stored.  At each instruction what .eh_frame says (libdw) must be true of the
   innermost call: its frame address, where it returns to, and the registers that
   it is to give back.  Prints the instructions where it is not, and at the end how many
   were checked.  Shares no code with HALT.  */

#include <dwarf.h>
#include <elfutils/libdw.h>
#include <fcntl.h>
#include <gelf.h>
#include <inttypes.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>

#include "unwind_emulated.h"

static _Noreturn void
die (const char *format, ...)
{
  va_list args;
  va_start (args, format);
  fputs ("unwind: ", stderr);
  vfprintf (stderr, format, args);
  fputc ('\n', stderr);
  exit (2);
}

/* --- the program ------------------------------------------------------------ */

static Dwarf_CFI *cfi;
static uint64_t text_start, text_end;
static const unsigned char *text;

/* Where functions start.  */
static uint64_t *starts;
static size_t n_starts;

static void
read_symbols (Elf *elf, Elf_Scn *s, size_t n)
{
  Elf_Data *data = elf_getdata (s, NULL);
  GElf_Sym symbol;
  starts = calloc (n, sizeof *starts);
  if (!starts)
    die ("out of memory");
  for (size_t i = 0; i < n; i++)
    if (gelf_getsym (data, i, &symbol) && symbol.st_value >= text_start
	&& symbol.st_value < text_end && GELF_ST_TYPE (symbol.st_info) == STT_FUNC)
      starts[n_starts++] = symbol.st_value;
}

/* libdw may have no rules of the machine to begin with, and so evaluate none.  It is told
   that the program is of AArch64, of which it says what the others' ABIs do: registers that
   nothing is said of keep their values.  What .eh_frame holds does not depend on
   the machine.  */
static void
open_program (const char *name)
{
  int fd = open (name, O_RDONLY);
  struct stat st;
  char *image;
  if (fd < 0 || fstat (fd, &st) != 0 || (size_t) st.st_size < sizeof (Elf64_Ehdr)
      || (image = mmap (NULL, st.st_size, PROT_READ | PROT_WRITE, MAP_PRIVATE, fd,
			0)) == MAP_FAILED)
    die ("cannot open '%s'", name);
  ((Elf64_Ehdr *) image)->e_machine = EM_AARCH64;
  elf_version (EV_CURRENT);
  Elf *elf = elf_memory (image, st.st_size);
  size_t strings;
  if (!elf || elf_getshdrstrndx (elf, &strings) != 0)
    die ("cannot read '%s'", name);
  GElf_Shdr h;
  for (Elf_Scn *s = NULL; (s = elf_nextscn (elf, s)); )
    if (gelf_getshdr (s, &h)
	&& strcmp (elf_strptr (elf, strings, h.sh_name), ".text") == 0)
      {
	text_start = h.sh_addr;
	text_end = h.sh_addr + h.sh_size;
	text = elf_getdata (s, NULL)->d_buf;
      }
  for (Elf_Scn *s = NULL; (s = elf_nextscn (elf, s)); )
    if (gelf_getshdr (s, &h) && h.sh_type == SHT_SYMTAB)
      read_symbols (elf, s, h.sh_size / h.sh_entsize);
  cfi = dwarf_getcfi_elf (elf);
  if (!cfi || !text || !n_starts)
    die ("'%s' has no .eh_frame, .text or symbols", name);
}

static bool
in_text (uint64_t pc)
{
  return pc >= text_start && pc < text_end;
}

/* Whether PC is where a function starts.  */
static bool
is_start (uint64_t pc)
{
  for (size_t i = 0; i < n_starts; i++)
    if (pc == starts[i] || pc == starts[i] + machine.entries)
      return true;
  return false;
}

/* The rules at PC, read once; NULL where there are none, as in crt1.o.  */
static Dwarf_Frame *
rules_at (uint64_t pc)
{
  static Dwarf_Frame **rules;
  size_t at = (pc - text_start) / 2;
  if (!rules && !(rules = calloc ((text_end - text_start) / 2, sizeof *rules)))
    die ("out of memory");
  if (!rules[at])
    dwarf_cfi_addrframe (cfi, pc, &rules[at]);
  return rules[at];
}

/* --- the machine ------------------------------------------------------------ */

/* Words that were stored, by address.  */
struct word
{
  uint64_t address, value;
};

static struct word *words;
static size_t n_words, max_words;

static struct word *
find_word (uint64_t address)
{
  size_t i = address * UINT64_C (0x9e3779b97f4a7c15) >> 32;
  while (words[i &= max_words - 1].address && words[i].address != address)
    i++;
  return &words[i];
}

void
store_word (uint64_t address, uint64_t value)
{
  if (2 * n_words >= max_words)
    {
      struct word *old = words;
      size_t n = max_words;
      max_words = n ? 2 * n : 1 << 16;
      words = calloc (max_words, sizeof *words);
      if (!words)
	die ("out of memory");
      for (size_t i = 0; i < n; i++)
	if (old[i].address)
	  *find_word (old[i].address) = old[i];
      free (old);
    }
  struct word *w = find_word (address);
  n_words += !w->address;
  *w = (struct word) { address, value };
}

static uint64_t
load_word (uint64_t address)
{
  return max_words ? find_word (address)->value : 0;
}

uint32_t
instruction_at (uint64_t pc)
{
  uint32_t insn = 0;
  memcpy (&insn, text + (pc - text_start), text_end - pc < 4 ? 2 : 4);
  return insn;
}

/* --- calls ------------------------------------------------------------------ */

struct call
{
  uint64_t cfa, ra, reg[REGS];
  uint64_t pending;		/* where its own last call returns to */
};

static struct call *calls;
static size_t n_calls, max_calls;

static void
push_call (const struct state *s, uint64_t ra)
{
  if (n_calls == max_calls
      && !(calls = realloc (calls, (max_calls = 2 * max_calls + 64)
					* sizeof *calls)))
    die ("out of memory");
  struct call *c = &calls[n_calls++];
  c->cfa = s->reg[machine.sp];
  c->ra = ra;
  c->pending = 0;
  memcpy (c->reg, s->reg, sizeof c->reg);
}

/* The frames that the stack pointer has left; and THOSE at it, if they are not the
   one that waits for PC.  */
static void
pop_calls (const struct state *s, bool those)
{
  while (n_calls && (calls[n_calls - 1].cfa < s->reg[machine.sp]
		     || (those && calls[n_calls - 1].cfa == s->reg[machine.sp]
			 && calls[n_calls - 1].pending != s->pc)))
    n_calls--;
}

/* Keep the calls as S follows LAST.  */
static void
follow (const struct state *last, const struct state *s)
{
  uint64_t target, next;
  bool calls_it = machine.execute (last, &target, &next);

  if (calls_it && n_calls)
    calls[n_calls - 1].pending = next;
  else if (machine.is_jump (last->pc) && n_calls && calls[n_calls - 1].ra == target)
    n_calls--;
  if (machine.is_conditional (last->pc) && s->pc == next)
    target = s->pc;
  if (s->pc == target)		/* no code of others in between */
    {
      pop_calls (s, false);
      if (calls_it)
	push_call (s, next);
    }
  else if (n_calls && calls[n_calls - 1].pending == s->pc)
    return;
  else if (is_start (s->pc))
    {
      pop_calls (s, false);
      push_call (s, s->reg[machine.ra]);
    }
  else
    pop_calls (s, true);	/* jumped or thrown to, or behind a signal */
}

/* --- what is said ----------------------------------------------------------- */

/* What OPS compute, CFA being the frame address.  */
static uint64_t
evaluate (const struct state *s, uint64_t cfa, const Dwarf_Op *ops, size_t n)
{
  uint64_t stack[8], *top = stack;
  for (size_t i = 0; i < n; i++)
    {
      unsigned op = ops[i].atom;
      if (top - stack >= 6)
	die ("%#" PRIx64 ": too much to evaluate", s->pc);
      if (op >= DW_OP_breg0 && op <= DW_OP_breg31)
	*++top = s->reg[op - DW_OP_breg0] + ops[i].number;
      else if (op >= DW_OP_reg0 && op <= DW_OP_reg31)
	*++top = s->reg[op - DW_OP_reg0];
      else if (op == DW_OP_bregx && ops[i].number < REGS)
	*++top = s->reg[ops[i].number] + ops[i].number2;
      else if (op == DW_OP_regx && ops[i].number < REGS)
	*++top = s->reg[ops[i].number];
      else if (op == DW_OP_call_frame_cfa)
	*++top = cfa;
      else if (op == DW_OP_plus_uconst)
	*top += ops[i].number;
      else if (op == DW_OP_deref)
	*top = load_word (*top);
      else if (op != DW_OP_stack_value)
	die ("%#" PRIx64 ": operation %#x", s->pc, op);
    }
  return *top;
}

/* The caller's value of register R, which FRAME says.  */
static uint64_t
unwind (Dwarf_Frame *frame, const struct state *s, uint64_t cfa, int r)
{
  Dwarf_Op room[3], *ops;
  size_t n;
  if (dwarf_frame_register (frame, r, room, &ops, &n) != 0)
    die ("%#" PRIx64 ": no rule for register %d", s->pc, r);
  if (n == 0)			/* unchanged; or undefined, which is asked before */
    return s->reg[r];
  uint64_t value = evaluate (s, cfa, ops, n);
  int last = ops[n - 1].atom;
  bool in_register = last == DW_OP_stack_value || last == DW_OP_regx
		     || (last >= DW_OP_reg0 && last <= DW_OP_reg31);
  return in_register ? value : load_word (value);
}

/* GCC's epilogue gives the frame pointer back, and says so an instruction or more
   later, with the stack pointer.  How many there were; no call may be there.  */
static unsigned long gap;

/* Whether FRAME, the outermost one, _start, has no frame address, or returns nowhere, to the
   address in register RA.  */
static bool
is_outermost (Dwarf_Frame *frame, int ra)
{
  Dwarf_Op room[3], *ops;
  size_t n;
  return dwarf_frame_cfa (frame, &ops, &n) != 0 || n == 0
	 || dwarf_frame_register (frame, ra, room, &ops, &n) != 0
	 || (n == 0 && ops);
}

/* How many things that FRAME says of S are wrong.  */
static int
check (Dwarf_Frame *frame, const struct state *s)
{
  const struct call *c = &calls[n_calls - 1];
  Dwarf_Op *ops;
  size_t n;
  bool is_signal;
  int wrong = 0, ra = dwarf_frame_info (frame, NULL, NULL, &is_signal);
  if (is_outermost (frame, ra) || dwarf_frame_cfa (frame, &ops, &n) != 0)
    return 0;
  uint64_t cfa = evaluate (s, 0, ops, n), target, next;
  if (cfa != c->cfa && ops[0].atom == DW_OP_bregx && (int) ops[0].number == machine.fp
      && s->reg[machine.fp] == c->reg[machine.fp]
      && !machine.execute (s, &target, &next))
    {
      gap++;
      return 0;
    }
  if (cfa != c->cfa)
    {
      printf ("%#" PRIx64 ": frame address is off by %" PRId64 "\n", s->pc,
	      cfa - c->cfa);
      return 1;
    }
  if (unwind (frame, s, cfa, ra) != c->ra)
    {
      printf ("%#" PRIx64 ": return address %#" PRIx64 " and not %#" PRIx64 "\n",
	      s->pc, unwind (frame, s, cfa, ra), c->ra);
      wrong++;
    }
  for (int r = 0; r < REGS; r++)
    if (machine.keeps (r) && unwind (frame, s, cfa, r) != c->reg[r])
      {
	printf ("%#" PRIx64 ": wrong value of %sregister %d\n", s->pc,
		r < 32 ? "" : "floating-point ", r & 31);
	wrong++;
      }
  return wrong;
}

/* --- the log ---------------------------------------------------------------- */

/* Read the next state; false at the end.  */
static bool
next_state (struct state *s)
{
  char line[256];
  do
    if (!fgets (line, sizeof line, stdin))
      return false;
  while (strncmp (line, machine.pc, strlen (machine.pc)) != 0);
  s->pc = strtoull (line + strlen (machine.pc), NULL, 16);
  for (int r = 0; r < REGS; )
    {
      if (!fgets (line, sizeof line, stdin))
	return false;
      r = machine.read (s, line, r);
    }
  return true;
}

int
main (int argc, char **argv)
{
  static struct state s, last;
  unsigned long checked = 0, wrong = 0;
  if (argc != 2)
    die ("usage: unwind PROGRAM <LOG");
  open_program (argv[1]);
  while (wrong < 20 && next_state (&s))
    {
      if (!in_text (s.pc))
	continue;
      if (last.pc)
	follow (&last, &s);
      last = s;
      Dwarf_Frame *frame = rules_at (s.pc);
      if (!n_calls || !frame)
	continue;
      checked++;
      wrong += check (frame, &s);
    }
  printf ("%lu instructions checked, %lu wrong", checked, wrong);
  if (gap)
    printf (", %lu the compiler's own", gap);
  putchar ('\n');
  return wrong != 0 || checked == 0;
}
