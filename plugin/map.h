/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Building the map of a unit (include/halt/format.h).  C11, no GCC.  */

#ifndef HALT_MAP_H
#define HALT_MAP_H 1

#include <stddef.h>
#include <stdint.h>

#include "halt/format.h"

#ifdef __cplusplus
extern "C" {
#endif

struct map;

/* A new, empty map; map_free frees it.  Memory that cannot be had ends the
   process, as it does everywhere in a compiler.  */
struct map *map_new (void);
void map_free (struct map *map);

/* Offset of TEXT in the string table; NULL is the empty string.  */
uint32_t map_string (struct map *map, const char *text);

/* Begin a function.  Blocks, edges and points that are added belong to the
   last one begun.  Only name, pretty, file, line and flags are read.  */
void map_function (struct map *map, const struct halt_map_function *function);
void map_block (struct map *map, const struct halt_map_block *block);
/* The last block begun is code of LINE of the file whose name is at FILE.  */
void map_line (struct map *map, uint32_t file, uint32_t line);
void map_edge (struct map *map, const struct halt_map_edge *edge);
/* POINT's further static arguments are ARGS; its first_arg is not read.  */
void map_point (struct map *map, const struct halt_map_point *point,
		const int64_t *args);

uint32_t map_functions (const struct map *map);

/* Finish: HEADER, whose strings and flags the caller has set, gets
   everything else but the address of the descriptor.  Return the body, owned
   by MAP, and its size.  */
const void *map_finish (struct map *map, struct halt_map *header,
			size_t *size);

#ifdef __cplusplus
}
#endif

#endif /* HALT_MAP_H */
