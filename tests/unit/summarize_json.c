/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What JSON is made of: names that are no text, numbers that are too large.  */

#include <jansson.h>
#include "tests/unit/summarize.h"
#include "report/json/json.h"

/* Expect that CALL, which writes to w, writes TEXT.  */
#define WRITTEN(call, text) \
  do \
    { \
      char *got; \
      struct json w; \
      CAPTURE (got, out, (w = json_begin (out, &no_fault), call, json_end (&w))); \
      CU_ASSERT_STRING_EQUAL (got, text); \
      free (got); \
    } \
  while (0)

static void
test_text (void)
{
  WRITTEN (json_text (&w, NULL, ""), "\"\"");
  WRITTEN (json_text (&w, NULL, "a b"), "\"a b\"");
  WRITTEN (json_text (&w, "k", "a\"\\\n\x01"), "\"k\":\"a\\\"\\\\\\n\\u0001\"");
  WRITTEN (json_text (&w, NULL, "gr\xc3\xbc\xc3\x9f"),
	   "\"gr\xc3\xbc\xc3\x9f\"");
  WRITTEN (json_text (&w, NULL, "a\xff"), "\"a\xef\xbf\xbd\"");
  WRITTEN (json_text (&w, NULL, "\xc3"), "\"\xef\xbf\xbd\"");
  WRITTEN (json_text (&w, NULL, "\xed\xa0\x80!"), "\"\xef\xbf\xbd\xef\xbf\xbd"
						  "\xef\xbf\xbd!\"");
  WRITTEN (json_text (&w, NULL, "\xf0\x9f\x98\x80"), "\"\xf0\x9f\x98\x80\"");
}

/* Bytes at random: always text.  */
static void
test_random (void)
{
  for (int round = 0; round < 20000; round++)
    {
      char bytes[9] = "", *text;
      struct json w;
      for (int i = 0; i < 8; i++)
	bytes[i] = (char) (next_random () >> 13);
      CAPTURE (text, out,
	       (w = json_begin (out, &no_fault), json_text (&w, NULL, bytes),
		json_end (&w)));
      json_t *value = json_loads (text, JSON_DECODE_ANY, NULL);
      CU_ASSERT_TRUE (json_is_string (value));
      json_decref (value);
      free (text);
    }
}

static void
test_numbers (void)
{
  WRITTEN (json_count (&w, NULL, 0), "0");
  WRITTEN (json_count (&w, NULL, (1ull << 53) + 1), "9007199254740993");
  WRITTEN (json_count (&w, NULL, INT64_MAX), "9223372036854775807");
  WRITTEN (json_count (&w, NULL, UINT64_MAX), "9223372036854775807");
  WRITTEN (json_id (&w, NULL, INT64_MAX), "9223372036854775807");
  WRITTEN (json_id (&w, NULL, 1ull << 63), "\"9223372036854775808\"");
  WRITTEN (json_signed (&w, NULL, -7), "-7");
  WRITTEN (json_signed (&w, NULL, INT64_MIN), "-9223372036854775808");
  WRITTEN (json_hex (&w, NULL, 0xabc), "\"0000000000000abc\"");
}

/* Commas, colons, lines.  */
static void
write_nested (struct json *w)
{
  json_open (w, NULL, '{');
  json_open (w, "none", '[');
  json_close (w, ']');
  json_open (w, "some", '[');
  json_line (w);
  json_truth (w, NULL, true);
  json_line (w);
  json_open (w, NULL, '{');
  json_nothing (w, "a");
  json_truth (w, "b", false);
  json_close (w, '}');
  json_close (w, ']');
  json_close (w, '}');
}

static void
test_framing (void)
{
  WRITTEN (write_nested (&w), "{\"none\":[],\"some\":[\ntrue,\n"
			      "{\"a\":null,\"b\":false}]}");
}

static const CU_TestInfo tests[] = {
  { "text", test_text },
  { "random text", test_random },
  { "numbers", test_numbers },
  { "framing", test_framing },
  CU_TEST_INFO_NULL
};

int
main (void)
{
  return run_tests ("json", tests);
}
