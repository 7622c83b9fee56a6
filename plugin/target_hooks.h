/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Target hooks: what only GCC's headers of the machine tell: x86/, alpha/, ia64/ or other/.  */

#ifndef HALT_TARGET_HOOKS_H
#define HALT_TARGET_HOOKS_H 1

#include "plugin/plugin.h"

struct memop;

/* What an instruction changes besides what its pattern says.  */
enum halt_changes
{
  CHANGES_AS_WRITTEN,		/* nothing */
  CHANGES_STACKED,		/* the register stack */
  CHANGES_VECTORS,		/* all vector registers */
  CHANGES_UNKNOWN
};

/* Why this unit cannot be instrumented as it is compiled, or NULL.  */
const char *target_refuse_unit (void);
/* Why the current function cannot be instrumented, or NULL.  */
const char *target_refuse_function (void);
/* Whether the recipes can report condition COND; if so write it to TEXT in
   the words of the assembler.  */
bool target_condition (rtx cond, char *text, size_t size);
/* The predicate that is true if COND holds, by the recipes' number; HALT_NO_REG if
   there is none.  */
int target_predicate (const_rtx cond);
/* Directives that go around assembler text of ours in the middle of GCC's:
   our text is in the assembler's default dialect.  */
const char *target_before_text (void);
const char *target_after_text (void);
/* Split ADDRESS in address space SPACE into what the machine's instructions
   make an address of: A's ea, base, index and disp.  False if a pot cannot
   compute it.  */
bool target_address (rtx address, addr_space_t space, struct memop *a);
/* How many bytes memory operand MEM, whose mode is not BLKmode, really
   moves.  */
HOST_WIDE_INT target_bytes (const_rtx mem);
/* If INSN's memory accesses are not simply its memory operands, put them on
   LIST and return true.  */
bool target_accesses (rtx_insn *insn, vec<memop> *list);
/* Put right what INSN's pattern says of its accesses where that is not what
   its machine code does.  */
void target_amend (rtx_insn *insn, vec<memop> *list);
/* Accesses to the stack that INSN, a call or return, makes besides.  */
void target_implicit (rtx_insn *insn, vec<memop> *list);
/* Whether any call changes REGNO, whatever it calls, and is known to: linkers' stubs
   may.  */
bool target_stub_changes (int regno);
/* What INSN changes besides what its pattern says.  */
enum halt_changes target_changes (rtx_insn *insn);
/* Fill in what only the machine's headers tell: red_zone (if EPILOGUE, where
   the frame is being taken down), far_code, far_data, got.  */
void target_point (struct halt_point *point, bool epilogue);
/* What a pot that adds to a cell costs where LIVE is live, by what it must
   save.  */
int target_count_price (bitmap live);
/* Whether REGNO may be the register that points to a thread's cells.  */
bool target_points (int regno);
/* Of the current function, the registers of which are about to be chosen: see to
   it that pots may call.  */
void target_reserve (void);
/* Where a point goes that is to stand before INSN: there or, if INSN takes the
   frame down or comes after what does, before the first instruction of its
   block that does.  */
rtx_insn *target_leave (rtx_insn *insn);
/* Of the current function, which has its epilogue and is about to be scheduled for
   the last time: see to it that pots may stand anywhere.  */
void target_prepare (void);
/* Whether nothing may come between INSN and what is before it.  */
bool target_glued (const rtx_insn *insn);
/* Whether INSN is in the middle of a sequence, even of several blocks, that must
   be executed as it is.  */
bool target_locked (const rtx_insn *insn);
/* The text of an instruction that gives register %0 the address of memory %1 and
   changes nothing else; NULL if the compiler does as well.  */
const char *target_lea (void);

/* Points that are switched on in the running program.  What stands at one that is off,
   as a template of GCC's extended asm, and *FORM, HALT_SITE_*.  In place of JUMP, if
   that is not NULL, it returns, if that does, or jumps to %l0, wherever that is, if
   COND holds or is NULL.  NULL:
   this target has none, or none like that.  */
const char *target_site (rtx_insn *jump, rtx cond, int *form);
/* Text that comes before it.  */
const char *target_site_align (void);

/* The largest pages that kernels for the target give memory in.  */
int target_page_bytes (void);

#endif /* HALT_TARGET_HOOKS_H */
