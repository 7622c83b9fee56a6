/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A program with a million points: time, memory, and that both grow with the
   map, not faster.  HALT_SCALE=N changes the number of points.  */
/* test: rest */

#include <sys/resource.h>
#include <sys/wait.h>
#include "tests/unit/summarize_elf.h"

enum { POINTS = 10, BLOCKS = POINTS + 1, EDGES = 2 * POINTS + 2,
       UNITS = 10 };

/* A unit of N functions, each a chain of POINTS branches.  */
static struct bytes
make_unit (uint32_t number, uint32_t n)
{
  struct bytes strings = { NULL, 0 }, b = { NULL, 0 };
  struct halt_map_function *functions = calloc (n, sizeof *functions);
  struct halt_map_block *blocks = calloc (n * BLOCKS, sizeof *blocks);
  struct halt_map_edge *edges = calloc (n * EDGES, sizeof *edges);
  struct halt_map_point *points = calloc (n * POINTS, sizeof *points);
  uint64_t *addresses = calloc (n, sizeof *addresses);
  uint32_t file = 1;
  strings.data = calloc (32, n + 1);
  memcpy (strings.data, "\0source.c", 10);
  strings.size = 10;
  for (uint32_t i = 0; i < n; i++)
    {
      struct halt_map_edge *e = edges + i * EDGES;
      addresses[i] = 0x10000 + i;
      functions[i] = (struct halt_map_function) {
	.name = (uint32_t) strings.size, .file = file, .line = i + 1,
	.first_block = i * BLOCKS, .n_blocks = BLOCKS,
	.first_edge = i * EDGES, .n_edges = EDGES,
	.first_point = i * POINTS, .n_points = POINTS
      };
      strings.size += (size_t) sprintf (strings.data + strings.size,
					"function_%u_%u", number, i) + 1;
      *e++ = (struct halt_map_edge) { 0, 2, HALT_EDGE_FALL, 0 };
      for (uint32_t k = 0; k < BLOCKS; k++)
	{
	  blocks[i * BLOCKS + k] = (struct halt_map_block) {
	    .file = file, .line = i + k, .last_line = i + k + 2, .n_insns = 9
	  };
	  if (k == POINTS)
	    break;
	  *e++ = (struct halt_map_edge) { k + 2, k + 3, HALT_EDGE_FALL, 0 };
	  *e++ = (struct halt_map_edge) { k + 2, 2, HALT_EDGE_TAKEN, 0 };
	  points[i * POINTS + k] = (struct halt_map_point) {
	    .kind = HALT_CBR, .id = i * POINTS + k, .block = k + 2,
	    .insn = 8, .file = file, .line = i + k, .column = 5
	  };
	}
      *e = (struct halt_map_edge) { BLOCKS + 1, 1, HALT_EDGE_RETURN, 0 };
    }
  struct halt_map h = {
    .magic = HALT_MAP_MAGIC, .version = HALT_MAP_VERSION,
    .header_size = sizeof h, .unit = 0x1000 * (number + 1),
    .n_ids = n * POINTS, .n_functions = n, .n_blocks = n * BLOCKS,
    .n_edges = n * EDGES, .n_points = n * POINTS,
    .strings_size = (uint32_t) strings.size, .source = file
  };
  add_bytes (&b, &h, sizeof h);
  add_bytes (&b, addresses, n * sizeof *addresses);
  add_bytes (&b, functions, n * sizeof *functions);
  add_bytes (&b, blocks, n * BLOCKS * sizeof *blocks);
  add_bytes (&b, edges, n * EDGES * sizeof *edges);
  add_bytes (&b, points, n * POINTS * sizeof *points);
  add_bytes (&b, strings.data, strings.size);
  add_bytes (&b, "\0\0\0\0\0\0\0", -b.size & 7);
  ((struct halt_map *) b.data)->size = b.size;
  seal_map (b);
  free (strings.data);
  free (functions);
  free (blocks);
  free (edges);
  free (points);
  free (addresses);
  return b;
}

/* Write the program NAME and the profile NAME.prof with TOTAL points.  */
static void
make_program (const char *name, uint32_t total)
{
  struct halt_prof_unit units[UNITS];
  struct bytes section = { NULL, 0 };
  for (uint32_t i = 0; i < UNITS; i++)
    {
      struct bytes b = make_unit (i, total / UNITS / POINTS);
      const struct halt_map *h = (const void *) b.data;
      units[i] = (struct halt_prof_unit) {
	.address = h->unit, .base = i * h->n_ids, .count = h->n_ids,
	.checksum = h->checksum
      };
      add_bytes (&section, b.data, b.size);
      free (b.data);
    }
  write_program (name, section);
  free (section.data);

  uint64_t *rows = malloc (total * 3 * sizeof *rows);
  for (uint64_t i = 0; i < total; i++)
    {
      rows[3 * i] = i;
      rows[3 * i + 1] = next_random () % 1000000;
      rows[3 * i + 2] = next_random () % 1000000;
    }
  struct halt_prof_object object = { .n_units = UNITS };
  struct bytes b = make_prof (&object, 1, units, UNITS, rows, total, "", 1);
  char file[32];
  snprintf (file, sizeof file, "%s.prof", name);
  FILE *out = fopen (path (file), "w");
  fwrite (b.data, 1, b.size, out);
  fclose (out);
  free (b.data);
  free (rows);
}

/* Seconds of the processor and megabytes that `ghalt' needs for these words.  */
static double
measure (char **argv, int argc, long *megabytes)
{
  struct rusage usage;
  int status;
  fflush (NULL);
  pid_t child = fork ();
  if (child == 0)
    {
      if (!freopen (path ("out"), "w", stdout))
	_exit (99);
      int result = halt_command (argc, argv);
      fflush (NULL);
      _exit (result);
    }
  wait4 (child, &status, 0, &usage);
  CU_ASSERT_EQUAL (status, 0);
  *megabytes = usage.ru_maxrss / 1024;
  return (double) (usage.ru_utime.tv_sec + usage.ru_stime.tv_sec)
	 + (double) (usage.ru_utime.tv_usec + usage.ru_stime.tv_usec) / 1e6;
}

static void
test_scale (void)
{
  const char *wish = getenv ("HALT_SCALE");
  uint32_t total = wish ? (uint32_t) atoi (wish) : 1000000;
  make_program ("small", total / 10);
  make_program ("large", total);
  static const char *const words[][3] = {
    { "summarize", "--format=text", NULL },
    { "report", "--sort=count", "prof" },
    { "report", "--sort=unpredictable", "prof" },
    { "report", "--hot", "prof" },
    { "report", "--annotate", "prof" },
    { "report", "--format=folded", "prof" },
    { "report", "--format=callgrind", "prof" },
    { "summarize", "--format=json", NULL },
    { "report", "--format=json", "prof" },
    { "report", "--format=dot", "prof" },
    { "html", "--output", "prof" },
  };
  printf ("\n");
  for (size_t i = 0; i < LENGTH (words); i++)
    {
      double seconds[2] = { 0 };
      long megabytes[2] = { 0 };
      static const char *const names[2] = { "small", "large" };
      for (int k = 0; k < 2; k++)
	{
	  char *program = strdup (path (names[k])), prof[80], output[80];
	  snprintf (prof, sizeof prof, "%s.prof", program);
	  snprintf (output, sizeof output, "--output=%s", path ("site"));
	  char *word = (char *) words[i][1];
	  if (strcmp (word, "--output") == 0)
	    word = output;
	  char *argv[] = { (char *) "ghalt", (char *) words[i][0], word,
			   program, prof, NULL };
	  seconds[k] = measure (argv, words[i][2] ? 5 : 4, megabytes + k);
	  free (program);
	}
      printf ("    %-9s %-20s %u points: %.2f s, %ld MB; a tenth: %.2f s, "
	      "%ld MB\n", words[i][0], words[i][1], total, seconds[1],
	      megabytes[1], seconds[0], megabytes[0]);
      /* Times are printed, not judged: the desk may be busy.  */
#ifndef __SANITIZE_ADDRESS__
      if (!wish && strcmp (words[i][1], "--format=dot") != 0)
	CU_ASSERT_TRUE (megabytes[1] < 500);
#endif
    }
}

static const CU_TestInfo tests[] = {
  { "scale", test_scale },
  CU_TEST_INFO_NULL
};

int
main (void)
{
  if (make_directory ())
    return 1;
  int failed = run_tests ("scale", tests);
  remove_directory ();
  return failed;
}
