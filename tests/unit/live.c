/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What /proc tells of processes, and what the code of one tells of its points.  */

#include <pthread.h>
#include <sys/wait.h>
#include <unistd.h>
#include "halt/switch.h"
#include "live/live.h"
#include "live/stop.h"
#include "tests/unit/summarize.h"

/* --- proc.c ----------------------------------------------------------------- */

/* Wait for a minute at most until process PID is in STATE.  */
static bool
comes_to (pid_t pid, char state)
{
  for (int i = 0; i < 6000 && proc_state (pid) != state; i++)
    usleep (10000);
  return proc_state (pid) == state;
}

static void
test_lines (void)
{
  char text[64], number[24];
  snprintf (number, sizeof number, "%d", (int) getpid ());
  CU_ASSERT_STRING_EQUAL (proc_line (getpid (), "Pid", text), number);
  snprintf (number, sizeof number, "%d", (int) getppid ());
  CU_ASSERT_STRING_EQUAL (proc_line (getpid (), "PPid", text), number);
  CU_ASSERT_STRING_EQUAL (proc_line (getpid (), "NoSuchLine", text), "");
  CU_ASSERT_EQUAL (proc_tracer (getpid ()), 0);
  CU_ASSERT_EQUAL (proc_state (getpid ()), 'R');
}

/* One that has ended and that nobody has waited for.  */
static void
test_ended (void)
{
  pid_t child = fork ();
  if (child == 0)
    _exit (0);
  CU_ASSERT_TRUE (comes_to (child, 'Z'));
  CU_ASSERT_EQUAL (stop_thread_of (child), 0);
  waitpid (child, NULL, 0);
  CU_ASSERT_EQUAL (proc_state (child), '\0');
  CU_ASSERT_EQUAL (stop_thread_of (child), 0);
  CU_ASSERT_EQUAL (stop_thread_of (getpid ()), getpid ());
}

static void *
sleep_on (void *unused)
{
  for (;;)
    pause ();
  return unused;
}

/* The first thread has ended, another one is there.  */
static void
test_first_thread (void)
{
  pthread_t thread;
  pid_t child = fork ();
  if (child == 0)
    {
      alarm (120);
      if (pthread_create (&thread, NULL, sleep_on, NULL) != 0)
	_exit (1);
      pthread_exit (NULL);
    }
  CU_ASSERT_TRUE (comes_to (child, 'Z'));
  pid_t other = stop_thread_of (child);
  CU_ASSERT_TRUE (other > 0 && other != child);
  CU_ASSERT_NOT_EQUAL (proc_state (other), 'Z');
  kill (child, SIGKILL);
  waitpid (child, NULL, 0);
}

/* Of the same root and mounts.  */
static void
test_root (void)
{
  char root[LIVE_ROOT];
  CU_ASSERT_STRING_EQUAL (live_root (getpid (), "/", root), "");
  CU_ASSERT_STRING_EQUAL (live_root (getpid (), "relative", root), "");
  CU_ASSERT_STRING_EQUAL (live_root (getpid (), "/no such file", root), "");
}

/* Of another root, on the same file system: only root makes one.  */
static void
test_other_root (void)
{
  char folder[256], root[LIVE_ROOT], want[LIVE_ROOT], c;
  int ends[2];
  scratch_name (folder, sizeof folder);
  CU_ASSERT_PTR_NOT_NULL_FATAL (mkdtemp (folder));
  CU_ASSERT_EQUAL_FATAL (pipe (ends), 0);
  pid_t child = fork ();
  if (child == 0)
    {
      alarm (120);
      if (chroot (folder) != 0 || write (ends[1], "x", 1) != 1)
	_exit (1);
      sleep_on (NULL);
    }
  close (ends[1]);
  if (read (ends[0], &c, 1) == 1)
    {
      snprintf (want, sizeof want, "/proc/%d/root", (int) child);
      CU_ASSERT_STRING_EQUAL (live_root (child, "/", root), want);
      CU_ASSERT_STRING_EQUAL (live_root (child, "/no such file", root), "");
    }
  close (ends[0]);
  kill (child, SIGKILL);
  waitpid (child, NULL, 0);
  rmdir (folder);
}

/* --- points-on.c ------------------------------------------------------------ */

/* A file stands for the memory of a process.  */
static unsigned char memory[1 << 16];

static int
open_memory (void)
{
  FILE *f = tmpfile ();
  int fd = dup (fileno (f));
  CU_ASSERT_EQUAL (write (fd, memory, sizeof memory), (ssize_t) sizeof memory);
  fclose (f);
  return fd;
}

#define ADDRESS 0x8000		/* of the points */
#define PIECE (1 << 13)		/* what is read of code at a time */

static void
test_points (void)
{
  /* Around the end of a piece that begins at the first.  */
  static const uint64_t sites[] = {
    PIECE, 2 * PIECE - HALT_SITE_BYTES - 1, 2 * PIECE - HALT_SITE_BYTES,
    2 * PIECE - HALT_SITE_BYTES + 1, 2 * PIECE - 1, PIECE + 1000, PIECE - 1,
    sizeof memory - 2
  };
  enum { N = sizeof sites / sizeof *sites };
  struct live_process p = { 0 };
  for (size_t which = 0; which < N; which++)
    {
      struct halt_switch_point points[N];
      unsigned char on[N] = { 0 };
      struct live_count count;
      memset (memory, 0x90, sizeof memory);
      memset (points, 0, sizeof points);
      for (size_t i = 0; i < N; i++)
	{
	  uint64_t at = ADDRESS + i * sizeof *points;
	  points[i].site = (int32_t) (sites[i] - at);
	  points[i].pot = 0x100;
	}
      unsigned char code[HALT_SITE_BYTES];
      uint64_t at = ADDRESS + which * sizeof *points;
      halt_site_jump (sites[which],
		      at + offsetof (struct halt_switch_point, pot) + 0x100, code);
      for (size_t i = 0; i < sizeof code && sites[which] + i < sizeof memory; i++)
	memory[sites[which] + i] = code[i];
      struct live_function f = { .address = ADDRESS, .points = points,
				 .n_points = N };
      p.functions = &f;
      p.n_functions = 1;
      p.memory = open_memory ();
      /* What is not there is no code.  */
      bool there = sites[which] + sizeof code <= sizeof memory;
      live_find_on (&p, on);
      for (size_t i = 0; i < N; i++)
	CU_ASSERT_EQUAL (on[i], there && i == which);
      live_count_points (&p, &count);
      CU_ASSERT_EQUAL (count.on, there);
      CU_ASSERT_EQUAL (count.off, N - (size_t) there);
      close (p.memory);
    }
}

#ifdef HALT_INT3
/* Who attached has died: where it left a breakpoint there is what was there.  */
static void
test_repair (void)
{
  uint64_t events[] = { 0x100, 0x200 };
  struct live_process p = { .events = events, .n_events = 2 };
  unsigned char code[2];
  memset (memory, 0x90, sizeof memory);
  memory[0x100] = HALT_INT3;
  p.memory = open_memory ();
  live_repair (&p);
  CU_ASSERT_TRUE (live_read (&p, 0x100, code, 2));
  CU_ASSERT_EQUAL (memcmp (code, "\x0f\x1f", 2), 0);
  CU_ASSERT_TRUE (live_read (&p, 0x200, code, 2));
  CU_ASSERT_EQUAL (memcmp (code, "\x90\x90", 2), 0);
  CU_ASSERT_FALSE (live_read (&p, sizeof memory - 1, code, 2));
  close (p.memory);
}
#endif

int
main (void)
{
  static const CU_TestInfo tests[] = {
    { "lines of a process", test_lines },
    { "a process that has ended", test_ended },
    { "a first thread that has ended", test_first_thread },
    { "the same root", test_root },
    { "another root", test_other_root },
    { "points that are on", test_points },
#ifdef HALT_INT3
    { "breakpoints that were left", test_repair },
#endif
    CU_TEST_INFO_NULL
  };
  return run_tests ("live", tests);
}
