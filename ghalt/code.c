/* SPDX-License-Identifier: GPL-3.0-or-later */
/* ghalt code PROG: the assembler text that units compiled with `atom' carry, with
   what their compiler knew of it (include/halt/code.h).  */

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <zstd.h>
#include "base/text.h"
#include "halt/code.h"
#include "ghalt/command.h"

static const struct option_row options[] = {
  FUNCTION_OPTION,
  { "assembler", TYPE_FLAG, AT (assembler), NULL, NULL,
    "only what the assembler was given", 0 },
  HELP, END
};

/* The largest text that is believed in.  */
#define MOST_TEXT ((uint64_t) 1 << 34)

/* Check header H, which has SIZE bytes to follow.  */
static bool
check_header (const struct halt_code *h, size_t size, struct fault *f)
{
  if (size < sizeof *h
      || memcmp (h->magic, HALT_CODE_MAGIC, sizeof h->magic) != 0)
    return fault (f, "no HALT code");
  if (h->version != HALT_CODE_VERSION)
    return fault (f, "HALT code of version %u; this ghalt knows %u", h->version,
		  HALT_CODE_VERSION);
  if (h->header_bytes < sizeof *h || h->bytes > size || h->bytes % 8
      || h->header_bytes > h->bytes
      || h->frame_bytes > h->bytes - h->header_bytes
      || h->text_bytes > MOST_TEXT)
    return fault (f, "damaged HALT code");
  return true;
}

/* The text of H's unit, a string; to be freed.  */
static char *
expand_text (const struct halt_code *h, struct fault *f)
{
  char *text = fresh (h->text_bytes + 1, 1, f);
  if (!text)
    return NULL;
  size_t n = ZSTD_decompress (text, h->text_bytes,
			      (const char *) h + h->header_bytes,
			      h->frame_bytes);
  if (!ZSTD_isError (n) && n == h->text_bytes)
    return text;
  fault (f, "damaged HALT code: %s",
	 ZSTD_isError (n) ? ZSTD_getErrorName (n)
			  : "it is shorter than it says");
  free (text);
  return NULL;
}

/* Whether O selects the function that LINE, "#@function SYMBOL FILE LINE NAME",
   begins.  */
static bool
selects_line (const struct options *o, char *line)
{
  char *save, *symbol = NULL, *name = NULL;
  char *copy = strdup (line + strlen ("#@function "));
  if (copy)
    symbol = strtok_r (copy, " ", &save);
  for (int i = 0; symbol && i < 2; i++)
    strtok_r (NULL, " ", &save);
  if (symbol)
    name = strtok_r (NULL, "", &save);
  bool found = false;
  for (size_t i = 0; i < o->n_functions && symbol && !found; i++)
    found = name_fits (o->functions[i], symbol, name ? name : symbol);
  free (copy);
  return found;
}

/* Write what O wants of TEXT, which is changed.  Returns how many functions.  */
static size_t
write_text (char *text, const struct options *o)
{
  size_t n = 0;
  bool inside = o->n_functions == 0;
  for (char *next; *text; text = next)
    {
      next = text + strcspn (text, "\n");
      next += *next ? (*next = '\0', 1) : 0;
      bool said = begins (text, "#@");
      if (begins (text, "#@function "))
	{
	  inside = o->n_functions == 0 || selects_line (o, text);
	  n += inside;
	}
      if (inside && o->assembler && begins (text, "#@= "))
	puts (text + strlen ("#@= "));
      else if (inside && !(said && o->assembler))
	puts (text);
      if (begins (text, "#@end ") && o->n_functions > 0)
	inside = false;
    }
  return n;
}

/* Write all units of IM.  */
static bool
write_units (const struct image *im, const struct options *o, size_t *n,
	     struct fault *f)
{
  for (size_t c = 0; c < im->codes.n; c++)
    {
      const char *at = im->codes.chunks[c].data;
      size_t left = im->codes.chunks[c].size;
      while (left > 0)
	{
	  const struct halt_code *h = (const struct halt_code *) at;
	  char *text = check_header (h, left, f) ? expand_text (h, f) : NULL;
	  if (!text)
	    return false;
	  *n += write_text (text, o);
	  free (text);
	  at += h->bytes;
	  left -= h->bytes;
	}
    }
  return true;
}

static int
run_code (const struct options *o, struct fault *f)
{
  const char *path = o->operands[0];
  struct image im;
  struct fault why;
  size_t n = 0;
  if (!image_open (&im, path, &why))
    {
      fault (f, "%s: %s", path, why.text);
      return 0;
    }
  if (im.codes.n == 0)
    fault (f,
	   "%s: no assembler text; compile with -fplugin-arg-halt-atom, and do "
	   "not strip",
	   path);
  else if (!write_units (&im, o, &n, &why))
    fault (f, "%s: %s", path, why.text);
  else if (n == 0 && o->n_functions > 0)
    fault (f, "%s: no function '%s'%s", path, o->functions[0],
	   o->n_functions > 1 ? " or any other of those given" : "");
  image_close (&im);
  return 0;
}

const struct command cmd_code = {
  .name = "code",
  .synopsis = "[OPTION]... FILE",
  .text = "print the assembler text of FILE, compiled with `atom', and what GCC knew of it",
  .options = options,
  .min_operands = 1,
  .max_operands = 1,
  .run = run_code
};
