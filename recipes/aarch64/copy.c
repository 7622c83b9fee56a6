/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What copies have to know of AArch64: its assembler's text, its instructions, which
   copy_read.c reads.  A routine that calls has a frame, so copies call nothing.  */

#include <ctype.h>
#include <inttypes.h>
#include <string.h>

#include "recipes/aarch64/aarch64.h"

/* --- text ------------------------------------------------------------------- */

static const char shifts[]
  = "lsl lsr asr ror msl uxtb uxth uxtw uxtx sxtb sxth sxtw sxtx";

static const char *const conditions[] = {
  "eq", "ne", "cs hs", "cc lo", "mi", "pl", "vs",
  "vc", "hi", "ls",    "ge",	"lt", "gt", "le"
};

int
aarch64_find_condition (struct copy_text t)
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

/* Behind a ':' comes a symbol.  */
int
aarch64_general_reg (char before, struct copy_text word, int *bytes)
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
  int bytes, r = aarch64_general_reg (before, word, &bytes);
  if (before == ':')
    return copy_text_is (word, "lo12 got got_lo12 tprel_hi12 tprel_lo12_nc")
	     ? 1
	     : -1;
  if (copy_text_is (word, "sp wsp x29 w29 x30 w30"))
    return 0;
  return r != HALT_NO_REG || is_vector_reg (word)
	     || aarch64_find_condition (word) >= 0
	     || copy_text_is (word, shifts)
	     || copy_text_is (word, "xzr wzr tpidr_el0")
	   ? 1
	   : -1;
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
  s->effects = tests ? COPY_SAME | COPY_SETS : COPY_WHOLE | COPY_KEEPS;
  s->name = tests ? copy_text_of ("cmp") : made[i].step.name;
}

/* The step that lets TO be what FROM is, or has.  */
static struct copy_step
make_step (const char *name, enum copy_does does, struct copy_operand from,
	   struct copy_operand to)
{
  return (struct copy_step) { .name = copy_text_of (name),
			      .does = does,
			      .effects = COPY_WHOLE | COPY_KEEPS,
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
  .reg = aarch64_general_reg,
  /* x30 is where the function returns to, or what unwinders ask for.  */
  .n_regs = A64_LR,
  .args = 0xff,
  .sp = A64_SP,
  .result = A64_X0,
  .number_bits = 12,
  .read = aarch64_read_insn,
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
