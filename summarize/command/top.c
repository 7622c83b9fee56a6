/* SPDX-License-Identifier: GPL-3.0-or-later */
/* ghalt top: what a process does now (summarize/top/).  */

#include "summarize/command.h"
#include "summarize/top/command.h"

int
top_command (const struct options *o, struct fault *f)
{
  char why[512];
  const struct top_options t = {
    .words = o->operands,
    .n_words = o->n_operands,
    .start = o->n_before == 0,
    .function = o->zoom,
    .output = o->output,
    .delay = o->delay,
    .view = o->view,
    .order = o->order,
    .kinds = o->kinds,
    .rows = o->top,
    .iterations = o->iterations,
    .batch = o->batch,
    .json = o->format == FORMAT_JSON
  };
  if (!top_run (&t, why))
    fault (f, "%s", why);
  return 0;
}
