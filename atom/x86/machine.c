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

static const char no_structure[]
  = "a routine that returns a structure is passed nothing but ArgValues";

/* A stub that is written, and what is so where its procedure is entered.  */
struct stub
{
  FILE *out;
  const Proc *proc;
  int word;			/* bytes */
  bool known;			/* the following three are */
  bool aligned;			/* callers align the stack */
  struct reg_set live;
  int words[16], n_words;	/* registers that are saved, from the frame pointer down */
  int others[40], n_others;	/* vectors and masks */
  int width, mask;		/* ... of so many bytes, in a vector's room */
};

static const char *
stub_reg (const struct stub *s, int reg)
{
  const char *name = s->proc->unit->target->regs[reg].name;
  return string (name[1] >= '0' && name[1] <= '9' ? "%%%s"
		 : s->word == 8			  ? "%%r%s"
						  : "%%e%s",
		 name);
}

/* The facts of S's procedure: of its first instruction.  How wide vectors are is
   the same everywhere.  */
static void
find_facts (struct stub *s)
{
  const Proc *p = s->proc;
  for (int k = 0; k < p->n_insts && !s->width; k++)
    {
      struct facts f;
      char *line = p->insts[k].before ? line_copy (p->insts[k].before) : NULL;
      if (line && !facts_read (p->unit->target, &f, line))
	{
	  s->width = f.point.vector_bytes;
	  s->mask = f.point.mask_bytes;
	  s->known |= k == 0;
	  s->aligned |= k == 0 && f.point.misalign >= 0;
	  if (k == 0)
	    s->live = f.point.live;
	}
      free (line);
    }
}

/* Whether register NAME has a value where S's procedure is entered.  */
static bool
takes (const struct stub *s, const char *name)
{
  const struct halt_target *t = s->proc->unit->target;
  for (int r = 0; r < t->n_regs; r++)
    if (strcmp (t->regs[r].name, name) == 0)
      return reg_set_has (&s->live, r);
  return false;
}

/* Begin S, which replaces P by the routine of C.  Returns why that cannot be, or
   NULL.  */
static const char *
stub_begin (struct stub *s, FILE *out, const Proc *p, const struct call *c,
	    int word)
{
  static const char *const registers[] = { "ax", "dx", "cx" };
  *s = (struct stub) { .out = out, .proc = p, .word = word };
  find_facts (s);
  for (int n = 0; n < c->proto->n; n++)
    if (c->values[n].form == VALUE_REPLACED
	&& takes (s, word == 8 ? "r10" : "cx"))
      return "it uses variables of the function that it is in, which only that "
	     "can call it with; do not pass ReplAddrValue";
  for (size_t i = 0; i < sizeof registers / sizeof *registers && word == 4; i++)
    if (p->local || takes (s, registers[i]))
      return "the compiler may have chosen registers for its arguments; make it "
	     "noipa";
  return NULL;
}

/* Whether S's procedure has promised callers something that a routine need not do: those
   of its unit know which registers it leaves alone (-fipa-ra), whatever
   its name is known to, and whether it needs an aligned stack
   (-fipa-stack-alignment).  */
static bool
has_promised (const struct stub *s)
{
  for (int r = 0; r < s->proc->unit->target->n_regs; r++)
    if (reg_set_has (&s->proc->promise, r))
      return true;
  return !s->known || !s->aligned;
}

/* Where the N-th of S's others is saved.  */
static int
other_at (const struct stub *s, int n)
{
  return -s->word * s->n_words - s->width * (n + 1);
}

static void
move_other (const struct stub *s, int n, bool save)
{
  const char *name = s->proc->unit->target->regs[s->others[n]].name;
  const char *frame = s->word == 8 ? "rbp" : "ebp";
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
	   save ? "\t%1$s\t%%%3$s, %2$d(%%%4$s)\n"
		: "\t%1$s\t%2$d(%%%4$s), %%%3$s\n",
	   opcode, other_at (s, n), name, frame);
}

/* Make a frame in which all that is promised is saved.  */
static void
stub_enter (struct stub *s)
{
  const struct halt_target *t = s->proc->unit->target;
  fputs (s->word == 8
	   ? "\tpushq\t%rbp\n\t.cfi_def_cfa_offset 16\n\t.cfi_offset 6, -16\n"
	     "\tmovq\t%rsp, %rbp\n\t.cfi_def_cfa_register 6\n"
	   : "\tpushl\t%ebp\n\t.cfi_def_cfa_offset 8\n\t.cfi_offset 5, -8\n"
	     "\tmovl\t%esp, %ebp\n\t.cfi_def_cfa_register 5\n",
	 s->out);
  for (int r = 0; r < t->n_regs; r++)
    if (reg_set_has (&s->proc->promise, r))
      switch (t->regs[r].rclass)
	{
	case RC_GENERAL:
	  fprintf (s->out, "\tpush\t%s\n", stub_reg (s, r));
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
  fprintf (s->out,
	   s->word == 8 ? "\tsubq\t$%d, %%rsp\n\tandq\t$-16, %%rsp\n"
			: "\tsubl\t$%d, %%esp\n\tandl\t$-16, %%esp\n",
	   s->width * s->n_others);
  for (int n = 0; n < s->n_others; n++)
    move_other (s, n, true);
}

/* Let the stack be aligned once N more words have been pushed.  */
static void
stub_align (const struct stub *s, int n)
{
  int bytes = -n * s->word & 15;
  if (bytes)
    fprintf (s->out,
	     s->word == 8 ? "\tsubq\t$%d, %%rsp\n" : "\tsubl\t$%d, %%esp\n",
	     bytes);
}

/* Push N words of arguments that the procedure was called with.  */
static void
stub_copy (const struct stub *s, int n)
{
  const char *loop = s->word == 8
		       ? "\tmovl\t$%d, %%r11d\n"
			 "1:\tpushq\t8(%%rbp,%%r11,8)\n"
			 "\tdecl\t%%r11d\n\tjne\t1b\n"
		       : "\tmovl\t$%d, %%eax\n"
			 "1:\tpushl\t4(%%ebp,%%eax,4)\n"
			 "\tdecl\t%%eax\n\tjne\t1b\n";
  if (n)
    fprintf (s->out, loop, n);
}

/* How many bytes of its arguments S's procedure takes away when it returns.  */
static int
taken_away (const struct stub *s, const struct call *c)
{
  const Proc *p = s->proc;
  for (int k = 0; k < p->n_insts; k++)
    if (p->insts[k].class == INST_RETURN)
      {
	char *line = line_copy (p->unit->text + p->insts[k].at);
	const char *ret = strstr (line, "ret");
	int bytes = ret ? atoi (ret + 3 + strspn (ret + 3, " \t$")) : 0;
	free (line);
	return bytes;
      }
  return s->word == 4 && c->proto->structure ? 4 : 0;
}

/* Call the routine of C and return.  */
static void
stub_call (const struct stub *s, const struct call *c)
{
  int bytes = taken_away (s, c);
  fprintf (s->out, "\tcall\t%s%s\n", the.image ? "*" : "", c->proto->symbol);
  for (int n = 0; n < s->n_others; n++)
    move_other (s, n, false);
  for (int n = 0; n < s->n_words; n++)
    fprintf (s->out,
	     s->word == 8 ? "\tmovq\t%d(%%rbp), %s\n"
			  : "\tmovl\t%d(%%ebp), %s\n",
	     -s->word * (n + 1), stub_reg (s, s->words[n]));
  fprintf (s->out, s->word == 8 ? "\tleave\n\t.cfi_def_cfa 7, 8\n"
				: "\tleave\n\t.cfi_def_cfa 4, 4\n");
  fprintf (s->out, bytes ? "\tret\t$%d\n" : "\tret\n", bytes);
}

/* Arguments are in their registers; further ones follow, also in registers.  */
static const char *
stub_64 (FILE *out, const Proc *p, const struct call *c, const char *plain)
{
  static const char *const regs[] = { "%rdi", "%rsi", "%rdx",
				      "%rcx", "%r8",  "%r9" };
  int first = replaced_passes (c), reg = 0;
  struct stub s;
  const char *why = stub_begin (&s, out, p, c, 8);
  bool keeps = has_promised (&s);
  if (why)
    return why;
  if (c->proto->structure && first < c->proto->n)
    return no_structure;
  if (keeps)
    {
      stub_enter (&s);
      stub_align (&s, p->stack_words);
      stub_copy (&s, p->stack_words);
    }
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
	  fprintf (out, "\tmovq\t%s, %s\n", keeps ? "8(%rbp)" : "(%rsp)",
		   regs[reg]);
	  break;
	default:
	  return replaced_rest;
	}
      reg += n >= first || !c->proto->parameters[n].floating;
    }
  if (keeps)
    stub_call (&s, c);
  else
    fprintf (out, "\tjmp\t%s%s\n", the.image ? "*" : "", c->proto->symbol);
  return NULL;
}

/* The words of parameter N.  */
static int
words_of (const struct call *c, int n)
{
  size_t bytes = c->proto->parameters[n].bytes;
  return bytes > 4 ? (bytes + 3) / 4 : 1;
}

/* Push what C passes after the first ones, the last first: N words are on the stack
   above what S's procedure was called with.  Returns why that cannot be, or NULL.  */
static const char *
push_rest (const struct stub *s, const struct call *c, const char *plain,
	   bool keeps, int n)
{
  for (int i = c->proto->n; i-- > replaced_passes (c); n++)
    {
      const struct value *v = &c->values[i];
      const char *symbol = v->form == VALUE_REPLACED ? plain
			   : v->form == VALUE_DATA   ? v->data->label
						     : NULL;
      if (v->form == VALUE_NUMBER)
	fprintf (s->out, "\tpushl\t$%" PRId32 "\n", (int32_t) v->number);
      else if (v->form == VALUE_RETURN && keeps)
	fputs ("\tpushl\t4(%ebp)\n", s->out);
      else if (v->form == VALUE_RETURN)
	fprintf (s->out, "\tpushl\t%d(%%esp)\n", 4 * n);
      else if (v->form == VALUE_DATA && the.image)
	fprintf (s->out, "\tpushl\t$%s\n", v->data->label);
      else if (symbol)
	fprintf (s->out,
		 "\tcall\t__halt_get_pc\n1:\taddl\t$%s-1b, %%ecx\n"
		 "\tpushl\t%%ecx\n",
		 symbol);
      else
	return replaced_rest;
      if (!keeps)
	fputs ("\t.cfi_adjust_cfa_offset 4\n", s->out);
    }
  return NULL;
}

/* They are copied, behind further ones; without those it is a jump.  No register
   points to a global offset table: addresses are absolute, or relative to one that
   is found by a call.  */
static const char *
stub_32 (FILE *out, const Proc *p, const struct call *c, const char *plain)
{
  int n = c->proto->n, first = replaced_passes (c), copied = 0;
  struct stub s;
  const char *why = stub_begin (&s, out, p, c, 4);
  bool keeps = has_promised (&s);
  if (!why && first < n && c->proto->structure)
    why = no_structure;
  if (why)
    return why;
  if (first == n && !keeps)
    {
      fprintf (out, "\tjmp\t%s%s\n", the.image ? "*" : "", c->proto->symbol);
      return NULL;
    }
  for (int i = 0; i < first; i++)
    copied += words_of (c, i);
  if (first == n)
    copied = p->stack_words;
  if (keeps)
    {
      stub_enter (&s);
      stub_align (&s, n - first + copied);
      why = push_rest (&s, c, plain, true, 0);
      stub_copy (&s, copied);
      stub_call (&s, c);
      return why;
    }
  int bytes = (12 - (n - first + copied) * 4 % 16 + 16) % 16;
  fprintf (out, "\tsubl\t$%d, %%esp\n\t.cfi_adjust_cfa_offset %d\n", bytes,
	   bytes);
  why = push_rest (&s, c, plain, false, bytes / 4);
  bytes += 4 * (n - first);
  for (int i = copied; i-- > 0; bytes += 4)
    fprintf (out, "\tpushl\t%d(%%esp)\n\t.cfi_adjust_cfa_offset 4\n",
	     bytes + 4 + 4 * i);
  fprintf (out,
	   "\tcall\t%s%s\n\taddl\t$%d, %%esp\n\t.cfi_adjust_cfa_offset -%d\n"
	   "\tret\n",
	   the.image ? "*" : "", c->proto->symbol, bytes, bytes);
  return why;
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
