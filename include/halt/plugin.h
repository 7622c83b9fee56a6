/* SPDX-License-Identifier: MIT */
/* What HALT offers to another GCC plugin that is loaded beside it:

     gcc -fplugin=.../halt.so -fplugin=.../yours.so ...

   Link yours.so against that very halt.so: GCC keeps plugins' symbols apart
   and loads them in an order of its own.

   Your plugin says where (halt_on_label, halt_label_note), may add static
   arguments to points that are there (halt_note_add_arg), and may bring kinds
   of its own with their recipes (halt_register_kind; recipes/recipe.h says
   what a recipe is made of).  Include GCC's headers first.  docs/extending.md
   has worked examples.  Only for code labelled as final machine code
   (at=rtl).

   Source: the HALT manual, "HaltLabelNote" and the section on extending.  */

#ifndef HALT_PLUGIN_API_H
#define HALT_PLUGIN_API_H 1

#include <stdint.h>

#include "halt.h"

#ifdef __cplusplus
extern "C" {
#endif

struct rtx_insn;
struct rtx_def;
struct pot;

/* Call FUNCTION (DATA) for each function that is instrumented, when HALT's own
   labels are in place and before any code is inserted.  cfun is the function;
   its control flow graph and register liveness are valid.  Call this from
   your plugin_init.  */
void halt_on_label (void (*function) (void *data), void *data);

/* Annotate INSN of the current function with a point of KIND, before it,
   or after it if AFTER is not 0.  A block as a whole is annotated at the note
   at its head (bb_note), AFTER being 1.  N_ARGS further static arguments ARGS
   follow the id in the routine's argument list.  DATA is for the recipe of a
   kind of your own (halt_point.data).  Return the id: the constant, or the
   local number of the unit.  */
uint64_t halt_label_note (struct rtx_insn *insn, int kind, int after,
			  const int64_t *args, int n_args, int64_t data);

/* The same before INSN, for a KIND of your own whose recipe wants the
   address of MEM, a memory operand of INSN that is no push or pop: OP_EA
   develops it, halt_point.access.bytes is its size.  The id goes to *ID unless
   that is NULL.  Return 0, or -1, no point being added, if the address cannot
   be computed.  */
int halt_label_memory (struct rtx_insn *insn, int kind, struct rtx_def *mem,
		       const int64_t *args, int n_args, int64_t data,
		       uint64_t *id);

/* Append static argument VALUE to the points of KIND that INSN has.  Return
   how many there are.  */
int halt_note_add_arg (struct rtx_insn *insn, int kind, int64_t value);

/* The same with an address as the argument: of the symbol that assemblers call NAME,
   a function or a variable of this unit or another; of TEXT, which becomes a
   string of the unit's; of INSN itself, or of the first instruction of a block,
   after all pots that come before it.  */
int halt_note_add_symbol (struct rtx_insn *insn, int kind, const char *name,
			  int is_function);
int halt_note_add_string (struct rtx_insn *insn, int kind, const char *text);
int halt_note_add_pc (struct rtx_insn *insn, int kind);

/* Register a kind of your own: WORD names it in dumps, ROUTINE is the symbol
   that its pots call, RECIPE fills them (it is for the target that the
   compiler makes code for).  The strings are kept.  Return its number, which
   is the same in every unit if kinds are registered in the same order.  Call
   this from your plugin_init.  */
int halt_register_kind (const char *word, const char *routine,
			int (*recipe) (struct pot *pot));

/* The recipes' number of the register that GCC calls REGNO, or -1.  Valid
   from the first function on.  */
int halt_register_number (unsigned regno);

#ifdef __cplusplus
}
#endif

#endif /* HALT_PLUGIN_API_H */
