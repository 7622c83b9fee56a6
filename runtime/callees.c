/* SPDX-License-Identifier: MIT */
/* What gcov calls the functions that may be called through pointers: tables of the
   units say it (halt/format.h).  They are copied, as an object may be unloaded before
   anybody asks.  */

#include <string.h>

#include "runtime/runtime.h"
#include "runtime/units.h"

/* The list only grows, at the front.  */
struct table
{
  struct table *next;
  const unsigned char *note;	/* where it was found */
  size_t n;
  struct halt_callee callee[];
};
static struct table *tables;

/* Whether the newest table found at NOTE is that of the N functions at CALLEE.  */
static int
is_known (const unsigned char *note, const struct halt_callee *callee, size_t n)
{
  const struct table *table = tables;
  while (table && table->note != note)
    table = table->next;
  return table && table->n == n
	 && memcmp (table->callee, callee, n * sizeof *callee) == 0;
}

void
__halt_callees_look (const struct dl_phdr_info *info)
{
  struct __halt_notes notes = { .object = info };
  while (__halt_next_note (&notes, HALT_NOTE_CALLEES))
    {
      if (notes.descsz != 2 * sizeof (__halt_distance))
	continue;
      uintptr_t first = __halt_follow (&notes, notes.desc);
      uintptr_t size
	= __halt_follow (&notes, notes.desc + sizeof (__halt_distance)) - first;
      const struct halt_callee *callee = (const struct halt_callee *) first;
      if (!__halt_mapped (info, first, size, PF_R)
	  || is_known (notes.desc, callee, size / sizeof *callee))
	continue;
      struct table *table = __halt_alloc (sizeof *table + size);
      if (!table)
	return;
      table->note = notes.desc;
      table->n = size / sizeof *callee;
      memcpy (table->callee, callee, table->n * sizeof *callee);
      table->next = tables;
      __atomic_store_n (&tables, table, __ATOMIC_RELEASE);
    }
}

uint64_t
__halt_callee (uintptr_t address)
{
  for (const struct table *table = __atomic_load_n (&tables, __ATOMIC_ACQUIRE);
       table; table = table->next)
    for (size_t i = 0; i < table->n; i++)
      if (table->callee[i].address == address)
	return table->callee[i].ident;
  return 0;
}
