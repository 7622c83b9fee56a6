/* SPDX-License-Identifier: GPL-3.0-or-later */
/* AArch64's instructions in copies, read as steps: each has its operands the other way
   round than in the text, so that its destination is the last one.  */

#include <ctype.h>
#include <string.h>

#include "recipes/aarch64/aarch64.h"

/* --- operands --------------------------------------------------------------- */

/* A symbol and a number.  */
static bool
read_symbol (struct copy_text *r, struct copy_operand *o)
{
  o->text = copy_cut_word (r);
  o->number = 0;
  return o->text.size > 0
	 && (!r->size || !strchr ("+-", *r->at)
	     || copy_cut_number (r, &o->number));
}

/* ":lo12:SYMBOL"; others stay as they are written, O's text.  */
static bool
read_part (struct copy_text *r, struct copy_operand *o)
{
  const char *start = r->at;
  copy_cut (r, ':');
  bool low = copy_text_is (copy_cut_word (r), "lo12");
  if (!copy_cut (r, ':') || !read_symbol (r, o))
    return false;
  o->part = COPY_LOW;
  if (!low)
    {
      o->text = (struct copy_text) { start, r->at - start };
      o->number = 0;
    }
  return true;
}

static bool
begins_part (const struct copy_text *r)
{
  return copy_text_is (*r, ":*") || copy_text_is (*r, "#:*");
}

static bool
read_general (struct copy_text *r, struct copy_operand *o)
{
  struct copy_text word = copy_cut_word (r);
  int bytes, reg = aarch64_general_reg (' ', word, &bytes);
  *o = copy_reg_operand (reg, bytes);
  return reg != HALT_NO_REG && reg != A64_SP;
}

/* "[BASE]", "[BASE,NUMBER]", "[BASE,:lo12:SYMBOL]", "[BASE,INDEX,lsl/SHIFT]"; an index of
   four bytes is not read.  */
static bool
read_memory (struct copy_text *r, struct copy_operand *o)
{
  struct copy_operand reg;
  int64_t shift;
  if (!read_general (r, &reg) || reg.bytes != 8)
    return false;
  *o = copy_reg_operand (HALT_NO_REG, 0);
  o->kind = OPERAND_MEMORY;
  o->base = reg.reg;
  if (copy_cut (r, ']'))
    return true;
  if (!copy_cut (r, ','))
    return false;
  if (begins_part (r))
    {
      copy_cut (r, '#');
      return read_part (r, o) && copy_cut (r, ']');
    }
  if (*r->at != 'x')
    return copy_cut_number (r, &o->number) && copy_cut (r, ']');
  if (!read_general (r, &reg))
    return false;
  o->index = reg.reg;
  if (copy_cut (r, ','))
    {
      if (!copy_text_is (copy_cut_word (r), "lsl") || !copy_cut (r, '/')
	  || !copy_cut_number (r, &shift) || shift > 4)
	return false;
      o->scale = 1 << shift;
    }
  return copy_cut (r, ']');
}

/* What is none of the others, up to the next comma: a vector register and its lane, a
   shift, a condition; part of a symbol's address.  */
static bool
read_other (struct copy_text *r, struct copy_operand *o)
{
  const char *start = r->at;
  *o = copy_reg_operand (HALT_NO_REG, 0);
  o->kind = OPERAND_OTHER;
  while (r->size && *r->at != ',')
    copy_cut (r, *r->at);
  o->text = (struct copy_text) { start, r->at - start };
  return o->text.size > 0;
}

static bool
read_operand (struct copy_text *r, struct copy_operand *o)
{
  struct copy_text rest = *r, word = copy_cut_word (&rest);
  int bytes;
  *o = copy_reg_operand (HALT_NO_REG, 0);
  if (copy_cut (r, '['))
    return read_memory (r, o);
  if (begins_part (r))
    {
      copy_cut (r, '#');
      o->kind = OPERAND_MEMORY;
      return read_part (r, o);
    }
  if (aarch64_general_reg (' ', word, &bytes) != HALT_NO_REG)
    return read_general (r, o);
  if (copy_text_is (word, "xzr wzr"))
    {
      *o = copy_number_operand (0);
      o->text = copy_cut_word (r);
      return true;
    }
  if (word.size && !isdigit ((unsigned char) *word.at))
    return read_other (r, o);
  o->kind = OPERAND_NUMBER;
  return copy_cut_number (r, &o->number);
}

/* --- instructions ----------------------------------------------------------- */

enum
{
  WHOLE = COPY_WHOLE | COPY_KEEPS,
  SAME = COPY_SAME | COPY_KEEPS,
  CHANGES = COPY_KEEPS,
  SETS = COPY_WHOLE | COPY_SETS,
  TESTS = COPY_SAME | COPY_SETS,
  ASKS = COPY_ASKS | COPY_WHOLE | COPY_KEEPS,
  TAKES = COPY_TAKES
};

/* Source: Arm Architecture Reference Manual for A-profile architecture, C6.2; the first
   one holds that has a name.  */
static const struct opcode
{
  const char *names;
  int effects;
  enum copy_does does;
  int n;			/* with more operands it does something else */
} opcodes[] = {
  { "mov", WHOLE, COPY_MOVE, 2 },
  { "add", WHOLE | TAKES, COPY_ADD, 0 },
  { "sub", WHOLE | TAKES, COPY_SUBTRACT, 0 },
  { "and", WHOLE, COPY_AND, 3 },
  { "orr", WHOLE, COPY_OR, 3 },
  { "eor", WHOLE, COPY_XOR, 3 },
  { "lsl", WHOLE, COPY_SHIFT, 3 },
  { "mul", WHOLE, COPY_MULTIPLY, 3 },
  { "neg", WHOLE, COPY_NEGATE, 2 },
  { "mvn", WHOLE, COPY_NOT, 2 },
  { "uxtb uxth uxtw", WHOLE, COPY_ZEROS, 2 },
  { "sxtb sxth sxtw", WHOLE, COPY_SIGNS, 2 },
  { "cmp", TESTS | TAKES, COPY_COMPARE, 2 },
  { "tst", TESTS, COPY_TEST, 2 },
  { "ccmp ccmn", TESTS | COPY_ASKS, COPY_ASK, 0 },
  { "csel csinc csinv csneg cinc cinv cneg cset csetm", ASKS, COPY_ASK, 0 },
  { "nop", SAME, COPY_NOTHING, 0 },
  { "cmn", TESTS, COPY_COMPARE, 2 },
  { "fcmp fcmpe", TESTS, COPY_OTHER, 0 },
  { "fccmp fccmpe", TESTS | COPY_ASKS, COPY_OTHER, 0 },
  { "adds subs ands bics negs", SETS, COPY_OTHER, 0 },
  { "adc sbc ngc fcsel", ASKS, COPY_OTHER, 0 },
  { "adcs sbcs ngcs", SETS | COPY_ASKS, COPY_OTHER, 0 },
  { "movk bfi bfxil bfc", CHANGES, COPY_OTHER, 0 },
  { "str strb strh stur* stlr*", SAME, COPY_OTHER, 0 },
  { "stp", SAME, COPY_OTHER, 0 },
  { "ldp ldpsw", WHOLE | COPY_EXCHANGES, COPY_OTHER, 0 },
  { "ldr* ldur* ldar* ldapr*", WHOLE, COPY_OTHER, 0 },
  { "ldadd* ldset* ldclr* ldeor* swp*", CHANGES | COPY_EXCHANGES, COPY_OTHER, 0 },
  { "stadd* stset* stclr* steor* prfm dmb", SAME, COPY_OTHER, 0 },
  { "madd msub smull umull smulh umulh smaddl umaddl smsubl umsubl mneg smnegl umnegl "
    "sdiv udiv bic orn eon lsr asr ror extr ubfx sbfx ubfiz sbfiz clz cls rbit rev rev16 "
    "rev32 movz movn mrs adrp",
    WHOLE, COPY_OTHER, 0 },
  /* Of vector registers; where these read and change one, it is no step's.  */
  { "f* scvtf ucvtf umov smov movi mvni dup", WHOLE, COPY_OTHER, 0 },
  { "ins", CHANGES, COPY_OTHER, 0 }
};

static const struct opcode *
find_opcode (struct copy_text name)
{
  for (size_t i = 0; i < sizeof opcodes / sizeof *opcodes; i++)
    if (copy_text_is (name, opcodes[i].names))
      return &opcodes[i];
  return NULL;
}

static bool
is_reg (const struct copy_operand *o, int bytes)
{
  return o->kind == OPERAND_REG && o->bytes == bytes;
}

/* Let S be TO = ADDRESS.  */
static void
make_address (struct copy_step *s, struct copy_operand address,
	      struct copy_operand to)
{
  s->does = COPY_ADDRESS;
  s->effects = WHOLE;
  s->name = copy_text_of ("add");
  s->n = 2;
  s->op[0] = address;
  s->op[1] = to;
}

/* The number of bits that T, "lsl/NUMBER", shifts by; -1: it is something else.  */
static int64_t
shift_count (struct copy_text t)
{
  int64_t count;
  return copy_text_is (copy_cut_word (&t), "lsl") && copy_cut (&t, '/')
	     && copy_cut_number (&t, &count)
	   ? count
	   : -1;
}

/* Let S, an addition or a subtraction, be an address if it is one, of 8 bytes.  Return
   how many steps it is.  */
static int
understand_sum (struct copy_step *s)
{
  struct copy_operand *by = &s->op[s->n == 4], *from = by + 1, *to = by + 2;
  struct copy_operand sum = copy_reg_operand (HALT_NO_REG, 0);
  bool adds = s->does == COPY_ADD;
  int64_t shift = s->n == 4 ? shift_count (s->op[0].text) : 0;
  if (s->n < 3)
    return 0;
  if (s->n == 4)
    s->does = COPY_OTHER;
  if (!is_reg (from, 8) || !is_reg (to, 8) || shift < 0 || shift > 15)
    return 1;
  if (by->kind == OPERAND_NUMBER && !by->text.size)
    sum.number = (adds ? by->number : -by->number) * (INT64_C (1) << shift);
  else if (by->part == COPY_LOW && s->n == 3)
    sum = *by;
  else if (is_reg (by, 8) && adds)
    {
      sum.index = by->reg;
      sum.scale = 1 << shift;
    }
  else
    return 1;
  sum.kind = OPERAND_MEMORY;
  sum.base = from->reg;
  make_address (s, sum, *to);
  return 1;
}

/* Let S, "madd", be two steps, if the first one does not change what the second
   reads.  */
static int
understand_madd (struct copy_step *s)
{
  const struct copy_operand more = s->op[0], to = s->op[3];
  if (s->n != 4 || more.kind != OPERAND_REG || to.kind != OPERAND_REG
      || more.reg == to.reg)
    return 1;
  for (int i = 0; i < 3; i++)
    s->op[i] = s->op[i + 1];
  s->n = 3;
  s->does = COPY_MULTIPLY;
  s->name = copy_text_of ("mul");
  s[1] = (struct copy_step) { .name = copy_text_of ("add"),
			      .does = COPY_ADD,
			      .effects = WHOLE,
			      .n = 3,
			      .op = { more, to, to } };
  understand_sum (&s[1]);
  return 2;
}

/* Let S, which leaves BY more in the register of its address, be two steps: before the
   access, if EARLY, or behind it.  */
static int
understand_step (struct copy_step *s, int64_t by, bool early)
{
  struct copy_operand address = s->op[0];
  struct copy_step access = *s;
  access.op[0].number = 0;
  address.number = by;
  make_address (&s[early ? 0 : 1], address, copy_reg_operand (address.base, 8));
  s[early ? 1 : 0] = access;
  return 2;
}

/* Let S, "cmn" or "ccmn", be a comparison with minus the number that it adds; false if
   that is 0 or no number.  */
static bool
understand_cmn (struct copy_step *s)
{
  struct copy_operand *by = &s->op[s->n - 2];
  if (by->kind != OPERAND_NUMBER || by->number == 0)
    return false;
  by->number = -by->number;
  s->name = copy_text_of (s->does == COPY_ASK ? "ccmp" : "cmp");
  return true;
}

/* Find out what S does.  Return how many steps it is.  */
static int
understand (struct copy_step *s)
{
  const struct opcode *o = find_opcode (s->name);
  struct copy_operand *by = &s->op[0];
  char last = s->name.at[s->name.size - 1];
  if (!o)
    return 0;
  s->effects = o->effects;
  s->does = o->n && o->n != s->n ? COPY_OTHER : o->does;
  if (s->effects & COPY_ASKS
      && (s->condition = aarch64_find_condition (by->text)) < 0
      && s->does == COPY_ASK)
    return 0;
  if (copy_text_is (s->name, "cmn ccmn") && !understand_cmn (s))
    s->does = COPY_OTHER;
  if (s->does == COPY_ZEROS || s->does == COPY_SIGNS)
    by->bytes = last == 'b' ? 1 : last == 'h' ? 2 : 4;
  if (s->does == COPY_ADD || s->does == COPY_SUBTRACT)
    return understand_sum (s);
  if (copy_text_is (s->name, "madd"))
    return understand_madd (s);
  if (copy_text_is (s->name, "adrp") && by->kind == OPERAND_OTHER)
    {
      struct copy_text text = by->text;
      by->kind = OPERAND_MEMORY;
      by->part = COPY_HIGH;
      s->does = COPY_ADDRESS;
      return read_symbol (&text, by) && !text.size;
    }
  return 1;
}

/* Cut the label that S jumps to, and find out whether it does.  */
static int
read_jump (struct copy_text *r, struct copy_step *s)
{
  struct copy_text condition = s->name;
  bool bit = copy_text_is (s->name, "tb*");
  s->kind = COPY_JUMP;
  s->effects = s->n ? SAME : COPY_ASKS | COPY_KEEPS;
  if (!copy_read_label (r, s))
    return 0;
  condition.at++, condition.size--;
  copy_cut (&condition, '.');
  s->condition
    = s->n ? aarch64_find_condition (copy_text_of (s->name.size == 3 ? "eq"
								     : "ne"))
      : condition.size ? aarch64_find_condition (condition)
		       : COPY_ALWAYS;
  if (s->n == 0)
    return 1;
  /* BY is 0, or a number with just that bit.  */
  s->does = bit ? COPY_TEST : COPY_COMPARE;
  s->op[1] = s->op[bit];
  s->op[0] = copy_number_operand (bit ? INT64_C (1) << s->op[0].number : 0);
  s->n = 2;
  return 1;
}

int
aarch64_read_insn (struct copy_text *r, struct copy_step *s)
{
  struct copy_text name = s->name = copy_cut_word (r);
  bool jumps = copy_text_is (name, aarch64_copies.jumps), early = false;
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
	early = copy_cut (r, '!');
      }
    while (copy_cut (r, ',') && --commas >= jumps);
  if (jumps)
    return read_jump (r, s);
  struct copy_operand first = s->op[0];
  bool late = s->n > 1 && first.kind == OPERAND_NUMBER
	      && s->op[1].kind == OPERAND_MEMORY
	      && s->op[1].base != HALT_NO_REG;
  if (late)
    memmove (&s->op[0], &s->op[1], --s->n * sizeof s->op[0]);
  int n = understand (s);
  return n == 1 && (early || late) ? understand_step (s, first.number, early)
				   : n;
}
