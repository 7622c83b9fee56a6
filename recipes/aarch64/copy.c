/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What copies have to know of AArch64: its assembler's text, its instructions.

   An instruction has its operands in a step the other way round than in the text, so
   that its destination is the last one.  A routine that calls has a frame, so copies
   call nothing.  */

#include <ctype.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "recipes/aarch64/aarch64.h"

/* --- text ------------------------------------------------------------------- */

static const char shifts[]
  = "lsl lsr asr ror msl uxtb uxth uxtw uxtx sxtb sxth sxtw sxtx";

static const char *const conditions[] = {
  "eq", "ne", "cs hs", "cc lo", "mi", "pl", "vs",
  "vc", "hi", "ls",    "ge",	"lt", "gt", "le"
};

/* The number of the condition that T says; -1: it says none.  */
static int
find_condition (struct copy_text t)
{
  for (size_t i = 0; i < sizeof conditions / sizeof *conditions; i++)
    if (copy_text_is (t, conditions[i]))
      return i;
  return -1;
}

/* The number behind the letter that T begins with, if it is less than END and nothing
   else comes; -1.  */
static int
numbered (struct copy_text t, int end)
{
  int n = 0;
  if (t.size < 2 || t.size > 3 || (t.size == 3 && t.at[1] == '0'))
    return -1;
  for (int i = 1; i < t.size; i++)
    if (isdigit ((unsigned char) t.at[i]))
      n = 10 * n + t.at[i] - '0';
    else
      return -1;
  return n < end ? n : -1;
}

/* Where a number is the distance of something, no name comes.  */
static int
general_reg (char before, struct copy_text word, int *bytes)
{
  bool wide = copy_text_is (word, "x*");
  int r = wide || copy_text_is (word, "w*") ? numbered (word, 31) : -1;
  *bytes = wide ? 8 : 4;
  if (before == ':')
    return HALT_NO_REG;
  return copy_text_is (word, "sp") ? A64_SP : r < 0 ? HALT_NO_REG : r;
}

static bool
is_vector_reg (struct copy_text word)
{
  struct copy_text name = word;
  for (int i = 0; i < word.size; i++)
    if (word.at[i] == '.')
      {
	name.size = i;
	break;
      }
  return name.size && strchr ("bhsdqv", *name.at) && numbered (name, 32) >= 0;
}

/* Neither the stack pointer and the frame's, nor where the routine returns to.  */
static int
is_word (char before, struct copy_text word)
{
  int bytes, r = general_reg (before, word, &bytes);
  if (before == ':')
    return copy_text_is (word, "lo12 got got_lo12 tprel_hi12 tprel_lo12_nc")
	     ? 1
	     : -1;
  if (copy_text_is (word, "sp wsp x29 w29 x30 w30"))
    return 0;
  return r != HALT_NO_REG || is_vector_reg (word) || find_condition (word) >= 0
	     || copy_text_is (word, shifts)
	     || copy_text_is (word, "xzr wzr tpidr_el0")
	   ? 1
	   : -1;
}

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
  int bytes, reg = general_reg (' ', word, &bytes);
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
  if (general_reg (' ', word, &bytes) != HALT_NO_REG)
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
  if (s->effects & COPY_ASKS && (s->condition = find_condition (by->text)) < 0
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
    = s->n ? find_condition (copy_text_of (s->name.size == 3 ? "eq" : "ne"))
      : condition.size ? find_condition (condition)
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

static int
read_insn (struct copy_text *r, struct copy_step *s)
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

/* --- evaluated -------------------------------------------------------------- */

static bool
holds (int number, const struct copy_test *t)
{
  bool n, z, c, v;
  if (t->bytes)
    {
      const struct copy_outcome o = copy_outcome (t);
      n = o.result < 0;
      z = o.result == 0;
      c = t->subtract && !o.borrow;
      v = o.overflow;
    }
  else
    {
      n = t->a & 8;
      z = t->a & 4;
      c = t->a & 2;
      v = t->a & 1;
    }
  const bool is[] = { z, c, n, v, c && !z, n == v, !z && n == v };
  return is[number / 2] != (number % 2 == 1);
}

/* Another comparison or flags; what is chosen, or what is made of it.  */
static void
decide (struct copy_step *s, bool is)
{
  static const struct
  {
    const char *names;
    struct copy_step step;
  } made[] = { { "csinc cinc", { .does = COPY_ADD, .name = { "add", 3 } } },
	       { "csinv cinv", { .does = COPY_NOT, .name = { "mvn", 3 } } },
	       { "csneg cneg", { .does = COPY_NEGATE, .name = { "neg", 3 } } },
	       { "c*", { .does = COPY_MOVE, .name = { "mov", 3 } } } };
  const struct copy_operand to = s->op[s->n - 1], second = s->op[1];
  const struct copy_operand by = s->n == 4 && is ? s->op[2] : second;
  bool changes = s->n == 3 ? is : !is, tests = copy_text_is (s->name, "ccmp");
  int i = 0;
  while (!copy_text_is (s->name, made[i].names)
	 || (made[i].step.does != COPY_MOVE && !changes))
    i++;
  bool adds = made[i].step.does == COPY_ADD;
  if (s->n == 2)
    s->op[0] = copy_number_operand (s->name.size == 4 ? is : -is);
  else
    s->op[0] = adds ? copy_number_operand (1) : by;
  s->op[1] = by;
  s->n = 2 + adds - (tests && !is);
  s->op[s->n - 1] = s->n > 1 ? to : by;
  s->does = !tests ? made[i].step.does : is ? COPY_COMPARE : COPY_SAY;
  s->effects = tests ? TESTS : WHOLE;
  s->name = tests ? copy_text_of ("cmp") : made[i].step.name;
}

/* The step that lets TO be what FROM is, or has.  */
static struct copy_step
make_step (const char *name, enum copy_does does, struct copy_operand from,
	   struct copy_operand to)
{
  return (struct copy_step) { .name = copy_text_of (name),
			      .does = does,
			      .effects = WHOLE,
			      .n = 2,
			      .op = { from, to } };
}

/* An address further than two instructions add is none.  */
#define MAX_NUMBER 0xfff000

static int
set (struct copy_step *s, bool loads)
{
  const struct copy_operand from = s->op[0], to = s->op[1];
  struct copy_operand high = from, low = from;
  bool symbol = from.relative || from.part == COPY_HIGH;
  if (from.kind != OPERAND_MEMORY)
    s[0] = make_step ("mov", COPY_MOVE, from, to);
  else if (!symbol)
    s[0] = make_step ("add", COPY_ADDRESS, from, to);
  if (!symbol)
    return from.kind != OPERAND_MEMORY || from.text.size
	   || (from.number <= MAX_NUMBER && from.number >= -MAX_NUMBER);
  high.relative = low.relative = false;
  high.part = COPY_HIGH;
  low.part = COPY_LOW;
  low.base = to.reg;
  s[0] = make_step ("adrp", COPY_ADDRESS, high, to);
  s[1] = loads ? make_step ("ldr", COPY_OTHER, low, to)
	       : make_step ("add", COPY_ADDRESS, low, to);
  return from.relative ? 2 : 1;
}

/* How many bytes S reads or writes at its address, each of its registers; 0: that can be
   a register alone.  */
static int
access_bytes (const struct copy_step *s)
{
  static const char *const letters = "bhsdq";
  const struct copy_operand *o = &s->op[s->n - 1];
  char last = s->name.at[s->name.size - 1];
  if (!copy_text_is (s->name, "ldr* str* ldp* stp"))
    return 0;
  if (last == 'b' || last == 'h')
    return last == 'b' ? 1 : 2;
  if (last == 'w')
    return 4;
  if (o->kind == OPERAND_OTHER)
    {
      const char *letter = strchr (letters, *o->text.at);
      return letter ? 1 << (letter - letters) : 0;
    }
  return o->kind == OPERAND_NUMBER && o->text.size
	   ? *o->text.at == 'x' ? 8 : 4
	   : o->bytes;
}

static bool
is_pair (const struct copy_step *s)
{
  return copy_text_is (s->name, "ldp* stp");
}

/* Whether NUMBER is one that S, which accesses BYTES, can add to a register for its
   address; to the STACK pointer what the pot lowers that by is added, too.  */
static bool
is_near (const struct copy_step *s, int bytes, int64_t number, bool stack)
{
  int most = (is_pair (s) ? 64 : 4096) / (stack ? 2 : 1);
  int least = stack ? 0 : is_pair (s) ? -64 * bytes : -256;
  bool small = !is_pair (s) && !stack && number < 256;
  return bytes == 0 ? number == 0 && !stack
		    : number >= least && number < most * bytes
			&& (small || number % bytes == 0);
}

static bool
address_fits (const struct copy_step *step, const struct copy_operand *o)
{
  bool stack = o->base == COPY_GIVEN + A64_SP;
  bool indexed = o->index != HALT_NO_REG;
  if (o->text.size)
    return step->does == COPY_ADDRESS || !o->relative;
  if (step->does == COPY_ADDRESS)
    return (o->scale & (o->scale - 1)) == 0
	   && o->scale <= (stack ? 16 : 1 << 15) && o->number <= MAX_NUMBER
	   && o->number >= -MAX_NUMBER;
  int bytes = access_bytes (step);
  return o->base != HALT_NO_REG
	 && (indexed ? bytes && !is_pair (step) && o->number == 0 && !stack
			 && (o->scale == 1 || o->scale == bytes)
		     : is_near (step, bytes, o->number, stack));
}

/* --- printing --------------------------------------------------------------- */

static const char *
reg_name (int reg, const signed char *as)
{
  return aarch64_target.regs[reg < COPY_GIVEN ? as[reg] : reg - COPY_GIVEN]
    .name;
}

static void
print_part (FILE *out, const struct copy_operand *o)
{
  if (o->part == COPY_LOW && *o->text.at != ':')
    fputs (":lo12:", out);
  fprintf (out, "%.*s", o->text.size, o->text.at);
  if (o->number)
    fprintf (out, "%+" PRId64, o->number);
}

static void
print_memory (FILE *out, const struct copy_operand *o, const signed char *as,
	      int64_t number)
{
  if (o->base == HALT_NO_REG)
    {
      print_part (out, o);
      return;
    }
  fprintf (out, "[%s", reg_name (o->base, as));
  if (o->index != HALT_NO_REG)
    fprintf (out, ", %s", reg_name (o->index, as));
  if (o->index != HALT_NO_REG && o->scale != 1)
    fprintf (out, ", lsl %d", __builtin_ctz (o->scale));
  if (o->text.size)
    {
      fputs (", ", out);
      print_part (out, o);
    }
  else if (number)
    fprintf (out, ", %" PRId64, number);
  fputc (']', out);
}

/* TO = the address O, to which NUMBER is added.  */
static void
print_address (FILE *out, const struct copy_operand *o, const char *to,
	       const signed char *as, int64_t number)
{
  const char *base = o->base == HALT_NO_REG ? NULL : reg_name (o->base, as);
  if (o->part)
    {
      fprintf (out, o->part == COPY_HIGH ? "adrp\t%s, " : "add\t%s, ", to);
      if (base)
	fprintf (out, "%s, ", base);
      print_part (out, o);
      return;
    }
  if (o->index != HALT_NO_REG)
    {
      fprintf (out, "add\t%s, %s, %s, lsl %d", to, base ? base : "xzr",
	       reg_name (o->index, as), __builtin_ctz (o->scale));
      if (number)
	fputs ("\n\t", out);
      base = to;
    }
  if (o->index == HALT_NO_REG || number)
    aarch64_print_add (out, to, base, number);
}

static void
print_operand (FILE *out, const struct copy_operand *o, const signed char *as,
	       int64_t number)
{
  if (o->kind == OPERAND_OTHER || (o->kind == OPERAND_NUMBER && o->text.size))
    copy_print_text (out, o->text);
  else if (o->kind == OPERAND_NUMBER)
    fprintf (out, "%" PRId64, o->number);
  else if (o->kind == OPERAND_REG)
    fprintf (out, "%c%s", o->bytes == 8 ? 'x' : 'w', reg_name (o->reg, as) + 1);
  else
    print_memory (out, o, as, number);
}

static void
print_step (FILE *out, const struct copy_step *s, const signed char *as,
	    int depth)
{
  struct copy_step added = *s;
  const struct copy_operand *by = &s->op[0], *to = &s->op[s->n - 1];
  int64_t number = by->number + (by->base == COPY_GIVEN + A64_SP ? depth : 0);
  const char *separator = "\t";
  if (s->does == COPY_ADDRESS)
    {
      print_address (out, by, reg_name (to->reg, as), as, number);
      return;
    }
  if (s->does == COPY_MOVE && by->kind == OPERAND_NUMBER && !by->text.size)
    {
      aarch64_print_constant (out, reg_name (to->reg, as), by->number);
      return;
    }
  if (s->n > 1 && copy_text_is (s->name, "cmp ccmp")
      && s->op[s->n - 2].kind == OPERAND_NUMBER && s->op[s->n - 2].number < 0)
    {
      added.op[s->n - 2].number = -s->op[s->n - 2].number;
      added.name = copy_text_of (s->name.size == 3 ? "cmn" : "ccmn");
      s = &added;
    }
  copy_print_text (out, s->name);
  for (int i = s->n - 1; i >= 0; i--)
    {
      /* The bit of tbz, the 0 of cbz.  */
      if (s->kind == COPY_JUMP && i == 0 && s->does == COPY_COMPARE)
	continue;
      fputs (separator, out);
      separator = ", ";
      if (s->kind == COPY_JUMP && i == 0)
	fprintf (out, "%d", __builtin_ctzll (by->number));
      else
	print_operand (out, &s->op[i], as, number);
    }
  if (s->kind == COPY_JUMP)
    fprintf (out, "%s%d%c", separator, COPY_FIRST_LABEL + s->label,
	     s->back ? 'b' : 'f');
}

const struct copy_machine aarch64_copies = {
  .call = "",
  .jump = "b",
  .ret = "ret",
  .entry = "bti hint",
  .marks = "[],#:+-!/",
  .jumps = "b b.* beq bne bcs bcc bmi bpl bvs bvc bhi bls bge blt bgt ble cbz cbnz tbz "
	   "tbnz",
  .prefixes = "",
  /* The locked ones must stay together, with nothing that reads memory between.  */
  .unfit = "bl blr* br* ret* eret* adr svc hvc smc brk hlt msr sys* dc ic at tlbi pac* "
	   "aut* xpac* ldx* ldax* stx* stlx* clrex wf* cas*p*",
  .is_word = is_word,
  .reg = general_reg,
  /* x30 is where the function returns to, or what unwinders ask for.  */
  .n_regs = A64_LR,
  .args = 0xff,
  .sp = A64_SP,
  .result = A64_X0,
  .number_bits = 12,
  .read = read_insn,
  .print = print_step,
  .holds = holds,
  .decide = decide,
  .set = set,
  .fits = address_fits,
  .low_symbols = true,
  .flags_in = A64_IP0,
  .unsaved = HALT_NO_REG,
  /* A call's 4 bytes, and saving x30.  */
  .small = 20
};
