/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The process that traces.  It is nobody's child: neither the program, which may become
   what began it, nor who uses the library, has a child that it does not know.  It is
   in a session of its own, where a terminal's signals do not come, and blocks all
   others: breakpoints are in the process while it is traced, and must be taken out
   before it is let go.  */

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include "halt/switch.h"
#include "live/session.h"

/* Send M to FILE, with the file IMAGE, if that is not -1.  */
static bool
send_message (int file, const struct session_message *m, int image)
{
  struct iovec io = { (void *) m, sizeof *m };
  union
  {
    struct cmsghdr head;
    char room[CMSG_SPACE (sizeof (int))];
  } control;
  struct msghdr h = { .msg_iov = &io, .msg_iovlen = 1 };
  if (image >= 0)
    {
      memset (&control, 0, sizeof control);
      h.msg_control = &control;
      h.msg_controllen = sizeof control;
      struct cmsghdr *c = CMSG_FIRSTHDR (&h);
      c->cmsg_level = SOL_SOCKET;
      c->cmsg_type = SCM_RIGHTS;
      c->cmsg_len = CMSG_LEN (sizeof image);
      memcpy (CMSG_DATA (c), &image, sizeof image);
    }
  return sendmsg (file, &h, MSG_NOSIGNAL) == (ssize_t) sizeof *m;
}

static bool
receive_message (int file, struct session_message *m, int *image)
{
  struct iovec io = { m, sizeof *m };
  union
  {
    struct cmsghdr head;
    char room[CMSG_SPACE (sizeof (int))];
  } control;
  struct msghdr h = { .msg_iov = &io,
		      .msg_iovlen = 1,
		      .msg_control = &control,
		      .msg_controllen = sizeof control };
  ssize_t n;
  do
    n = recvmsg (file, &h, MSG_CMSG_CLOEXEC);
  while (n < 0 && errno == EINTR);
  *image = -1;
  struct cmsghdr *c = n < 0 ? NULL : CMSG_FIRSTHDR (&h);
  if (c && c->cmsg_type == SCM_RIGHTS)
    memcpy (image, CMSG_DATA (c), sizeof *image);
  return n == (ssize_t) sizeof *m;
}

static bool
tell (const struct session *s, enum session_told told, const char *text)
{
  struct session_message m = { .told = told };
  snprintf (m.text, sizeof m.text, "%s", text);
  return send_message (s->file, &m, -1);
}

/* --- the listener that passes all on -------------------------------------------- */

static void
pass_said (void *data, const char *text)
{
  tell (data, SESSION_SAID, text);
}

static void
pass_sample (void *data, const struct session_sample *sample)
{
  const struct session *s = data;
  const struct session_message m = { .told = SESSION_SAMPLE,
				     .sample = *sample };
  send_message (s->file, &m, -1);
}

/* A file in memory that has the SIZE bytes at DATA, or -1.  */
static int
make_file (const char *data, size_t size)
{
  int file = memfd_create ("profile", MFD_CLOEXEC);
  size_t at = 0;
  while (file >= 0 && at < size)
    {
      ssize_t n = write (file, data + at, size - at);
      if (n > 0)
	at += (size_t) n;
      else if (n == 0 || errno != EINTR)
	break;
    }
  return file;
}

static bool
pass_profile (void *data, unsigned number, const void *profile, size_t size,
	      char *why)
{
  const struct session *s = data;
  struct session_message m = { .told = SESSION_PROFILE, .number = number };
  int file = make_file (profile, size);
  bool good = file >= 0 && send_message (s->file, &m, file);
  if (!good)
    snprintf (why, LIVE_WHY, "a profile was not kept: %s", strerror (errno));
  if (file >= 0)
    close (file);
  return good;
}

/* The process stands still until there is an answer.  */
static int
pass_event (void *data, const struct session_event *event)
{
  const struct session *s = data;
  struct session_message m = { .told = SESSION_EVENT,
			       .number = event->snapshot,
			       .rule = event->rule,
			       .seconds = event->seconds };
  int stop;
  snprintf (m.text, sizeof m.text, "%s", event->text);
  return !send_message (s->file, &m, -1)
	 || recv (s->file, &stop, sizeof stop, 0) != sizeof stop || stop;
}

/* Let all be told to S->file.  */
static void
pass_all (struct session *s)
{
  s->listener = (struct session_listener) {
    .data = s,
    .say = pass_said,
    .sample = pass_sample,
    .profile = pass_profile,
    .event = pass_event
  };
}

static void
tell_begun (const struct session *s)
{
  tell (s, SESSION_BEGUN, "");
}

/* Who began it may be the program by now.  */
static void
tell_failed (const struct session *s, const char *why)
{
  if (s->listener.event == pass_event)
    return;
  if (!tell (s, SESSION_FAILED, why) && s->starts && s->listener.say)
    s->listener.say (s->listener.data, why);
}

/* --- the process ------------------------------------------------------------------- */

/* Close what is of no use here: somebody may wait for its end.  */
static void
close_files (const struct session *s, bool output)
{
  int null = open ("/dev/null", O_RDWR | O_CLOEXEC);
  dup2 (null, STDIN_FILENO);
  if (!output)
    dup2 (null, STDOUT_FILENO);
  if (!output && !s->starts)
    dup2 (null, STDERR_FILENO);
  int file = fcntl (s->file, F_DUPFD_CLOEXEC, 3);
  dup2 (file, 3);
  fcntl (3, F_SETFD, FD_CLOEXEC);
  if (syscall (SYS_close_range, 4u, ~0u, 0u) != 0)
    for (int i = 4; i < (int) sysconf (_SC_OPEN_MAX) && i < 65536; i++)
      close (i);
}

/* --- one thing after the other ------------------------------------------------ */

#define MOST_TEXT ((size_t) 1 << 16)

struct request
{
  enum session_asked what;
  bool starts;
  char text[MOST_TEXT];
};

bool
session_ask (int file, enum session_asked what, bool starts, const char *text)
{
  struct request *r = calloc (1, sizeof *r);
  size_t length = strlen (text);
  size_t size = offsetof (struct request, text) + length + 1;
  bool good = r && length < MOST_TEXT;
  if (good)
    {
      r->what = what;
      r->starts = starts;
      memcpy (r->text, text, length + 1);
      good = send (file, r, size, MSG_NOSIGNAL) == (ssize_t) size;
    }
  free (r);
  return good;
}

void
session_answer (int file, int stop)
{
  (void) !send (file, &stop, sizeof stop, MSG_NOSIGNAL);
}

/* What a context says that has actions for the beginning alone.  */
struct plan
{
  const struct context *context;
  unsigned char **named;	/* of each action of all rules */
};

static int
choose (const struct live_process *p, const struct live_function *function,
	const struct halt_switch_point *point, void *data)
{
  const struct plan *plan = data;
  size_t i = function->first + (size_t) (point - function->points), n = 0;
  int on = -1;
  (void) p;
  for (size_t k = 0; k < plan->context->n_rules; k++)
    for (size_t a = 0; a < plan->context->rule[k].n_actions; a++, n++)
      if (plan->named[n][i])
	on = plan->context->rule[k].action[a].what == CONTEXT_ON;
  return on;
}

static int
choose_none (const struct live_process *p, const struct live_function *function,
	     const struct halt_switch_point *point, void *data)
{
  (void) p;
  (void) function;
  (void) point;
  (void) data;
  return -1;
}

/* Find what C names.  */
static bool
find_named (const struct session *s, const struct live_process *p,
	    const struct context *c, unsigned char **named, char *why)
{
  size_t n = 0;
  for (size_t i = 0; i < c->n_rules; i++)
    for (size_t a = 0; a < c->rule[i].n_actions; a++, n++)
      {
	const struct context_action *action = &c->rule[i].action[a];
	if (c->rule[i].when != CONTEXT_START || c->rule[i].length >= 0
	    || action->what > CONTEXT_OFF)
	  {
	    snprintf (why, LIVE_WHY,
		      "only what is switched on and off at once is meant here");
	    context_blame (c, c->rule[i].at, why);
	    return false;
	  }
	named[n] = live_choose (p, &action->points, s->points_of, false, why);
	if (!named[n])
	  {
	    context_blame (c, action->points.at, why);
	    return false;
	  }
      }
  return true;
}

static bool
switch_now (const struct session *s, struct live_process *p, const char *text,
	    struct live_count *count, char *why)
{
  size_t n = 0;
  struct context *c = context_read (text, "context", strlen (text) + 1, why);
  for (size_t i = 0; c && i < c->n_rules; i++)
    n += c->rule[i].n_actions;
  struct plan plan = { c, c ? calloc (n + 1, sizeof *plan.named) : NULL };
  bool good = plan.named && find_named (s, p, c, plan.named, why)
	      && live_switch (p, choose, &plan, count, why);
  for (size_t i = 0; plan.named && i < n; i++)
    free (plan.named[i]);
  free (plan.named);
  context_free (c);
  return good;
}

/* Pass on all that P has counted.  */
static bool
count_now (struct session *s, struct live_process *p, char *why)
{
  struct live_count count;
  struct live_image image, none = { NULL, 0 };
  size_t size;
  if (!live_keep_counts (p, why)
      || !live_switch (p, choose_none, NULL, &count, why)
      || !live_kept_counts (p, &image, why))
    return false;
  close (p->counts);
  p->counts = -1;
  p->still = NULL;
  void *profile = s->profile_of (&image, &none, &size, why);
  bool good = profile && pass_profile (s, 0, profile, size, why);
  free (profile);
  live_image_release (&image);
  return good;
}

/* Open the process again: it may have another program.  What was changed in the one that
   it had is not forgotten as long as it is the same.  */
static bool
open_again (struct live_process *p, pid_t pid, char *why)
{
  struct live_change *changes = p->changes;
  size_t n = p->n_changes;
  p->changes = NULL;
  live_close (p);
  bool good = live_hold (p, pid, why);
  p->held = false;
  p->changes = changes;
  p->n_changes = n;
  return good && live_has_points (p, why);
}

/* Let S run under the context TEXT.  P is not used meanwhile.  */
static bool
run_now (struct session *s, struct live_process *p, const char *text,
	 bool starts, char *why)
{
  struct context *c = context_read (text, "context", strlen (text) + 1, why);
  struct session one = *s;
  if (!c)
    return false;
  one.context = c;
  one.starts = starts;
  pass_all (&one);
  one.front = s->file;
  /* The other one takes it.  */
  if (p->lock >= 0)
    close (p->lock);
  p->lock = -1;
  bool good = session_run (&one, why);
  context_free (c);
  char gone[LIVE_WHY];
  open_again (p, s->pid, gone);
  return good;
}

/* Do what is asked for until nobody asks.  */
static void
serve (struct session *s)
{
  char why[LIVE_WHY] = "";
  struct live_process p = { .memory = -1, .lock = -1, .counts = -1 };
  struct request *r = calloc (1, sizeof *r);
  bool opened = s->starts || open_again (&p, s->pid, why);
  if (!r || !opened)
    tell (s, SESSION_FAILED, r ? why : "no memory");
  else
    tell (s, SESSION_BEGUN, "");
  ssize_t n;
  while (r && opened && (n = recv (s->file, r, sizeof *r, 0)) > 0)
    {
      /* An answer that was not waited for any more.  */
      if ((size_t) n <= offsetof (struct request, text))
	continue;
      struct session_message m = { .told = SESSION_ENDED };
      struct live_count count = { 0, 0 };
      /* It was not begun yet.  */
      bool good = r->what == SESSION_RUN || open_again (&p, s->pid, why);
      p.stopped = 0;
      if (good && r->what == SESSION_SWITCH)
	good = switch_now (s, &p, r->text, &count, why);
      else if (good && r->what == SESSION_POINTS)
	live_count_points (&p, &count);
      else if (good && r->what == SESSION_COUNTS)
	good = count_now (s, &p, why);
      else if (good && r->what == SESSION_UNDO)
	good = live_undo (&p, why);
      else if (good)
	good = run_now (s, &p, r->text, r->starts, why);
      m.on = count.on;
      m.off = count.off;
      m.seconds = p.stopped;
      if (!good)
	{
	  m.told = SESSION_FAILED;
	  snprintf (m.text, sizeof m.text, "%s", why);
	}
      send_message (s->file, &m, -1);
    }
  free (r);
  live_close (&p);
}

static void
be_tracer (struct session *s, bool output)
{
  char why[LIVE_WHY] = "";
  int go;
  close_files (s, output);
  s->file = 3;
  s->front = s->starts ? -1 : s->file;
  s->begun = tell_begun;
  s->failed = tell_failed;
  /* Who is traced must have allowed it, where Yama asks for that.  */
  pid_t self = getpid ();
  if (send (s->file, &self, sizeof self, MSG_NOSIGNAL) != sizeof self
      || recv (s->file, &go, sizeof go, 0) != sizeof go)
    return;
  if (!s->context)
    serve (s);
  else if (session_run (s, why))
    tell (s, SESSION_ENDED, "");
}

int
session_serve (struct session *s, char *why)
{
  s->context = NULL;
  return session_begin (s, false, why);
}

int
session_begin (struct session *s, bool output, char *why)
{
  int ends[2], status, go = 0;
  pid_t tracer;
  sigset_t all, old;
  if (s->starts && s->context)
    s->pid = getpid ();
  if (socketpair (AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, ends) != 0)
    {
      snprintf (why, LIVE_WHY, "no socket: %s", strerror (errno));
      return -1;
    }
  fflush (NULL);
  sigfillset (&all);
  sigprocmask (SIG_SETMASK, &all, &old);
  pid_t child = fork ();
  if (child == 0)
    {
      close (ends[0]);
      setsid ();
      s->file = ends[1];
      if (fork () == 0)
	be_tracer (s, output);
      live_exit (0);
    }
  close (ends[1]);
  if (child > 0)
    waitpid (child, &status, 0);
  sigprocmask (SIG_SETMASK, &old, NULL);
  if (child < 0 || recv (ends[0], &tracer, sizeof tracer, 0) != sizeof tracer)
    {
      snprintf (why, LIVE_WHY, "no process that traces can be made: %s",
		strerror (errno));
      close (ends[0]);
      return -1;
    }
  if (s->starts && s->context)
    prctl (PR_SET_PTRACER, (unsigned long) tracer, 0, 0, 0);
  (void) !send (ends[0], &go, sizeof go, MSG_NOSIGNAL);
  return ends[0];
}

bool
session_wait (int file, int signals, struct session_message *m, int *image)
{
  *image = -1;
  for (;;)
    {
      struct pollfd files[2] = { { file, POLLIN, 0 }, { signals, POLLIN, 0 } };
      if (poll (files, 2, -1) < 0)
	{
	  if (errno != EINTR)
	    break;
	  if (signals < 0)
	    return false;
	  continue;
	}
      if (files[1].revents)
	{
	  shutdown (file, SHUT_WR);
	  signals = -1;
	}
      if (files[0].revents && receive_message (file, m, image))
	return true;
      if (files[0].revents)
	break;
    }
  *m = (struct session_message) { .told = SESSION_FAILED };
  snprintf (m->text, sizeof m->text, "who traced the process has ended");
  return true;
}
