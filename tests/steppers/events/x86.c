/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What an x86 instruction does to memory, told by its name, its operands
   and the registers before and after it.  Capstone decodes; which operands
   are read and which are written is decided here, because Capstone 4 says so
   for few vector instructions.  */

#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include "events.h"
#include "x86.h"

int x86_word = 8;

bool
x86_starts (const char *text, const char *prefix)
{
  return strncmp (text, prefix, strlen (prefix)) == 0;
}

/* The table of names ends with NULL; a `*' at the end of a name stands for
   anything.  */
static bool
listed (const char *name, const char *const *table)
{
  for (; *table; table++)
    {
      size_t length = strlen (*table);
      if ((*table)[length - 1] == '*'
	  ? strncmp (name, *table, length - 1) == 0
	  : strcmp (name, *table) == 0)
	return true;
    }
  return false;
}

/* The name without prefixes, which Capstone writes in front.  */
const char *
x86_name (const cs_insn *insn)
{
  const char *space = strrchr (insn->mnemonic, ' ');
  return space ? space + 1 : insn->mnemonic;
}

bool
x86_is_vex (const cs_insn *insn)
{
  return x86_name (insn)[0] == 'v' && !x86_starts (x86_name (insn), "ver");
}

/* --- registers -------------------------------------------------------------- */

#define R(name) offsetof (struct user_regs_struct, name)
static const struct
{
  x86_reg wide, narrow;
  size_t offset;
} registers[] = {
  { X86_REG_RAX, X86_REG_EAX, R (rax) }, { X86_REG_RBX, X86_REG_EBX, R (rbx) },
  { X86_REG_RCX, X86_REG_ECX, R (rcx) }, { X86_REG_RDX, X86_REG_EDX, R (rdx) },
  { X86_REG_RSI, X86_REG_ESI, R (rsi) }, { X86_REG_RDI, X86_REG_EDI, R (rdi) },
  { X86_REG_RBP, X86_REG_EBP, R (rbp) }, { X86_REG_RSP, X86_REG_ESP, R (rsp) },
  { X86_REG_R8, X86_REG_R8D, R (r8) }, { X86_REG_R9, X86_REG_R9D, R (r9) },
  { X86_REG_R10, X86_REG_R10D, R (r10) }, { X86_REG_R11, X86_REG_R11D, R (r11) },
  { X86_REG_R12, X86_REG_R12D, R (r12) }, { X86_REG_R13, X86_REG_R13D, R (r13) },
  { X86_REG_R14, X86_REG_R14D, R (r14) }, { X86_REG_R15, X86_REG_R15D, R (r15) }
};

static uint64_t
value (const struct cpu *cpu, const cs_insn *insn, x86_reg reg)
{
  if (reg == X86_REG_INVALID || reg == X86_REG_RIZ || reg == X86_REG_EIZ)
    return 0;
  if (reg == X86_REG_RIP)
    return insn->address + insn->size;
  for (size_t i = 0; i < sizeof registers / sizeof *registers; i++)
    {
      uint64_t v;
      memcpy (&v, (const char *) &cpu->r + registers[i].offset, sizeof v);
      if (registers[i].wide == reg)
	return v;
      if (registers[i].narrow == reg)
	return (uint32_t) v;
    }
  die ("unknown register in '%s %s'", insn->mnemonic, insn->op_str);
}

/* The number of vector register REG; *BYTES is its width.  */
int
x86_vector (x86_reg reg, int *bytes)
{
  if (reg >= X86_REG_XMM0 && reg <= X86_REG_XMM31)
    return *bytes = 16, reg - X86_REG_XMM0;
  if (reg >= X86_REG_YMM0 && reg <= X86_REG_YMM31)
    return *bytes = 32, reg - X86_REG_YMM0;
  if (reg >= X86_REG_ZMM0 && reg <= X86_REG_ZMM31)
    return *bytes = 64, reg - X86_REG_ZMM0;
  return -1;
}

static uint64_t
segment (const struct cpu *cpu, const cs_insn *insn, const x86_op_mem *m)
{
  (void) insn;
  return m->segment == X86_REG_FS ? cpu->r.fs_base
	 : m->segment == X86_REG_GS ? cpu->r.gs_base : 0;
}

uint64_t
x86_address (const struct cpu *cpu, const cs_insn *insn, const x86_op_mem *m)
{
  uint64_t ea = value (cpu, insn, m->base) + m->disp;
  int bytes;
  if (x86_vector (m->index, &bytes) < 0)
    ea += value (cpu, insn, m->index) * m->scale;
  if (insn->detail->x86.addr_size == 4)
    ea = (uint32_t) ea;
  ea += segment (cpu, insn, m);
  return x86_word == 4 ? (uint32_t) ea : ea;
}

/* --- the list ----------------------------------------------------------------- */

void
x86_add (struct list *l, bool store, int ordinal, uint64_t address, int64_t bytes)
{
  if (bytes <= 0)
    return;
  if (l->n == MAX_ACCESSES)
    die ("too many accesses");
  l->at[l->n++] = (struct access) { store, ordinal, address, bytes, 0 };
}

/* --- everything else -------------------------------------------------------------- */

/* With a memory operand, these touch no memory.  */
static const char *const no_access[] = {
  "lea", "nop", "prefetch*", "clflush*", "clwb", "cldemote", NULL
};

/* These only read a memory operand that comes first ...  */
static const char *const reads[] = {
  "cmp", "test", "bt", "push", "call", "lcall", "jmp", "ljmp", "mul", "div",
  "idiv", "imul", "fld*", "fild", "fadd*", "fiadd", "fsub*", "fisub*", "fmul*",
  "fimul", "fdiv*", "fidiv*", "fcom*", "ficom*", "fbld", "frstor", "ldmxcsr",
  "fxrstor*", "xrstor*", NULL
};

/* ... these only write it; all others do both.  */
static const char *const writes[] = {
  "mov*", "v*", "kmov*", "set*", "pop", "fst*", "fist*", "fnst*", "fnsave", "fbstp",
  "stmxcsr", "pextr*", "extractps", "fxsave*", "xsave*", NULL
};

/* Under a mask these read their operand whole all the same: they move values
   between lanes (Intel's exception classes E4NF and E6NF).  */
static const char *const whole[] = {
  "vshuf*", "vpshuf*", "vunpck*", "vpunpck*", "vperm*", "vpalignr", "valign*",
  "vpack*", "vmovddup", "vmovshdup", "vmovsldup", "vpmaddwd", "vpmaddubsw",
  "vdbpsadbw", "vinsert*", "vpmultishiftqb", "vpconflict*", NULL
};

/* Capstone has the sizes of some memory operands wrong.  */
static int
size_of (const cs_insn *insn, const cs_x86_op *op)
{
  static const struct
  {
    const char *name;
    int size;
  } sizes[] = {
    { "comiss", 4 }, { "ucomiss", 4 }, { "comisd", 8 }, { "ucomisd", 8 },
  };
  const char *name = x86_name (insn);
  for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++)
    if (strcmp (name + (*name == 'v'), sizes[i].name) == 0)
      return sizes[i].size;
  return op->size;
}

static void
decide (const cs_insn *insn, int operand, bool *load, bool *store)
{
  const char *name = x86_name (insn);
  *load = *store = true;
  if (listed (name, no_access))
    *load = *store = false;
  else if (strcmp (name, "xchg") == 0)
    ;
  else if (operand > 0 || listed (name, reads))
    *store = false;
  else if (listed (name, writes))
    *load = false;
}

static void
add_operand (const cs_insn *insn, const struct cpu *cpu, int i, bool store,
	     struct list *l)
{
  const cs_x86_op *op = &insn->detail->x86.operands[i];
  uint64_t ea = x86_address (cpu, insn, &op->mem);
  /* pop addresses its operand with the stack pointer already raised.  */
  if (insn->id == X86_INS_POP
      && (op->mem.base == X86_REG_RSP || op->mem.base == X86_REG_ESP))
    ea += x86_word;
  int ordinal = 0;
  for (int k = 0; k < l->n; k++)
    if (l->at[k].store == store)
      ordinal = l->at[k].ordinal + 1;
  x86_add (l, store, ordinal, ea, size_of (insn, op));
  if (op->mem.index != X86_REG_INVALID && op->mem.scale == op->size)
    l->at[l->n - 1].table
      = ea - value (cpu, insn, op->mem.index) * op->mem.scale;
  else if (op->mem.base == X86_REG_INVALID || op->mem.disp > 4096)
    l->at[l->n - 1].table = op->mem.disp;
  else if (x86_word == 4 && op->mem.disp < -4096)
    l->at[l->n - 1].table = (uint32_t) (code_address ('G') + op->mem.disp);
}

static void
add_operands (const cs_insn *insn, const struct cpu *cpu, bool store,
	      struct list *l)
{
  const cs_x86 *x = &insn->detail->x86;
  for (int i = 0; i < x->op_count; i++)
    {
      bool load, stored;
      if (x->operands[i].type != X86_OP_MEM)
	continue;
      decide (insn, i, &load, &stored);
      if (!(store ? stored : load))
	continue;
      int mask = x86_is_maskmov (insn) ? 1
		 : listed (x86_name (insn), whole) ? -1 : x86_mask_operand (insn);
      if (x86_is_gather (insn) || x86_is_scatter (insn))
	x86_add_gather (insn, cpu, i, insn->bytes[0] == 0x62 ? mask
		    : x->op_count - 1, l);
      else if (mask >= 0)
	x86_add_masked (insn, cpu, i, mask, store, l);
      else
	add_operand (insn, cpu, i, store, l);
    }
}

/* How many words the instruction of that name pushes; less than 0: pops.  */
static int
words_pushed (const char *name)
{
  static const char *const all[] = { "pushal", "pushaw", "popal", "popaw", NULL };
  static const char *const push[] = { "push", "pushf*", NULL };
  static const char *const pop[] = { "pop", "popf*", NULL };
  int n = listed (name, all) ? 8 : 1;
  return listed (name, push) || (n == 8 && name[1] == 'u') ? n
	 : listed (name, pop) || n == 8 ? -n : 0;
}

int
x86_accesses (const cs_insn *insn, const struct cpu *before,
	      const struct cpu *after, struct access *array)
{
  struct list l = { array, 0 };

  if (x86_string_opcode (insn))
    {
      x86_add_string (insn, before, after, &l);
      return l.n;
    }
  int pushed = words_pushed (x86_name (insn));
  for (int i = 0; i < -pushed; i++)
    x86_add (&l, false, i, before->r.rsp + i * x86_word, x86_word);
  if (insn->id == X86_INS_LEAVE)
    x86_add (&l, false, 0, before->r.rbp, x86_word);
  add_operands (insn, before, false, &l);
  add_operands (insn, before, true, &l);
  for (int i = 0; i < pushed; i++)
    x86_add (&l, true, i, after->r.rsp + (pushed - 1 - i) * x86_word, x86_word);
  return l.n;
}

int
x86_condition (const cs_insn *insn)
{
  const uint8_t *op = insn->detail->x86.opcode;
  if (x86_name (insn)[0] != 'j')
    return -1;
  if ((op[0] & 0xf0) == 0x70 || (op[0] == 0x0f && (op[1] & 0xf0) == 0x80))
    return (op[0] == 0x0f ? op[1] : op[0]) & 15;
  return -1;
}

bool
x86_holds (int condition, uint64_t flags)
{
  int cf = flags & 1, pf = flags >> 2 & 1, zf = flags >> 6 & 1,
      sf = flags >> 7 & 1, of = flags >> 11 & 1;
  const int holds[] = { of, cf, zf, cf | zf, sf, pf, sf != of,
			zf | (sf != of) };
  return holds[condition >> 1] ^ (condition & 1);
}
