/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Counting in line: the unit's cells, and the table that says what is known
   from them (halt/format.h).  */

#include "plugin/core/core.h"
#include "plugin/count/count.h"
#include "plugin/target_hooks.h"

/* A name that linkers leave alone.  */
#define CELLS_SECTION "halt_cells"
#define FIRST_SYMBOL "__halt_cells_first"
#define LAST_SYMBOL "__halt_cells_last"

/* Of the unit: cells; sums, by their numbers of terms; the terms of all; counters
   and what tells them.  */
static uint32_t n_cells;
static auto_vec<uint32_t> sums;
static auto_vec<counted> terms;
static auto_vec<struct halt_counter> counters;
static auto_vec<counted> tells;
/* Those that are counted for in link-time optimisation.  */
static auto_vec<uint64_t> units;

int
table_cells (int n)
{
  n_cells += n;
  return n_cells - n;
}

struct counted
table_sum (const vec<counted> &list)
{
  if (list.length () == 1 && !list[0].minus)
    return list[0];
  for (unsigned i = 0; i < list.length (); i++)
    terms.safe_push (list[i]);
  sums.safe_push (list.length ());
  return { (int) sums.length () - 1, true, false };
}

void
table_counter (const struct halt_counter &c, const struct counted &n)
{
  counters.safe_push (c);
  tells.safe_push (n);
}

int64_t
count_paths (uint64_t id, uint64_t n)
{
  struct halt_counter c = {};
  int first = table_cells (n);
  c.id = id;
  c.kind = HALT_PATH_SUM_READ;
  c.what = n;
  table_counter (c, { first, false, false });
  return first;
}

int64_t
count_first (uint64_t id, bool fixed)
{
  struct halt_counter c = {};
  int cell = table_cells (1);
  c.id = id;
  c.kind = HALT_FIRST;
  c.flags = fixed ? HALT_POINT_FIXED : 0;
  table_counter (c, { cell, false, false });
  return cell;
}

uint32_t
count_unit (uint64_t hash)
{
  for (unsigned i = 0; i < units.length (); i++)
    if (units[i] == hash)
      return i + 1;
  units.safe_push (hash);
  return units.length ();
}

/* The table's number: sums come after the cells.  */
static int32_t
number_of (const struct counted &c)
{
  return (c.sum ? n_cells : 0) + c.n;
}

/* What is known from the cells, for who reads profiles (halt/format.h).  */
static void
write_table (FILE *f, const char *symbol, const char *cells)
{
  struct halt_counters head = {};
  const size_t at = offsetof (struct halt_counters, unit);
  auto_vec<int32_t> words;
  for (unsigned i = 0; i < sums.length (); i++)
    words.safe_push (sums[i]);
  for (unsigned i = 0; i < terms.length (); i++)
    words.safe_push (terms[i].minus ? -number_of (terms[i]) - 1
				    : number_of (terms[i]) + 1);
  for (unsigned i = 0; i < counters.length (); i++)
    counters[i].number = number_of (tells[i]);
  if (words.length () % 2)
    words.safe_push (0);
  head.magic = HALT_COUNTERS_MAGIC;
  head.version = HALT_COUNTERS_VERSION;
  head.n_cells = n_cells;
  head.n_counters = counters.length ();
  head.n_sums = sums.length ();
  head.n_terms = terms.length ();
  head.n_units = units.length ();
  head.size = sizeof head + units.length () * sizeof (uint64_t)
	      + counters.length () * sizeof counters[0]
	      + words.length () * sizeof words[0];
  fprintf (f, "\t.section\t" HALT_COUNTERS_SECTION
	      ",\"\",%%progbits\n\t.balign\t8\n");
  unit_write_words (f, &head, at);
  unit_write_address (f, symbol);
  unit_write_address (f, cells);
  unit_write_words (f, (const char *) &head + at + 16, sizeof head - at - 16);
  for (unsigned i = 0; i < units.length (); i++)
    unit_write_address (f,
			ACONCAT (("*", unit_streamed_symbol (units[i]), NULL)));
  unit_write_words (f, counters.address (),
		    counters.length () * sizeof counters[0]);
  unit_write_words (f, words.address (), words.length () * sizeof words[0]);
}

/* Of what each program or shared object with counters has once.  */
#define COLLECT_GROUP "__halt_count"

/* The cells of a program or shared object lie in pages of their own, so that they
   can be mapped from a file.  The first unit that is linked brings where they begin
   and end, and the note that tells; it belongs to what linkers do not drop.  Their first
   words are the runtime's and the object's order of functions, which goes on where
   an object that is opened again has its cells in a file.  */
static void
write_bounds (FILE *f, const char *word)
{
  static const char *const bounds[][2] = {
    { CELLS_SECTION, FIRST_SYMBOL }, { CELLS_SECTION "_end", LAST_SYMBOL }
  };
  fprintf (f, "\t.ifndef\t" FIRST_SYMBOL "\n");
  for (int i = 0; i < 2; i++)
    fprintf (f,
	     "\t.section\t%s,\"awG\",%%nobits,__halt_cells,comdat\n"
	     "\t.balign\t%d\n\t.globl\t%s\n\t.hidden\t%s\n%s:\n\t.zero\t64\n",
	     bounds[i][0], target_page_bytes (), bounds[i][1], bounds[i][1],
	     bounds[i][1]);
  fprintf (f, "\t.globl\t" COUNT_ORDER_SYMBOL "\n\t.hidden\t" COUNT_ORDER_SYMBOL
	      "\n" COUNT_ORDER_SYMBOL " = " FIRST_SYMBOL "+8\n");
  fputs ("\t.endif\n\t.section\t" HALT_NOTE_SECTION
	 ",\"aG\",%note," COLLECT_GROUP ",comdat\n\t.balign\t4\n",
	 f);
  unit_write_note (f, 2 * unit_distance_bytes (), HALT_NOTE_CELLS);
  fprintf (f, "%s" FIRST_SYMBOL "-.\n%s" LAST_SYMBOL "-.\n", word, word);
}

/* A link without a runtime that knows such cells fails.  */
static void
write_collect (FILE *f)
{
  fprintf (f,
	   "\t.section\t.fini_array.00000,\"awG\",%%fini_array," COLLECT_GROUP
	   ",comdat\n\t.balign\t%d\n",
	   (int) POINTER_SIZE_UNITS);
  /* Not every machine's pointers to functions are their addresses.  */
  rtx collect = gen_rtx_SYMBOL_REF (Pmode, "__halt_count2_needs_libhalt_a");
  SYMBOL_REF_FLAGS (collect) |= SYMBOL_FLAG_FUNCTION;
  assemble_integer (collect, POINTER_SIZE_UNITS, POINTER_SIZE, 1);
}

/* Write the note, behind another, the cells, which are called CELLS, and what they
   mean.  THREAD: each thread has some of its own.  */
static void
write_cells (FILE *f, const char *cells, bool thread)
{
  const char *word = unit_distance_op ();
  unit_write_note (f, (thread ? 4 : 3) * unit_distance_bytes (),
		   HALT_NOTE_COUNTERS);
  char *symbol = concat ("*",
			 units.length () ? unit_streamed_symbol (units[0])
					 : unit_symbol (),
			 NULL);
  fprintf (f, "%s%s-.\n%s%s-.\n%s%u\n", word, symbol + 1, word, cells, word,
	   n_cells);
  if (thread)
    fprintf (f, "%s" THREADS_SYMBOL "-.\n", word);
  write_bounds (f, word);
  fprintf (f,
	   "\t.section\t" CELLS_SECTION ",\"aw\",%%nobits\n"
	   "\t.balign\t64\n%s:\n\t.zero\t%llu\n",
	   cells, 2 * sizeof (uint64_t) * (unsigned long long) n_cells);
  write_table (f, symbol, ACONCAT (("*", cells, NULL)));
  free (symbol);
}

void
count_write (FILE *f)
{
  bool thread = config->count == COUNT_THREAD && !config->blpp;
  if (!n_cells)
    return;
  write_cells (f, CELLS_SYMBOL, thread);
  write_collect (f);
  if (thread)
    thread_write (f, n_cells);
}

const char *
count_streamed_cells (void)
{
  char name[80];
  snprintf (name, sizeof name, "%s_cells", unit_symbol ());
  return ggc_strdup (name);
}

void
count_write_streamed (FILE *f)
{
  const char *cells = count_streamed_cells ();
  if (!n_cells)
    return;
  write_cells (f, cells, false);
  fprintf (f, "\t.globl\t%s\n\t.hidden\t%s\n", cells, cells);
  n_cells = 0;
  counters.truncate (0);
  tells.truncate (0);
}
