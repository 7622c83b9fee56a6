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
	  char *why)
{
  size_t number;
  if (o->kinds && !(o->kinds & (t->recorded | t->off)))
    {
      snprintf (why, LIVE_WHY, "%s counts no points of those kinds", t->name);
      return false;
    }
  t->kinds = o->kinds;
  if (w->function && !top_find_function (t, w->function, &number, why))
    return false;
  if (o->batch || o->json || !isatty (STDOUT_FILENO))
    return top_batch (t, w, why);
  if (!isatty (STDIN_FILENO))
    {
      snprintf (why, LIVE_WHY,
		"standard input is no terminal, which keys come from; --batch "
		"does without");
      return false;
    }
  return top_screen (t, w, why);
}

bool
top_run (const struct top_options *o, char *why)
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
    {
      snprintf (why, LIVE_WHY,
		"'%s' is no time, as in --delay=1s or --delay=200ms", o->delay);
      return false;
    }
  if (o->output && access (o->output, F_OK) == 0)
    {
      snprintf (why, LIVE_WHY, "'%s' is there already: give another name",
		o->output);
      return false;
    }
  if (!o->start && o->n_words > 1)
    {
      snprintf (
	why, LIVE_WHY,
	"one process at a time; to start a program: ghalt top -- %s ...",
	o->words[0]);
      return false;
    }
  bool ok = o->start ? top_start (&pid, (char *const *) o->words, why)
		     : top_find (&pid, o->words[0], why);
  if (!ok)
    return false;
  t.child = o->start ? pid : 0;
  ok = top_open (&t, pid, why) && show_top (&t, o, &w, why);
  if (t.child)
    top_end (t.child);
  top_close (&t);
  return ok;
}
