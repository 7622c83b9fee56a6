/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The oracle of events: run a plain program one instruction at a time, write
   down every branch, entry, exit, call of setjmp, load and store that it
   makes in its own functions, and compare with what the instrumented program
   reported.  x86-64 Linux; shares nothing with the rest of HALT.

     events PROGRAM TRACE <SYMBOLS

   PROGRAM is linked to run where it stands in the file (-no-pie).  SYMBOLS are
   lines of a letter, an address and a size in hexadecimal, and a name:

     F  a function of the program's own source
     O  a variable of its own, which a jump table is not
     P  where calls of a function of a library go

   Only own functions are stepped.  While anything else runs they are filled
   with breakpoints, so that the program comes back to us however it comes back:
   return, callback, longjmp, exception, signal.  */

#include <elf.h>
#include <errno.h>
#include <fcntl.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <cpuid.h>
#include <sys/personality.h>
#include <sys/ptrace.h>
#include <sys/uio.h>
#include <sys/wait.h>
#include <unistd.h>

#include "events.h"
#include "events_x86.h"

struct symbol
{
  char letter;
  uint64_t start, size;
  char *name;
  int owner;			/* of a function: the one whose cold part it
				   is, or itself */
  uint8_t *code;		/* as in the program; */
  cs_insn *insns;		/* decoded */
};

static struct symbol *symbols;
static int n_symbols;

/* For each byte from LOWEST on: the function, or -1; its instruction.  */
static int *function_at;
static const cs_insn **insn_at;
static bool *jumped_to;		/* by a direct jump */
static bool *behind_setjmp;
static uint64_t lowest, extent;

static struct event *events;
static unsigned long n_events;

static pid_t pid;
static int memory = -1;		/* the program's */
static csh capstone;

void
die (const char *format, ...)
{
  va_list args;
  va_start (args, format);
  fputs ("events: ", stderr);
  vfprintf (stderr, format, args);
  fputc ('\n', stderr);
  va_end (args);
  if (pid > 0)
    kill (pid, SIGKILL);
  exit (2);
}

/* --- symbols and code ------------------------------------------------------------ */

static void
read_symbols (void)
{
  int room = 0;
  struct symbol s = { 0 };
  while (scanf (" %c %lx %lx %ms", &s.letter, &s.start, &s.size, &s.name) == 4)
    {
      if (n_symbols == room
	  && !(symbols = realloc (symbols,
				  (room = 2 * room + 64) * sizeof *symbols)))
	die ("out of memory");
      s.owner = n_symbols;
      symbols[n_symbols++] = s;
    }
}

/* The first symbol of LETTER with ADDRESS in it.  */
static const struct symbol *
symbol_at (char letter, uint64_t address)
{
  for (int i = 0; i < n_symbols; i++)
    if (symbols[i].letter == letter
	&& address - symbols[i].start < symbols[i].size)
      return &symbols[i];
  return NULL;
}

/* A cold part belongs to the function that it was split from.  */
static void
find_owner (struct symbol *s)
{
  size_t length = strlen (s->name);
  if (length < 5 || strcmp (s->name + length - 5, ".cold") != 0)
    return;
  for (int i = 0; i < n_symbols; i++)
    if (strlen (symbols[i].name) == length - 5
	&& strncmp (symbols[i].name, s->name, length - 5) == 0)
      s->owner = i;
}

/* Decode S.  Thunks of C++ that end with a jump do not count: GCC writes them
   out itself.  */
static void
decode (struct symbol *s)
{
  size_t at = 0;
  s->code = malloc (s->size);
  if (pread (memory, s->code, s->size, s->start) != (ssize_t) s->size)
    die ("cannot read '%s'", s->name);
  while (at < s->size)
    {
      cs_insn *insns;
      size_t n = cs_disasm (capstone, s->code + at, s->size - at,
			    s->start + at, 0, &insns);
      for (size_t i = 0; i < n; i++)
	{
	  insn_at[insns[i].address - lowest] = &insns[i];
	  at += insns[i].size;
	}
      /* What Capstone does not know matters only if it runs.  */
      at++;
      if (n > 0 && insns[n - 1].id == X86_INS_JMP
	  && strncmp (s->name, "_ZT", 3) == 0)
	s->letter = 'T';
    }
  if (s->letter == 'T')
    return;
  for (uint64_t a = s->start; a < s->start + s->size; a++)
    function_at[a - lowest] = s - symbols;
}

/* The own function that PC is in, or -1.  */
static int
function_of (uint64_t pc)
{
  return pc - lowest < extent && function_at[pc - lowest] >= 0
	 ? symbols[function_at[pc - lowest]].owner : -1;
}

/* PC, or the address behind the padding there.  */
static uint64_t
skip_padding (uint64_t pc)
{
  const cs_insn *insn;
  while (function_of (pc) >= 0 && (insn = insn_at[pc - lowest])
	 && insn->id == X86_INS_NOP)
    pc += insn->size;
  return pc;
}

static void
read_code (void)
{
  uint64_t end = 0;
  lowest = UINT64_MAX;
  for (int i = 0; i < n_symbols; i++)
    if (symbols[i].letter == 'F')
      {
	if (symbols[i].start < lowest)
	  lowest = symbols[i].start;
	if (symbols[i].start + symbols[i].size > end)
	  end = symbols[i].start + symbols[i].size;
      }
  if (end <= lowest)
    die ("no functions");
  extent = end - lowest;
  function_at = malloc (extent * sizeof *function_at);
  insn_at = calloc (extent, sizeof *insn_at);
  memset (function_at, -1, extent * sizeof *function_at);
  if (cs_open (CS_ARCH_X86, CS_MODE_64, &capstone) != CS_ERR_OK)
    die ("no Capstone for x86");
  cs_option (capstone, CS_OPT_DETAIL, CS_OPT_ON);
  for (int i = 0; i < n_symbols; i++)
    if (symbols[i].letter == 'F')
      {
	find_owner (&symbols[i]);
	decode (&symbols[i]);
      }
  jumped_to = calloc (extent, sizeof *jumped_to);
  behind_setjmp = calloc (extent, sizeof *behind_setjmp);
  for (uint64_t i = 0; i < extent; i++)
    {
      const cs_insn *insn = insn_at[i];
      if (insn && insn->mnemonic[0] == 'j'
	  && insn->detail->x86.operands[0].type == X86_OP_IMM)
	{
	  uint64_t to = skip_padding (insn->detail->x86.operands[0].imm);
	  if (function_of (to) == function_of (insn->address))
	    jumped_to[to - lowest] = true;
	}
    }
}

/* Put breakpoints all over the program's own functions, or take them away.  */
static void
fill (bool breakpoints)
{
  static uint8_t traps[1 << 20];
  memset (traps, 0xcc, sizeof traps);
  for (int i = 0; i < n_symbols; i++)
    if (symbols[i].letter == 'F'
	&& pwrite (memory, breakpoints ? traps : symbols[i].code,
		   symbols[i].size, symbols[i].start)
	   != (ssize_t) symbols[i].size)
      die ("cannot write '%s'", symbols[i].name);
}

static const char *
describe (uint64_t pc)
{
  static char text[600];
  int f = function_of (pc);
  const cs_insn *insn = f >= 0 ? insn_at[pc - lowest] : NULL;
  snprintf (text, sizeof text, "%#lx %s+%#lx: %s %s", pc,
	    f >= 0 ? symbols[f].name : "?", f >= 0 ? pc - symbols[f].start : 0,
	    insn ? insn->mnemonic : "?", insn ? insn->op_str : "");
  return text;
}

/* --- the process ---------------------------------------------------------------------- */

/* Let the program go on as REQUEST says until it stops for us; signals are
   passed on to it.  Return false when it has ended.  */
static bool
go (enum __ptrace_request request)
{
  for (int signal = 0;;)
    {
      int status;
      if (ptrace (request, pid, 0, signal) || waitpid (pid, &status, 0) < 0)
	die ("cannot trace");
      if (WIFEXITED (status))
	{
	  if (WEXITSTATUS (status))
	    die ("the program exits with %d", WEXITSTATUS (status));
	  return false;
	}
      if (WIFSIGNALED (status))
	die ("the program dies by signal %d", WTERMSIG (status));
      signal = WSTOPSIG (status);
      if (signal == SIGTRAP)
	return true;
    }
}

static void
read_vectors (struct cpu *cpu)
{
  /* The processor says where in the saved state these parts are.  */
  static unsigned part[8];
  static uint8_t state[16384];
  struct iovec io = { state, sizeof state };
  unsigned a, c, d;
  for (int i = 2; i < 8 && !part[2]; i++)
    __get_cpuid_count (0xd, i, &a, &part[i], &c, &d);
  for (int i = 5; i < 8 && !part[i]; i++)
    __get_cpuid_count (0xd, i, &a, &part[i], &c, &d);
  memset (state, 0, sizeof state);
  if (ptrace (PTRACE_GETREGSET, pid, NT_X86_XSTATE, &io))
    die ("cannot read the vector registers");
  for (int i = 0; i < 16; i++)
    {
      memcpy (cpu->vector[i], state + 160 + 16 * i, 16);
      memcpy (cpu->vector[i] + 16, state + part[2] + 16 * i, 16);
      memcpy (cpu->vector[i] + 32, state + part[6] + 32 * i, 32);
      memcpy (cpu->vector[i + 16], state + part[7] + 64 * i, 64);
    }
  memcpy (cpu->mask, state + part[5], sizeof cpu->mask);
}

static void
read_registers (struct cpu *cpu)
{
  if (ptrace (PTRACE_GETREGS, pid, 0, &cpu->r))
    die ("cannot read the registers");
}

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
  next_block = pc = skip_padding (pc);
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
  if (pread (memory, &word, sizeof word, address) < 4)
    die ("no memory at %#lx", address);
  return word;
}

/* Whether load E read an entry of a jump table that leads to TARGET; its number
   then goes to *INDEX.  An entry is the target's address, or in 32 bits its
   distance from the table.  */
static bool
reads_table (const struct event *e, uint64_t target, uint64_t *index)
{
  uint64_t word = word_at (e->a), table = e->table;
  if (e->b == 4)
    table = target - (int64_t) (int32_t) word;
  else if (e->b != 8 || word != target)
    return false;
  if (!table || e->a < table || (e->a - table) % e->b
      || e->a - table >= 1 << 16 || symbol_at ('O', e->a))
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

/* A call or jump to ADDRESS may be one of setjmp or longjmp.  */
static void
add_setlongjmp (uint64_t pc, uint64_t address, const struct cpu *cpu)
{
  const struct symbol *s = symbol_at ('P', address);
  if (s && strstr (s->name, "longjmp"))
    add (EVENT_LONGJMP, pc, cpu->r.rdi, (uint32_t) cpu->r.rsi);
  else if (s && strstr (s->name, "setjmp"))
    {
      add (EVENT_SETJMP, pc, cpu->r.rdi, 0);
      behind_setjmp[pc + insn_at[pc - lowest]->size - lowest] = true;
    }
}

/* The program goes on to PC: if a jump leads there it is a block, even though
   this time none did.  */
static void
fall_into (uint64_t pc)
{
  if (pc - lowest < extent && jumped_to[pc - lowest] && pc != next_block)
    add_block (pc, false);
  if (pc == next_block)
    next_block = 0;
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
	die ("%s goes another way than its flags say", describe (pc));
      add (EVENT_CBR, pc, taken, 0);
      add_block (to, false);
      return;
    }
  bool jump = insn->id == X86_INS_JMP, call = insn->id == X86_INS_CALL;
  if ((jump || call) && op->type == X86_OP_IMM)
    add_setlongjmp (pc, op->imm, before);
  if (call && function_of (to) >= 0)
    add_entry (to);
  else if (jump && function_of (to) == f)
    {
      if (op->type != X86_OP_IMM)
	add_mbr (to);
      add_block (to, false);
    }
  else if (jump && function_of (to) >= 0 && symbols[function_of (to)].start != to)
    add_block (to, false);	/* __builtin_longjmp, to another function */
  else if (jump)
    {
      add (EVENT_EXIT, pc, 0, 0);
      if (function_of (to) >= 0)
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
  const cs_insn *store = insn_at[events[n_events - 2].pc - lowest];
  if (store->address + store->size != insn->address
      || strncmp (store->mnemonic, "fist", 4) != 0)
    return;
  struct event load = events[n_events - 1];
  events[n_events - 1] = events[n_events - 2];
  events[n_events - 2] = load;
}

/* Calls that have not returned: stack pointer and program counter of their
   return.  */
static struct { uint64_t sp, pc; } calls[4096];
static int n_calls;

/* What throws does not return, even if a handler is right behind it.  */
static void
call (const struct cpu *cpu)
{
  const struct symbol *s = symbol_at ('P', cpu->r.rip);
  if (s && (strcmp (s->name, "__cxa_throw") == 0
	    || strcmp (s->name, "__cxa_rethrow") == 0
	    || strcmp (s->name, "_Unwind_Resume") == 0))
    return;
  while (n_calls > 0 && calls[n_calls - 1].sp <= cpu->r.rsp + 8)
    n_calls--;
  if (n_calls == sizeof calls / sizeof *calls)
    die ("too many calls");
  calls[n_calls].sp = cpu->r.rsp + 8;
  calls[n_calls++].pc = word_at (cpu->r.rsp);
}

/* The program comes back to its own functions: it calls one, returns (from
   setjmp perhaps for the second time), or an exception leads there.  */
static void
arrive (const struct cpu *cpu)
{
  uint64_t pc = cpu->r.rip, sp = cpu->r.rsp;
  if (symbols[function_of (pc)].start == pc)
    {
      add_entry (pc);
      return;
    }
  while (n_calls > 0 && calls[n_calls - 1].sp < sp)
    n_calls--;
  if (!(n_calls > 0 && calls[n_calls - 1].sp == sp
	&& calls[n_calls - 1].pc == pc)
      && !behind_setjmp[pc - lowest])
    add_block (pc, false);
}

/* Step through own functions from the state *CPU, until it leaves them.  False
   when the program has ended.  */
static bool
step (struct cpu *cpu)
{
  struct cpu before;
  struct access list[MAX_ACCESSES];
  int f;
  while ((f = function_of (cpu->r.rip)) >= 0)
    {
      fall_into (cpu->r.rip);
      const cs_insn *insn = insn_at[cpu->r.rip - lowest];
      if (!insn)
	die ("cannot decode %s", describe (cpu->r.rip));
      if (x86_needs_vectors (insn))
	read_vectors (cpu);
      before = *cpu;
      do
	{
	  if (!go (PTRACE_SINGLESTEP))
	    return false;
	  read_registers (cpu);
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
      add_transfer (insn, f, &before, cpu);
      for (; i < n; i++)
	add (EVENT_STORE, insn->address, list[i].address, list[i].bytes)->ordinal
	  = list[i].ordinal;
      if (insn->id == X86_INS_CALL)
	call (cpu);
    }
  return true;
}

int
main (int argc, char **argv)
{
  if (argc != 3)
    die ("usage: events PROGRAM TRACE <SYMBOLS");
  read_symbols ();
  pid = fork ();
  if (pid < 0)
    die ("cannot fork");
  if (pid == 0)
    {
      personality (ADDR_NO_RANDOMIZE);
      ptrace (PTRACE_TRACEME, 0, 0, 0);
      int out = open ("output", O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0644);
      dup2 (out, 1);
      dup2 (open ("/dev/null", O_RDONLY | O_CLOEXEC), 0);
      execle (argv[1], argv[1], (char *) NULL, (char *[]) { NULL });
      _exit (127);
    }
  int status;
  char path[64];
  if (waitpid (pid, &status, 0) < 0 || !WIFSTOPPED (status))
    die ("cannot run '%s'", argv[1]);
  snprintf (path, sizeof path, "/proc/%d/mem", (int) pid);
  memory = open (path, O_RDWR | O_CLOEXEC);
  if (memory < 0)
    die ("cannot open '%s'", path);
  read_code ();

  struct cpu cpu;
  do
    {
      fill (true);
      if (!go (PTRACE_CONT))
	break;
      read_registers (&cpu);
      cpu.r.rip--;
      if (function_of (cpu.r.rip) < 0)
	die ("a breakpoint of its own at %#lx", (uint64_t) cpu.r.rip);
      if (ptrace (PTRACE_SETREGS, pid, 0, &cpu.r))
	die ("cannot write the registers");
      fill (false);
      arrive (&cpu);
    }
  while (step (&cpu));
  pid = 0;
  return match (events, n_events, argv[2], describe) ? 1 : 0;
}
