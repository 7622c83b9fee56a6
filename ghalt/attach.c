/* SPDX-License-Identifier: GPL-3.0-or-later */
/* ghalt attach, ghalt run: live/ does it; what was counted becomes a profile.  */

#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/signalfd.h>
#include <sys/stat.h>
#include <unistd.h>
#include "base/file.h"
#include "live/attach.h"
#include "live/context.h"
#include "live/session.h"
#include "ghalt/command.h"
#include "report/tables/measure.h"
#include "summarize/library/process.h"

#define CONTEXT \
  { "context", TYPE_TEXT, AT (context), NULL, "TEXT|@FILE", \
    "what is switched and done when: man ghalt, CONTEXTS", 0 }, \
  { "on", TYPE_SWITCH, 0, NULL, "KIND@FUNCTION,...", \
    "points to switch on: KIND@FUNCTION, KIND or FUNCTION, with globs", 0 }, \
  { "off", TYPE_SWITCH, 0, NULL, "KIND@FUNCTION,...", \
    "points to switch off; of these two what comes later holds", 0 }, \
  { "for", TYPE_TEXT, AT (time), NULL, "TIME", \
    "how long, as in 5s, 200ms or 2m; then all is as it was [it stays]", 0 }, \
  { "module", TYPE_TEXT, AT (module), NULL, "GLOB", \
    "only points of this program or shared object, by its path or name", 0 }, \
  { "line", TYPE_TEXT, AT (lines), NULL, "FILE:FIRST-LAST,...", \
    "only points on these lines; without --on these are switched on", 0 }, \
  { "output", TYPE_TEXT, AT (output), NULL, "FILE", \
    "write a profile of what is counted until they are switched off again; also -o FILE", \
    0 }

static const struct option_row attach_options[] = {
  CONTEXT, HELP, END
};

static const struct option_row run_options[] = {
  CONTEXT, MEASURE,
  { "function", TYPE_LIST, 0, NULL, "NAME",
    "with --measure: " FUNCTION, BIT (MEASURE) },
  { "top", TYPE_NUMBER, AT (top), NULL, "N",
    "with --measure: only the first N rows of each table", BIT (MEASURE) },
  HELP, END
};

/* Whether PATH can be written as far as can be said: before the wait, not after it.  */
static bool
may_write (const char *path, struct fault *f)
{
  struct stat st;
  char folder[4096];
  const char *slash = strrchr (path, '/');
  snprintf (folder, sizeof folder, "%.*s", slash ? (int) (slash - path) + 1 : 1,
	    slash ? path : ".");
  bool other = stat (path, &st) == 0 && !S_ISREG (st.st_mode);
  return access (other ? path : folder, W_OK) == 0
	 || fault (f, "cannot write '%s': %m", path);
}

static int
switch_once (const struct options *o, struct fault *f)
{
  char why[LIVE_WHY];
  void *profile;
  size_t size;
  const struct attach a = {
    .pid = o->operands[0],
    .switches = o->switches,
    .n_switches = o->n_switches,
    .time = o->time,
    .module = o->module,
    .lines = o->lines,
    .points_of = library_points_of,
    .profile_of = o->output ? library_profile_of : NULL
  };
  if (!attach_run (&a, &profile, &size, why))
    fault (f, "%s", why);
  else if (profile)
    replace_file (o->output, profile, size, f);
  free (profile);
  return 0;
}

/* --- contexts ---------------------------------------------------------------- */

/* Write WORD and TEXT, quoted, if there is one.  */
static void
write_option (FILE *out, const char *option, const char *text, struct fault *f)
{
  if (!text)
    return;
  if (strpbrk (text, "\"\n"))
    fault (f, "'%s' has a character that no name has", text);
  fprintf (out, " %s \"%s\"", option, text);
}

/* What the options of O other than --context ask for, as a context.  */
static void
write_options (FILE *out, const struct options *o, struct fault *f)
{
  static const struct live_pattern all = { "*", true };
  bool places = o->n_switches == 0 && (o->lines || o->module);
  for (size_t i = 0; i < (places ? 1 : o->n_switches); i++)
    {
      const struct live_pattern *s = places ? &all : &o->switches[i];
      write_option (out, s->on ? "\non" : "\noff", s->pattern, f);
      write_option (out, "line", o->lines, f);
      write_option (out, "module", o->module, f);
    }
  if (o->time && context_time (o->time) < 0)
    fault (f, "'%s' is no time, as in --for=5s or --for=200ms", o->time);
  else if (o->time)
    fprintf (out, "\nafter %s stop", o->time);
}

/* The context that the options of O ask for.  */
static struct context *
read_context (const struct options *o, struct fault *f)
{
  char why[LIVE_WHY], *text = NULL, *all = NULL;
  size_t size;
  bool from_file = o->context && *o->context == '@';
  struct context *c = NULL;
  if (o->context)
    text = from_file ? file_read (o->context + 1, NULL) : strdup (o->context);
  if (from_file && !text)
    fault (f, "cannot read '%s': %m", o->context + 1);
  else if (o->context && !text)
    fault (f, "no memory");
  FILE *out = f->text[0] ? NULL : open_memstream (&all, &size);
  if (!out)
    {
      if (!f->text[0])
	fault (f, "no memory");
      free (text);
      return NULL;
    }
  if (text)
    fputs (text, out);
  write_options (out, o, f);
  bool bad = ferror (out);
  if ((fclose (out) != 0 || bad || !all) && !f->text[0])
    fault (f, "no memory");
  if (!f->text[0])
    {
      c = context_read (all, from_file ? o->context + 1 : "context",
			text ? strlen (text) + 1 : 0, why);
      if (!c)
	fault (f, "%s", why);
    }
  free (text);
  free (all);
  return c;
}

/* What is traced, for whom.  */
struct tracing
{
  const struct options *o;
  const struct context *context;
  struct run_began began;
};

/* Write profile NUMBER: -o, or NAME.NUMBER.prof.  */
static bool
keep_profile (void *data, unsigned number, const void *profile, size_t size,
	      char *why)
{
  const struct tracing *t = data;
  const struct options *o = t->o;
  struct fault f = { "" };
  char name[4096];
  const char *base = o->output ? o->output : "halt.prof";
  size_t n = strlen (base);
  if (!number && o->starts)
    note_children (&t->began, o->output);
  if (!number && !o->output)
    return true;
  n -= n > 5 && strcmp (base + n - 5, ".prof") == 0 ? 5 : 0;
  if (number)
    snprintf (name, sizeof name, "%.*s.%u.prof", (int) n, base, number);
  else
    snprintf (name, sizeof name, "%s", base);
  replace_file (name, profile, size, &f);
  snprintf (why, LIVE_WHY, "%.500s", f.text);
  return !f.text[0];
}

static void
say_line (void *data, const char *text)
{
  const struct options *o = ((const struct tracing *) data)->o;
  FILE *out = o->starts ? stderr : stdout;
  fprintf (out, o->starts ? "ghalt: %s\n" : "%s\n", text);
  fflush (out);
}

/* What the rule says, how long it was in force, what its counts stand for.  */
static void
say_sample (void *data, const struct session_sample *sample)
{
  const struct tracing *t = data;
  const struct context_rule *rule = &t->context->rule[sample->rule];
  const char *text = t->context->source + rule->at;
  int length = (int) strcspn (text, ";\n#");
  char line[LIVE_WHY];
  while (length > 0 && text[length - 1] == ' ')
    length--;
  if (sample->windows == 0 || sample->on <= 0)
    {
      snprintf (line, sizeof line, "'%.*s' was never on", length, text);
      say_line (data, line);
      return;
    }
  int n = snprintf (line, sizeof line,
		    "'%.*s': on %u time%s, for %.3f s of %.3f s of processor "
		    "time; ",
		    length, text, sample->windows, plural (sample->windows),
		    sample->on, sample->all);
  if (n < 0 || (size_t) n >= sizeof line)
    return;
  if (sample->error < 0)
    snprintf (line + n, sizeof line - (size_t) n,
	      "no scale: too little is known of what was done between");
  else
    snprintf (line + n, sizeof line - (size_t) n,
	      "scale %.4f, within %.2f %% in 19 of 20 runs", sample->scale,
	      100 * sample->error);
  say_line (data, line);
}

/* Trace process PID under the context that O asks for, or begin to trace this one, if PID
   is 0.  */
static bool
begin_session (const struct options *o, pid_t pid, struct fault *f)
{
  char why[LIVE_WHY];
  struct session_message m;
  sigset_t ends, old;
  int file = -1, image, signals = -1;
  struct context *c = read_context (o, f);
  struct tracing t = { .o = o, .context = c, .began.pid = getpid () };
  struct session s = {
    .pid = pid,
    .context = c,
    .points_of = library_points_of,
    .profile_of = library_profile_of,
    .meaning_of = library_meaning_of,
    .starts = pid == 0,
    .listener = { .data = &t,
		  .say = say_line,
		  .profile = keep_profile,
		  .sample = say_sample }
  };
  /* What stamps files.  */
  clock_gettime (CLOCK_REALTIME_COARSE, &t.began.time);
  /* From here on a signal ends the context, and not us.  */
  sigemptyset (&ends);
  sigaddset (&ends, SIGINT);
  sigaddset (&ends, SIGTERM);
  sigaddset (&ends, SIGHUP);
  sigprocmask (SIG_BLOCK, &ends, &old);
  if (pid)
    signals = signalfd (-1, &ends, SFD_CLOEXEC);
  if (c && (file = session_begin (&s, pid != 0, why)) < 0)
    fault (f, "%s", why);
  while (file >= 0)
    {
      session_wait (file, signals, &m, &image);
      if (m.told == SESSION_FAILED)
	fault (f, "%s", m.text);
      if (m.told != SESSION_BEGUN || !pid)
	break;
    }
  /* If a program is to be started, FILE stays open: its end tells the other side so.  */
  if (pid && file >= 0)
    close (file);
  sigprocmask (SIG_SETMASK, &old, NULL);
  context_free (c);
  return !f->text[0];
}

static int
run_attach (const struct options *o, struct fault *f)
{
  char *end;
  long pid = strtol (o->operands[0], &end, 10);
  if (o->output && !may_write (o->output, f))
    return 0;
  if (!o->context)
    return switch_once (o, f);
  if (*end || end == o->operands[0] || pid <= 0 || pid != (pid_t) pid)
    fault (f, "'%s' is no process id", o->operands[0]);
  else
    begin_session (o, (pid_t) pid, f);
  return 0;
}

static int
run_under (const struct options *o, struct fault *f)
{
  bool points = o->n_switches > 0 || o->lines || o->module;
  if (o->measure && (o->context || points || o->time))
    fault (f,
	   "'--measure' switches on what it needs, for the whole run: it does "
	   "not go with other options that choose points");
  else if (o->measure)
    return (o->output && !may_write (o->output, f)) ? 0 : measure_run (o, f);
  else if (!o->context && !points)
    fault (f, "nothing to do: --on='cbr@main*,entry', --context=..., or "
	      "--measure=...");
  else if ((!o->output || may_write (o->output, f)) && begin_session (o, 0, f))
    {
      execvp (o->operands[0], (char *const *) o->operands);
      fault (f, "cannot run '%s': %m", o->operands[0]);
    }
  return 0;
}

const struct command cmd_attach = {
  .name = "attach",
  .synopsis = "[OPTION]... PID",
  .text = "switch points of process PID, compiled with `switch', on and off",
  .options = attach_options,
  .min_operands = 1,
  .max_operands = 1,
  .run = run_attach
};

const struct command cmd_run = {
  .name = "run",
  .synopsis = "[OPTION]... PROG [ARGUMENT]...",
  .text = "start PROG, compiled with `switch', under a context, or measure it",
  .options = run_options,
  .min_operands = 1,
  .max_operands = SIZE_MAX,
  .starts = true,
  .run = run_under
};
