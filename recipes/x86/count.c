/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Counting in line, for x86-64 and i386: cells of 64 bits, no call.

   Where the flags are dead, x86-64 needs one instruction and no register.
   Position-independent code of i386 needs ecx.  Cells of a thread's own need a
   register, which points to them.  */

#include <inttypes.h>
#include <string.h>

#include "recipes/x86/frame.h"

/* Begin a pot that changes the N registers REG, and the flags, kept in rax; OWN, which must
   live as long as P, becomes its point.  Nothing else is saved, and the stack's
   alignment does not matter.  */
static void
start_pot (struct x86_plan *p, struct halt_point *own, struct pot *pot,
	   const int *reg, int n)
{
  const struct halt_point *pt = pot->point;
  /* There is a call of ours, or something is pushed.  */
  bool any = pt->enter
	     || (pt->got && !pt->held && (!pt->own || pt->shared || pt->table));
  x86_plan_init (p, pot);
  *own = *pot->point;
  own->live = (struct reg_set) { { 0 } };
  own->summarized = false;
  for (int i = 0; i < n + pt->flags_live; i++)
    {
      int r = i < n ? reg[i] : X86_AX;
      if (!reg_set_has (&pt->live, r)
	  && !(pt->own && !reg_set_has (&pt->dead, r)))
	continue;
      reg_set_add (&own->live, r);
      any = true;
    }
  own->misalign = -1;
  if (!any)
    own->red_zone = 0;
  p->point = own;
  x86_start (p, FLAGS_DEAD, 0);
}

/* Keep the flags in rax, if they are live, for the instruction that counts; and
   end.  */
static void
keep_flags (struct x86_plan *p)
{
  if (p->point->flags_live)
    x86_flags_to_ax (p->pot, POT_KIND);
}

static int
finish (struct x86_plan *p)
{
  if (p->point->flags_live)
    x86_flags_from_ax (p->pot, POT_CLEAN);
  x86_restore (p);
  return 0;
}

/* The name of REG in assembler text.  */
static const char *
name_in_text (struct x86_plan *p, int reg)
{
  return pot_text (p->pot, "%%%s", x86_name (reg, p->word).text);
}

/* AT&T text that adds what the counter tells to the 64 bits at LOW, x86-64.  */
static const char *
flush_counter (struct x86_plan *p, const char *low)
{
  const struct halt_point *pt = p->point;
  const char *counter = name_in_text (p, pt->counter);
  const char *lock = pt->atomic ? "lock " : "";
  if (!pt->stride)
    return pot_text (p->pot, "%saddq\t%s, %s", lock, counter, low);
  int shift = __builtin_ctzll (pt->stride);
  return pot_text (p->pot, "subq\t%s, %s\n\t%s%s%sq\t%s, %s",
		   name_in_text (p, pt->from), counter,
		   shift
		     ? pot_text (p->pot, "sarq\t$%d, %s\n\t", shift, counter)
		     : "",
		   lock, pt->stride > 0 ? "sub" : "add", counter, low);
}

/* AT&T text that adds 1, or the counter, to the 64 bits at LOW, of which the upper half is at
   HIGH on i386.  An atomic carry comes late, but comes.  */
static const char *
increment (struct x86_plan *p, const char *low, const char *high)
{
  if (p->point->step == STEP_FLUSH)
    return flush_counter (p, low);
  if (p->word == 8)
    return pot_text (p->pot, "%saddq\t$1, %s", p->point->atomic ? "lock " : "",
		     low);
  if (p->point->atomic)
    return pot_text (p->pot,
		     "lock addl\t$1, %s\n\tjnc\t2f\n\t"
		     "lock addl\t$1, %s\n2:",
		     low, high);
  return pot_text (p->pot, "addl\t$1, %s\n\tadcl\t$0, %s", low, high);
}

/* --- cells of the thread's own -------------------------------------------- */

/* Whether PT, which is flushed, reads REG.  */
static bool
is_flushed (const struct halt_point *pt, int reg)
{
  return pt->step == STEP_FLUSH
	 && (reg == pt->counter || (pt->stride && reg == pt->from));
}

/* The register that is to point to them: one that is free if there is one, but
   not rax, in which the flags may be; else one that the point does not read.  */
static int
pointing_reg (const struct halt_point *pt, int word)
{
  static const int some[] = {
    X86_DX, X86_CX, X86_SI, X86_DI, X86_R8, X86_R9, X86_R10, X86_R11
  };
  if (pt->pointer != HALT_NO_REG)
    return pt->pointer;
  if (word == 4 && pt->shared)
    return X86_CX;		/* __halt_get_pc's */
  if (!pt->flags_live && reg_set_has (&pt->dead, X86_AX))
    return X86_AX;
  for (int i = 0; i < (word == 8 ? 8 : 2); i++)
    if (reg_set_has (&pt->dead, some[i]))
      return some[i];
  int i = 0;
  while (is_flushed (pt, some[i]))
    i++;
  return some[i];
}

/* Text that lets REG point to the thread's cells.  Where the thread may have
   none it is given some; that changes no register.  */
static const char *
point_to_cells (struct x86_plan *p, int reg)
{
  const struct halt_point *pt = p->pot->point;
  const char *r = name_in_text (p, reg), *load;
  char q = p->word == 8 ? 'q' : 'l';
  if (p->word == 8)
    load = pt->shared
	     ? pot_text (p->pot,
			 "movq\t%s@gottpoff(%%%%rip), %s\n\tmovq\t%%%%fs:(%s), "
			 "%s",
			 pt->cells, r, r, r)
	     : pot_text (p->pot, "movq\t%%%%fs:%s@tpoff, %s", pt->cells, r);
  else
    load = pt->shared
	     ? pot_text (p->pot,
			 X86_GOT_TO_ECX "movl\t%s@gotntpoff(%%%%ecx), %%%%ecx"
					"\n\tmovl\t%%%%gs:(%%%%ecx), %%%%ecx",
			 pt->cells)
	     : pot_text (p->pot, "movl\t%%%%gs:%s@ntpoff, %s", pt->cells, r);
  if (!pt->enter)
    return load;
  return pot_text (p->pot,
		   "1:\t%s\n\ttest%c\t%s, %s\n\tjnz\t2f\n\tcall\t%s"
		   "\n\tjmp\t1b\n2:",
		   load, q, r, r, pt->enter);
}

/* One event more in the thread's cell, or only cells for it.  */
static int
count_own (struct pot *pot)
{
  struct x86_plan p;
  struct halt_point own;
  const struct halt_point *pt = pot->point;
  int reg = pointing_reg (pt, pot->target->word_bits / 8);
  start_pot (&p, &own, pot, &reg, 1);
  keep_flags (&p);
  const char *r = name_in_text (&p, reg);
  const char *text = pt->held ? "" : point_to_cells (&p, reg);
  if (!pt->only_enter)
    text = pot_text (pot, "%s%s%s", text, pt->held ? "" : "\n\t",
		     increment (&p,
				pot_text (pot, "%" PRIu64 "(%s)", pt->cell, r),
				pot_text (pot, "%" PRIu64 "(%s)", pt->cell + 4,
					  r)));
  pot_asm (pot, POT_CALL, pt->held ? HALT_NO_REG : reg,
	   pt->held ? reg : HALT_NO_REG, X86_ATT, text);
  return finish (&p);
}

/* --- cells of the unit ------------------------------------------------------ */

/* One event more in the point's cell.  */
static int
count_one (struct pot *pot)
{
  struct x86_plan p;
  struct halt_point own;
  const struct halt_point *pt = pot->point;
  start_pot (&p, &own, pot, (const int[]) { X86_CX }, pt->got);
  keep_flags (&p);
  if (p.word == 8)
    x86_att (&p, POT_CALL, OP_TEXT, HALT_NO_REG, "%s",
	     increment (&p,
			pot_text (pot, "%s+%" PRIu64 "(%%%%rip)", pt->cells,
				  pt->cell),
			NULL));
  else if (!pt->got)
    x86_att (&p, POT_CALL, OP_TEXT, HALT_NO_REG, "%s",
	     increment (&p, pot_text (pot, "%s+%" PRIu64, pt->cells, pt->cell),
			pot_text (pot, "%s+%" PRIu64, pt->cells,
				  pt->cell + 4)));
  else
    {
      const char *add = increment (&p,
				   pot_text (pot, "%s+%" PRIu64 "-1b(%%%%ecx)",
					     pt->cells, pt->cell),
				   pot_text (pot, "%s+%" PRIu64 "-1b(%%%%ecx)",
					     pt->cells, pt->cell + 4));
      x86_att (&p, POT_CALL, OP_TEXT, X86_CX, "call\t__halt_get_pc\n1:\t%s",
	       add);
    }
  return finish (&p);
}

/* The register that holds the index that a table is read at, or HALT_NO_REG:
   what the table's entries' size multiplies, if all the rest is the table.  */
static int
index_reg (const struct halt_point *pt)
{
  const struct halt_address *ea = &pt->access.ea;
  bool rest_is_table = ea->base == HALT_NO_REG
			 ? ea->symbol && strcmp (ea->symbol, pt->table) == 0
			 : pt->table_base && !ea->symbol;
  return rest_is_table && ea->disp == 0 && !ea->thread
	     && ea->scale == pt->access.bytes
	     && !(pt->flags_live && ea->index == X86_AX)
	   ? ea->index
	   : HALT_NO_REG;
}

/* A register that is free for an address where INDEX is not, or one that can
   be saved.  */
static int
address_reg (const struct halt_point *pt, int index)
{
  static const int some[] = {
    X86_DX, X86_CX, X86_SI, X86_DI, X86_R8, X86_R9, X86_R10, X86_R11
  };
  for (size_t i = 0; i < sizeof some / sizeof some[0]; i++)
    if (reg_set_has (&pt->dead, some[i]) && some[i] != index)
      return some[i];
  return index == X86_DX ? X86_CX : X86_DX;
}

/* The cell of the index that register INDEX holds, x86-64.  */
static int
count_at (struct pot *pot, int index)
{
  struct x86_plan p;
  struct halt_point own;
  const struct halt_point *pt = pot->point;
  int reg = address_reg (pt, index);
  start_pot (&p, &own, pot, &reg, 1);
  keep_flags (&p);
  const char *r = name_in_text (&p, reg), *i = name_in_text (&p, index);
  const char *text
    = pt->own
	? pot_text (pot, "%s\n\t%s", point_to_cells (&p, reg),
		    increment (&p,
			       pot_text (pot, "%" PRIu64 "(%s,%s,8)", pt->cell,
					 r, i),
			       NULL))
	: pot_text (pot, "leaq\t%s+%" PRIu64 "(%%%%rip), %s\n\t%s", pt->cells,
		    pt->cell, r,
		    increment (&p, pot_text (pot, "(%s,%s,8)", r, i), NULL));
  pot_asm (pot, POT_CALL, reg, index, X86_ATT, text);
  return finish (&p);
}

/* The cells' address, and what is added to it: i386 needs no register for it
   but in position-independent code.  */
static int
count_indexed (struct pot *pot)
{
  static const int used[] = { X86_DX, X86_CX };
  struct x86_plan p;
  struct halt_point own;
  const struct halt_point *pt = pot->point;
  const int scale = 8 / pt->access.bytes;
  if (pot->target->word_bits == 64 && index_reg (pt) != HALT_NO_REG)
    return count_at (pot, index_reg (pt));
  start_pot (&p, &own, pot, used, 2);

  pot_reg (p.pot, POT_KIND, OP_EA, X86_DX, p.word, p.pot->depth);
  keep_flags (&p);
  if (pt->got)
    x86_att (&p, POT_KIND, OP_TEXT, X86_CX,
	     X86_GOT_TO_ECX "leal\t%s@GOTOFF(%%%%ecx), %%%%ecx", pt->table);
  else
    pot_reg (p.pot, POT_KIND, OP_TABLE, X86_CX, p.word, 0);
  pot_regs (p.pot, POT_KIND, OP_SUB, X86_DX, X86_CX, 0);

  if (pt->own)
    {
      const char *form = p.word == 8 ? "%" PRIu64 "(%%%%rcx,%%%%rdx,%d)"
				     : "%" PRIu64 "(%%%%ecx,%%%%edx,%d)";
      const char *low = pot_text (pot, form, pt->cell, scale);
      const char *high = pot_text (pot, form, pt->cell + 4, scale);
      x86_att (&p, POT_CALL, OP_TEXT, X86_CX, "%s\n\t%s",
	       point_to_cells (&p, X86_CX), increment (&p, low, high));
    }
  else if (p.word == 8)
    x86_att (&p, POT_CALL, OP_TEXT, X86_CX,
	     "leaq\t%s+%" PRIu64 "(%%%%rip), %%%%rcx\n\t%s", pt->cells,
	     pt->cell,
	     increment (&p, pot_text (pot, "(%%%%rcx,%%%%rdx,%d)", scale),
			NULL));
  else
    {
      const char *form = pt->got ? "%s@GOTOFF+%" PRIu64 "(%%%%ecx,%%%%edx,%d)"
				 : "%s+%" PRIu64 "(,%%%%edx,%d)";
      const char *low = pot_text (pot, form, pt->cells, pt->cell, scale);
      const char *high = pot_text (pot, form, pt->cells, pt->cell + 4, scale);
      x86_att (&p, POT_CALL, OP_TEXT, X86_CX, "%s%s",
	       pt->got ? pot_text (pot, X86_GOT_TO_ECX) : "",
	       increment (&p, low, high));
    }
  return finish (&p);
}

int
x86_count (struct pot *pot)
{
  if (pot->point->step == STEP_REGISTER || pot->point->step == STEP_BEGIN)
    return pot_step (pot);
  return pot->point->table ? count_indexed (pot)
	 : pot->point->own ? count_own (pot)
			   : count_one (pot);
}
