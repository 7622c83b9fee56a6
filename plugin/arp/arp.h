/* SPDX-License-Identifier: GPL-3.0-or-later */
/* arp: sections are entered and left (docs/arp.md).

     source.cc  what the source marks, and loop bodies, while those are still
		loops
     lexer.cc   where a statement ends that GCC has taken apart
     calls.cc   calls, and setjmp
     link.cc    what leads to a section, as far as the unit can tell; the rest is in
		the table that the unit leaves for the library

   Every section is entered, then tried, then left, whatever way control goes: the
   compiler makes that of TRY_FINALLY_EXPR.  Before link.cc, code refers to section
   K by a call of SID_FUNCTION (K), which stands for its number in the
   program, or 0.  */

#ifndef HALT_ARP_PLUGIN_H
#define HALT_ARP_PLUGIN_H 1

#include "plugin/plugin.h"

/* Sections: what is seen in the source, in the code, and written.  */
void arp_init (const char *plugin_name);
extern const halt_pass arp_calls_pass;
extern const halt_pass arp_link_pass;

#define SID_FUNCTION "__arp_sid"

enum section_kind
{
  SECTION_CALL,
  SECTION_LOOP,
  SECTION_JUMP,			/* no section: setjmp */
  SECTION_KERNEL,
  SECTION_PROFILE
};

struct arp_section
{
  section_kind kind;
  char *text;			/* what is said of it in the file */
  auto_vec<unsigned> callees;	/* DECL_UIDs of what is called in it */
  bool any;			/* ... and what is not known */
  bool kept;			/* link.cc: it may be of interest */
  int number;			/* ... as the unit's table has it */
};

extern vec<arp_section *> sections;

/* They are numbered.  What GCC makes afterwards, for -fprofile-generate say, has
   none.  */
extern bool sections_done;

/* Whether sections of FNDECL are of no interest: it is left out by an attribute, or
   by the options, or it is a callback.  */
bool arp_leaves_out (tree fndecl);

/* Add a section called NAME (or NULL) at WHERE in FNDECL.  */
unsigned section_new (section_kind kind, const char *name, tree fndecl,
		      location_t where);

/* LABEL is in FNDECL's code: warn if it marks a section that was not seen.  */
void section_label (tree label, tree fndecl);
/* Whether CALLEE, called at WHERE, is a mark of a pragma that was not seen: the call is
   to go.  Warn, if that is not what was asked for.  */
bool section_mark (tree callee, location_t where);

/* Note that FNDECL, or if that is NULL, anything, is called in S.  */
void section_calls (arp_section *s, tree fndecl);

/* Whether a call of FNDECL never leads anywhere.  */
bool leads_nowhere (tree fndecl);

/* Whether TYPE is that of a pointer to a function.  */
bool is_function_pointer (tree type);

/* Code that enters or leaves section K if it is of interest.  */
tree section_enter (unsigned k);
tree section_leave (unsigned k);
/* Code that calls NAME with the thread, and REST if that is not NULL, if section K
   is of interest; the result goes to TO if that is not NULL.  */
tree section_call (unsigned k, const char *name, tree to, tree rest);

/* Where the statement ends that follows the label or pragma at WHERE, if it is a
   block: the line, and *COLUMN.  0: it is none, or that cannot be told.  */
int block_end (location_t where, int *column);

#endif /* HALT_ARP_PLUGIN_H */
