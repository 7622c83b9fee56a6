/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Small analysis routines as text that pots of other units may have in place of a
   call: of the assembler text that GCC writes for one, the target makes a copy.

   A routine may be copied if it has no frame, calls at most functions of its own
   unit that have none either and return nothing, and refers to nothing but what
   its unit defines, for which the unit leaves names that can be linked: of a
   function, that of one which calls it and changes no register.  */

#include "plugin/target_hooks.h"
#include "plugin/routines/routines.h"
#include "plugin/rtl/rtl.h"

#define MAX_INSNS 32
#define MAX_BYTES 160
#define MAX_SYMBOLS 16

/* Whether what is called NAME can be told from other words of its line.  */
static bool
plain_name (const char *name)
{
  for (const char *p = name; *p; p++)
    if (!ISALNUM (*p) && *p != '_' && *p != '.')
      return false;
  return !ISDIGIT (*name) && *name != '\0';
}

/* A routine that may be copied.  */
class copying
{
public:
  copying (const struct halt_target *t, const char *symbol)
      : target (t), routine (xstrdup (symbol))
  {
  }
  /* Have a look at what is written, if it may be copied; false: it may not, or there is
     no memory.  */
  bool begin (void);
  void end (void);

private:
  bool add_symbol (const_rtx x, bool called);
  bool copyable_insn (rtx_insn *insn);
  bool copyable_function (tree decl);

  const struct halt_target *target;
  const char *routine;
  auto_vec<copied> symbols;	/* what it refers to */
  int bytes = 0;
  /* Where GCC writes to in truth, and what it has written by now.  */
  FILE *real_file, *our_file;
  char *written;
  size_t written_size;
};

/* The one that is being written, or NULL.  */
static copying *current;

/* Whether X is defined in this unit and nowhere else.  What is found from an anchor
   is.  */
static bool
defined_here (const_rtx x)
{
  tree decl = SYMBOL_REF_DECL (x);
  if (SYMBOL_REF_HAS_BLOCK_INFO_P (x) && SYMBOL_REF_ANCHOR_P (x))
    return true;
  if (CONSTANT_POOL_ADDRESS_P (x) || !decl
      || (!VAR_P (decl) && TREE_CODE (decl) != FUNCTION_DECL))
    return false;
  symtab_node *node = symtab_node::get (decl);
  return node && node->definition && !node->alias && !DECL_EXTERNAL (decl)
	 && !DECL_WEAK (decl) && !DECL_COMDAT (decl)
	 && !node->in_other_partition
	 && !(VAR_P (decl)
	      && (DECL_HARD_REGISTER (decl)
		  || (TREE_PUBLIC (decl) && DECL_COMMON (decl))))
	 && decl_binds_to_current_def_p (decl);
}

/* Whether X is defined here; note it down.  If it is CALLED, what that changes must be
   known, and can be saved around it.  */
bool
copying::add_symbol (const_rtx x, bool called)
{
  copied c = {};
  if (!defined_here (x))
    return false;
  const char *name = targetm.strip_name_encoding (XSTR (x, 0));
  if (!plain_name (name))
    return false;
  for (unsigned i = 0; i < symbols.length (); i++)
    if (strcmp (symbols[i].name, name) == 0)
      return symbols[i].called == called;
  c.name = xstrdup (name);
  c.called = called;
  if (called && !clobbers_of (SYMBOL_REF_DECL (x), &c.changes))
    return false;
  symbols.safe_push (c);
  return symbols.length () <= MAX_SYMBOLS;
}

/* Whether JUMP goes to a label of the function, or leaves it.  */
static bool
plain_jump (const rtx_insn *jump)
{
  return returnjump_p (jump)
	 || ((any_condjump_p (jump) || simplejump_p (jump)) && JUMP_LABEL (jump)
	     && LABEL_P (JUMP_LABEL (jump)));
}

/* Whether INSN may be copied.  */
bool
copying::copyable_insn (rtx_insn *insn)
{
  subrtx_iterator::array_type array;
  const_rtx pattern = PATTERN (insn);
  if (GET_CODE (pattern) == ASM_INPUT || asm_noperands (pattern) >= 0
      || GET_CODE (pattern) == ADDR_VEC
      || GET_CODE (pattern) == ADDR_DIFF_VEC
      /* What returns something changes the register that has it.  */
      || (CALL_P (insn)
	  && (SIBLING_CALL_P (insn) || GET_CODE (pattern) != CALL
	      || find_reg_note (insn, REG_NORETURN, NULL_RTX)))
      || (JUMP_P (insn) && !plain_jump (insn))
      || reg_mentioned_p (stack_pointer_rtx, pattern))
    return false;
  FOR_EACH_SUBRTX (iter, array, pattern, ALL)
    {
      const_rtx x = *iter;
      if (GET_CODE (x) == SYMBOL_REF && !add_symbol (x, CALL_P (insn)))
	return false;
      if (REG_P (x) && HARD_REGISTER_P (x)
	  && (global_regs[REGNO (x)]
	      || (regs_reg (REGNO (x)) != HALT_NO_REG
		  && target->regs[regs_reg (REGNO (x))].rclass == RC_STACKED)))
	return false;
      if (GET_CODE (x) == LABEL_REF && !JUMP_P (insn))
	return false;
    }
  return true;
}

/* Whether the user wants the function DECL as it is, or where it is.  */
static bool
wanted_apart (tree decl)
{
  static const char *const attributes[] = {
    "noinline", "noclone", "noipa", "naked", "ifunc", "target_clones",
    "zero_call_used_regs", "no_caller_saved_registers", "interrupt", "ms_abi"
  };
  for (size_t i = 0; i < ARRAY_SIZE (attributes); i++)
    if (lookup_attribute (attributes[i], DECL_ATTRIBUTES (decl))
	|| lookup_attribute (attributes[i], TYPE_ATTRIBUTES (TREE_TYPE (decl))))
      return true;
  return false;
}

bool
copying::copyable_function (tree decl)
{
  int n = 0;
  if (!target->copies || !optimize || flag_no_inline || *target_before_text ()
      || wanted_apart (decl) || crtl->profile || crtl->patch_area_size
      || crtl->has_bb_partition || crtl->uses_eh_lsda
      || cfun->has_nonlocal_label || cfun->calls_setjmp || flag_sanitize
      || flag_instrument_function_entry_exit
      || !get_frame_size ().is_constant () || maybe_ne (get_frame_size (), 0))
    return false;
  for (rtx_insn *insn = get_insns (); insn; insn = NEXT_INSN (insn))
    {
      if (!NONDEBUG_INSN_P (insn))
	continue;
      if (!copyable_insn (insn))
	return false;
      if (GET_CODE (PATTERN (insn)) == USE
	  || GET_CODE (PATTERN (insn)) == CLOBBER)
	continue;
      bytes += get_attr_length (insn);
      if (++n > MAX_INSNS || bytes > MAX_BYTES)
	return false;
    }
  return true;
}

bool
copying::begin (void)
{
  if (!copyable_function (current_function_decl)
      || !(our_file = open_memstream (&written, &written_size)))
    return false;
  real_file = asm_out_file;
  asm_out_file = our_file;
  return true;
}

void
copying::end (void)
{
  char copy[HALT_MAX_COPY];
  asm_out_file = real_file;
  fclose (our_file);
  fwrite (written, 1, written_size, asm_out_file);
  auto_vec<const char *> names;
  for (const copied &c : symbols)
    names.safe_push (c.name);
  if (copy_make (target, written, routine, names.address (), names.length (),
		 copy))
    promise_copy (copy, bytes, symbols);
  free (written);
}

void
copies_begin (const struct halt_target *target, const char *symbol)
{
  copying *c = new copying (target, symbol);
  if (c->begin ())
    current = c;
  else
    delete c;
}

static void
make_copy (function *)
{
  current->end ();
  delete current;
  current = NULL;
}

const halt_pass copies_pass = {
  RTL_PASS, "halt_copies",
  [] (function *) { return current != NULL; },
  make_copy
};
