/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Counting in line, for x86-64 and i386: cells of 64 bits, no call.

   Where the flags are dead, x86-64 needs one instruction and no register.
   Position-independent code of i386 needs ecx.  */

#include <inttypes.h>

#include "recipes/x86/frame.h"

/* Begin a pot that changes the N registers REG, and the flags; OWN, which must
   live as long as P, becomes its point.  Nothing else is saved, and the stack's
   alignment does not matter.  */
static void
start (struct x86_plan *p, struct halt_point *own, struct pot *pot,
       const int *reg, int n)
{
  bool any = pot->point->got;	/* there is a call of ours */
  x86_plan_init (p, pot);
  *own = *pot->point;
  own->live = (struct reg_set) { { 0 } };
  for (int i = 0; i < n; i++)
    if (reg_set_has (&pot->point->live, reg[i]))
      {
	reg_set_add (&own->live, reg[i]);
	any = true;
      }
  own->misalign = -1;
  if (!any)
    own->red_zone = 0;
  p->point = own;
  x86_start (p, FLAGS_DEAD, 0);
}

/* The flags into rax, and back.  */
static void
flags_to_ax (struct x86_plan *p)
{
  x86_add_text (p, POT_KIND, X86_AX, "lahf");
  x86_add_text (p, POT_KIND, X86_AX, "seto\t{%%al|al}");
}

static void
flags_from_ax (struct x86_plan *p)
{
  x86_add_text (p, POT_CLEAN, X86_AX, "add{b}\t{$127, %%al|al, 127}");
  x86_add_text (p, POT_CLEAN, X86_AX, "sahf");
}

/* AT&T text that adds 1 to the 64 bits at LOW, of which the upper half is at
   HIGH on i386.  An atomic carry comes late, but comes.  */
static const char *
increment (struct x86_plan *p, const char *low, const char *high)
{
  if (p->word == 8)
    return pot_text (p->pot, "%saddq\t$1, %s",
		     p->point->atomic ? "lock " : "", low);
  if (p->point->atomic)
    return pot_text (p->pot, "lock addl\t$1, %s\n\tjnc\t2f\n\t"
		     "lock addl\t$1, %s\n2:", low, high);
  return pot_text (p->pot, "addl\t$1, %s\n\tadcl\t$0, %s", low, high);
}

/* Change the text in which the pot's registers are free for it.  */
static void
add_att (struct x86_plan *p, int reg, const char *text)
{
  x86_add_symbol (p, POT_CALL, OP_TEXT, reg, x86_att (p, text));
}

/* One event more in the point's cell.  */
static int
count_one (struct pot *pot)
{
  struct x86_plan p;
  struct halt_point own;
  const struct halt_point *pt = pot->point;
  int used[2], n = 0;
  if (pt->flags_live)
    used[n++] = X86_AX;
  if (pt->got)
    used[n++] = X86_CX;
  start (&p, &own, pot, used, n);
  if (pt->flags_live)
    flags_to_ax (&p);
  if (p.word == 8)
    add_att (&p, HALT_NO_REG,
	     increment (&p, pot_text (pot, "%s+%" PRIu64 "(%%%%rip)", pt->cells,
				      pt->cell), NULL));
  else if (!pt->got)
    add_att (&p, HALT_NO_REG,
	     increment (&p, pot_text (pot, "%s+%" PRIu64, pt->cells, pt->cell),
			pot_text (pot, "%s+%" PRIu64, pt->cells,
				  pt->cell + 4)));
  else
    {
      const char *add
	= increment (&p, pot_text (pot, "%s+%" PRIu64 "-1b(%%%%ecx)",
				   pt->cells, pt->cell),
		     pot_text (pot, "%s+%" PRIu64 "-1b(%%%%ecx)", pt->cells,
			       pt->cell + 4));
      add_att (&p, X86_CX,
	       pot_text (pot, "call\t__halt_get_pc\n1:\t%s", add));
    }
  if (pt->flags_live)
    flags_from_ax (&p);
  x86_restore (&p);
  return 0;
}

/* The cells' address, and what is added to it: i386 needs no register for it
   but in position-independent code.  */
static int
count_indexed (struct pot *pot)
{
  static const int used[] = { X86_DX, X86_CX, X86_AX };
  struct x86_plan p;
  struct halt_point own;
  const struct halt_point *pt = pot->point;
  const int scale = 8 / pt->access.bytes;
  start (&p, &own, pot, used, pt->flags_live ? 3 : 2);

  x86_add (&p, POT_KIND, OP_EA, X86_DX, p.word, p.depth);
  if (pt->flags_live)
    flags_to_ax (&p);
  if (pt->got)
    x86_add_symbol (&p, POT_KIND, OP_TEXT, X86_CX,
		    x86_att (&p, pot_text (pot, X86_GOT_TO_ECX "leal\t%s@GOTOFF"
					   "(%%%%ecx), %%%%ecx", pt->table)));
  else
    x86_add (&p, POT_KIND, OP_TABLE, X86_CX, p.word, 0);
  x86_add2 (&p, POT_KIND, OP_SUB, X86_DX, X86_CX, 0);

  if (p.word == 8)
    add_att (&p, X86_CX,
	     pot_text (pot, "leaq\t%s+%" PRIu64 "(%%%%rip), %%%%rcx\n\t%s",
		       pt->cells, pt->cell,
		       increment (&p, pot_text (pot, "(%%%%rcx,%%%%rdx,%d)",
						scale), NULL)));
  else
    {
      const char *form = pt->got ? "%s@GOTOFF+%" PRIu64 "(%%%%ecx,%%%%edx,%d)"
			 : "%s+%" PRIu64 "(,%%%%edx,%d)";
      const char *low = pot_text (pot, form, pt->cells, pt->cell, scale);
      const char *high = pot_text (pot, form, pt->cells, pt->cell + 4, scale);
      add_att (&p, X86_CX, pot_text (pot, "%s%s",
				     pt->got ? pot_text (pot, X86_GOT_TO_ECX)
				     : "", increment (&p, low, high)));
    }
  if (pt->flags_live)
    flags_from_ax (&p);
  x86_restore (&p);
  return 0;
}

int
x86_count (struct pot *pot)
{
  return pot->point->table ? count_indexed (pot) : count_one (pot);
}
