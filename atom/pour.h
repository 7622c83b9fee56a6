/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Pouring, inside: the text that is written, what unwind information says at each
   place of it, and the pots.  */

#ifndef HALT_ATOM_POUR_H
#define HALT_ATOM_POUR_H 1

#include "atom/atom.h"
#include "atom/machine.h"

/* Where the frame is, as .cfi directives have it.  */
struct frame
{
  bool known;			/* by the following, not by an expression */
  int reg;			/* ... above this register, by its number ... */
  long offset;			/* ... so many bytes */
  bool return_saved, return_signed; /* the return address is in memory; is signed */
  long return_at;		/* ... so far from the frame */
};

/* What labels for pc.c are called: of instructions, of where addresses are
   known.  */
#define PC_LABEL "__halt_pc."
#define SECTION_LABEL "__halt_section."

struct pourer
{
  FILE *out;
  struct unit *unit;
  const struct machine *machine;
  bool labels;			/* for pc.c: a label at each instruction, no pots */
  bool unwind;			/* between .cfi_startproc and .cfi_endproc */
  struct frame frame, kept[16];
  int n_kept;
  bool entered;			/* pots are where the procedure is entered */
  bool retest;			/* the branch that comes tests what the pot says */
  int n_labels;			/* that were made up */
  char *table;			/* the label of a table that the jump that has
				   just been written reads, or NULL: its own */
  bool traps;			/* the procedure that is written has the machine's
				   barriers */
  const Proc *replaced;		/* the procedure that is written is no longer called
				   by its name, or NULL */
};

/* frame.c: write the lines of the unit's text from AT to END, but for what we said;
   follow what they say of the frame.  */
void text_copy (struct pourer *w, size_t at, size_t end);

/* Write LINE (with its newline) as it is, unless we said it.  */
void text_line (struct pourer *w, const char *line);

/* xlate.c: write the label of number N, if that is not 0: it is SYMBOL, or NULL:
   here.  */
void xlate_label (FILE *out, int n, const char *symbol);

/* replace.c: what P's code is called where it is replaced; what is written in the place
   of LINE, of that procedure, or NULL: the line; and what has its name, at the
   end.  */
char *replaced_name (const Proc *p);
char *replaced_line (const Proc *p, const char *line);
void replacement_write (struct pourer *w, const Proc *p);

/* place.c: whether control may come to LINE from elsewhere.  */
bool is_label (const struct pourer *w, const char *line);

/* place.c: in the lines from AT to END, before an instruction or at the end of
   the procedure, where control that falls out of the instruction before is and no
   other.  */
size_t place_after (const struct pourer *w, size_t at, size_t end);

/* ... where control that enters procedure P first is and no other, before instruction
   *FIRST; that may become a later one.  */
size_t place_entry (const struct pourer *w, const Proc *p, int *first);

/* pot.c: write a pot for each of CALLS, at a place of procedure P of which FACTS are
   so: of instruction I, before it or not.  BRANCH: it is a conditional branch, and
   nothing comes between the pots and that.  */
void pots_write (struct pourer *w, const Proc *p, const Inst *i,
		 const char *facts, const struct calls *calls, bool branch);

/* after.c: a label of our own.  */
char *new_label (struct pourer *w);

/* Whether I is the last of its block; whether the instruction after it is one with
   it.  */
bool is_last (const Inst *i);
bool is_glued (const Inst *i);

/* What comes after I where control takes edge E, or NULL: none of I's block; and
   whether anything does.  */
void write_after (struct pourer *w, const Proc *p, const Inst *i, const Edge *e,
		  const char *facts);
bool has_after (const Proc *p, const Inst *i, const Edge *e);

/* reach.c: write TEXT, a procedure's, with other branches where those do not reach; labels
   are made up by the number.  */
void reach_write (FILE *out, const struct machine *m, const char *text,
		  size_t size, int *n_labels);

/* ways.c: whether I is a computed goto, or inline assembler that jumps.  */
bool is_computed (const Inst *i);
bool is_asm_goto (const Inst *i);

/* Write what is called on the edges of computed goto I before it.  */
void computed_write (struct pourer *w, const Proc *p, const Inst *i);

/* Write inline assembler I, which jumps, with what comes after it where it does.  */
void asm_write (struct pourer *w, const Proc *p, const Inst *i);

#endif /* HALT_ATOM_POUR_H */
