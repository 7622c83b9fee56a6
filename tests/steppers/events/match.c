/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Compare what the plain program does with what the instrumented one reports,
   event by event.

   Which id belongs to which instruction is learnt as they come: the first time
   they meet they are bound, from then on they must meet each other only.

   Blocks are the one exception, for GCC's need not be the machine's: every
   place that is jumped to, entered, or follows a conditional jump must be
   reported as a block, but others may be: behind a call that may throw, say, or
   one of several at the same address of which all but the last are empty.  So an
   id has one address, an address may have several ids.  */

#include <fcntl.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include "events.h"

static const char *const names[EVENT_KINDS] = {
  [EVENT_CBR] = "cbr", [EVENT_MBR] = "mbr", [EVENT_ENTRY] = "entry",
  [EVENT_EXIT] = "exit", [EVENT_SETJMP] = "setjmp",
  [EVENT_LONGJMP] = "longjmp", [EVENT_LOAD] = "load",
  [EVENT_STORE] = "store", [EVENT_BLOCK] = "block", [EVENT_CALL] = "call",
  [EVENT_CALLRET] = "callret"
};

static const char *
name_of (unsigned kind)
{
  return kind < EVENT_KINDS && names[kind] ? names[kind] : "?";
}

/* --- ids and instructions --------------------------------------------------- */

struct bound
{
  uint64_t key, other;		/* key 0: free */
};

struct bindings
{
  struct bound *at;
  size_t room, n;
};

static struct bindings id_to_place, place_to_id;
static struct bindings entry_to_entry, entry_from_entry;

static struct bound *
find (struct bindings *b, uint64_t key)
{
  size_t i = key * 0x9e3779b97f4a7c15ull >> 20;
  for (;; i++)
    {
      struct bound *e = &b->at[i % b->room];
      if (e->key == key || !e->key)
	return e;
    }
}

/* What KEY is bound to, 0 if nothing.  */
static uint64_t
bound_to (struct bindings *b, uint64_t key)
{
  return b->room ? find (b, key)->other : 0;
}

static void
bind (struct bindings *b, uint64_t key, uint64_t other)
{
  if (2 * b->n >= b->room)
    {
      struct bindings old = *b;
      b->room = 2 * b->room + 1024;
      if (!(b->at = calloc (b->room, sizeof *b->at)))
	die ("out of memory");
      for (size_t i = 0; i < old.room; i++)
	if (old.at[i].key)
	  *find (b, old.at[i].key) = old.at[i];
      free (old.at);
    }
  struct bound *e = find (b, key);
  b->n += !e->key;
  *e = (struct bound) { key, other };
}

/* Addresses have far less than 48 bits here.  */
static uint64_t
place_key (const struct event *e)
{
  return e->pc << 16 | e->kind << 8 | e->ordinal << 1 | e->entry;
}

static uint64_t
id_key (const struct record *r)
{
  return (uint64_t) r->kind << 32 | r->id | 1ull << 48;
}

/* --- comparing ------------------------------------------------------------------ */

static const struct event *events;
static const struct record *records;
static unsigned long n_events, n_records, n_differences, n_extra, n_told;
static const char *(*describe) (uint64_t);
static uint64_t (*callee) (uint64_t);

/* Whether ADDRESS is in the global offset table.  HALT's start-up code has
   entries in it, so that those of the program are not where they were: they
   are bound to each other.  For machines that an emulator runs it is code that lies
   there, with constants in it.  */
static bool
in_table (uint64_t address)
{
  return address >= GOT_START && address < GOT_END;
}

static bool
alike (const struct event *e, const struct record *r)
{
  if (e->kind == EVENT_LOAD && in_table (e->a) && in_table (r->a))
    return r->kind == EVENT_LOAD && e->b == r->b;
  uint64_t a = r->kind == EVENT_CALL ? callee (r->a) : r->a;
  return e->kind == r->kind && e->a == a && e->b == r->b;
}

/* How many records from J on are of event I: 2 if GCC has two accesses where the
   machine moves two registers.  It may have made one instruction of two, in either order.  */
static unsigned
partners (unsigned long i, unsigned long j)
{
  if (i >= n_events || j >= n_records)
    return 0;
  if (alike (&events[i], &records[j]))
    return 1;
  struct event low = events[i], high = low;
  low.b = high.b = low.b / 2;
  high.a += low.b;
  if (!low.pair || j + 1 >= n_records)
    return 0;
  bool up = alike (&low, &records[j]) && alike (&high, &records[j + 1]);
  bool down = alike (&high, &records[j]) && alike (&low, &records[j + 1]);
  return up || down ? 2 : 0;
}

static bool
bind_entries (uint64_t a, uint64_t b)
{
  uint64_t old_a = bound_to (&entry_to_entry, a);
  uint64_t old_b = bound_to (&entry_from_entry, b);
  if (!old_a && !old_b)
    {
      bind (&entry_to_entry, a, b);
      bind (&entry_from_entry, b, a);
      return true;
    }
  return old_a == b && old_b == a;
}

/* Whether E and R may be of the same instruction; bind them.  */
static bool
bind_both (const struct event *e, const struct record *r)
{
  uint64_t place = place_key (e), id = id_key (r);
  uint64_t old_place = bound_to (&id_to_place, id);
  uint64_t old_id = bound_to (&place_to_id, place);
  if (e->kind == EVENT_LOAD && in_table (e->a) && !bind_entries (e->a, r->a))
    return false;
  if (old_place == place && (old_id == id || e->kind == EVENT_BLOCK))
    return true;
  if (old_place || (old_id && e->kind != EVENT_BLOCK))
    return false;
  bind (&id_to_place, id, place);
  if (!old_id)
    bind (&place_to_id, place, id);
  return true;
}

/* Bind event I and its N partners from J on.  */
static bool
bind_all (unsigned long i, unsigned long j, unsigned n)
{
  struct event high = events[i];
  high.ordinal++;
  return bind_both (&events[i], &records[j])
	 && (n == 1 || bind_both (&high, &records[j + 1]));
}

static void
print_event (const char *mark, const struct event *e)
{
  printf ("  %s %-7s %#" PRIx64 " %" PRIu64 "  at %s\n", mark,
	  name_of (e->kind), e->a, e->b, describe (e->pc));
}

static void
print_record (const char *mark, const struct record *r)
{
  uint64_t place = bound_to (&id_to_place, id_key (r));
  printf ("  %s %-7s %#" PRIx64 " %" PRIu64 "  id %u%s%s\n", mark,
	  name_of (r->kind), r->a, r->b, r->id, place ? " of " : "",
	  place ? describe (place >> 16) : "");
}

/* Tell of a difference where event I and record J should meet, the first time
   at that place; X events and Y records have no partner.  */
static void
tell (unsigned long i, unsigned long j, unsigned long x, unsigned long y,
      const char *what)
{
  static struct bindings told;
  n_differences++;
  uint64_t key = i < n_events ? place_key (&events[i]) ^ x << 60 : 1;
  uint64_t times = bound_to (&told, key);
  bind (&told, key, times + 1);
  if (times || n_told++ >= 20)
    return;
  printf ("event %lu: %s: < the machine, > reported\n", i, what);
  if (i > 0)
    print_event (" ", &events[i - 1]);
  for (unsigned long k = i; k < n_events && k < i + (x ? x : 1) && k < i + 4; k++)
    print_event ("<", &events[k]);
  for (unsigned long k = j; k < n_records && k < j + (y ? y : 1) && k < j + 4;
       k++)
    print_record (">", &records[k]);
}

/* How many of the next 6 are alike at I and J, leaving out blocks.  */
static int
agreement (unsigned long i, unsigned long j)
{
  int n = 0;
  while (n < 6)
    {
      while (i < n_events && events[i].kind == EVENT_BLOCK)
	i++;
      while (j < n_records && records[j].kind == EVENT_BLOCK)
	j++;
      if (i == n_events && j == n_records)
	return 6;
      unsigned of_both = partners (i, j);
      if (!of_both)
	return n;
      i++, j += of_both, n++;
    }
  return n;
}

/* After a difference at *I and *J go to where both agree again.  */
static void
resume (unsigned long *i, unsigned long *j)
{
  enum { FAR = 64 };
  for (unsigned long sum = 1; sum < FAR; sum++)
    for (unsigned long x = 0; x <= sum; x++)
      if (*i + x <= n_events && *j + sum - x <= n_records
	  && agreement (*i + x, *j + sum - x) == 6)
	{
	  tell (*i, *j, x, sum - x, "not the same");
	  *i += x;
	  *j += sum - x;
	  return;
	}
  tell (*i, *j, 1, 1, "nothing is the same from here on");
  *i = n_events;
  *j = n_records;
}

/* --- blocks ----------------------------------------------------------------------

   Between two other events the machine begins N blocks and M are reported, in
   the same order; M is larger if GCC has blocks where nothing jumps.  */

#define MAX_RUN 100

/* Whether id R may be of block E: 2 if it is known to be, 1 if nothing is
   known.  */
static int
may_be (const struct event *e, const struct record *r)
{
  uint64_t place = bound_to (&id_to_place, id_key (r));
  return place == place_key (e) ? 2 : !place;
}

/* Pair N blocks E with as many of M ids R, so that most pairs are known; of
   equal ways take the last ids, for those in front may be of empty blocks at the
   same address.  False if there is none.  */
static bool
pair_blocks (const struct event *e, int n, const struct record *r, int m)
{
  static int best[MAX_RUN + 1][MAX_RUN + 1];	/* of the first of each; -1 */
  if (n > MAX_RUN || m > MAX_RUN)
    return false;
  for (int i = 0; i <= n; i++)
    for (int j = 0; j <= m; j++)
      {
	best[i][j] = i == 0 ? 0 : j == 0 ? -1 : best[i][j - 1];
	if (i && j && may_be (&e[i - 1], &r[j - 1]) && best[i - 1][j - 1] >= 0
	    && best[i - 1][j - 1] + may_be (&e[i - 1], &r[j - 1]) - 1
	       >= best[i][j])
	  best[i][j] = best[i - 1][j - 1] + may_be (&e[i - 1], &r[j - 1]) - 1;
      }
  if (best[n][m] < 0)
    return false;
  for (int i = n, j = m; i > 0; j--)
    if (may_be (&e[i - 1], &r[j - 1]) && best[i - 1][j - 1] >= 0
	&& best[i][j] == best[i - 1][j - 1] + may_be (&e[i - 1], &r[j - 1]) - 1)
      {
	bind_both (&e[i - 1], &r[j - 1]);
	i--;
      }
  return true;
}

/* The blocks at *I and *J.  */
static void
compare_blocks (unsigned long *i, unsigned long *j, bool learn)
{
  unsigned long n = 0, m = 0;
  while (*i + n < n_events && events[*i + n].kind == EVENT_BLOCK)
    n++;
  while (*j + m < n_records && records[*j + m].kind == EVENT_BLOCK)
    m++;
  if (!(learn && n != m) && !pair_blocks (&events[*i], n, &records[*j], m)
      && !learn)
    tell (*i, *j, n, m, "other blocks");
  if (!learn && m > n)
    n_extra += m - n;
  *i += n;
  *j += m;
}

/* Compare everything.  If LEARN only learn which id is which block, where that
   is certain.  */
static void
compare (bool learn)
{
  unsigned long i = 0, j = 0;
  while (i < n_events || j < n_records)
    {
      unsigned of_both;
      bool block = (i < n_events && events[i].kind == EVENT_BLOCK)
		   || (j < n_records && records[j].kind == EVENT_BLOCK);
      if (block)
	compare_blocks (&i, &j, learn);
      else if (!(of_both = partners (i, j)))
	{
	  if (learn)
	    return;
	  resume (&i, &j);
	}
      else
	{
	  if (!learn && !bind_all (i, j, of_both))
	    tell (i, j, 1, of_both, "the same, but another instruction's id");
	  i++, j += of_both;
	}
    }
}

unsigned long
match (const struct event *the_events, unsigned long n, const char *trace,
       const char *(*the_describe) (uint64_t),
       uint64_t (*the_callee) (uint64_t))
{
  struct stat st;
  int fd = open (trace, O_RDONLY | O_CLOEXEC);
  if (fd < 0 || fstat (fd, &st) != 0)
    die ("cannot open '%s'", trace);
  n_records = st.st_size / sizeof *records;
  records = mmap (NULL, st.st_size + 1, PROT_READ, MAP_PRIVATE, fd, 0);
  if (records == MAP_FAILED)
    die ("cannot read '%s'", trace);
  events = the_events;
  n_events = n;
  describe = the_describe;
  callee = the_callee;
  compare (true);
  compare (false);

  unsigned long per_kind[EVENT_KINDS] = { 0 };
  for (unsigned long i = 0; i < n; i++)
    per_kind[events[i].kind]++;
  printf ("%lu events, %lu differences:", n, n_differences);
  for (int k = 0; k < EVENT_KINDS; k++)
    if (per_kind[k])
      printf (" %s %lu", names[k], per_kind[k]);
  printf (", blocks of GCC's alone %lu\n", n_extra);
  return n_differences;
}
