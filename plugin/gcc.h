/* SPDX-License-Identifier: GPL-3.0-or-later */
/* All of GCC that the plugin uses, and everything that differs between its
   versions.  No other file includes a GCC header.  */

#ifndef HALT_GCC_H
#define HALT_GCC_H 1

/* GET_MODE_SIZE is a number on our targets, not a polynomial.  */
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
#include "varasm.h"

/* For GIMPLE.  */
#include "gimple.h"
#include "ssa.h"
#include "alloc-pool.h"
#include "symbol-summary.h"
#include "calls.h"
#include "cfganal.h"
#include "cfghooks.h"
#include "cfgloop.h"
#include "fold-const.h"
#include "gimplify.h"
#include "gimple-iterator.h"
#include "gimplify-me.h"
#include "gimple-walk.h"
#include "gimplify.h"
#include "gimplify-me.h"
#include "ipa-modref-tree.h"
#include "ipa-modref.h"
#include "tree-cfg.h"
#include "tree-eh.h"
#include "tree-into-ssa.h"

/* Not among the headers that are installed.  */
extern bool cleanup_tree_cfg (unsigned);

/* The label in front of a function's unwind information, as in dwarf2out.cc
   and except.cc.  */
#define FUNC_BEGIN_LABEL "LFB"

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

#endif /* HALT_GCC_H */
