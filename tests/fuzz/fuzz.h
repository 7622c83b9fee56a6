/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What the targets of libFuzzer share.  A target defines

     fuzz_one    what is done with an input
     fuzz_seal   makes an input whose checksums fit; may be fuzz_seal_all

   and mutate.c does the rest: inputs are mutated, also field by field, and
   then sealed, because a reader that compares a checksum refuses everything
   else before it reads on.  One in sixteen is left as it is.  */

#ifndef HALT_FUZZ_H
#define HALT_FUZZ_H 1

#include <stdlib.h>
#include <string.h>
#include "ghalt/command.h"

/* One input, in an allocation of its own, aligned to 8.  */
void fuzz_one (const uint8_t *data, size_t size);

/* Make what is found in the SIZE bytes at DATA fit: sizes that are implied,
   checksums, and everything that must agree with those.  Returns the new size,
   at most MAX.  */
size_t fuzz_seal (uint8_t *data, size_t size, size_t max);

/* --- seal.c ------------------------------------------------------------- */

/* Every map and profile, wherever in DATA it begins.  A checksum that
   changes is changed wherever else it stands: in descriptors, in the units of
   profiles.  */
void fuzz_seal_all (uint8_t *data, size_t size);

/* The one map that is all of DATA: its strings get what the tables
   leave.  */
size_t fuzz_seal_map (uint8_t *data, size_t size, size_t max);

/* The profile that DATA begins with, as long as its header says or, if that
   is more, as DATA.  */
void fuzz_seal_prof (uint8_t *data, size_t size);

/* --- files.c ------------------------------------------------------------ */

/* The name of a file in memory, number I (from 0), with these contents until
   the next call.  */
const char *fuzz_file (unsigned i, const void *data, size_t size);

/* Where the profile ends that DATA begins with: as many bytes as its header
   says, or all.  A multiple of 8 unless all.  */
size_t fuzz_prof_size (const uint8_t *data, size_t size);

/* The same for a copy that is aligned to 8 and exactly as long, so that a
   sanitizer sees what lies beyond.  */
void *fuzz_copy (const void *data, size_t size);

/* Read everything that P gives out.  */
void fuzz_use_map (const struct map *m);
void fuzz_use_program (const struct program *p);
void fuzz_use_prof (const struct prof *p);

/* Stop with a report unless CONDITION holds.  */
#define FUZZ_CHECK(condition) ((condition) ? (void) 0 : abort ())

#endif /* HALT_FUZZ_H */
