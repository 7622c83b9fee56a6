/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Read descriptions of paths.  Here only what cannot be told from other lines
   is believed: which edges and points there are, and what they are; all else
   follows from that, see check.c.  */

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/grow.h"
#include "blpp/parse.h"

/* --- lines and words ---------------------------------------------------- */

static bool
next_line (struct reader *r)
{
  r->line++;
  if (r->at == r->end)
    return blpp_fail (r, "the text ends too soon");
  const char *nl = memchr (r->at, '\n', r->end - r->at);
  if (!nl)
    return blpp_fail (r, "the line has no end");
  r->word = r->at;
  r->stop = nl;
  r->at = nl + 1;
  return true;
}

/* The next word, N bytes; NULL if the line has ended.  */
static const char *
next_word (struct reader *r, size_t *n)
{
  const char *word = r->word;
  if (!word)
    return NULL;
  const char *space = memchr (word, ' ', r->stop - word);
  *n = (space ? space : r->stop) - word;
  r->word = space ? space + 1 : NULL;
  return word;
}

static bool
is (const char *word, size_t n, const char *text)
{
  return word && n == strlen (text) && memcmp (word, text, n) == 0;
}

static bool
expect (struct reader *r, const char *text)
{
  size_t n = 0;
  const char *word = next_word (r, &n);
  return is (word, n, text)
	 || blpp_fail (r, "'%s' is missing, the line has '%.*s'", text,
		       (int) (n > 40 ? 40 : n), word ? word : "");
}

/* A number called WHAT.  */
static bool
number (struct reader *r, const char *what, uint64_t *value)
{
  size_t n = 0;
  const char *word = next_word (r, &n);
  if (!word || n == 0 || n > 20 || (n > 1 && *word == '0'))
    return blpp_fail (r, "no number of the %s", what);
  *value = 0;
  for (size_t i = 0; i < n; i++)
    {
      unsigned digit = (unsigned char) word[i] - '0';
      if (digit > 9)
	return blpp_fail (r, "no number of the %s", what);
      if (*value > (UINT64_MAX - digit) / 10)
	return blpp_fail (r, "number of the %s too large", what);
      *value = *value * 10 + digit;
    }
  return true;
}

/* The same, less than END.  */
static bool
index_of (struct reader *r, const char *what, uint64_t end, uint64_t *value)
{
  return number (r, what, value)
	 && (*value < end
	     || blpp_fail (r, "%s %" PRIu64 ", but there are %" PRIu64, what,
			   *value, end));
}

static bool
end_line (struct reader *r)
{
  return !r->word
	 || blpp_fail (r, "there is more on the line than there should be");
}

/* --- one procedure ------------------------------------------------------ */

/* Escapes undone; the caller frees it.  */
static char *
read_name (struct reader *r)
{
  size_t n = r->word ? r->stop - r->word : 0, k = 0;
  char *name = blpp_zeroed (n + 1, 1);
  if (!name)
    {
      blpp_no_memory (r);
      return NULL;
    }
  for (const char *p = r->word; k < BLPP_MAX_NAME + 1 && p && p < r->stop; p++)
    if (*p != '\\')
      name[k++] = *p;
    else
      {
	/* Other characters than these are noticed when it is written again.  */
	int c = 0;
	for (int i = 1; i < 4 && p + i < r->stop; i++)
	  c = c * 8 + (p[i] & 7);
	p += r->stop - p > 3 ? 3 : r->stop - p - 1;
	name[k++] = c;
      }
  name[k] = 0;
  if (k > 0 && k <= BLPP_MAX_NAME && strlen (name) == k)
    return name;
  blpp_fail (r, k == 0		    ? "the procedure has no name"
		: k > BLPP_MAX_NAME ? "the name is too long"
				    : "NUL in the name");
  free (name);
  return NULL;
}

/* The line "graph".  Every block, edge and region has a line, so no size need
   be believed that the text does not have.  */
static bool
read_sizes (struct reader *r, struct blpp *b, uint32_t *regions)
{
  uint64_t left = (r->end - r->at) / 7 + 2,
	   most = left < BLPP_MAX ? left : BLPP_MAX;
  uint64_t blocks, edges, entry, n;
  if (!next_line (r) || !expect (r, "graph") || !number (r, "blocks", &blocks)
      || !number (r, "edges", &edges))
    return false;
  if (blocks == 0)
    return blpp_fail (r, "a graph without blocks");
  if (blocks >= most || edges >= most)
    return blpp_fail (r, "more blocks or edges than there are lines");
  if (!index_of (r, "entry", blocks, &entry) || !number (r, "regions", &n)
      || !end_line (r))
    return false;
  if (n == 0 || n > 2 * blocks)
    return blpp_fail (r, "%" PRIu64 " regions of %" PRIu64 " blocks", n,
		      blocks);
  b->n_blocks = blocks;
  b->n_edges = edges;
  b->entry = entry;
  *regions = n;
  b->edges = blpp_zeroed (edges, sizeof *b->edges);
  b->role = blpp_zeroed (edges, 1);
  b->same = blpp_zeroed (edges, sizeof *b->same);
  b->blocks = blpp_zeroed (blocks, 1);
  b->head = blpp_zeroed (blocks, sizeof *b->head);
  b->block = blpp_zeroed (2 * blocks, sizeof *b->block);
  return (b->edges && b->role && b->same && b->blocks && b->head && b->block)
	 || blpp_no_memory (r);
}

static bool
read_regions (struct reader *r, uint32_t n)
{
  uint64_t value;
  for (uint32_t i = 0; i < n; i++)
    if (!next_line (r) || !expect (r, "region")
	|| !index_of (r, "region", n, &value) || !number (r, "paths", &value)
	|| !end_line (r))
      return false;
  return true;
}

static bool
read_role (struct reader *r, struct blpp *b, uint32_t e)
{
  static const struct
  {
    const char *word;
    enum blpp_role role;
  } words[] = {
    { "dead", BLPP_DEAD }, { "loose", BLPP_LOOSE }, { "lost", BLPP_LOST }
  };
  size_t n = 0;
  uint64_t value;
  const char *word = next_word (r, &n);
  struct blpp_edge *edge = b->edges + e;
  b->same[e] = e;
  b->role[e] = BLPP_STEP;
  for (size_t i = 0; i < sizeof words / sizeof *words; i++)
    if (is (word, n, words[i].word))
      {
	b->role[e] = words[i].role;
	return true;
      }
  if (is (word, n, "same"))
    {
      b->role[e] = BLPP_SAME;
      edge->flags = BLPP_BOUND;
      if (!index_of (r, "edge", e, &value))
	return false;
      b->same[e] = value;
      const struct blpp_edge *other = b->edges + value;
      return (other->from == edge->from && other->to == edge->to
	      && b->role[value] != BLPP_SAME)
	     || blpp_fail (r,
			   "edge %" PRIu32 " is not the same as edge %" PRIu64,
			   e, value);
    }
  if (is (word, n, "bound"))
    edge->flags = BLPP_BOUND;
  else if (is (word, n, "ends"))
    b->role[e] = BLPP_ENDS;
  else if (!is (word, n, "step"))
    return blpp_fail (r, "an edge is not '%.*s'", (int) (n > 40 ? 40 : n),
		      word ? word : "");
  return number (r, "value", &value);
}

static bool
read_edges (struct reader *r, struct blpp *b)
{
  uint64_t i, from, to;
  r->edges = r->line + 1;
  for (uint32_t e = 0; e < b->n_edges; e++)
    {
      if (!next_line (r) || !expect (r, "edge")
	  || !index_of (r, "edge", b->n_edges, &i)
	  || !index_of (r, "block", b->n_blocks, &from)
	  || !index_of (r, "block", b->n_blocks, &to))
	return false;
      b->edges[e].from = from;
      b->edges[e].to = to;
      if (!read_role (r, b, e) || !end_line (r))
	return false;
    }
  return true;
}

/* Points and begins, up to "end".  BEGIN: the regions of begins at blocks,
   then of those before them.  */
static bool
read_points (struct reader *r, struct blpp *b, uint32_t regions,
	     uint32_t *begin)
{
  static const struct
  {
    const char *word;
    uint8_t flags;
  } points[] = { { "head", BLOCK_HEAD },
		 { "stop", BLOCK_HEAD | BLPP_HEAD_ENDS },
		 { "exit", BLPP_LEAVES },
		 { "tail", BLPP_TAIL_ENDS },
		 { "final", BLPP_TAIL_ENDS | BLPP_LEAVES },
		 { "dead", 0 },
		 { "begin", 0 },
		 { "front", 0 } };
  enum
  {
    DEAD = 5,
    BEGIN,
    FRONT,
    N
  };
  for (;;)
    {
      size_t n = 0;
      uint64_t block, value;
      if (!next_line (r))
	return false;
      const char *word = next_word (r, &n);
      if (is (word, n, "end"))
	return end_line (r);
      int k = 0;
      while (k < N && !is (word, n, points[k].word))
	k++;
      if (k == N)
	return blpp_fail (r, "'%.*s' is not known here",
			  (int) (n > 40 ? 40 : n), word);
      if (!index_of (r, "block", b->n_blocks, &block)
	  || (k >= BEGIN && !index_of (r, "region", regions, &value)))
	return false;
      b->blocks[block] |= points[k].flags;
      if (k >= BEGIN)
	begin[block + (k == FRONT ? b->n_blocks : 0)] = value;
      if ((k != DEAD && !number (r, "value", &value)) || !end_line (r))
	return false;
    }
}

static bool
read_procedure (struct reader *r, struct blpp_procedure *p)
{
  const char *start = r->at;
  struct blpp *b = p->paths = blpp_zeroed (1, sizeof *b);
  uint32_t regions = 0, *begin = NULL;
  if (!b)
    return blpp_no_memory (r);
  if (!next_line (r) || !expect (r, "procedure")
      || !number (r, "procedure", &p->id) || !(p->name = read_name (r)))
    return false;
  size_t line = r->line;
  if (!read_sizes (r, b, &regions) || !read_regions (r, regions)
      || !read_edges (r, b))
    return false;
  begin = blpp_zeroed (2 * (size_t) b->n_blocks, sizeof *begin);
  if (!begin)
    return blpp_no_memory (r);
  memset (begin, 0xff, 2 * (size_t) b->n_blocks * sizeof *begin);
  bool done = read_points (r, b, regions, begin)
	      && blpp_renumber (r, b, regions, begin, line)
	      && blpp_compare (r, p, start, line);
  free (begin);
  return done;
}

/* --- all of them -------------------------------------------------------- */

static bool
read_version (struct reader *r)
{
  uint64_t version;
  if (!next_line (r) || !expect (r, "halt-paths")
      || !number (r, "version", &version) || !end_line (r))
    return false;
  return version == 1
	 || blpp_fail (r,
		       "version %" PRIu64 ", this is the reader of version 1",
		       version);
}

static bool
read_all (struct reader *r, struct blpp_description *d)
{
  if (!read_version (r))
    return false;
  while (r->at < r->end)
    {
      if (!grow (&d->procedures, d->n, sizeof *d->procedures))
	return blpp_no_memory (r);
      struct blpp_procedure *p = d->procedures + d->n++;
      memset (p, 0, sizeof *p);
      if (!read_procedure (r, p))
	return false;
    }
  return true;
}

int
blpp_read (struct blpp_description *d, const char *text, size_t size,
	   struct blpp_fault *f)
{
  struct reader r = { .at = text, .end = text + size, .fault = f };
  memset (d, 0, sizeof *d);
  if (read_all (&r, d))
    return 0;
  blpp_description_release (d);
  errno = f->line ? EINVAL : ENOMEM;
  return -1;
}

void
blpp_description_release (struct blpp_description *d)
{
  for (size_t i = 0; i < d->n; i++)
    {
      free (d->procedures[i].name);
      blpp_free (d->procedures[i].paths);
    }
  free (d->procedures);
  memset (d, 0, sizeof *d);
}
