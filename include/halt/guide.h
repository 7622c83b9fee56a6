/* SPDX-License-Identifier: MIT */
/* A guide: how often the blocks and edges of functions were executed, for the plugin,
   which places counters by that (option guide).  `ghalt report --format=guide' writes
   it.

   It is text.  Numbers are decimal but for keys, which are 16 hexadecimal digits.

     halt-guide VERSION N
     KEY UNIT COUNT...		N lines, by key, then by unit

   KEY is halt_guide_key of the function, UNIT halt_guide_unit of what it was compiled
   in.  The COUNTs are those of its blocks, by their numbers, from HALT_BLOCK_ENTRY on,
   and then those of its edges, in the order of the map; `-' is one that is not known.
   There is one blank between two words.  */

#ifndef HALT_GUIDE_H
#define HALT_GUIDE_H 1

#include <stddef.h>
#include <stdint.h>

#include "format.h"

#define HALT_GUIDE_MAGIC "halt-guide"
#define HALT_GUIDE_VERSION 1

/* What the function is called in every build that has SYMBOL, of SIZE bytes with its
   NUL, with the checksum CFG of its blocks and edges.  */
static inline uint64_t
halt_guide_key (const char *symbol, size_t size, uint64_t cfg)
{
  return halt_checksum_number (halt_checksum (HALT_CHECKSUM_START, symbol,
					      size),
			       cfg);
}

/* What tells functions that have the same key apart: the name of the unit's source
   file as the map has it, of SIZE bytes with its NUL.  */
static inline uint64_t
halt_guide_unit (const char *source, size_t size)
{
  return halt_checksum (HALT_CHECKSUM_START, source, size);
}

#endif /* HALT_GUIDE_H */
