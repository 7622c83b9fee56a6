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
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

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

void
session_tell (struct session *s, bool events)
{
  s->listener = (struct session_listener) {
    .data = s, .say = pass_said, .profile = pass_profile
  };
  if (events)
    s->listener.event = pass_event;
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
  if (session_run (s, why))
    tell (s, SESSION_ENDED, "");
}

int
session_begin (struct session *s, bool output, char *why)
{
  int ends[2], status, go = 0;
  pid_t tracer;
  sigset_t all, old;
  if (s->starts)
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
  if (s->starts)
    prctl (PR_SET_PTRACER, (unsigned long) tracer, 0, 0, 0);
  (void) !send (ends[0], &go, sizeof go, MSG_NOSIGNAL);
  return ends[0];
}

void
session_wait (int file, int signals, struct session_message *m, int *image)
{
  *image = -1;
  for (;;)
    {
      struct pollfd files[2] = { { file, POLLIN, 0 }, { signals, POLLIN, 0 } };
      if (poll (files, 2, -1) < 0 && errno != EINTR)
	break;
      if (files[1].revents)
	{
	  shutdown (file, SHUT_WR);
	  signals = -1;
	}
      if (files[0].revents && receive_message (file, m, image))
	return;
      if (files[0].revents)
	break;
    }
  *m = (struct session_message) { .told = SESSION_FAILED };
  snprintf (m->text, sizeof m->text, "who traced the process has ended");
}
