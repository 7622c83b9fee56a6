/* SPDX-License-Identifier: GPL-3.0-or-later */
/* x86's assembler text.  */

#include <string.h>

#include "atom/machine.h"

/* Jumps on a condition are "j", perhaps "n", and the condition.  */
static bool
invert (const char *opcode, size_t size, char *to)
{
  static const char *const conditions[]
    = { "a", "ae", "b", "be", "c", "e", "g", "ge", "l", "le", "o", "p", "s", "z" };
  bool not = size > 2 && opcode[1] == 'n';
  const char *condition = opcode + 1 + not;
  if (size < 2 || *opcode != 'j')
    return false;
  size -= 1 + not;
  for (size_t i = 0; i < sizeof conditions / sizeof *conditions; i++)
    if (strlen (conditions[i]) == size
	&& memcmp (conditions[i], condition, size) == 0)
      {
	strcpy (to, not ? "j" : "jn");
	strcat (to, conditions[i]);
	return true;
      }
  return false;
}

const struct machine x86_64_machine = {
  .target = "x86-64",
  .label = ".L",
  .jump = "\tjmp\t%s\n",
  .flag = "-m64",
  .sp = 7,
  .fp = 6,
  .sp_name = "sp",
  .fp_name = "bp",
  .cfa = 8,
  .return_at = -8,
  .invert = invert
};

const struct machine i386_machine = {
  .target = "i386",
  .label = ".L",
  .jump = "\tjmp\t%s\n",
  .flag = "-m32",
  .sp = 4,
  .fp = 5,
  .sp_name = "sp",
  .fp_name = "bp",
  .cfa = 4,
  .return_at = -4,
  .invert = invert
};
