/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The Alpha target, inside its folder.  */

#ifndef HALT_ALPHA_H
#define HALT_ALPHA_H 1

#include "recipes/recipe.h"

/* Index in the register table: GCC's numbers.  */
enum
{
  ALPHA_V0 = 0,			/* result */
  ALPHA_T0 = 1,			/* to t7, 8 */
  ALPHA_A0 = 16,		/* arguments, to a5, 21 */
  ALPHA_T8 = 22,		/* to t11, 25 */
  ALPHA_RA = 26,		/* return address */
  ALPHA_PV = 27,		/* address of the procedure called */
  ALPHA_AT = 28,		/* the assembler's, and linkers' */
  ALPHA_GP = 29,		/* global pointer */
  ALPHA_SP = 30,
  ALPHA_F0 = 32,		/* to f30 */
  ALPHA_REGS = 63
};

#define ALPHA_WORD 8		/* bytes, of every register */

extern const struct halt_target alpha_target;

int alpha_count (struct pot *pot);

/* What recipes are made of: see struct halt_target.  */
int alpha_begin (struct pot *pot, int n_dynamic);
int alpha_arg (const struct pot *pot, int n);
int alpha_call (struct pot *pot, int n_dynamic);
void alpha_next (struct pot *pot);
void alpha_end (struct pot *pot);
int alpha_condition (struct pot *pot, int n);
bool alpha_list_wants (const struct pot *pot, int n);
int alpha_value (struct pot *pot, int reg, const struct halt_arg *a,
		 const struct reg_set *gone);
int alpha_index (struct pot *pot);
int alpha_access (struct pot *pot);
void alpha_pass (struct pot *pot, int n, bool is_int);
void alpha_develop_address (struct pot *pot, int reg);
void alpha_develop_const (struct pot *pot, int reg, int64_t value);
void alpha_symbol (struct pot *pot, enum pot_stage stage, int reg,
		   const char *name, bool function);

#endif /* HALT_ALPHA_H */
