/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The machines whose text can be poured into.  */

#include <string.h>

#include "atom/atom.h"
#include "atom/machine.h"

const struct machine *
machine_find (const char *name)
{
  static const struct machine *const machines[] = {
    &x86_64_machine, &i386_machine, &alpha_machine, &aarch64_machine,
    &riscv64_machine
  };
  for (size_t i = 0; i < sizeof machines / sizeof *machines; i++)
    if (strcmp (machines[i]->target, name) == 0)
      return machines[i];
  fail ("the program is for %s, for which `ghalt atom' makes none", name);
}
