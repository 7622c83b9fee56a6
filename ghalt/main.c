/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Alone in its file so that tests can link everything else.  */

#include "ghalt/command.h"

int
main (int argc, char **argv)
{
  return halt_command (argc, argv);
}
