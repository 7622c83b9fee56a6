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
#include "recipes/copies/copies.h"

struct state
{
  struct copy_value reg[COPY_REGS];
  struct copy_test flags;
  bool reached;
};

/* What a register of the routine's has been given, so that two that have the same can
   be told: a sum, or what NAME makes of a number and what the register had.  */
struct expression
{
  struct copy_text name;
  struct copy_value of;
};

struct folder
{
  const struct copy_machine *machine;
  const struct copy_steps *in;
  struct copy_steps *out;
  copy_set live[COPY_MAX_STEPS + 1];
  copy_set written;		/* registers that any step writes */
  int at;			/* the step that is evaluated */
  struct state now;
  struct state come[COPY_LABELS]; /* by label: with what jumps there come ... */
  int ways[COPY_LABELS];	/* ... and how many ways lead there ... */
  bool loop[COPY_LABELS];	/* ... one of them from behind */
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

static void
put (struct folder *f, const struct copy_step *s)
{
  if (f->out->n == COPY_MAX_STEPS)
    fail (f);
  else
    f->out->step[f->out->n++] = *s;
}

/* REG = FROM, of the words that are there if LOADS.  */
static void
put_to (struct folder *f, int reg, struct copy_operand from, bool loads)
{
  struct copy_step s[COPY_SET_STEPS] = {
    { .effects = COPY_WHOLE | COPY_KEEPS,
      .n = 2,
      .op = { from, copy_reg_operand (reg, 8) } }
  };
  int n = f->machine->set (s, loads);
  if (n == 0)
    fail (f);
  for (int i = 0; i < n; i++)
    put (f, &s[i]);
}

static bool
same (const struct copy_value *a, const struct copy_value *b)
{
  return a->form == b->form && a->number == b->number && a->base == b->base
	 && a->index == b->index && a->scale == b->scale && a->high == b->high
	 && copy_same_text (a->symbol, b->symbol);
}

/* The number of the expression NAME OF, from 1 on; 0: there are too many.  */
static int
number_expression (struct folder *f, struct copy_text name,
		   struct copy_value of)
{
  for (int i = 0; i < f->n_known; i++)
    {
      const struct expression *k = &f->known[i];
      if (same (&k->of, &of) && k->of.value == of.value
	  && copy_same_text (k->name, name))
	return i + 1;
    }
  if (f->n_known == COPY_MAX_STEPS)
    return 0;
  f->known[f->n_known++] = (struct expression) { name, of };
  return f->n_known;
}

static int64_t
cut (int64_t value, int bytes)
{
  return bytes >= 8 ? value : value & (((int64_t) 1 << 8 * bytes) - 1);
}

static int64_t
cut_signed (int64_t value, int bits)
{
  return (int64_t) ((uint64_t) value << (64 - bits)) >> (64 - bits);
}

/* Whether NUMBER can be part of an instruction.  */
static bool
fits (const struct folder *f, int64_t number)
{
  return number == cut_signed (number, f->machine->number_bits);
}

static bool
is_number (const struct copy_value *v)
{
  return v->form == FORM_SUM && v->base == HALT_NO_REG
	 && v->index == HALT_NO_REG && !v->symbol.size;
}

/* Whether V is what one of the program's registers holds, plus a number.  */
static bool
is_register (const struct copy_value *v)
{
  return v->form == FORM_SUM && v->base != HALT_NO_REG
	 && v->index == HALT_NO_REG && !v->symbol.size;
}

/* Whether V is where a symbol is, plus a number.  */
static bool
is_symbol (const struct copy_value *v)
{
  return v->form == FORM_SUM && v->symbol.size && !v->high
	 && v->base == HALT_NO_REG && v->index == HALT_NO_REG;
}

static struct copy_value
own (int64_t number)
{
  return (struct copy_value) { .form = FORM_OWN, .number = number, .scale = 1 };
}

static int
given_reg (int reg)
{
  return reg == HALT_NO_REG ? reg : COPY_GIVEN + reg;
}

static struct copy_operand
memory_operand (struct copy_text symbol, int64_t number)
{
  struct copy_operand o = copy_reg_operand (HALT_NO_REG, 0);
  o.kind = OPERAND_MEMORY;
  o.text = symbol;
  o.number = number;
  return o;
}

/* V, a sum, as an address.  */
static struct copy_operand
sum_operand (const struct copy_value *v)
{
  struct copy_operand o = memory_operand (v->symbol, v->number);
  o.base = given_reg (v->base);
  o.index = given_reg (v->index);
  o.scale = v->scale;
  o.relative = is_symbol (v);
  o.part = v->high ? COPY_HIGH : 0;
  return o;
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
  struct copy_value *v = &f->now.reg[reg];
  int multiple = 1, scale = 1;
  if (!split_multiple (v->scale, &multiple, &scale))
    fail (f);
  int64_t at = multiple > 1 ? offsetof (struct halt_unit, multiple)
				+ (multiple - 2) * sizeof (uint64_t)
			    : 0;
  struct copy_operand word = memory_operand (v->symbol, at);
  word.relative = true;
  put_to (f, reg, word, true);
  *v = own (v->number);
  v->scale = scale;
}

/* A sum that an address is formed of: REG * SCALE each, NUMBER, and TIMES the
   SYMBOL.  */
struct sum
{
  int reg[4], scale[4], n;
  int64_t number;
  struct copy_text symbol;	/* of size 0: none */
  int times;
};

/* Whether S can be the address in STEP, with what HAS has besides; then O is that.  The
   stack pointer is no index.  */
static bool
form (const struct folder *f, const struct copy_step *step, const struct sum *s,
      const struct copy_operand *has, struct copy_operand *o)
{
  const int sp = COPY_GIVEN + f->machine->sp;
  struct copy_operand made = *has;
  made.base = made.index = HALT_NO_REG;
  made.scale = 1;
  made.number += (uint64_t) s->number;
  if (s->symbol.size)
    {
      if (s->times > 1 || s->n > 0 || has->text.size || has->segment)
	return false;
      made.text = s->symbol;
      made.relative = true;
    }
  /* To the low part of an address only its high part is added.  */
  if (has->part == COPY_LOW
      && (s->n != 1 || s->scale[0] != 1 || s->number || s->reg[0] == sp))
    return false;
  for (int i = 0; i < s->n; i++)
    if (s->scale[i] == 1 && made.base == HALT_NO_REG
	&& !(i + 1 < s->n && s->scale[i + 1] == 1 && s->reg[i + 1] == sp))
      made.base = s->reg[i];
    else if (made.index == HALT_NO_REG && s->reg[i] != sp)
      {
	made.index = s->reg[i];
	made.scale = s->scale[i];
      }
    else
      return false;
  /* A register twice is shorter than no base.  */
  if (made.base == HALT_NO_REG && made.scale == 2)
    {
      made.base = made.index;
      made.scale = 1;
    }
  *o = made;
  return f->machine->fits (step, o);
}

/* REG = REG * SCALE + NUMBER.  */
static void
put_scaled (struct folder *f, int reg, int scale, int64_t number)
{
  static const struct copy_step step = { .does = COPY_ADDRESS };
  const struct sum sum = {
    .reg = { reg }, .scale = { scale }, .n = 1, .number = number
  };
  struct copy_operand o = memory_operand (copy_text_of (""), 0);
  if (form (f, &step, &sum, &o, &o))
    put_to (f, reg, o, false);
  else
    fail (f);
}

/* Let register REG have what it stands for: with the number that may still have to be
   added to it, if WHOLE.  */
static void
settle (struct folder *f, int reg, bool whole)
{
  struct copy_value *v = &f->now.reg[reg], sum;
  if (v->form == FORM_WORD)
    load_word (f, reg);
  if (v->form == FORM_OWN && (v->scale != 1 || (whole && v->number)))
    {
      int64_t number = whole ? v->number : 0;
      put_scaled (f, reg, v->scale, number);
      *v = own (v->number - number);
    }
  if (v->form != FORM_SUM)
    return;
  bool bare = is_register (v) && v->base != f->machine->sp
	      && !(whole && v->number);
  int64_t left = bare ? v->number : 0;
  sum = *v;
  sum.number -= left;
  if (is_number (v))
    put_to (f, reg, copy_number_operand (v->number), false);
  else if (bare)
    put_to (f, reg, copy_reg_operand (given_reg (v->base), 8), false);
  else
    put_to (f, reg, sum_operand (v), false);
  *v = own (left);
  v->value = number_expression (f, copy_text_of (""), sum);
}

/* --- addresses -------------------------------------------------------------- */

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
  if (f->now.reg[reg].high)
    settle (f, reg, true);
  const struct copy_value *v = &f->now.reg[reg];
  s->number += scale * (uint64_t) v->number;
  if (v->form != FORM_SUM)
    {
      add_term (s, reg, v->form == FORM_OWN ? scale * v->scale : scale);
      return;
    }
  add_term (s, given_reg (v->base), scale);
  add_term (s, given_reg (v->index), scale * v->scale);
  if (v->symbol.size)
    {
      s->symbol = v->symbol;
      s->times += scale;
    }
}

/* Whether O's address is what registers say.  */
static bool
has_registers (const struct copy_operand *o)
{
  return o->base != HALT_NO_REG || o->index != HALT_NO_REG;
}

/* Put the symbol of SUM, which one of the registers of O stands for, into that with all
   of SUM's number.  False if there is no such.  */
static bool
settle_symbol (struct folder *f, const struct copy_operand *o,
	       const struct sum *sum)
{
  int reg = o->base != HALT_NO_REG && is_symbol (&f->now.reg[o->base])
	      ? o->base
	      : o->index;
  if (reg == HALT_NO_REG || o->text.size || !is_symbol (&f->now.reg[reg])
      || (reg == o->index && (o->scale != 1 || reg == o->base)))
    return false;
  struct copy_value *v = &f->now.reg[reg], all = *v;
  int64_t number = v->number;
  all.number = sum->number + (uint64_t) o->number;
  put_to (f, reg, sum_operand (&all), false);
  *v = own (number - (uint64_t) all.number);
  v->value = number_expression (f, copy_text_of (""), all);
  return true;
}

/* O, an address of the routine's, as one in the pot, in step S.  */
static struct copy_operand
fold_address (struct folder *f, const struct copy_step *s,
	      const struct copy_operand *o)
{
  struct copy_operand result = *o;
  const int regs[] = { o->index, o->base };
  if (!has_registers (o))
    return result;
  /* What does not fit is put into a register, the index first.  */
  for (int settled = 0; settled <= 2 && !f->failed;)
    {
      struct sum sum = { .n = 0 };
      add_value (f, &sum, o->base, 1);
      add_value (f, &sum, o->index, o->scale);
      if (form (f, s, &sum, o, &result))
	return result;
      if (settle_symbol (f, o, &sum))
	continue;
      if (settled < 2 && regs[settled] != HALT_NO_REG)
	settle (f, regs[settled], true);
      settled++;
    }
  fail (f);
  return result;
}

/* --- numbers ---------------------------------------------------------------- */

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

/* The same of a part of it, the rest of which is known.  */
static bool
set_part (struct folder *f, int reg, int bytes, int64_t number)
{
  struct copy_value *v = &f->now.reg[reg];
  if (bytes >= 4 || !is_number (v))
    return set_number (f, reg, bytes, number);
  v->number = v->number - cut (v->number, bytes) + cut (number, bytes);
  return true;
}

/* Moves.  */
static bool
fold_move (struct folder *f, const struct copy_step *s)
{
  const struct copy_operand *from = &s->op[0], *to = &s->op[1];
  int64_t number;
  if (s->n != 2 || to->kind != OPERAND_REG)
    return false;
  if (number_of (f, from, &number))
    {
      int bytes = from->kind == OPERAND_REG ? from->bytes : 8;
      return set_part (f, to->reg, to->bytes,
		       s->does == COPY_SIGNS ? cut_signed (number, 8 * bytes)
					     : cut (number, bytes));
    }
  if (s->does == COPY_ZEROS || s->does == COPY_SIGNS
      || from->kind != OPERAND_REG || to->bytes != 8 || from->bytes != 8)
    return false;
  struct copy_value *v = &f->now.reg[from->reg];
  if (v->form == FORM_NONE)
    return fail (f);
  if (from->reg != to->reg && v->form == FORM_OWN)
    put_to (f, to->reg, *from, false);
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
	  if (v->symbol.size && !copy_same_text (v->symbol, part->symbol))
	    return false;
	  v->symbol = part->symbol;
	  v->scale += times * part->scale;
	}
      else if (!is_number (part))
	return false;
      v->number += times * (uint64_t) part->number;
    }
  v->form = FORM_WORD;
  return v->symbol.size && !from->text.size
	 && split_multiple (v->scale, &multiple, &scale);
}

/* The high part of a symbol's address; the address, if FROM adds the low part to what is
   known to be the high one.  */
static bool
fold_part (struct folder *f, const struct copy_operand *from,
	   struct copy_value *to)
{
  struct copy_value all = copy_number (from->number);
  all.symbol = from->text;
  all.high = true;
  if (from->part != COPY_HIGH
      && (from->part != COPY_LOW || from->index != HALT_NO_REG
	  || !same (&f->now.reg[from->base], &all)))
    return false;
  all.high = from->part == COPY_HIGH;
  *to = all;
  return true;
}

/* Sums that are formed as addresses are.  */
static bool
fold_lea (struct folder *f, const struct copy_step *s)
{
  const struct copy_operand *from = &s->op[0];
  struct copy_value words;
  if (s->n != 2 || s->op[1].kind != OPERAND_REG || s->op[1].bytes != 8
      || (!has_registers (from) && from->part != COPY_HIGH) || from->segment)
    return false;
  struct copy_value *to = &f->now.reg[s->op[1].reg];
  if (fold_part (f, from, to))
    return true;
  if (sums_words (f, from, &words))
    {
      *to = words;
      return true;
    }
  struct copy_operand o = fold_address (f, s, from);
  if (f->failed)
    return false;
  bool given = (o.base == HALT_NO_REG || o.base >= COPY_GIVEN)
	       && (o.index == HALT_NO_REG || o.index >= COPY_GIVEN);
  /* From here on is what the program's own symbols are.  */
  if (given && (!o.text.size || o.relative))
    {
      *to = copy_number (o.number);
      to->base = o.base < 0 ? o.base : o.base - COPY_GIVEN;
      to->index = o.index < 0 ? o.index : o.index - COPY_GIVEN;
      to->scale = o.scale;
      to->symbol = o.text;
      return true;
    }
  int64_t number = o.text.size ? 0 : o.number;
  o.number -= number;
  if (o.index != HALT_NO_REG || o.text.size)
    put_to (f, s->op[1].reg, o, false);
  else if (o.base != s->op[1].reg)
    put_to (f, s->op[1].reg, copy_reg_operand (o.base, 8), false);
  *to = own (number);
  return true;
}

/* Whether V times BY is something that can be told of a register; then V is that.  */
static bool
multiply (const struct folder *f, struct copy_value *v, int64_t by)
{
  int64_t times = (uint64_t) v->scale * by;
  bool scales = times == 1 || times == 2 || times == 4 || times == 8;
  int multiple, scale;
  switch (v->form)
    {
    case FORM_NONE:
      return false;
    case FORM_OWN:
      if (!scales)
	return false;
      break;
    case FORM_WORD:
      if (!split_multiple (times, &multiple, &scale))
	return false;
      break;
    case FORM_SUM:
      if (is_number (v))
	times = 1;
      else if (!scales || v->symbol.size || v->base == f->machine->sp
	       || (v->base != HALT_NO_REG && v->index != HALT_NO_REG))
	return false;
      if (v->base != HALT_NO_REG)
	v->index = v->base;
      v->base = HALT_NO_REG;
    }
  v->scale = times;
  v->number = (uint64_t) v->number * by;
  return true;
}

/* S, which lets register TO be FROM times BY.  */
static bool
fold_product (struct folder *f, const struct copy_step *s, int from, int to,
	      int64_t by)
{
  struct copy_value product = f->now.reg[from];
  if (product.form == FORM_NONE || by == 0)
    return false;
  if ((product.form == FORM_OWN && from != to) || !multiply (f, &product, by))
    {
      settle (f, from, false);
      product = own ((uint64_t) f->now.reg[from].number * by);
      for (int i = 0; i < s->n - 1; i++)
	if (s->op[i].kind == OPERAND_REG && s->op[i].reg != from)
	  settle (f, s->op[i].reg, true);
      put (f, s);
    }
  f->now.reg[to] = product;
  return true;
}

/* Products, FROM being what is multiplied or shifted.  */
static bool
fold_multiple (struct folder *f, const struct copy_step *s,
	       const struct copy_operand *from)
{
  const struct copy_operand *by = &s->op[0], *to = &s->op[s->n - 1];
  int64_t times = 1;
  bool shifts = s->does == COPY_SHIFT;
  if (shifts && s->n > 1 && by->kind != OPERAND_NUMBER)
    return false;
  if (!(shifts && s->n == 1) && !number_of (f, by, &times))
    {
      /* Either one may be the number.  */
      const struct copy_operand *other = by;
      by = from;
      from = other;
      if (!number_of (f, by, &times))
	return false;
    }
  if (shifts && (times < 1 || times > 62))
    return false;
  return to->bytes == 8 && from->kind == OPERAND_REG && from->bytes == 8
	 && fold_product (f, s, from->reg, to->reg,
			  shifts ? INT64_C (1) << times : times);
}

/* Arithmetic whose flags nobody reads.  */
static bool
fold_arithmetic (struct folder *f, const struct copy_step *s)
{
  const struct copy_operand *by = &s->op[0], *to = &s->op[s->n - 1];
  const struct copy_operand *from = s->effects & COPY_WHOLE && s->n > 1 ? to - 1
									: to;
  int64_t a, b;
  if (to->kind != OPERAND_REG || to->bytes < 4
      || (flags_wanted (f) && !(s->effects & COPY_KEEPS)))
    return false;
  bool wide = to->bytes == 8;
  bool itself = by != from && by->kind == OPERAND_REG
		&& from->kind == OPERAND_REG && by->reg == from->reg
		&& by->bytes == from->bytes;
  if (itself && (s->does == COPY_XOR || s->does == COPY_SUBTRACT))
    return set_number (f, to->reg, to->bytes, 0);
  if (itself && wide && s->does == COPY_ADD)
    return fold_product (f, s, from->reg, to->reg, 2);
  if (s->does == COPY_SHIFT || s->does == COPY_MULTIPLY)
    return fold_multiple (f, s, from);
  if (s->does == COPY_NEGATE || s->does == COPY_NOT)
    return number_of (f, from, &a)
	   && set_number (f, to->reg, to->bytes,
			  -(uint64_t) a - (s->does == COPY_NOT));
  if (!number_of (f, by, &a))
    return false;
  if (number_of (f, from, &b))
    {
      const uint64_t results[] = { [COPY_ADD] = (uint64_t) b + a,
				   [COPY_SUBTRACT] = (uint64_t) b - a,
				   [COPY_AND] = b & a,
				   [COPY_OR] = b | a,
				   [COPY_XOR] = b ^ a };
      return set_number (f, to->reg, to->bytes, results[s->does]);
    }
  if (!wide || (s->does != COPY_ADD && s->does != COPY_SUBTRACT)
      || from->kind != OPERAND_REG)
    return false;
  struct copy_value sum = f->now.reg[from->reg];
  if (sum.form == FORM_NONE || sum.high
      || (sum.form == FORM_OWN && from->reg != to->reg))
    return false;
  sum.number += s->does == COPY_ADD ? (uint64_t) a : -(uint64_t) a;
  f->now.reg[to->reg] = sum;
  return true;
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

/* What the comparison S comes to, T, if its numbers are known.  */
static bool
fold_comparison (const struct folder *f, const struct copy_step *s,
		 struct copy_test *t)
{
  *t = (struct copy_test) { .known = true,
			    .subtract = s->does == COPY_COMPARE };
  for (int i = 0; i < s->n; i++)
    if (s->op[i].kind == OPERAND_REG)
      t->bytes = s->op[i].bytes;
  if (s->does == COPY_SAY)
    t->a = s->op[0].number;
  else if (t->subtract && same_value (f, s))
    t->bytes = 8;
  else
    return t->bytes && number_of (f, &s->op[0], &t->b)
	   && number_of (f, &s->op[1], &t->a);
  return true;
}

/* Comparisons of numbers that are known.  */
static bool
fold_test (struct folder *f, const struct copy_step *s)
{
  struct copy_test t;
  bool known = fold_comparison (f, s, &t);
  if (known)
    f->now.flags = t;
  return known;
}

/* Whether the condition of S is true after T.  */
static bool
holds (struct folder *f, const struct copy_step *s, const struct copy_test *t)
{
  if (s->condition < 0)
    return fail (f);
  return f->machine->holds (s->condition, t);
}

static void fold_insn (struct folder *f, const struct copy_step *s);

/* What asks for flags that are known.  */
static bool
fold_condition (struct folder *f, const struct copy_step *s)
{
  struct copy_step then = *s;
  if (!f->now.flags.known)
    return false;
  f->machine->decide (&then, holds (f, s, &f->now.flags));
  if (flags_wanted (f) && then.effects & ~s->effects & COPY_KEEPS)
    return fail (f);
  fold_insn (f, &then);
  return true;
}

/* Operand O, which S reads, as it is in the pot.  */
static struct copy_operand
fold_read (struct folder *f, const struct copy_step *s,
	   const struct copy_operand *o)
{
  bool may_be_number = o == s->op && s->effects & COPY_TAKES;
  if (o->kind == OPERAND_MEMORY)
    return fold_address (f, s, o);
  if (o->kind != OPERAND_REG)
    return *o;
  const struct copy_value *v = &f->now.reg[o->reg];
  if (v->form == FORM_NONE)
    fail (f);
  if (may_be_number && is_number (v))
    {
      int64_t number = cut_signed (v->number, 8 * o->bytes);
      if (fits (f, number))
	return copy_number_operand (number);
    }
  if (is_register (v) && v->number == 0 && v->base != f->machine->sp)
    return copy_reg_operand (given_reg (v->base), o->bytes);
  settle (f, o->reg, true);
  return *o;
}

/* An instruction of which nothing is to be said.  */
static void
fold_other (struct folder *f, const struct copy_step *s)
{
  struct copy_step step = *s;
  struct copy_effects e = copy_effects (f->machine, s);
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
	int r = o->kind == OPERAND_REG ? o->reg : COPY_REGS + 1;
	if ((e.writes & ~e.kills) >> r & 1)
	  {
	    if (f->now.reg[r].form == FORM_NONE)
	      f->now.reg[r] = own (0);
	    settle (f, r, true);
	  }
	else if (i < s->n - 1 || !(e.kills >> r & 1))
	  step.op[i] = fold_read (f, s, o);
      }
  put (f, &step);
  /* What is made of a number and what is known is known.  */
  bool three = s->n == 3 && s->effects & COPY_WHOLE;
  int from = three || s->n == 2 ? s->op[1].reg : HALT_NO_REG;
  int value = 0, dest = three ? s->op[2].reg : from;
  if (from != HALT_NO_REG && dest != HALT_NO_REG
      && s->op[0].kind == OPERAND_NUMBER && e.writes >> dest & 1
      && f->now.reg[from].value && !(e.reads >> COPY_FLAGS & 1)
      && s->op[1].bytes == 8 && s->op[s->n - 1].bytes == 8)
    {
      struct copy_value made = copy_number (s->op[0].number);
      made.value = f->now.reg[from].value;
      value = number_expression (f, s->name, made);
    }
  for (int r = 0; r < f->machine->n_regs; r++)
    if (e.writes >> r & 1)
      f->now.reg[r] = own (0);
  if (value)
    f->now.reg[dest].value = value;
  if (e.writes >> COPY_FLAGS & 1)
    f->now.flags.known = false;
}

/* --- control ---------------------------------------------------------------- */

/* Let what is live at LABEL, where several ways lead, be the same on all of
   them: nothing but what stays a sum because no step writes it.  */
static void
settle_for (struct folder *f, int label)
{
  copy_set live = f->live[copy_find_label (f->in, label)];
  if (live >> COPY_FLAGS & 1)
    fail (f);
  if (f->ways[label] < 2)
    return;
  for (int r = 0; r < f->machine->n_regs; r++)
    if (live >> r & 1
	&& (f->written >> r & 1 || f->now.reg[r].form == FORM_WORD))
      settle (f, r, true);
}

/* Control goes to LABEL with what is known now.  */
static void
arrive (struct folder *f, int label)
{
  struct state *there = &f->come[label];
  copy_set live = f->live[copy_find_label (f->in, label)];
  if (!there->reached)
    {
      *there = f->now;
      there->flags.known = false;
      return;
    }
  for (int r = 0; r < f->machine->n_regs; r++)
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
  struct copy_test t = f->now.flags;
  if (s->n ? fold_comparison (f, s, &t)
	   : s->condition != COPY_ALWAYS && t.known)
    {
      bool is = holds (f, s, &t);
      if (!is || falls_to (f, s->label))
	f->ways[s->label]--;
      if (!is)
	return;
      jump = (struct copy_step) {
	.kind = COPY_JUMP,
	.effects = COPY_KEEPS,
	.name = copy_text_of (f->machine->jump),
	.condition = COPY_ALWAYS,
	.label = s->label,
	.back = s->back
      };
    }
  for (int i = 0; i < jump.n; i++)
    jump.op[i] = fold_read (f, s, &s->op[i]);
  /* A loop that is entered in its middle is not seen through.  */
  if (s->back && !f->come[s->label].reached)
    fail (f);
  settle_for (f, s->label);
  put (f, &jump);
  arrive (f, s->label);
  if (jump.condition == COPY_ALWAYS)
    f->now.reached = false;
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
  for (int r = 0; r < f->machine->n_regs; r++)
    if (f->written >> r & 1 && f->loop[s->label])
      f->now.reg[r].value = 0;
  /* Nothing is known of those that come later from behind.  */
  if (f->now.reached)
    put (f, s);
}

/* All that may be arguments of what is called, and no more.  */
static void
fold_call (struct folder *f, const struct copy_step *s)
{
  copy_set reads = copy_effects (f->machine, s).reads;
  for (int r = 0; r < f->machine->n_regs; r++)
    if (reads >> r & 1 && f->now.reg[r].form != FORM_NONE)
      settle (f, r, true);
  /* What it returns is lost.  */
  if (f->live[f->at + 1] >> f->machine->result & 1)
    fail (f);
  f->now.flags.known = false;
  put (f, s);
}

static void
fold_insn (struct folder *f, const struct copy_step *s)
{
  bool done = false;
  switch (s->does)
    {
    case COPY_OTHER:
      break;
    case COPY_NOTHING:
      return;
    case COPY_ADDRESS:
      done = fold_lea (f, s);
      break;
    case COPY_MOVE:
    case COPY_ZEROS:
    case COPY_SIGNS:
      done = fold_move (f, s);
      break;
    case COPY_COMPARE:
    case COPY_TEST:
    case COPY_SAY:
      done = fold_test (f, s);
      break;
    case COPY_ASK:
      done = fold_condition (f, s);
      break;
    default:
      done = fold_arithmetic (f, s);
    }
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
steps_of (const struct copy_machine *m, const char *copy)
{
  static struct parsed *all;
  struct parsed *p = all;
  while (p && (p->steps.machine != m || strcmp (p->text, copy) != 0))
    p = p->next;
  if (!p && (p = malloc (sizeof *p + strlen (copy) + 1)))
    {
      strcpy (p->text, copy);
      p->good = copy_parse (m, p->text, &p->steps);
      p->next = all;
      all = p;
    }
  return p && p->good ? &p->steps : NULL;
}

bool
copy_fold (const struct copy_machine *m, const char *copy,
	   const struct copy_value given[COPY_REGS], int kept,
	   struct copy_steps *out)
{
  static void (*const fold[]) (struct folder *, const struct copy_step *) = {
    fold_insn, fold_jump, fold_call, fold_label
  };
  struct folder f = { .machine = m, .in = steps_of (m, copy), .out = out };
  copy_set at_end = kept == HALT_NO_REG ? 0 : COPY_BIT (kept);
  if (!f.in)
    return false;
  out->machine = m;
  out->n = 0;
  f.live[f.in->n] = at_end;
  copy_liveness (f.in, f.live);
  for (int i = 0; i < f.in->n; i++)
    {
      const struct copy_step *s = &f.in->step[i];
      f.written |= copy_effects (m, s).writes;
      f.ways[s->label] += s->kind == COPY_JUMP
			  || (s->kind == COPY_LABEL
			      && (i == 0 || s[-1].kind != COPY_JUMP
				  || s[-1].condition != COPY_ALWAYS));
      f.loop[s->label] |= s->kind == COPY_JUMP && s->back;
    }
  if (f.written & at_end)
    return false;
  memcpy (f.now.reg, given, sizeof f.now.reg);
  f.now.reached = true;
  for (f.at = 0; f.at < f.in->n && !f.failed; f.at++)
    if (f.now.reached || f.in->step[f.at].kind == COPY_LABEL)
      fold[f.in->step[f.at].kind](&f, &f.in->step[f.at]);
  if (f.failed)
    return false;
  copy_clean (out, at_end);
  return true;
}
