/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The oracle of events for Alpha: what qemu writes down of a plain program, one
   instruction at a time, gives every branch, entry, exit, call and its return, load
   and store that it makes in its own functions; they are compared with what the instrumented
   program reported.  Shares nothing with the rest of HALT.

     steps PROGRAM SYMBOLS TRACE <LOG

   PROGRAM is linked to run where it stands in the file.  SYMBOLS are lines of a
   letter, an address, a size, both in hexadecimal, and a name:

     F  a function of the program's own source
     T  what may be a jump table, or stand behind one
     M  a function of the instrumented program; the size is where the plain one has it

   LOG is that of -singlestep -d nochain,exec,cpu: the registers in front of each
   instruction.  Not followed are blocks, setjmp and longjmp.  Source of encodings:
   Alpha Architecture Handbook, version 4, appendix C.  */

#include <elf.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>

#include "events.h"

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

struct symbol
{
  char letter, name[80];
  uint64_t at, size;
};

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

/* The function that PC is in, or NULL.  */
static const struct symbol *
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

/* The 32 bits at ADDRESS, as the program begins.  */
static uint32_t
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

static struct event *
add (int kind, uint64_t pc, uint64_t a, uint64_t b)
{
  static unsigned long room;
  if (n_events == room
      && !(events = realloc (events, (room = 2 * room + 4096) * sizeof *events)))
    die ("out of memory");
  events[n_events] = (struct event) { .kind = kind, .pc = pc, .a = a, .b = b };
  return &events[n_events++];
}

/* The state in front of an instruction.  */
struct state
{
  uint64_t pc, reg[32];
};

/* Opcodes from 0x0a to 0x0f and 0x20 to 0x2f: how many bytes, 0: none, and
   whether they are written.  */
static int
bytes_moved (int op, bool *store)
{
  static const int low[6] = { 1, 8, 2, 2, 1, 8 };
  static const int high[16] = { 4, 8, 4, 8, 4, 8, 4, 8, 4, 8, 4, 8, 4, 8, 4, 8 };
  *store = op >= 0x20 ? op & 4 : op >= 0x0d;
  if (op >= 0x20 && op < 0x30)
    return high[op - 0x20];
  return op >= 0x0a && op < 0x10 ? low[op - 0x0a] : 0;
}

/* A jump through a register to TARGET in the same function: a table was read for it
   not long ago, unless it is a computed goto.  The multiway branch is there.  */
static void
add_mbr (uint64_t target, uint64_t gp)
{
  for (unsigned long i = n_events; i-- > 0 && i + 16 > n_events;)
    {
      const struct symbol *table = NULL;
      struct event load = events[i];
      if (load.kind != EVENT_LOAD)
	continue;
      if (load.b != 4 || gp + (int64_t) (int32_t) word_at (load.a) != target)
	continue;
      for (int s = 0; s < n_symbols; s++)
	if (symbols[s].letter == 'T' && symbols[s].at <= load.a
	    && (!table || symbols[s].at > table->at))
	  table = &symbols[s];
      if (!table)
	return;
      add (EVENT_MBR, 0, 0, 0);
      memmove (&events[i + 2], &events[i + 1],
	       (n_events - i - 2) * sizeof load);
      events[i + 1] = (struct event) { .kind = EVENT_MBR, .pc = load.pc,
				       .a = (load.a - table->at) / 4 };
      return;
    }
}

/* Whether PC is between a locked load and the conditional store that goes with
   it, where no point is.  */
static bool
is_locked (uint64_t pc)
{
  enum { FAR = 64 };
  for (int i = 1; i < FAR; i++)
    {
      int op = word_at (pc - 4 * i) >> 26;
      if (op == 0x2e || op == 0x2f)
	return false;
      if (op != 0x2a && op != 0x2b)
	continue;
      for (int k = 1; k < FAR; k++)
	{
	  op = word_at (pc + 4 * k) >> 26;
	  if (op == 0x2e || op == 0x2f)
	    return true;
	  if (op == 0x2a || op == 0x2b)
	    return false;
	}
    }
  return false;
}

/* Whether INSN is a call to GCC, too: those of what divides come back by way of
   another register.  */
static bool
is_call (uint32_t insn)
{
  return (insn >> 21 & 31) == 26
	 && (insn >> 26 == 0x34 || (insn >> 26 == 0x1a && (insn >> 14 & 3) == 1));
}

/* Control comes to PC: by a return if what is in front of it is a call.  */
static void
add_return (uint64_t pc)
{
  if (is_call (word_at (pc - 4)))
    add (EVENT_CALLRET, pc - 4, 0, 0);
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

/* Control goes from S, in function F, to PC.  */
static void
add_transfer (const struct state *s, const struct symbol *f, uint32_t insn,
	      uint64_t pc)
{
  const struct symbol *to = function_at (pc);
  int op = insn >> 26, way = insn >> 14 & 3;
  bool starts = to && (pc == to->at || pc == to->at + 8);
  bool jump = (op == 0x1a && way == 0) || op == 0x30;
  bool call = is_call (insn);
  uint64_t callee = starts ? to->at : pc;

  if (op > 0x30 && op != 0x34 && is_locked (s->pc))
    return;
  if (call || (jump && to != f))
    add (EVENT_CALL, s->pc, callee, 0);
  if (op > 0x30 && op != 0x34)
    add (EVENT_CBR, s->pc, pc != s->pc + 4, 0);
  else if (op == 0x1a && way == 2)
    add (EVENT_EXIT, s->pc, 0, 0);
  else if (jump && to != f)
    add (EVENT_EXIT, s->pc, 0, 0);
  else if (jump && op == 0x1a)
    add_mbr (pc, s->reg[29]);
  if (starts && (call || (jump && to != f)))
    add (EVENT_ENTRY, to->at, 0, 0);
  if (op == 0x1a && way == 2 && to)
    add_return (pc);
}

/* What the instruction at S does, which leads to PC.  */
static void
add_step (const struct state *s, uint64_t pc)
{
  bool store;
  uint32_t insn = word_at (s->pc);
  int op = insn >> 26, ra = insn >> 21 & 31, rb = insn >> 16 & 31;
  int bytes = bytes_moved (op, &store);
  uint64_t address = s->reg[rb] + (int16_t) insn;
  if (op == 0x0b || op == 0x0f)
    address &= -8;
  /* Loads of nothing are prefetches; those that the global pointer leads to are of
     addresses.  */
  if (bytes && (store || (ra != 31 && rb != 29)))
    add (store ? EVENT_STORE : EVENT_LOAD, s->pc, address, bytes);
  else if (op == 0x1a || op >= 0x30)
    add_transfer (s, function_at (s->pc), insn, pc);
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
  while (strncmp (line, "PC      ", 8) != 0);
  s->pc = strtoull (line + 8, NULL, 16);
  if (!function_at (s->pc))
    return true;
  for (int r = 0; r < 31; )
    {
      if (!fgets (line, sizeof line, stdin))
	return false;
      for (int c = 0; c < 3 && r < 31; c++)
	s->reg[r++] = strtoull (line + 25 * c + 8, NULL, 16);
    }
  s->reg[31] = 0;
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
	add_step (&last, s.pc);
      /* The program's functions are called by others at their beginning.  */
      else if (f && s.pc == f->at)
	add (EVENT_ENTRY, s.pc, 0, 0);
      else if (f)
	add_return (s.pc);
      inside = f != NULL;
      last = s;
    }
  return match (events, n_events, argv[3], describe, callee_at) ? 1 : 0;
}
