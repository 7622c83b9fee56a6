/* SPDX-License-Identifier: MIT */
/* Numbers of any type; sums and distributions of them.  */

#include <limits.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include "arp/arp.h"

const struct arp_type arp_types[arp_ldouble + 1] = {
  [arp_char] = { "char", sizeof (char), false, CHAR_MIN < 0 },
  [arp_uchar] = { "uchar", sizeof (char), false, false },
  [arp_short] = { "short", sizeof (short), false, true },
  [arp_ushort] = { "ushort", sizeof (short), false, false },
  [arp_int] = { "int", sizeof (int), false, true },
  [arp_uint] = { "uint", sizeof (int), false, false },
  [arp_long] = { "long", sizeof (long), false, true },
  [arp_ulong] = { "ulong", sizeof (long), false, false },
  [arp_llong] = { "llong", sizeof (long long), false, true },
  [arp_ullong] = { "ullong", sizeof (long long), false, false },
  [arp_float] = { "float", sizeof (float), true, true },
  [arp_double] = { "double", sizeof (double), true, true },
  [arp_ldouble] = { "ldouble", sizeof (long double), true, true }
};

void
arp_type_names (const struct arp_shape *shape, char text[ARP_TYPE_NAMES])
{
  size_t n = 0;
  snprintf (text, ARP_TYPE_NAMES, "nothing");
  for (unsigned i = 0; i < shape->n_sets; i++)
    n += (size_t) snprintf (text + n, ARP_TYPE_NAMES - n, "%s%s", n ? ", " : "",
			    arp_types[shape->type[i]].name);
}

bool
arp_shape_add (struct arp_shape *shape, arp_data_type type)
{
  if (shape->n_sets == ARP_SETS)
    return false;
  size_t size = arp_types[type].size;
  size_t at = (shape->size + size - 1) / size * size;
  shape->offset[shape->n_sets] = at;
  shape->type[shape->n_sets++] = type;
  /* Samples stand one after the other.  */
  shape->size = (at + size + 15) / 16 * 16;
  if (shape->n_sets == 1)
    shape->size = size;
  return true;
}

/* The types that are numbers: name, C type.  */
#define TYPES(X) \
  X (char, char) X (uchar, unsigned char) X (short, short) \
  X (ushort, unsigned short) X (int, int) X (uint, unsigned int) \
  X (long, long) X (ulong, unsigned long) X (llong, long long) \
  X (ullong, unsigned long long) X (float, float) X (double, double) \
  X (ldouble, long double)

long double
arp_number (arp_data_type type, const void *value)
{
  switch (type)
    {
#define X(NAME, TYPE) \
    case arp_##NAME: \
      { \
	TYPE n; \
	memcpy (&n, value, sizeof n); \
	return n; \
      }
      TYPES (X)
#undef X
    }
  return 0;
}

/* A power of 2.  */
static long double
power (int n)
{
  long double p = 1;
  for (; n > 0; n--)
    p *= 2;
  return p;
}

void
arp_value (arp_data_type type, void *value, long double n)
{
  if (!arp_types[type].real)
    {
      int bits = 8 * arp_types[type].size - arp_types[type].is_signed;
      long double most = power (bits);
      long double least = arp_types[type].is_signed ? -most : 0;
      /* To the nearest integer, halves away from 0.  */
      n = n == n ? n : 0;
      long double half = n < 0x1p62L && n > -0x1p62L ? 0.5L : 0;
      long double whole = n < 0 ? n - half : n + half;
      bool is_signed = arp_types[type].is_signed;
      long long low = whole <= least	    ? (is_signed ? LLONG_MIN : 0)
		      : whole >= power (63) ? LLONG_MAX
					    : (long long) whole;
      unsigned long long high = whole >= power (64) ? ULLONG_MAX
				: whole <= 0	    ? 0
					     : (unsigned long long) whole;
      unsigned long long top = bits == 64 ? ULLONG_MAX : (1ull << bits) - 1;
      if (is_signed)
	{
	  if (low > (long long) top)
	    low = (long long) top;
	  if (low < -(long long) top - 1)
	    low = -(long long) top - 1;
	  high = (unsigned long long) low;
	}
      else if (high > top)
	high = top;
      switch (arp_types[type].size)
	{
	case 1:
	  memcpy (value, &(unsigned char) { (unsigned char) high }, 1);
	  break;
	case sizeof (short):
	  memcpy (value, &(unsigned short) { (unsigned short) high },
		  sizeof (short));
	  break;
	case sizeof (int):
	  memcpy (value, &(unsigned int) { (unsigned int) high }, sizeof (int));
	  break;
	default:
	  memcpy (value, &high, sizeof high);
	}
    }
  else if (type == arp_float)
    memcpy (value, &(float) { (float) n }, sizeof (float));
  else if (type == arp_double)
    memcpy (value, &(double) { (double) n }, sizeof (double));
  else
    {
      /* With what is between its bits and its size.  */
      long double clean;
      memset (&clean, 0, sizeof clean);
      clean = n;
      memcpy (value, &clean, sizeof clean);
    }
}

long double
arp_bucket_of (long double n)
{
  long double low = n < 0 ? -n : n, unit = 1;
  if (!(low > 0) || low > 1e300L)
    return n;
  /* UNIT becomes the power of 2 with 32 <= LOW / UNIT < 64.  */
  for (; low / unit >= 0x1p32L; unit *= 0x1p26L)
    ;
  for (; low / unit < 0x1p-20L && unit > 1e-300L; unit *= 0x1p-26L)
    ;
  for (; low / unit >= 64; unit *= 2)
    ;
  for (; low / unit < 32 && unit > 1e-300L; unit /= 2)
    ;
  low = (long double) (int) (low / unit) * unit;
  return n < 0 ? -low : low;
}

bool
arp_sum_bucket (struct arp_sum *s, long double low, uint64_t count)
{
  size_t from = 0, to = s->n_buckets;
  while (from < to)
    {
      size_t middle = (from + to) / 2;
      if (s->buckets[middle].low < low)
	from = middle + 1;
      else
	to = middle;
    }
  if (from < s->n_buckets && s->buckets[from].low == low)
    {
      s->buckets[from].count += count;
      return true;
    }
  if (s->n_buckets == s->room)
    {
      size_t room = s->room ? 2 * s->room : 8;
      struct arp_bucket *b = arp_realloc (s->buckets, room * sizeof *b);
      if (!b)
	return false;
      s->buckets = b;
      s->room = room;
    }
  memmove (s->buckets + from + 1, s->buckets + from,
	   (s->n_buckets++ - from) * sizeof *s->buckets);
  s->buckets[from] = (struct arp_bucket) { low, count };
  return true;
}

bool
arp_sum_merge (struct arp_sum *s, const struct arp_sum *b)
{
  s->sum += b->sum;
  for (size_t i = 0; i < b->n_buckets; i++)
    if (!arp_sum_bucket (s, b->buckets[i].low, b->buckets[i].count))
      return false;
  return true;
}
