/* SPDX-License-Identifier: GPL-3.0-or-later */
/* JSON: what summary and report have in common.  One function's object at a
   time is built and written out; what is around them is framed by hand, so
   that no program is too large.  */

#ifndef HALT_JSON_H
#define HALT_JSON_H 1

#include <jansson.h>
#include "summarize/command.h"

/* Make jansson die when memory is used up.  Comes first.  */
void json_start (void);

/* OBJECT gets VALUE, which is taken over.  KEY is ASCII.  */
void json_put (json_t *object, const char *key, json_t *value);

/* TEXT; what is not UTF-8 in it becomes U+FFFD.  */
json_t *json_text (const char *text);

/* N; the largest integer of 64 bits if it is larger.  */
json_t *json_count (uint64_t n);

/* N; as a string of digits if it is larger than the largest integer.  */
json_t *json_id (uint64_t n);

/* N as 16 hexadecimal digits.  */
json_t *json_hex (uint64_t n);

/* Write OBJECT, which is released.  */
void json_write (FILE *out, json_t *object);

/* The same, but leave it open behind its last member's value, that of KEY, an
   array to which elements are to be written.  */
void json_open (FILE *out, json_t *object, const char *key);

/* The objects of the summary.  Those of functions have no members yet for
   what is in them.  */
json_t *json_unit (const struct unit *u, uint64_t base);
json_t *json_function (const struct unit *u, uint32_t function);
json_t *json_block (const struct map *m, const struct halt_map_block *b,
		    uint32_t number, const struct halt_map_line *line);
json_t *json_edge (const struct halt_map_edge *e);
json_t *json_point (const struct map *m, const struct halt_map_point *p,
		    uint64_t base);

#endif /* HALT_JSON_H */
