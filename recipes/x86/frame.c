/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What all x86 pots have: frame, saved state, arguments, call.  */

#include <inttypes.h>
#include <stdarg.h>
#include <string.h>

#include "recipes/x86/frame.h"

const char x86_wide_arg[] = "it has a static argument of more than 32 bits";

/* What the stack pointer stands on now is DEPTH; the word pushed when it was
   AT is this far up.  */
int64_t
x86_slot (const struct x86_plan *p, int at)
{
  return p->pot->depth - at;
}

/* --- arguments ---------------------------------------------------------- */

void
x86_constant (struct pot *pot, enum pot_stage stage, int reg, int64_t value)
{
  bool fits = pot->target->word_bits == 32
	      || value == (int64_t) (uint32_t) value;
  pot_reg (pot, stage, OP_CONST, reg, fits ? 4 : 8, value);
}

void
x86_att (struct x86_plan *p, enum pot_stage stage, enum pot_op op, int reg,
	 const char *format, ...)
{
  va_list args;
  va_start (args, format);
  const char *text = pot_text_list (p->pot, format, args);
  va_end (args);
  pot_symbol (p->pot, stage, op, reg, pot_text (p->pot, X86_ATT, text));
}

/* What is not ours may be in another object: the global offset table knows, and
   linkers do without it where they can.  What has an offset is `ghalt atom's.  */
const char *
x86_symbol_text (struct x86_plan *p, int reg, const char *name)
{
  bool ours = *name == '.' || strchr (name, '+');
  bool fixed = p->point->fixed;
  struct x86_name r = x86_name (reg, fixed ? 4 : p->word);
  return p->point->got
	   ? pot_text (p->pot, X86_GOT_TO_ECX "%s\t%s@%s(%%%%ecx), %%%s",
		       ours ? "leal" : "movl", name, ours ? "GOTOFF" : "GOT",
		       r.text)
	   : pot_text (p->pot,
		       p->word == 4 || fixed ? "movl\t$%s, %%%s"
		       : p->point->far_data  ? "movabsq\t$%s, %%%s"
		       : ours		     ? "leaq\t%s(%%%%rip), %%%s"
			      : "movq\t%s@GOTPCREL(%%%%rip), %%%s",
		       name, r.text);
}

void
x86_symbol (struct pot *pot, enum pot_stage stage, int reg,
	    const struct halt_arg *a)
{
  struct x86_plan *p = x86_plan_of (pot);
  int to = p->point->got ? X86_CX : reg;
  x86_att (p, stage, OP_TEXT, to, "%s", x86_symbol_text (p, to, a->symbol));
  if (to != reg)
    pot_regs (pot, stage, OP_MOVE, reg, to, 0);
}

void
x86_id (struct pot *pot, int reg)
{
  struct x86_plan *p = x86_plan_of (pot);
  const struct halt_point *pt = p->point;

  if (!pt->base)
    {
      x86_constant (pot, POT_ARGS, reg, pt->id);
      return;
    }
  if (pt->got)
    x86_att (p, POT_ARGS, OP_TEXT, reg,
	     X86_GOT_TO_ECX "movl\t%s@GOTOFF(%%%%ecx), %%%%ecx", pt->base);
  else if (!pt->far_data && pt->id > 127)
    {
      /* Shorter than a load and an addition of 32 bits.  */
      x86_constant (pot, POT_ARGS, reg, pt->id);
      pot_symbol (pot, POT_ARGS, OP_ADD_AT, reg, pt->base);
      return;
    }
  else if (pt->far_data)
    {
      pot_symbol (pot, POT_ARGS, OP_ADDRESS, reg, pt->base);
      pot_regs (pot, POT_ARGS, OP_FETCH, reg, reg, 0);
    }
  else
    pot_symbol (pot, POT_ARGS, OP_FETCH, reg, pt->base);
  if (pt->id)
    pot_regs (pot, POT_ARGS, OP_ADD, reg, reg, pt->id);
}

/* The manual's insert_args: N_DYNAMIC arguments stand ready, the id and the
   other static ones follow.  */
int
x86_insert_args (struct x86_plan *p, int n_dynamic)
{
  const struct halt_target *t = p->pot->target;
  const struct halt_point *pt = p->point;

  if (p->stack_args)
    {
      for (int i = pt->n_args; i-- > 0;)
	{
	  const struct halt_arg *a = &pt->args[i];
	  if (a->number != (int32_t) a->number)
	    return pot_refuse (p->pot, x86_wide_arg);
	  if (a->symbol)
	    x86_symbol (p->pot, POT_ARGS, X86_CX, a);
	  pot_reg (p->pot, POT_ARGS, OP_PUSH, a->symbol ? X86_CX : HALT_NO_REG,
		   p->word, a->number);
	}
      x86_id (p->pot, X86_CX);
      pot_reg (p->pot, POT_ARGS, OP_PUSH, X86_CX, p->word, 0);
      for (int i = n_dynamic; i-- > 0;)
	pot_reg (p->pot, POT_ARGS, OP_PUSH, x86_arg (p->pot, i), p->word, 0);
      return 0;
    }
  if (n_dynamic + 1 + pt->n_args > t->n_arg_regs)
    return pot_refuse_args (p->pot);
  pot_static_args (p->pot, n_dynamic);
  return 0;
}

/* Bytes of arguments that a call with N_ARGS of them has on the stack.  */
static int
args_bytes (const struct x86_plan *p, int n_args)
{
  int in_regs = p->pot->target->n_arg_regs;
  return n_args > in_regs ? (n_args - in_regs) * p->word : 0;
}

/* --- the call ----------------------------------------------------------- */

/* What calls a routine from where the stack pointer's alignment is not known; i386's
   copies arguments.  */
static const char *
aligned_caller (const struct x86_plan *p)
{
  return p->word == 8 && p->n_args > p->pot->target->n_arg_regs
	   ? "__halt_call_aligned_args"
	   : "__halt_call_aligned";
}

/* The call as text: for pots whose call is part of a longer text, and where
   it takes more than a call instruction.  */
const char *
x86_call_text (struct x86_plan *p)
{
  const struct halt_point *pt = p->point;
  const char *to = pt->routine;
  bool got = pt->got && halt_kind_args (pt->kind) != HALT_ARGS_START;
  if (copy_stands (p->pot->target, pt))
    return copy_as_it_is (p->pot, pt);
  bool align = pt->misalign < 0 && !p->unaligned;

  if (got)
    return pot_text (p->pot,
		     align ? X86_GOT_TO_ECX
		       "movl\t%s@GOT(%%%%ecx), %%%%eax\n\tcall\t"
		       "__halt_call_aligned"
			   : X86_GOT_TO_ECX "call\t*%s@GOT(%%%%ecx)",
		     to);
  if (!align && !pt->far_code && !pt->indirect)
    return pot_text (p->pot, pt->fixed ? "call\t*%s" : "call\t%s", to);
  /* The start-up code is in the same object: its offset needs no GOT entry,
     but its address would be a relocation of the text.  */
  const char *address
    = pt->got
	? pot_text (p->pot, X86_GOT_TO_ECX "leal\t%s@GOTOFF(%%%%ecx), %%%%eax",
		    to)
      : p->word == 4
	? pot_text (p->pot, "movl\t%s%s, %%%%eax", pt->fixed ? "" : "$", to)
      : pt->fixed ? pot_text (p->pot, "movq\t%s, %%%%rax", to)
      : pt->far_code
	? pot_text (p->pot, "movabsq\t$%s, %%%%rax", to)
	: pot_text (p->pot, "movq\t%s@GOTPCREL(%%%%rip), %%%%rax", to);
  return pot_text (p->pot, "%s\n\tcall\t%s", address,
		   align	  ? aligned_caller (p)
		   : p->word == 4 ? "*%%eax"
				  : "*%%rax");
}

void
x86_insert_call (struct x86_plan *p, int n_args)
{
  const struct halt_point *pt = p->point;

  /* The start-up code's own routine is always near.  */
  bool got = pt->got && halt_kind_args (pt->kind) != HALT_ARGS_START;
  if (copy_stands (p->pot->target, pt))
    x86_att (p, POT_CALL, OP_COPY, HALT_NO_REG, "%s",
	     copy_as_it_is (p->pot, pt));
  else if (got || (pt->misalign < 0 && !p->unaligned) || pt->indirect
	   || pt->fixed)
    x86_att (p, POT_CALL, OP_TEXT_CALL, HALT_NO_REG, "%s", x86_call_text (p));
  else if (pt->far_code)
    {
      pot_symbol (p->pot, POT_CALL, OP_ADDRESS, X86_AX, pt->routine);
      pot_regs (p->pot, POT_CALL, OP_CALL, HALT_NO_REG, X86_AX, n_args);
    }
  else
    pot_add (p->pot, (struct pot_insn) { .op = OP_CALL,
					 .stage = POT_CALL,
					 .reg = HALT_NO_REG,
					 .src = HALT_NO_REG,
					 .imm = p->stack_args ? 0 : n_args,
					 .symbol = pt->routine });
  x86_verify_end (p);
}

/* Skip the call if the first argument, a number of bytes, is 0.  */
static void
insert_call_if_any (struct x86_plan *p)
{
  const char *test = p->stack_args ? "cmpl\t$0, (%%esp)"
				   : "testq\t%%rdi, %%rdi";
  x86_att (p, POT_CALL, OP_TEXT_CALL, HALT_NO_REG,
	   "%s\n\tje\t1f\n\t%s\n1:", test, x86_call_text (p));
  x86_verify_end (p);
}

/* --- whole pots --------------------------------------------------------- */

void
x86_plan_init (struct x86_plan *p, struct pot *pot)
{
  memset (p, 0, sizeof *p);
  p->pot = pot;
  p->point = pot->point;
  p->word = pot->target->word_bits / 8;
  p->stack_args = pot->target->n_arg_regs == 0;
  p->optional = HALT_MAX_REGS;
  p->spare = HALT_NO_REG;
}

void
x86_start (struct x86_plan *p, enum flags_way flags, int n_args)
{
  p->flags = flags;
  x86_save (p, args_bytes (p, n_args));
}

/* How the flags are kept where the annotated instruction does not read
   them.  */
enum flags_way
x86_keep_flags (const struct x86_plan *p)
{
  return p->point->flags_live ? FLAGS_LAHF : FLAGS_DEAD;
}

/* The manual's clean_args.  */
void
x86_clean_args (struct x86_plan *p, int n_args)
{
  pot_reg (p->pot, POT_CLEAN, OP_ADJUST, HALT_NO_REG, 0,
	   args_bytes (p, n_args));
}

/* A register that an address needs counts as live, so it was saved if anything
   changes it.  */
void
x86_recover (struct x86_plan *p)
{
  const struct halt_access *a = &p->point->access;
  const int used[] = { a->ea.base, a->ea.index, a->count };
  for (size_t i = 0; i < sizeof used / sizeof *used; i++)
    {
      int r = used[i];
      if (r == HALT_NO_REG || !reg_set_has (&p->lost, r))
	continue;
      if (p->saved_at[r])
	pot_reg (p->pot, POT_KIND, OP_LOAD, r, p->word,
		 x86_slot (p, p->saved_at[r]));
      else
	pot_regs (p->pot, POT_KIND, OP_MOVE, r, p->moved_to[r], 0);
      reg_set_remove (&p->lost, r);
    }
}

void
x86_add_thread_pointer (struct x86_plan *p, enum pot_stage stage, int reg)
{
  struct x86_name name = x86_name (reg, p->word);
  const char *r = name.text;
  if (p->point->access.ea.thread)
    pot_symbol (p->pot, stage, OP_TEXT, reg,
		p->word == 8
		  ? pot_text (p->pot,
			      "add{q}\t{%%%%fs:0, %%%s|%s, QWORD PTR fs:0}", r,
			      r + 1)
		  : pot_text (p->pot,
			      "add{l}\t{%%%%gs:0, %%%s|%s, DWORD PTR gs:0}", r,
			      r + 1));
}

/* --- what recipes are made of ---------------------------------------------- */

/* Whether there is no call for PT if the number of its bytes is 0.  */
static bool
is_if_any (const struct halt_point *pt)
{
  return halt_kind_args (pt->kind) == HALT_ARGS_ACCESS
	 && (pt->access.count != HALT_NO_REG
	     || pt->access.advance != HALT_NO_REG);
}

/* Before an instruction that the pot wraps: push the access's address
   and count.  Lowers the stack by a multiple of its alignment, so that
   another pot may wrap the instruction further in.  */
static void
wrap (struct x86_plan *p)
{
  const struct halt_access *a = &p->point->access;
  int align = p->point->stack_align;
  bool count = a->count != HALT_NO_REG;
  int below = p->point->red_zone + (1 + count) * p->word;
  int setup = p->point->red_zone + (align - below % align) % align;

  pot_reg (p->pot, POT_SETUP, OP_ADJUST, HALT_NO_REG, 0, -setup);
  pot_reg (p->pot, POT_SETUP, OP_PUSH, X86_AX, p->word, 0);
  p->ea_slot = p->pot->depth;
  pot_reg (p->pot, POT_SETUP, OP_PUSH, X86_AX, p->word, 0);
  pot_reg (p->pot, POT_SETUP, OP_EA, X86_AX, p->word, p->pot->depth);
  pot_reg (p->pot, POT_SETUP, OP_STORE, X86_AX, p->word,
	   x86_slot (p, p->ea_slot));
  pot_reg (p->pot, POT_SETUP, OP_POP, X86_AX, p->word, 0);
  if (count)
    {
      pot_reg (p->pot, POT_SETUP, OP_PUSH, a->count, p->word, 0);
      p->count_slot = p->pot->depth;
    }
  pot_reg (p->pot, POT_SETUP, OP_ANCHOR, HALT_NO_REG, 0, 0);
}

/* The next call has N_ARGS arguments.  There may be room for more.  */
static void
begin_call (struct x86_plan *p, int n_args)
{
  p->n_args = n_args;
  p->unused = p->room - args_bytes (p, n_args);
  pot_reg (p->pot, POT_KIND, OP_ADJUST, HALT_NO_REG, 0, -p->unused);
}

int
x86_begin (struct pot *pot, int n_dynamic)
{
  struct x86_plan *p = x86_plan_of (pot);
  const struct halt_point *pt = pot->point;
  enum halt_args args = halt_kind_args (pt->kind);
  int n_args = pot_most_args (pot, n_dynamic);
  x86_plan_init (p, pot);
  if (n_dynamic > 0 && args != HALT_ARGS_LIST
      && x86_arg (pot, n_dynamic - 1) == HALT_NO_REG)
    return pot_refuse_args (pot);
  if (args == HALT_ARGS_ACCESS && pt->access.wrap)
    wrap (p);
  p->optional = args == HALT_ARGS_CONDITION || is_if_any (pt)
		  ? n_dynamic
		  : pot_optional (pt, n_dynamic);
  x86_start (p,
	     pot_condition_arg (pt) >= 0 && !pt->flags_live
	       ? FLAGS_RETEST
	       : x86_keep_flags (p),
	     n_args);
  p->room = args_bytes (p, n_args);
  begin_call (p, pot_args (pt, n_dynamic));
  return 0;
}

int
x86_arg (const struct pot *pot, int n)
{
  static const int pushed_from[] = { X86_AX, X86_DX };
  const struct halt_target *t = pot->target;
  if (t->n_arg_regs)
    return n < t->n_arg_regs ? t->arg_regs[n] : HALT_NO_REG;
  return n < 2 ? pushed_from[n] : HALT_NO_REG;
}

/* The annotated branch gets back what it is to test.  */
static void
retest (struct x86_plan *p)
{
  int n = pot_condition_arg (p->point);
  int cond = p->cond_at ? x86_arg (p->pot, 0) : x86_arg (p->pot, n);
  if (p->cond_at)
    pot_reg (p->pot, POT_CLEAN, OP_POP, cond, p->word, 0);
  pot_reg (p->pot, POT_CLEAN, OP_TEST, cond, 4, 0);
  pot_reg (p->pot, POT_CLEAN, OP_RETEST, HALT_NO_REG, 0, 0);
}

int
x86_call (struct pot *pot, int n_dynamic)
{
  struct x86_plan *p = x86_plan_of (pot);
  if (p->n_args && halt_kind_args (p->point->kind) != HALT_ARGS_LIST
      && x86_insert_args (p, n_dynamic) != 0)
    return -1;
  if (is_if_any (p->point))
    insert_call_if_any (p);
  else
    x86_insert_call (p, p->n_args);
  x86_clean_args (p, p->n_args);
  pot_reg (pot, POT_CLEAN, OP_ADJUST, HALT_NO_REG, 0, p->unused);
  if (p->flags == FLAGS_RETEST)
    retest (p);
  return 0;
}

/* After a call nothing that was saved is in its register.  */
void
x86_next (struct pot *pot)
{
  struct x86_plan *p = x86_plan_of (pot);
  for (int i = 0; i < p->n_general; i++)
    reg_set_add (&p->lost, p->general[i]);
  for (int i = 0; i < p->n_moved; i++)
    reg_set_add (&p->lost, p->moved[i]);
  p->point = p->point->next;
  begin_call (p, pot_args (p->point, pot_dynamic_args (p->point)));
}

void
x86_end (struct pot *pot)
{
  struct x86_plan *p = x86_plan_of (pot);
  p->point = pot->point;
  x86_restore (p);
}
