/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What an x86-64 instruction does to memory, told by its name, its operands
   and the registers before and after it.  Capstone decodes; which operands
   are read and which are written is decided here, because Capstone 4 says so
   for few vector instructions.  */

#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include "events.h"
#include "events_x86.h"

static bool
starts (const char *text, const char *prefix)
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
static const char *
name_of (const cs_insn *insn)
{
  const char *space = strrchr (insn->mnemonic, ' ');
  return space ? space + 1 : insn->mnemonic;
}

static bool
is_vex (const cs_insn *insn)
{
  return name_of (insn)[0] == 'v' && !starts (name_of (insn), "ver");
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
static int
vector_number (x86_reg reg, int *bytes)
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

static uint64_t
address_of (const struct cpu *cpu, const cs_insn *insn, const x86_op_mem *m)
{
  uint64_t ea = value (cpu, insn, m->base) + m->disp;
  int bytes;
  if (vector_number (m->index, &bytes) < 0)
    ea += value (cpu, insn, m->index) * m->scale;
  if (insn->detail->x86.addr_size == 4)
    ea = (uint32_t) ea;
  return ea + segment (cpu, insn, m);
}

/* --- the list ----------------------------------------------------------------- */

struct list
{
  struct access *at;
  int n;
};

static void
add (struct list *l, bool store, int ordinal, uint64_t address, int64_t bytes)
{
  if (bytes <= 0)
    return;
  if (l->n == MAX_ACCESSES)
    die ("too many accesses");
  l->at[l->n++] = (struct access) { store, ordinal, address, bytes, 0 };
}

/* --- string instructions -------------------------------------------------------- */

/* The opcode of a string instruction, without its size bit; 0 if INSN is
   none.  */
static int
string_opcode (const cs_insn *insn)
{
  int op = insn->detail->x86.opcode[0] & ~1;
  return !is_vex (insn) && (op == 0xa4 || op == 0xa6 || op == 0xaa
			    || op == 0xac || op == 0xae) ? op : 0;
}

bool
x86_is_rep (const cs_insn *insn)
{
  uint8_t p = insn->detail->x86.prefix[0];
  return string_opcode (insn) && (p == 0xf2 || p == 0xf3);
}

/* One event for all steps.  Capstone's operands have the size of a step.  */
static void
add_string (const cs_insn *insn, const struct cpu *before,
	    const struct cpu *after, struct list *l)
{
  int op = string_opcode (insn);
  int step = insn->detail->x86.operands[0].size;
  uint64_t steps = x86_is_rep (insn) ? before->r.rcx - after->r.rcx : 1;
  int64_t bytes = steps * step;

  if (op == 0xa4 || op == 0xa6 || op == 0xac)
    add (l, false, 0, before->r.rsi, bytes);
  if (op == 0xa6 || op == 0xae)
    add (l, false, op == 0xa6, before->r.rdi, bytes);
  if (op == 0xa4 || op == 0xaa)
    add (l, true, 0, before->r.rdi, bytes);
}

/* --- lanes ---------------------------------------------------------------------- */

/* Operand I of INSN that is a mask register of AVX-512 other than as a
   source or result of its own, or -1.  */
static int
mask_operand (const cs_insn *insn)
{
  const cs_x86 *x = &insn->detail->x86;
  if (name_of (insn)[0] == 'k' || insn->bytes[0] != 0x62
      || (insn->bytes[3] & 7) == 0)
    return -1;
  for (int i = 0; i < x->op_count; i++)
    if (x->operands[i].type == X86_OP_REG && x->operands[i].reg >= X86_REG_K0
	&& x->operands[i].reg <= X86_REG_K7
	&& x->operands[i].reg == X86_REG_K0 + (insn->bytes[3] & 7))
      return i;
  return -1;
}

static bool
is_gather (const cs_insn *insn)
{
  return starts (name_of (insn), "vgather")
	 || starts (name_of (insn), "vpgather");
}

static bool
is_scatter (const cs_insn *insn)
{
  return starts (name_of (insn), "vscatter")
	 || starts (name_of (insn), "vpscatter");
}

static bool
is_maskmov (const cs_insn *insn)
{
  return starts (name_of (insn), "vmaskmov")
	 || starts (name_of (insn), "vpmaskmov");
}

bool
x86_needs_vectors (const cs_insn *insn)
{
  return is_gather (insn) || is_scatter (insn) || is_maskmov (insn)
	 || insn->bytes[0] == 0x62;
}

/* Size of the elements that the name of a vector instruction speaks of.  */
static int
element (const cs_insn *insn)
{
  const char *name = name_of (insn);
  size_t length = strlen (name);
  const char *end = name + length - 1;
  if (length > 2 && strcmp (end - 1, "16") == 0)
    return 2;
  if (length > 2 && strcmp (end - 1, "32") == 0)
    return 4;
  if (length > 2 && strcmp (end - 1, "64") == 0)
    return 8;
  if (*end == '8' || *end == 'b')
    return 1;
  if (*end == 'w')
    return 2;
  if (*end == 'q' || strcmp (end - 1, "pd") == 0 || strcmp (end - 1, "sd") == 0)
    return 8;
  return 4;
}

/* Whether lane I, of SIZE bytes, is active.  */
static bool
active (const cs_insn *insn, const struct cpu *cpu, int mask, int i, int size)
{
  int bytes;
  if (mask < 0)
    return true;
  x86_reg reg = insn->detail->x86.operands[mask].reg;
  if (reg >= X86_REG_K0 && reg <= X86_REG_K7)
    return cpu->mask[reg - X86_REG_K0] >> i & 1;
  int v = vector_number (reg, &bytes);
  return cpu->vector[v][i * size + size - 1] >> 7;
}

/* The width of the vectors as the prefix says.  */
static int
prefix_bytes (const cs_insn *insn)
{
  const uint8_t *p = insn->bytes;
  while (*p == 0x64 || *p == 0x65 || *p == 0x67)
    p++;
  return p[0] == 0x62 ? 16 << (p[3] >> 5 & 3)
	 : p[0] == 0xc4 ? 16 << (p[2] >> 2 & 1) : 16 << (p[1] >> 2 & 1);
}

static void
add_gather (const cs_insn *insn, const struct cpu *cpu, int mem, int mask,
	    struct list *l)
{
  const cs_x86_op *op = &insn->detail->x86.operands[mem];
  const char *kind = strstr (name_of (insn), "ther") ?: name_of (insn);
  kind = strstr (kind, "er") + 2;
  int index_bytes = *kind == 'q' ? 8 : 4, size = element (insn), bytes;
  int width = prefix_bytes (insn);
  int n = width / (size > index_bytes ? size : index_bytes);
  int v = vector_number (op->mem.index, &bytes);
  uint64_t base = address_of (cpu, insn, &op->mem);
  for (int i = 0; i < n; i++)
    {
      int64_t offset = 0;
      memcpy (&offset, &cpu->vector[v][i * index_bytes], index_bytes);
      if (index_bytes == 4)
	offset = (int32_t) offset;
      if (active (insn, cpu, mask, i, size))
	add (l, is_scatter (insn), 0, base + offset * op->mem.scale, size);
    }
}

/* A masked access to memory operand MEM: lane by lane, or none.  */
static void
add_masked (const cs_insn *insn, const struct cpu *cpu, int mem, int mask,
	    bool store, struct list *l)
{
  const char *name = name_of (insn);
  uint64_t ea = address_of (cpu, insn, &insn->detail->x86.operands[mem].mem);
  int size = element (insn), n = prefix_bytes (insn) / size, any = 0;
  bool packed = strstr (name, "expand") || strstr (name, "compress");
  bool scalar = strcmp (name + strlen (name) - 2, "ss") == 0
		|| strcmp (name + strlen (name) - 2, "sd") == 0;
  for (int i = 0; i < (scalar ? 1 : n); i++)
    if (active (insn, cpu, mask, i, size))
      add (l, store, 0, ea + (packed ? any++ : i) * size, size);
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
  "mov*", "v*", "set*", "pop", "fst*", "fist*", "fnst*", "fnsave", "fbstp",
  "stmxcsr", "pextr*", "extractps", "fxsave*", "xsave*", NULL
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
  const char *name = name_of (insn);
  for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++)
    if (strcmp (name + (*name == 'v'), sizes[i].name) == 0)
      return sizes[i].size;
  return op->size;
}

static void
decide (const cs_insn *insn, int operand, bool *load, bool *store)
{
  const char *name = name_of (insn);
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
  uint64_t ea = address_of (cpu, insn, &op->mem);
  /* pop addresses its operand with the stack pointer already raised.  */
  if (insn->id == X86_INS_POP && op->mem.base == X86_REG_RSP)
    ea += 8;
  int ordinal = 0;
  for (int k = 0; k < l->n; k++)
    if (l->at[k].store == store)
      ordinal = l->at[k].ordinal + 1;
  add (l, store, ordinal, ea, size_of (insn, op));
  if (op->mem.index != X86_REG_INVALID && op->mem.scale == op->size)
    l->at[l->n - 1].table
      = ea - value (cpu, insn, op->mem.index) * op->mem.scale;
  else if (op->mem.base == X86_REG_INVALID || op->mem.disp > 4096)
    l->at[l->n - 1].table = op->mem.disp;
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
      int mask = is_maskmov (insn) ? 1 : mask_operand (insn);
      if (is_gather (insn) || is_scatter (insn))
	add_gather (insn, cpu, i, insn->bytes[0] == 0x62 ? mask
		    : x->op_count - 1, l);
      else if (mask >= 0)
	add_masked (insn, cpu, i, mask, store, l);
      else
	add_operand (insn, cpu, i, store, l);
    }
}

int
x86_accesses (const cs_insn *insn, const struct cpu *before,
	      const struct cpu *after, struct access *array)
{
  struct list l = { array, 0 };
  const char *name = name_of (insn);

  if (string_opcode (insn))
    {
      add_string (insn, before, after, &l);
      return l.n;
    }
  if (starts (name, "pop") && (insn->id == X86_INS_POP
			       || insn->id == X86_INS_POPFQ))
    add (&l, false, 0, before->r.rsp, 8);
  if (insn->id == X86_INS_LEAVE)
    add (&l, false, 0, before->r.rbp, 8);
  add_operands (insn, before, false, &l);
  add_operands (insn, before, true, &l);
  if (insn->id == X86_INS_PUSH || insn->id == X86_INS_PUSHFQ)
    add (&l, true, 0, after->r.rsp, 8);
  return l.n;
}

int
x86_condition (const cs_insn *insn)
{
  const uint8_t *op = insn->detail->x86.opcode;
  if (name_of (insn)[0] != 'j')
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
