/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What several rooms need: files, arrays, order, other programs, texts, words.  */

#include <errno.h>
#include <fcntl.h>
#include <malloc.h>
#include <signal.h>
#include <stdio.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <unistd.h>
#include "base/file.h"
#include "base/grow.h"
#include "base/order.h"
#include "base/run.h"
#include "base/text.h"
#include "base/words.h"
#include "tests/unit/no_memory.h"
#include "tests/unit/run.h"

#define LENGTH(array) (sizeof (array) / sizeof *(array))

/* A file without a name that has DATA, to be read from its start.  */
static int
open_with (const char *data, size_t size)
{
  FILE *f = tmpfile ();
  CU_ASSERT_PTR_NOT_NULL_FATAL (f);
  int fd = dup (fileno (f));
  CU_ASSERT_EQUAL_FATAL (write (fd, data, size), (ssize_t) size);
  fclose (f);
  lseek (fd, 0, SEEK_SET);
  return fd;
}

/* --- file ------------------------------------------------------------------- */

static void
test_file_sizes (void)
{
  static const size_t sizes[] = { 0, 1, 4094, 4095, 4096, 4097, 16384, 100001 };
  static char data[100001];
  for (size_t i = 0; i < sizeof data; i++)
    data[i] = (char) (i * 7 >> 3);
  for (size_t i = 0; i < LENGTH (sizes); i++)
    {
      size_t size = 77;
      int fd = open_with (data, sizes[i]);
      char *text = file_read_fd (fd, &size);
      close (fd);
      CU_ASSERT_PTR_NOT_NULL_FATAL (text);
      CU_ASSERT_EQUAL (size, sizes[i]);
      CU_ASSERT_EQUAL (memcmp (text, data, sizes[i]), 0);
      CU_ASSERT_EQUAL (text[sizes[i]], '\0');
      free (text);
    }
}

static void
test_file_not_read (void)
{
  size_t size = 77;
  errno = 0;
  CU_ASSERT_PTR_NULL (file_read ("/", &size));
  CU_ASSERT_EQUAL (errno, EISDIR);
  CU_ASSERT_PTR_NULL (file_read ("/no such file", NULL));
  CU_ASSERT_EQUAL (errno, ENOENT);
  CU_ASSERT_EQUAL (size, 77);
  int fd = open_with ("text", 4);
  allocations = 0;
  CU_ASSERT_PTR_NULL (file_read_fd (fd, NULL));
  allocations = -1;
  char *text = file_read_fd (fd, NULL);
  CU_ASSERT_STRING_EQUAL (text, "text");
  free (text);
  close (fd);
}

static int late[2];

static void
write_late (int signal)
{
  (void) signal;
  if (late[1] >= 0 && write (late[1], "late", 4) == 4)
    close (late[1]);
  late[1] = -1;
}

/* A signal comes while there is nothing to read.  */
static void
test_file_interrupted (void)
{
  struct sigaction act = { .sa_handler = write_late }, old;
  const struct itimerval soon = { .it_value = { .tv_usec = 50000 } };
  CU_ASSERT_EQUAL_FATAL (pipe2 (late, O_CLOEXEC), 0);
  sigaction (SIGALRM, &act, &old);
  setitimer (ITIMER_REAL, &soon, NULL);
  char *text = file_read_fd (late[0], NULL);
  sigaction (SIGALRM, &old, NULL);
  CU_ASSERT_PTR_NOT_NULL_FATAL (text);
  CU_ASSERT_STRING_EQUAL (text, "late");
  free (text);
  close (late[0]);
}

/* --- grow ------------------------------------------------------------------- */

static void
test_grow (void)
{
  struct { char of[48]; } *list = NULL;
  for (size_t n = 0; n < 1000; n++)
    {
      CU_ASSERT_TRUE_FATAL (grow (&list, n, sizeof *list));
      CU_ASSERT_TRUE_FATAL (malloc_usable_size (list) >= (n + 1) * sizeof *list);
      memset (list + n, (int) n, sizeof *list);
    }
  for (size_t n = 0; n < 1000; n++)
    CU_ASSERT_EQUAL (list[n].of[47], (char) n);
  free (list);
}

static void
test_grow_without_memory (void)
{
  char *list = NULL;
  CU_ASSERT_TRUE (grow_to (&list, 0, 1));
  CU_ASSERT_TRUE_FATAL (grow_to (&list, 0, 1));
  CU_ASSERT_PTR_NOT_NULL_FATAL (list);
  *list = 'x';
  char *was = list;
  allocations = 0;
  CU_ASSERT_FALSE (grow_to (&list, 1000, 4));
  CU_ASSERT_PTR_EQUAL (list, was);
  CU_ASSERT_EQUAL (*list, 'x');
  /* Only what is full asks for more.  */
  allocations = 0;
  CU_ASSERT_TRUE (grow (&list, 1, 1));
  CU_ASSERT_TRUE (grow (&list, 15, 1));
  CU_ASSERT_TRUE (grow (&list, 17, 1));
  CU_ASSERT_FALSE (grow (&list, 16, 1));
  allocations = 0;
  CU_ASSERT_FALSE (grow (&list, 0, 1));
  allocations = -1;
  CU_ASSERT_PTR_EQUAL (list, was);
  free (list);
}

/* --- order ------------------------------------------------------------------ */

struct item
{
  const char *name;
  uint64_t size;
  int number;
};

ORDER (compare_items, struct item, BY_TEXT (name) ?: DOWN (size) ?: UP (number));
ORDER_POINTERS (compare_pointers, struct item, UP (size));

static void
test_order (void)
{
  struct item items[] = { { "b", 1, 0 }, { "a", 1, 2 }, { "a", 1ull << 40, 3 },
			  { "a", 1, 1 } };
  static const int sorted[] = { 3, 1, 2, 0 };
  const struct item *pointers[] = { items + 2, items };
  CU_ASSERT_TRUE (compare_pointers (pointers, pointers + 1) > 0);
  CU_ASSERT_TRUE (compare_pointers (pointers + 1, pointers) < 0);
  CU_ASSERT_EQUAL (compare_pointers (pointers, pointers), 0);
  qsort (items, 4, sizeof *items, compare_items);
  for (int i = 0; i < 4; i++)
    CU_ASSERT_EQUAL (items[i].number, sorted[i]);
}

static void
test_order_numbers (void)
{
  static const uint64_t wide[] = { 0, 1, UINT32_MAX, 1ull << 32, UINT64_MAX };
  static const uint32_t narrow[] = { 0, 1, INT32_MAX, 1u << 31, UINT32_MAX };
  for (int i = 0; i < 5; i++)
    for (int k = 0; k < 5; k++)
      {
	CU_ASSERT_EQUAL (order_u64 (wide + i, wide + k), (i > k) - (i < k));
	CU_ASSERT_EQUAL (order_u32 (narrow + i, narrow + k), (i > k) - (i < k));
      }
}

static void
test_bisect (void)
{
  for (size_t n = 0; n < 20; n++)
    for (size_t first = 0; first <= n; first++)
      {
	size_t low = 0, high = n, asked = 0;
	BISECT (low, high, i, asked++ < 100 && i < first);
	CU_ASSERT_EQUAL (low, first);
	CU_ASSERT_TRUE (asked <= 5);
      }
}

/* --- run -------------------------------------------------------------------- */

static const char *const echo[] = { "sh", "-c", "read a && echo $a >&2 && "
				    "echo out && exit 3", NULL };

static void
test_run (void)
{
  char *out, text[16] = "";
  int fds[3] = { open_with ("in\n", 3), -1, open_with ("", 0) };
  int status = run_to_end (echo, fds, &out);
  CU_ASSERT_TRUE (WIFEXITED (status));
  CU_ASSERT_EQUAL (WEXITSTATUS (status), 3);
  CU_ASSERT_PTR_NOT_NULL_FATAL (out);
  CU_ASSERT_STRING_EQUAL (out, "out\n");
  free (out);
  CU_ASSERT_EQUAL (pread (fds[2], text, 15, 0), 3);
  CU_ASSERT_STRING_EQUAL (text, "in\n");
  close (fds[0]);
  close (fds[2]);
}

/* Descriptor 0 may be any of the child's.  */
static void
test_run_zero (void)
{
  static const char *const words[] = { "echo", "zero", NULL };
  static const int fds[] = { -1, 0, -1 };
  char text[16] = "";
  int file = open_with ("", 0), saved = dup (0);
  dup2 (file, 0);
  CU_ASSERT_EQUAL (run_to_end (words, fds, NULL), 0);
  dup2 (saved, 0);
  CU_ASSERT_EQUAL (pread (file, text, 15, 0), 5);
  CU_ASSERT_STRING_EQUAL (text, "zero\n");
  close (file);
  close (saved);
}

static void
test_run_fails (void)
{
  static const char *const none[] = { "no-such-program-here", NULL };
  char *out = (char *) none;
  pid_t child;
  CU_ASSERT_EQUAL (run_start (&child, none, NULL), ENOENT);
  errno = 0;
  CU_ASSERT_EQUAL (run_to_end (none, NULL, NULL), -1);
  CU_ASSERT_EQUAL (errno, ENOENT);
  errno = 0;
  CU_ASSERT_EQUAL (run_to_end (none, NULL, &out), -1);
  CU_ASSERT_EQUAL (errno, ENOENT);
  CU_ASSERT_PTR_NULL (out);
  /* We have no child.  */
  CU_ASSERT_EQUAL (run_wait (getpid ()), -1);
  /* What it writes has no room.  */
  static const char *const words[] = { "true", NULL };
  allocations = 0;
  CU_ASSERT_EQUAL (run_to_end (words, NULL, &out), -1);
  allocations = -1;
  CU_ASSERT_PTR_NULL (out);
  CU_ASSERT_EQUAL (run_wait (-1), -1);
}

/* --- text ------------------------------------------------------------------- */

static void
test_text (void)
{
  static const char *const list[] = { "one", "two", NULL };
  CU_ASSERT_TRUE (begins ("prefix", "pre") && begins ("pre", "pre"));
  CU_ASSERT_TRUE (begins ("pre", "") && !begins ("pr", "pre"));
  CU_ASSERT_TRUE (ends ("a.c", ".c") && ends (".c", ".c") && ends ("a", ""));
  CU_ASSERT_TRUE (!ends ("c", ".c") && !ends ("a.cc", ".c"));
  CU_ASSERT_STRING_EQUAL (after_word ("only=a", "only="), "a");
  CU_ASSERT_STRING_EQUAL (after_word ("only=", "only="), "");
  CU_ASSERT_PTR_NULL (after_word ("only", "only="));
  CU_ASSERT_TRUE (is_one_of ("one", list) && is_one_of ("two", list));
  CU_ASSERT_TRUE (!is_one_of ("three", list) && !is_one_of ("tw", list));
}

/* --- words ------------------------------------------------------------------ */

/* TEXT has these words, which WANT has with a bar after each.  */
static void
expect_words (const char *text, bool commas, const char *want)
{
  struct words w = { 0 };
  char got[200] = "";
  char *copy = strdup (text);	/* a sanitizer sees what lies beyond */
  CU_ASSERT_TRUE (words_take (&w, copy, commas));
  for (size_t i = 0; i < w.n; i++)
    {
      strcat (strcat (got, w.at[i]), "|");
      free (w.at[i]);
    }
  if (w.n > 0)
    CU_ASSERT_PTR_NULL (w.at[w.n]);
  if (strcmp (got, want) != 0)
    fprintf (stderr, "'%s': got '%s', not '%s'\n", text, got, want);
  CU_ASSERT_STRING_EQUAL (got, want);
  free (w.at);
  free (copy);
}

static void
test_words (void)
{
  expect_words ("", false, "");
  expect_words (" \n\t", false, "");
  expect_words ("one two\n three ", false, "one|two|three|");
  expect_words ("'a b' \"c 'd\" e\\ f", false, "a b|c 'd|e f|");
  expect_words ("a '' \"\"", false, "a|||");
  expect_words ("x'y'\"z\"", false, "xyz|");
  expect_words ("\\\\ '\\'' \"\\\"\"", false, "\\|'|\"|");
  expect_words ("a,b", false, "a,b|");
  /* What is not closed ends with the text.  */
  expect_words ("'a b", false, "a b|");
  expect_words ("end\\", false, "end|");
  expect_words ("\\", false, "|");
  /* What lies beyond it is not looked at.  */
  struct words w = { 0 };
  CU_ASSERT_TRUE (words_take (&w, "end\\\0 beyond", false));
  CU_ASSERT_EQUAL_FATAL (w.n, 1);
  CU_ASSERT_STRING_EQUAL (w.at[0], "end");
  free (w.at[0]);
  free (w.at);
}

static void
test_words_with_commas (void)
{
  expect_words ("cbr,entry,only=a.c,b.c", true, "cbr|entry|only=a.c,b.c|");
  expect_words (",cbr,, entry ,", true, "cbr|entry|");
  expect_words ("'a,b',c", true, "a,b|c|");
  expect_words ("a\\,b,c", true, "a,b|c|");
  /* An equals sign in quotes is no word's.  */
  expect_words ("'x=1',y,z=1,2 w", true, "x=1|y|z=1,2|w|");
}

static void
test_words_without_memory (void)
{
  struct words w = { 0 };
  allocations = 0;
  CU_ASSERT_FALSE (words_take (&w, "a", false));
  allocations = 0;
  CU_ASSERT_FALSE (words_put (&w, "a"));
  allocations = -1;
  CU_ASSERT_EQUAL (w.n, 0);
  for (size_t i = 0; i < 40; i++)
    {
      CU_ASSERT_TRUE (words_put (&w, "same"));
      CU_ASSERT_EQUAL (w.n, i + 1);
      CU_ASSERT_PTR_NULL (w.at[i + 1]);
    }
  free (w.at);
}

static void
test_values (void)
{
  static const char *const with[] = { "-o", "-I", "--param", "-include", "-T" };
  static const char *const without[] = { "-O2", "-c", "-Iinclude", "-", "" };
  for (size_t i = 0; i < 5; i++)
    {
      CU_ASSERT_TRUE (words_have_value (with[i]));
      CU_ASSERT_FALSE (words_have_value (without[i]));
    }
}

int
main (void)
{
  static const CU_TestInfo tests[] = {
    { "files of many sizes", test_file_sizes },
    { "what cannot be read", test_file_not_read },
    { "reading is interrupted", test_file_interrupted },
    { "arrays that grow", test_grow },
    { "arrays without memory", test_grow_without_memory },
    { "order by several things", test_order },
    { "order of numbers", test_order_numbers },
    { "a place in what is sorted", test_bisect },
    { "another program", test_run },
    { "descriptor 0", test_run_zero },
    { "programs that cannot be run", test_run_fails },
    { "texts", test_text },
    { "words", test_words },
    { "words with commas", test_words_with_commas },
    { "words without memory", test_words_without_memory },
    { "options that have values", test_values },
    CU_TEST_INFO_NULL
  };
  return run_tests ("base", tests);
}
