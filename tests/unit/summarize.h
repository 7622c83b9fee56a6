/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Maps and profiles made in memory, for the tests of summarize/.  */

#include <stdlib.h>
#include <string.h>
#include "ghalt/command.h"
#include "tests/unit/run.h"

#define LENGTH(array) (sizeof (array) / sizeof *(array))

/* A template for mkstemp or mkdtemp, where TMPDIR says.  */
__attribute__ ((unused)) static void
scratch_name (char *name, size_t size)
{
  const char *tmp = getenv ("TMPDIR");
  snprintf (name, size, "%s/halt-test-XXXXXX", tmp && *tmp ? tmp : "/tmp");
}

/* Stays empty.  */
__attribute__ ((unused)) static struct fault no_fault;

/* Bytes of their own allocation, so that a sanitizer sees what lies beyond.  */
struct bytes
{
  char *data;
  size_t size;
};

__attribute__ ((unused)) static struct bytes
copy_bytes (const void *data, size_t size)
{
  struct bytes b = { malloc (size ? size : 1), size };
  if (size)
    memcpy (b.data, data, size);
  return b;
}

static void
add_bytes (struct bytes *b, const void *data, size_t size)
{
  b->data = realloc (b->data, b->size + size + 8);
  if (size)
    memcpy (b->data + b->size, data, size);
  b->size += size;
}

/* Strings of the sample, and where they are.  */
static const char sample_strings[]
  = "\0f\0g\0a.c\0/src\0HALT test\0f(int, char)";
enum { S_F = 1, S_G = 3, S_FILE = 5, S_DIR = 9, S_PRODUCER = 14,
       S_PRETTY = 24 };

/* f: a loop around a diamond, then a jump table.

     entry -> 2 -> 3 <- 5     3: branch to 4 or 5;  5: branch back or on
	      5 -> 6 -> exit  6: table  */
static const struct halt_map_function sample_functions[] = {
  { .name = S_F, .pretty = S_PRETTY, .file = S_FILE, .line = 3,
    .n_blocks = 5, .n_edges = 9, .n_points = 3, .cfg_checksum = 0xabc },
  { .name = S_G, .file = S_FILE, .line = 20, .first_block = 77,
    .flags = HALT_FN_SKIPPED | HALT_FN_LOCAL }
};

static const struct halt_map_block sample_blocks[] = {
  { .file = S_FILE, .line = 3, .last_line = 4, .n_insns = 2 },
  { .file = S_FILE, .line = 5, .last_line = 5, .n_insns = 3 },
  { .file = S_FILE, .line = 6, .last_line = 6, .n_insns = 1 },
  { .file = S_FILE, .line = 7, .last_line = 900, .n_insns = 4 },
  { .n_insns = 2, .flags = HALT_BB_COLD },
};

static const struct halt_map_edge sample_edges[] = {
  { 0, 2, HALT_EDGE_FALL, 0 },
  { 2, 3, HALT_EDGE_FALL, 0 },
  { 3, 4, HALT_EDGE_FALL, 0 },
  { 3, 5, HALT_EDGE_TAKEN, 0 },
  { 4, 5, HALT_EDGE_JUMP, 0 },
  { 5, 3, HALT_EDGE_TAKEN, 0 },
  { 5, 6, HALT_EDGE_FALL, 0 },
  { 6, 1, HALT_EDGE_INDEX, 0 },
  { 6, 1, HALT_EDGE_INDEX, 1 },
};

static const struct halt_map_point sample_points[] = {
  { .kind = HALT_STARTUP, .block = 2, .file = S_FILE, .line = 3 },
  { .kind = HALT_CBR, .id = 0, .block = 3, .insn = 2, .file = S_FILE,
    .line = 5, .column = 7, .first_arg = 0, .n_args = 2 },
  { .kind = HALT_CBR, .id = 1, .block = 5, .insn = 3,
    .flags = HALT_POINT_AFTER },
};

static const int64_t sample_args[] = { -3, INT64_MIN };

/* Make the header fit what is in the map again.  */
static void
seal_map (struct bytes b)
{
  struct halt_map *h = (struct halt_map *) b.data;
  size_t body = sizeof *h + h->n_functions * sizeof (uint64_t);
  if (body <= b.size)
    h->checksum = halt_checksum (HALT_CHECKSUM_START, b.data + body,
				 b.size - body);
}

/* The map of a unit with the descriptor UNIT.  EXTRA tells its body from that
   of others.  */
__attribute__ ((unused)) static struct bytes
make_map (uint64_t unit, uint64_t address, uint64_t extra)
{
  struct halt_map h = {
    .magic = HALT_MAP_MAGIC, .version = HALT_MAP_VERSION,
    .header_size = sizeof h, .unit = unit, .n_ids = 2,
    .n_functions = LENGTH (sample_functions),
    .n_blocks = LENGTH (sample_blocks), .n_edges = LENGTH (sample_edges),
    .n_points = LENGTH (sample_points), .n_args = LENGTH (sample_args),
    .strings_size = sizeof sample_strings, .source = S_FILE,
    .directory = S_DIR, .producer = S_PRODUCER
  };
  struct halt_map_function functions[LENGTH (sample_functions)];
  uint64_t addresses[LENGTH (sample_functions)] = { address };
  struct bytes b = { NULL, 0 };
  memcpy (functions, sample_functions, sizeof functions);
  functions[1].cfg_checksum = extra;
  add_bytes (&b, &h, sizeof h);
  add_bytes (&b, addresses, sizeof addresses);
  add_bytes (&b, functions, sizeof functions);
  add_bytes (&b, sample_blocks, sizeof sample_blocks);
  add_bytes (&b, sample_edges, sizeof sample_edges);
  add_bytes (&b, sample_points, sizeof sample_points);
  add_bytes (&b, sample_args, sizeof sample_args);
  add_bytes (&b, sample_strings, sizeof sample_strings);
  add_bytes (&b, "\0\0\0\0\0\0\0", -b.size & 7);
  ((struct halt_map *) b.data)->size = b.size;
  seal_map (b);
  struct bytes exact = copy_bytes (b.data, b.size);
  free (b.data);
  return exact;
}

__attribute__ ((unused)) static void
seal_prof (struct bytes b)
{
  struct halt_prof *h = (struct halt_prof *) b.data;
  if (b.size < sizeof *h)
    return;
  h->checksum = halt_sum_words (HALT_CHECKSUM_START, h + 1,
			       b.size - sizeof *h);
}

/* A profile: N units in the objects, of which OBJECTS has the number of units
   each, and N_ROWS rows of CBR.  Strings: STRINGS, SIZE bytes.  */
__attribute__ ((unused)) static struct bytes
make_prof (const struct halt_prof_object *objects, size_t n_objects,
	   const struct halt_prof_unit *units, size_t n_units,
	   const uint64_t *rows, size_t n_rows,
	   const char *strings, size_t strings_size)
{
  struct halt_prof h = {
    .magic = HALT_PROF_MAGIC, .version = HALT_PROF_VERSION,
    .header_size = sizeof h, .pid = 42, .n_objects = (uint32_t) n_objects,
    .n_units = (uint32_t) n_units, .n_tables = 1,
    .strings_size = (uint32_t) strings_size
  };
  struct halt_prof_table table = { HALT_CBR, 3, n_rows };
  struct bytes b = { NULL, 0 };
  add_bytes (&b, &h, sizeof h);
  add_bytes (&b, objects, n_objects * sizeof *objects);
  add_bytes (&b, units, n_units * sizeof *units);
  add_bytes (&b, &table, sizeof table);
  add_bytes (&b, rows, n_rows * 3 * sizeof *rows);
  add_bytes (&b, strings, strings_size);
  ((struct halt_prof *) b.data)->size = b.size;
  seal_prof (b);
  struct bytes exact = copy_bytes (b.data, b.size);
  free (b.data);
  return exact;
}

/* Numbers that are the same in every run.  */
__attribute__ ((unused)) static uint64_t
next_random (void)
{
  static uint64_t state = 88172645463325252ull;
  state ^= state << 13;
  state ^= state >> 7;
  return state ^= state << 17;
}

/* What CALL writes to OUT, as a string.  */
#define CAPTURE(text, out, call)			\
  do							\
    {							\
      size_t capture_size;				\
      FILE *out = open_memstream (&text, &capture_size);	\
      call;						\
      fclose (out);					\
    }							\
  while (0)
