/* SPDX-License-Identifier: GPL-3.0-or-later */
/* x86's assembler text.  */

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "atom/atom.h"
#include "atom/machine.h"

/* Jumps on a condition are "j", perhaps "n", and the condition.  */
static bool
invert (const char *opcode, size_t size, char *to)
{
  static const char *const conditions[] = {
    "a", "ae", "b", "be", "c", "e", "g", "ge", "l", "le", "o", "p", "s", "z"
  };
  bool not = size > 2 && opcode[1] == 'n';
  const char *condition = opcode + 1 + not ;
  if (size < 2 || *opcode != 'j')
    return false;
  size -= 1 + not ;
  for (size_t i = 0; i < sizeof conditions / sizeof *conditions; i++)
    if (strlen (conditions[i]) == size
	&& memcmp (conditions[i], condition, size) == 0)
      {
	strcpy (to, not ? "j" : "jn");
	strcat (to, conditions[i]);
	return true;
      }
  return false;
}

/* --- jumps by an address ------------------------------------------------------ */

/* What J's jump takes its address from, and how long that is; NULL: a thunk's
   name.  */
static const char *
jump_operand (const struct jump_test *j, int *n)
{
  const char *at = strstr (j->jump, "jmp");
  int end = at ? strcspn (at, "\n") : 0;
  const char *star = at ? memchr (at, '*', end) : NULL;
  if (!at || (!j->intel && !star))
    return NULL;
  const char *operand = j->intel ? at + 3 + strspn (at + 3, " \t") : star + 1;
  *n = at + end - operand;
  if (j->intel && !memchr (operand, '[', *n) && *n > 3)
    return NULL;
  return operand;
}

/* A register that J may change or, with ANY, one that its operand does not name;
   NULL if there is none.  */
static const char *
spare (const struct jump_test *j, const char *operand, int n, bool any)
{
  for (int r = 0; r < j->target->n_regs; r++)
    {
      const char *name = j->target->regs[r].name;
      if (j->target->regs[r].rclass != RC_GENERAL || strcmp (name, "sp") == 0
	  || !(any || reg_set_has (j->free, r)))
	continue;
      name = *name == 'r' ? name : string ("r%s", name);
      if (!memmem (operand, n, name, strlen (name)))
	return name;
    }
  return NULL;
}

static bool
test_64 (FILE *out, const struct jump_test *j)
{
  int n;
  const char *operand = jump_operand (j, &n);
  const char *reg = operand ? spare (j, operand, n, false) : NULL;
  const char *mark = j->intel ? "" : "%";
  bool saved = operand && !reg && !memmem (operand, n, "sp", 2);
  if (saved)
    {
      /* Past what leaves keep below the stack pointer.  */
      reg = spare (j, operand, n, true);
      fprintf (out, j->intel ? "\tlea\trsp, [rsp-128]\n"
			     : "\tleaq\t-128(%%rsp), %%rsp\n");
      fprintf (out, "\tpush\t%s%s\n", mark, reg);
      if (j->follows)
	fputs ("\t.cfi_adjust_cfa_offset 136\n", out);
    }
  if (!reg)
    return false;
  if (j->intel)
    fprintf (out, "\tlea\t%s, %s[rip]\n\tcmp\t%.*s, %s\n", reg, j->label, n,
	     operand, reg);
  else
    fprintf (out, "\tleaq\t%s(%%rip), %%%s\n\tcmpq\t%%%s, %.*s\n", j->label,
	     reg, reg, n, operand);
  if (saved)
    {
      fprintf (out, "\tpop\t%s%s\n", mark, reg);
      fprintf (out, j->intel ? "\tlea\trsp, [rsp+128]\n"
			     : "\tleaq\t128(%%rsp), %%rsp\n");
      if (j->follows)
	fputs ("\t.cfi_adjust_cfa_offset -136\n", out);
    }
  fprintf (out, "\tjne\t%s\n", j->other);
  return true;
}

static bool
test_32 (FILE *out, const struct jump_test *j)
{
  int n;
  const char *operand = jump_operand (j, &n);
  if (!operand)
    return false;
  if (j->intel)
    fprintf (out, "\tcmp\t%.*s, OFFSET FLAT:%s\n", n, operand, j->label);
  else
    fprintf (out, "\tcmpl\t$%s, %.*s\n", j->label, n, operand);
  fprintf (out, "\tjne\t%s\n", j->other);
  return true;
}

/* --- replacements ------------------------------------------------------------- */

/* How many arguments of the function are passed on: the first ones.  */
static int
passed_on (const struct call *c)
{
  int n = 0;
  while (n < c->proto->n && c->values[n].form == VALUE_ARGUMENT)
    n++;
  return n;
}

static const char only_static[]
  = "after the ArgValues it can be passed numbers, strings, arrays, "
    "ReplAddrValue, REG_PC and REG_RA";

static const char no_structure[]
  = "a routine that returns a structure is passed nothing but ArgValues";

/* Words on the stack that a stub copies where it does not know how many arguments are
   there.  */
#define COPIED 32

/* A stub of x86-64 that is written.  */
struct stub
{
  FILE *out;
  const Proc *proc;
  int words[16], n_words;	/* registers that are saved, from the frame pointer down */
  int others[40], n_others;	/* vectors and masks */
  int width, mask;		/* ... of so many bytes, in a vector's room */
};

static const char *
name_64 (const struct stub *s, int reg)
{
  const char *name = s->proc->unit->target->regs[reg].name;
  return string (name[1] >= '0' && name[1] <= '9' ? "%%%s" : "%%r%s", name);
}

/* How wide vector and mask registers are in S's procedure.  */
static void
find_widths (struct stub *s)
{
  struct facts f;
  char *line = s->proc->n_insts ? line_copy (s->proc->insts[0].before) : NULL;
  if (line && !facts_read (s->proc->unit->target, &f, line))
    {
      s->width = f.point.vector_bytes;
      s->mask = f.point.mask_bytes;
    }
  free (line);
}

/* Where the N-th of S's others is saved.  */
static int
other_at (const struct stub *s, int n)
{
  return -8 * s->n_words - s->width * (n + 1);
}

static void
move_other (const struct stub *s, int n, bool save)
{
  const char *name = s->proc->unit->target->regs[s->others[n]].name;
  const char *opcode = *name == 'k'    ? s->mask > 2 ? "kmovq" : "kmovw"
		       : s->width > 16 ? "vmovups"
				       : "movups";
  if (*name != 'k')
    name = string ("%cmm%s",
		   s->width > 32   ? 'z'
		   : s->width > 16 ? 'y'
				   : 'x',
		   name + strlen ("xmm"));
  fprintf (s->out,
	   save ? "\t%1$s\t%%%3$s, %2$d(%%rbp)\n"
		: "\t%1$s\t%2$d(%%rbp), %%%3$s\n",
	   opcode, other_at (s, n), name);
}

/* Begin one that keeps what the procedure has promised its callers, who are all in its
   unit and need not align the stack either.  */
static void
enter_64 (struct stub *s)
{
  const struct halt_target *t = s->proc->unit->target;
  fputs ("\tpushq\t%rbp\n\t.cfi_def_cfa_offset 16\n\t.cfi_offset 6, -16\n"
	 "\tmovq\t%rsp, %rbp\n\t.cfi_def_cfa_register 6\n",
	 s->out);
  find_widths (s);
  for (int r = 0; r < t->n_regs; r++)
    if (reg_set_has (&s->proc->promise, r))
      switch (t->regs[r].rclass)
	{
	case RC_GENERAL:
	  fprintf (s->out, "\tpushq\t%s\n", name_64 (s, r));
	  s->words[s->n_words++] = r;
	  break;
	case RC_VECTOR:
	case RC_MASK:
	  if (t->regs[r].rclass == RC_MASK ? s->mask : s->width)
	    s->others[s->n_others++] = r;
	  break;
	default:
	  break;
	}
  fprintf (s->out, "\tsubq\t$%d, %%rsp\n\tandq\t$-16, %%rsp\n",
	   s->width * s->n_others);
  for (int n = 0; n < s->n_others; n++)
    move_other (s, n, true);
  for (int i = COPIED; i-- > 0;)
    fprintf (s->out, "\tpushq\t%d(%%rbp)\n", 16 + 8 * i);
}

static void
leave_64 (const struct stub *s)
{
  for (int n = 0; n < s->n_others; n++)
    move_other (s, n, false);
  for (int n = 0; n < s->n_words; n++)
    fprintf (s->out, "\tmovq\t%d(%%rbp), %s\n", -8 * (n + 1),
	     name_64 (s, s->words[n]));
  fputs ("\tleave\n\t.cfi_def_cfa 7, 8\n\tret\n", s->out);
}

/* Arguments are in their registers; further ones follow, also in registers.  */
static const char *
stub_64 (FILE *out, const Proc *p, const struct call *c, const char *plain)
{
  static const char *const regs[] = { "%rdi", "%rsi", "%rdx",
				      "%rcx", "%r8",  "%r9" };
  int first = passed_on (c), reg = 0;
  struct stub s = { .out = out, .proc = p };
  if (c->proto->structure && first < c->proto->n)
    return no_structure;
  if (p->local)
    enter_64 (&s);
  for (int n = 0; n < c->proto->n; n++)
    {
      const struct value *v = &c->values[n];
      if (n >= first && reg >= 6)
	return "the procedure's arguments leave no register for the others";
      switch (v->form)
	{
	case VALUE_ARGUMENT:
	  break;
	case VALUE_NUMBER:
	  fprintf (out, "\tmovabsq\t$%" PRId64 ", %s\n", v->number, regs[reg]);
	  break;
	case VALUE_DATA:
	  fprintf (out,
		   the.image ? "\tmovq\t$%s, %s\n" : "\tleaq\t%s(%%rip), %s\n",
		   v->data->label, regs[reg]);
	  break;
	case VALUE_REPLACED:
	  fprintf (out, "\tleaq\t%s(%%rip), %s\n", plain, regs[reg]);
	  break;
	case VALUE_RETURN:
	  fprintf (out, "\tmovq\t%s, %s\n", p->local ? "8(%rbp)" : "(%rsp)",
		   regs[reg]);
	  break;
	default:
	  return only_static;
	}
      reg += n >= first || !c->proto->parameters[n].floating;
    }
  fprintf (out, "\t%s\t%s%s\n", p->local ? "call" : "jmp", the.image ? "*" : "",
	   c->proto->symbol);
  if (p->local)
    leave_64 (&s);
  return NULL;
}

/* The words of parameter N.  */
static int
words_of (const struct call *c, int n)
{
  size_t bytes = c->proto->parameters[n].bytes;
  return bytes > 4 ? (bytes + 3) / 4 : 1;
}

/* They are copied, behind further ones; without those it is a jump.  No register
   points to a global offset table: addresses are absolute, or relative to one that
   is found by a call.  */
static const char *
stub_32 (FILE *out, const Proc *p, const struct call *c, const char *plain)
{
  if (p->local)
    return "the compiler may have chosen registers for its arguments; make it noipa";
  int n = c->proto->n, first = passed_on (c), copied = 0, bytes;
  if (first == n)
    {
      fprintf (out, "\tjmp\t%s%s\n", the.image ? "*" : "", c->proto->symbol);
      return NULL;
    }
  if (c->proto->structure)
    return no_structure;
  for (int i = 0; i < first; i++)
    copied += words_of (c, i);
  bytes = (12 - (n - first + copied) * 4 % 16 + 16) % 16;
  fprintf (out, "\tsubl\t$%d, %%esp\n\t.cfi_adjust_cfa_offset %d\n", bytes,
	   bytes);
  for (int i = n; i-- > first; bytes += 4)
    {
      const struct value *v = &c->values[i];
      const char *symbol = v->form == VALUE_REPLACED ? plain
			   : v->form == VALUE_DATA   ? v->data->label
						     : NULL;
      if (v->form == VALUE_NUMBER)
	fprintf (out, "\tpushl\t$%" PRId32 "\n", (int32_t) v->number);
      else if (v->form == VALUE_RETURN)
	fprintf (out, "\tpushl\t%d(%%esp)\n", bytes);
      else if (v->form == VALUE_DATA && the.image)
	fprintf (out, "\tpushl\t$%s\n", v->data->label);
      else if (symbol)
	fprintf (out,
		 "\tcall\t__halt_get_pc\n1:\taddl\t$%s-1b, %%ecx\n"
		 "\tpushl\t%%ecx\n",
		 symbol);
      else
	return only_static;
      fputs ("\t.cfi_adjust_cfa_offset 4\n", out);
    }
  for (int i = copied; i-- > 0; bytes += 4)
    fprintf (out, "\tpushl\t%d(%%esp)\n\t.cfi_adjust_cfa_offset 4\n",
	     bytes + 4 + 4 * i);
  fprintf (out,
	   "\tcall\t%s%s\n\taddl\t$%d, %%esp\n\t.cfi_adjust_cfa_offset -%d\n"
	   "\tret\n",
	   the.image ? "*" : "", c->proto->symbol, bytes, bytes);
  return NULL;
}

const struct machine x86_64_machine = {
  .target = "x86-64",
  .label = ".L",
  .jump = "\tjmp\t%s\n",
  .ret = "\tret\n",
  .flag = "-m64",
  .emulation = "elf_x86_64",
  .sp = 7,
  .fp = 6,
  .sp_name = "sp",
  .fp_name = "bp",
  .cfa = 8,
  .return_at = -8,
  .invert = invert,
  .test = test_64,
  .stub = stub_64
};

const struct machine i386_machine = {
  .target = "i386",
  .label = ".L",
  .jump = "\tjmp\t%s\n",
  .ret = "\tret\n",
  .flag = "-m32",
  .emulation = "elf_i386",
  .sp = 4,
  .fp = 5,
  .sp_name = "sp",
  .fp_name = "bp",
  .cfa = 4,
  .return_at = -4,
  .invert = invert,
  .test = test_32,
  .stub = stub_32
};
