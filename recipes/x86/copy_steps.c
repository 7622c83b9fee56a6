/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The steps of a copy: parsed, what each reads and changes, printed.  */

#include <ctype.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "recipes/x86/copy.h"

/* What is being parsed.  */
struct reader
{
  const char *at, *end;
};

static bool
next_is (struct reader *r, char c)
{
  if (r->at == r->end || *r->at != c)
    return false;
  r->at++;
  return true;
}

static struct copy_text
read_word (struct reader *r)
{
  struct copy_text word = { r->at, 0 };
  while (r->at < r->end
	 && (isalnum ((unsigned char) *r->at) || strchr ("_.", *r->at)))
    r->at++;
  word.size = r->at - word.at;
  return word;
}

/* How much of T S is, if T begins with it; else -1.  */
static int
beginning (struct copy_text t, const char *s)
{
  int n = 0;
  for (; s[n]; n++)
    if (n == t.size || t.at[n] != s[n])
      return -1;
  return n;
}

static bool
text_is (struct copy_text t, const char *s)
{
  return beginning (t, s) == t.size;
}

static bool
text_begins (struct copy_text t, const char *s)
{
  return beginning (t, s) >= 0;
}

int
copy_general_reg (struct copy_text name, int *bytes)
{
  static char text[X86_XMM0][4][8];
  if (!**text[0])
    for (int r = 0; r < X86_XMM0; r++)
      for (int w = 0; w < 4; w++)
	x86_reg_text (r, 1 << w, text[r][w], sizeof text[r][w]);
  for (int r = 0; r < X86_XMM0; r++)
    for (int w = 0; w < 4; w++)
      if (text_is (name, text[r][w]))
	{
	  *bytes = 1 << w;
	  return r;
	}
  return HALT_NO_REG;
}

/* A register's name without its '%'; false if it is not a whole general
   register's.  */
static bool
read_address_reg (struct reader *r, int *reg)
{
  int bytes;
  *reg = next_is (r, '%') ? copy_general_reg (read_word (r), &bytes)
			  : HALT_NO_REG;
  return *reg != HALT_NO_REG && bytes == 8 && *reg != X86_SP;
}

/* "(BASE,INDEX,SCALE)" or "(%rip)".  */
static bool
read_registers (struct reader *r, struct copy_operand *o)
{
  static const char rip[] = "(%rip)";
  size_t left = r->end - r->at;
  if (left >= strlen (rip) && memcmp (r->at, rip, strlen (rip)) == 0)
    {
      r->at += strlen (rip);
      o->rip = true;
      return true;
    }
  if (!next_is (r, '('))
    return true;
  if (r->at < r->end && *r->at != ',' && !read_address_reg (r, &o->base))
    return false;
  if (next_is (r, ','))
    {
      if (!read_address_reg (r, &o->index))
	return false;
      if (next_is (r, ','))
	o->scale = strtol (read_word (r).at, NULL, 10);
    }
  return next_is (r, ')')
	 && (o->scale == 1 || o->scale == 2 || o->scale == 4 || o->scale == 8);
}

/* A sum of numbers and at most one symbol, which is O's text, with an '@' behind it
   maybe.  */
static bool
read_sum (struct reader *r, struct copy_operand *o)
{
  while (r->at < r->end && *r->at != '(')
    {
      bool minus = next_is (r, '-');
      if (!minus)
	next_is (r, '+');
      struct copy_text word = read_word (r);
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
      if (next_is (r, '@'))
	o->text.size += 1 + read_word (r).size;
    }
  return true;
}

static bool
read_register (struct reader *r, struct copy_operand *o)
{
  const char *start = r->at;
  next_is (r, '%');
  struct copy_text name = read_word (r);
  if (next_is (r, ':'))
    {
      o->kind = OPERAND_MEMORY;
      o->segment = *name.at;
      return (text_is (name, "fs") || text_is (name, "gs")) && read_sum (r, o)
	     && read_registers (r, o);
    }
  o->kind = OPERAND_OTHER;
  o->text = (struct copy_text) { start, r->at - start };
  o->reg = copy_general_reg (name, &o->bytes);
  if (o->reg != HALT_NO_REG)
    o->kind = OPERAND_REG;
  return true;
}

static bool
read_operand (struct reader *r, struct copy_operand *o)
{
  const char *start = r->at;
  *o = (struct copy_operand) { .kind = OPERAND_MEMORY,
			       .reg = HALT_NO_REG,
			       .base = HALT_NO_REG,
			       .index = HALT_NO_REG,
			       .scale = 1 };
  if (r->at < r->end && *r->at == '%')
    return read_register (r, o);
  if (!next_is (r, '$'))
    return read_sum (r, o) && read_registers (r, o);
  if (!read_sum (r, o))
    return false;
  o->kind = o->text.size ? OPERAND_OTHER : OPERAND_NUMBER;
  if (o->text.size)
    o->text = (struct copy_text) { start, r->at - start };
  return r->at == r->end || *r->at == ',';
}

static bool
read_operands (struct reader *r, struct copy_step *s)
{
  do
    {
      struct reader part = { r->at, r->at };
      for (int depth = 0; part.end < r->end && (depth > 0 || *part.end != ',');
	   part.end++)
	depth += (*part.end == '(') - (*part.end == ')');
      r->at = part.end;
      if (s->n == 3 || !read_operand (&part, &s->op[s->n++])
	  || part.at != part.end)
	return false;
    }
  while (next_is (r, ','));
  return true;
}

/* --- what instructions do --------------------------------------------------- */

enum
{
  WHOLE = COPY_WHOLE,
  SAME = 2,			/* the last operand is not written */
  FLAGS = 4,			/* all flags are written */
  ASKS = 8			/* flags are read */
};

/* What is known to use no general register but those that it names; by what its name
   is but for a suffix.  Others have a name that begins with one of those behind the
   empty one: they may read and change what they name, and flags.  */
static const struct
{
  const char *name;
  int what;
} known[] = {
  { "mov", WHOLE },	{ "lea", WHOLE },	{ "add", FLAGS },
  { "sub", FLAGS },	{ "and", FLAGS },	{ "or", FLAGS },
  { "xor", FLAGS },	{ "neg", FLAGS },	{ "cmp", SAME | FLAGS },
  { "test", SAME | FLAGS }, { "bt", SAME },	{ "popcnt", WHOLE | FLAGS },
  { "lzcnt", WHOLE | FLAGS }, { "tzcnt", WHOLE | FLAGS },
  { "imul", FLAGS },	{ "adc", FLAGS | ASKS }, { "sbb", FLAGS | ASKS },
  { "", 0 },		{ "movz", WHOLE },	{ "movs", WHOLE },
  { "movabs", WHOLE },	{ "cmov", ASKS },	{ "set", ASKS },
  { "j", ASKS },	{ "mov", 0 },		{ "add", 0 },
  { "sub", 0 },		{ "and", 0 },		{ "or", 0 },
  { "xor", 0 },		{ "not", 0 },		{ "inc", 0 },
  { "dec", 0 },		{ "shl", 0 },		{ "shr", 0 },
  { "sar", 0 },		{ "sal", 0 },		{ "rol", 0 },
  { "ror", 0 },		{ "bt", 0 },		{ "bs", 0 },
  { "xchg", 0 },	{ "xadd", 0 },		{ "cvt", 0 },
  { "mul", 0 },		{ "div", 0 },		{ "sqrt", 0 },
  { "pxor", 0 },	{ "padd", 0 },		{ "psub", 0 },
  { "por", 0 },		{ "pand", 0 },		{ "un", 0 },
  { "vmov", 0 },	{ "vadd", 0 },		{ "vsub", 0 },
  { "vmul", 0 },	{ "vdiv", 0 },		{ "vcvt", 0 },
  { "vxor", 0 },	{ "vpadd", 0 },		{ "vpsub", 0 },
  { "vpxor", 0 },	{ "vpor", 0 },		{ "vpand", 0 },
  { "nop", SAME }
};

bool
copy_is (const struct copy_step *s, const char *name)
{
  struct copy_text t = s->name;
  int n = beginning (t, name);
  return n == t.size || (n >= 0 && n + 1 == t.size && strchr ("bwlq", t.at[n]));
}

/* What is known of the instruction S; -1: nothing.  */
static int
what_is (const struct copy_step *s)
{
  bool begins = false;
  for (size_t i = 0; i < sizeof known / sizeof *known; i++)
    if (!*known[i].name)
      begins = true;
    else if (begins ? text_begins (s->name, known[i].name)
		    : copy_is (s, known[i].name))
      return known[i].what;
  return -1;
}

/* Whether S uses registers that it does not name, or names that are none of a whole
   register's.  */
static bool
is_special (const struct copy_step *s)
{
  static const char *const fixed[] = { "%cl", "%ah", "%bh", "%ch", "%dh" };
  /* With one operand, others are in ax and dx.  */
  if (s->n == 1 && s->op[0].kind != OPERAND_OTHER
      && (copy_is (s, "mul") || copy_is (s, "imul") || copy_is (s, "div")))
    return true;
  /* GCC does not write the cl of shld and shrd.  */
  if (text_begins (s->name, "mulx") || text_begins (s->name, "shld")
      || text_begins (s->name, "shrd"))
    return true;
  /* What is at an address of 64 bits is moved to ax alone.  */
  if (copy_is (s, "movabs") && s->op[0].kind == OPERAND_MEMORY)
    return true;
  for (int i = 0; i < s->n; i++)
    {
      if (s->op[i].kind == OPERAND_REG
	  && (s->op[i].reg == X86_CX && s->op[i].bytes == 1))
	return true;
      for (size_t f = 0; f < sizeof fixed / sizeof *fixed; f++)
	if (s->op[i].kind == OPERAND_OTHER && text_is (s->op[i].text, fixed[f]))
	  return true;
    }
  return s->n == 0 && !copy_is (s, "nop");
}

static uint32_t
bit (int reg)
{
  return reg >= 0 && reg < X86_XMM0 ? (uint32_t) 1 << reg : 0;
}

/* All that may be an argument of what is called.  */
static uint32_t
arguments (void)
{
  uint32_t set = 0;
  for (int i = 0; i < X86_64_ARG_REGS; i++)
    set |= bit (x86_64_arg_regs[i]);
  return set;
}

/* Whether S writes all flags, W being what is known of it: not shifts by 0.  */
static bool
kills_flags (const struct copy_step *s, int w)
{
  static const char *const shifts[] = { "shl", "shr", "sal", "sar" };
  if (w & FLAGS)
    return true;
  for (size_t i = 0; i < sizeof shifts / sizeof *shifts; i++)
    if (copy_is (s, shifts[i]))
      return s->n == 1
	     || (s->op[0].kind == OPERAND_NUMBER && (s->op[0].number & 31));
  return false;
}

struct copy_effects
copy_effects (const struct copy_step *s)
{
  struct copy_effects e = { 0 };
  uint32_t flags = (uint32_t) 1 << COPY_FLAGS;
  if (s->kind == COPY_LABEL)
    return e;
  if (s->kind == COPY_CALL)
    {
      e.reads = arguments ();
      e.writes = e.kills = flags;
      return e;
    }
  int w = s->what;
  bool jumps = s->kind == COPY_JUMP;
  if (w & ASKS && !text_is (s->name, "jmp"))
    e.reads |= flags;
  if (!(w & ASKS && !(w & FLAGS)) && !text_begins (s->name, "mov")
      && !copy_is (s, "lea") && !copy_is (s, "not") && !copy_is (s, "nop"))
    e.writes |= flags;
  if (!jumps && kills_flags (s, w))
    e.kills |= flags;
  e.dest = !jumps && s->n > 0 && !(w & SAME);
  e.whole = e.dest && (w & WHOLE || (copy_is (s, "imul") && s->n == 3));
  bool exchanges = text_begins (s->name, "xchg")
		   || text_begins (s->name, "xadd")
		   || memchr (s->name.at, '/', s->name.size);
  for (int i = 0; i < s->n; i++)
    {
      const struct copy_operand *o = &s->op[i];
      bool last = i == s->n - 1;
      if (o->kind == OPERAND_MEMORY)
	e.reads |= bit (o->base) | bit (o->index);
      if (o->kind != OPERAND_REG)
	continue;
      bool whole = last && e.whole && o->bytes >= 4;
      if (!whole)
	e.reads |= bit (o->reg);
      if ((last && e.dest) || exchanges)
	e.writes |= bit (o->reg);
      if (whole)
	e.kills |= bit (o->reg);
    }
  return e;
}

/* The step of S that has label LABEL.  */
static int
find_label (const struct copy_steps *s, int label)
{
  for (int i = 0; i < s->n; i++)
    if (s->step[i].kind == COPY_LABEL && s->step[i].label == label)
      return i;
  return s->n;
}

void
copy_liveness (const struct copy_steps *s, uint32_t *live)
{
  struct
  {
    uint32_t reads, kept;	/* what it does not write whole */
    int to;			/* JUMP: the label's step, else -1 */
    bool falls;			/* control may come to the next one */
  } does[COPY_MAX_STEPS];
  for (int i = 0; i < s->n; i++)
    {
      const struct copy_step *step = &s->step[i];
      struct copy_effects e = copy_effects (step);
      bool jumps = step->kind == COPY_JUMP;
      does[i].reads = e.reads;
      does[i].kept = ~e.kills;
      does[i].to = jumps ? find_label (s, step->label) : -1;
      does[i].falls = !jumps || !text_is (step->name, "jmp");
      live[i] = 0;
    }
  for (bool again = true; again;)
    {
      again = false;
      for (int i = s->n; i-- > 0;)
	{
	  uint32_t after = does[i].falls ? live[i + 1] : 0;
	  if (does[i].to >= 0)
	    after |= live[does[i].to];
	  uint32_t before = (after & does[i].kept) | does[i].reads;
	  again |= before != live[i];
	  live[i] = before;
	}
    }
}

/* --- parsing ---------------------------------------------------------------- */

/* "80", or "80f" and "80b" where it is jumped to.  */
static bool
read_label (struct reader *r, struct copy_step *s)
{
  struct copy_text word = read_word (r);
  s->label = word.size ? strtol (word.at, NULL, 10) - COPY_FIRST_LABEL : -1;
  s->back = word.size && word.at[word.size - 1] == 'b';
  return s->label >= 0 && s->label < COPY_LABELS;
}

/* A statement.  */
static bool
read_step (struct reader *r, struct copy_step *s)
{
  *s = (struct copy_step) { .kind = COPY_INSN };
  if (r->at < r->end && isdigit ((unsigned char) *r->at))
    {
      s->kind = COPY_LABEL;
      return read_label (r, s) && next_is (r, ':');
    }
  s->name = read_word (r);
  if (text_is (s->name, "lock") && next_is (r, '/'))
    s->name.size += 1 + read_word (r).size;
  if (s->name.size == 0 || text_begins (s->name, "rep"))
    return false;
  if (!next_is (r, '/'))
    return copy_is (s, "nop");
  if (text_is (s->name, "call"))
    {
      s->kind = COPY_CALL;
      s->op[0].kind = OPERAND_OTHER;
      s->op[0].text = (struct copy_text) { r->at, r->end - r->at };
      s->n = 1;
      r->at = r->end;
      return true;
    }
  if (*s->name.at == 'j')
    {
      s->kind = COPY_JUMP;
      return read_label (r, s) && !text_is (s->name, "jrcxz")
	     && !text_is (s->name, "jecxz");
    }
  return read_operands (r, s);
}

/* Find out what the instruction S does; false if it is none that is understood.  */
static bool
understand (struct copy_step *s)
{
  struct copy_step bare = *s;
  if (s->kind == COPY_LABEL || s->kind == COPY_CALL)
    return true;
  if (text_begins (s->name, "lock/"))
    {
      bare.name.at += strlen ("lock/");
      bare.name.size -= strlen ("lock/");
    }
  s->what = what_is (&bare);
  return s->what >= 0 && (s->kind == COPY_JUMP || !is_special (&bare));
}

bool
copy_parse (const char *copy, struct copy_steps *s)
{
  s->n = 0;
  for (struct reader r = { copy, copy }; *r.at;)
    {
      r.end = r.at + strcspn (r.at, ";");
      if (s->n == COPY_MAX_STEPS || !read_step (&r, &s->step[s->n])
	  || r.at != r.end || !understand (&s->step[s->n]))
	return false;
      s->n++;
      r.at += *r.at == ';';
    }
  return true;
}

/* --- printing --------------------------------------------------------------- */

static void
print_reg (FILE *out, int reg, int bytes, const signed char *as)
{
  char text[8];
  x86_reg_text (reg < COPY_GIVEN ? as[reg] : reg - COPY_GIVEN, bytes, text,
		sizeof text);
  fprintf (out, "%%%%%s", text);
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
  if (o->rip)
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

/* Text T, in which '%' is '%%' for a template.  */
static void
print_text (FILE *out, struct copy_text t)
{
  for (int i = 0; i < t.size; i++)
    {
      if (t.at[i] == '%')
	fputc ('%', out);
      fputc (t.at[i], out);
    }
}

void
copy_print (FILE *out, const struct copy_step *s, const signed char *as,
	    int depth)
{
  if (s->kind == COPY_LABEL)
    {
      fprintf (out, "%d:", COPY_FIRST_LABEL + s->label);
      return;
    }
  for (int i = 0; i < s->name.size; i++)
    fputc (s->name.at[i] == '/' ? '\t' : s->name.at[i], out);
  if (s->kind == COPY_JUMP)
    fprintf (out, "\t%d%c", COPY_FIRST_LABEL + s->label, s->back ? 'b' : 'f');
  else if (s->n)
    fputc ('\t', out);
  for (int i = 0; i < s->n; i++)
    {
      const struct copy_operand *o = &s->op[i];
      if (i > 0)
	fputc (',', out);
      switch (o->kind)
	{
	case OPERAND_OTHER:
	  print_text (out, o->text);
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
}
