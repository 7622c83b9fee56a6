/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What there is, as tables for people and awk: one row a line, tabs between columns.  */

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include "report/show/show.h"
#include "store/store.h"

/* AT as UTC.  */
static const char *
date (char *text, int64_t at)
{
  time_t t = (time_t) at;
  struct tm tm;
  if (!gmtime_r (&t, &tm) || strftime (text, 32, "%Y-%m-%dT%H:%MZ", &tm) == 0)
    strcpy (text, "-");
  return text;
}

/* Put a text, a question mark for what would upset a terminal, and TAB.  */
static void
put_field (const char *text)
{
  put_printable (stdout, *text ? text : "-");
  putchar ('\t');
}

bool
store_builds (struct database *db, struct fault *f)
{
  struct query q;
  char text[32];
  bool ok = database_query (
    &q, db, f,
    "SELECT build, program, build_id, stored, "
    "CAST (COALESCE ((SELECT COUNT (*) FROM pushes p WHERE p.build = b.build), "
    "0) AS BIGINT), size, LENGTH (content) FROM builds b ORDER BY build",
    "");
  if (ok)
    puts ("build\tprogram\tbuild-id\tstored\tprofiles\tbytes\tkept");
  while (ok && query_next (&q, f))
    {
      printf ("%" PRId64 "\t", query_number (&q, 0));
      put_field (query_text (&q, 1));
      put_field (query_text (&q, 2));
      printf ("%s\t%" PRId64 "\t%" PRId64 "\t%" PRId64 "\n",
	      date (text, query_number (&q, 3)), query_number (&q, 4),
	      query_number (&q, 5), query_number (&q, 6));
    }
  query_end (&q);
  return !f->text[0];
}

bool
store_ls (struct database *db, const struct choice *choice, struct fault *f)
{
  struct query q;
  char text[32];
  struct chosen c = { 0, INT64_MIN, INT64_MAX };
  if ((choice->build || choice->since || choice->until)
      && !choose (&c, db, choice, f))
    return false;
  bool ok = database_query (
    &q, db, f,
    "SELECT b.build, b.program, p.label, p.hour, COUNT (*), COUNT (p.content), "
    "COALESCE (MAX (LENGTH (s.content)), 0) FROM pushes p JOIN builds b ON "
    "b.build = p.build LEFT JOIN sums s ON s.build = p.build AND s.label = "
    "p.label AND s.hour = p.hour WHERE p.hour >= $1 AND p.hour < $2 AND "
    "($3 = 0 OR p.build = $4) GROUP BY b.build, b.program, p.label, p.hour "
    "ORDER BY b.build, p.hour, p.label",
    "nnnn", c.from, c.to, c.build, c.build);
  if (ok)
    puts ("build\tprogram\tlabel\thour\tprofiles\twaiting\tkept");
  while (ok && query_next (&q, f))
    if (choose_labels (query_text (&q, 2), choice))
      {
	printf ("%" PRId64 "\t", query_number (&q, 0));
	put_field (query_text (&q, 1));
	put_field (query_text (&q, 2));
	printf ("%s\t%" PRId64 "\t%" PRId64 "\t%" PRId64 "\n",
		date (text, query_number (&q, 3)), query_number (&q, 4),
		query_number (&q, 5), query_number (&q, 6));
      }
  query_end (&q);
  return !f->text[0];
}
