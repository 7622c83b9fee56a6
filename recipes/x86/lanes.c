/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The lanes of a gather, a masked move and their like.  Below the saved state
   lies an area with the arguments that i386 pushes, the address of lane 0 or
   of what the offsets are added to, the mask and the offsets; then each lane
   is a piece of text that tests its bit of the mask and calls.  The text may
   jump because it is one instruction to the compiler.  */

#include <inttypes.h>

#include "recipes/x86/frame.h"

#define LANES_ARGS 12		/* further static arguments, after three */
#define LANES_BASE 64		/* offsets in the area */
#define LANES_MASK 80
#define LANES_INDEX 144
#define LANES_SIZE 256

/* The test whether lane I is active: skips to 1 if it is not.  */
static const char *
lane_test (struct x86_plan *p, int i)
{
  const struct halt_access *a = &p->point->access;
  const struct halt_lanes *l = &a->lanes;
  const char *sp = p->word == 8 ? "rsp" : "esp";

  if (l->mask == HALT_NO_REG)
    return "";
  if (l->whole && l->n == 64)
    return pot_text (p->pot,
		     "cmpl\t$0, %d(%%%%%s)\n\tjne\t2f\n\tcmpl\t$0, "
		     "%d(%%%%%s)\n\tje\t1f\n2:\t",
		     LANES_MASK, sp, LANES_MASK + 4, sp);
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
lane_address (struct x86_plan *p, int i)
{
  const struct halt_access *a = &p->point->access;
  const struct halt_lanes *l = &a->lanes;

  if (l->index == HALT_NO_REG)
    return p->word == 8
	     ? pot_text (p->pot,
			 "movq\t%d(%%%%rsp), %%%%rsi\n\tleaq\t%d(%%%%rsi), "
			 "%%%%rsi",
			 LANES_BASE,
			 l->packed || l->whole ? 0 : (int) (i * a->bytes))
	     : pot_text (p->pot,
			 "movl\t%d(%%%%esp), %%%%edx\n\tleal\t%d(%%%%edx), "
			 "%%%%edx",
			 LANES_BASE,
			 l->packed || l->whole ? 0 : (int) (i * a->bytes));
  int at = LANES_INDEX + i * l->index_bytes;
  return p->word == 8
	   ? pot_text (p->pot,
		       "%s\t%d(%%%%rsp), %%%%rsi\n\timulq\t$%d, %%%%rsi\n\t"
		       "addq\t%d(%%%%rsp), %%%%rsi",
		       l->index_bytes == 4 ? "movslq" : "movq", at, l->scale,
		       LANES_BASE)
	   : pot_text (p->pot,
		       "movl\t%d(%%%%esp), %%%%edx\n\timull\t$%d, %%%%edx\n\t"
		       "addl\t%d(%%%%esp), %%%%edx",
		       at, l->scale, LANES_BASE);
}

/* Text that makes A, one of the further static arguments, number I, the one that it
   is.  */
static const char *
lane_arg (struct x86_plan *p, int i, const struct halt_arg *a)
{
  int reg = p->word == 8 ? p->pot->target->arg_regs[3 + i] : X86_CX;
  const char *name = p->pot->target->regs[reg].name;
  if (a->symbol)
    {
      const char *text = x86_symbol_text (p, reg, a->symbol);
      return p->word == 8
	       ? pot_text (p->pot, "%s\n\t", text)
	       : pot_text (p->pot, "%s\n\tmovl\t%%%%ecx, %d(%%%%esp)\n\t", text,
			   12 + 4 * i);
    }
  return p->word == 8
	   ? pot_text (p->pot, "movabsq\t$%" PRId64 ", %%%%%s%s\n\t", a->number,
		       *name == 'r' ? "" : "r", name)
	   : pot_text (p->pot, "movl\t$%" PRId64 ", %d(%%%%esp)\n\t", a->number,
		       12 + 4 * i);
}

/* Text that sets the further static arguments, which follow the id.  */
static const char *
lane_args (struct x86_plan *p)
{
  const struct halt_point *pt = p->point;
  const char *text = "";
  for (int i = 0; i < pt->n_args; i++)
    text = pot_text (p->pot, "%s%s", text, lane_arg (p, i, &pt->args[i]));
  return text;
}

/* Whether each lane's call can have its arguments.  */
static int
check_lanes (struct x86_plan *p)
{
  const struct halt_point *pt = p->point;
  int room = p->word == 8 ? p->pot->target->n_arg_regs - 3 : LANES_ARGS;
  if (pt->n_args > room)
    return pot_refuse_args (p->pot);
  for (int i = 0; i < pt->n_args && p->word == 4; i++)
    if (pt->args[i].number != (int32_t) pt->args[i].number)
      return pot_refuse (p->pot, x86_wide_arg);
  return 0;
}

/* The arguments but for the address, and the call.  */
static const char *
lane_call (struct x86_plan *p)
{
  const struct halt_point *pt = p->point;
  int bytes = pt->access.bytes;

  if (p->word == 8)
    {
      const char *id
	= !pt->base
	    ? pot_text (p->pot, "movabsq\t$%" PRIu64 ", %%%%rdx", pt->id)
	  : pt->far_data
	    ? pot_text (p->pot,
			"movabsq\t$%s, %%%%rdx\n\tmovq\t(%%%%rdx), %%%%rdx\n"
			"\tleaq\t%" PRIu64 "(%%%%rdx), %%%%rdx",
			pt->base, pt->id)
	    : pot_text (p->pot,
			"movq\t%s(%%%%rip), %%%%rdx\n\tleaq\t%" PRIu64
			"(%%%%rdx), %%%%rdx",
			pt->base, pt->id);
      return pot_text (p->pot, "movl\t$%d, %%%%edi\n\t%s\n\t%s%s", bytes, id,
		       lane_args (p), x86_call_text (p));
    }
  const char *id
    = !pt->base
	? pot_text (p->pot, "movl\t$%" PRIu32 ", %%%%eax", (uint32_t) pt->id)
	: pot_text (p->pot,
		    pt->got ? X86_GOT_TO_ECX
		      "movl\t%s@GOTOFF(%%%%ecx), %%%%eax\n\tleal\t%" PRIu64
		      "(%%%%eax), %%%%eax"
			    : "movl\t%s, %%%%eax\n\tleal\t%" PRIu64
			      "(%%%%eax), %%%%eax",
		    pt->base, pt->id);
  return pot_text (p->pot,
		   "movl\t$%d, (%%%%esp)\n\tmovl\t%%%%edx, 4(%%%%esp)\n\t"
		   "%s\n\tmovl\t%%%%eax, 8(%%%%esp)\n\t%s%s",
		   bytes, id, lane_args (p), x86_call_text (p));
}

static void
pour_lane (struct x86_plan *p, int i, const char *call)
{
  const struct halt_access *a = &p->point->access;
  const char *step = a->lanes.packed
		       ? pot_text (p->pot, "\n\tadd%c\t$%d, %d(%%%%%s)",
				   p->word == 8 ? 'q' : 'l', (int) a->bytes,
				   LANES_BASE, p->word == 8 ? "rsp" : "esp")
		       : "";
  x86_att (p, POT_CALL, OP_TEXT_CALL, HALT_NO_REG, "%s%s\n\t%s%s\n1:",
	   lane_test (p, i), lane_address (p, i), call, step);
}

int
x86_lanes (struct pot *pot)
{
  struct x86_plan p;
  x86_plan_init (&p, pot);
  const struct halt_point *pt = pot->point;
  const struct halt_access *a = &pt->access;
  const struct halt_lanes *l = &a->lanes;
  int ea = x86_arg (pot, 1);

  if (check_lanes (&p) != 0)
    return -1;
  /* The calls have room for their arguments, and there is any number of them.  */
  x86_start (&p, x86_keep_flags (&p), 0);
  x86_recover (&p);
  pot_reg (p.pot, POT_KIND, OP_EA, ea, p.word, p.pot->depth);
  x86_add_thread_pointer (&p, POT_KIND, ea);
  pot_reg (p.pot, POT_KIND, OP_ADJUST, HALT_NO_REG, 0, -LANES_SIZE);
  pot_reg (p.pot, POT_KIND, OP_STORE, ea, p.word, LANES_BASE);
  if (l->mask != HALT_NO_REG)
    pot_reg (p.pot, POT_KIND, OP_STORE, l->mask,
	     l->sign ? pt->vector_bytes : pt->mask_bytes, LANES_MASK);
  if (l->index != HALT_NO_REG)
    pot_reg (p.pot, POT_KIND, OP_STORE, l->index, pt->vector_bytes,
	     LANES_INDEX);
  const char *call = lane_call (&p);
  for (int i = 0; i < (l->whole ? 1 : l->n); i++)
    pour_lane (&p, i, call);
  x86_verify_end (&p);
  pot_reg (p.pot, POT_CLEAN, OP_ADJUST, HALT_NO_REG, 0, LANES_SIZE);
  x86_restore (&p);
  return 0;
}
