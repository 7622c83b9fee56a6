/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The map of a unit (include/halt/format.h): made by the plugin, read by ghalt,
   written as text by both.

     make.c      functions, blocks, edges, points -> bytes (make.h)
     read.c      bytes                            -> one validated map
     text.c      that                             -> text
     names.c     words for numbers
     put.c       fast, plain output
     path.c      names of files without detours
     fault.c     what went wrong

   Nothing here prints messages or ends the process.  */

#ifndef HALT_MAP_H
#define HALT_MAP_H 1

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include "base/grow.h"
#include "halt/format.h"
#include "halt/halt.h"
#include "map/make.h"

/* --- fault.c ------------------------------------------------------------ */

/* Why something was refused: one line without its newline.  */
struct fault
{
  char text[1024];
};

/* Fill F.  Always false, so that a reader can `return fault (f, ...)'.  */
bool fault (struct fault *f, const char *format, ...)
  __attribute__ ((format (printf, 2, 3)));

/* N objects of SIZE bytes, zero, that can be freed, even if N is 0.  NULL: there
   is no memory, as F says.  */
void *fresh (size_t n, size_t size, struct fault *f);

/* grow_to and grow (base/grow.h); if there is no memory F says so.  */
bool enlarge (void *list, size_t n, size_t size, struct fault *f);
bool another (void *list, size_t n, size_t size, struct fault *f);

/* The LENGTH bytes at TEXT as a text to be freed.  */
char *copy_text (const char *text, size_t length, struct fault *f);

/* --- path.c ------------------------------------------------------------- */

/* NAME, after DIRECTORY if it is relative, made plain by path_plain (make.h).  */
char *path_join (const char *directory, const char *name, struct fault *f);

/* Cut FOLDER down to what it has in common with PATH; both are absolute.  */
void path_cut (char *folder, const char *path);

/* What PATH is in FOLDER, "" if it is that; NULL: it is elsewhere.  */
const char *path_inside (const char *folder, const char *path);

/* --- read.c ------------------------------------------------------------- */

/* A view: every pointer leads into the bytes that were read.  Every index,
   offset and flag in the tables has been checked.  */
struct map
{
  const struct halt_map *header;
  const uint64_t *addresses;
  const struct halt_map_function *functions;
  const struct halt_map_block *blocks;
  const struct halt_map_edge *edges;
  const struct halt_map_point *points;
  const int64_t *args;
  const struct halt_map_line *lines;
  const struct halt_map_inlined *inlined;
  const char *strings;
  /* For who shows names of files; NULL when the map is read.  */
  const char *folder;		/* they are relative to this one */
  const char *place;		/* of the unit in it; NULL: outside */
};

/* View the unit that the SIZE bytes at DATA begin with; DATA is aligned to 8.
   It takes header->size of them.  */
bool map_read (struct map *m, const void *data, size_t size, struct fault *f);

/* The id that P reports in a process where the ids of its unit begin at
   BASE.  */
uint64_t point_id (const struct halt_map_point *p, uint64_t base);

/* The name to show: as in the source language, or the symbol.  */
const char *function_name (const struct map *m,
			   const struct halt_map_function *fn);

/* --- text.c ------------------------------------------------------------- */

/* A map and where it is.  */
struct unit
{
  struct map map;
  const char *member;		/* of the archive, or NULL */
  size_t place;			/* which one of the maps, from 0 */
  uint64_t base;		/* id of local number 0 if nothing was loaded
				   before this file */
  const uint8_t *discarded;	/* for each function: the linker dropped it */
};

/* Static arguments: how many P of M has; number I, from 0, and its text, if it is no
   number.  */
struct map_arg
{
  enum halt_arg_form form;
  int64_t number;
  const char *text;
};
uint32_t map_n_args (const struct halt_map_point *p);
struct map_arg map_arg (const struct map *m, const struct halt_map_point *p,
			uint32_t i);
/* The word for FORM, but for numbers.  */
const char *arg_form_name (enum halt_arg_form form);

/* The first line.  */
#define TEXT_VERSION "halt-summary 1\n"

/* The line of unit number I; all of function number I.  */
void text_unit_line (FILE *out, const struct unit *u, size_t i);
void text_function (FILE *out, const struct unit *u, uint32_t i);

/* --- names.c: words for numbers ----------------------------------------- */

/* The columns of kinds.def: the word of a kind, or NULL if it is none of ours; its
   costs, its title; what is counted, and what that tells.  */
enum cells
{
  CELLS_NONE,
  CELLS_EVENTS,
  CELLS_WAYS,
  CELLS_BYTES,
  CELLS_INDICES,
  CELLS_PATHS,
  CELLS_VALUES
};
enum tells
{
  TELLS_NOTHING,
  TELLS_BLOCK,
  TELLS_ENTRY,
  TELLS_EXIT,
  TELLS_BRANCH,
  TELLS_TABLE,
  TELLS_EDGE
};
const char *kind_name (uint32_t kind);
const char *kind_costs (uint32_t kind);
const char *kind_title (uint32_t kind);
enum cells kind_counts (uint32_t kind);
enum tells kind_tells (uint32_t kind);

/* Cells in a profile's row of KIND, the id not counted; 0 if it has no
   rows.  */
unsigned kind_cells (uint32_t kind);

/* True if the first of them is an index.  */
bool kind_indexed (uint32_t kind);

/* True if points of KIND have counters of their own that tell how often they are
   executed.  PATH_SUM_READ's are those of paths.  */
bool kind_counted (uint32_t kind);

/* One bit of a flags word.  Tables end with bit 0.  */
struct flag_name
{
  uint32_t bit;
  const char *name;
};

extern const struct flag_name unit_flags[], function_flags[], block_flags[],
  point_flags[], edge_kinds[];

/* True if TABLE names every bit of FLAGS.  */
bool flags_known (const struct flag_name *table, uint32_t flags);

/* --- put.c -------------------------------------------------------------- */

void put_text (FILE *out, const char *text);
void put_number (FILE *out, uint64_t n);
void put_hex (FILE *out, uint64_t n, unsigned digits);

/* Characters that put_number writes for N.  */
unsigned number_width (uint64_t n);

/* TEXT as one word: as it is, or quoted as in C where it must be.  */
void put_word (FILE *out, const char *text);

/* FILE:LINE:COLUMN, without what is 0; `-' if LINE is.  Returns the number of
   characters; OUT may be NULL.  */
size_t put_position (FILE *out, const char *file, uint32_t line,
		     uint32_t column);

/* The word of KIND; kind-NUMBER if it is a user's own.  */
void put_kind (FILE *out, uint32_t kind);

/* The names of FLAGS, with commas; `-' for none.  */
void put_flags (FILE *out, const struct flag_name *table, uint32_t flags);

/* `entry', `exit' or the number.  */
void put_block (FILE *out, uint32_t block);

#endif /* HALT_MAP_H */
