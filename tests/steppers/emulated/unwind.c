/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Check unwind information at every instruction that a program of another machine
   executes.

     unwind PROGRAM CODE <LOG

   CODE is what objdump -d says of PROGRAM, which is linked to run where it stands in the
   file.  LOG is that of qemu -one-insn-per-tb -d nochain,exec,cpu,fpu, of PROGRAM's .text at
   least (-dfilter): the registers in front of each instruction.  From that a stack is
   kept of the calls that are really made, with what registers held when they were, and
   the words that are stored.  At each instruction what .eh_frame says (libdw) must be
   true of the innermost call: its frame address, where it returns to, whether that is
   signed, and the registers that it is to give back.  Prints the instructions where it is
   not, and at the end how many were checked.  Shares no code with HALT.  */

#include <dwarf.h>
#include <elfutils/libdw.h>
#include <fcntl.h>
#include <gelf.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>

#include "emulated.h"

const char *program_name = "unwind";

/* --- the program ------------------------------------------------------------ */

static Dwarf_CFI *cfi;
static uint64_t text_start, text_end;
static bool *signed_at;		/* for every 2 bytes of .text: the return address is */

/* Where functions start.  */
static uint64_t *starts;
static size_t n_starts;

static void
read_symbols (Elf_Scn *s, size_t n)
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

/* What follows an opcode of call frame information: numbers of so many bytes, or of
   any (u), and blocks (b).  */
static const char *const operands[0x40] = {
  [DW_CFA_nop] = "", [DW_CFA_set_loc] = "8", [DW_CFA_advance_loc1] = "1",
  [DW_CFA_advance_loc2] = "2", [DW_CFA_advance_loc4] = "4",
  [DW_CFA_offset_extended] = "uu", [DW_CFA_restore_extended] = "u",
  [DW_CFA_undefined] = "u", [DW_CFA_same_value] = "u", [DW_CFA_register] = "uu",
  [DW_CFA_remember_state] = "", [DW_CFA_restore_state] = "", [DW_CFA_def_cfa] = "uu",
  [DW_CFA_def_cfa_register] = "u", [DW_CFA_def_cfa_offset] = "u",
  [DW_CFA_def_cfa_expression] = "b", [DW_CFA_expression] = "ub",
  [DW_CFA_offset_extended_sf] = "uu", [DW_CFA_def_cfa_sf] = "uu",
  [DW_CFA_def_cfa_offset_sf] = "u", [DW_CFA_val_offset] = "uu",
  [DW_CFA_val_offset_sf] = "uu", [DW_CFA_val_expression] = "ub",
  [DW_CFA_GNU_window_save] = "", [DW_CFA_GNU_args_size] = "u"
};

static uint64_t
read_number (unsigned char **at, char form)
{
  uint64_t n = 0;
  int bytes = form - '0', shift = 0;
  if (form == 'u' || form == 'b')
    do
      {
	n |= (uint64_t) (**at & 0x7f) << shift;
	shift += 7;
      }
    while (*(*at)++ & 0x80);
  else
    {
      memcpy (&n, *at, bytes);
      *at += bytes;
    }
  if (form == 'b')
    *at += n;
  return n;
}

static void
mark_signed (uint64_t pc, uint64_t end)
{
  for (; pc < end; pc += 2)
    if (pc >= text_start && pc < text_end)
      signed_at[(pc - text_start) / 2] = true;
}

/* Note where the call frame instructions from AT to END say that the return address is
   signed in code from PC to LAST, FACTOR being their unit.  libdw takes what says so for
   something of Sparc's: it is not to see it.  */
static void
read_signs (unsigned char *at, unsigned char *end, uint64_t pc, uint64_t last,
	    unsigned factor)
{
  enum { SIGNS = DW_CFA_GNU_window_save };	/* DW_CFA_AARCH64_negate_ra_state */
  bool now = false, kept[16];
  int n_kept = 0;
  while (at < end)
    {
      int op = *at;
      uint64_t n = op & 0x3f;
      if (op == SIGNS)
	{
	  now = !now;
	  *at = DW_CFA_nop;
	}
      else if (op == DW_CFA_remember_state && n_kept < 16)
	kept[n_kept++] = now;
      else if (op == DW_CFA_restore_state && n_kept > 0)
	now = kept[--n_kept];
      at++;
      if (op < 0x40 && !operands[op])
	die ("call frame instruction %#x", op);
      for (const char *form = op < 0x40 ? operands[op] : ""; *form; form++)
	n = read_number (&at, *form);
      if ((op & 0xc0) == DW_CFA_offset)
	read_number (&at, 'u');
      if ((op & 0xc0) == DW_CFA_advance_loc
	  || (op >= DW_CFA_advance_loc1 && op <= DW_CFA_advance_loc4))
	{
	  if (now)
	    mark_signed (pc, pc + n * factor);
	  pc += n * factor;
	}
    }
  if (now)
    mark_signed (pc, last);
}

/* DATA of .eh_frame, which is at ADDRESS.  Addresses in it are distances in 4 bytes.  */
static void
read_frames (const unsigned char *ident, Elf_Data *data, uint64_t address)
{
  Dwarf_Off at = 0, next = 0;
  Dwarf_CFI_Entry entry, cie;
  for (; dwarf_next_cfi (ident, data, true, at, &next, &entry) == 0; at = next)
    if (!dwarf_cfi_cie_p (&entry)
	&& dwarf_next_cfi (ident, data, true, entry.fde.CIE_pointer, &(Dwarf_Off) { 0 },
			   &cie) == 0)
      {
	unsigned char *bytes = (unsigned char *) entry.fde.start;
	int32_t distance = read_number (&bytes, '4');
	uint64_t pc = address + (entry.fde.start - (unsigned char *) data->d_buf) + distance;
	uint64_t end = pc + read_number (&bytes, '4');
	read_number (&bytes, 'b');	/* augmentation */
	read_signs (bytes, (unsigned char *) entry.fde.end, pc, end,
		    cie.cie.code_alignment_factor);
      }
}

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
  Elf64_Ehdr *header = (Elf64_Ehdr *) image;
  bool is_signed = header->e_machine == EM_AARCH64;
  if (machine.pretended)
    header->e_machine = machine.pretended;
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
	signed_at = calloc (h.sh_size / 2 + 1, sizeof *signed_at);
      }
  for (Elf_Scn *s = NULL; (s = elf_nextscn (elf, s)); )
    if (gelf_getshdr (s, &h) && h.sh_type == SHT_SYMTAB)
      read_symbols (s, h.sh_size / h.sh_entsize);
    else if (is_signed && signed_at
	     && strcmp (elf_strptr (elf, strings, h.sh_name), ".eh_frame") == 0)
      read_frames (header->e_ident, elf_rawdata (s, NULL), h.sh_addr);
  cfi = dwarf_getcfi_elf (elf);
  if (!cfi || !signed_at || !n_starts)
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
    if (pc == starts[i] || pc == starts[i] + machine.second_entry)
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

static void
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

/* Note what INSN at S stores: words of 8 bytes, as registers that are kept are.  */
static void
execute (const struct insn *insn, const struct state *s)
{
  struct move moves[MAX_MOVES];
  int n = machine_moves (insn, s, moves);
  for (int i = 0; i < n; i++)
    if (moves[i].store && moves[i].bytes >= 8 && moves[i].reg != UNKNOWN_REG)
      store_word (moves[i].address, moves[i].reg == NO_REG ? 0 : s->reg[moves[i].reg]);
}

/* --- calls ------------------------------------------------------------------ */

struct call
{
  uint64_t cfa, ra, reg[REGS];
  uint64_t held;		/* RA, signed if IS_SIGNED */
  bool is_signed;
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
  c->ra = c->held = ra;
  c->is_signed = false;
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
  const struct insn *insn = insn_at (last->pc);
  bool calls_it = insn->way == WAY_CALL;
  uint64_t behind = last->pc + insn->size, target = behind;

  execute (insn, last);
  if (insn->way != WAY_NEXT && !(insn->way == WAY_BRANCH && s->pc == behind))
    target = machine_target (insn, last);
  if (machine_mark (insn) == MARK_SIGNS && n_calls)
    {
      calls[n_calls - 1].held = s->reg[machine.ra];
      calls[n_calls - 1].is_signed = !calls[n_calls - 1].is_signed;
    }
  if (calls_it && n_calls)
    calls[n_calls - 1].pending = behind;
  else if ((insn->way == WAY_RETURN || insn->way == WAY_JUMP_REGISTER) && n_calls
	   && calls[n_calls - 1].ra == target)
    n_calls--;
  if (s->pc == target)		/* no code of others in between */
    {
      pop_calls (s, false);
      if (calls_it)
	push_call (s, behind);
    }
  else if (n_calls && calls[n_calls - 1].pending == s->pc)
    return;
  else if (is_start (s->pc))
    {
      pop_calls (s, false);
      /* Or jumped to, by way of a trampoline.  */
      if (!n_calls || calls[n_calls - 1].cfa != s->reg[machine.sp]
	  || calls[n_calls - 1].ra != s->reg[machine.ra])
	push_call (s, s->reg[machine.ra]);
    }
  else
    pop_calls (s, true);	/* jumped or thrown to, or behind a signal */
}

/* --- what is said ----------------------------------------------------------- */

/* What S has in the register that unwind information has as NUMBER.  */
static uint64_t
numbered (const struct state *s, uint64_t number)
{
  uint64_t r = number < FLOAT ? number : number - machine.dwarf_float + FLOAT;
  if (r >= REGS)
    die ("%#" PRIx64 ": register %" PRIu64, s->pc, number);
  return s->reg[r];
}

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
      else if (op == DW_OP_bregx)
	*++top = numbered (s, ops[i].number) + ops[i].number2;
      else if (op == DW_OP_regx)
	*++top = numbered (s, ops[i].number);
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

/* Whether FRAME says that register R is lost.  */
static bool
is_undefined (Dwarf_Frame *frame, int r)
{
  Dwarf_Op room[3], *ops;
  size_t n;
  return dwarf_frame_register (frame, r, room, &ops, &n) == 0 && n == 0 && ops == room;
}

/* The caller's value of register R, which FRAME says.  */
static uint64_t
unwind (Dwarf_Frame *frame, const struct state *s, uint64_t cfa, int r)
{
  Dwarf_Op room[3], *ops;
  size_t n;
  if (dwarf_frame_register (frame, r, room, &ops, &n) != 0)
    die ("%#" PRIx64 ": no rule for register %d", s->pc, r);
  if (n == 0)			/* unchanged; or undefined, which ours never is */
    return numbered (s, r);
  uint64_t value = evaluate (s, cfa, ops, n);
  int last = ops[n - 1].atom;
  bool in_register = last == DW_OP_stack_value || last == DW_OP_regx
		     || (last >= DW_OP_reg0 && last <= DW_OP_reg31);
  return in_register ? value : load_word (value);
}

/* GCC's epilogue gives the frame pointer back, and says so an instruction or more
   later, with the stack pointer.  How many there were; no call may be there.  */
static unsigned long gap;

/* How many things that FRAME says of S are wrong.  */
static int
check (Dwarf_Frame *frame, const struct state *s)
{
  const struct call *c = &calls[n_calls - 1];
  Dwarf_Op *ops;
  size_t n;
  bool is_signal;
  int wrong = 0, ra = dwarf_frame_info (frame, NULL, NULL, &is_signal);
  if (dwarf_frame_cfa (frame, &ops, &n) != 0 || n == 0
      || (n_calls == 1 && is_undefined (frame, ra)))
    return 0;			/* the outermost frame, _start */
  uint64_t cfa = evaluate (s, 0, ops, n);
  if (cfa != c->cfa && machine.fp != NO_REG && ops[0].atom == DW_OP_bregx
      && (int) ops[0].number == machine.fp
      && s->reg[machine.fp] == c->reg[machine.fp] && insn_at (s->pc)->way != WAY_CALL)
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
  if (unwind (frame, s, cfa, ra) != c->held)
    {
      printf ("%#" PRIx64 ": return address %#" PRIx64 " and not %#" PRIx64 "\n",
	      s->pc, unwind (frame, s, cfa, ra), c->held);
      wrong++;
    }
  if (signed_at[(s->pc - text_start) / 2] != c->is_signed)
    {
      printf ("%#" PRIx64 ": return address is %ssigned\n", s->pc,
	      c->is_signed ? "" : "not ");
      wrong++;
    }
  for (int r = 0; r < REGS; r++)
    {
      int number = r < FLOAT ? r : r - FLOAT + machine.dwarf_float;
      if (!(machine.kept >> r & 1) || unwind (frame, s, cfa, number) == c->reg[r])
	continue;
      printf ("%#" PRIx64 ": wrong value of register %s%d\n", s->pc,
	      r < FLOAT ? "" : "f", r % FLOAT);
      wrong++;
    }
  return wrong;
}

/* --- all of it -------------------------------------------------------------- */

int
main (int argc, char **argv)
{
  static struct state s, last;
  unsigned long checked = 0, wrong = 0;
  if (argc != 3)
    die ("usage: unwind PROGRAM CODE <LOG");
  open_program (argv[1]);
  read_code (argv[2]);
  while (wrong < 20 && next_pc (&s))
    {
      if (!in_text (s.pc) || !read_registers (&s, true))
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
