/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Machine code as objdump prints it, and how often each instruction was executed:
   html/code.c reads it, html/match.c finds the map's blocks in it.  */

#ifndef HALT_MACHINE_H
#define HALT_MACHINE_H 1

#include "report/html/website.h"

/* Where control goes after an instruction.  */
enum insn_flow
{
  INSN_ON,			/* to the next one; calls, too */
  INSN_BRANCH,			/* there, or to TARGET */
  INSN_JUMP,			/* to TARGET */
  INSN_AWAY,			/* wherever */
  INSN_RETURN
};

struct insn
{
  uint64_t address, target;
  const char *text;
  enum insn_flow flow;
  bool padding;			/* it does nothing */
  bool never;			/* control does not come there: what fills up before
				   code that is aligned */
  struct ghalt_count count;
};

/* The instructions of a function, or of the part of it that is COLD.  */
struct machine_part
{
  struct insn *insns;
  size_t n;
  bool cold;
};

/* Let the counts of the instructions of P, of x86, be those of the blocks and edges of
   G.  Blocks stand in the map in the order of the code, so the jumps at their ends are
   the jumps that are there, but for those of code that counts edges, after all others.
   The kinds of all jumps and all targets have to agree with the map: if one does not,
   all counts stay unknown, and the text that is returned says so.  */
const char *machine_match (struct machine_part *p, const struct ghalt_graph *g,
			   struct fault *f);

#endif /* HALT_MACHINE_H */
