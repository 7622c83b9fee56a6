/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What `ghalt atom' has to know of a link: the program carries its link line, in a
   section that is not loaded (include/halt/code.h).  */

#include <errno.h>
#include <fnmatch.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>
#include "halt/code.h"
#include "wrap/wrap.h"

static void
write_string (FILE *f, const char *string)
{
  fputs ("\t.byte\t", f);
  for (const char *p = string; *p; p++)
    fprintf (f, "%d,", (unsigned char) *p);
  fputs ("0\n", f);
}

/* Linkers keep what the processor is told of a program, by its property note, only if
   every object asks for it.  Ask for all that there is on COMMAND's machine; M32: for a
   32-bit program.  */
static void
write_property (FILE *f, const struct words *command, bool m32)
{
  static const struct
  {
    const char *machines, *type;
    int align;
  } properties[] = { { "x86_64-*", "0xc0000002", 8 },
		     { "i?86-*", "0xc0000002", 4 },
		     { "aarch64-*", "0xc0000000", 8 } };
  const char *machine = machine_of (command);
  for (size_t i = 0; machine && i < sizeof properties / sizeof *properties; i++)
    if (fnmatch (properties[i].machines, machine, 0) == 0)
      {
	int align = m32 ? 4 : properties[i].align;
	fprintf (f,
		 "\t.section\t.note.gnu.property,\"a\"\n"
		 "\t.balign\t%d\n\t.long\t4, 2f - 1f, 5\n\t.asciz\t\"GNU\"\n"
		 "1:\t.long\t%s, 4, 3\n\t.balign\t%d\n2:\n",
		 align, properties[i].type, align);
      }
}

/* Write it for the assembler.  */
static void
write_assembler (FILE *f, const struct words *command, const struct words *args,
		 bool m32)
{
  char here[PATH_MAX];
  fputs ("\t.section\t" HALT_LINK_SECTION ",\"\"\n", f);
  write_string (f, HALT_LINK_MAGIC);
  write_string (f, getcwd (here, sizeof here) ? here : ".");
  for (size_t i = 0; i < command->n; i++)
    write_string (f, command->at[i]);
  for (size_t i = 0; i < args->n; i++)
    write_string (f, args->at[i]);
  fputs ("\t.section\t.note.GNU-stack,\"\"\n", f);
  write_property (f, command, m32);
}

void
add_link_line (struct words *run, const struct words *command,
	       const struct words *args, bool m32)
{
  /* The compiler's children read it by this name; it is gone when they are.  */
  int fd = memfd_create ("halt-link", 0);
  FILE *f = fd < 0 ? NULL : fdopen (dup (fd), "w");
  if (!f)
    {
      say ("cannot keep the link line for ghalt atom: %s", strerror (errno));
      return;
    }
  write_assembler (f, command, args, m32);
  fclose (f);
  add (run, "-x");
  add (run, "assembler");
  add (run, text ("/proc/self/fd/%d", fd));
  add (run, "-x");
  add (run, "none");
}
