/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What the source files were when they were compiled: the checksums that units left
   behind (HALT_SOURCES_SECTION).  */

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include "base/order.h"
#include "summarize/library/library.h"

struct source
{
  uint32_t file;
  uint64_t sum;
};

struct ghalt_sources
{
  struct line_files files;
  struct source *list;		/* sorted, each once */
  size_t n;
  uint64_t *sums;		/* of the list */
};

ORDER (compare_sources, struct source, UP (file) ?: UP (sum));

/* Add TEXT: a checksum, a space, and a path.  What is anything else is passed over.  */
static bool
add_text (void *data, const char *text, struct fault *f)
{
  struct ghalt_sources *s = data;
  char *end;
  uint64_t sum = strtoull (text, &end, 16);
  uint32_t file;
  if (end != text + 16 || *end != ' ' || !end[1])
    return true;
  if (!line_files_add (&s->files, &file, "", end + 1, f)
      || !another (&s->list, s->n, sizeof *s->list, f))
    return false;
  s->list[s->n++] = (struct source) { file, sum };
  return true;
}

/* Sort them and let each be there once.  */
static bool
unite_sources (struct ghalt_sources *s, struct fault *f)
{
  size_t n = 0;
  if (s->n > 1)
    qsort (s->list, s->n, sizeof *s->list, compare_sources);
  for (size_t i = 0; i < s->n; i++)
    if (n == 0 || compare_sources (s->list + n - 1, s->list + i) != 0)
      s->list[n++] = s->list[i];
  s->n = n;
  s->sums = fresh (n, sizeof *s->sums, f);
  for (size_t i = 0; s->sums && i < n; i++)
    s->sums[i] = s->list[i].sum;
  return s->sums;
}

static const struct chunks *
sources_of (const struct image *image)
{
  return &image->sources;
}

struct ghalt_sources *
ghalt_sources_open (const struct ghalt_report *report,
		    struct ghalt_error **error)
{
  struct fault f;
  struct ghalt_sources *s = fresh (1, sizeof *s, &f);
  bool ok = s && texts_of_all (&report->join, sources_of, add_text, s, &f);
  if (ok && unite_sources (s, &f))
    return s;
  ghalt_sources_close (s);
  error_set (error, &f);
  return NULL;
}

size_t
ghalt_sources_sums (const struct ghalt_sources *sources, const char *path,
		    const uint64_t **sums)
{
  struct fault f;
  struct source key = { .sum = 0 };
  size_t low = 0, high = sources->n, end;
  if (!line_files_find (&sources->files, &key.file, "", path, &f))
    return 0;
  BISECT (low, high, i, sources->list[i].file < key.file);
  for (end = low; end < sources->n && sources->list[end].file == key.file;)
    end++;
  *sums = sources->sums + low;
  return end - low;
}

void
ghalt_sources_close (struct ghalt_sources *sources)
{
  if (!sources)
    return;
  line_files_release (&sources->files);
  FREE_ALL (sources->list, sources->sums, sources);
}
