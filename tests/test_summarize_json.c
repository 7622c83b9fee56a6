/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What JSON is made of: names that are no text, numbers that are too large.  */

#include "tests/test_summarize.h"
#include "summarize/json.h"

/* Expect that VALUE, which is released, is written as TEXT.  */
static void
written (json_t *value, const char *text)
{
  char *got = json_dumps (value, JSON_ENCODE_ANY);
  CU_ASSERT_STRING_EQUAL (got, text);
  free (got);
  json_decref (value);
}

static void
test_text (void)
{
  json_start ();
  written (json_text (""), "\"\"");
  written (json_text ("a\"\\\n\x01"), "\"a\\\"\\\\\\n\\u0001\"");
  written (json_text ("gr\xc3\xbc\xc3\x9f"), "\"gr\xc3\xbc\xc3\x9f\"");
  written (json_text ("a\xff"), "\"a\xef\xbf\xbd\"");
  written (json_text ("\xc3"), "\"\xef\xbf\xbd\"");
  written (json_text ("\xed\xa0\x80!"), "\"\xef\xbf\xbd\xef\xbf\xbd"
	   "\xef\xbf\xbd!\"");
  written (json_text ("\xf0\x9f\x98\x80"), "\"\xf0\x9f\x98\x80\"");
}

/* Bytes at random: always text.  */
static void
test_random (void)
{
  for (int round = 0; round < 20000; round++)
    {
      char bytes[9] = "";
      for (int i = 0; i < 8; i++)
	bytes[i] = (char) (next_random () >> 13);
      json_t *value = json_text (bytes);
      char *text = json_dumps (value, JSON_ENCODE_ANY);
      json_t *again = json_loads (text, JSON_DECODE_ANY, NULL);
      CU_ASSERT_TRUE (again && json_equal (value, again));
      json_decref (value);
      json_decref (again);
      free (text);
    }
}

static void
test_numbers (void)
{
  written (json_count (0), "0");
  written (json_count ((1ull << 53) + 1), "9007199254740993");
  written (json_count (INT64_MAX), "9223372036854775807");
  written (json_count (UINT64_MAX), "9223372036854775807");
  written (json_id (INT64_MAX), "9223372036854775807");
  written (json_id (1ull << 63), "\"9223372036854775808\"");
  written (json_hex (0xabc), "\"0000000000000abc\"");
}

static void
test_framing (void)
{
  char *text;
  CAPTURE (text, out, json_open (out, json_object (), "a"));
  CU_ASSERT_STRING_EQUAL (text, "{\"a\":[");
  free (text);
  CAPTURE (text, out, json_open (out, json_pack ("{s:i}", "b", 1), "a"));
  CU_ASSERT_STRING_EQUAL (text, "{\"b\":1,\"a\":[");
  free (text);
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
