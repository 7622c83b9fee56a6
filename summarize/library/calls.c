/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Who called whom how often: calls were counted where they are made, by the kind
   CALL.  What a call instruction names is in the map (HALT_ARG_CALLEE); which
   function that is follows from symbols, as linkers find it.  */

#include <stdlib.h>
#include <string.h>
#include "base/order.h"
#include "elf/elf.h"
#include "summarize/library/library.h"

/* A name that FUNCTION of object OBJECT has.  */
struct symbol
{
  const char *name;
  size_t function;
  size_t unit;
  uint32_t object;
  bool local, exported;
};

struct names
{
  const struct ghalt_report *report;
  struct symbol *list;
  size_t n;
  Elf **elfs;			/* of the objects; what names are in */
  size_t n_elfs;
};

struct ghalt_calls
{
  struct ghalt_call *list;
  size_t n;
  struct names names;
};

/* --- names ---------------------------------------------------------------- */

ORDER (compare_names, struct symbol,
       BY_TEXT (name) ?: UP (object) ?: UP (function));

static bool
add_name (struct names *s, const char *name, const struct ghalt_function *fn,
	  bool exported, struct fault *f)
{
  if (!another (&s->list, s->n, sizeof *s->list, f))
    return false;
  s->list[s->n++] = (struct symbol) {
    .name = name,
    .function = fn->number,
    .unit = fn->unit,
    .object = s->report->join.units[fn->unit].object,
    .local = fn->flags & GHALT_FUNCTION_LOCAL,
    .exported = exported
  };
  return true;
}

/* The functions themselves, but for those that the linker dropped.  */
static bool
add_functions (struct names *s, struct fault *f)
{
  struct ghalt_function fn;
  for (size_t i = 0; ghalt_function (s->report, i, &fn); i++)
    if (!fn.discarded && !add_name (s, fn.name, &fn, false, f))
      return false;
  return true;
}

/* A function's address, and which it is.  */
struct start
{
  uint64_t address;
  size_t function;
};

ORDER (compare_starts, struct start, UP (address));

/* The functions of OBJECT by their addresses, *N of them.  */
static struct start *
list_starts (const struct ghalt_report *r, uint32_t object, size_t *n,
	     struct fault *f)
{
  struct ghalt_function fn;
  struct start *list = fresh (r->join.n_functions, sizeof *list, f);
  *n = 0;
  for (size_t i = 0; list && ghalt_function (r, i, &fn); i++)
    if (r->join.units[fn.unit].object == object && fn.address && !fn.discarded)
      list[(*n)++] = (struct start) { fn.address, i };
  if (*n > 0)
    qsort (list, *n, sizeof *list, compare_starts);
  return list;
}

/* Names of the N functions at STARTS in the file PATH: those that are exported, and
   aliases.  A file that is no longer there has none: names of functions remain.  */
static bool
add_file (struct names *s, const char *path, const struct start *starts,
	  size_t n, struct fault *f)
{
  struct ghalt_function fn;
  Elf *elf = path ? elf_open (path, ELF_K_ELF) : NULL;
  if (!elf)
    return true;
  if (!another (&s->elfs, s->n_elfs, sizeof *s->elfs, f))
    {
      elf_end (elf);
      return false;
    }
  s->elfs[s->n_elfs++] = elf;
  for (struct elf_symbol i = { .elf = elf }; elf_next_symbol (&i);)
    {
      bool dynamic = i.table.header.sh_type == SHT_DYNSYM;
      const struct start key = { .address = i.is.st_value };
      const struct start *found
	= i.is.st_shndx != SHN_UNDEF && GELF_ST_TYPE (i.is.st_info) == STT_FUNC
	    ? bsearch (&key, starts, n, sizeof *starts, compare_starts)
	    : NULL;
      if (!found || !ghalt_function (s->report, found->function, &fn)
	  || (!dynamic && strcmp (i.name, fn.name) == 0))
	continue;
      if (!dynamic && GELF_ST_BIND (i.is.st_info) == STB_LOCAL)
	fn.flags |= GHALT_FUNCTION_LOCAL;
      if (!add_name (s, i.name, &fn, dynamic, f))
	return false;
    }
  return true;
}

static bool
add_objects (struct names *s, struct fault *f)
{
  const struct join *j = &s->report->join;
  for (uint32_t i = 0; i < j->prof->header->n_objects; i++)
    {
      const struct program *p = j->objects[i].program;
      size_t n;
      if (!p || p->image.relocatable)
	continue;
      struct start *starts = list_starts (s->report, i, &n, f);
      bool ok = starts && add_file (s, p->path, starts, n, f)
		&& add_file (s, p->debug_path, starts, n, f);
      free (starts);
      if (!ok)
	return false;
    }
  return true;
}

static bool
names_find (struct names *s, const struct ghalt_report *r, struct fault *f)
{
  s->report = r;
  if (!add_functions (s, f) || !add_objects (s, f))
    return false;
  if (s->n > 0)
    qsort (s->list, s->n, sizeof *s->list, compare_names);
  return true;
}

static void
names_release (struct names *s)
{
  for (size_t i = 0; i < s->n_elfs; i++)
    elf_end (s->elfs[i]);
  free (s->elfs);
  free (s->list);
}

/* How well S is what a call in UNIT of OBJECT means by its name: 0 not at all.  What
   is exported may be replaced by that of an object which was loaded before.  */
static unsigned
rank_symbol (const struct symbol *s, size_t unit, uint32_t object,
	     bool replaced)
{
  if (s->unit == unit && s->local)
    return 5;
  if (s->local)
    return 0;
  if (s->exported && replaced)
    return 4;
  return s->object == object ? 3 : s->exported ? 2 : 1;
}

/* The function that NAME is in FN.  */
static size_t
resolve (const struct names *s, const char *name,
	 const struct ghalt_function *fn)
{
  uint32_t object = s->report->join.units[fn->unit].object;
  size_t low = 0, high = s->n, best = GHALT_NO_FUNCTION;
  unsigned best_rank = 0;
  BISECT (low, high, i, strcmp (s->list[i].name, name) < 0);
  /* Whether the object of the call lets others replace its own.  */
  bool replaced = false;
  for (size_t i = low; i < s->n && strcmp (s->list[i].name, name) == 0; i++)
    replaced |= s->list[i].object == object && s->list[i].exported;
  for (size_t i = low; i < s->n && strcmp (s->list[i].name, name) == 0; i++)
    {
      unsigned n = rank_symbol (s->list + i, fn->unit, object, replaced);
      if (n > best_rank)
	{
	  best_rank = n;
	  best = s->list[i].function;
	}
    }
  return best;
}

/* --- calls ---------------------------------------------------------------- */

/* What POINT names as what it calls, or "".  */
static const char *
callee_of (const struct ghalt_report *r, const struct ghalt_point *point)
{
  struct ghalt_arg arg;
  for (uint32_t i = 0; ghalt_arg (r, point, i, &arg); i++)
    if (arg.form == GHALT_ARG_CALLEE)
      return arg.text;
  return "";
}

ORDER (compare_calls, struct ghalt_call,
       UP (caller) ?: UP (callee) ?: BY_TEXT (name) ?: BY_TEXT (file)
	 ?: UP (line));

static bool
add_call (struct ghalt_calls *c, const struct ghalt_call *call, struct fault *f)
{
  if (!another (&c->list, c->n, sizeof *c->list, f))
    return false;
  c->list[c->n++] = *call;
  return true;
}

static bool
add_point (struct ghalt_calls *c, const struct ghalt_point *p, struct fault *f)
{
  const struct ghalt_report *r = c->names.report;
  struct ghalt_function fn;
  struct ghalt_place place = { .file = "" };
  ghalt_function (r, p->function, &fn);
  ghalt_point_place (r, p, &place);
  struct ghalt_call call = {
    .caller = p->function,
    .callee = GHALT_NO_FUNCTION,
    .name = callee_of (r, p),
    .file = place.file,
    .line = place.line,
    .sites = 1,
    .count = { p->events, GHALT_MEASURED, 0, 0 }
  };
  if (*call.name)
    call.callee = resolve (&c->names, call.name, &fn);
  if (call.callee != GHALT_NO_FUNCTION && ghalt_function (r, call.callee, &fn))
    call.name = fn.name;
  return add_call (c, &call, f);
}

/* Calls from the same line to the same function become one.  */
static void
merge_calls (struct ghalt_calls *c)
{
  size_t n = 0;
  if (c->n > 0)
    qsort (c->list, c->n, sizeof *c->list, compare_calls);
  for (size_t i = 0; i < c->n; i++)
    if (n > 0 && compare_calls (c->list + n - 1, c->list + i) == 0)
      {
	c->list[n - 1].sites += c->list[i].sites;
	c->list[n - 1].count = ghalt_count_add (c->list[n - 1].count,
						c->list[i].count);
      }
    else
      c->list[n++] = c->list[i];
  c->n = n;
}

/* What functions were entered more often than known calls say came from elsewhere:
   through pointers, or from code without points.  */
static bool
add_arrivals (struct ghalt_calls *c, struct fault *f)
{
  const struct ghalt_report *r = c->names.report;
  struct ghalt_point p;
  uint64_t *known = fresh (r->join.n_functions, sizeof *known, f);
  bool ok = known;
  for (size_t i = 0; ok && i < c->n; i++)
    if (c->list[i].callee != GHALT_NO_FUNCTION)
      known[c->list[i].callee] = add_counts (known[c->list[i].callee],
					     c->list[i].count.n);
  for (size_t i = 0; ok && ghalt_counted (r, GHALT_KIND_ENTRY, i, &p); i++)
    {
      struct ghalt_function fn;
      /* A counter that has stopped does not tell how much more came.  */
      bool stopped = p.events == UINT64_MAX;
      if (!p.recorded || p.shared
	  || (!stopped && p.events <= known[p.function]))
	continue;
      ghalt_function (r, p.function, &fn);
      const struct ghalt_call call = {
	.caller = GHALT_NO_FUNCTION,
	.callee = p.function,
	.name = fn.name,
	.file = "",
	.count = { stopped ? 0 : p.events - known[p.function],
		   stopped ? GHALT_UNKNOWN : GHALT_DERIVED,
		   stopped ? REASON_OVERFLOW : REASON_NONE, 0 }
      };
      ok = add_call (c, &call, f);
    }
  free (known);
  return ok;
}

struct ghalt_calls *
ghalt_calls_open (const struct ghalt_report *report, struct ghalt_error **error)
{
  struct fault f;
  struct ghalt_point p;
  struct ghalt_calls *c = fresh (1, sizeof *c, &f);
  bool ok = c && names_find (&c->names, report, &f);
  for (size_t i = 0; ok && ghalt_counted (report, GHALT_KIND_CALL, i, &p); i++)
    ok = !p.recorded || add_point (c, &p, &f);
  if (ok)
    {
      merge_calls (c);
      ok = add_arrivals (c, &f);
    }
  if (ok)
    return c;
  ghalt_calls_close (c);
  error_set (error, &f);
  return NULL;
}

const struct ghalt_call *
ghalt_calls_list (const struct ghalt_calls *calls, size_t *n)
{
  *n = calls->n;
  return calls->list;
}

void
ghalt_calls_close (struct ghalt_calls *calls)
{
  if (!calls)
    return;
  names_release (&calls->names);
  free (calls->list);
  free (calls);
}
