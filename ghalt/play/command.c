/* SPDX-License-Identifier: GPL-3.0-or-later */
/* ghalt play, as it stands in the command line.  */

#include "ghalt/command.h"
#include "ghalt/play/play.h"

static const struct option_row options[] = {
  { .name = "format", .type = TYPE_FORMAT, .offset = AT (format),
    .formats = BIT (TEXT) | BIT (CTF),
    .text = "without an analysis: print the events; or write Common Trace Format" },
  { "check", TYPE_FLAG, AT (check), NULL, NULL,
    "only read all of it, and say what it has", 0 },
  { "merge", TYPE_FLAG, AT (merge), NULL, NULL,
    "the events of all threads by time, rather than one thread after the other", 0 },
  { "from", TYPE_NUMBER, AT (from), NULL, "N",
    "begin with event N of each thread, or with --merge of all; the first one is 0", 0 },
  { "to", TYPE_NUMBER, AT (to), NULL, "N", "end before event N", 0 },
  { "thread", TYPE_NUMBER, AT (thread), NULL, "N",
    "only thread N; the first one is 1", 0 },
  KIND_OPTION (0),
  FUNCTION_OPTION,
  { "output", TYPE_TEXT, AT (output), NULL, "FOLDER",
    "with --format=ctf: where to; also -o FOLDER", 0 },
  OBJECTS_OPTION,
  HELP, END
};

static int
run_play (const struct options *o, struct fault *f)
{
  struct play p = {
    .trace = o->operands[0],
    .program = o->n_before > 1 ? o->operands[1] : NULL,
    .analyses = o->operands + o->n_before,
    .n_analyses = o->n_operands - o->n_before,
    .merge = o->merge,
    .from = o->from,
    .to = o->to,
    .thread = o->thread == UINT64_MAX ? 0 : o->thread,
    .kinds = o->kinds,
    .functions = o->functions,
    .n_functions = o->n_functions,
    .output = o->format ? o->output : NULL,
  };
  if (o->n_before > 2)
    fault (f, "'%s': analyses follow '--'", o->operands[2]);
  else if (o->n_before < 1 || (!p.program && !o->check))
    fault (f, "of which program is '%s'? ghalt play TRACE PROG -- ANALYSIS...",
	   o->n_before ? p.trace : "the trace");
  else if (o->check && p.n_analyses)
    fault (f, "'--check' calls no analysis");
  else if (o->check
	   && (p.thread || p.from || p.to || p.kinds || p.n_functions
	       || p.merge))
    fault (f, "'--check' looks at all events; leave what selects some out");
  else if (o->thread == 0)
    fault (f, "'--thread=0': the first thread is 1");
  else if (o->format && (p.n_analyses || !o->output))
    fault (f, "'--format=ctf' needs a folder that is not there yet, -o FOLDER, "
	      "and no analysis");
  else if (!o->format && o->output)
    fault (f, "'--output' is for '--format=ctf'");
  else if (p.to && p.to <= p.from)
    fault (f, "'--to' has to be after '--from'");
  else if (o->check ? play_check (&p, f) : play_run (&p, f))
    f->text[0] = 0;		/* what was tried and did not matter */
  return 0;
}

const struct command cmd_play = {
  .name = "play",
  .synopsis = "[OPTION]... TRACE PROG [-- ANALYSIS.so|.o...]",
  .text = "call the routines of analyses with the events in TRACE, which librecord wrote",
  .options = options,
  .min_operands = 1,
  .max_operands = SIZE_MAX,
  .run = run_play
};
