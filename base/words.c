/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Words of commands.  */

#include <ctype.h>
#include "base/grow.h"
#include "base/text.h"
#include "base/words.h"

bool
words_put (struct words *w, const char *word)
{
  if (!grow (&w->at, w->n, sizeof *w->at))
    return false;
  w->at[w->n++] = (char *) word;
  if (!grow (&w->at, w->n, sizeof *w->at))
    return false;
  w->at[w->n] = NULL;
  return true;
}

/* Take one word from *P to TO.  */
static void
take_word (const char **p, char *to, bool commas)
{
  char quote = 0;
  bool value = false;
  for (; **p; ++*p)
    if (**p == '\\')
      {
	if ((*p)[1])
	  *to++ = *++*p;
      }
    else if (quote && **p == quote)
      quote = 0;
    else if (!quote && (**p == '\'' || **p == '"'))
      quote = **p;
    else if (!quote
	     && (isspace ((unsigned char) **p)
		 || (commas && **p == ',' && !value)))
      break;
    else
      {
	value |= !quote && **p == '=';
	*to++ = **p;
      }
  *to = '\0';
}

bool
words_take (struct words *w, const char *text, bool commas)
{
  for (;;)
    {
      while (isspace ((unsigned char) *text) || (commas && *text == ','))
	text++;
      if (!*text)
	return true;
      char *word = NULL;
      if (!grow_to (&word, strlen (text) + 1, 1))
	return false;
      take_word (&text, word, commas);
      if (!words_put (w, word))
	return false;
    }
}

/* From GCC's common.opt, c-family/c.opt and gcc.cc.  */
bool
words_have_value (const char *option)
{
  static const char *const separate[] = {
    "-A", "-B", "-D", "-F", "-I", "-L", "-MF", "-MQ", "-MT", "-T", "-Tbss",
    "-Tdata", "-Ttext", "-U", "-Xassembler", "-Xlinker", "-Xpreprocessor",
    "-aux-info", "-dumpbase", "-dumpbase-ext", "-dumpdir", "-e", "-h",
    "-idirafter", "-imacros", "-imultilib", "-include", "-iplugindir",
    "-iprefix", "-iquote", "-isysroot", "-isystem", "-iwithprefix",
    "-iwithprefixbefore", "-l", "-o", "-u", "-wrapper", "-x", "-z", "--param",
    "--output", "--include", "--imacros", "--include-directory", "--language",
    "--library-directory", "--prefix", "--undefine-macro", "--define-macro",
    "--entry", "--sysroot", "--dumpbase", "--dumpdir", NULL
  };
  return is_one_of (option, separate);
}
