/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The commands, each in the file or the folder of its name.  */

#ifndef HALT_COMMAND_H
#define HALT_COMMAND_H 1

#include <sys/types.h>
#include <time.h>

#include "report/options.h"

extern const struct command cmd_summarize, cmd_report, cmd_merge, cmd_diff,
  cmd_paths, cmd_cover, cmd_html, cmd_pgo, cmd_code, cmd_atom, cmd_attach,
  cmd_points, cmd_run, cmd_top, cmd_arp, cmd_play, cmd_store;

/* Options that several have; words for rows of them.  */
#define WORDS(end, ...) ((const char *const[(end) + 1]) { __VA_ARGS__ })
#define AT(field) offsetof (struct options, field)
#define BIT(format) (1u << FORMAT_ ## format)
#define HELP { "help", TYPE_FLAG, AT (help), NULL, NULL, \
	       "print this help", 0 }
#define END { NULL, TYPE_FLAG, 0, NULL, NULL, NULL, 0 }
#define FUNCTION "only functions with this name or glob; may be repeated"
#define FUNCTION_OPTION { "function", TYPE_LIST, 0, NULL, "NAME", FUNCTION, 0 }
#define KIND_OPTION(formats) \
  { "kind", TYPE_KINDS, AT (kinds), NULL, "LIST", \
    "only these kinds, with commas between them: cbr,load", formats }
#define WIDE_OPTION(formats) \
  { "wide", TYPE_FLAG, AT (wide), NULL, NULL, \
    "whole names of files and functions, however wide rows become", formats }
#define MEASURE { "measure", TYPE_SET, AT (measure), \
		  measure_words, "LIST", \
		  "function-coverage, function-counts, block-coverage, " \
		  "block-counts, arc-counts, call-graph: these, with commas " \
		  "between them", 0 }
#define OBJECTS_OPTION \
  { .name = "objects", .type = TYPE_FOLDER, .value = "DIR", \
    .text = "where else objects are that are not where they were, and below; may be " \
	    "repeated" }
#define ONTO_OPTION \
  { .name = "onto", .type = TYPE_TEXT, .offset = AT (onto), \
    .value = "NEWPROG", \
    .text = "take counts of another build of NEWPROG for those of NEWPROG; where code " \
	    "has changed they are inferred" }

/* Profiles of a store instead of operands.  */
#define BUILD_OPTION \
  { .name = "build", .type = TYPE_TEXT, .offset = AT (build), .value = "BUILD", \
    .text = "of a store: a program's newest build, or that with this number, or this " \
	    "beginning of its build-id" }
#define SINCE_OPTION \
  { .name = "since", .type = TYPE_TEXT, .offset = AT (since), .value = "TIME", \
    .text = "of a store: what was written so long ago at most, as in 36h or 7d, or since " \
	    "2026-11-28T09 (UTC)" }
#define UNTIL_OPTION \
  { .name = "until", .type = TYPE_TEXT, .offset = AT (until), .value = "TIME", \
    .text = "of a store: what was written before" }
#define FROM_OPTIONS \
  { .name = "from", .type = TYPE_TEXT, .offset = AT (from_store), .value = "URL", \
    .text = "the program and its profiles are those of this store (ghalt store); " \
	    "--from= is the user's own" }, \
  BUILD_OPTION, \
  { .name = "label", .type = TYPE_LABEL, .value = "KEY=VALUE", \
    .text = "of a store: only profiles with this label; may be repeated" }, \
  SINCE_OPTION, UNTIL_OPTION

/* watch.c: push profiles as they appear in FOLDER, with LABEL or their own; DB is the store
   URL, or NULL.  Returns if --once is given, or F says why.  */
struct database;
void store_watch (struct database *db, const struct options *o, const char *url,
		  const char *folder, const char *label, struct fault *f);

/* store.c: let the operands of O, options of C, be what --from takes from a store: files
   that are there until store_release.  */
struct store_taken;
bool from_operands (struct options *o, const struct command *c,
		    struct store_taken *t, struct fault *f);

/* children.c: when run began, and the process that is PROG.  */
struct run_began
{
  pid_t pid;
  struct timespec time;
};

/* Say which files children of that have written, and how to merge them with OUTPUT; NULL:
   with the process's own.  */
void note_children (const struct run_began *began, const char *output);

/* measure.c: run --measure; returns the program's status.  */
int measure_run (const struct options *o, struct fault *f);

/* All of them, with a NULL at the end.  */
extern const struct command *const commands[];

/* That called NAME, or NULL.  */
const struct command *find_command (const char *name, struct fault *f);

/* Everything main does; returns its status.  */
int halt_command (int argc, char **argv);

#endif /* HALT_COMMAND_H */
