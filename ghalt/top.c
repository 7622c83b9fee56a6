/* SPDX-License-Identifier: GPL-3.0-or-later */
/* ghalt top: what a process does now (top/).  */

#include "ghalt/command.h"
#include "ghalt/top/run.h"
#include "ghalt/top/top.h"

static const struct option_row options[] = {
  { .name = "format", .type = TYPE_FORMAT, .offset = AT (format),
    .formats = BIT (TEXT) | BIT (JSON),
    .text = "what samples are written as; json: a line for each, as with --batch" },
  { "batch", TYPE_FLAG, AT (batch), NULL, NULL,
    "write samples one after the other, as it is where the output is no "
    "terminal", 0 },
  { "iterations", TYPE_NUMBER, AT (iterations), NULL, "N",
    "with --batch: N samples [until the process ends]", 0 },
  { "delay", TYPE_TEXT, AT (delay), NULL, "TIME",
    "between two samples, as in 5s or 200ms [1s]", 0 },
  { .name = "view", .type = TYPE_CHOICE, .offset = AT (view),
    .words = WORDS (TOP_SOURCE, [TOP_FUNCTIONS] = "functions", [TOP_POINTS] = "branches",
		    [TOP_LINES] = "lines"),
    .text = "what is shown first" },
  { "function", TYPE_TEXT, AT (zoom), NULL, "NAME",
    "show the lines of this function", 0 },
  { .name = "sort", .type = TYPE_CHOICE, .offset = AT (order),
    .words = WORDS (TOP_ORDERS, [TOP_BY_RATE] = "rate", [TOP_BY_COUNT] = "count",
		    [TOP_BY_OTHER] = "calls", [TOP_BY_NAME] = "name"),
    .text = "by the last interval, since the start, by calls (of branches: misses), by name" },
  KIND_OPTION (0),
  { "top", TYPE_NUMBER, AT (top), NULL, "N",
    "with --batch: only the first N rows [20]", 0 },
  { "output", TYPE_TEXT, AT (output), NULL, "FILE",
    "with --batch: write the last sample there, a profile; else what key w "
    "proposes; also -o FILE", 0 },
  FROM_OPTIONS,
  OBJECTS_OPTION,
  HELP, END
};

static int
run_top (const struct options *o, struct fault *f)
{
  if (o->from_store)
    {
      struct options hot = *o;
      hot.hot = true;
      hot.format = FORMAT_HOT;
      return cmd_report.run (&hot, f);
    }
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
  if (top_run (&t, f))
    f->text[0] = 0;		/* what was tried and did not matter */
  return 0;
}

const struct command cmd_top = {
  .name = "top",
  .synopsis = "[OPTION]... PID|PROG, or [OPTION]... -- PROG [ARGUMENT]...",
  .text = "show what a process that counts with HALT_LIVE=1 does now; or start PROG so",
  .options = options,
  .min_operands = 1,
  .max_operands = SIZE_MAX,
  .run = run_top
};
