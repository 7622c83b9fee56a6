/* SPDX-License-Identifier: MIT */
/* What start.c knows of registers: as they were when the analysis was entered the last
   time, by the numbers of the target's table (registers.s), and more.  */

#ifndef HALT_ATOM_REGISTERS_H
#define HALT_ATOM_REGISTERS_H 1

enum
{
  SLOT_RETURN = 64,		/* where it was entered from */
  SLOT_KNOWN,			/* so many are stored */
  SLOT_CYCLES = SLOT_KNOWN,	/* the counter of cycles, now */
  SLOT_STACK,			/* word N above the stack pointer, by N */
  SLOT_NONE = 255		/* a word as it is */
};

#endif /* HALT_ATOM_REGISTERS_H */
