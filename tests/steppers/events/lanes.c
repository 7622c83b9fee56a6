/* SPDX-License-Identifier: GPL-3.0-or-later */
/* x86-64 instructions that access memory more often than they have memory
   operands: string instructions and vectors lane by lane.  */

#include <string.h>

#include "events.h"
#include "x86.h"

/* --- string instructions -------------------------------------------------------- */

/* The opcode of a string instruction, without its size bit; 0 if INSN is
   none.  */
int
x86_string_opcode (const cs_insn *insn)
{
  int op = insn->detail->x86.opcode[0] & ~1;
  return !x86_is_vex (insn) && (op == 0xa4 || op == 0xa6 || op == 0xaa
			    || op == 0xac || op == 0xae) ? op : 0;
}

bool
x86_is_rep (const cs_insn *insn)
{
  uint8_t p = insn->detail->x86.prefix[0];
  return x86_string_opcode (insn) && (p == 0xf2 || p == 0xf3);
}

/* One event for all steps.  Capstone's operands have the size of a step.  */
void
x86_add_string (const cs_insn *insn, const struct cpu *before,
	    const struct cpu *after, struct list *l)
{
  int op = x86_string_opcode (insn);
  int step = insn->detail->x86.operands[0].size;
  uint64_t steps = x86_is_rep (insn) ? before->r.rcx - after->r.rcx : 1;
  int64_t bytes = steps * step;

  if (op == 0xa4 || op == 0xa6 || op == 0xac)
    x86_add (l, false, 0, before->r.rsi, bytes);
  if (op == 0xa6 || op == 0xae)
    x86_add (l, false, op == 0xa6, before->r.rdi, bytes);
  if (op == 0xa4 || op == 0xaa)
    x86_add (l, true, 0, before->r.rdi, bytes);
}

/* --- lanes ---------------------------------------------------------------------- */

/* Operand I of INSN that is a mask register of AVX-512 other than as a
   source or result of its own, or -1.  */
int
x86_mask_operand (const cs_insn *insn)
{
  const cs_x86 *x = &insn->detail->x86;
  if (x86_name (insn)[0] == 'k' || insn->bytes[0] != 0x62
      || (insn->bytes[3] & 7) == 0)
    return -1;
  for (int i = 0; i < x->op_count; i++)
    if (x->operands[i].type == X86_OP_REG && x->operands[i].reg >= X86_REG_K0
	&& x->operands[i].reg <= X86_REG_K7
	&& x->operands[i].reg - X86_REG_K0 == (insn->bytes[3] & 7))
      return i;
  return -1;
}

bool
x86_is_gather (const cs_insn *insn)
{
  return x86_starts (x86_name (insn), "vgather")
	 || x86_starts (x86_name (insn), "vpgather");
}

bool
x86_is_scatter (const cs_insn *insn)
{
  return x86_starts (x86_name (insn), "vscatter")
	 || x86_starts (x86_name (insn), "vpscatter");
}

bool
x86_is_maskmov (const cs_insn *insn)
{
  return x86_starts (x86_name (insn), "vmaskmov")
	 || x86_starts (x86_name (insn), "vpmaskmov");
}

bool
x86_needs_vectors (const cs_insn *insn)
{
  return x86_is_gather (insn) || x86_is_scatter (insn) || x86_is_maskmov (insn)
	 || insn->bytes[0] == 0x62;
}

/* Size of the elements that NAME, LENGTH characters of a vector instruction's,
   ends with.  */
static int
element_of (const char *name, size_t length)
{
  static const struct
  {
    const char *end;
    int size;
  } ends[] = {
    { "16", 2 }, { "32", 4 }, { "64", 8 }, { "8", 1 }, { "32x2", 4 },
    { "32x4", 4 }, { "32x8", 4 }, { "64x2", 8 }, { "64x4", 8 }, { "movddup", 8 },
    { "klbw", 1 }, { "khbw", 1 }, { "klwd", 2 }, { "khwd", 2 }, { "kldq", 4 },
    { "khdq", 4 }, { "cvtdq", 4 }, { "cvtudq", 4 }, { "ph", 2 }, { "b", 1 },
    { "w", 2 }, { "q", 8 }, { "pd", 8 }, { "sd", 8 }, { "compressd", 4 }
  };
  size_t longest = 0;
  int size = 4;
  for (size_t i = 0; i < sizeof ends / sizeof *ends; i++)
    {
      size_t n = strlen (ends[i].end);
      if (n > longest && n <= length
	  && strncmp (name + length - n, ends[i].end, n) == 0)
	{
	  longest = n;
	  size = ends[i].size;
	}
    }
  return size;
}

static int
element (const cs_insn *insn)
{
  return element_of (x86_name (insn), strlen (x86_name (insn)));
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
  int v = x86_vector (reg, &bytes);
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

void
x86_add_gather (const cs_insn *insn, const struct cpu *cpu, int mem, int mask,
	    struct list *l)
{
  const cs_x86_op *op = &insn->detail->x86.operands[mem];
  const char *kind = strstr (x86_name (insn), "ther") ?: x86_name (insn);
  kind = strstr (kind, "er") + 2;
  int index_bytes = *kind == 'q' ? 8 : 4, size = element (insn), bytes;
  int width = prefix_bytes (insn);
  int n = width / (size > index_bytes ? size : index_bytes);
  int v = x86_vector (op->mem.index, &bytes);
  uint64_t base = x86_address (cpu, insn, &op->mem);
  for (int i = 0; i < n; i++)
    {
      int64_t offset = 0;
      memcpy (&offset, &cpu->vector[v][i * index_bytes], index_bytes);
      if (index_bytes == 4)
	offset = (int32_t) offset;
      if (active (insn, cpu, mask, i, size))
	x86_add (l, x86_is_scatter (insn), 0, base + offset * op->mem.scale, size);
    }
}

/* How a masked instruction accesses memory operand OP: the number of its lanes
   and their size there.  Zero lanes: all of them are of the same bytes, or it is
   not known which bytes are whose.  */
static int
lanes (const cs_insn *insn, const cs_x86_op *op, bool store, int *size)
{
  const char *name = x86_name (insn), *end = name + strlen (name);
  const char *to = strchr (name, '2');
  int width = prefix_bytes (insn);
  *size = element (insn);
  if (strstr (name, "compress"))
    return width / *size;
  if (x86_starts (name, "vbroadcast") || x86_starts (name, "vpbroadcast")
      || (insn->bytes[0] == 0x62 && insn->bytes[3] & 0x10))
    return 0;
  if (strcmp (end - 2, "ss") == 0 || strcmp (end - 2, "sd") == 0)
    return 1;
  if (store)
    return op->size / *size;
  if (x86_starts (name, "vcvt") && to)
    return op->size / (*size = element_of (name, to - name));
  if (x86_starts (name, "vpmovzx") || x86_starts (name, "vpmovsx"))
    {
      int n = width / *size;
      *size = op->size / n;
      return n;
    }
  return op->size < width && !strstr (name, "expand")
	 && !x86_is_maskmov (insn) ? 0 : width / *size;
}

/* A masked access to memory operand MEM: lane by lane, or none; if there are no
   lanes, once.  */
void
x86_add_masked (const cs_insn *insn, const struct cpu *cpu, int mem, int mask,
		bool store, struct list *l)
{
  const char *name = x86_name (insn);
  const cs_x86_op *op = &insn->detail->x86.operands[mem];
  uint64_t ea = x86_address (cpu, insn, &op->mem);
  bool packed = strstr (name, "expand") || strstr (name, "compress");
  int size, n = lanes (insn, op, store, &size), any = 0;
  for (int i = 0; i < n; i++)
    if (active (insn, cpu, mask, i, size))
      x86_add (l, store, 0, ea + (packed ? any++ : i) * size, size);
  int all = prefix_bytes (insn) / element (insn);
  for (int i = 0; n == 0 && i < all; i++)
    if (active (insn, cpu, mask, i, element (insn)))
      {
	x86_add (l, store, 0, ea, op->size);
	break;
      }
}
