/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Alpha's assembler text.  */

#include "atom/machine.h"

static bool
invert (const char *opcode, size_t size, char *to)
{
  (void) opcode;
  (void) size;
  (void) to;
  return false;
}

const struct machine alpha_machine = {
  .target = "alpha",
  .label = "$L",
  .jump = "\tbr\t$31,%s\n",
  .ret = "\tret\t$31,($26),1\n",
  .emulation = "elf64alpha",
  .on = "\t.set\tmacro\n",
  .off = "\t.set\tnomacro\n",
  .barrier = "\ttrapb\n",
  .sp = 30,
  .fp = 15,
  .return_reg = 26,
  .sp_name = "$30",
  .fp_name = "$15",
  .invert = invert
};
