/* SPDX-License-Identifier: GPL-3.0-or-later */
/* cover: what is written in the source, before the compiler changes it.  */

#ifndef HALT_COVER_ROOM_H
#define HALT_COVER_ROOM_H 1

#include "plugin/plugin.h"

/* --- tree.cc ------------------------------------------------------------ */

/* Take functions as they come from the front end: put a mark where something that is
   counted happens.  */
void cover_init (const char *plugin_name);

/* The number that STMT marks, or -1: it is no mark of these.  */
int64_t cover_marked (gimple *stmt);

/* Puts marks of calls where they belong.  */
extern const halt_pass cover_pass;

/* --- describe.cc -------------------------------------------------------- */

/* What is counted in the source.  Numbers are those of the marks.  */

/* The function FNDECL begins where NUMBER is marked; what follows belongs to it.  */
void cover_add_function (uint32_t number, tree fndecl);
/* WHAT, in the function FNDECL at WHERE, is not counted, as WHY says.  */
void cover_add_left_out (tree fndecl, location_t where, const char *what,
			 const char *why);
/* The statements at the N places WHERE are executed as often as NUMBER is marked.  */
void cover_add_statements (uint32_t number, const location_t *where,
			   unsigned n);
/* CALL, at WHERE, of CALLEE if that is known, is executed as often as NUMBER is marked.  */
void cover_add_call (uint32_t number, tree call, tree callee, location_t where);
/* A decision of KIND at WHERE, where OF decides, of SHAPE, with its CONDITIONS; the numbers
   of its vectors are from NUMBER up.  */
void cover_add_decision (const char *kind, uint32_t number, tree of,
			 location_t where, const char *shape,
			 const vec<tree *> &conditions);
/* A switch at WHERE; the numbers of its LABELS are from NUMBER up.  */
void cover_add_switch (uint32_t number, location_t where,
		       const vec<tree> &labels);

/* Whether GCC has swapped the values of CHOICE, a `?:' of C, and negated what it tests, as
   far as the source shows that.  */
bool cover_turned_round (tree choice);

/* Whether CHOICE, a `?:' that is a value, is in the source, as far as that shows it: GCC makes
   one of an operation on what a comparison of C comes to.  */
bool cover_written (tree choice);

/* Whether anything is; write it.  */
bool cover_found (void);
void cover_write (FILE *f, const struct halt_map *header);

#endif /* HALT_COVER_ROOM_H */
