/* SPDX-License-Identifier: GPL-3.0-or-later */
/* x86 recipes, for x86-64 and i386.

   What goes below the stack pointer, top first:

     red zone and padding	SETUP
     address, count		SETUP	only if the pot wraps the instruction
     live general registers	SAVE
     flags (lahf, seto)		SAVE	only if live and not retested
     block: x87 state, vector and mask registers	SAVE
     condition			KIND	only if retested
     arguments			ARGS	i386

   lea, push, pop and mov leave the flags alone, so the annotated branch's
   condition can still be read in KIND.  */

#include <inttypes.h>
#include <string.h>

#include "recipes/x86/x86.h"

#define X87_SIZE 112		/* fnsave writes 108 bytes */
#define MASK_SIZE 8

enum flags_way
{
  FLAGS_DEAD,			/* nobody reads them afterwards */
  FLAGS_RETEST,			/* only the annotated branch does: keep its
				   condition and let it test that */
  FLAGS_LAHF			/* keep them: 3 cycles where popf takes 17 */
};

/* The plan of one pot: decided first, then poured stage by stage.  */
struct plan
{
  struct pot *pot;
  const struct halt_point *point;
  int word;			/* bytes */
  bool stack_args;		/* i386: arguments are pushed */
  enum flags_way flags;
  int depth;			/* bytes the stack pointer is lowered by now */
  int setup;			/* bytes lowered by SETUP */
  int ea_slot, count_slot;	/* DEPTH after they were pushed, if wrapped */
  int saved_at[16];		/* DEPTH after that register was pushed */
  int general[16], n_general;
  int block;			/* bytes */
  bool x87;
  int vector[32], n_vector;
  int mask[8], n_mask;
};

/* Append INSN and keep track of the stack pointer.  */
static void
append (struct plan *p, struct pot_insn insn)
{
  pot_add (p->pot, insn);
  if (insn.op == OP_ADJUST)
    p->depth -= insn.imm;
  else if (insn.op == OP_PUSH)
    p->depth += p->word;
  else if (insn.op == OP_POP)
    p->depth -= p->word;
}

static void
add (struct plan *p, enum pot_stage stage, enum pot_op op, int reg, int size,
     int64_t imm)
{
  append (p, (struct pot_insn) { .op = op, .stage = stage, .reg = reg,
	  .src = HALT_NO_REG, .size = size, .imm = imm });
}

static void
add2 (struct plan *p, enum pot_stage stage, enum pot_op op, int reg, int src,
      int64_t imm)
{
  append (p, (struct pot_insn) { .op = op, .stage = stage, .reg = reg,
	  .src = src, .imm = imm });
}

static void
add_symbol (struct plan *p, enum pot_stage stage, enum pot_op op, int reg,
	    const char *symbol)
{
  append (p, (struct pot_insn) { .op = op, .stage = stage, .reg = reg,
	  .src = HALT_NO_REG, .symbol = symbol });
}

static void
add_text (struct plan *p, enum pot_stage stage, int reg, const char *text)
{
  add_symbol (p, stage, OP_TEXT, reg, text);
}

/* What the stack pointer stands on now is DEPTH; the word pushed when it was
   AT is this far up.  */
static int64_t
slot (const struct plan *p, int at)
{
  return p->depth - at;
}

/* The manual's build_save_set: live and clobbered by the call, by class.  */
static void
build_save_set (struct plan *p)
{
  const struct halt_target *t = p->pot->target;
  const struct halt_point *pt = p->point;

  for (int r = 0; r < t->n_regs; r++)
    if (reg_set_has (&pt->live, r) && t->regs[r].clobbered)
      switch (t->regs[r].rclass)
	{
	case RC_GENERAL:
	  p->general[p->n_general++] = r;
	  break;
	case RC_VECTOR:
	  p->vector[p->n_vector++] = r;
	  break;
	case RC_MASK:
	  p->mask[p->n_mask++] = r;
	  break;
	case RC_STACKED:
	  p->x87 = true;
	  break;
	case RC_FLAGS:
	  break;
	}
  p->block = (p->x87 ? X87_SIZE : 0) + p->n_vector * pt->vector_bytes
	     + p->n_mask * MASK_SIZE;
}

/* The manual's setup_stack: step over the red zone and leave the stack
   aligned at the call, to which ARGS bytes of arguments are pushed.  */
static void
setup_stack (struct plan *p, int args)
{
  const struct halt_point *pt = p->point;
  int align = pt->stack_align;
  int words = p->n_general + (p->flags != FLAGS_DEAD);
  int red_zone = p->depth ? 0 : pt->red_zone;	/* wrapped: already done */
  int below = p->depth + red_zone + words * p->word + p->block + args;
  int setup = red_zone;
  /* Where it is not known how it stands, __halt_call_aligned aligns it.  */
  if (pt->misalign >= 0)
    setup += ((pt->misalign - below) % align + align) % align;

  if (setup)
    add (p, POT_SETUP, OP_ADJUST, HALT_NO_REG, 0, -setup);
  p->setup = p->depth;
}

/* The block's moves, OP being OP_STORE or OP_LOAD.  */
static void
move_block (struct plan *p, enum pot_stage stage, enum pot_op op)
{
  const struct halt_point *pt = p->point;
  int64_t at = 0;

  if (p->x87)
    {
      add_text (p, stage, HALT_NO_REG,
		pot_text (p->pot, "%s\t{(%%%%%s)|[%s]}",
			  op == OP_STORE ? "fnsave" : "frstor",
			  p->word == 8 ? "rsp" : "esp",
			  p->word == 8 ? "rsp" : "esp"));
      at += X87_SIZE;
    }
  for (int i = 0; i < p->n_vector; i++, at += pt->vector_bytes)
    add (p, stage, op, p->vector[i], pt->vector_bytes, at);
  for (int i = 0; i < p->n_mask; i++, at += MASK_SIZE)
    add (p, stage, op, p->mask[i], pt->mask_bytes, at);
}

static void
save_state (struct plan *p)
{
  for (int i = 0; i < p->n_general; i++)
    {
      add (p, POT_SAVE, OP_PUSH, p->general[i], p->word, 0);
      p->saved_at[p->general[i]] = p->depth;
    }
  if (p->flags == FLAGS_LAHF)
    {
      add_text (p, POT_SAVE, X86_AX, "lahf");
      add_text (p, POT_SAVE, X86_AX, "seto\t{%%al|al}");
      add (p, POT_SAVE, OP_PUSH, X86_AX, p->word, 0);
    }
  if (p->block)
    {
      add (p, POT_SAVE, OP_ADJUST, HALT_NO_REG, 0, -p->block);
      move_block (p, POT_SAVE, OP_STORE);
    }
}

static void
restore_state (struct plan *p)
{
  if (p->block)
    {
      move_block (p, POT_RESTORE, OP_LOAD);
      add (p, POT_RESTORE, OP_ADJUST, HALT_NO_REG, 0, p->block);
    }
  if (p->flags == FLAGS_LAHF)
    {
      add (p, POT_RESTORE, OP_POP, X86_AX, p->word, 0);
      add_text (p, POT_RESTORE, X86_AX, "add{b}\t{$127, %%al|al, 127}");
      add_text (p, POT_RESTORE, X86_AX, "sahf");
    }
  for (int i = p->n_general; i-- > 0; )
    add (p, POT_RESTORE, OP_POP, p->general[i], p->word, 0);
  if (p->setup)
    add (p, POT_DESTROY, OP_ADJUST, HALT_NO_REG, 0, p->setup);
}

/* --- arguments ---------------------------------------------------------- */

/* Where dynamic argument N is developed: in its argument register, or in a
   register from which it is pushed.  */
static int
dynamic_reg (const struct plan *p, int n)
{
  return x86_arg (p->pot, n);
}

static void
load_const (struct plan *p, int reg, int64_t value)
{
  int size = value == (int64_t) (uint32_t) value ? 4 : 8;
  add (p, POT_ARGS, OP_CONST, reg, size, value);
}

/* Text for an i386 register to point to the global offset table.  */
#define GOT_TO_ECX \
  "call\t__halt_get_pc\n\taddl\t$_GLOBAL_OFFSET_TABLE_, %%%%ecx\n\t"

/* The text of TEMPLATE, which is AT&T, in whatever dialect.  */
static const char *
att (struct plan *p, const char *template_)
{
  return pot_text (p->pot, "{|.att_syntax prefix\n\t}%s{|\n\t.intel_syntax "
		   "noprefix}", template_);
}

/* The id into REG.  */
static void
load_id (struct plan *p, int reg)
{
  const struct halt_point *pt = p->point;

  if (!pt->base)
    {
      load_const (p, reg, pt->id);
      return;
    }
  if (pt->got)
    add_text (p, POT_ARGS, reg,
	      att (p, pot_text (p->pot, GOT_TO_ECX "movl\t%s@GOTOFF(%%%%ecx), "
				"%%%%ecx", pt->base)));
  else if (pt->far_data)
    {
      add_symbol (p, POT_ARGS, OP_ADDRESS, reg, pt->base);
      add2 (p, POT_ARGS, OP_FETCH, reg, reg, 0);
    }
  else
    add_symbol (p, POT_ARGS, OP_FETCH, reg, pt->base);
  if (pt->id)
    add2 (p, POT_ARGS, OP_ADD, reg, reg, pt->id);
}

/* The manual's insert_args: N_DYNAMIC arguments stand ready, the id and the
   other static ones follow.  */
static int
insert_args (struct plan *p, int n_dynamic)
{
  const struct halt_target *t = p->pot->target;
  const struct halt_point *pt = p->point;

  if (p->stack_args)
    {
      for (int i = pt->n_args; i-- > 0; )
	{
	  if (pt->args[i] != (int32_t) pt->args[i])
	    return -1;
	  add (p, POT_ARGS, OP_PUSH, HALT_NO_REG, p->word, pt->args[i]);
	}
      load_id (p, X86_CX);
      add (p, POT_ARGS, OP_PUSH, X86_CX, p->word, 0);
      for (int i = n_dynamic; i-- > 0; )
	add (p, POT_ARGS, OP_PUSH, dynamic_reg (p, i), p->word, 0);
      return 0;
    }
  if (n_dynamic + 1 + pt->n_args > t->n_arg_regs)
    return -1;
  load_id (p, t->arg_regs[n_dynamic]);
  for (int i = 0; i < pt->n_args; i++)
    load_const (p, t->arg_regs[n_dynamic + 1 + i], pt->args[i]);
  return 0;
}

/* Bytes of arguments that a call with N_ARGS of them has on the stack.  */
static int
args_bytes (const struct plan *p, int n_args)
{
  return p->stack_args ? n_args * p->word : 0;
}

/* --- the call ----------------------------------------------------------- */

/* The call as text: for pots whose call is part of a longer text, and where
   it takes more than a call instruction.  */
static const char *
call_text (struct plan *p)
{
  const struct halt_point *pt = p->point;
  const char *to = pt->routine;
  bool got = pt->got && pt->kind != HALT_STARTUP;
  bool align = pt->misalign < 0;

  if (got)
    return pot_text (p->pot, align
		     ? GOT_TO_ECX "movl\t%s@GOT(%%%%ecx), %%%%eax\n\tcall\t"
		       "__halt_call_aligned"
		     : GOT_TO_ECX "call\t*%s@GOT(%%%%ecx)", to);
  if (!align && !pt->far_code && !pt->indirect)
    return pot_text (p->pot, "call\t%s", to);
  /* The start-up code is in the same object: its offset needs no GOT entry,
     but its address would be a relocation of the text.  */
  const char *address
    = pt->got ? pot_text (p->pot,
			  GOT_TO_ECX "leal\t%s@GOTOFF(%%%%ecx), %%%%eax", to)
    : p->word == 4 ? pot_text (p->pot, "movl\t$%s, %%%%eax", to)
    : pt->far_code ? pot_text (p->pot, "movabsq\t$%s, %%%%rax", to)
    : pot_text (p->pot, "movq\t%s@GOTPCREL(%%%%rip), %%%%rax", to);
  return pot_text (p->pot, "%s\n\tcall\t%s", address,
		   align ? "__halt_call_aligned"
		   : p->word == 4 ? "*%%eax" : "*%%rax");
}

static void
insert_call (struct plan *p, int n_args)
{
  const struct halt_point *pt = p->point;

  /* The start-up code's own routine is always near.  */
  bool got = pt->got && pt->kind != HALT_STARTUP;
  if (got || pt->misalign < 0 || pt->indirect)
    add_symbol (p, POT_CALL, OP_TEXT_CALL, HALT_NO_REG,
		att (p, call_text (p)));
  else if (pt->far_code)
    {
      add_symbol (p, POT_CALL, OP_ADDRESS, X86_AX, pt->routine);
      add2 (p, POT_CALL, OP_CALL, HALT_NO_REG, X86_AX, n_args);
    }
  else
    append (p, (struct pot_insn) { .op = OP_CALL, .stage = POT_CALL,
	    .reg = HALT_NO_REG, .src = HALT_NO_REG,
	    .imm = p->stack_args ? 0 : n_args, .symbol = pt->routine });
}

/* Skip the call if the first argument, a number of bytes, is 0.  */
static void
insert_call_if_any (struct plan *p)
{
  const char *test = p->stack_args ? "cmpl\t$0, (%%esp)"
		     : "testq\t%%rdi, %%rdi";
  add_symbol (p, POT_CALL, OP_TEXT_CALL, HALT_NO_REG,
	      att (p, pot_text (p->pot, "%s\n\tje\t1f\n\t%s\n1:", test,
			      call_text (p))));
}

/* --- whole pots --------------------------------------------------------- */

static void
plan_init (struct plan *p, struct pot *pot)
{
  memset (p, 0, sizeof *p);
  p->pot = pot;
  p->point = pot->point;
  p->word = pot->target->word_bits / 8;
  p->stack_args = pot->target->n_arg_regs == 0;
}

/* Begin a pot whose call has N_ARGS arguments: everything up to KIND.  */
static int
start (struct plan *p, enum flags_way flags, int n_args)
{
  p->flags = flags;
  build_save_set (p);
  setup_stack (p, args_bytes (p, n_args));
  save_state (p);
  return 0;
}

/* How the flags are kept where the annotated instruction does not read
   them.  */
static enum flags_way
keep_flags (const struct plan *p)
{
  return p->point->flags_live ? FLAGS_LAHF : FLAGS_DEAD;
}

/* The manual's clean_args.  */
static void
clean_args (struct plan *p, int n_args)
{
  int bytes = args_bytes (p, n_args);
  if (bytes)
    add (p, POT_CLEAN, OP_ADJUST, HALT_NO_REG, 0, bytes);
}

/* The end of a pot with N_DYNAMIC arguments that are ready.  */
static int
finish (struct plan *p, int n_dynamic, bool if_any)
{
  int n_args = n_dynamic + 1 + p->point->n_args;
  if (insert_args (p, n_dynamic) != 0)
    return -1;
  if (if_any)
    insert_call_if_any (p);
  else
    insert_call (p, n_args);
  clean_args (p, n_args);
  restore_state (p);
  return 0;
}

static int
x86_startup (struct pot *pot)
{
  struct plan p;
  plan_init (&p, pot);
  if (start (&p, keep_flags (&p), 0) != 0)
    return -1;
  insert_call (&p, 0);
  restore_state (&p);
  return 0;
}

static int
x86_cbr (struct pot *pot)
{
  struct plan p;
  plan_init (&p, pot);
  enum flags_way flags = pot->point->flags_live ? FLAGS_LAHF : FLAGS_RETEST;
  int cond = dynamic_reg (&p, 0);
  int n_args = 2 + pot->point->n_args;

  if (start (&p, flags, n_args) != 0)
    return -1;
  add (&p, POT_KIND, OP_COND, cond, 1, 0);
  add (&p, POT_KIND, OP_EXTEND, cond, 1, 0);
  if (flags == FLAGS_RETEST)
    add (&p, POT_KIND, OP_PUSH, cond, p.word, 0);
  if (insert_args (&p, 1) != 0)
    return -1;
  insert_call (&p, n_args);
  clean_args (&p, n_args);
  if (flags == FLAGS_RETEST)
    {
      add (&p, POT_CLEAN, OP_TEST, HALT_NO_REG, 1, 0);
      add (&p, POT_CLEAN, OP_RETEST, HALT_NO_REG, 0, 0);
      add (&p, POT_CLEAN, OP_ADJUST, HALT_NO_REG, 0, p.word);
    }
  restore_state (&p);
  return 0;
}

/* Kinds without dynamic arguments.  */
static int
plain (struct pot *pot)
{
  struct plan p;
  plan_init (&p, pot);
  if (start (&p, keep_flags (&p), 1 + pot->point->n_args) != 0)
    return -1;
  return finish (&p, 0, false);
}

static int
x86_entry (struct pot *pot)
{
  return plain (pot);
}

static int
x86_exit (struct pot *pot)
{
  return plain (pot);
}

static int
x86_block (struct pot *pot)
{
  return plain (pot);
}

static int
x86_cycle (struct pot *pot)
{
  return plain (pot);
}

/* Registers in which an address can be computed are all as they were but for
   rax, which keeps the flags after lahf: get it back from where it was saved.
   A register that an address needs counts as live, so it was.  */
static void
recover_ax (struct plan *p)
{
  const struct halt_access *a = &p->point->access;
  if (p->flags == FLAGS_LAHF && (a->ea.base == X86_AX || a->ea.index == X86_AX
				 || a->count == X86_AX))
    add (p, POT_KIND, OP_LOAD, X86_AX, p->word, slot (p, p->saved_at[X86_AX]));
}

/* The first N arguments of the call that is annotated, as they are; or a
   builtin's buffer, and 1.  */
static int
pass_on (struct pot *pot, int n)
{
  struct plan p;
  plan_init (&p, pot);
  if (start (&p, keep_flags (&p), n + 1 + pot->point->n_args) != 0)
    return -1;
  if (pot->point->access.bytes)
    {
      recover_ax (&p);
      add (&p, POT_KIND, OP_EA, dynamic_reg (&p, 0), p.word, p.depth);
      if (n > 1)
	add (&p, POT_KIND, OP_CONST, dynamic_reg (&p, 1), 4, 1);
    }
  else if (p.stack_args)
    for (int i = 0; i < n; i++)
      add (&p, POT_KIND, OP_LOAD, dynamic_reg (&p, i), p.word,
	   slot (&p, 0) + i * p.word);
  return finish (&p, n, false);
}

static int
x86_setjmp (struct pot *pot)
{
  return pass_on (pot, 1);
}

static int
x86_longjmp (struct pot *pot)
{
  return pass_on (pot, 2);
}

static void
add_thread_pointer (struct plan *p, enum pot_stage stage, int reg)
{
  const char *name = p->pot->target->regs[reg].name;
  if (p->point->access.ea.thread)
    add_text (p, stage, reg, p->word == 8
	      ? pot_text (p->pot, "add{q}\t{%%%%fs:0, %%%%r%s|r%s, QWORD PTR "
			  "fs:0}", name, name)
	      : pot_text (p->pot, "add{l}\t{%%%%gs:0, %%%%e%s|e%s, DWORD PTR "
			  "gs:0}", name, name));
}

static int
x86_mbr (struct pot *pot)
{
  struct plan p;
  plan_init (&p, pot);
  const struct halt_access *a = &pot->point->access;
  int index = dynamic_reg (&p, 0), table = dynamic_reg (&p, 1);
  int shift = a->bytes == 8 ? 3 : 2;

  if (start (&p, keep_flags (&p), 2 + pot->point->n_args) != 0)
    return -1;
  recover_ax (&p);
  add (&p, POT_KIND, OP_EA, index, p.word, p.depth);
  if (pot->point->got)
    add_symbol (&p, POT_KIND, OP_TEXT_CALL, HALT_NO_REG,
		att (&p, pot_text (pot, GOT_TO_ECX "leal\t%s@GOTOFF(%%%%ecx), "
				   "%%%%edx", pot->point->table)));
  else
    add (&p, POT_KIND, OP_TABLE, table, p.word, 0);
  add2 (&p, POT_KIND, OP_SUB, index, table, 0);
  add (&p, POT_KIND, OP_SHIFT, index, p.word, shift);
  return finish (&p, 1, false);
}

/* In front of an instruction that the pot wraps: push the access's address
   and count.  Lowers the stack by a multiple of its alignment, so that
   another pot may wrap the instruction further in.  */
static void
wrap (struct plan *p)
{
  const struct halt_access *a = &p->point->access;
  int align = p->point->stack_align;
  bool count = a->count != HALT_NO_REG;
  int below = p->point->red_zone + (1 + count) * p->word;
  int setup = p->point->red_zone + (align - below % align) % align;

  if (setup)
    add (p, POT_SETUP, OP_ADJUST, HALT_NO_REG, 0, -setup);
  add (p, POT_SETUP, OP_PUSH, X86_AX, p->word, 0);
  p->ea_slot = p->depth;
  add (p, POT_SETUP, OP_PUSH, X86_AX, p->word, 0);
  add (p, POT_SETUP, OP_EA, X86_AX, p->word, p->depth);
  add (p, POT_SETUP, OP_STORE, X86_AX, p->word, slot (p, p->ea_slot));
  add (p, POT_SETUP, OP_POP, X86_AX, p->word, 0);
  if (count)
    {
      add (p, POT_SETUP, OP_PUSH, a->count, p->word, 0);
      p->count_slot = p->depth;
    }
  add (p, POT_SETUP, OP_ANCHOR, HALT_NO_REG, 0, 0);
}

/* --- lanes ----------------------------------------------------------------

   The lanes of a gather, a masked move and their like.  Below the saved state
   lies an area with the arguments that i386 pushes, the address of lane 0 or
   of what the offsets are added to, the mask and the offsets; then each lane
   is a piece of text that tests its bit of the mask and calls.  The text may
   jump because it is one instruction to the compiler.  */

#define LANES_BASE 16		/* offsets in the area */
#define LANES_MASK 32
#define LANES_INDEX 96
#define LANES_SIZE 192

/* The test whether lane I is active: skips to 1 if it is not.  */
static const char *
lane_test (struct plan *p, int i)
{
  const struct halt_access *a = &p->point->access;
  const struct halt_lanes *l = &a->lanes;
  const char *sp = p->word == 8 ? "rsp" : "esp";

  if (l->mask == HALT_NO_REG)
    return "";
  if (l->whole && l->n > 32)
    return pot_text (p->pot, "movl\t%d(%%%%%s), %%%%eax\n\torl\t%d(%%%%%s), "
		     "%%%%eax\n\tje\t1f\n\t", LANES_MASK, sp, LANES_MASK + 4,
		     sp);
  if (l->whole)
    return pot_text (p->pot, "test%c\t$%u, %d(%%%%%s)\n\tje\t1f\n\t",
		     l->n > 8 ? 'l' : 'b', (unsigned) ((1ull << l->n) - 1),
		     LANES_MASK, sp);
  if (l->sign)
    return pot_text (p->pot, "testb\t$128, %d(%%%%%s)\n\tje\t1f\n\t",
		     (int) (LANES_MASK + (i + 1) * a->bytes - 1), sp);
  return pot_text (p->pot, "testb\t$%d, %d(%%%%%s)\n\tje\t1f\n\t", 1 << i % 8,
		   LANES_MASK + i / 8, sp);
}

/* The address of lane I into the register of the second argument.  */
static const char *
lane_address (struct plan *p, int i)
{
  const struct halt_access *a = &p->point->access;
  const struct halt_lanes *l = &a->lanes;

  if (l->index == HALT_NO_REG)
    return p->word == 8
      ? pot_text (p->pot, "movq\t%d(%%%%rsp), %%%%rsi\n\tleaq\t%d(%%%%rsi), "
		  "%%%%rsi", LANES_BASE,
		  l->packed || l->whole ? 0 : (int) (i * a->bytes))
      : pot_text (p->pot, "movl\t%d(%%%%esp), %%%%edx\n\tleal\t%d(%%%%edx), "
		  "%%%%edx", LANES_BASE,
		  l->packed || l->whole ? 0 : (int) (i * a->bytes));
  int at = LANES_INDEX + i * l->index_bytes;
  return p->word == 8
    ? pot_text (p->pot, "%s\t%d(%%%%rsp), %%%%rsi\n\timulq\t$%d, %%%%rsi\n\t"
		"addq\t%d(%%%%rsp), %%%%rsi",
		l->index_bytes == 4 ? "movslq" : "movq", at, l->scale,
		LANES_BASE)
    : pot_text (p->pot, "movl\t%d(%%%%esp), %%%%edx\n\timull\t$%d, %%%%edx\n\t"
		"addl\t%d(%%%%esp), %%%%edx", at, l->scale, LANES_BASE);
}

/* The id and the call.  Constants beyond 31 bits and further arguments are
   not for lanes.  */
static const char *
lane_call (struct plan *p)
{
  const struct halt_point *pt = p->point;
  int bytes = pt->access.bytes;

  if (p->word == 8)
    {
      const char *id = !pt->base
	? pot_text (p->pot, "movl\t$%" PRIu64 ", %%%%edx", pt->id)
	: pt->far_data
	? pot_text (p->pot, "movabsq\t$%s, %%%%rdx\n\tmovq\t(%%%%rdx), %%%%rdx\n"
		    "\tleaq\t%" PRIu64 "(%%%%rdx), %%%%rdx", pt->base, pt->id)
	: pot_text (p->pot, "movq\t%s(%%%%rip), %%%%rdx\n\tleaq\t%" PRIu64
		    "(%%%%rdx), %%%%rdx", pt->base, pt->id);
      return pot_text (p->pot, "movl\t$%d, %%%%edi\n\t%s\n\t%s", bytes, id,
		       call_text (p));
    }
  const char *id = !pt->base
    ? pot_text (p->pot, "movl\t$%" PRIu64 ", %%%%eax", pt->id)
    : pot_text (p->pot, pt->got
		? GOT_TO_ECX "movl\t%s@GOTOFF(%%%%ecx), %%%%eax\n\tleal\t%" PRIu64
		  "(%%%%eax), %%%%eax"
		: "movl\t%s, %%%%eax\n\tleal\t%" PRIu64 "(%%%%eax), %%%%eax",
		pt->base, pt->id);
  return pot_text (p->pot, "movl\t$%d, (%%%%esp)\n\tmovl\t%%%%edx, 4(%%%%esp)\n\t"
		   "%s\n\tmovl\t%%%%eax, 8(%%%%esp)\n\t%s", bytes, id,
		   call_text (p));
}

static void
pour_lane (struct plan *p, int i, const char *call)
{
  const struct halt_access *a = &p->point->access;
  const char *step = a->lanes.packed
    ? pot_text (p->pot, "\n\tadd%c\t$%d, %d(%%%%%s)", p->word == 8 ? 'q' : 'l',
		(int) a->bytes, LANES_BASE, p->word == 8 ? "rsp" : "esp")
    : "";
  add_symbol (p, POT_CALL, OP_TEXT_CALL, HALT_NO_REG,
	      att (p, pot_text (p->pot, "%s%s\n\t%s%s\n1:", lane_test (p, i),
			      lane_address (p, i), call, step)));
}

static int
lanes (struct pot *pot)
{
  struct plan p;
  plan_init (&p, pot);
  const struct halt_point *pt = pot->point;
  const struct halt_access *a = &pt->access;
  const struct halt_lanes *l = &a->lanes;
  int ea = dynamic_reg (&p, 1);

  if (pt->n_args || (!pt->base && pt->id > INT32_MAX)
      || start (&p, keep_flags (&p), 0) != 0)
    return -1;
  recover_ax (&p);
  add (&p, POT_KIND, OP_EA, ea, p.word, p.depth);
  add_thread_pointer (&p, POT_KIND, ea);
  add (&p, POT_KIND, OP_ADJUST, HALT_NO_REG, 0, -LANES_SIZE);
  add (&p, POT_KIND, OP_STORE, ea, p.word, LANES_BASE);
  if (l->mask != HALT_NO_REG)
    add (&p, POT_KIND, OP_STORE, l->mask,
	 l->sign ? pt->vector_bytes : pt->mask_bytes, LANES_MASK);
  if (l->index != HALT_NO_REG)
    add (&p, POT_KIND, OP_STORE, l->index, pt->vector_bytes, LANES_INDEX);
  const char *call = lane_call (&p);
  for (int i = 0; i < (l->whole ? 1 : l->n); i++)
    pour_lane (&p, i, call);
  add (&p, POT_CLEAN, OP_ADJUST, HALT_NO_REG, 0, LANES_SIZE);
  restore_state (&p);
  return 0;
}

/* A read or write of memory: how many bytes, from where.  */
static int
memory (struct pot *pot)
{
  if (pot->point->access.lanes.n)
    return lanes (pot);

  struct plan p;
  plan_init (&p, pot);
  const struct halt_access *a = &pot->point->access;
  int bytes = dynamic_reg (&p, 0), ea = dynamic_reg (&p, 1);
  bool some = a->count != HALT_NO_REG || a->advance != HALT_NO_REG;

  if (a->wrap)
    wrap (&p);
  if (start (&p, keep_flags (&p), 3 + pot->point->n_args) != 0)
    return -1;
  /* The address comes first: computing it may need any register, and only
     then may argument registers change.  */
  if (a->advance != HALT_NO_REG && a->advance != bytes)
    add2 (&p, POT_KIND, OP_MOVE, bytes, a->advance, 0);
  if (a->wrap)
    add (&p, POT_KIND, OP_LOAD, ea, p.word, slot (&p, p.ea_slot));
  else
    {
      recover_ax (&p);
      add (&p, POT_KIND, OP_EA, ea, p.word, p.depth);
    }
  add_thread_pointer (&p, POT_KIND, ea);
  if (a->advance != HALT_NO_REG)
    add2 (&p, POT_KIND, OP_SUB, bytes, ea, 0);
  else if (a->count == HALT_NO_REG)
    add (&p, POT_KIND, OP_CONST, bytes, 4, a->bytes);
  else if (a->wrap)
    {
      add (&p, POT_KIND, OP_LOAD, bytes, p.word, slot (&p, p.count_slot));
      add2 (&p, POT_KIND, OP_SCALE, bytes, bytes, a->bytes);
    }
  else
    add2 (&p, POT_KIND, OP_SCALE, bytes, a->count, a->bytes);
  return finish (&p, 2, some);
}

static int
x86_load (struct pot *pot)
{
  return memory (pot);
}

static int
x86_store (struct pot *pot)
{
  return memory (pot);
}

/* --- kinds of a user's own ------------------------------------------------ */

static struct plan *
plan_of (struct pot *pot)
{
  _Static_assert (sizeof (struct plan) <= sizeof pot->plan, "pot.plan");
  return (struct plan *) pot->plan;
}

int
x86_begin (struct pot *pot, int n_dynamic)
{
  struct plan *p = plan_of (pot);
  plan_init (p, pot);
  return start (p, keep_flags (p), n_dynamic + 1 + pot->point->n_args);
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

int
x86_finish (struct pot *pot, int n_dynamic)
{
  return finish (plan_of (pot), n_dynamic, false);
}

halt_recipe *const x86_recipes[HALT_KIND_END] = {
#define HALT_KIND(NAME, number, word, routine, when, params, cells, text) \
  [HALT_##NAME] = x86_##word,
#include "halt/kinds.def"
};
