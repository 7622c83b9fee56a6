/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The oracle of events for machines that an emulator runs: what qemu writes down of a
   plain program, one instruction at a time, gives every branch, entry, exit, call and
   its return, load and store that it makes in its own functions; they are compared with
   what the instrumented program reported.  Shares nothing with the rest of HALT.

     steps CODE SYMBOLS TRACE <LOG

   CODE is what objdump -d says.  SYMBOLS are lines of a letter, an address, a size,
   both in hexadecimal, and a name:

     F  a function of the program's own source
     T  the section of jump tables
     L  what may be where one of them begins
     G  a section with addresses only, the reads of which are not reported
     P  a section with code that leads on to functions elsewhere
     M  a function of the instrumented program; the size is where the plain one has it

   LOG is that of -one-insn-per-tb -d nochain,exec,cpu: the registers in front of each
   instruction.  Not followed are blocks, setjmp and longjmp.  */

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../events/events.h"
#include "emulated.h"

const char *program_name = "steps";

/* --- the program ---------------------------------------------------------- */

struct symbol
{
  char letter, name[80];
  uint64_t at, size;
  const struct symbol *owner;	/* of the cold part of a function */
};

static struct symbol symbols[4096];
static int n_symbols;

/* What of LETTER ADDRESS is in, or NULL.  */
static const struct symbol *
symbol_at (char letter, uint64_t address)
{
  for (int i = 0; i < n_symbols; i++)
    if (symbols[i].letter == letter
	&& address - symbols[i].at < symbols[i].size)
      return &symbols[i];
  return NULL;
}

/* The jump table that ADDRESS is in, or NULL.  */
static const struct symbol *
table_at (uint64_t address)
{
  const struct symbol *table = NULL;
  if (symbol_at ('T', address))
    for (int i = 0; i < n_symbols; i++)
      if (symbols[i].letter == 'L' && symbols[i].at <= address
	  && (!table || symbols[i].at > table->at))
	table = &symbols[i];
  return table;
}

static const struct symbol *
find_owner (const struct symbol *s)
{
  const char *end = strstr (s->name, ".cold");
  for (int i = 0; end && i < n_symbols; i++)
    if (symbols[i].letter == 'F'
	&& strncmp (symbols[i].name, s->name, end - s->name) == 0
	&& !symbols[i].name[end - s->name])
      return &symbols[i];
  return s;
}

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
  for (s = symbols; s < symbols + n_symbols; s++)
    s->owner = find_owner (s);
}

/* The function that PC is in, or NULL.  */
static const struct symbol *
function_at (uint64_t pc)
{
  static const struct symbol *last;
  if (!last || pc - last->at >= last->size)
    last = symbol_at ('F', pc);
  return last;
}

static const char *
describe (uint64_t pc)
{
  static char text[256];
  const struct symbol *f = function_at (pc);
  const struct insn *insn = insn_at (pc);
  snprintf (text, sizeof text, "%s+%#" PRIx64 ": %s %s", f ? f->name : "?",
	    f ? pc - f->at : pc, insn->name, insn->operands);
  return text;
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

/* Whether PC is between a locked load and the conditional store that goes with
   it, or ends that sequence itself: no point is there.  */
static bool
is_locked (uint64_t pc)
{
  enum { FAR = 64 };
  const struct insn *insn = insn_at (pc);
  enum mark mark = MARK_NONE;
  for (int i = 0; i < FAR && mark != MARK_LOCKED_LOAD; i++)
    {
      insn = insn_before (insn->pc);
      mark = machine_mark (insn);
      if (!insn->size || mark == MARK_LOCKED_STORE)
	return false;
    }
  if (mark != MARK_LOCKED_LOAD)
    return false;
  insn = insn_at (pc);
  for (int i = 0; i < FAR; i++)
    {
      mark = machine_mark (insn);
      if (!insn->size || mark == MARK_LOCKED_LOAD || mark == MARK_LOCKED_STORE)
	return mark == MARK_LOCKED_STORE;
      insn = insn_at (insn->pc + insn->size);
    }
  return false;
}

/* Whether INSN is a call to GCC, too.  */
static bool
is_call (const struct insn *insn)
{
  return insn->way == WAY_CALL && machine_mark (insn) != MARK_HELPER;
}

/* Control comes to PC: by a return if what is in front of it is a call.  */
static void
add_return (uint64_t pc)
{
  const struct insn *call = insn_before (pc);
  if (is_call (call))
    add (EVENT_CALLRET, call->pc, 0, 0);
}

/* The call that has come to code that leads on, or -1.  */
static long leads_on = -1;

/* It has come to PC by way of that code: the address of this one, where reports have
   it, is that of PC.  */
static void
lead_on (uint64_t pc)
{
  for (int i = 0; i < n_symbols; i++)
    if (symbols[i].letter == 'M' && symbols[i].size == events[leads_on].a)
      symbols[i].size = pc;
  events[leads_on].a = pc;
  leads_on = -1;
}

/* Control goes from INSN to PC.  */
static void
add_transfer (const struct insn *insn, uint64_t pc)
{
  const struct symbol *from = function_at (insn->pc), *to = function_at (pc);
  bool starts = to && (pc == to->at || pc == to->at + machine.second_entry);
  bool leaves = !to || to->owner != from->owner;
  bool jump = insn->way == WAY_JUMP || insn->way == WAY_JUMP_REGISTER;
  bool call = is_call (insn);

  if (insn->way == WAY_BRANCH && is_locked (insn->pc))
    return;
  if (call || (jump && leaves))
    {
      add (EVENT_CALL, insn->pc, starts ? to->at : pc, 0);
      if (symbol_at ('P', pc))
	leads_on = n_events - 1;
    }
  if (insn->way == WAY_BRANCH)
    add (EVENT_CBR, insn->pc, pc != insn->pc + insn->size, 0);
  else if (insn->way == WAY_RETURN || (jump && leaves))
    add (EVENT_EXIT, insn->pc, 0, 0);
  if (starts && (call || (jump && leaves)))
    add (EVENT_ENTRY, to->at, 0, 0);
  if (insn->way == WAY_RETURN && to)
    add_return (pc);
}

/* M, which INSN makes; PAIR: of two registers.  The read of a jump table's entry is
   where the multiway branch is.  */
static void
add_move (const struct insn *insn, const struct move *m, bool pair)
{
  const struct symbol *table = m->store ? NULL : table_at (m->address);
  if (!m->store && symbol_at ('G', m->address))
    return;
  if (!table || machine.reads_table)
    add (m->store ? EVENT_STORE : EVENT_LOAD, insn->pc, m->address, m->bytes)
      ->pair = pair;
  if (table)
    add (EVENT_MBR, insn->pc, (m->address - table->at) / m->bytes, 0);
}

/* What the instruction at S does, which leads to PC.  */
static void
add_step (const struct state *s, uint64_t pc)
{
  const struct insn *insn = insn_at (s->pc);
  struct move moves[MAX_MOVES];
  if (!insn->size)
    die ("no instruction at %#" PRIx64, s->pc);
  int n = machine_moves (insn, s, moves);
  bool pair = n == 2 && moves[0].store == moves[1].store;
  if (pair)
    moves[0].bytes += moves[--n].bytes;
  for (int i = 0; i < n; i++)
    add_move (insn, &moves[i], pair);
  if (insn->way != WAY_NEXT)
    add_transfer (insn, pc);
}

int
main (int argc, char **argv)
{
  static struct state s, last;
  bool inside = false;
  if (argc != 4)
    die ("usage: steps CODE SYMBOLS TRACE <LOG");
  read_code (argv[1]);
  read_symbols (argv[2]);
  while (next_pc (&s))
    {
      const struct symbol *f = function_at (s.pc);
      if (f && !read_registers (&s, false))
	break;
      if (leads_on >= 0 && !symbol_at ('P', s.pc))
	lead_on (s.pc);
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
