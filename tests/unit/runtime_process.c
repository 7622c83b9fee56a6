/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Test of runtime/: threads, signals, children, and how the profile is
   written.  */

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "tests/runtime/harness.h"
#include "tests/unit/run.h"

static void
test_threads (void)
{
  CU_ASSERT (fine ("prog", "threads"));
}

static void
test_churn (void)
{
  CU_ASSERT (fine ("prog", "churn"));
  CU_ASSERT (printed ("kilobytes ") < 20000);
  CU_ASSERT (printed ("maps ") < 150);
}

static void
test_signals (void)
{
  CU_ASSERT (fine ("prog", "signals"));
  CU_ASSERT (fine ("prog", "single"));
#ifdef __x86_64__
  CU_ASSERT (printed ("steps ") > 10000);
#endif
}

static void
fork_case (const char *mode, int rows)
{
  struct profile p;
  char name[64];
  CU_ASSERT_EQUAL (start ("prog", mode), 0);
  CU_ASSERT_STRING_EQUAL (slurp ("err", NULL), "");
  CU_ASSERT (rows > 1 || same ("halt.prof"));
  CU_ASSERT_EQUAL (files ("halt.prof*"), 2);
  unsigned long pid = printed ("child ");
  snprintf (name, sizeof name, "halt.prof.%lu", pid);
  if (!read_profile (name, &p))
    {
      CU_FAIL ("no profile of the child");
      return;
    }
  CU_ASSERT_EQUAL (p.header->pid, pid);
  CU_ASSERT_EQUAL (p.n_rows, 1);
  CU_ASSERT_EQUAL (p.row[0], 0);
  CU_ASSERT_EQUAL (p.row[1], 1);
  CU_ASSERT_EQUAL (p.row[2], 0);
  CU_ASSERT (read_profile ("halt.prof", &p));
  CU_ASSERT (p.header->pid != pid);
}

static void
test_fork (void)
{
  fork_case ("forked", 1);
  fork_case ("raw", 1);
  fork_case ("fork_threads", 2);
  CU_ASSERT (fine ("prog", "vforks"));
  CU_ASSERT_EQUAL (files ("halt.prof*"), 1);

  CU_ASSERT (fine ("prog", "kind_fork"));
  CU_ASSERT_EQUAL (files ("halt.prof*"), 2);
  CU_ASSERT (same_as (file ("halt.prof.*"), "child"));

  /* A program of its own, with a name of its own only if it is asked for.  */
  setenv ("HALT_FILE", "of-%p.prof", 1);
  CU_ASSERT_EQUAL (start ("prog", "spawns"), 0);
  unsetenv ("HALT_FILE");
  CU_ASSERT_EQUAL (files ("of-*.prof"), 2);
  char name[64];
  struct profile p;
  snprintf (name, sizeof name, "of-%lu.prof", printed ("child "));
  CU_ASSERT (same (name));
  CU_ASSERT_EQUAL (run ("rm %s", name), 0);
  CU_ASSERT (read_profile (file ("of-*.prof"), &p));
  CU_ASSERT (p.n[HALT_MBR] == 1 && p.rows[HALT_MBR][2] == 2);
  CU_ASSERT_EQUAL (run ("rm of-*.prof"), 0);
}

static void
test_names (void)
{
  CU_ASSERT (fine ("prog", "moved"));
  CU_ASSERT_EQUAL (files ("elsewhere/*"), 0);

  setenv ("HALT_FILE", "x%p-%%-%q.prof", 1);
  CU_ASSERT_EQUAL (start ("prog", "forked"), 0);
  CU_ASSERT_EQUAL (files ("x*-%-%q.prof"), 2);
  CU_ASSERT_EQUAL (files ("*.prof*"), 2);

  setenv ("HALT_FILE", "/dev/null", 1);
  CU_ASSERT_EQUAL (start ("prog", "none"), 0);
  struct stat null;
  CU_ASSERT (stat ("/dev/null", &null) == 0 && S_ISCHR (null.st_mode));
  CU_ASSERT_EQUAL (run ("mkfifo pipe; cat pipe >piped & HALT_FILE=pipe; sleep"
			" .2; export HALT_FILE; ./prog plain >out; wait"), 0);
  CU_ASSERT (same ("piped"));
  setenv ("HALT_FILE", "pipe", 1);
  CU_ASSERT_EQUAL (start ("prog", "seven"), 7);
  setenv ("HALT_FILE", "", 1);
  CU_ASSERT (fine ("prog", "plain"));
  unsetenv ("HALT_FILE");

  /* The mode is that of any new file.  */
  CU_ASSERT_EQUAL (run ("rm -f halt.prof; umask 027; ./prog none"), 0);
  CU_ASSERT (stat ("halt.prof", &null) == 0 && (null.st_mode & 0777) == 0640);

  /* No units, no events: no file.  */
  FILE *source = fopen ("idle.c", "w");
  fputs ("int main (int argc, char **argv)\n"
	 "{ void _record_cbr (unsigned long, unsigned long);\n"
	 "  if (argc > 1) _record_cbr (0, argc); (void) argv; }\n", source);
  fclose (source);
  CU_ASSERT_EQUAL (run ("${CC:-gcc} idle.c -o idle %s/build/libhalt.a", top), 0);
  CU_ASSERT_EQUAL (start ("idle", ""), 0);
  CU_ASSERT_EQUAL (files ("halt.prof"), 0);
  CU_ASSERT_EQUAL (start ("idle", "x"), 0);
  CU_ASSERT_EQUAL (files ("halt.prof"), 1);
}

/* Whatever happens: the program's exit status, and one line.  */
static void
test_failures (void)
{
  char expected[PATH_MAX + 128];
  setenv ("HALT_FILE", "no/such/halt.prof", 1);
  CU_ASSERT_EQUAL (start ("prog", "seven"), 7);
  snprintf (expected, sizeof expected, "halt: cannot write profile "
	    "'%s/no/such/halt.prof': No such file or directory\n", dir);
  CU_ASSERT_STRING_EQUAL (slurp ("err", NULL), expected);

  CU_ASSERT_EQUAL (run ("./prog seven 2>&-"), 7);
  CU_ASSERT_EQUAL (run ("{ ./prog seven 2>&1 >/dev/null; echo $? >status; }"
			" | true"), 0);
  CU_ASSERT_STRING_EQUAL (slurp ("status", NULL), "7\n");

  run ("mkdir -p taken");
  setenv ("HALT_FILE", "taken", 1);
  CU_ASSERT_EQUAL (start ("prog", "seven"), 7);
  snprintf (expected, sizeof expected, "halt: cannot write profile "
	    "'%s/taken': Is a directory\n", dir);
  CU_ASSERT_STRING_EQUAL (slurp ("err", NULL), expected);

  setenv ("HALT_FILE", "/dev/full", 1);
  CU_ASSERT_EQUAL (start ("prog", "seven"), 7);
  CU_ASSERT_STRING_EQUAL (slurp ("err", NULL), "halt: cannot write profile "
			  "'/dev/full': No space left on device\n");
  unsetenv ("HALT_FILE");

  CU_ASSERT_EQUAL (start ("prog", "limited"), 6);
  CU_ASSERT_STRING_EQUAL (slurp ("err", NULL), "");
  setenv ("HALT_DEBUG", "1", 1);
  CU_ASSERT_EQUAL (start ("prog", "limited"), 6);
  snprintf (expected, sizeof expected, "halt: cannot write profile "
	    "'%s/halt.prof': File too large\n", dir);
  CU_ASSERT_STRING_EQUAL (slurp ("err", NULL), expected);
  unsetenv ("HALT_DEBUG");
  CU_ASSERT_EQUAL (files ("halt.prof") + files (".halt-*"), 0);

  CU_ASSERT_EQUAL (start ("prog", "closed"), 9);
  CU_ASSERT (same ("halt.prof"));
  CU_ASSERT_EQUAL (run ("ulimit -v 100000; ./prog plain >out 2>err"), 0);
  CU_ASSERT (same ("halt.prof"));

  CU_ASSERT (fine ("prog", "far"));
  struct profile p;
  CU_ASSERT (read_profile ("halt.prof", &p));
  CU_ASSERT_EQUAL (p.header->lost, printed ("lost "));
  CU_ASSERT_EQUAL (printed ("errno "), 0);

  /* Other rights than the caller's: the environment has no say.  */
  if (geteuid () == 0)
    {
      run ("mkdir -p -m 777 safe && cp prog safe && chown 65534 safe/prog"
	   " && chmod 4755 safe/prog && chmod 755 .");
      CU_ASSERT_EQUAL (run ("cd safe && HALT_FILE=evil ./prog none"), 0);
      CU_ASSERT_EQUAL (files ("safe/evil"), 0);
      CU_ASSERT_EQUAL (files ("safe/halt.prof"), 1);
    }
}

static const CU_TestInfo tests[] = {
  { "threads", test_threads },
  { "churn", test_churn },
  { "signals", test_signals },
  { "fork", test_fork },
  { "names", test_names },
  { "failures", test_failures },
  CU_TEST_INFO_NULL
};

int
main (void)
{
  if (set_up ())
    return 1;
  int failed = run_tests ("runtime, processes", tests);
  return clean_up () || failed;
}
