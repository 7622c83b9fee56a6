/* SPDX-License-Identifier: GPL-3.0-or-later */
/* How texts, numbers, places and lines of sources are shown.  */

#include <unistd.h>
#include "report/show/show.h"
#include "report/show/terminal.h"
#include "tests/unit/summarize.h"

/* What was written to OUT since start_text.  */
static char *text;
static size_t text_size;
static FILE *out;

static void
start_text (void)
{
  out = open_memstream (&text, &text_size);
}

static void
expect (const char *want)
{
  fclose (out);
  if (strcmp (text, want) != 0)
    fprintf (stderr, "got '%s', not '%s'\n", text, want);
  CU_ASSERT_STRING_EQUAL (text, want);
  free (text);
}

static void
test_numbers (void)
{
  static const struct { uint64_t n; const char *text; } numbers[] = {
    { 0, "0" }, { 12, "12" }, { 999, "999" }, { 1000, "1,000" },
    { 999999, "999,999" }, { 1000000, "1,000,000" },
    { UINT64_MAX, "18,446,744,073,709,551,615" }
  };
  for (size_t i = 0; i < LENGTH (numbers); i++)
    {
      start_text ();
      put_grouped (out, numbers[i].n);
      expect (numbers[i].text);
    }
  char digits[WIDE_DIGITS];
  CU_ASSERT_STRING_EQUAL (wide_digits (digits, (unsigned __int128) -1),
			  "340282366920938463463374607431768211455");
}

/* The first and the last of each length, and what is next to them.  */
static void
test_utf8 (void)
{
  static const struct { const char *text; size_t length; } all[] = {
    { "\x01", 1 }, { "\x7f", 1 }, { "\x80", 0 }, { "\xbf", 0 },
    { "\xc0\x80", 0 }, { "\xc1\xbf", 0 }, { "\xc2\x80", 2 }, { "\xdf\xbf", 2 },
    { "\xc2\x7f", 0 }, { "\xc2\xc0", 0 },
    { "\xe0\x9f\xbf", 0 }, { "\xe0\xa0\x80", 3 }, { "\xed\x9f\xbf", 3 },
    { "\xed\xa0\x80", 0 }, { "\xed\xbf\xbf", 0 }, { "\xee\x80\x80", 3 },
    { "\xef\xbf\xbf", 3 }, { "\xf0\x8f\xbf\xbf", 0 }, { "\xf0\x90\x80\x80", 4 },
    { "\xf4\x8f\xbf\xbf", 4 }, { "\xf4\x90\x80\x80", 0 },
    { "\xf5\x80\x80\x80", 0 }, { "\xff\xbf\xbf\xbf", 0 }
  };
  for (size_t i = 0; i < LENGTH (all); i++)
    {
      size_t n = strlen (all[i].text);
      struct bytes b = copy_bytes (all[i].text, n);
      CU_ASSERT_EQUAL (utf8_length (b.data, n), all[i].length);
      /* The last byte is missing.  */
      if (n > 1)
	CU_ASSERT_EQUAL (utf8_length (b.data, n - 1), 0);
      free (b.data);
    }
}

#define E "\xc3\xa9"		/* two bytes, one character */

static void
test_short (void)
{
  size_t head = 77;
  CU_ASSERT_EQUAL (text_width ("a" E "b\xff"), 4);
  CU_ASSERT_EQUAL (text_bytes ("a" E "b", 2), 3);
  CU_ASSERT_EQUAL (text_bytes ("a" E "b", 9), 4);
  CU_ASSERT_PTR_NULL (text_short ("a" E "345", 5, &head));
  CU_ASSERT_STRING_EQUAL (text_short (E "bcdefgh", 7, &head), "gh");
  CU_ASSERT_EQUAL (head, 3);
  CU_ASSERT_STRING_EQUAL (text_short ("abcdefgh", 3, &head), "");
  CU_ASSERT_EQUAL (head, 0);
  CU_ASSERT_STRING_EQUAL (text_short ("abcdefgh", 2, &head), "");
  for (size_t columns = 3; columns < 10; columns++)
    {
      start_text ();
      put_short (out, "abcdefghij", columns);
      fclose (out);
      CU_ASSERT_EQUAL (strlen (text), columns);
      free (text);
    }
  start_text ();
  put_short (out, "a\033\x7f" "b", 4);
  put_printable (out, "\n\x1f" E " ");
  expect ("a??b??" E " ");
}

static void
test_marked (void)
{
  start_text ();
  put_xml (out, "<a href=\"&\">\x01\xff" E);
  expect ("&lt;a href=&quot;&amp;&quot;&gt;??" E);
  start_text ();
  put_quoted (out, "a\"\\\n" E "\x80");
  expect ("\"a\\\"\\\\?" E "?\"");
  /* It is cut if there is more than the columns that it may have.  */
  start_text ();
  put_markup (out, "abc", 3, 0, 3);
  expect ("abc");
  start_text ();
  put_markup (out, "abcd", 4, 0, 3);
  expect ("abc...");
  start_text ();
  put_markup (out, "  a\tb", 5, 1, 20);
  expect ("&#160;a&#160;&#160;&#160;&#160;&#160;b");
}

/* FILE, line 12, in LIMIT columns.  */
static void
place_in (const char *file, size_t limit, const char *want)
{
  const struct ghalt_place place = { .line = 12 };
  start_text ();
  size_t n = put_place (out, file, &place, limit);
  CU_ASSERT_EQUAL (n, text_width (want));
  CU_ASSERT_EQUAL (put_place (NULL, file, &place, limit), n);
  expect (want);
}

static void
test_places (void)
{
  place_in ("folder/more/name.c", 21, "folder/more/name.c:12");
  place_in ("folder/more/name.c", 20, "folder/.../name.c:12");
  place_in ("folder/more/name.c", 16, "fol.../name.c:12");
  /* Less of the folders says nothing.  */
  place_in ("folder/more/name.c", 15, "name.c:12");
  place_in ("folder/more/name.c", 9, "name.c:12");
  /* At least 6 characters of the name stay.  */
  place_in ("a/longername.c", 10, "lo....c:12");
  place_in ("a/longername.c", 1, "lo...c:12");
  place_in (E "/" E E E E E ".c", 20, E "/" E E E E E ".c:12");
}

/* A table in COLUMNS of two rows, one at FILE in a function called NAME.  */
static void
put_table (size_t columns, const char *file, const char *name)
{
  const struct named long_one = { .function = name }, short_one = { .function = "f" };
  const struct ghalt_place place = { .line = 12 };
  start_text ();
  struct grid g = grid_begin (out, columns, false);
  while (grid_pass (&g))
    for (uint64_t i = 1; i < 3; i++)
      {
	grid_row (&g, false);
	grid_number (&g, "n", i);
	grid_function (&g, put_place (grid_where (&g), i == 1 ? file : "a", &place,
				      g.limit),
		       i == 1 ? &long_one : &short_one);
      }
}

/* Functions stand below each other, behind all places of up to 40 characters.  */
static void
test_aligned (void)
{
  char file[64], want[400];
  memset (file, 'x', sizeof file);
  for (int n = 39; n <= 42; n++)
    {
      int width = n <= 40 ? n : 5;
      file[n - 3] = '\0';
      put_table (0, file, "main");
      snprintf (want, sizeof want, "n  %-*s  function\n1  %s:12  main\n2  %-*s  f\n",
		width, "where", file, width, "a:12");
      expect (want);
      file[n - 3] = 'x';
    }
}

/* No row is wider than it may be, nor shortened if it has room.  */
static void
test_fits (void)
{
  static const char *const file = "folder/another/long_name.c";
  static const char *const name = "function_of_a_long_name";
  size_t whole = strlen ("1  ") + strlen (file) + strlen (":12  ") + strlen (name);
  for (size_t columns = 26; columns < 80; columns++)
    {
      put_table (columns, file, name);
      fclose (out);
      for (const char *p = text; *p; p += strcspn (p, "\n") + 1)
	CU_ASSERT_TRUE (strcspn (p, "\n") <= columns);
      CU_ASSERT_EQUAL (strstr (text, "...") == NULL, columns >= whole);
      free (text);
    }
}

static void
test_sources (void)
{
  char name[256];
  static const struct { const char *text; uint32_t n; const char *last; } all[]
    = { { "one\ntwo", 2, "two" }, { "one\ntwo\n", 3, "" }, { "\n", 2, "" },
	{ "x", 1, "x" } };
  for (size_t i = 0; i < LENGTH (all); i++)
    {
      struct fault f = { "" };
      struct sources s = { .fault = &f };
      size_t length = 77;
      scratch_name (name, sizeof name);
      int fd = mkstemp (name);
      size_t size = strlen (all[i].text);
      CU_ASSERT_EQUAL_FATAL (write (fd, all[i].text, size), (ssize_t) size);
      close (fd);
      const char *line = source_line (&s, "", name, all[i].n, &length);
      CU_ASSERT_PTR_NOT_NULL_FATAL (line);
      CU_ASSERT_EQUAL (length, strlen (all[i].last));
      CU_ASSERT_EQUAL (memcmp (line, all[i].last, length), 0);
      CU_ASSERT_PTR_NULL (source_line (&s, "", name, all[i].n + 1, &length));
      CU_ASSERT_PTR_NULL (source_line (&s, "", name, 0, &length));
      CU_ASSERT_STRING_EQUAL (f.text, "");
      sources_release (&s);
      unlink (name);
    }
}

static void
test_folders (void)
{
  static const struct { const char *folder, *path, *common, *inside; } rows[] = {
    { "/a/b", "/a/b/c", "/a/b", "c" },
    { "/a/b", "/a/b", "/a/b", "" },
    { "/a/bc", "/a/b/c", "/a", NULL },
    { "/a/b", "/a/bc/d", "/a", NULL },
    { "/a/b/c", "/a/b", "/a/b", NULL },
    { "/a", "/b", "", NULL },
    { "", "/b/c", "", "b/c" }
  };
  for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
    {
      char folder[20];
      const char *inside = path_inside (rows[i].folder, rows[i].path);
      CU_ASSERT_EQUAL (inside == NULL, rows[i].inside == NULL);
      if (inside && rows[i].inside)
	CU_ASSERT_STRING_EQUAL (inside, rows[i].inside);
      path_cut (strcpy (folder, rows[i].folder), rows[i].path);
      CU_ASSERT_STRING_EQUAL (folder, rows[i].common);
    }
}

int
main (void)
{
  static const CU_TestInfo tests[] = {
    { "numbers", test_numbers },
    { "UTF-8", test_utf8 },
    { "shortened texts", test_short },
    { "markup", test_marked },
    { "places", test_places },
    { "aligned tables", test_aligned },
    { "tables that fit", test_fits },
    { "lines of sources", test_sources },
    { "folders of paths", test_folders },
    CU_TEST_INFO_NULL
  };
  return run_tests ("show", tests);
}
