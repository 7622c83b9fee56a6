/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What travels in the object for `ghalt code': the unit's assembler text, and in it
   what GCC knows of its instructions.  include/halt/code.h has the form.  */

#ifndef HALT_ATOM_H
#define HALT_ATOM_H 1

#include "plugin/plugin.h"

/* --- the unit ------------------------------------------------------------ */

/* The unit begins: keep a copy of what is written, and describe it.  */
void atom_start (void);

/* The unit has been written without errors.  */
void atom_finish (void);
extern const halt_pass atom_pass;
extern const halt_pass atom_end_pass;

/* --- stream.cc ---------------------------------------------------------- */

/* From now on what GCC writes is kept, too.  */
void stream_begin (void);

/* Whether it is kept.  */
bool stream_open (void);

/* Keep TEXT, which GCC did not write, after what it has written so far.  */
void stream_say (const char *text);

/* --- function.cc -------------------------------------------------------- */

/* How many sections have described functions; the label at the end of the N-th.  */
#define ATOM_LABEL_BYTES 32
unsigned atom_n_sections (void);
void atom_section_label (char *label, unsigned n);

#endif /* HALT_ATOM_H */
