/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Which points of a process are meant.  */

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "halt/switch.h"
#include "live/context.h"
#include "live/live.h"

struct choice
{
  const struct live_process *p;
  const struct context_points *chosen;
  struct live_lines *lines;
  size_t *named;		/* points of each part of the pattern */
  unsigned char *is;
};

/* Whether FUNCTION is in the objects that were asked for.  */
static bool
in_module (const struct live_process *p, const struct live_function *function,
	   const char *module)
{
  const char *path = p->objects[function->object].path;
  const char *slash = strrchr (path, '/');
  return !module || halt_glob (module, strlen (module), path)
	 || halt_glob (module, strlen (module), slash ? slash + 1 : path);
}

/* Whether the site of POINT I of FUNCTION is in the range, of addresses as in the
   file.  */
static bool
in_range (const struct choice *c, const struct live_function *function,
	  size_t i)
{
  const struct halt_switch_point *point = &function->points[i];
  uint64_t site = halt_distant (function->address + i * sizeof *point,
				point->site)
		  - c->p->objects[function->object].bias;
  return !c->chosen->ranged
	 || (site >= c->chosen->first && site <= c->chosen->last);
}

/* Whether a part of the pattern names a point of KIND in FUNCTION.  */
static bool
names (struct choice *c, const char *function, uint32_t kind)
{
  const char *pattern = c->chosen->pattern;
  struct halt_part part;
  bool any = false;
  for (size_t i = 0; halt_next_part (&pattern, &part); i++)
    if (halt_part_names (&part, kind, function))
      {
	c->named[i]++;
	any = true;
      }
  return any;
}

static void
choose_in (struct choice *c, const struct live_function *f)
{
  if (!in_module (c->p, f, c->chosen->module))
    return;
  for (size_t i = 0; i < f->n_points; i++)
    if ((!c->lines || live_lines_have (c->lines, f, &f->points[i]))
	&& in_range (c, f, i))
      c->is[f->first + i] = names (c, f->name, f->points[i].kind);
}

/* The name that is nearest to what PART says, or NULL.  */
static const char *
nearest (const struct live_process *p, const struct halt_part *part)
{
  unsigned int distance = 1 + part->function_length / 3;
  const char *found = NULL;
  for (size_t n = 0; n < p->n_functions; n++)
    {
      unsigned int d = halt_spelled (part->function, part->function_length,
				     p->functions[n].name);
      if (d <= distance)
	{
	  distance = d - (d > 0);
	  found = p->functions[n].name;
	}
    }
  return found;
}

#define SYMBOL 256

/* If PART is a function of C++ as the source has it, a::b::f, let SYMBOL, of SYMBOL
   bytes, be a pattern for its symbols.  False: there is none that it fits.  */
static bool
symbol_of (const struct live_process *p, const struct halt_part *part,
	   char *symbol)
{
  static const char *const prefixes[] = { "_ZN", "_ZNK" };
  const char *end = part->function + part->function_length;
  if (!memmem (part->function, part->function_length, "::", 2))
    return false;
  for (size_t k = 0; k < sizeof prefixes / sizeof *prefixes; k++)
    {
      size_t n = (size_t) snprintf (symbol, SYMBOL, "%s", prefixes[k]);
      for (const char *at = part->function; at < end && n < SYMBOL;)
	{
	  const char *colons = memmem (at, (size_t) (end - at), "::", 2);
	  int length = (int) ((colons ? colons : end) - at);
	  n += (size_t) snprintf (symbol + n, SYMBOL - n, "%d%.*s", length,
				  length, at);
	  at = colons ? colons + 2 : end;
	}
      if (n + 2 > SYMBOL)
	return false;
      strcpy (symbol + n, "*");
      for (size_t i = 0; i < p->n_functions; i++)
	if (halt_glob (symbol, n + 1, p->functions[i].name))
	  return true;
    }
  return false;
}

/* Whether PART is a kind alone.  */
static bool
is_kind (const struct halt_part *part)
{
  return part->kind && part->function_length == 1 && *part->function == '*'
	 && halt_is_kind (part->kind, part->kind_length);
}

/* Each part of the pattern names something; but a kind of several that has no points is
   only told.  */
static bool
check (const struct choice *c, char *why)
{
  char range[64] = "";
  const char *pattern = c->chosen->pattern;
  const char *of = c->chosen->lines ? c->chosen->lines : c->chosen->module;
  struct halt_part part;
  if (c->chosen->ranged)
    snprintf (range, sizeof range, "%s%s0x%" PRIx64 "-0x%" PRIx64, of ? of : "",
	      of ? ", " : "", c->chosen->first, c->chosen->last);
  if (c->chosen->ranged)
    of = range;
  bool some = false;
  size_t parts = 0;
  for (; halt_next_part (&pattern, &part); parts++)
    some |= c->named[parts] > 0;
  pattern = c->chosen->pattern;
  for (size_t i = 0; halt_next_part (&pattern, &part); i++)
    {
      const char *start = part.kind ? part.kind : part.function;
      if (c->named[i])
	continue;
      if (is_kind (&part))
	{
	  size_t n = strlen (why);
	  snprintf (why + n, LIVE_WHY - n, "%sno point%s%s is of kind '%.*s'",
		    n ? "; " : "", of ? " of " : "", of ? of : "",
		    (int) (pattern - start), start);
	  continue;
	}
      char symbol[SYMBOL];
      const char *meant = symbol_of (c->p, &part, symbol)
			    ? symbol
			    : nearest (c->p, &part);
      snprintf (why, LIVE_WHY, "no point%s%s has a name like '%.*s'%s%s%s",
		of ? " of " : "", of ? of : "", (int) (pattern - start), start,
		meant ? "; did you mean '" : "", meant ? meant : "",
		meant ? "'?" : "");
      return false;
    }
  return some || parts == 0;
}

unsigned char *
live_choose (const struct live_process *p, const struct context_points *chosen,
	     live_points_of *points_of, bool lenient, char *why)
{
  struct choice c = { .p = p, .chosen = chosen };
  struct halt_part part;
  const char *pattern = chosen->pattern;
  size_t parts = 0;
  *why = '\0';
  while (halt_next_part (&pattern, &part))
    parts++;
  c.named = calloc (parts + 1, sizeof *c.named);
  c.is = calloc (live_n_points (p) + 1, 1);
  bool good = c.named && c.is;
  if (!good)
    snprintf (why, LIVE_WHY, LIVE_NO_MEMORY);
  if (good && chosen->lines)
    {
      c.lines = live_lines_read (p, chosen->lines, chosen->whole, points_of,
				 why);
      good = c.lines || lenient;
    }
  if (good && (c.lines || !chosen->lines))
    {
      for (size_t i = 0; i < p->n_functions; i++)
	choose_in (&c, &p->functions[i]);
      good = lenient || check (&c, why);
    }
  live_lines_free (c.lines);
  free (c.named);
  if (!good)
    free (c.is);
  return good ? c.is : NULL;
}
