/* SPDX-License-Identifier: GPL-3.0-or-later */
/* `ghalt top': look at a process now and then.  */

#include "ghalt/top/run.h"

#include <errno.h>
#include <string.h>
#include <unistd.h>

#include "live/context.h"
#include "live/live.h"
#include "ghalt/top/top.h"

#define DELAY 1.0		/* seconds, without --delay */
#define ROWS 20			/* of a sample in batch mode, without --top */

static bool
show_top (struct top *t, const struct top_options *o, struct top_wish *w,
	  struct fault *f)
{
  size_t number;
  if (o->kinds && !(o->kinds & (t->recorded | t->off)))
    return fault (f, "%s counts no points of those kinds", t->name);
  t->kinds = o->kinds;
  if (w->function && !top_find_function (t, w->function, &number, f))
    return false;
  if (o->batch || o->json || !isatty (STDOUT_FILENO))
    return top_batch (t, w, f);
  if (!isatty (STDIN_FILENO))
    return fault (
      f, "standard input is no terminal, which keys come from; --batch "
	 "does without");
  return top_screen (t, w, f);
}

bool
top_run (const struct top_options *o, struct fault *f)
{
  struct top t = { .gone = -1 };
  struct top_wish w = {
    .view = o->view,
    .order = o->order,
    .function = o->function,
    .output = o->output,
    .delay = DELAY,
    .rows = o->rows,
    .iterations = o->iterations,
    .json = o->json
  };
  pid_t pid = 0;
  if (w.rows == UINT64_MAX && !o->function)
    w.rows = ROWS;
  if (o->delay && (w.delay = context_time (o->delay)) <= 0)
    return fault (f, "'%s' is no time, as in --delay=1s or --delay=200ms",
		  o->delay);
  if (o->output && access (o->output, F_OK) == 0)
    return fault (f, "'%s' is there already: give another name", o->output);
  if (!o->start && o->n_words > 1)
    return fault (
      f, "one process at a time; to start a program: ghalt top -- %s ...",
      o->words[0]);
  bool ok = o->start ? top_start (&pid, (char *const *) o->words, f)
		     : top_find (&pid, o->words[0], f);
  if (!ok)
    return false;
  t.child = o->start ? pid : 0;
  ok = top_open (&t, pid, f) && show_top (&t, o, &w, f);
  if (t.child)
    top_end (t.child);
  top_close (&t);
  return ok;
}
