/* SPDX-License-Identifier: GPL-3.0-or-later */
/* halt-gcc and halt-g++: compilers for build systems that know nothing of HALT.
   They run GCC with the plugin where it compiles or links, and as it is
   everywhere else.

     main.c     what is run, and with which environment
     scan.c     what a command line asks GCC for
     words.c    words in a string, quoted as in a response file
     plugin.c   where the plugin and the library are
     link.c     the link line, in the program
     cache.c    what ccache has to know

   What stands here may die: one line on standard error, exit status 2.  */

#ifndef HALT_WRAP_H
#define HALT_WRAP_H 1

#include <stdbool.h>
#include <stddef.h>

#include "base/words.h"

/* --- words.c ------------------------------------------------------------- */

/* words_put, words_take without and with commas; there is memory.  */
void add (struct words *list, const char *word);
void add_words (struct words *list, const char *text);
void add_flags (struct words *list, const char *text);

/* A new string, as by printf.  */
char *text (const char *format, ...) __attribute__ ((format (printf, 1, 2)));

/* Print a line on standard error; and exit with status 2.  */
void say (const char *format, ...) __attribute__ ((format (printf, 1, 2)));
_Noreturn void die (const char *format, ...)
  __attribute__ ((format (printf, 1, 2)));

/* --- scan.c -------------------------------------------------------------- */

struct scan
{
  bool input;			/* there is something to compile or to link */
  bool no_code;			/* -E, -M, -MM, -fsyntax-only */
  bool no_link;			/* -c, -S */
  bool links;			/* not all of it is headers */
  bool relocatable;		/* -r */
  bool dynamic;			/* not -static, not -static-pie */
  bool m32;			/* -m32 is the last of -m32, -m64 and -mx32 */
  bool prefix_map;		/* folders get other names in the object */
  const char *plugin;		/* what -fplugin= of a halt.so names, if there is
				   one already */
  struct words libraries;	/* folders: -L */
};

/* What the N arguments at ARG, which do not begin with the compiler, are
   for.  */
struct scan scan (char **arg, size_t n);

/* --- plugin.c ------------------------------------------------------------ */

/* The file of the program called NAME that execvp would run, but never this
   program itself.  */
char *find_program (const char *name);

/* What COMMAND writes to standard output, without the newline at its end;
   NULL if it fails.  */
char *output_of (char *const *command);

/* The triple of the machine that COMMAND compiles for; NULL if it does not say.  */
const char *machine_of (const struct words *command);

/* The plugin for the compiler that COMMAND runs: HALT_PLUGIN, that of this
   program's own build, or GCC's own.  Dies if there is none.  */
char *find_plugin (const struct words *command);

/* Add what links the runtime that belongs to PLUGIN (what -fplugin= names; or
   NULL) to what S is of.  If COMMAND has none, say what would be routines of
   FLAGS.  */
void add_libraries (struct words *list, const struct words *command,
		    const struct words *flags, const char *plugin,
		    const struct scan *s);

/* --- link.c -------------------------------------------------------------- */

/* Add to RUN what lets the program carry its link line: COMMAND with ARGS; M32: it is
   a 32-bit one.  */
void add_link_line (struct words *run, const struct words *command,
		    const struct words *args, bool m32);

/* --- cache.c ------------------------------------------------------------- */

/* Print what a cache of COMMAND's results must know besides its arguments: the
   compiler, the plugin, the FLAGS, the files that those name and the folder.  Dies
   if FLAGS make what no cache keeps.  */
void print_key (const struct words *command, const struct words *flags,
		bool off);

/* Die if ccache runs this program and does not ask for the key.  */
void check_ccache (void);

/* Tell a ccache that is run by us about the FLAGS.  */
void tell_ccache (const struct words *flags, const struct scan *s);

#endif /* HALT_WRAP_H */
