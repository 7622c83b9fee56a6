/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Making the map of a unit, and its text: what the plugin needs of this room.  */

#ifndef HALT_MAP_MAKE_H
#define HALT_MAP_MAKE_H 1

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include "halt/format.h"

#ifdef __cplusplus
extern "C" {
#endif

struct map_maker;

/* A new, empty map, or NULL: there is no memory.  If memory runs out later, additions
   are lost, and map_finish says so.  */
struct map_maker *map_new (void);
void map_free (struct map_maker *map);

/* Offset of TEXT in the string table; NULL is the empty string.  */
uint32_t map_string (struct map_maker *map, const char *text);

/* path.c: PATH, which is in DIRECTORY if it is relative, without `.', and without `..' but at
   its beginning: a/../b is b, unless a is a link, here and now.  To be freed; NULL: there is
   no memory.  */
char *path_plain (const char *directory, const char *path);

/* Whether PATH has a `..' that is not its beginning.  */
bool path_detours (const char *path);

/* Begin a function.  Blocks, edges and points that are added belong to the
   last one begun.  Only name, origin, pretty, file, line and flags are
   read.  */
void map_function (struct map_maker *map,
		   const struct halt_map_function *function);
/* The checksum of its blocks and edges.  */
uint64_t map_checksum (const struct map_maker *map);
void map_block (struct map_maker *map, const struct halt_map_block *block);
/* The last block begun is code of LINE of the file whose name is at FILE.  */
void map_line (struct map_maker *map, uint32_t file, uint32_t line);
/* Code of ORIGIN, a function at LINE of FILE, was inlined in BLOCK.  */
void map_inlined (struct map_maker *map,
		  const struct halt_map_inlined *inlined);
void map_edge (struct map_maker *map, const struct halt_map_edge *edge);
/* POINT's further static arguments are ARGS; its first_arg is not read.  */
void map_point (struct map_maker *map, const struct halt_map_point *point,
		const int64_t *args);

/* Finish: HEADER, whose strings and flags the caller has set, gets
   everything else but the address of the descriptor.  Return the body, owned
   by MAP, and its size; NULL: there was no memory.  */
const void *map_finish (struct map_maker *map, struct halt_map *header,
			size_t *size);

/* Write the summary of the unit whose map are the SIZE bytes at DATA, aligned
   to 8.  Return 0, or -1 if they are no map.  */
int text_write (FILE *out, const void *data, size_t size);

/* How control crosses an edge, or NULL unless exactly one bit says so.  */
const char *edge_kind_name (uint32_t flags);

#ifdef __cplusplus
}
#endif

#endif /* HALT_MAP_MAKE_H */
