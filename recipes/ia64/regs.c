/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The registers of IA-64, and what the assembler calls them.  */

#include "recipes/ia64/ia64.h"

/* Which registers a call may change.  Source: Intel, Itanium Software Conventions
   and Runtime Architecture Guide, chapter 5.  Of the register stack none: a pot
   makes all that the function has locals of its own.  */
#define R(n, clobbered) { "r" #n, RC_GENERAL, clobbered, false }
#define STACKED(name) { #name, RC_GENERAL, false, false }
#define F(n, clobbered) { "f" #n, RC_FLOAT, clobbered, false }
/* Those that are moved by way of general registers.  */
#define P(n, clobbered) { "p" #n, RC_MASK, clobbered, false }
#define B(n, clobbered) { "b" #n, RC_MASK, clobbered, false }
#define AR(name, clobbered) { "ar." #name, RC_MASK, clobbered, false }

#define TEN(M, tens, ...) M (tens##0, __VA_ARGS__), M (tens##1, __VA_ARGS__), \
  M (tens##2, __VA_ARGS__), M (tens##3, __VA_ARGS__), M (tens##4, __VA_ARGS__), \
  M (tens##5, __VA_ARGS__), M (tens##6, __VA_ARGS__), M (tens##7, __VA_ARGS__), \
  M (tens##8, __VA_ARGS__), M (tens##9, __VA_ARGS__)
#define LOC(n, unused) STACKED (loc##n)
#define OWN(n, unused) STACKED (own##n)
#define EIGHT(name) STACKED (name##0), STACKED (name##1), STACKED (name##2), \
  STACKED (name##3), STACKED (name##4), STACKED (name##5), STACKED (name##6), \
  STACKED (name##7)

const struct halt_reg ia64_regs[IA64_REGS] = {
  /* GCC has no use for r0, and calls it so.  */
  { "ap", RC_GENERAL, false, false },
  R (1, true), R (2, true), R (3, true), R (4, false), R (5, false),
  R (6, false), R (7, false), R (8, true), R (9, true), R (10, true),
  R (11, true), R (12, false), R (13, false), R (14, true), R (15, true),
  R (16, true), R (17, true), R (18, true), R (19, true), TEN (R, 2, true),
  R (30, true), R (31, true),
  TEN (LOC, , 0), TEN (LOC, 1, 0), TEN (LOC, 2, 0), TEN (LOC, 3, 0),
  TEN (LOC, 4, 0), TEN (LOC, 5, 0), TEN (LOC, 6, 0), TEN (LOC, 7, 0),
  EIGHT (in), EIGHT (out),
  F (0, false), F (1, false), F (2, false), F (3, false), F (4, false),
  F (5, false), F (6, true), F (7, true), F (8, true), F (9, true),
  F (10, true), F (11, true), F (12, true), F (13, true), F (14, true),
  F (15, true), F (16, false), F (17, false), F (18, false), F (19, false),
  TEN (F, 2, false), F (30, false), F (31, false), F (32, true), F (33, true),
  F (34, true), F (35, true), F (36, true), F (37, true), F (38, true),
  F (39, true), TEN (F, 4, true), TEN (F, 5, true), TEN (F, 6, true),
  TEN (F, 7, true), TEN (F, 8, true), TEN (F, 9, true), TEN (F, 10, true),
  TEN (F, 11, true), F (120, true), F (121, true), F (122, true),
  F (123, true), F (124, true), F (125, true), F (126, true), F (127, true),
  P (0, false), P (1, false), P (2, false), P (3, false), P (4, false),
  P (5, false), P (6, true), P (7, true), P (8, true), P (9, true),
  P (10, true), P (11, true), P (12, true), P (13, true), P (14, true),
  P (15, true), P (16, false), P (17, false), P (18, false), P (19, false),
  TEN (P, 2, false), TEN (P, 3, false), TEN (P, 4, false), TEN (P, 5, false),
  P (60, false), P (61, false), P (62, false), P (63, false),
  B (0, true), B (1, false), B (2, false), B (3, false), B (4, false),
  B (5, false), B (6, true), B (7, true),
  { "sfp", RC_MASK, false, false },
  AR (ccv, true), AR (unat, false), AR (pfs, true), AR (lc, false),
  AR (ec, false),
  TEN (OWN, , 0), TEN (OWN, 1, 0), TEN (OWN, 2, 0), TEN (OWN, 3, 0), OWN (40, 0),
  OWN (41, 0), OWN (42, 0), OWN (43, 0), OWN (44, 0), OWN (45, 0), OWN (46, 0),
  OWN (47, 0)
};

struct ia64_name
ia64_name (const struct halt_point *pt, int reg)
{
  struct ia64_name name;
  int in = pt->facts[0], local = pt->facts[1];
  int stacked = reg >= IA64_OWN	  ? in + local + pt->facts[2] + reg - IA64_OWN
		: reg >= IA64_OUT ? in + local + reg - IA64_OUT
		: reg >= IA64_IN  ? reg - IA64_IN
				  : in + reg - IA64_LOC;
  if (reg == 0)
    snprintf (name.text, sizeof name.text, "r0");
  else if ((reg >= IA64_LOC && reg < IA64_F0) || reg >= IA64_OWN)
    snprintf (name.text, sizeof name.text, "r%d", (32 + stacked) % 128);
  else
    snprintf (name.text, sizeof name.text, "%s",
	      reg >= 0 ? ia64_regs[reg].name : "");
  return name;
}
