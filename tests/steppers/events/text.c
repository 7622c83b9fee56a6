/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Instructions of AVX-512, of which Capstone 4 does not know all and gets some
   displacements wrong, read from objdump's text in the Intel dialect, where
   operands have sizes.  What is made of them are Capstone's own records, with what
   the oracle of events looks at.  */

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "events.h"
#include "x86.h"

struct line
{
  uint64_t address, size;
  char *text;
};

static struct line *lines;
static size_t n_lines;

void
text_add (uint64_t address, uint64_t size, const char *text)
{
  static size_t room;
  if (n_lines == room
      && !(lines = realloc (lines, (room = 2 * room + 256) * sizeof *lines)))
    die ("out of memory");
  lines[n_lines++] = (struct line) { address, size, strdup (text) };
}

/* The register whose name is the LENGTH characters at NAME.  */
static x86_reg
register_named (csh capstone, const char *name, size_t length)
{
  for (int r = X86_REG_INVALID + 1; r < X86_REG_ENDING; r++)
    {
      const char *s = cs_reg_name (capstone, r);
      if (s && strlen (s) == length && strncmp (s, name, length) == 0)
	return r;
    }
  return X86_REG_INVALID;
}

/* What is between brackets at TEXT: registers, one of them scaled, and a
   displacement.  */
static void
read_address (csh capstone, const char *text, x86_op_mem *m)
{
  int sign = 1;
  while (isalnum ((unsigned char) *text))
    {
      size_t length = strspn (text, "abcdefghijklmnopqrstuvwxyz0123456789");
      if (isdigit ((unsigned char) *text))
	m->disp += sign * (int64_t) strtoull (text, NULL, 0);
      else if (text[length] == '*')
	{
	  m->index = register_named (capstone, text, length);
	  m->scale = atoi (text + length + 1);
	  length += 2;
	}
      else
	m->base = register_named (capstone, text, length);
      text += length;
      sign = *text == '-' ? -1 : 1;
      text += *text == '-' || *text == '+';
    }
}

/* The bytes that the name of a size at TEXT stands for, 0 if it is none.  */
static int
size_named (const char *text)
{
  static const struct
  {
    const char *name;
    int size;
  } sizes[] = {
    { "BYTE ", 1 }, { "WORD ", 2 }, { "DWORD ", 4 }, { "QWORD ", 8 },
    { "XMMWORD ", 16 }, { "YMMWORD ", 32 }, { "ZMMWORD ", 64 },
  };
  for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++)
    if (x86_starts (text, sizes[i].name))
      return sizes[i].size;
  return 0;
}

/* The operand TEXT of X, and the mask register that may stand behind it.  */
static void
read_operand (csh capstone, const char *text, cs_x86 *x)
{
  cs_x86_op *op = &x->operands[x->op_count++];
  const char *segment = strstr (text, "s:"), *address = strchr (text, '[');
  const char *mask = strstr (text, "{k");
  op->size = size_named (text);
  if (op->size || address)
    {
      op->type = X86_OP_MEM;
      op->mem.scale = 1;
      if (segment)
	op->mem.segment = register_named (capstone, segment - 1, 2);
      read_address (capstone, address ? address + 1 : segment + 2, &op->mem);
    }
  else if ((op->reg = register_named (capstone, text, strcspn (text, "{"))))
    op->type = X86_OP_REG;
  else
    op->type = X86_OP_IMM;
  if (!mask)
    return;
  x->operands[x->op_count].type = X86_OP_REG;
  x->operands[x->op_count++].reg = register_named (capstone, mask + 1, 2);
}

/* The text of LINE as an instruction whose bytes are CODE.  */
static const cs_insn *
read_line (csh capstone, const struct line *line, const uint8_t *code)
{
  cs_insn *insn = calloc (1, sizeof *insn);
  char *text = strdup (line->text), *comment = strchr (text, '#'), *rest = text;
  if (!insn || !(insn->detail = calloc (1, sizeof *insn->detail)))
    die ("out of memory");
  if (comment)
    *comment = 0;
  if (x86_starts (text, "{evex} "))
    rest = strchr (text, ' ') + 1;
  insn->address = line->address;
  insn->size = line->size;
  memcpy (insn->bytes, code, line->size);
  snprintf (insn->mnemonic, sizeof insn->mnemonic, "%.*s",
	    (int) strcspn (rest, " "), rest);
  rest += strcspn (rest, " ");
  rest += strspn (rest, " ");
  snprintf (insn->op_str, sizeof insn->op_str, "%s", rest);
  insn->detail->x86.addr_size = code[0] == 0x67 ? 4 : x86_word;
  for (char *s = strtok (rest, ","); s && insn->detail->x86.op_count < 6;
       s = strtok (NULL, ","))
    read_operand (capstone, s, &insn->detail->x86);
  free (text);
  return insn;
}

const cs_insn *
text_insn (csh capstone, uint64_t address, const uint8_t *code)
{
  for (size_t i = 0; i < n_lines; i++)
    if (lines[i].address == address)
      return read_line (capstone, &lines[i], code);
  return NULL;
}
