/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The oracle of events for a machine that qemu emulates: what it writes down of a plain
   program, one instruction at a time, gives every branch, entry, exit, call and its
   return, load and store that it makes in its own functions; they are compared with what
   the instrumented program reported.  Shares nothing with the rest of HALT.  MACHINE.c
   says what an instruction does.

     steps PROGRAM SYMBOLS TRACE <LOG

   PROGRAM is linked to run where it stands in the file.  SYMBOLS are lines of a
   letter, an address, a size, both in hexadecimal, and a name:

     F  a function of the program's own source
     T  what may be a jump table, or stand behind one
     M  a function of the instrumented program; the size is where the plain one has it

   LOG is that of -singlestep -d nochain,exec,cpu: the registers in front of each
   instruction.  Not followed are blocks, setjmp and longjmp.  */

#include <elf.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>

#include "emulated.h"

void
die (const char *format, ...)
{
  va_list args;
  va_start (args, format);
  fputs ("steps: ", stderr);
  vfprintf (stderr, format, args);
  fputc ('\n', stderr);
  exit (2);
}

/* --- the program ---------------------------------------------------------- */

static struct symbol symbols[4096];
static int n_symbols;
static const unsigned char *file;

static void
read_symbols (const char *name)
{
  FILE *f = fopen (name, "r");
  struct symbol *s = symbols;
  if (!f)
    die ("cannot open '%s'", name);
  while (n_symbols < 4096
	 && fscanf (f, " %c %" SCNx64 " %" SCNx64 " %79s", &s->letter, &s->at,
		    &s->size, s->name) == 4)
    n_symbols++, s++;
  fclose (f);
}

const struct symbol *
function_at (uint64_t pc)
{
  static const struct symbol *last;
  if (last && pc - last->at < last->size)
    return last;
  for (int i = 0; i < n_symbols; i++)
    if (symbols[i].letter == 'F' && pc - symbols[i].at < symbols[i].size)
      return last = &symbols[i];
  return NULL;
}

static const char *
describe (uint64_t pc)
{
  static char text[128];
  const struct symbol *f = function_at (pc);
  snprintf (text, sizeof text, "%s+%#" PRIx64, f ? f->name : "?",
	    f ? pc - f->at : pc);
  return text;
}

uint32_t
word_at (uint64_t address)
{
  const Elf64_Ehdr *header = (const Elf64_Ehdr *) file;
  const Elf64_Phdr *p = (const Elf64_Phdr *) (file + header->e_phoff);
  uint32_t word = 0;
  for (int i = 0; i < header->e_phnum; i++)
    if (p[i].p_type == PT_LOAD && address - p[i].p_vaddr < p[i].p_filesz)
      memcpy (&word, file + p[i].p_offset + (address - p[i].p_vaddr), 4);
  return word;
}

/* --- events ----------------------------------------------------------------- */

static struct event *events;
static unsigned long n_events;

struct event *
add (int kind, uint64_t pc, uint64_t a, uint64_t b)
{
  static unsigned long room;
  if (n_events == room
      && !(events = realloc (events, (room = 2 * room + 4096) * sizeof *events)))
    die ("out of memory");
  events[n_events] = (struct event) { .kind = kind, .pc = pc, .a = a, .b = b };
  return &events[n_events++];
}

void
add_mbr (uint64_t target, uint64_t base)
{
  for (unsigned long i = n_events; i-- > 0 && i + 16 > n_events;)
    {
      const struct symbol *table = NULL;
      struct event load = events[i];
      if (load.kind != EVENT_LOAD || load.b != 4)
	continue;
      for (int s = 0; s < n_symbols; s++)
	if (symbols[s].letter == 'T' && symbols[s].at <= load.a
	    && (!table || symbols[s].at > table->at))
	  table = &symbols[s];
      if (!table
	  || (base ? base : table->at) + (int64_t) (int32_t) word_at (load.a) != target)
	continue;
      add (EVENT_MBR, 0, 0, 0);
      memmove (&events[i + 2], &events[i + 1],
	       (n_events - i - 2) * sizeof load);
      events[i + 1] = (struct event) { .kind = EVENT_MBR, .pc = load.pc,
				       .a = (load.a - table->at) / 4 };
      return;
    }
}

/* Where the plain program has the function that the instrumented one has at
   ADDRESS.  */
static uint64_t
callee_at (uint64_t address)
{
  for (int i = 0; i < n_symbols; i++)
    if (symbols[i].letter == 'M' && symbols[i].at == address)
      return symbols[i].size;
  return address;
}

/* --- the log ---------------------------------------------------------------- */

/* Read the next state; false at the end.  Registers only if it is in a function of
   the program's.  */
static bool
next_state (struct state *s)
{
  char line[256];
  do
    if (!fgets (line, sizeof line, stdin))
      return false;
  while (strncmp (line, machine_pc, strlen (machine_pc)) != 0);
  s->pc = strtoull (line + strlen (machine_pc), NULL, 16);
  if (!function_at (s->pc))
    return true;
  for (int r = 0; r < 32 && fgets (line, sizeof line, stdin); )
    r = machine_read (s, line, r);
  return true;
}

int
main (int argc, char **argv)
{
  struct state s, last;
  struct stat st;
  bool inside = false;
  if (argc != 4)
    die ("usage: steps PROGRAM SYMBOLS TRACE <LOG");
  int fd = open (argv[1], O_RDONLY);
  if (fd < 0 || fstat (fd, &st) != 0)
    die ("cannot open '%s'", argv[1]);
  file = mmap (NULL, st.st_size, PROT_READ, MAP_PRIVATE, fd, 0);
  read_symbols (argv[2]);
  while (next_state (&s))
    {
      const struct symbol *f = function_at (s.pc);
      if (inside)
	machine_step (&last, s.pc);
      /* The program's functions are called by others at their beginning.  */
      else if (f && s.pc == f->at)
	add (EVENT_ENTRY, s.pc, 0, 0);
      else if (f)
	machine_return (s.pc);
      inside = f != NULL;
      last = s;
    }
  return match (events, n_events, argv[3], describe, callee_at) ? 1 : 0;
}
