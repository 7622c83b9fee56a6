/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A copy is evaluated as far as its point says: constants, the id's offset and
   the address of an access are put into its instructions, and tests whose outcome
   is known, with what then is never executed, are left out.

   What a register has is known as a form.  A sum of the program's registers needs
   no instruction until something other than an address is made of it; a number
   that is added to a register's is carried along, through copies, shifts and
   sums, to the address that is formed in the end, where adding it is free.

   Source: partial evaluation, as in N. D. Jones, C. K. Gomard, P. Sestoft, Partial
   Evaluation and Automatic Program Generation, 1993; online, of straight
   code, with no more than joins of equal forms at labels.  */

#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include "halt/format.h"
#include "recipes/x86/copy.h"

#define TEXT(S) { S, sizeof (S) - 1 }

/* What is known of the flags.  */
struct known_flags
{
  bool known;
  bool carry, zero, sign, overflow, parity;
};

struct state
{
  struct copy_value reg[X86_XMM0];
  struct known_flags flags;
  bool reached;
};

/* What a register of the routine's has been given, so that two that have the same can
   be told: a sum, or what NAME makes of NUMBER and what the register had.  */
struct expression
{
  struct copy_text name;
  const char *symbol;
  int64_t number;
  int base, index, scale;
  int had;
};

struct folder
{
  const struct copy_steps *in;
  struct copy_steps *out;
  uint32_t live[COPY_MAX_STEPS + 1];
  uint32_t written;		/* registers that any step writes */
  int at;			/* the step that is evaluated */
  struct state now;
  struct state come[COPY_LABELS]; /* by label: with what jumps there come ... */
  int ways[COPY_LABELS];	/* ... and how many ways lead there */
  struct expression known[COPY_MAX_STEPS];
  int n_known;
  bool failed;
};

static bool
fail (struct folder *f)
{
  f->failed = true;
  return false;
}

static struct copy_step *
put_step (struct folder *f, const struct copy_step *s)
{
  static struct copy_step none;
  if (f->out->n == COPY_MAX_STEPS)
    {
      fail (f);
      return &none;
    }
  f->out->step[f->out->n] = *s;
  return &f->out->step[f->out->n++];
}

static struct copy_operand
reg_operand (int reg, int bytes)
{
  return (struct copy_operand) {
    .kind = OPERAND_REG,
    .reg = reg,
    .bytes = bytes,
    .base = HALT_NO_REG,
    .index = HALT_NO_REG,
    .scale = 1
  };
}

static struct copy_operand
number_operand (int64_t number)
{
  struct copy_operand o = reg_operand (HALT_NO_REG, 0);
  o.kind = OPERAND_NUMBER;
  o.number = number;
  return o;
}

/* NAME FROM, %REG.  */
static void
put_to (struct folder *f, struct copy_text name, struct copy_operand from,
	int reg, int bytes)
{
  struct copy_step s = {
    .kind = COPY_INSN, .name = name, .what = COPY_WHOLE, .n = 2
  };
  s.op[0] = from;
  s.op[1] = reg_operand (reg, bytes);
  put_step (f, &s);
}

/* The number of expression E, from 1 on; 0: there are too many.  */
static int
number_expression (struct folder *f, const struct expression *e)
{
  for (int i = 0; i < f->n_known; i++)
    {
      const struct expression *k = &f->known[i];
      if (k->symbol == e->symbol && k->number == e->number && k->base == e->base
	  && k->index == e->index && k->scale == e->scale && k->had == e->had
	  && k->name.size == e->name.size
	  && (!e->name.size
	      || memcmp (k->name.at, e->name.at, e->name.size) == 0))
	return i + 1;
    }
  if (f->n_known == COPY_MAX_STEPS)
    return 0;
  f->known[f->n_known++] = *e;
  return f->n_known;
}

/* The number of sum V; without its own number if BARE.  */
static int
number_sum (struct folder *f, const struct copy_value *v, bool bare)
{
  const struct expression e = { .symbol = v->symbol,
				.number = bare ? 0 : v->number,
				.base = v->base,
				.index = v->index,
				.scale = v->scale };
  return number_expression (f, &e);
}

/* Whether NUMBER can be part of an instruction.  */
static bool
fits (int64_t number)
{
  return number == (int32_t) number;
}

static bool
is_number (const struct copy_value *v)
{
  return v->form == FORM_SUM && v->base == HALT_NO_REG
	 && v->index == HALT_NO_REG && !v->symbol;
}

/* Whether V is what one of the program's registers holds, plus a number.  */
static bool
is_register (const struct copy_value *v)
{
  return v->form == FORM_SUM && v->base != HALT_NO_REG
	 && v->index == HALT_NO_REG && !v->symbol;
}

static struct copy_value
own (int64_t number)
{
  return (struct copy_value) { .form = FORM_OWN, .number = number, .scale = 1 };
}

static bool
same (const struct copy_value *a, const struct copy_value *b)
{
  if (a->form != b->form || a->number != b->number)
    return false;
  if (a->form == FORM_WORD)
    return a->scale == b->scale && strcmp (a->symbol, b->symbol) == 0;
  if (a->form == FORM_OWN)
    return a->scale == b->scale;
  return a->form != FORM_SUM
	 || (a->base == b->base && a->index == b->index && a->scale == b->scale
	     && !a->symbol == !b->symbol
	     && (!a->symbol || strcmp (a->symbol, b->symbol) == 0));
}

static struct copy_text
whole_text (const char *s)
{
  return (struct copy_text) { s, s ? strlen (s) : 0 };
}

static int
given_reg (int reg)
{
  return reg == HALT_NO_REG ? reg : COPY_GIVEN + reg;
}

/* V, a sum, as an address; without its number if BARE.  */
static struct copy_operand
sum_operand (const struct copy_value *v, bool bare)
{
  struct copy_operand o = reg_operand (HALT_NO_REG, 0);
  o.kind = OPERAND_MEMORY;
  o.text = whole_text (v->symbol);
  o.number = bare ? 0 : v->number;
  o.base = given_reg (v->base);
  o.index = given_reg (v->index);
  o.scale = v->scale;
  o.rip = v->symbol && v->base == HALT_NO_REG && v->index == HALT_NO_REG;
  return o;
}

/* REG = NUMBER.  */
static void
put_number (struct folder *f, int reg, int64_t number)
{
  static const struct copy_text movl = TEXT ("movl"), movq = TEXT ("movq"),
				movabs = TEXT ("movabsq");
  bool narrow = number == (int64_t) (uint32_t) number;
  put_to (f,
	  narrow	  ? movl
	  : fits (number) ? movq
			  : movabs,
	  number_operand (number), reg, narrow ? 4 : 8);
}

/* Whether a register can be TIMES a word: that is a MULTIPLE which the unit has, and a
   SCALE of an address.  */
static bool
split_multiple (int64_t times, int *multiple, int *scale)
{
  for (*scale = 1; *scale <= 8; *scale *= 2)
    if (times > 0 && times % *scale == 0
	&& times / *scale <= HALT_UNIT_MULTIPLES + 1)
      {
	*multiple = times / *scale;
	return true;
      }
  return false;
}

/* Load a multiple of the word that register REG stands for, so that it has just to
   be scaled.  */
static void
load_word (struct folder *f, int reg)
{
  static const struct copy_text movq = TEXT ("movq");
  struct copy_value *v = &f->now.reg[reg];
  struct copy_operand word = reg_operand (HALT_NO_REG, 0);
  int multiple = 1, scale = 1;
  if (!split_multiple (v->scale, &multiple, &scale))
    fail (f);
  word.kind = OPERAND_MEMORY;
  word.text = whole_text (v->symbol);
  word.rip = true;
  if (multiple > 1)
    word.number = offsetof (struct halt_unit, multiple)
		  + (multiple - 2) * sizeof (uint64_t);
  put_to (f, movq, word, reg, 8);
  *v = own (v->number);
  v->scale = scale;
}

/* REG = REG * SCALE + NUMBER, as V says, and flags stay as they are.  */
static void
put_scaled (struct folder *f, int reg, int scale, int64_t number)
{
  static const struct copy_text leaq = TEXT ("leaq");
  struct copy_operand o = reg_operand (HALT_NO_REG, 0);
  o.kind = OPERAND_MEMORY;
  o.number = number;
  if (scale <= 2)
    o.base = reg;
  if (scale >= 2)
    o.index = reg;
  o.scale = scale == 2 ? 1 : scale;
  if (!fits (number))
    fail (f);
  put_to (f, leaq, o, reg, 8);
}

/* Let register REG have what it stands for but for a number that may still be added
   to it.  */
static void
touch (struct folder *f, int reg)
{
  static const struct copy_text movq = TEXT ("movq"), leaq = TEXT ("leaq");
  struct copy_value *v = &f->now.reg[reg];
  bool bare;
  int value;
  if (v->form == FORM_WORD)
    load_word (f, reg);
  switch (v->form)
    {
    case FORM_NONE:
    case FORM_WORD:
      return;
    case FORM_OWN:
      if (v->scale == 1)
	return;
      put_scaled (f, reg, v->scale, 0);
      *v = own (v->number);
      return;
    case FORM_SUM:
      bare = is_register (v) && v->base != X86_SP;
      value = number_sum (f, v, bare);
      if (is_number (v))
	put_number (f, reg, v->number);
      else if (bare)
	put_to (f, movq, reg_operand (given_reg (v->base), 8), reg, 8);
      else if (!fits (v->number))
	fail (f);
      else
	put_to (f, leaq, sum_operand (v, false), reg, 8);
      *v = own (bare ? v->number : 0);
      v->value = value;
    }
}

/* The same with the number.  */
static void
settle (struct folder *f, int reg)
{
  static const struct copy_text leaq = TEXT ("leaq");
  struct copy_value *v = &f->now.reg[reg];
  int value = 0;
  if (v->form == FORM_WORD)
    load_word (f, reg);
  if (is_register (v) && v->number && fits (v->number))
    {
      value = number_sum (f, v, false);
      put_to (f, leaq, sum_operand (v, false), reg, 8);
    }
  else if (v->form == FORM_OWN && v->number)
    put_scaled (f, reg, v->scale, v->number);
  else
    {
      touch (f, reg);
      if (v->form == FORM_OWN && v->number)
	settle (f, reg);
      return;
    }
  *v = own (0);
  v->value = value;
}

/* --- addresses -------------------------------------------------------------- */

/* A sum that is being formed.  */
struct sum
{
  int reg[4], scale[4], n;
  int64_t number;
  const char *symbol;
  int times;			/* SYMBOL is added */
};

static void
add_term (struct sum *s, int reg, int scale)
{
  if (reg == HALT_NO_REG)
    return;
  s->reg[s->n] = reg;
  s->scale[s->n++] = scale;
}

/* Add SCALE times what register REG stands for.  */
static void
add_value (struct folder *f, struct sum *s, int reg, int scale)
{
  if (reg == HALT_NO_REG)
    return;
  if (f->now.reg[reg].form == FORM_NONE)
    fail (f);
  if (f->now.reg[reg].form == FORM_WORD)
    load_word (f, reg);
  const struct copy_value *v = &f->now.reg[reg];
  s->number += scale * (uint64_t) v->number;
  if (v->form != FORM_SUM)
    {
      add_term (s, reg, v->form == FORM_OWN ? scale * v->scale : scale);
      return;
    }
  add_term (s, given_reg (v->base), scale);
  add_term (s, given_reg (v->index), scale * v->scale);
  if (v->symbol)
    {
      s->symbol = v->symbol;
      s->times += scale;
    }
}

static bool
good_scale (int scale)
{
  return scale == 1 || scale == 2 || scale == 4 || scale == 8;
}

/* Whether S can be an address, with what O has besides; then O is that.  */
static bool
form_address (struct sum *s, const struct copy_operand *has,
	      struct copy_operand *o)
{
  bool one_each = s->n < 2
		  || (s->n == 2 && (s->scale[0] == 1 || s->scale[1] == 1));
  *o = *has;
  o->base = o->index = HALT_NO_REG;
  o->scale = 1;
  o->number += (uint64_t) s->number;
  if (!one_each || !fits (o->number))
    return false;
  if (s->symbol && (s->times > 1 || s->n > 0 || has->text.size || has->segment))
    return false;
  if (s->symbol)
    {
      o->text = whole_text (s->symbol);
      o->rip = true;
    }
  /* A base that is none is an index, or the other way round.  */
  for (int i = 0; i < s->n; i++)
    if (s->scale[i] == 1 && o->base == HALT_NO_REG
	&& !(s->n == 2 && i == 0 && s->scale[1] == 1
	     && s->reg[1] == COPY_GIVEN + X86_SP))
      o->base = s->reg[i];
    else
      {
	o->index = s->reg[i];
	o->scale = s->scale[i];
      }
  /* A register twice is shorter than no base.  */
  if (o->base == HALT_NO_REG && o->scale == 2
      && o->index != COPY_GIVEN + X86_SP)
    {
      o->base = o->index;
      o->scale = 1;
    }
  return good_scale (o->scale) && o->index != COPY_GIVEN + X86_SP;
}

/* Whether O's address is what registers say.  */
static bool
has_registers (const struct copy_operand *o)
{
  return o->base != HALT_NO_REG || o->index != HALT_NO_REG;
}

/* O, an address of the routine's, as one in the pot.  */
static struct copy_operand
fold_address (struct folder *f, const struct copy_operand *o)
{
  struct copy_operand result = *o;
  const int regs[] = { o->index, o->base };
  if (!has_registers (o))
    return result;
  /* What does not fit is put into a register, the index first.  */
  for (int settled = 0; settled <= 2; settled++)
    {
      struct sum sum = { .n = 0 };
      add_value (f, &sum, o->base, 1);
      add_value (f, &sum, o->index, o->scale);
      if (form_address (&sum, o, &result))
	return result;
      if (settled < 2 && regs[settled] != HALT_NO_REG)
	settle (f, regs[settled]);
    }
  fail (f);
  return result;
}

/* --- numbers ---------------------------------------------------------------- */

static int64_t
cut (int64_t value, int bytes)
{
  return bytes >= 8 ? value : value & (((int64_t) 1 << 8 * bytes) - 1);
}

static int64_t
cut_signed (int64_t value, int bytes)
{
  int shift = 64 - 8 * bytes;
  return (int64_t) ((uint64_t) value << shift) >> shift;
}

/* Whether the number that O stands for is known; what it is.  */
static bool
number_of (const struct folder *f, const struct copy_operand *o,
	   int64_t *number)
{
  if (o->kind == OPERAND_NUMBER)
    {
      *number = o->number;
      return true;
    }
  if (o->kind != OPERAND_REG || !is_number (&f->now.reg[o->reg]))
    return false;
  *number = f->now.reg[o->reg].number;
  return true;
}

/* The flags after A - B, or A & B, as numbers of BYTES.  */
static struct known_flags
flags_of (int64_t a, int64_t b, bool subtract, int bytes)
{
  a = cut_signed (a, bytes);
  b = cut_signed (b, bytes);
  int64_t r = cut_signed (subtract ? (uint64_t) a - b : (uint64_t) (a & b),
			  bytes);
  return (struct known_flags) {
    .known = true,
    .zero = r == 0,
    .sign = r < 0,
    .carry = subtract && (uint64_t) cut (a, bytes) < (uint64_t) cut (b, bytes),
    .overflow = subtract && (a < 0) != (b < 0) && (r < 0) != (a < 0),
    .parity = !__builtin_parity ((unsigned) r & 0xff)
  };
}

/* Whether condition NAME of SIZE characters, "ne" say, is true; -1: it has no such
   name.  */
static int
condition_holds (const struct known_flags *k, const char *name, int size)
{
  static const char *const names[][4] = {
    { "o" },		   { "b", "c", "nae" }, { "e", "z" },
    { "be", "na" },	   { "s" },		{ "p", "pe" },
    { "l", "nge" },	   { "le", "ng" },	{ "no" },
    { "ae", "nb", "nc" },  { "ne", "nz" },	{ "a", "nbe" },
    { "ns" },		   { "np", "po" },	{ "ge", "nl" },
    { "g", "nle" }
  };
  const bool holds[] = {
    k->overflow,
    k->carry,
    k->zero,
    k->carry || k->zero,
    k->sign,
    k->parity,
    k->sign != k->overflow,
    k->zero || k->sign != k->overflow
  };
  for (int i = 0; i < 16; i++)
    for (int j = 0; j < 4 && names[i][j]; j++)
      if ((int) strlen (names[i][j]) == size
	  && memcmp (names[i][j], name, size) == 0)
	return holds[i % 8] != (i >= 8);
  return -1;
}

/* --- instructions ----------------------------------------------------------- */

/* Whether the flags that the step at hand leaves are read.  */
static bool
flags_wanted (const struct folder *f)
{
  return f->live[f->at + 1] >> COPY_FLAGS & 1;
}

/* REG, a destination of BYTES, gets NUMBER, which is known.  */
static bool
set_number (struct folder *f, int reg, int bytes, int64_t number)
{
  if (bytes < 4)
    return false;
  f->now.reg[reg] = copy_number (cut (number, bytes));
  return true;
}

/* Moves.  */
static bool
fold_move (struct folder *f, const struct copy_step *s)
{
  const struct copy_operand *from = &s->op[0], *to = &s->op[1];
  int64_t number;
  if (s->n != 2 || to->kind != OPERAND_REG || to->bytes < 4)
    return false;
  bool plain = copy_is (s, "mov") || copy_is (s, "movabs");
  bool sign = !plain && s->name.size > 3 && s->name.at[3] == 's';
  bool zero = !plain && s->name.size > 3 && s->name.at[3] == 'z';
  if (!plain && !sign && !zero)
    return false;
  if (number_of (f, from, &number))
    {
      int bytes = from->kind == OPERAND_REG ? from->bytes : 8;
      return set_number (f, to->reg, to->bytes,
			 sign ? cut_signed (number, bytes)
			      : cut (number, bytes));
    }
  if (!plain || from->kind != OPERAND_REG || to->bytes != 8 || from->bytes != 8)
    return false;
  struct copy_value *v = &f->now.reg[from->reg];
  if (v->form == FORM_NONE)
    return fail (f);
  if (from->reg != to->reg && v->form == FORM_OWN)
    put_step (f, s);
  f->now.reg[to->reg] = *v;
  return true;
}

/* Whether what FROM adds up is a multiple of one word and a number; V becomes
   that.  */
static bool
sums_words (const struct folder *f, const struct copy_operand *from,
	    struct copy_value *v)
{
  const int regs[] = { from->base, from->index };
  int multiple, scale;
  *v = copy_number (from->number);
  v->scale = 0;
  for (int i = 0; i < 2; i++)
    {
      const struct copy_value *part = regs[i] < 0 ? NULL : &f->now.reg[regs[i]];
      int times = i == 0 ? 1 : from->scale;
      if (!part)
	continue;
      if (part->form == FORM_WORD)
	{
	  if (v->symbol && strcmp (v->symbol, part->symbol) != 0)
	    return false;
	  v->symbol = part->symbol;
	  v->scale += times * part->scale;
	}
      else if (!is_number (part))
	return false;
      v->number += times * (uint64_t) part->number;
    }
  v->form = FORM_WORD;
  return v->symbol && !from->text.size
	 && split_multiple (v->scale, &multiple, &scale);
}

/* Sums that are formed as addresses are.  */
static bool
fold_lea (struct folder *f, const struct copy_step *s)
{
  const struct copy_operand *from = &s->op[0];
  struct copy_value words;
  if (s->n != 2 || s->op[1].kind != OPERAND_REG || s->op[1].bytes != 8
      || !has_registers (from) || from->segment)
    return false;
  struct copy_value *to = &f->now.reg[s->op[1].reg];
  if (sums_words (f, from, &words))
    {
      *to = words;
      return true;
    }
  struct copy_operand o = fold_address (f, from);
  if (f->failed)
    return false;
  bool given = (o.base == HALT_NO_REG || o.base >= COPY_GIVEN)
	       && (o.index == HALT_NO_REG || o.index >= COPY_GIVEN);
  /* From here on is what the program's own symbols are.  */
  if (given && (!o.text.size || o.rip))
    {
      struct copy_value v = copy_number (o.number);
      if (o.base != HALT_NO_REG)
	v.base = o.base - COPY_GIVEN;
      if (o.index != HALT_NO_REG)
	v.index = o.index - COPY_GIVEN;
      v.scale = o.scale;
      if (o.text.size)
	v.symbol = o.text.at;
      *to = v;
      return true;
    }
  struct copy_step step = *s;
  int64_t number = o.text.size ? 0 : o.number;
  step.op[0] = o;
  step.op[0].number -= number;
  bool moves = o.index == HALT_NO_REG && !o.text.size && !step.op[0].number;
  if (moves && o.base == s->op[1].reg)
    ;
  else if (moves)
    put_to (f, (struct copy_text) TEXT ("movq"), reg_operand (o.base, 8),
	    s->op[1].reg, 8);
  else
    put_step (f, &step);
  *to = own (number);
  return true;
}

/* Add NUMBER to register REG, of 64 bits.  */
static bool
add_number (struct folder *f, int reg, int64_t number)
{
  struct copy_value *v = &f->now.reg[reg];
  if (v->form == FORM_NONE)
    return false;
  v->number = (uint64_t) v->number + number;
  return true;
}

/* Shift what REG stands for to the left.  */
static bool
shift (struct folder *f, const struct copy_step *s, int reg, int by)
{
  struct copy_value *v = &f->now.reg[reg];
  int multiple, scale;
  if (v->form == FORM_NONE || by <= 0 || by > 62)
    return false;
  if (is_number (v))
    {
      v->number = (uint64_t) v->number << by;
      return true;
    }
  bool scales = v->form == FORM_SUM && !v->symbol && by <= 3
		&& (v->base == HALT_NO_REG
		      ? v->scale << by <= 8
		      : v->index == HALT_NO_REG && v->base != X86_SP);
  if (by <= 8 && v->form == FORM_WORD
      && split_multiple ((int64_t) v->scale << by, &multiple, &scale))
    v->scale <<= by;
  else if (by <= 3 && v->form == FORM_OWN && v->scale << by <= 8)
    v->scale <<= by;
  else if (scales)
    {
      if (v->base != HALT_NO_REG)
	{
	  v->index = v->base;
	  v->base = HALT_NO_REG;
	  v->scale = 1;
	}
      v->scale <<= by;
    }
  else
    {
      touch (f, reg);
      put_step (f, s);
      v->value = 0;
    }
  v->number = (uint64_t) v->number << by;
  return true;
}

/* Both operands of S known as numbers: what it leaves in the last one.  */
static bool
operate (const struct copy_step *s, int64_t a, int64_t b, int64_t *result)
{
  if (copy_is (s, "add"))
    *result = (uint64_t) b + a;
  else if (copy_is (s, "sub"))
    *result = (uint64_t) b - a;
  else if (copy_is (s, "and"))
    *result = b & a;
  else if (copy_is (s, "or"))
    *result = b | a;
  else if (copy_is (s, "xor"))
    *result = b ^ a;
  else
    return false;
  return true;
}

/* Arithmetic whose flags nobody reads.  */
static bool
fold_arithmetic (struct folder *f, const struct copy_step *s)
{
  const struct copy_operand *to = &s->op[s->n - 1];
  int64_t a, b, result;
  if (to->kind != OPERAND_REG || to->bytes < 4 || flags_wanted (f))
    return false;
  if (s->n == 2 && s->op[0].kind == OPERAND_REG && s->op[0].reg == to->reg
      && s->op[0].bytes == to->bytes && copy_is (s, "xor"))
    return set_number (f, to->reg, to->bytes, 0);
  if (s->n == 2 && s->op[0].kind == OPERAND_REG && s->op[0].reg == to->reg
      && to->bytes == 8 && copy_is (s, "add"))
    return shift (f, s, to->reg, 1);
  if (s->n == 2 && number_of (f, &s->op[0], &a))
    {
      if (number_of (f, to, &b) && operate (s, a, b, &result))
	return set_number (f, to->reg, to->bytes, result);
      if (to->bytes == 8 && copy_is (s, "add"))
	return add_number (f, to->reg, a);
      if (to->bytes == 8 && copy_is (s, "sub"))
	return add_number (f, to->reg, -(uint64_t) a);
      if (to->bytes == 8 && s->op[0].kind == OPERAND_NUMBER
	  && (copy_is (s, "shl") || copy_is (s, "sal")))
	return shift (f, s, to->reg, a);
    }
  if (s->n == 1 && to->bytes == 8 && (copy_is (s, "shl") || copy_is (s, "sal")))
    return shift (f, s, to->reg, 1);
  if (s->n == 1 && number_of (f, to, &a)
      && (copy_is (s, "neg") || copy_is (s, "not")))
    return set_number (f, to->reg, to->bytes,
		       copy_is (s, "neg") ? -(uint64_t) a : (uint64_t) ~a);
  if (s->n == 3 && to->bytes == 8 && copy_is (s, "imul")
      && s->op[0].kind == OPERAND_NUMBER && s->op[1].kind == OPERAND_REG)
    {
      struct copy_value *v = &f->now.reg[s->op[1].reg];
      int multiple, scale;
      if (is_number (v))
	return set_number (f, to->reg, 8,
			   (uint64_t) v->number * s->op[0].number);
      if (v->form == FORM_WORD && s->op[0].number == (int16_t) s->op[0].number
	  && split_multiple (v->scale * s->op[0].number, &multiple, &scale))
	{
	  struct copy_value product = *v;
	  product.scale *= s->op[0].number;
	  product.number = (uint64_t) v->number * s->op[0].number;
	  f->now.reg[to->reg] = product;
	  return true;
	}
      touch (f, s->op[1].reg);
      if (v->form != FORM_OWN)
	return fail (f);
      put_step (f, s);
      f->now.reg[to->reg] = own ((uint64_t) v->number * s->op[0].number);
      return true;
    }
  return false;
}

/* Whether S compares what is known to be equal.  */
static bool
same_value (const struct folder *f, const struct copy_step *s)
{
  if (s->op[0].kind != OPERAND_REG || s->op[1].kind != OPERAND_REG)
    return false;
  const struct copy_value *a = &f->now.reg[s->op[0].reg],
			  *b = &f->now.reg[s->op[1].reg];
  return a->form == FORM_OWN && same (a, b) && a->value && a->value == b->value;
}

/* Comparisons of numbers that are known.  */
static bool
fold_test (struct folder *f, const struct copy_step *s)
{
  int64_t a, b;
  int bytes = 0;
  bool subtract = copy_is (s, "cmp");
  if (s->n != 2 || !(subtract || copy_is (s, "test")))
    return false;
  for (int i = 0; i < 2; i++)
    if (s->op[i].kind == OPERAND_REG)
      bytes = s->op[i].bytes;
  if (subtract && same_value (f, s))
    {
      f->now.flags = flags_of (0, 0, true, 8);
      return true;
    }
  if (!bytes || !number_of (f, &s->op[0], &a) || !number_of (f, &s->op[1], &b))
    return false;
  f->now.flags = flags_of (b, a, subtract, bytes);
  return true;
}

/* What asks for flags that are known.  */
static bool
fold_condition (struct folder *f, const struct copy_step *s)
{
  const struct copy_operand *to = &s->op[s->n - 1];
  int64_t a = 0;
  bool sets = s->name.size > 3 && memcmp (s->name.at, "set", 3) == 0;
  bool moves = s->name.size > 4 && memcmp (s->name.at, "cmov", 4) == 0;
  if (!f->now.flags.known || to->kind != OPERAND_REG)
    return false;
  if (copy_is (s, "sbb") && s->n == 2 && s->op[0].kind == OPERAND_REG
      && s->op[0].reg == to->reg && !flags_wanted (f))
    return set_number (f, to->reg, to->bytes, -(int64_t) f->now.flags.carry);
  if (!sets && !moves)
    return false;
  int prefix = sets ? 3 : 4;
  int holds = condition_holds (&f->now.flags, s->name.at + prefix,
			       s->name.size - prefix);
  if (holds < 0)
    return fail (f);
  if (sets)
    {
      if (!number_of (f, to, &a))
	return fail (f);
      f->now.reg[to->reg].number = (a & ~(int64_t) 0xff) | holds;
      return true;
    }
  if (to->bytes != 8)
    return fail (f);
  if (!holds)
    return true;
  struct copy_step move = *s;
  move.name = (struct copy_text) TEXT ("movq");
  return fold_move (f, &move) || fail (f);
}

/* Operand O, which S reads, as it is in the pot; MAY_BE_NUMBER if that is one that it
   can be.  */
static struct copy_operand
fold_read (struct folder *f, const struct copy_operand *o, bool may_be_number)
{
  if (o->kind == OPERAND_MEMORY)
    return fold_address (f, o);
  if (o->kind != OPERAND_REG)
    return *o;
  const struct copy_value *v = &f->now.reg[o->reg];
  if (v->form == FORM_NONE)
    fail (f);
  if (may_be_number && is_number (v))
    {
      int64_t number = cut_signed (v->number, o->bytes);
      if (fits (number))
	return number_operand (number);
    }
  if (is_register (v) && v->number == 0 && v->base != X86_SP)
    return reg_operand (given_reg (v->base), o->bytes);
  settle (f, o->reg);
  return *o;
}

/* Whether the first operand of S, the second being TO, can be a number.  */
static bool
takes_number (const struct copy_step *s)
{
  static const char *const names[] = { "mov", "add", "sub", "adc", "sbb",
				       "and", "or",  "xor", "cmp", "test" };
  if (s->n != 2 || s->op[1].kind == OPERAND_OTHER)
    return false;
  for (size_t i = 0; i < sizeof names / sizeof *names; i++)
    if (copy_is (s, names[i]))
      /* The width must be told by the name or the other operand.  */
      return s->op[1].kind == OPERAND_REG
	     || strlen (names[i]) < (size_t) s->name.size;
  return false;
}

/* An instruction of which nothing is to be said.  */
static void
fold_other (struct folder *f, const struct copy_step *s)
{
  struct copy_step step = *s;
  struct copy_effects e = copy_effects (s);
  /* What may leave flags alone, or some of them, does not make those known that are
     read behind it.  */
  if (f->now.flags.known
      && (e.reads >> COPY_FLAGS & 1
	  || (e.writes & ~e.kills) >> COPY_FLAGS & flags_wanted (f)))
    fail (f);
  for (int pass = 0; pass < 2; pass++)
    for (int i = 0; i < s->n; i++)
      {
	const struct copy_operand *o = &s->op[i];
	if ((o->kind == OPERAND_MEMORY) != (pass == 1))
	  continue;
	bool written = o->kind == OPERAND_REG && e.writes >> o->reg & 1
		       && (i == s->n - 1 || !(e.kills >> o->reg & 1));
	if (written && !(e.kills >> o->reg & 1))
	  {
	    if (f->now.reg[o->reg].form == FORM_NONE)
	      f->now.reg[o->reg] = own (0);
	    settle (f, o->reg);
	  }
	else if (!(written && i == s->n - 1))
	  step.op[i] = fold_read (f, o, i == 0 && takes_number (s));
      }
  put_step (f, &step);
  /* What is made of a number and what is known is known.  */
  int value = 0, dest = s->n == 2 ? s->op[1].reg : HALT_NO_REG;
  if (dest != HALT_NO_REG && s->op[0].kind == OPERAND_NUMBER
      && e.writes >> dest & 1 && f->now.reg[dest].value
      && !(e.reads >> COPY_FLAGS & 1) && s->op[1].bytes == 8)
    {
      const struct expression made = { .name = s->name,
				       .number = s->op[0].number,
				       .had = f->now.reg[dest].value };
      value = number_expression (f, &made);
    }
  for (int r = 0; r < X86_XMM0; r++)
    if (e.writes >> r & 1)
      f->now.reg[r] = own (0);
  if (value)
    f->now.reg[dest].value = value;
  if (e.writes >> COPY_FLAGS & 1)
    f->now.flags.known = false;
}

/* --- control ---------------------------------------------------------------- */

/* How many ways lead to LABEL: jumps, and what stands before it.  */
static int
count_ways (const struct folder *f, int label)
{
  int n = 0;
  for (int i = 0; i < f->in->n; i++)
    {
      const struct copy_step *s = &f->in->step[i];
      n += s->kind == COPY_JUMP && s->label == label;
      if (s->kind == COPY_LABEL && s->label == label)
	n += i == 0 || f->in->step[i - 1].kind != COPY_JUMP
	     || f->in->step[i - 1].name.size != 3
	     || memcmp (f->in->step[i - 1].name.at, "jmp", 3) != 0;
    }
  return n;
}

static uint32_t
live_at_label (const struct folder *f, int label)
{
  for (int i = 0; i < f->in->n; i++)
    if (f->in->step[i].kind == COPY_LABEL && f->in->step[i].label == label)
      return f->live[i];
  return f->live[f->in->n];
}

/* Let what is live at LABEL, where several ways lead, be the same on all of
   them: nothing but what stays a sum because no step writes it.  */
static void
settle_for (struct folder *f, int label)
{
  uint32_t live = live_at_label (f, label);
  if (live >> COPY_FLAGS & 1)
    fail (f);
  if (f->ways[label] < 2)
    return;
  for (int r = 0; r < X86_XMM0; r++)
    if (live >> r & 1
	&& (f->written >> r & 1 || f->now.reg[r].form == FORM_WORD))
      settle (f, r);
}

/* Control goes to LABEL with what is known now.  */
static void
arrive (struct folder *f, int label)
{
  struct state *there = &f->come[label];
  uint32_t live = live_at_label (f, label);
  if (!there->reached)
    {
      *there = f->now;
      there->flags.known = false;
      return;
    }
  for (int r = 0; r < X86_XMM0; r++)
    {
      if (live >> r & 1 && !same (&there->reg[r], &f->now.reg[r]))
	fail (f);
      /* In the same form may be something else.  */
      if (there->reg[r].value != f->now.reg[r].value)
	there->reg[r].value = 0;
    }
}

/* Whether nothing leads to LABEL but the step at hand and what comes between them, to
   which nothing else leads.  */
static bool
falls_to (const struct folder *f, int label)
{
  int i = f->at + 1;
  while (i < f->in->n && f->in->step[i].kind == COPY_INSN)
    i++;
  return i < f->in->n && f->in->step[i].kind == COPY_LABEL
	 && f->in->step[i].label == label;
}

static void
fold_jump (struct folder *f, const struct copy_step *s)
{
  struct copy_step jump = *s;
  bool always = s->name.size == 3 && memcmp (s->name.at, "jmp", 3) == 0;
  if (!always && f->now.flags.known)
    {
      int holds = condition_holds (&f->now.flags, s->name.at + 1,
				   s->name.size - 1);
      if (holds < 0)
	fail (f);
      if (holds <= 0 || falls_to (f, s->label))
	f->ways[s->label]--;
      if (holds <= 0)
	return;
      jump.name = (struct copy_text) TEXT ("jmp");
      always = true;
    }
  /* A loop that is entered in its middle is not seen through.  */
  if (s->back && !f->come[s->label].reached)
    fail (f);
  settle_for (f, s->label);
  put_step (f, &jump);
  arrive (f, s->label);
  if (always)
    f->now.reached = false;
}

/* Whether control comes to LABEL from behind.  */
static bool
heads_loop (const struct folder *f, int label)
{
  for (int i = 0; i < f->in->n; i++)
    if (f->in->step[i].kind == COPY_JUMP && f->in->step[i].back
	&& f->in->step[i].label == label)
      return true;
  return false;
}

static void
fold_label (struct folder *f, const struct copy_step *s)
{
  if (f->now.reached)
    {
      settle_for (f, s->label);
      arrive (f, s->label);
    }
  f->now = f->come[s->label];
  /* What a register has in a loop depends on the turn.  */
  for (int r = 0; r < X86_XMM0; r++)
    if (f->written >> r & 1 && heads_loop (f, s->label))
      f->now.reg[r].value = 0;
  /* Nothing is known of those that come later from behind.  */
  if (f->now.reached)
    put_step (f, s);
}

/* All that may be arguments of what is called, and no more.  */
static void
fold_call (struct folder *f, const struct copy_step *s)
{
  uint32_t reads = copy_effects (s).reads;
  for (int r = 0; r < X86_XMM0; r++)
    if (reads >> r & 1 && f->now.reg[r].form != FORM_NONE)
      settle (f, r);
  /* What it returns is lost.  */
  if (f->live[f->at + 1] >> X86_AX & 1)
    fail (f);
  f->now.flags.known = false;
  put_step (f, s);
}

static void
fold_step (struct folder *f, const struct copy_step *s)
{
  switch (s->kind)
    {
    case COPY_LABEL:
      fold_label (f, s);
      return;
    case COPY_JUMP:
      fold_jump (f, s);
      return;
    case COPY_CALL:
      fold_call (f, s);
      return;
    case COPY_INSN:
      break;
    }
  if (copy_is (s, "nop"))
    return;
  bool done = (copy_is (s, "lea") && fold_lea (f, s)) || fold_move (f, s)
	      || fold_test (f, s) || fold_condition (f, s)
	      || fold_arithmetic (f, s);
  if (!done && !f->failed)
    fold_other (f, s);
}

/* A copy that was parsed: pots have few, over and over.  */
struct parsed
{
  struct parsed *next;
  bool good;
  struct copy_steps steps;
  char text[];
};

/* The steps of COPY, or NULL.  */
static const struct copy_steps *
steps_of (const char *copy)
{
  static struct parsed *all;
  struct parsed *p = all;
  while (p && strcmp (p->text, copy) != 0)
    p = p->next;
  if (!p)
    {
      p = malloc (sizeof *p + strlen (copy) + 1);
      if (!p)
	return NULL;
      strcpy (p->text, copy);
      p->good = copy_parse (p->text, &p->steps);
      p->next = all;
      all = p;
    }
  return p->good ? &p->steps : NULL;
}

bool
copy_fold (const char *copy, const struct copy_value given[X86_XMM0], int kept,
	   struct copy_steps *out)
{
  struct folder f = { .in = steps_of (copy), .out = out };
  uint32_t at_end = kept == HALT_NO_REG ? 0 : (uint32_t) 1 << kept;
  if (!f.in)
    return false;
  out->n = 0;
  f.live[f.in->n] = at_end;
  copy_liveness (f.in, f.live);
  for (int i = 0; i < f.in->n; i++)
    f.written |= copy_effects (&f.in->step[i]).writes;
  if (f.written & at_end)
    return false;
  for (int label = 0; label < COPY_LABELS; label++)
    f.ways[label] = count_ways (&f, label);
  memcpy (f.now.reg, given, sizeof f.now.reg);
  f.now.reached = true;
  for (f.at = 0; f.at < f.in->n && !f.failed; f.at++)
    if (f.now.reached || f.in->step[f.at].kind == COPY_LABEL)
      fold_step (&f, &f.in->step[f.at]);
  if (f.failed)
    return false;
  copy_clean (out, at_end);
  return true;
}
