/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Progress is shown on a terminal, and nowhere else.  */

#include <fcntl.h>
#include <poll.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>
#include "tests/unit/summarize.h"

/* Do work that takes long enough, with standard error at ERRORS and standard
   output at OUT; what was written is in TEXT.  */
static void
work (const char *errors, int from, const char *out, const char *terminal,
      char *text, size_t size)
{
  pid_t child = fork ();
  if (child == 0)
    {
      int e = open (errors, O_RDWR | O_NOCTTY), o = open (out, O_WRONLY);
      setenv ("TERM", terminal, 1);
      if (dup2 (e, 2) < 0 || dup2 (o, 1) < 0)
	_exit (9);
      progress_begin ("piece", 128);
      for (int i = 0; i < 128; i++)
	{
	  if (i % 64 == 63)
	    nanosleep (&(struct timespec) { .tv_nsec = 600000000 }, NULL);
	  progress_step ();
	}
      progress_end ();
      _exit (0);
    }
  int status;
  waitpid (child, &status, 0);
  CU_ASSERT_EQUAL (status, 0);
  /* The kernel hands over what a terminal is given a moment later.  */
  size_t n = 0;
  struct pollfd ready = { from, POLLIN, 0 };
  while (from >= 0 && n < size - 1 && poll (&ready, 1, 100) == 1)
    {
      ssize_t got = read (from, text + n, size - 1 - n);
      if (got <= 0)
	break;
      n += got;
    }
  text[n] = 0;
}

static void
test_terminal (void)
{
  char text[1024];
  int master = posix_openpt (O_RDWR | O_NOCTTY | O_NONBLOCK);
  CU_ASSERT_FATAL (master >= 0 && grantpt (master) == 0
		   && unlockpt (master) == 0);
  const char *name = ptsname (master);
  int keep = open (name, O_RDWR | O_NOCTTY);
  work (name, master, "/dev/null", "xterm", text, sizeof text);
  CU_ASSERT_PTR_NOT_NULL (strstr (text, "\rghalt: piece 64 of 128 (50%)"));
  size_t n = strlen (text);
  CU_ASSERT_TRUE (n > 4 && strcmp (text + n - 4, "\r\033[K") == 0);
  work (name, master, "/dev/null", "dumb", text, sizeof text);
  CU_ASSERT_STRING_EQUAL (text, "");
  work (name, master, name, "xterm", text, sizeof text);
  CU_ASSERT_STRING_EQUAL (text, "");
  close (keep);
  close (master);
}

static void
test_file (void)
{
  FILE *f = tmpfile ();
  char name[40], text[64];
  snprintf (name, sizeof name, "/proc/self/fd/%d", fileno (f));
  work (name, -1, "/dev/null", "xterm", text, sizeof text);
  fseek (f, 0, SEEK_END);
  CU_ASSERT_EQUAL (ftell (f), 0);
  fclose (f);
}

static const CU_TestInfo tests[] = {
  { "terminal", test_terminal },
  { "file", test_file },
  CU_TEST_INFO_NULL
};

int
main (void)
{
  return run_tests ("progress", tests);
}
