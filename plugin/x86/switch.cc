/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What stands at points that are off, until a jump of 5 bytes replaces it.  */

#include "plugin/target_hooks.h"

const char *
target_site_align (void)
{
  /* The first 2 bytes lie in one aligned word of 8: who replaces them while other
     threads run can write them at once.  In 64-bit mode the byte that may be needed
     for that is a prefix without effect (CS), not an instruction.  */
  return TARGET_64BIT ? "\t.p2align 3,0x2e,1\n" : "\t.p2align 3,,1\n";
}

/* Numbers of conditions are their places.  */
static const char *const conditions[16][4] = {
  { "o" }, { "no" }, { "b", "c", "nae" }, { "ae", "nc", "nb" },
  { "e", "z" }, { "ne", "nz" }, { "be", "na" }, { "a", "nbe" },
  { "s" }, { "ns" }, { "p", "pe" }, { "np", "po" },
  { "l", "nge" }, { "ge", "nl" }, { "le", "ng" }, { "g", "nle" }
};

static int
condition_number (const char *text)
{
  for (int n = 0; n < 16; n++)
    for (int i = 0; i < 4 && conditions[n][i]; i++)
      if (strcmp (conditions[n][i], text) == 0)
	return n;
  return -1;
}

const char *
target_site (rtx_insn *jump, rtx cond, int *form)
{
  char text[64], name[32];
  *form = TARGET_64BIT ? HALT_SITE_NOP : HALT_SITE_LEA;
  if (!jump)
    return TARGET_64BIT ? "\t.byte\t0x0f,0x1f,0x44,0,0"
			/* lea 0(%esi,%eiz), %esi: older processors have no
			   other.  */
			: "\t.byte\t0x3e,0x8d,0x74,0x26,0";
  if (returnjump_p (jump))
    {
      /* What comes after it is never executed.  */
      *form = HALT_SITE_RETURN;
      return GET_CODE (PATTERN (jump)) == SIMPLE_RETURN
		 && cfun->machine->function_return_type == indirect_branch_keep
		 && !(ix86_harden_sls & harden_sls_return)
	       ? "\tret\n\t.byte\t0xcc,0xcc,0xcc,0xcc"
	       : NULL;
    }
  *form = HALT_SITE_JUMP;
  if (!cond)
    return "\t%{disp32%} jmp\t%l0";
  int n = target_condition (cond, name, sizeof name)
	    ? condition_number (name)
	    : -1;
  if (n < 0)
    return NULL;
  *form = HALT_SITE_BRANCH + n;
  snprintf (text, sizeof text, "\t%%{disp32%%} j%s\t%%l0", name);
  return ggc_strdup (text);
}
