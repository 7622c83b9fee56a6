/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Between emulated.c and MACHINE.c.  */

#ifndef EMULATED_H
#define EMULATED_H 1

#include "events.h"

struct symbol
{
  char letter, name[80];
  uint64_t at, size;
};

/* The state in front of an instruction.  */
struct state
{
  uint64_t pc, reg[32];
};

/* The function that PC is in, or NULL.  */
const struct symbol *function_at (uint64_t pc);

/* The 32 bits at ADDRESS, as the program begins.  */
uint32_t word_at (uint64_t address);

struct event *add (int kind, uint64_t pc, uint64_t a, uint64_t b);

/* A jump through a register to TARGET in the same function: a table was read for it
   not long ago, unless it is a computed goto.  The multiway branch is there.  An entry is
   the distance from BASE or, if that is 0, from the table.  */
void add_mbr (uint64_t target, uint64_t base);

/* --- MACHINE.c -------------------------------------------------------------- */

/* How the line of LOG begins that says where the program is.  */
extern const char machine_pc[];
/* Read registers from R on from LINE, one of those after it; return which come next, 32
   if none.  */
int machine_read (struct state *s, const char *line, int r);
/* What the instruction at S does, which leads to PC.  */
void machine_step (const struct state *s, uint64_t pc);
/* Control comes to PC: by a return if what is in front of it is a call.  */
void machine_return (uint64_t pc);

#endif /* EMULATED_H */
