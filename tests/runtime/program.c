/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The main unit of the test programs: runs the mode that it is given.  */

#include <string.h>

#include "program.h"
#include "unit.h"

struct halt_unit *second (int n);
extern void __halt_startup (void) __attribute__ ((visibility ("hidden")));

uint64_t
program_base (void)
{
  return unit.base;
}

void
row (uint64_t id, unsigned long not_taken, unsigned long taken)
{
  printf ("%lu %lu %lu\n", (unsigned long) id, not_taken, taken);
}

/* A row of another kind.  */
void
also (int kind, uint64_t id, unsigned long a, unsigned long b)
{
  printf ("+ %d %lu %lu %lu\n", kind, (unsigned long) id, a, b);
}

void
times (int n, unsigned long cond, unsigned long number)
{
  while (n--)
    EVENT (cond, number);
}

/* Numbers of paths lie far apart.  */
static unsigned long
path_of (unsigned long index)
{
  return index * 0x1000193ul;
}

/* One event of every kind.  */
void
each_kind (unsigned long id, unsigned long index)
{
  _record_cbr (id & 1, id);
  _record_mbr (index, id);
  _record_entry (id);
  _record_exit (id);
  _record_setjmp (1, id);
  _record_longjmp (1, 2, id);
  _record_load (8, 1, id);
  _record_store (3, 1, id);
  _record_block (id);
  _record_cycle (id);
  _record_call (0, id);
  _record_callret (id);
  _record_path_sum_read (path_of (index), 7, id);
}

/* Rows of N events of every kind with INDEX, where that matters.  */
void
each_index (unsigned long id, unsigned long index, unsigned long n)
{
  also (HALT_MBR, id, index, n);
  also (HALT_PATH_SUM_READ, id, path_of (index), n);
}

/* The rows of N of them, but for those that each_index prints.  */
void
each_row (unsigned long id, unsigned long n)
{
  row (id, id & 1 ? 0 : n, id & 1 ? n : 0);
  also (HALT_ENTRY, id, n, 0);
  also (HALT_EXIT, id, n, 0);
  also (HALT_SETJMP, id, n, 0);
  also (HALT_LONGJMP, id, n, 0);
  also (HALT_LOAD, id, n, 8 * n);
  also (HALT_STORE, id, n, 3 * n);
  also (HALT_BLOCK, id, n, 0);
  also (HALT_CYCLE, id, n, 0);
  also (HALT_CALL, id, n, 0);
  also (HALT_CALLRET, id, n, 0);
}

/* Every id of both units, in a way of its own.  */
void
mode_plain (void)
{
  times (5, 0, 0);
  times (7, 1, 0);
  times (1, 1, 3);
  row (unit.base, 5, 7);
  row (unit.base + 3, 0, 1);
  const struct halt_unit *other = second (3);
  row (other->base, 3, 0);
  row (other->base + 1, 0, 3);
  row (other->base + 2, 3, 0);
  printf ("bases %lu %lu next %lu %lu\n", (unsigned long) unit.base,
	  (unsigned long) other->base, (unsigned long) unit.next,
	  (unsigned long) other->next);
}

int
main (int argc, char **argv)
{
  static const struct { const char *name; void (*function) (void); } modes[] = {
#define MODE(name) { #name, mode_##name },
    MODES
#undef MODE
  };
  __halt_startup ();
  for (size_t i = 0; argc == 2 && i < sizeof modes / sizeof *modes; i++)
    if (strcmp (modes[i].name, argv[1]) == 0)
      {
	modes[i].function ();
	return 0;
      }
  return 100;
}
