/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The machine code of each function, as objdump prints it, with the line that each
   instruction is of and how often it was executed.  */

#include <ctype.h>
#include <dwarf.h>
#include <fcntl.h>
#include <elfutils/libdw.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include "base/order.h"
#include "base/text.h"
#include "base/run.h"
#include "elf/elf.h"
#include "summarize/library/library.h"
#include "report/html/machine.h"

#define NO_FILE UINT32_MAX

/* From ADDRESS on, up to that of the next one, is code of LINE; 0: of none.  */
struct row
{
  uint64_t address;
  size_t order;
  uint32_t file, line;
};

/* Where a function of the report begins.  */
struct begin
{
  uint64_t address;
  const char *name;
  size_t function;
};

/* What is read of one object.  */
struct reader
{
  struct website *s;
  struct fault *fault;
  bool x86;
  struct row *rows;
  size_t n_rows;
  struct begin *begins, *names;	/* by address; by name */
  size_t n_begins;
  size_t *index;		/* the row of each function in the index */
  /* The part of a function that is being read.  */
  size_t function;		/* GHALT_NO_FUNCTION: none */
  struct machine_part part;
  char *text;			/* its instructions, each with a NUL */
  size_t text_size, text_room, room;
};

/* --- lines ------------------------------------------------------------------------ */

ORDER (by_address, struct row, UP (address) ?: UP (order));

/* Add the rows of the unit whose debugging information is DIE.  */
static bool
add_unit (struct reader *r, Dwarf_Die *die)
{
  Dwarf_Lines *lines;
  size_t n;
  Dwarf_Attribute attribute;
  const char *folder = dwarf_formstring (dwarf_attr (die, DW_AT_comp_dir,
						     &attribute));
  const char *last = NULL;
  uint32_t file = NO_FILE;
  if (dwarf_getsrclines (die, &lines, &n) != 0)
    return true;
  if (!enlarge (&r->rows, r->n_rows + n, sizeof *r->rows, r->fault))
    return false;
  for (size_t i = 0; i < n; i++)
    {
      Dwarf_Line *line = dwarf_onesrcline (lines, i);
      Dwarf_Addr address;
      int number = 0;
      bool end = false;
      const char *name = dwarf_linesrc (line, NULL, NULL);
      if (dwarf_lineaddr (line, &address) != 0)
	continue;
      dwarf_lineno (line, &number);
      dwarf_lineendsequence (line, &end);
      if (name && name != last
	  && !line_files_add (&r->s->files, &file, folder ? folder : "", name,
			      r->fault))
	return false;
      last = name;
      if (end || number < 0 || !name)
	number = 0;
      r->rows[r->n_rows] = (struct row) { address, r->n_rows, file,
					  (uint32_t) number };
      r->n_rows++;
    }
  return true;
}

/* Read the lines of the file PATH.  */
static bool
read_lines (struct reader *r, const char *path)
{
  int fd = open (path, O_RDONLY | O_CLOEXEC);
  Dwarf *dwarf = fd >= 0 ? dwarf_begin (fd, DWARF_C_READ) : NULL;
  Dwarf_Off at = 0, next;
  size_t header;
  bool ok = true;
  while (ok && dwarf
	 && dwarf_nextcu (dwarf, at, &next, &header, NULL, NULL, NULL) == 0)
    {
      Dwarf_Die die;
      if (dwarf_offdie (dwarf, at + header, &die))
	ok = add_unit (r, &die);
      at = next;
    }
  if (r->n_rows > 1)
    qsort (r->rows, r->n_rows, sizeof *r->rows, by_address);
  dwarf_end (dwarf);
  if (fd >= 0)
    close (fd);
  return ok;
}

/* The row of ADDRESS; what is known last of it counts.  */
static const struct row *
row_of (const struct reader *r, uint64_t address)
{
  size_t low = 0, high = r->n_rows;
  BISECT (low, high, i, r->rows[i].address <= address);
  return low > 0 && r->rows[low - 1].line ? r->rows + low - 1 : NULL;
}

/* --- what objdump prints ------------------------------------------------------------ */

/* Find out what I does, an instruction of x86.  */
static void
know_flow (struct insn *i)
{
  static const char *const prefixes[] = { "bnd ",   "notrack ", "rep ", "repz ",
					  "repnz ", "data16 ",	"cs ",	"ds " };
  const char *text = i->text;
  for (size_t k = 0; k < sizeof prefixes / sizeof *prefixes; k++)
    if (begins (text, prefixes[k]))
      {
	text += strlen (prefixes[k]);
	text += strspn (text, " ");
	k = SIZE_MAX;
      }
  const char *operand = text + strcspn (text, " ");
  operand += strspn (operand, " ");
  bool direct = isxdigit ((unsigned char) *operand);
  if (begins (text, "jmp"))
    i->flow = direct ? INSN_JUMP : INSN_AWAY;
  else if (*text == 'j' || begins (text, "loop"))
    i->flow = INSN_BRANCH;
  else if (begins (text, "ret") || begins (text, "lret")
	   || begins (text, "iret"))
    i->flow = INSN_RETURN;
  if (i->flow == INSN_JUMP || i->flow == INSN_BRANCH)
    i->target = strtoull (operand, NULL, 16);
  i->padding = begins (text, "nop") || begins (text, "xchg   %ax,%ax")
	       || begins (text, "int3") || begins (text, "lea    0x0(%esi");
}

static void
put_count (struct json *w, const struct insn *i)
{
  struct fault text;
  if (i->never)
    json_text (w, NULL, "");
  else if (i->count.how == GHALT_UNKNOWN)
    json_nothing (w, NULL);
  else if (i->count.how == GHALT_MEASURED)
    website_count (w, NULL, i->count.n);
  else
    {
      fault (&text, "~%llu", (unsigned long long) i->count.n);
      json_text (w, NULL, text.text);
    }
}

/* Write the part that was read.  */
static bool
end_part (struct reader *r)
{
  const struct report *report = r->s->report;
  struct machine_part *p = &r->part;
  const char *why = "this is not known of another machine than x86";
  if (r->function == GHALT_NO_FUNCTION || p->n == 0)
    return true;
  struct ghalt_function fn = report_function (report, r->function);
  size_t at = 0;
  for (size_t i = 0; i < p->n; i++)
    {
      p->insns[i].text = r->text + at;
      at += strlen (p->insns[i].text) + 1;
      if (r->x86)
	know_flow (p->insns + i);
    }
  if (report_unit (report, &fn).flags & GHALT_UNIT_GIMPLE)
    why
      = "blocks were counted before GCC made instructions of them (at=gimple or "
	"blpp)";
  else if (r->x86)
    {
      struct ghalt_graph *g = open_graph (report->data, r->function, 1,
					  r->fault);
      if (!g)
	return false;
      why = machine_match (p, g, r->fault);
      ghalt_graph_close (g);
    }
  struct json data = json_begin (NULL, r->fault), *w = &data;
  struct fault name;
  r->s->totals[r->function].code |= p->cold ? 2 : 1;
  json_open (w, NULL, '{');
  if (why)
    json_text (w, "why", why);
  json_open (w, "insns", '[');
  for (size_t i = 0; i < p->n; i++)
    {
      const struct insn *insn = p->insns + i;
      const struct row *row = row_of (r, insn->address);
      struct fault address;
      fault (&address, "%llx", (unsigned long long) insn->address);
      json_open (w, NULL, '[');
      put_count (w, insn);
      json_text (w, NULL, address.text);
      json_text (w, NULL, insn->text);
      if (row && row->file < r->s->cover->coverage.n_files)
	{
	  json_count (w, NULL, row->file);
	  json_count (w, NULL, row->line);
	}
      json_close (w, ']');
    }
  json_close (w, ']');
  json_close (w, '}');
  fault (&name, "code-%zu%s", r->index[r->function], p->cold ? "-cold" : "");
  bool ok = !r->fault->text[0] && website_data (r->s, w, name.text);
  json_end (w);
  return ok;
}

/* The function of the report that begins at ADDRESS.  */
static size_t
function_at (const struct reader *r, uint64_t address)
{
  size_t low = 0, high = r->n_begins;
  BISECT (low, high, i, r->begins[i].address < address);
  return low < r->n_begins && r->begins[low].address == address
	   ? r->begins[low].function
	   : GHALT_NO_FUNCTION;
}

ORDER (by_name, struct begin, BY_TEXT (name));

/* The function whose cold part is called NAME, as GCC does, if only one can be.  */
static size_t
cold_part_of (const struct reader *r, char *name)
{
  char *end = strstr (name, ".cold");
  if (!end || (end[5] && end[5] != '.'))
    return GHALT_NO_FUNCTION;
  *end = 0;
  struct begin key = { .name = name };
  const struct begin *found = bsearch (&key, r->names, r->n_begins, sizeof key,
				       by_name);
  if (!found || (found > r->names && strcmp (found[-1].name, name) == 0)
      || (found + 1 < r->names + r->n_begins
	  && strcmp (found[1].name, name) == 0))
    return GHALT_NO_FUNCTION;
  return found->function;
}

/* Begin what LINE, "ADDRESS <NAME>:", begins.  */
static void
begin_part (struct reader *r, char *line)
{
  char *name = strchr (line, '<'), *end = strrchr (line, '>');
  uint64_t address = strtoull (line, NULL, 16);
  r->function = function_at (r, address);
  r->part.n = r->text_size = 0;
  r->part.cold = false;
  if (r->function != GHALT_NO_FUNCTION || !name || !end)
    return;
  *end = 0;
  r->function = cold_part_of (r, name + 1);
  r->part.cold = true;
}

/* Add the instruction of LINE, " ADDRESS:\tTEXT".  */
static bool
add_insn (struct reader *r, char *line)
{
  char *end;
  uint64_t address = strtoull (line, &end, 16);
  if (end == line || *end != ':' || r->function == GHALT_NO_FUNCTION)
    return true;
  char *text = end + 1 + strspn (end + 1, "\t ");
  size_t n = strlen (text);
  while (n > 0 && isspace ((unsigned char) text[n - 1]))
    text[--n] = 0;
  for (size_t i = 0; i < n; i++)
    if (text[i] == '\t')
      text[i] = ' ';
  if (r->text_size + n + 1 > r->text_room)
    {
      r->text_room = 2 * (r->text_size + n + 1);
      if (!enlarge (&r->text, r->text_room, 1, r->fault))
	return false;
    }
  if (r->part.n == r->room)
    {
      r->room = 2 * r->room + 64;
      if (!enlarge (&r->part.insns, r->room, sizeof *r->part.insns, r->fault))
	return false;
    }
  memcpy (r->text + r->text_size, text, n + 1);
  r->text_size += n + 1;
  r->part.insns[r->part.n++] = (struct insn) { .address = address };
  return true;
}

/* Read what objdump prints.  */
static bool
read_text (struct reader *r, FILE *in)
{
  char *line = NULL;
  size_t room = 0;
  bool ok = true;
  r->function = GHALT_NO_FUNCTION;
  while (ok && getline (&line, &room, in) > 0)
    if (isxdigit ((unsigned char) *line))
      {
	ok = end_part (r);
	begin_part (r, line);
      }
    else if (*line == ' ')
      ok = add_insn (r, line);
  ok = ok && end_part (r);
  free (line);
  return ok;
}

/* --- objects ---------------------------------------------------------------------- */

ORDER (by_begin, struct begin, UP (address));

/* Which objdump is for the file PATH: the one of its machine; NULL: PATH is no program
   that it can be for.  */
static const char *
objdump_of (struct reader *r, const char *path)
{
  const char *name = NULL;
  Elf *elf = elf_open (path, ELF_K_ELF);
  GElf_Ehdr head;
  if (elf && gelf_getehdr (elf, &head)
      && (head.e_type == ET_EXEC || head.e_type == ET_DYN))
    {
      r->x86 = head.e_machine == EM_X86_64 || head.e_machine == EM_386;
      name = head.e_machine == EM_ALPHA	    ? "alpha-linux-gnu-objdump"
	     : head.e_machine == EM_IA_64   ? "ia64-linux-gnu-objdump"
	     : head.e_machine == EM_AARCH64 ? "aarch64-linux-gnu-objdump"
	     : head.e_machine == EM_RISCV   ? "riscv64-linux-gnu-objdump"
					    : "objdump";
    }
  elf_end (elf);
  return name;
}

/* Run NAME, an objdump, on the file PATH; *IN is what it prints.  */
static bool
start_objdump (const char *name, const char *path, pid_t *child, FILE **in,
	       struct fault *why)
{
  const char *const words[] = { name, "-d", "-w", "--no-show-raw-insn",
				"--", path, NULL };
  int ends[2], null = open ("/dev/null", O_WRONLY | O_CLOEXEC);
  if (pipe2 (ends, O_CLOEXEC) != 0)
    return fault (why, "cannot make a pipe: %m");
  int error = run_start (child, words, (const int[]) { -1, ends[1], null });
  if (null >= 0)
    close (null);
  close (ends[1]);
  *in = error ? NULL : fdopen (ends[0], "r");
  if (*in)
    return true;
  close (ends[0]);
  return fault (why, "cannot run '%s', which is of binutils: %s", name,
		strerror (error));
}

/* Read object number OBJECT, which is the file PATH, or DEBUG in what is for
   debuggers.  */
static bool
read_object (struct reader *r, size_t object, const char *path,
	     const char *debug)
{
  const struct report *report = r->s->report;
  const char *name = objdump_of (r, path);
  struct ghalt_function fn;
  pid_t child;
  FILE *in;
  if (!name || !start_objdump (name, path, &child, &in, &r->s->no_code))
    return true;
  r->n_rows = r->n_begins = 0;
  bool ok = enlarge (&r->begins, report->facts.n_functions, sizeof *r->begins,
		     r->fault);
  for (size_t i = 0; ok && report_next (report, &i, &fn);)
    if (fn.address && report_unit (report, &fn).object == object)
      r->begins[r->n_begins++] = (struct begin) { fn.address, fn.name,
						  fn.number };
  ok = ok && enlarge (&r->names, r->n_begins + 1, sizeof *r->names, r->fault);
  if (ok && r->n_begins > 0)
    {
      memcpy (r->names, r->begins, r->n_begins * sizeof *r->names);
      qsort (r->names, r->n_begins, sizeof *r->names, by_name);
      qsort (r->begins, r->n_begins, sizeof *r->begins, by_begin);
    }
  ok = ok && read_lines (r, debug ? debug : path) && read_text (r, in);
  fclose (in);
  run_wait (child);
  return ok;
}

/* Number the rows that functions have in the index.  */
static bool
number_rows (struct reader *r)
{
  struct ghalt_function fn;
  size_t n = 0;
  r->index = fresh (r->s->report->facts.n_functions, sizeof *r->index,
		    r->fault);
  for (size_t i = 0; r->index && report_next (r->s->report, &i, &fn);)
    if (r->s->totals[fn.number].recorded)
      r->index[fn.number] = n++;
  return r->index;
}

bool
website_code (struct website *s)
{
  const struct ghalt_program *program = s->report->data->program;
  struct reader r = { .s = s, .fault = s->report->fault };
  struct ghalt_object object;
  bool ok = number_rows (&r);
  for (size_t i = 0; ok && ghalt_object (s->report->data, i, &object); i++)
    ok = object.is_program
	   ? read_object (&r, i, program->program.path,
			  program->program.debug_path)
	   : read_object (&r, i, object.path, NULL);
  FREE_ALL (r.rows, r.begins, r.names, r.index, r.text, r.part.insns);
  return ok;
}
