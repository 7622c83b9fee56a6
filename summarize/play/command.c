/* SPDX-License-Identifier: GPL-3.0-or-later */
/* ghalt play, as it stands in the command line.  */

#include "summarize/command.h"
#include "summarize/play/play.h"

int
play_command (const struct options *o, struct fault *f)
{
  char why[TRACE_WHY];
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
  else if (!(o->check ? play_check (&p, why) : play_run (&p, why)))
    fault (f, "%s", why);
  return 0;
}
