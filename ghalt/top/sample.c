/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A process whose live profile is read now and then.  */

#include <errno.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/grow.h"
#include "ghalt/top/top.h"
#include "summarize/library/library.h"

#define LOOK_AGAIN 2.0		/* seconds between two looks at what is off */

/* WHY is what E says, which is freed.  */
static bool
failed (struct ghalt_error *e, struct fault *f)
{
  fault (f, "%s", e ? ghalt_error_text (e) : "out of memory");
  ghalt_error_free (e);
  return false;
}

static void
close_sample (struct top_sample *s)
{
  if (!s->kept)
    {
      ghalt_report_close (s->report);
      ghalt_profile_close (s->profile);
    }
  *s = (struct top_sample) { .kept = false };
}

/* Object I of PROFILE, or what the process PID runs, if that is it, but its file is
   another build by now, or gone.  */
static struct ghalt_program *
open_object (const struct ghalt_profile *profile, uint32_t i, pid_t pid,
	     struct ghalt_error **error)
{
  char self[64];
  struct ghalt_profile_object o;
  ghalt_profile_object (profile, i, &o);
  snprintf (self, sizeof self, "/proc/%d/exe", (int) pid);
  const char *const paths[] = { o.path, self };
  for (size_t k = 0; k < (i == 0 ? 2 : 1); k++)
    {
      struct ghalt_program *p = ghalt_program_open (paths[k], NULL);
      if (p && strcmp (ghalt_program_build_id (p), o.build_id) == 0)
	return p;
      ghalt_program_close (p);
    }
  return library_object (&profile->prof, i, error);
}

/* The program whose points are shown: the one that the process runs, or if that is not
   instrumented the first instrumented object.  */
static bool
open_program (struct top *t, const struct ghalt_profile *profile,
	      struct fault *f)
{
  struct ghalt_profile_object o;
  struct ghalt_error *error = NULL;
  const char *name = NULL;
  for (uint32_t i = 0; !t->program && ghalt_profile_object (profile, i, &o);
       i++)
    if (o.n_units > 0)
      {
	const char *slash = strrchr (o.path, '/');
	name = slash ? slash + 1 : o.path;
	t->program = open_object (profile, i, t->pid, error ? NULL : &error);
      }
  if (t->program)
    {
      ghalt_error_free (error);
      t->name = strdup (name);
      return t->name || failed (NULL, f);
    }
  if (error)
    return failed (error, f);
  fault (f, "nothing in process %d was compiled with HALT", (int) t->pid);
  return false;
}

/* A report of S's profile.  The first one of each set of objects is kept, others are
   opened with it.  */
static bool
open_report (struct top *t, struct top_sample *s, struct fault *f)
{
  struct ghalt_error *error = NULL;
  struct ghalt_profile_facts now, then = { .n_objects = 0 };
  const struct top_sample *base = t->n_bases > 0 ? &t->bases[t->n_bases - 1]
						 : NULL;
  ghalt_profile_facts (s->profile, &now);
  if (base)
    ghalt_profile_facts (base->profile, &then);
  s->report = base ? ghalt_report_again (base->report, s->profile, &error)
		   : ghalt_report_open (t->program, s->profile, &error);
  if (!s->report)
    return failed (error, f);
  if (base && now.n_objects == then.n_objects)
    return true;
  if (!grow (&t->bases, t->n_bases, sizeof *t->bases))
    return failed (NULL, f);
  t->bases[t->n_bases++] = *s;
  s->kept = true;
  return true;
}

/* Which of the points that can be switched are on.  */
static void
count_switched (struct top *t)
{
  const struct live_process *p = &t->looked;
  unsigned char *on = calloc (live_n_points (p) + 1, 1);
  t->switched = (struct live_count) { 0 };
  memset (t->n_off, 0, sizeof t->n_off);
  if (!on)
    return;
  live_find_on (p, on);
  for (size_t i = 0; i < p->n_functions; i++)
    for (uint32_t k = 0; k < p->functions[i].n_points; k++)
      {
	uint32_t kind = p->functions[i].points[k].kind;
	bool is_on = on[p->functions[i].first + k];
	*(is_on ? &t->switched.on : &t->switched.off) += 1;
	if (kind < TOP_KINDS)
	  t->n_off[kind] += !is_on;
      }
  free (on);
}

/* Find out what is off; the process may not let us.  */
static void
look (struct top *t, bool again)
{
  struct fault f;
  if (again)
    {
      if (t->can_look)
	live_close (&t->looked);
      t->can_look = live_look (&t->looked, t->pid, f.text);
      if (!t->can_look)
	live_close (&t->looked);
    }
  else if (t->facts.time - t->looked_at < LOOK_AGAIN)
    return;
  t->looked_at = t->facts.time;
  if (t->can_look && t->facts.ended == GHALT_RUNS)
    count_switched (t);
}

/* How many points there are, and which kinds of them are not off.  One that was on is off
   if all of its points are.  */
static void
count_points (struct top *t)
{
  struct ghalt_profile_facts facts;
  ghalt_profile_facts (t->now.profile, &facts);
  t->n_points = 0;
  t->recorded = t->off = 0;
  for (uint32_t kind = 0; kind < ghalt_kinds_end (); kind++)
    {
      struct ghalt_totals totals;
      size_t n = ghalt_n_counted (t->now.report, kind);
      t->n_points += n;
      if (n == 0 || !(facts.recorded >> kind & 1))
	continue;
      ghalt_totals (t->now.report, kind, NULL, &totals);
      bool on = totals.recorded && t->n_off[kind] < n;
      *(on ? &t->recorded : &t->off) |= 1u << kind;
    }
}

/* The kinds of which all points are off: ": all of cbr, load", or "".  */
static const char *
kinds_off (const struct top *t, char *text, size_t size)
{
  size_t n = 0;
  *text = '\0';
  for (uint32_t kind = 0; kind < ghalt_kinds_end (); kind++)
    if ((t->off >> kind & 1) && n < size)
      n += (size_t) snprintf (text + n, size - n, "%s%s",
			      n ? ", " : ": all of ", ghalt_kind (kind)->word);
  return text;
}

bool
top_sample (struct top *t, struct fault *f)
{
  struct ghalt_error *error = NULL;
  struct top_sample s = { .kept = false };
  size_t bases = t->n_bases;
  if (t->child && waitpid (t->child, NULL, WNOHANG) == t->child)
    t->child = 0;
  if (!ghalt_live_facts (t->live, &t->facts, &error))
    return failed (error, f);
  s.profile = ghalt_live_profile (t->live, &error);
  if (!s.profile)
    return failed (error, f);
  s.time = t->facts.time;
  if ((!t->program && !open_program (t, s.profile, f))
      || !open_report (t, &s, f))
    {
      close_sample (&s);
      return false;
    }
  close_sample (&t->before);
  t->before = t->now;
  t->now = s;
  ghalt_report_facts (s.report, &t->of);
  look (t, bases != t->n_bases);
  count_points (t);
  return true;
}

bool
top_open (struct top *t, pid_t pid, struct fault *f)
{
  struct ghalt_error *error = NULL;
  t->pid = pid;
  t->gone = (int) syscall (SYS_pidfd_open, pid, 0);
  t->live = ghalt_live_find ((unsigned) pid, &error);
  if (!t->live)
    return failed (error, f);
  return top_sample (t, f);
}

void
top_close (struct top *t)
{
  close_sample (&t->before);
  close_sample (&t->now);
  while (t->n_bases > 0)
    close_sample (&t->bases[--t->n_bases]);
  free (t->bases);
  ghalt_program_close (t->program);
  free (t->mentions);
  top_release_files (t);
  ghalt_live_close (t->live);
  if (t->can_look)
    live_close (&t->looked);
  if (t->gone >= 0)
    close (t->gone);
  free (t->name);
}

double
top_interval (const struct top *t)
{
  return t->before.report ? t->now.time - t->before.time : 0;
}

double
top_age (const struct top *t)
{
  return t->facts.started > 0 ? t->now.time - t->facts.started : 0;
}

const char *
top_state (const struct top *t, char *text, size_t size)
{
  switch (t->facts.ended)
    {
    case GHALT_RUNS:
      snprintf (text, size, "runs");
      break;
    case GHALT_ENDED_EXIT:
      snprintf (text, size, "has ended");
      break;
    case GHALT_ENDED_SIGNAL:
      {
	const char *name = sigabbrev_np ((int) t->facts.signal);
	snprintf (text, size, name ? "was ended by SIG%s" : "was ended by %s%u",
		  name ? name : "signal ", t->facts.signal);
	break;
      }
    case GHALT_ENDED_KILLED:
      snprintf (text, size, "was killed");
      break;
    default:
      snprintf (text, size, "had not ended");
    }
  return text;
}

bool
top_note (const struct top *t, size_t i, char *text, size_t size)
{
  const char *note;
  char kinds[256];
  if (t->switched.on + t->switched.off > 0 && i-- == 0)
    {
      snprintf (text, size, "%zu of %zu point%s that can be switched %s off%s",
		t->switched.off, t->switched.on + t->switched.off,
		plural (t->switched.on + t->switched.off),
		by_number (t->switched.off, "is", "are"),
		kinds_off (t, kinds, sizeof kinds));
      return true;
    }
  for (size_t k = 0; (note = ghalt_report_note (t->now.report, k)); k++)
    {
      /* That it runs is said elsewhere.  */
      if (strstr (note, "still running") || strstr (note, "was ended")
	  || strstr (note, "had not ended"))
	continue;
      if (i-- == 0)
	{
	  snprintf (text, size, "%s", note);
	  return true;
	}
    }
  return false;
}

bool
top_write (const struct top *t, const char *path, struct fault *f)
{
  size_t size;
  const void *data = ghalt_profile_data (t->now.profile, &size);
  /* What is there is left alone: it may be the file that is being counted in.  */
  FILE *out = fopen (path, "wxe");
  if (out && fwrite (data, 1, size, out) == size && fclose (out) == 0)
    return true;
  if (!out && errno == EEXIST)
    fault (f, "'%s' is there already: give another name", path);
  else
    fault (f, "cannot write '%s': %s", path, strerror (errno));
  if (out)
    unlink (path);
  return false;
}
