/* SPDX-License-Identifier: MIT */
/* The file as text, a record a line:

     record  := DEPTH REUSED step* ":" value+ known? ";"
     step    := " " SID "@" INDEX	in mode all
	      | " " SID			in the others
     value   := " " NUMBER		a sample, or the mean; for each set
     known   := " x" SAMPLES (" =" SUM)+ buckets*
     buckets := " {" (LOW ":" SAMPLES)* "}"	in mode histogram, for each set

   REUSED steps are those of the record before; KNOWN is not in mode all.  Where it
   is missing in another mode, the record stands for one sample.  Behind the records
   there may be lines "# section SID TEXT".  */

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include "arp/arp.h"

static void
put_number (FILE *f, arp_data_type type, long double n)
{
  static const char *const formats[] = {
    [arp_float] = "%.9Lg", [arp_double] = "%.17Lg", [arp_ldouble] = "%.36Lg"
  };
  fprintf (f, arp_types[type].real ? formats[type] : "%.0Lf", n);
}

void
arp_text_write (struct arp_writer *w, const struct arp_record *r)
{
  const struct arp_shape *s = w->shape;
  size_t reused = arp_reused (w, r);
  fprintf (w->f, "%zu %zu", r->depth, reused);
  for (size_t i = reused; i < r->depth; i++)
    if (s->mode == arp_record_all)
      fprintf (w->f, " %u@%d", r->path[i].sid, r->path[i].index);
    else
      fprintf (w->f, " %u", r->path[i].sid);
  putc (':', w->f);
  for (unsigned i = 0; i < s->n_sets; i++)
    {
      const char *value = (const char *) r->values + s->offset[i];
      putc (' ', w->f);
      put_number (w->f, s->type[i], arp_number (s->type[i], value));
    }
  if (s->mode != arp_record_all)
    {
      fprintf (w->f, " x%llu", (unsigned long long) r->count);
      for (unsigned i = 0; i < s->n_sets; i++)
	{
	  fputs (" =", w->f);
	  put_number (w->f,
		      arp_types[s->type[i]].real ? arp_ldouble : arp_llong,
		      r->sums[i].sum);
	}
    }
  for (unsigned i = 0; s->mode == arp_record_histogram && i < s->n_sets; i++)
    {
      const struct arp_sum *sum = r->sums + i;
      fputs (" {", w->f);
      for (size_t k = 0; k < sum->n_buckets; k++)
	{
	  fputs (k ? " " : "", w->f);
	  put_number (w->f,
		      arp_types[s->type[i]].real ? arp_ldouble : arp_llong,
		      sum->buckets[k].low);
	  fprintf (w->f, ":%llu", (unsigned long long) sum->buckets[k].count);
	}
      putc ('}', w->f);
    }
  fputs (";\n", w->f);
}

/* --- reading ---------------------------------------------------------------- */

/* C comes next.  */
static bool
next_is (struct arp_reader *r, char c)
{
  if (r->at < r->end && *r->at == c)
    {
      r->at++;
      return true;
    }
  return false;
}

static bool
expect (struct arp_reader *r, char c)
{
  return next_is (r, c)
	 || (c == '\n' ? arp_read_fail (r, "there is more behind its record")
		       : arp_read_fail (r, "'%c' is missing", c));
}

/* A number of TYPE, at the end of which there is something else.  */
static bool
read_real (struct arp_reader *r, arp_data_type type, long double *n)
{
  char *end = NULL;
  const char *p = r->at;
  bool good = p < r->end
	      && (*p == '-' || (*p >= '0' && *p <= '9') || *p == 'i'
		  || *p == 'n');
  errno = 0;
  if (good)
    {
      *n = strtold (p, &end);
      /* What is no integer, or not one of that type.  */
      if (!arp_types[type].real)
	for (const char *d = p + (*p == '-'); d < end; d++)
	  good = good && *d >= '0' && *d <= '9';
    }
  if (!good || end == p || !end)
    return arp_read_fail (r, "a number is missing");
  r->at = end;
  return true;
}

static bool
read_value (struct arp_reader *r, unsigned set)
{
  long double n, back;
  arp_data_type type = r->shape.type[set];
  void *value = r->values + r->shape.offset[set];
  if (!read_real (r, type, &n))
    return false;
  arp_value (type, value, n);
  back = arp_number (type, value);
  if (!arp_types[type].real && back != n)
    return arp_read_fail (r, "%.0Lf is not in the range of its type", n);
  return true;
}

static bool
read_sum (struct arp_reader *r, unsigned set)
{
  arp_data_type type = arp_types[r->shape.type[set]].real ? arp_ldouble
							  : arp_llong;
  return expect (r, ' ') && expect (r, '=')
	 && read_real (r, type, &r->sums[set].sum);
}

static bool
read_buckets (struct arp_reader *r, unsigned set, uint64_t most)
{
  struct arp_sum *s = r->sums + set;
  arp_data_type type = arp_types[r->shape.type[set]].real ? arp_ldouble
							  : arp_llong;
  uint64_t all = 0;
  if (!expect (r, ' ') || !expect (r, '{'))
    return false;
  while (!next_is (r, '}'))
    {
      long double low;
      uint64_t count;
      if (all > 0 && !expect (r, ' '))
	return false;
      if (!read_real (r, type, &low) || !expect (r, ':')
	  || !arp_read_number (r, &count, most - all, "samples in a bucket"))
	return false;
      if (count == 0)
	return arp_read_fail (r, "an empty bucket");
      all += count;
      if (!arp_sum_bucket (s, low, count))
	return arp_read_fail (r, "out of memory");
    }
  return all == most
	 || arp_read_fail (r, "the buckets have %llu of %llu samples",
			   (unsigned long long) all, (unsigned long long) most);
}

static bool
read_steps (struct arp_reader *r)
{
  uint64_t depth, reused, n;
  /* Each step takes two characters and more.  */
  if (!arp_read_number (r, &depth, r->depth + (uint64_t) (r->end - r->at) / 2,
			"the depth")
      || !expect (r, ' ')
      || !arp_read_number (r, &reused, r->depth < depth ? r->depth : depth,
			   "how much is reused")
      || !arp_read_room (r, depth))
    return false;
  for (size_t i = reused; i < depth; i++)
    {
      bool minus = false;
      if (!expect (r, ' ')
	  || !arp_read_number (r, &n, (arp_sid) -1, "a section"))
	return false;
      r->path[i] = (struct arp_step) { (arp_sid) n, 0 };
      if (r->shape.mode != arp_record_all)
	continue;
      if (!expect (r, '@'))
	return false;
      minus = next_is (r, '-');
      if (!arp_read_number (r, &n, INT32_MAX + (uint64_t) minus, "an index"))
	return false;
      r->path[i].index = (arp_lidx) (minus ? -(int64_t) n : (int64_t) n);
    }
  r->depth = depth;
  return expect (r, ':');
}

static bool
read_record (struct arp_reader *r)
{
  uint64_t count = 1;
  if (!read_steps (r))
    return false;
  for (unsigned i = 0; i < r->shape.n_sets; i++)
    if (!expect (r, ' ') || !read_value (r, i))
      return false;
  if (r->shape.mode != arp_record_all)
    {
      bool known = r->at < r->end && *r->at == ' ';
      for (unsigned i = 0; i < r->shape.n_sets; i++)
	{
	  r->sums[i].n_buckets = 0;
	  r->sums[i].sum = arp_number (r->shape.type[i],
				       r->values + r->shape.offset[i]);
	}
      if (known
	  && (!expect (r, ' ') || !expect (r, 'x')
	      || !arp_read_number (r, &count, UINT64_MAX, "the samples")))
	return false;
      if (count == 0)
	return arp_read_fail (r, "a record without samples");
      for (unsigned i = 0; known && i < r->shape.n_sets; i++)
	if (!read_sum (r, i))
	  return false;
      for (unsigned i = 0; i < r->shape.n_sets; i++)
	if (r->shape.mode == arp_record_histogram
	    && !(known ? read_buckets (r, i, count)
		       : arp_sum_bucket (r->sums + i,
					 arp_bucket_of (r->sums[i].sum), 1)))
	  return *r->error ? false : arp_read_fail (r, "out of memory");
    }
  return expect (r, ';') && expect (r, '\n') && arp_read_give (r, count);
}

/* A line that begins with "#".  */
static void
read_remark (struct arp_reader *r)
{
  static const char begin[] = "# section ";
  const char *end = memchr (r->at, '\n', r->end - r->at);
  size_t length = end - r->at;
  if (length > sizeof begin - 1 && memcmp (r->at, begin, sizeof begin - 1) == 0
      && r->section)
    {
      char *text;
      unsigned long sid = strtoul (r->at + sizeof begin - 1, &text, 10);
      if (text < end && *text == ' ' && sid <= (arp_sid) -1)
	r->section (r->data, (arp_sid) sid, text + 1, end - text - 1);
    }
  r->at = end + 1;
}

bool
arp_text_read (struct arp_reader *r)
{
  while (r->at < r->end)
    {
      r->line++;
      if (*r->at == '#')
	read_remark (r);
      else if (r->n_read == r->n_records)
	return arp_read_fail (r,
			      "there are more records than the %llu that "
			      "line 3 says",
			      (unsigned long long) r->n_records);
      else if (!read_record (r))
	return false;
    }
  return true;
}
