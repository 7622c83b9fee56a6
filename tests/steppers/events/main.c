/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The oracle of events: run a plain program one instruction at a time, write
   down every branch, entry, exit, call and its return, load and store that it
   makes in its own functions, and compare with what the instrumented program
   reported.  x86-64 Linux, for
   programs of -m32 too; shares nothing with the rest of HALT.

     events PROGRAM TRACE [call] <SYMBOLS

   PROGRAM is linked to run where it stands in the file (-no-pie).  SYMBOLS are
   lines of a letter, an address and a size in hexadecimal, and a name:

     F  a function of the program's own source
     O  a variable of its own, which a jump table is not
     P  where calls of a function of a library go
     G  the global offset table, from which 32-bit code counts
     X  what 32-bit code calls to know the program counter
     M  a function of the instrumented program; the size is where the plain one has
	it
     I  an instruction that Capstone may not know, with its text for a name

   With `call' what calls push and returns pop counts, too.

   Only own functions are stepped.  While anything else runs they are filled
   with breakpoints, so that the program comes back to us however it comes back:
   return, callback, longjmp, exception, signal.  */

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ptrace.h>
#include <unistd.h>

#include "events.h"
#include "x86.h"

static struct event *events;
static unsigned long n_events;

static int memory = -1;		/* the program's */
static bool with_calls;

/* --- events --------------------------------------------------------------------------- */

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

/* The block that the program is about to begin, if it is known.  */
static uint64_t next_block;

/* A block begins at PC.  */
static void
add_block (uint64_t pc, bool entry)
{
  next_block = pc = code_skip_padding (pc);
  add (EVENT_BLOCK, pc, 0, 0)->entry = entry;
}

/* A function is called, or jumped to from another.  */
static void
add_entry (uint64_t pc)
{
  add (EVENT_ENTRY, pc, 0, 0);
  add_block (pc, true);
}

static uint64_t
word_at (uint64_t address)
{
  uint64_t word = 0;
  if (pread (memory, &word, x86_word, address) != x86_word)
    die ("no memory at %#lx", address);
  return word;
}

/* Whether load E read an entry of a jump table that leads to TARGET; its number
   then goes to *INDEX.  An entry is the target's address; or in 32 bits its
   distance from the table, which in 32-bit code is one from the global offset
   table.  */
static bool
reads_table (const struct event *e, uint64_t target, uint64_t *index)
{
  uint64_t word = word_at (e->a), table = e->table;
  if (x86_word == 4)
    {
      if (e->b != 4
	  || (word != target && (uint32_t) (word + code_address ('G')) != target))
	return false;
    }
  else if (e->b == 4)
    table = target - (int64_t) (int32_t) word;
  else if (e->b != 8 || word != target)
    return false;
  if (!table || e->a < table || (e->a - table) % e->b
      || e->a - table >= 1 << 16 || code_symbol ('O', e->a))
    return false;
  *index = (e->a - table) / e->b;
  return true;
}

/* An indirect jump inside a function to TARGET: unless it is a computed goto a
   table was read for it not long ago.  The multiway branch is there.  */
static void
add_mbr (uint64_t target)
{
  for (unsigned long i = n_events; i-- > 0 && i + 16 > n_events;)
    {
      uint64_t index;
      if (events[i].kind == EVENT_BLOCK)
	return;
      if (events[i].kind != EVENT_LOAD
	  || !reads_table (&events[i], target, &index))
	continue;
      add (EVENT_MBR, 0, 0, 0);
      memmove (&events[i + 2], &events[i + 1],
	       (n_events - i - 2) * sizeof *events);
      events[i + 1] = (struct event) { .kind = EVENT_MBR, .pc = events[i].pc,
				       .a = index };
      return;
    }
}

/* Argument I, 0 or 1, of the function that is about to run in the state CPU.  */
static uint64_t
argument (const struct cpu *cpu, int i)
{
  if (x86_word == 4)
    return word_at (cpu->r.rsp + x86_word * (i + 1));
  return i ? cpu->r.rsi : cpu->r.rdi;
}

/* A call or jump to ADDRESS, which led to the state CPU, may be one of setjmp or
   longjmp.  */
static void
add_setlongjmp (uint64_t pc, uint64_t address, const struct cpu *cpu)
{
  const char *s = code_symbol ('P', address);
  if (s && strstr (s, "longjmp"))
    add (EVENT_LONGJMP, pc, argument (cpu, 0), (uint32_t) argument (cpu, 1));
  else if (s && strstr (s, "setjmp"))
    {
      add (EVENT_SETJMP, pc, argument (cpu, 0), 0);
      code_note_setjmp (pc);
    }
}

/* The program goes on to PC: if a jump leads there it is a block, even though
   this time none did.  */
static void
fall_into (uint64_t pc)
{
  if (code_jumped_to (pc) && pc != next_block)
    add_block (pc, false);
  if (pc == next_block)
    next_block = 0;
}

/* Whether a jump in function F to address TO is a tail call.  Into the middle of
   another function jumps __builtin_longjmp.  */
static bool
leaves (uint64_t to, int f)
{
  int g = code_function (to);
  return g < 0 || (g != f && code_start (g) == to);
}

/* INSN has led from function F to the state AFTER.  */
static void
add_transfer (const cs_insn *insn, int f, const struct cpu *before,
	      const struct cpu *after)
{
  const cs_x86_op *op = insn->detail->x86.operands;
  uint64_t pc = insn->address, to = after->r.rip;
  int condition = x86_condition (insn);

  if (condition >= 0)
    {
      bool taken = x86_holds (condition, before->r.eflags);
      if (to != (taken && op->type == X86_OP_IMM ? (uint64_t) op->imm
		 : pc + insn->size))
	die ("%s goes another way than its flags say", code_describe (pc));
      add (EVENT_CBR, pc, taken, 0);
      add_block (to, false);
      return;
    }
  bool jump = insn->id == X86_INS_JMP, call = insn->id == X86_INS_CALL;
  if ((jump || call) && op->type == X86_OP_IMM)
    add_setlongjmp (pc, op->imm, after);
  if ((call && !code_symbol ('X', to)) || (jump && leaves (to, f)))
    add (EVENT_CALL, pc, code_callee (to), 0);
  if (call && code_function (to) >= 0)
    add_entry (to);
  else if (jump && code_function (to) == f)
    {
      if (op->type != X86_OP_IMM)
	add_mbr (to);
      add_block (to, false);
    }
  else if (jump && !leaves (to, f))
    add_block (to, false);
  else if (jump)
    {
      add (EVENT_EXIT, pc, 0, 0);
      if (code_function (to) >= 0)
	add_entry (to);
    }
  else if (insn->id == X86_INS_RET)
    add (EVENT_EXIT, pc, 0, 0);
}

/* A conversion to an integer by x87 loads a control word, stores, and loads
   another: that is one instruction to GCC, whose loads are reported first.
   INSN has just made N loads.  */
static void
join_control_word (const cs_insn *insn, int n)
{
  if (insn->id != X86_INS_FLDCW || n != 1 || n_events < 2
      || events[n_events - 2].kind != EVENT_STORE)
    return;
  const cs_insn *store = code_insn (events[n_events - 2].pc);
  if (store->address + store->size != insn->address
      || strncmp (store->mnemonic, "fist", 4) != 0)
    return;
  struct event load = events[n_events - 1];
  events[n_events - 1] = events[n_events - 2];
  events[n_events - 2] = load;
}

/* Calls that have not returned: stack pointer and program counter of their
   return, and where they are, 0 if they are none to GCC.  */
static struct { uint64_t sp, pc, at; } calls[4096];
static int n_calls;

/* Whether library function NAME throws, always: libstdc++ has std::__throw_length_error
   and the like.  */
static bool
throws (const char *name)
{
  static const char *const list[] = { "__cxa_throw", "__cxa_rethrow",
				      "__cxa_bad_cast", "__cxa_bad_typeid",
				      "__cxa_throw_bad_array_new_length",
				      "_Unwind_Resume" };
  for (size_t i = 0; i < sizeof list / sizeof *list; i++)
    if (strcmp (name, list[i]) == 0)
      return true;
  if (!x86_starts (name, "_ZSt"))
    return false;
  name += 4;
  return x86_starts (name + strspn (name, "0123456789"), "__throw_");
}

/* What throws does not return, even if a handler is right behind it.  */
static void
call (const struct cpu *cpu, uint64_t at)
{
  const char *s = code_symbol ('P', cpu->r.rip);
  if (s && throws (s))
    return;
  while (n_calls > 0 && calls[n_calls - 1].sp <= cpu->r.rsp + x86_word)
    n_calls--;
  if (n_calls == sizeof calls / sizeof *calls)
    die ("too many calls");
  calls[n_calls].sp = cpu->r.rsp + x86_word;
  calls[n_calls].at = at;
  calls[n_calls++].pc = word_at (cpu->r.rsp);
}

/* Whether the last call returns to PC with the stack pointer SP.  In 32-bit
   code a function that returns a structure pops its address.  */
static bool
returns (uint64_t pc, uint64_t sp)
{
  return n_calls > 0 && calls[n_calls - 1].pc == pc
	 && (calls[n_calls - 1].sp == sp
	     || (x86_word == 4 && calls[n_calls - 1].sp + 4 == sp));
}

/* The state is CPU after what may be a return to own functions that has POPPED so
   many bytes of arguments.  False if it is none.  */
static bool
add_return (const struct cpu *cpu, uint64_t popped)
{
  uint64_t pc = cpu->r.rip, sp = cpu->r.rsp - popped;
  while (n_calls > 0 && calls[n_calls - 1].sp < sp && !returns (pc, sp))
    n_calls--;
  if (!returns (pc, sp))
    return false;
  if (calls[--n_calls].at)
    add (EVENT_CALLRET, calls[n_calls].at, 0, 0);
  return true;
}

/* The program comes back to its own functions: it calls one, returns (from
   setjmp perhaps for the second time), or an exception leads there.  */
static void
arrive (const struct cpu *cpu)
{
  uint64_t pc = cpu->r.rip;
  if (code_start (code_function (pc)) == pc)
    add_entry (pc);
  else if (!add_return (cpu, 0))
    {
      if (code_behind_setjmp (pc))
	add (EVENT_CALLRET, code_behind_setjmp (pc), 0, 0);
      else
	add_block (pc, false);
    }
}

/* A call's push counts as part of the call, in front of what else it is.  What
   finds out where it is, in 32-bit code, is no call to GCC.  */
static void
add_stack (const cs_insn *insn, const struct cpu *before,
	   const struct cpu *after)
{
  if (insn->id == X86_INS_CALL && !code_symbol ('X', after->r.rip))
    add (EVENT_STORE, insn->address, before->r.rsp - x86_word, x86_word);
  else if (insn->id == X86_INS_RET)
    add (EVENT_LOAD, insn->address, before->r.rsp, x86_word);
}

/* Step through own functions from the state *CPU, until it leaves them.  False
   when the program has ended.  */
static bool
step (struct cpu *cpu)
{
  struct cpu before;
  struct access list[MAX_ACCESSES];
  int f;
  while ((f = code_function (cpu->r.rip)) >= 0)
    {
      fall_into (cpu->r.rip);
      const cs_insn *insn = code_insn (cpu->r.rip);
      if (!insn)
	die ("cannot decode %s", code_describe (cpu->r.rip));
      if (x86_needs_vectors (insn))
	process_read_vectors (cpu);
      before = *cpu;
      do
	{
	  if (!process_go (PTRACE_SINGLESTEP))
	    return false;
	  process_read (cpu);
	}
      while (x86_is_rep (insn) && cpu->r.rip == before.r.rip);
      int n = x86_accesses (insn, &before, cpu, list), i = 0;
      for (; i < n && !list[i].store; i++)
	{
	  struct event *e = add (EVENT_LOAD, insn->address, list[i].address,
				 list[i].bytes);
	  e->ordinal = list[i].ordinal;
	  e->table = list[i].table;
	}
      join_control_word (insn, i);
      if (with_calls)
	add_stack (insn, &before, cpu);
      add_transfer (insn, f, &before, cpu);
      for (; i < n; i++)
	add (EVENT_STORE, insn->address, list[i].address, list[i].bytes)->ordinal
	  = list[i].ordinal;
      if (insn->id == X86_INS_CALL)
	call (cpu, code_symbol ('X', cpu->r.rip) ? 0 : insn->address);
      else if (insn->id == X86_INS_RET)
	add_return (cpu, insn->detail->x86.op_count
			 ? insn->detail->x86.operands[0].imm : 0);
    }
  return true;
}

int
main (int argc, char **argv)
{
  if (argc < 3 || argc > 4)
    die ("usage: events PROGRAM TRACE [call] <SYMBOLS");
  with_calls = argc == 4;
  struct cpu cpu;
  bool linked = false;
  memory = process_start (argv[1]);
  process_read (&cpu);
  x86_word = cpu.r.cs == 0x23 ? 4 : 8;
  code_read (memory);

  do
    {
      code_fill (true);
      if (!process_go (PTRACE_CONT))
	break;
      process_read (&cpu);
      cpu.r.rip--;
      if (code_function (cpu.r.rip) < 0)
	die ("a breakpoint of its own at %#lx", (uint64_t) cpu.r.rip);
      process_write (&cpu);
      code_fill (false);
      if (!linked)
	code_link ();
      linked = true;
      arrive (&cpu);
    }
  while (step (&cpu));
  return match (events, n_events, argv[2], code_describe,
		code_moved_callee) ? 1 : 0;
}
