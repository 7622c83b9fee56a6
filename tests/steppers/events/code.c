/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The code of the program that the oracle of events runs: its symbols, its
   own functions decoded, breakpoints in them.  */

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "events.h"
#include "x86.h"

struct symbol
{
  char letter;
  uint64_t start, size;
  char *name;
  int owner;			/* of a function: the one whose cold part it
				   is, or itself */
  uint8_t *code;		/* as in the program; */
  cs_insn *insns;		/* decoded */
  uint64_t leads_to;		/* of calls of a library: its function */
};

static struct symbol *symbols;
static int n_symbols;

/* For each byte from LOWEST on: the function, or -1; its instruction.  */
static int *function_at;
static const cs_insn **insn_at;
static bool *jumped_to;		/* by a direct jump */
static uint64_t *behind_setjmp;	/* where a setjmp returns: its call */
static uint64_t lowest, extent;

static csh capstone;
static int memory;		/* the program's */

static void
read_symbols (void)
{
  int room = 0;
  struct symbol s = { 0 };
  while (scanf (" %c %lx %lx %m[^\n]", &s.letter, &s.start, &s.size, &s.name)
	 == 4)
    {
      if (s.letter == 'I')
	{
	  text_add (s.start, s.size, s.name);
	  free (s.name);
	  continue;
	}
      if (n_symbols == room
	  && !(symbols = realloc (symbols,
				  (room = 2 * room + 64) * sizeof *symbols)))
	die ("out of memory");
      s.owner = n_symbols;
      symbols[n_symbols++] = s;
    }
}

const char *
code_symbol (char letter, uint64_t address)
{
  for (int i = 0; i < n_symbols; i++)
    if (symbols[i].letter == letter
	&& address - symbols[i].start < symbols[i].size)
      return symbols[i].name;
  return NULL;
}

uint64_t
code_address (char letter)
{
  for (int i = 0; i < n_symbols; i++)
    if (symbols[i].letter == letter)
      return symbols[i].start;
  return 0;
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
	  const cs_insn *told = insns[i].bytes[0] != 0x62 ? NULL
				: text_insn (capstone, insns[i].address,
					     insns[i].bytes);
	  insn_at[insns[i].address - lowest] = told ? told : &insns[i];
	  at += insns[i].size;
	}
      /* What nobody knows matters only if it runs.  */
      const cs_insn *told = text_insn (capstone, s->start + at, s->code + at);
      if (told)
	insn_at[told->address - lowest] = told;
      at += told ? told->size : 1;
      if (n > 0 && insns[n - 1].id == X86_INS_JMP
	  && x86_starts (s->name, "_ZT"))
	s->letter = 'T';
    }
  if (s->letter == 'T')
    return;
  for (uint64_t a = s->start; a < s->start + s->size; a++)
    function_at[a - lowest] = s - symbols;
}

int
code_function (uint64_t pc)
{
  return pc - lowest < extent && function_at[pc - lowest] >= 0
	 ? symbols[function_at[pc - lowest]].owner : -1;
}

/* Whether INSN does nothing: a nop, or where a processor may not have long ones,
   the lea of a register to itself.  */
static bool
is_padding (const cs_insn *insn)
{
  const cs_x86_op *op = insn->detail->x86.operands;
  return insn->id == X86_INS_NOP
	 || (insn->id == X86_INS_LEA && x86_word == 4
	     && op[1].mem.base == op[0].reg && op[1].mem.disp == 0
	     && (op[1].mem.index == X86_REG_INVALID
		 || op[1].mem.index == X86_REG_EIZ));
}

uint64_t
code_skip_padding (uint64_t pc)
{
  const cs_insn *insn;
  while (code_function (pc) >= 0 && (insn = insn_at[pc - lowest])
	 && is_padding (insn))
    pc += insn->size;
  return pc;
}

void
code_read (int the_memory)
{
  memory = the_memory;
  read_symbols ();
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
  if (cs_open (CS_ARCH_X86, x86_word == 4 ? CS_MODE_32 : CS_MODE_64,
	       &capstone) != CS_ERR_OK)
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
	  uint64_t to = code_skip_padding (insn->detail->x86.operands[0].imm);
	  if (code_function (to) == code_function (insn->address))
	    jumped_to[to - lowest] = true;
	}
    }
}

void
code_fill (bool breakpoints)
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

const char *
code_describe (uint64_t pc)
{
  static char text[600];
  int f = code_function (pc);
  const cs_insn *insn = f >= 0 ? insn_at[pc - lowest] : NULL;
  snprintf (text, sizeof text, "%#lx %s+%#lx: %s %s", pc,
	    f >= 0 ? symbols[f].name : "?", f >= 0 ? pc - symbols[f].start : 0,
	    insn ? insn->mnemonic : "?", insn ? insn->op_str : "");
  return text;
}


const cs_insn *
code_insn (uint64_t pc)
{
  return insn_at[pc - lowest];
}

uint64_t
code_start (int function)
{
  return symbols[function].start;
}

bool
code_jumped_to (uint64_t pc)
{
  return pc - lowest < extent && jumped_to[pc - lowest];
}

void
code_note_setjmp (uint64_t pc)
{
  behind_setjmp[pc + insn_at[pc - lowest]->size - lowest] = pc;
}

uint64_t
code_behind_setjmp (uint64_t pc)
{
  return behind_setjmp[pc - lowest];
}

/* A stub jumps by way of an entry of a table.  */
void
code_link (void)
{
  for (int i = 0; i < n_symbols; i++)
    {
      struct symbol *s = &symbols[i];
      uint8_t code[16];
      int32_t entry;
      if (s->letter != 'P'
	  || pread (memory, code, sizeof code, s->start) != sizeof code)
	continue;
      for (int k = 0; k < 10 && !s->leads_to; k++)
	if (code[k] == 0xff && code[k + 1] == 0x25)
	  {
	    memcpy (&entry, code + k + 2, sizeof entry);
	    uint64_t at = x86_word == 4 ? (uint32_t) entry
			  : s->start + k + 6 + (int64_t) entry;
	    if (pread (memory, &s->leads_to, x86_word, at) != x86_word)
	      die ("no memory at %#lx", at);
	  }
    }
}

uint64_t
code_callee (uint64_t address)
{
  for (int i = 0; i < n_symbols; i++)
    if (symbols[i].letter == 'P' && symbols[i].start == address
	&& symbols[i].leads_to)
      return symbols[i].leads_to;
  return address;
}

uint64_t
code_moved_callee (uint64_t address)
{
  for (int i = 0; i < n_symbols; i++)
    if (symbols[i].letter == 'M' && symbols[i].start == address)
      return code_callee (symbols[i].size);
  return address;
}
