/* SPDX-License-Identifier: GPL-3.0-or-later */
/* All of GCC that the plugin uses, and everything that differs between its
   versions.  No other file includes a GCC header.  */

#ifndef HALT_GCC_H
#define HALT_GCC_H 1

/* Where GET_MODE_SIZE is a number it is one here too, not a polynomial.  */
#define IN_TARGET_CODE 1

#include <fnmatch.h>

#include "gcc-plugin.h"
#include "plugin-version.h"

#include "config.h"
#include "system.h"
#include "coretypes.h"
#include "backend.h"
#include "target.h"
#include "rtl.h"
#include "tree.h"
#include "c-family/c-common.h"
#include "c-family/c-pragma.h"
#include "memmodel.h"
#include "df.h"
#include "tm_p.h"
#include "stringpool.h"
#include "attribs.h"
#include "cgraph.h"
#include "context.h"
#include "debug.h"
#include "diagnostic.h"
#include "file-prefix-map.h"
#include "emit-rtl.h"
#include "except.h"
#include "expr.h"
#include "function.h"
#include "cfgrtl.h"
#include "insn-config.h"
#include "insn-attr.h"
#include "intl.h"
#include "langhooks.h"
#include "opts.h"
#include "output.h"
#include "recog.h"
#include "regs.h"
#include "function-abi.h"
#include "rtl-iter.h"
#include "spellcheck.h"
#include "stor-layout.h"
#include "toplev.h"
#include "tree-pass.h"
#include "tree-pretty-print.h"
#include "varasm.h"

/* For GIMPLE.  */
#include "gimple.h"
#include "ssa.h"
#include "alloc-pool.h"
#include "symbol-summary.h"
#include "builtins.h"
#include "calls.h"
#include "cfganal.h"
#include "cfghooks.h"
#include "coverage.h"
#include "cfgloop.h"
#include "fold-const.h"
#include "gimplify.h"
#include "tree-iterator.h"
#include "gimple-iterator.h"
#include "gimplify-me.h"
#include "gimple-walk.h"
#include "ipa-modref-tree.h"
#include "ipa-modref.h"
#include "profile.h"
#include "value-prof.h"
#include "symtab-thunks.h"
#include "tree-cfg.h"
#include "tree-eh.h"
#include "tree-into-ssa.h"
#include "tree-nested.h"
#include "tree-ssa.h"

#if GCCPLUGIN_VERSION_MAJOR >= 16
#include "diagnostics/file-cache.h"
#endif

/* Not among the headers that are installed.  */
extern bool cleanup_tree_cfg (unsigned);
extern "C" char *cplus_demangle_v3 (const char *, int);

/* SYMBOL as c++filt prints it, to be freed; NULL if it is none of C++.  GCC has
   libiberty in it.  */
static inline char *
halt_demangle (const char *symbol)
{
  enum
  {
    PARAMS = 1,
    ANSI = 2
  };
  return cplus_demangle_v3 (symbol, PARAMS | ANSI);
}

/* Forget what expressions of C++ were folded to; only its front end has it.  */
extern void clear_fold_cache (void) __attribute__ ((weak));

/* What C++ evaluates when a constant calls FUNCTION, or NULL; only its front end has it.  */
struct constexpr_fundef;
extern constexpr_fundef *retrieve_constexpr_fundef (tree function)
  __attribute__ ((weak));

/* Whether C++ may still make what constants call of the trees of FUNCTION, which come from the
   front end: from GCC 16 on it does so later.  */
static inline bool
halt_makes_constants (tree function)
{
  tree origin = DECL_ABSTRACT_ORIGIN (function)
		  ? DECL_ABSTRACT_ORIGIN (function)
		  : function;
  return GCCPLUGIN_VERSION_MAJOR >= 16 && DECL_LANG_FLAG_8 (function)
	 && !(retrieve_constexpr_fundef && retrieve_constexpr_fundef (origin));
}

/* The label before a function's unwind information, as in dwarf2out.cc
   and except.cc.  */
#define FUNC_BEGIN_LABEL "LFB"

/* Bytes of MODE; -1 where that is known only when the program runs.  */
static inline HOST_WIDE_INT
halt_mode_bytes (machine_mode mode)
{
  poly_int64 bytes = GET_MODE_SIZE (mode);
  return bytes.is_constant () ? bytes.to_constant () : -1;
}

/* The mode in which the flags register says whether X equals 0.  */
static inline machine_mode
halt_cc_mode_ne (rtx x)
{
#ifdef SELECT_CC_MODE
  return SELECT_CC_MODE (NE, x, const0_rtx);
#else
  (void) x;
  return CCmode;
#endif
}

/* The last statement of BB that is no debugging information, or NULL.  */
static inline gimple *
halt_last_stmt (basic_block bb)
{
  gimple_stmt_iterator last = gsi_last_nondebug_bb (bb);
  return gsi_end_p (last) ? NULL : gsi_stmt (last);
}

/* Whether TEXT is an asm without operands: renamed in GCC 15.  */
static inline bool
halt_asm_basic_p (const gasm *text)
{
#if GCCPLUGIN_VERSION_MAJOR >= 15
  return gimple_asm_basic_p (text);
#else
  return gimple_asm_input_p (text);
#endif
}

/* What gcov takes for the same position: since GCC 16, whatever its column's
   range and block are.  */
static inline location_t
halt_gcov_position (location_t where)
{
#if GCCPLUGIN_VERSION_MAJOR >= 16
  return get_pure_location (where);
#else
  return where;
#endif
}

/* Whether a block that returns may have the count of a return that others had
   jumped to.  Since GCC 16 the prologue's pass gives each of those a return of
   its own, merges the first with the last of them, and leaves it the count that
   all had together.  */
static inline bool
halt_returns_overcounted (void)
{
  return GCCPLUGIN_VERSION_MAJOR >= 16;
}

#ifdef STACK_REGS
/* Whether the current function keeps all registers for its caller.  x86 alone
   says so, since GCC 14 by one of several words.  */
static inline bool
halt_no_caller_saved (void)
{
#if GCCPLUGIN_VERSION_MAJOR >= 14
  return cfun->machine->call_saved_registers == TYPE_NO_CALLER_SAVED_REGISTERS;
#else
  return cfun->machine->no_caller_saved_registers;
#endif
}

/* Whether its code may use the 16 registers of APX: since GCC 14.  */
static inline bool
halt_uses_apx (void)
{
#ifdef TARGET_APX_EGPR
  return TARGET_64BIT && TARGET_APX_EGPR;
#else
  return false;
#endif
}
#endif

#endif /* HALT_GCC_H */
