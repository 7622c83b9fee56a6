/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What copies have to know of x86-64: its assembler's text (AT&T), its instructions.  */

#include <ctype.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "recipes/x86/x86.h"

/* --- text ------------------------------------------------------------------- */

/* Registers other than the stack pointer; how a symbol may be reached.  */
static int
is_word (char before, struct copy_text word)
{
  return before == '%'	 ? word.size && !copy_text_is (word, "rsp esp sp spl")
	 : before == '@' ? copy_text_is (word, "GOTPCREL PLT tpoff gottpoff")
			 : -1;
}

/* --- operands --------------------------------------------------------------- */

static int
general_reg (char before, struct copy_text name, int *bytes)
{
  static struct x86_name names[X86_XMM0][4];
  if (!*names[0][0].text)
    for (int r = 0; r < X86_XMM0; r++)
      for (int w = 0; w < 4; w++)
	names[r][w] = x86_name (r, 1 << w);
  for (int r = 0; r < X86_XMM0 && before == '%'; r++)
    for (int w = 0; w < 4; w++)
      if (copy_text_is (name, names[r][w].text + 1))
	{
	  *bytes = 1 << w;
	  return r;
	}
  return HALT_NO_REG;
}

/* A whole general register's name; false if it is none.  */
static bool
read_address_reg (struct copy_text *r, int *reg)
{
  int bytes;
  *reg = copy_cut (r, '%') ? general_reg ('%', copy_cut_word (r), &bytes)
			   : HALT_NO_REG;
  return *reg != HALT_NO_REG && bytes == 8 && *reg != X86_SP;
}

static bool
good_scale (int scale)
{
  return scale == 1 || scale == 2 || scale == 4 || scale == 8;
}

/* "(BASE,INDEX,SCALE)" or "(%rip)".  */
static bool
read_registers (struct copy_text *r, struct copy_operand *o)
{
  if (!copy_cut (r, '('))
    return true;
  o->relative = copy_text_is (*r, "%rip)*");
  if (o->relative)
    {
      copy_cut (r, '%');
      copy_cut_word (r);
    }
  else if (r->size && *r->at != ',' && !read_address_reg (r, &o->base))
    return false;
  if (copy_cut (r, ','))
    {
      if (!read_address_reg (r, &o->index))
	return false;
      if (copy_cut (r, ','))
	o->scale = strtol (copy_cut_word (r).at, NULL, 10);
    }
  return copy_cut (r, ')') && good_scale (o->scale);
}

/* A sum of numbers and at most one symbol, which is O's text, with an '@' behind it
   maybe.  */
static bool
read_sum (struct copy_text *r, struct copy_operand *o)
{
  while (r->size && *r->at != '(' && *r->at != ',')
    {
      bool minus = copy_cut (r, '-');
      if (!minus)
	copy_cut (r, '+');
      struct copy_text word = copy_cut_word (r);
      if (!word.size)
	return false;
      if (isdigit ((unsigned char) *word.at))
	{
	  char *end;
	  uint64_t n = strtoull (word.at, &end, 0);
	  if (end != word.at + word.size)
	    return false;
	  o->number += minus ? -n : n;
	  continue;
	}
      if (minus || o->text.size)
	return false;
      o->text = word;
      if (copy_cut (r, '@'))
	o->text.size += 1 + copy_cut_word (r).size;
    }
  return true;
}

/* A register, not one that is used besides what is named; or a segment and what is in
   it.  */
static bool
read_register (struct copy_text *r, struct copy_operand *o)
{
  const char *start = r->at;
  copy_cut (r, '%');
  struct copy_text name = copy_cut_word (r);
  if (copy_cut (r, ':'))
    {
      o->segment = *name.at;
      return (copy_text_is (name, "fs*") || copy_text_is (name, "gs"))
	     && read_sum (r, o) && read_registers (r, o);
    }
  o->text = (struct copy_text) { start, r->at - start };
  o->reg = general_reg ('%', name, &o->bytes);
  o->kind = o->reg != HALT_NO_REG ? OPERAND_REG : OPERAND_OTHER;
  return !copy_text_is (name, "cl ah bh ch dh");
}

static bool
read_operand (struct copy_text *r, struct copy_operand *o)
{
  const char *start = r->at;
  *o = copy_reg_operand (HALT_NO_REG, 0);
  o->kind = OPERAND_MEMORY;
  if (r->size && *r->at == '%')
    return read_register (r, o);
  if (!copy_cut (r, '$'))
    return read_sum (r, o) && read_registers (r, o);
  if (!read_sum (r, o))
    return false;
  o->kind = o->text.size ? OPERAND_OTHER : OPERAND_NUMBER;
  if (o->text.size)
    o->text = (struct copy_text) { start, r->at - start };
  return true;
}

/* --- instructions ----------------------------------------------------------- */

enum
{
  WHOLE = COPY_WHOLE,
  SAME = COPY_SAME,
  SETS = COPY_SETS,
  KEEPS = COPY_KEEPS,
  ASKS = COPY_ASKS,
  SWAPS = COPY_EXCHANGES,
  TAKES = COPY_TAKES
};

/* The first one holds that has a name: with one of the suffixes that say its width or
   without, or, with a '*', all that begin so.  */
static const struct opcode
{
  const char *name;
  int effects;
  enum copy_does does;
} opcodes[] = {
  { "mov", WHOLE | KEEPS | TAKES, COPY_MOVE },
  { "lea", WHOLE | KEEPS, COPY_ADDRESS },
  { "add", SETS | TAKES, COPY_ADD },
  { "sub", SETS | TAKES, COPY_SUBTRACT },
  { "and", SETS | TAKES, COPY_AND },
  { "or", SETS | TAKES, COPY_OR },
  { "xor", SETS | TAKES, COPY_XOR },
  { "shl", 0, COPY_SHIFT },
  { "sal", 0, COPY_SHIFT },
  { "neg", SETS, COPY_NEGATE },
  { "not", KEEPS, COPY_NOT },
  { "imul", SETS, COPY_MULTIPLY },
  { "cmp", SAME | SETS | TAKES, COPY_COMPARE },
  { "test", SAME | SETS | TAKES, COPY_TEST },
  { "bt", SAME, COPY_OTHER },
  { "popcnt", WHOLE | SETS, COPY_OTHER },
  { "lzcnt", WHOLE | SETS, COPY_OTHER },
  { "tzcnt", WHOLE | SETS, COPY_OTHER },
  { "adc", SETS | ASKS | TAKES, COPY_OTHER },
  { "sbb", SETS | ASKS | TAKES, COPY_OTHER },
  { "nop", SAME | KEEPS, COPY_NOTHING },
  { "movz*", WHOLE | KEEPS, COPY_ZEROS },
  { "movs*", WHOLE | KEEPS, COPY_SIGNS },
  { "movabs*", WHOLE | KEEPS, COPY_MOVE },
  { "mov*", KEEPS, COPY_OTHER },
  { "cmov*", ASKS | KEEPS, COPY_ASK },
  { "set*", ASKS | KEEPS, COPY_ASK },
  { "j*", ASKS | KEEPS, COPY_OTHER },
  { "xchg*", SWAPS, COPY_OTHER },
  { "xadd*", SWAPS, COPY_OTHER }
};

/* Others that use no general register but those that they name: they may read and
   change these, and flags.  */
static const char others[]
  = "add* sub* and* or* xor* not* inc* dec* shl* shr* sar* sal* rol* ror* bt* bs* "
    "mul* div* cvt* sqrt* pxor* padd* psub* por* pand* un* vmov* vadd* vsub* vmul* "
    "vdiv* vcvt* vxor* vpadd* vpsub* vpxor* vpor* vpand*";

/* What use registers besides: GCC does not write the cl of shld.  */
static const char unnamed[] = "jrcxz jecxz mulx* shld* shrd*";

/* The opcode called NAME; how much of that says which.  NULL: it is not known.  */
static const struct opcode *
find_opcode (struct copy_text name, int *length)
{
  static const struct opcode other = { "", 0, COPY_OTHER };
  for (size_t i = 0; i < sizeof opcodes / sizeof *opcodes; i++)
    {
      const struct opcode *o = &opcodes[i];
      *length = strcspn (o->name, "*");
      if (name.size >= *length && memcmp (name.at, o->name, *length) == 0
	  && (o->name[*length] || name.size == *length
	      || (name.size == *length + 1
		  && strchr ("bwlq", name.at[*length]))))
	return o;
    }
  return copy_text_is (name, others) ? &other : NULL;
}

/* The number of the condition that NAME says, "ne" say; -1: it says none.  */
static int
find_condition (struct copy_text name)
{
  static const char *const names[] = {
    "o",  "b c nae",  "e z",   "be na", "s",  "p pe",  "l nge", "le ng",
    "no", "ae nb nc", "ne nz", "a nbe", "ns", "np po", "ge nl", "g nle"
  };
  for (int i = 0; i < 16; i++)
    if (copy_text_is (name, names[i]))
      return i;
  return -1;
}

#define CONDITION_BELOW 1

static bool
holds (int number, const struct copy_test *t)
{
  const struct copy_outcome o = copy_outcome (t);
  const int64_t r = o.result;
  const bool is[] = {
    o.overflow,
    o.borrow,
    r == 0,
    o.borrow || r == 0,
    r < 0,
    !__builtin_parity ((unsigned) r & 0xff),
    (r < 0) != o.overflow,
    r == 0 || (r < 0) != o.overflow
  };
  return is[number % 8] != (number >= 8);
}

/* What moves as many bytes as TO has.  */
static struct copy_text
move_name (const struct copy_operand *to)
{
  return copy_text_of (to->bytes == 8	? "movq"
		       : to->bytes == 4 ? "movl"
		       : to->bytes == 2 ? "movw"
					: "movb");
}

/* A conditional move of 4 bytes clears the others in any case.  */
static void
decide (struct copy_step *s, bool holds)
{
  struct copy_operand to = s->op[s->n - 1];
  if (!copy_text_is (s->name, "cmov*"))
    s->op[0] = copy_number_operand (s->n == 1 ? holds : -holds);
  else if (!holds)
    s->op[0] = to;
  s->op[1] = to;
  s->n = 2;
  s->does = COPY_MOVE;
  s->effects = COPY_WHOLE | COPY_KEEPS;
  s->name = move_name (&to);
}

/* Find out what S, called NAME but for a prefix, does, by its operands too; false if it
   is none that is understood.  */
static bool
understand (struct copy_step *s, struct copy_text name)
{
  int length;
  const struct opcode *o = find_opcode (name, &length);
  const struct copy_operand *by = &s->op[0], *to = &s->op[1];
  if (!o || copy_text_is (name, unnamed)
      || (s->n == 0 && s->kind != COPY_JUMP && o->does != COPY_NOTHING)
      /* With one operand, others are in ax and dx.  */
      || (s->n == 1 && by->kind != OPERAND_OTHER
	  && copy_text_is (name, "mul* imul* div*"))
      /* What is at an address of 64 bits is moved to ax alone.  */
      || (by->kind == OPERAND_MEMORY && copy_text_is (name, "movabs*")))
    return false;
  s->effects = o->effects;
  s->does = o->does;
  if (o->effects & ASKS)
    {
      const struct copy_text rest = { name.at + length, name.size - length };
      s->condition = copy_text_is (name, "jmp") ? COPY_ALWAYS
						: find_condition (rest);
    }
  /* Not shifts by 0.  */
  if ((s->n == 1 || (by->kind == OPERAND_NUMBER && by->number & 31))
      && copy_text_is (name, "shl* shr* sal* sar*"))
    s->effects |= SETS;
  if (o->does == COPY_MULTIPLY && s->n == 3)
    s->effects |= WHOLE;
  else if (o->does == COPY_MULTIPLY)
    s->does = COPY_OTHER;
  /* All bits become the carry if they are subtracted from themselves.  */
  if (copy_text_is (name, "sbb*") && by->kind == OPERAND_REG
      && to->kind == OPERAND_REG && by->reg == to->reg)
    {
      s->does = COPY_ASK;
      s->condition = CONDITION_BELOW;
    }
  /* The width must be told by the name or the other operand.  */
  if (s->n != 2 || to->kind == OPERAND_OTHER
      || (to->kind != OPERAND_REG && name.size == length))
    s->effects &= ~TAKES;
  return true;
}

static int
read_insn (struct copy_text *r, struct copy_step *s)
{
  struct copy_text name = s->name = copy_cut_word (r);
  bool locks = copy_text_is (name, "lock") && copy_cut (r, '/');
  if (locks)
    {
      name = copy_cut_word (r);
      s->name.size += 1 + name.size;
    }
  bool more = copy_cut (r, '/');
  if (more && copy_text_is (name, "call"))
    {
      s->kind = COPY_CALL;
      s->op[0].kind = OPERAND_OTHER;
      s->op[0].text = *r;
      r->at += r->size;
      r->size = 0;
      s->n = 1;
      return 1;
    }
  if (copy_text_is (name, "j*"))
    {
      s->kind = COPY_JUMP;
      if (!more || !copy_read_label (r, s))
	return 0;
    }
  else if (more)
    do
      if (s->n == 3 || !read_operand (r, &s->op[s->n++]))
	return 0;
    while (copy_cut (r, ','));
  if (!understand (s, name))
    return 0;
  if (locks)
    {
      s->effects = (s->effects | SWAPS) & ~TAKES;
      s->does = COPY_OTHER;
    }
  return 1;
}

/* --- evaluated -------------------------------------------------------------- */

static int
set (struct copy_step *s, bool loads)
{
  bool number = s->op[0].kind == OPERAND_NUMBER;
  bool address = s->op[0].kind == OPERAND_MEMORY && !loads;
  int64_t n = s->op[0].number;
  bool narrow = number && n == (int64_t) (uint32_t) n;
  if (address && n != (int32_t) n)
    return 0;
  s->does = address ? COPY_ADDRESS : COPY_MOVE;
  s->op[1].bytes = narrow ? 4 : 8;
  s->name = copy_text_of (narrow		       ? "movl"
			  : address		       ? "leaq"
			  : number && n != (int32_t) n ? "movabsq"
						       : "movq");
  return 1;
}

static bool
address_fits (const struct copy_step *step, const struct copy_operand *o)
{
  (void) step;
  return good_scale (o->scale) && o->number == (int32_t) o->number;
}

/* --- printing --------------------------------------------------------------- */

static void
print_reg (FILE *out, int reg, int bytes, const signed char *as)
{
  int r = reg < COPY_GIVEN ? as[reg] : reg - COPY_GIVEN;
  fprintf (out, "%%%s", x86_name (r, bytes).text);
}

static void
print_memory (FILE *out, const struct copy_operand *o, const signed char *as,
	      int depth)
{
  int64_t number = o->number + (o->base == COPY_GIVEN + X86_SP ? depth : 0);
  bool regs = o->base != HALT_NO_REG || o->index != HALT_NO_REG;
  if (o->segment)
    fprintf (out, "%%%%%cs:", o->segment);
  fprintf (out, "%.*s", o->text.size, o->text.size ? o->text.at : "");
  if (number && o->text.size)
    fprintf (out, "%+" PRId64, number);
  else if (number || (!o->text.size && !regs))
    fprintf (out, "%" PRId64, number);
  if (o->relative)
    fputs ("(%%rip)", out);
  if (!regs)
    return;
  fputc ('(', out);
  if (o->base != HALT_NO_REG)
    print_reg (out, o->base, 8, as);
  if (o->index != HALT_NO_REG)
    {
      fputc (',', out);
      print_reg (out, o->index, 8, as);
      if (o->scale != 1 || o->base == HALT_NO_REG)
	fprintf (out, ",%d", o->scale);
    }
  fputc (')', out);
}

static void
print_operand (FILE *out, const struct copy_operand *o, const signed char *as,
	       int depth)
{
  switch (o->kind)
    {
    case OPERAND_OTHER:
      copy_print_text (out, o->text);
      break;
    case OPERAND_NUMBER:
      fprintf (out, "$%" PRId64, o->number);
      break;
    case OPERAND_REG:
      print_reg (out, o->reg, o->bytes, as);
      break;
    case OPERAND_MEMORY:
      print_memory (out, o, as, depth);
      break;
    }
}

static void
print_step (FILE *out, const struct copy_step *s, const signed char *as,
	    int depth)
{
  copy_print_text (out, s->name);
  if (s->kind == COPY_JUMP)
    fprintf (out, "\t%d%c", COPY_FIRST_LABEL + s->label, s->back ? 'b' : 'f');
  for (int i = 0; i < s->n; i++)
    {
      fputc (i == 0 ? '\t' : ',', out);
      print_operand (out, &s->op[i], as, depth);
    }
}

/* --- pots ------------------------------------------------------------------- */

static void
exchange (FILE *out, int one, int other)
{
  fprintf (out, "xchgq\t%%%s,%%%s", x86_name (one, 8).text,
	   x86_name (other, 8).text);
}

static void
wrap_call (struct pot *pot, const char *symbol, const struct reg_set *changes)
{
  for (int r = 0; r < X86_XMM0; r++)
    if (reg_set_has (changes, r))
      pot_reg (pot, POT_CALL, OP_PUSH, r, 8, 0);
  pot_symbol (pot, POT_CALL, OP_TEXT_CALL, HALT_NO_REG,
	      pot_text (pot, "call\t%s", symbol));
  for (int r = X86_XMM0; r-- > 0;)
    if (reg_set_has (changes, r))
      pot_reg (pot, POT_CALL, OP_POP, r, 8, 0);
  pot_symbol (pot, POT_CALL, OP_TEXT, HALT_NO_REG, "ret");
}

const struct copy_machine x86_64_copies = {
  .call = "call",
  .jump = "jmp",
  .ret = "ret",
  .entry = "endbr64",
  .marks = "$(),+-:%@",
  .jumps = "j*",
  .prefixes = "lock rep*",
  .unfit = "push* pop popw popl popq popf* popa* enter* leave* int* iret* sysret* lret* "
	   "lcall* ljmp* loop* xbegin* bnd* notrack* data16* call* ret*",
  .is_word = is_word,
  .reg = general_reg,
  .n_regs = X86_XMM0,
  .args = COPY_BIT (X86_DI) | COPY_BIT (X86_SI) | COPY_BIT (X86_DX)
	  | COPY_BIT (X86_CX) | COPY_BIT (X86_R8) | COPY_BIT (X86_R9),
  .sp = X86_SP,
  .result = X86_AX,
  .number_bits = 32,
  .read = read_insn,
  .print = print_step,
  .holds = holds,
  .decide = decide,
  .set = set,
  .fits = address_fits,
  .flags_in = X86_AX,
  .retests = true,
  /* It may be what unwind information is computed from.  */
  .unsaved = X86_R10,
  /* A call's 5 bytes, and what it steps over the red zone with.  */
  .small = 8,
  .exchange = exchange,
  .wrap = wrap_call
};
