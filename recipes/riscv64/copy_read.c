/* SPDX-License-Identifier: GPL-3.0-or-later */
/* RISC-V's instructions in copies, read as steps: each has its operands the other way
   round than in the text, so that its destination is the last one.  */

#include <ctype.h>
#include <string.h>

#include "recipes/riscv64/frame.h"

/* --- operands --------------------------------------------------------------- */

static bool
read_symbol (struct copy_text *r, struct copy_operand *o)
{
  o->kind = OPERAND_MEMORY;
  o->text = copy_cut_word (r);
  o->number = 0;
  return o->text.size > 0
	 && (!r->size || !strchr ("+-", *r->at)
	     || copy_cut_number (r, &o->number));
}

/* "(BASE)", if it comes.  */
static bool
read_base (struct copy_text *r, struct copy_operand *o)
{
  int bytes;
  o->kind = OPERAND_MEMORY;
  o->base = riscv64_copies.reg (' ', copy_cut_word (r), &bytes);
  return o->base != HALT_NO_REG && copy_cut (r, ')');
}

/* "%hi(SYMBOL)", "%lo(SYMBOL)", "%lo(SYMBOL)(BASE)"; "(BASE)", "NUMBER(BASE)"; a number, a
   register; a symbol; what is none of these, a floating-point register or how to round.  */
static bool
read_operand (struct copy_text *r, struct copy_operand *o)
{
  struct copy_text rest = *r, word = copy_cut_word (&rest);
  int bytes, reg = riscv64_copies.reg (' ', word, &bytes);
  *o = copy_reg_operand (HALT_NO_REG, 0);
  if (copy_cut (r, '%'))
    {
      o->part = copy_text_is (copy_cut_word (r), "hi") ? COPY_HIGH : COPY_LOW;
      return copy_cut (r, '(') && read_symbol (r, o) && copy_cut (r, ')')
	     && (!copy_cut (r, '(') || read_base (r, o));
    }
  if (copy_cut (r, '('))
    return read_base (r, o);
  if (word.size ? isdigit ((unsigned char) *word.at) : copy_text_is (*r, "-*"))
    {
      o->kind = OPERAND_NUMBER;
      return copy_cut_number (r, &o->number)
	     && (!copy_cut (r, '(') || read_base (r, o));
    }
  if (reg != HALT_NO_REG)
    {
      copy_cut_word (r);
      *o = copy_reg_operand (reg, bytes);
      return true;
    }
  if (copy_text_is (word, "zero"))
    {
      *o = copy_number_operand (0);
      o->text = copy_cut_word (r);
      return true;
    }
  if (!word.size)
    return false;
  if (riscv64_copies.is_word (' ', word) < 0)
    {
      o->relative = true;
      return read_symbol (r, o);
    }
  o->kind = OPERAND_OTHER;
  o->text = copy_cut_word (r);
  return true;
}

/* --- instructions ----------------------------------------------------------- */

enum
{
  WHOLE = COPY_WHOLE | COPY_KEEPS,
  SAME = COPY_SAME | COPY_KEEPS
};

/* Source: The RISC-V Instruction Set Manual, Volume I, and RISC-V Assembly Programmer's
   Manual, "pseudoinstructions"; the first one holds that has a name.  */
static const struct opcode
{
  const char *names;
  int effects;
  enum copy_does does;
} opcodes[] = {
  { "li mv lui", WHOLE, COPY_MOVE },
  { "lla", WHOLE, COPY_ADDRESS },
  { "add addi", WHOLE, COPY_ADD },
  { "sub", WHOLE, COPY_SUBTRACT },
  { "and andi", WHOLE, COPY_AND },
  { "or ori", WHOLE, COPY_OR },
  { "xor xori", WHOLE, COPY_XOR },
  { "slli", WHOLE, COPY_SHIFT },
  { "mul", WHOLE, COPY_MULTIPLY },
  { "neg", WHOLE, COPY_NEGATE },
  { "not", WHOLE, COPY_NOT },
  { "sext.w", WHOLE, COPY_SIGNS },
  { "nop", SAME, COPY_NOTHING },
  { "sd sw sh sb fsd fsw", SAME, COPY_OTHER },
  { "ld lw lwu lh lhu lb lbu fld flw la amo*", WHOLE, COPY_OTHER },
  { "addw addiw subw negw mulw mulh mulhu mulhsu div* rem* sll sllw slliw srl srli srlw "
    "srliw sra srai sraw sraiw slt slti sltu sltiu seqz snez sltz sgtz",
    WHOLE, COPY_OTHER },
  /* Of floating-point registers; what an instruction reads and changes is no step's.  */
  { "f*", WHOLE, COPY_OTHER }
};

static const struct opcode *
find_opcode (struct copy_text name)
{
  for (size_t i = 0; i < sizeof opcodes / sizeof *opcodes; i++)
    if (copy_text_is (name, opcodes[i].names))
      return &opcodes[i];
  return NULL;
}

/* Let S, an addition, be the address that it is.  */
static int
understand_sum (struct copy_step *s)
{
  const struct copy_operand *by = &s->op[0], *from = &s->op[1], to = s->op[2];
  struct copy_operand sum = copy_reg_operand (HALT_NO_REG, 0);
  if (s->n != 3 || to.kind != OPERAND_REG)
    return 0;
  if (from->kind == OPERAND_NUMBER && by->kind == OPERAND_NUMBER)
    return 0;
  if (by->kind == OPERAND_NUMBER && from->kind == OPERAND_REG)
    sum.number = by->number;
  else if (by->part == COPY_LOW && from->kind == OPERAND_REG)
    sum = *by;
  else if (by->kind == OPERAND_REG && from->kind == OPERAND_REG)
    sum.index = by->reg;
  else
    return 0;
  sum.kind = OPERAND_MEMORY;
  sum.base = from->reg;
  s->does = COPY_ADDRESS;
  s->n = 2;
  s->op[0] = sum;
  s->op[1] = to;
  return 1;
}

/* Let S, a store to a symbol by way of a register, be two steps.  */
static int
understand_store (struct copy_step *s)
{
  const struct copy_operand by = s->op[0], symbol = s->op[1], value = s->op[2];
  struct copy_operand address = copy_reg_operand (HALT_NO_REG, 0);
  if (by.kind != OPERAND_REG || symbol.kind != OPERAND_MEMORY
      || (value.kind == OPERAND_REG && value.reg == by.reg))
    return 0;
  s[1] = *s;
  s[0] = (struct copy_step) { .name = copy_text_of ("lla"),
			      .does = COPY_ADDRESS,
			      .effects = WHOLE,
			      .n = 2,
			      .op = { symbol, by } };
  address.kind = OPERAND_MEMORY;
  address.base = by.reg;
  s[1].n = 2;
  s[1].op[0] = address;
  s[1].op[1] = value;
  return 2;
}

/* Find out what S does.  Return how many steps it is.  */
static int
understand (struct copy_step *s)
{
  const struct opcode *o = find_opcode (s->name);
  struct copy_operand *by = &s->op[0];
  if (!o)
    return 0;
  s->effects = s->n && s->op[s->n - 1].kind == OPERAND_NUMBER
		 ? SAME
		 : o->effects;
  s->does = o->does;
  if (copy_text_is (s->name, "lui"))
    {
      s->does = by->part ? COPY_ADDRESS : COPY_MOVE;
      by->number = by->part ? by->number
			    : (int32_t) ((uint32_t) by->number << 12);
      return by->part == COPY_HIGH || by->kind == OPERAND_NUMBER;
    }
  if (s->does == COPY_ADD)
    return understand_sum (s);
  if (s->does == COPY_SIGNS)
    by->bytes = 4;
  if (copy_text_is (s->name, "la"))
    {
      /* It may be found elsewhere.  */
      by->kind = OPERAND_OTHER;
      return by->text.size && !by->number;
    }
  if (o->effects == SAME && s->n == 3)
    return understand_store (s);
  return 1;
}

/* Cut the label that S jumps to, and find out whether it does.  */
static int
read_jump (struct copy_text *r, struct copy_step *s)
{
  s->kind = COPY_JUMP;
  s->condition = s->n ? riscv64_branch (s->name) : COPY_ALWAYS;
  s->does = s->n ? COPY_COMPARE : COPY_OTHER;
  s->effects = SAME;
  if (s->n == 1)
    {
      /* With 0, which "beqz" does not name.  */
      s->op[1] = s->op[0];
      s->op[0] = copy_number_operand (0);
      s->op[0].text = copy_text_of ("zero");
      s->name.size--;
      s->n = 2;
    }
  return copy_read_label (r, s);
}

int
riscv64_read_insn (struct copy_text *r, struct copy_step *s)
{
  struct copy_text name = s->name = copy_cut_word (r);
  bool jumps = copy_text_is (name, riscv64_copies.jumps);
  int commas = 0;
  for (int i = 0; i < r->size; i++)
    commas += r->at[i] == ',';
  if (copy_cut (r, '/') && (!jumps || commas))
    do
      {
	if (s->n == 4)
	  return 0;
	memmove (&s->op[1], &s->op[0], s->n++ * sizeof s->op[0]);
	if (!read_operand (r, &s->op[0]))
	  return 0;
      }
    while (copy_cut (r, ',') && --commas >= jumps);
  return jumps ? read_jump (r, s) : understand (s);
}
