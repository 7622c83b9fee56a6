/* SPDX-License-Identifier: GPL-3.0-or-later */
/* ghalt diff [PROG] A B: what changed from one profile to another.  */

#include "ghalt/command.h"
#include "report/diff/diff.h"

static const struct option_row options[] = {
  { .name = "format", .type = TYPE_FORMAT, .offset = AT (format),
    .formats = BIT (TEXT) | BIT (JSON) | BIT (CSV),
    .text = "tables; everything; a row for each point" },
  ONTO_OPTION,
  FUNCTION_OPTION,
  KIND_OPTION (0),
  { .name = "top", .type = TYPE_NUMBER, .offset = AT (top), .value = "N",
    .text = "only the N largest changes of each table" },
  WIDE_OPTION (BIT (TEXT)),
  FROM_OPTIONS,
  OBJECTS_OPTION,
  HELP, END
};

const struct command cmd_diff = {
  .name = "diff",
  .synopsis = "[OPTION]... [PROG] A B",
  .text = "show what changed between two profiles of one program",
  .options = options,
  .min_operands = 2,
  .max_operands = 3,
  .run = diff_profiles
};
