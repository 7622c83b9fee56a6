/* SPDX-License-Identifier: GPL-3.0-or-later */
/* ghalt diff [PROG] A B: what changed from one profile to another.  */

#include "ghalt/command.h"
#include "report/diff/diff.h"

static const struct option_row options[] = {
  { .name = "format", .type = TYPE_FORMAT, .offset = AT (format),
    .formats = BIT (TEXT) | BIT (JSON) | BIT (CSV),
    .text = "tables; everything; a row for each point" },
  ONTO_OPTION,
  { .name = "function", .type = TYPE_LIST, .value = "NAME",
    .text = "only functions with this name or glob; may be repeated" },
  { .name = "kind", .type = TYPE_KINDS, .offset = AT (kinds), .value = "LIST",
    .text = "only these kinds, with commas between them: cbr,load" },
  { .name = "top", .type = TYPE_NUMBER, .offset = AT (top), .value = "N",
    .text = "only the N largest changes of each table" },
  { .name = "wide", .type = TYPE_FLAG, .offset = AT (wide),
    .text = "whole names of files and functions, however wide rows become",
    .formats = BIT (TEXT) },
  OBJECTS_OPTION,
  { .name = "help", .type = TYPE_FLAG, .offset = AT (help),
    .text = "print this help" },
  { .name = NULL }
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
