/* SPDX-License-Identifier: MIT */
/* memtrace: see memtrace.inst.c.

   A map tells for each 16 bytes of memory which site allocated them, 0: none.  It is
   as large as all memory that there could be; the system keeps what is used of it.  */

#include "output.h"
#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>

#define UNIT 16
#define ADDRESS_BITS (sizeof (long) == 8 ? 47 : 32)
#define FIRST 0x8000		/* marks the first unit of an allocation */
#define SITE(UNIT) ((UNIT) & ~FIRST)

static unsigned short *map;
static char **lines;
static int *site_lines;		/* by site, from 1 */
static long n_lines, n_sites;

struct touches
{
  long loads, stores;
};
static struct touches *touched;	/* by site and line */

struct allocations
{
  long n, bytes;
};
static struct allocations *sites;

static int site;		/* of the allocation that is under way; 0: none */
static unsigned long size;

void
Line (int n, char *text)
{
  lines = realloc (lines, (n + 1) * sizeof *lines);
  lines[n] = text;
}

void
Site (int n, int line)
{
  site_lines = realloc (site_lines, (n + 1) * sizeof *site_lines);
  site_lines[n] = line;
}

void
Open (int n_l, int n_s)
{
  n_lines = n_l;
  n_sites = n_s;
  touched = calloc (n_lines * (n_sites + 1), sizeof *touched);
  sites = calloc (n_sites + 1, sizeof *sites);
  map = mmap (NULL, (1ul << ADDRESS_BITS) / UNIT * sizeof *map,
	      PROT_READ | PROT_WRITE,
	      MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (map == MAP_FAILED)
    {
      fputs ("memtrace: the system refuses memory for the map\n", stderr);
      exit (1);
    }
}

/* --- what is allocated ------------------------------------------------------------ */

void
Size (int n, unsigned long bytes)
{
  site = n;
  size = bytes;
}

void
Items (int n, unsigned long items, unsigned long bytes)
{
  Size (n, items * bytes);
}

void
Allocated (unsigned long address)
{
  unsigned short mark = site | FIRST;
  if (!site || !address)
    return;
  sites[site].n++;
  sites[site].bytes += size;
  for (unsigned long k = 0; k == 0 || k < size; k += UNIT)
    {
      map[(address + k) / UNIT] = mark;
      mark = site;
    }
  site = 0;
}

void
Free (unsigned long address)
{
  unsigned short *unit = &map[address / UNIT];
  if (!(*unit & FIRST))
    return;
  do
    *unit++ = 0;
  while (*unit && !(*unit & FIRST));
}

/* --- what is touched --------------------------------------------------------------- */

void
Load (long line, unsigned long address)
{
  touched[SITE (map[address / UNIT]) * n_lines + line].loads++;
}

void
Store (long line, unsigned long address)
{
  touched[SITE (map[address / UNIT]) * n_lines + line].stores++;
}

void
Close (void)
{
  FILE *file = OutputOpen ("memtrace.out");
  for (int s = 0; s <= n_sites; s++)
    {
      if (s == 0)
	fprintf (file, "no allocation\n");
      else
	fprintf (file, "%s: %ld allocation%s, %ld bytes\n", lines[site_lines[s]],
		 sites[s].n, sites[s].n == 1 ? "" : "s", sites[s].bytes);
      for (int l = 0; l < n_lines; l++)
	{
	  long loads = touched[s * n_lines + l].loads;
	  long stores = touched[s * n_lines + l].stores;
	  if (loads + stores)
	    fprintf (file, "%14ld loads %14ld stores  %s\n", loads, stores,
		     lines[l]);
	}
    }
  OutputClose (file);
}
