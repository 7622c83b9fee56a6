/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Summaries of routines: which registers a call of one changes and reads, as text
   in an object file, and the promise that the routine linked is the one whose
   summary was read.

   The unit that defines the routine leaves, in a section that is not loaded:

     halt-routine 4 ROUTINE TARGET CHECK changes REGISTERS reads REGISTERS stack S
       copy COPY

   REGISTERS are separated by commas, or "none" or "all".  S says how the stack
   must be aligned: to a "word", or as at any "call".  COPY is what can stand in
   place of a call, BYTES:TEXT, or "none".  docs/format.md has the grammar.

   Unless all registers are changed, the unit defines a hidden symbol that is
   named like ROUTINE and CHECK.  A unit whose pots rely on the summary refers
   to that symbol, so that no other routine links.  What TEXT calls &N has
   another such symbol.

   Files are searched for the text whatever they are: objects, archives,
   programs.  */

#include "plugin/routines/routines.h"

#define MAGIC "halt-routine 4 "
#define MAX_SUMMARY (1024 + HALT_MAX_COPY)

struct summary
{
  const char *routine, *target;
  uint64_t check;
  bool all;			/* changes whatever a call may */
  struct halt_summary known;
  vec<copied> symbols;		/* that the copy names, by number */
  bool used;			/* by pots of this unit */
};

static auto_vec<summary> made, found;

/* Print the registers of SET.  */
static void
print_set (FILE *f, const struct halt_target *t, const struct reg_set *set)
{
  const char *comma = "";
  for (int r = 0; r < t->n_regs; r++)
    /* The first name of a register stack says it.  */
    if (reg_set_has (set, r)
	&& (t->regs[r].rclass != RC_STACKED || r == 0
	    || t->regs[r - 1].rclass != RC_STACKED))
      {
	fprintf (f, "%s%s", comma, t->regs[r].name);
	comma = ",";
      }
  fputs (*comma ? "" : "none", f);
}

/* What a summary says of its routine; to be freed.  */
static char *
summary_text (const struct halt_target *t, const struct summary *s)
{
  char *text;
  size_t size;
  FILE *f = open_memstream (&text, &size);
  if (s->all)
    fputs ("changes all reads all stack call copy none", f);
  else
    {
      fputs ("changes ", f);
      print_set (f, t, &s->known.changes);
      fputs (" reads ", f);
      print_set (f, t, &s->known.reads);
      fputs (s->known.unaligned ? " stack word" : " stack call", f);
      if (s->known.copy)
	fprintf (f, " copy %d:%s", s->known.copy_bytes, s->known.copy);
      else
	fputs (" copy none", f);
    }
  fclose (f);
  return text;
}

/* What stands for the promise that ROUTINE of TARGET does what TEXT says.  */
static uint64_t
check_value (const char *routine, const char *target, const char *text)
{
  const char *const parts[] = { routine, target, text };
  uint64_t check = HALT_CHECKSUM_START;
  for (size_t i = 0; i < ARRAY_SIZE (parts); i++)
    check = halt_checksum (check, parts[i], strlen (parts[i]) + 1);
  return check;
}

static void
print_symbol (FILE *f, const struct summary *s)
{
  fprintf (f, "__halt_changes.%s.%016llx", s->routine,
	   (unsigned long long) s->check);
}

/* The name under which S's copy finds what its routine's unit calls
   symbol N.  */
static void
print_part (FILE *f, const struct summary *s, unsigned n)
{
  fprintf (f, "__halt_part.%s.%016llx.%u", s->routine,
	   (unsigned long long) s->check, n);
}

/* --- making ------------------------------------------------------------- */

void
promise_make (const struct halt_target *target, const char *routine,
	      const struct halt_summary *known)
{
  summary s = {};
  s.routine = xstrdup (routine);
  s.target = target->name;
  s.all = !known;
  if (known)
    s.known = *known;
  made.safe_push (s);
}

void
promise_copy (const char *copy, int bytes, const vec<copied> &symbols)
{
  summary *s = &made.last ();
  s->known.copy = xstrdup (copy);
  s->known.copy_bytes = bytes;
  s->symbols = symbols.copy ();
}

/* Whether symbol N of S is of a function that changes registers.  */
static bool
is_changing_call (const struct halt_target *t, const struct summary *s,
		  unsigned n)
{
  for (int r = 0; r < t->n_regs; r++)
    if (r != t->flags && reg_set_has (&s->symbols[n].changes, r))
      return s->symbols[n].called;
  return false;
}

/* Let symbol N of S be found from other units.  */
static void
write_part (FILE *f, const struct summary *s, unsigned n)
{
  static const char *const before[] = { "\t.globl\t", "\t.hidden\t",
					"\t.set\t" };
  for (size_t i = 0; i < ARRAY_SIZE (before); i++)
    {
      fputs (before[i], f);
      print_part (f, s, n);
      fputs (i < 2 ? "\n" : ", ", f);
    }
  fprintf (f, "%s\n", s->symbols[n].name);
}

/* The same for what is called: a routine that does it and changes no register.  */
static void
write_call (FILE *f, const struct halt_target *t, const struct summary *s,
	    unsigned n)
{
  struct pot *pot = new struct pot ();
  char *name;
  size_t size;
  const struct copied *c = &s->symbols[n];
  FILE *text = open_memstream (&name, &size);
  print_part (text, s, n);
  fclose (text);
  pot->target = t;
  pot->name = name;
  pot->wrapper = pot;
  copy_call (pot, c->name, &c->changes);
  fprintf (f, "\t.globl\t%s\n\t.hidden\t%s\n\t.type\t%s, @function\n", name,
	   name, name);
  pot_print_wrapper (f, pot);
  fprintf (f, "\t.size\t%s, .-%s\n", name, name);
  free (name);
  delete pot;
}

/* Write the summary and its symbol.  The symbol must be in what is
   loaded: linkers refuse some references to others.  */
static void
write_summary (FILE *f, struct summary *s)
{
  const struct halt_target *t = halt_target_find (HALT_MACHINE, BITS_PER_WORD,
						  POINTER_SIZE);
  char *text = summary_text (t, s);
  s->check = check_value (s->routine, s->target, text);
  fprintf (
    f,
    "\t.section\t.debug.halt_routine,\"\",%%progbits\n\t.string\t\"" MAGIC
    "%s %s %016llx %s\"\n",
    s->routine, s->target, (unsigned long long) s->check, text);
  if (!s->all)
    {
      fputs ("\t.globl\t", f);
      print_symbol (f, s);
      fputs ("\n\t.hidden\t", f);
      print_symbol (f, s);
      fputs ("\n\t.section\t.rodata.halt_changes,\"a\",%progbits\n", f);
      print_symbol (f, s);
      fputs (":\n\t.byte\t0\n", f);
      for (unsigned n = 0; n < s->symbols.length (); n++)
	if (!is_changing_call (t, s, n))
	  write_part (f, s, n);
      fputs ("\t.text\n", f);
      for (unsigned n = 0; n < s->symbols.length (); n++)
	if (is_changing_call (t, s, n))
	  write_call (f, t, s, n);
    }
  free (text);
}

static void
on_finish_unit (void *, void *)
{
  if (seen_error () || !asm_out_file)
    return;
  for (unsigned i = 0; i < made.length (); i++)
    write_summary (asm_out_file, &made[i]);
  if (made.length ())
    in_section = NULL;
}

/* --- finding ------------------------------------------------------------ */

/* The set of the registers in LIST, which is changed; false if one is
   unknown.  */
static bool
read_set (const struct halt_target *t, char *list, struct reg_set *set)
{
  if (strcmp (list, "none") == 0)
    return true;
  for (char *save, *name = strtok_r (list, ",", &save); name;
       name = strtok_r (NULL, ",", &save))
    {
      int r = halt_reg_find (t, name);
      if (r == HALT_NO_REG)
	return false;
      reg_set_add (set, r);
    }
  return true;
}

/* Read COPY into S, whose routine's name is known; false if it is malformed.  */
static bool
read_copy (const struct halt_target *t, const char *copy, struct summary *s)
{
  char *text, *end;
  size_t size;
  long bytes = strtol (copy, &end, 10);
  if (strcmp (copy, "none") == 0)
    return true;
  if (!ISDIGIT (*copy) || *end++ != ':' || bytes > HALT_MAX_COPY
      || !s->known.unaligned || !copy_check (t, end))
    return false;
  FILE *f = open_memstream (&text, &size);
  bool good = true;
  for (char *p = end; *p && good;)
    if (*p != '&')
      fputc (*p++, f);
    else if ((good = ISDIGIT (p[1])))
      print_part (f, s, strtoul (p + 1, &p, 10));
  fclose (f);
  if (!good)
    return false;
  s->known.copy = text;
  s->known.copy_bytes = bytes;
  return true;
}

/* Read into S what TEXT says, which is changed; false if it is malformed.  */
static bool
read_known (const struct halt_target *t, char *text, struct summary *s)
{
  char changes[MAX_SUMMARY], reads[MAX_SUMMARY], stack[MAX_SUMMARY];
  char copy[MAX_SUMMARY];
  if (sscanf (text, "changes %s reads %s stack %s copy %s", changes, reads,
	      stack, copy)
      != 4)
    return false;
  s->all = strcmp (changes, "all") == 0;
  s->known.unaligned = strcmp (stack, "word") == 0;
  return s->all
	 || (read_set (t, changes, &s->known.changes)
	     && read_set (t, reads, &s->known.reads) && read_copy (t, copy, s));
}

static const struct halt_target *
target_called (const char *name)
{
  for (const struct halt_target *const *t = halt_targets; *t; t++)
    if (strcmp ((*t)->name, name) == 0)
      return *t;
  return NULL;
}

/* Keep summary S of FILE, unless that is known.  The first EARLIER ones stand, whatever
   S says.  */
static void
keep_summary (const struct summary *s, const char *file, unsigned earlier)
{
  for (unsigned i = 0; i < found.length (); i++)
    if (strcmp (found[i].routine, s->routine) == 0
	&& strcmp (found[i].target, s->target) == 0)
      {
	if (i >= earlier && found[i].check != s->check)
	  error_at (UNKNOWN_LOCATION,
		    "halt: %qs has another summary of %qs than "
		    "what was read before; name only the routine that will be "
		    "linked",
		    file, s->routine);
	return;
      }
  found.safe_push (*s);
}

/* Read the summary in TEXT, which comes after the magic in FILE; the first EARLIER ones
   stand.  False if it is none, or of another machine, whose name is OTHER then.  */
static bool
read_summary (char *text, const char *file, unsigned earlier, char **other)
{
  char routine[MAX_SUMMARY], target[MAX_SUMMARY];
  unsigned long long check;
  int at = 0;
  summary s = {};
  if (sscanf (text, "%s %s %16llx %nchanges", routine, target, &check, &at) != 3
      || !at)
    return false;
  const struct halt_target *t = target_called (target);
  if (!t || halt_target_find (HALT_MACHINE, t->word_bits, t->pointer_bits) != t)
    {
      free (*other);
      *other = xstrdup (target);
      return false;
    }
  s.routine = xstrdup (routine);
  s.target = t->name;
  s.check = check;
  if (check_value (routine, target, text + at) != check
      || !read_known (t, text + at, &s))
    error_at (UNKNOWN_LOCATION,
	      "halt: the summary of %qs in %qs is damaged; "
	      "compile the routine again",
	      routine, file);
  else
    keep_summary (&s, file, earlier);
  return true;
}

/* Read the summaries in the SIZE bytes of FILE at DATA, OTHER as above; return how
   many.  */
static int
read_summaries (const char *data, size_t size, const char *file, char **other)
{
  int n = 0;
  const char *end = data + size, *p = data;
  /* Of an archive, linkers take what is not there yet.  */
  const bool archive = startswith (data, "!<arch>")
		       || startswith (data, "!<thin>");
  const unsigned earlier = archive ? found.length () : 0;
  while ((p = (const char *) memmem (p, end - p, MAGIC, strlen (MAGIC))))
    {
      char text[MAX_SUMMARY] = "";
      p += strlen (MAGIC);
      size_t length = strnlen (p, MIN (end - p, MAX_SUMMARY - 1));
      memcpy (text, p, length);
      n += read_summary (text, file, earlier, other);
    }
  return n;
}

void
promise_read (const char *file)
{
  struct stat st;
  int fd = open (file, O_RDONLY);
  char *data = NULL;
  size_t size = 0;
  if (fd < 0 || fstat (fd, &st) != 0 || !S_ISREG (st.st_mode))
    {
      error_at (UNKNOWN_LOCATION, "halt: option %qs cannot read %qs: %s",
		"routines", file,
		fd < 0 ? xstrerror (errno) : "it is not a file");
      if (fd >= 0)
	close (fd);
      return;
    }
  data = XNEWVEC (char, st.st_size + 1);
  for (ssize_t n; size < (size_t) st.st_size
		  && (n = read (fd, data + size, st.st_size - size)) > 0;)
    size += n;
  close (fd);
  data[size] = '\0';
  char *other = NULL;
  const bool none = read_summaries (data, size, file, &other) == 0;
  if (none && other)
    error_at (UNKNOWN_LOCATION,
	      "halt: the routines in %qs are for %s, and this compiles for %s; "
	      "compile them with this compiler",
	      file, other, HALT_MACHINE);
  else if (none)
    error_at (
      UNKNOWN_LOCATION,
      "halt: %qs has no summary of a routine; compile "
      "its routines with the plugin, without %<-flto%>, neither weak nor "
      "(with %<-fPIC%>) visible from outside, and do not strip it",
      file);
  free (other);
  XDELETEVEC (data);
}

bool
promise_use (const struct halt_target *target, const char *routine,
	     struct halt_summary *known)
{
  for (unsigned i = 0; i < found.length (); i++)
    if (strcmp (found[i].routine, routine) == 0
	&& strcmp (found[i].target, target->name) == 0 && !found[i].all)
      {
	*known = found[i].known;
	known->direct = true;
	found[i].used = true;
	return true;
      }
  return false;
}

void
promise_write_uses (FILE *f)
{
  for (unsigned i = 0; i < found.length (); i++)
    if (found[i].used)
      {
	fputs ("\t.reloc\t., BFD_RELOC_NONE, ", f);
	print_symbol (f, &found[i]);
	fprintf (f, "\n\t.protected\t%s\n", found[i].routine);
      }
}

void
promise_init (const char *plugin_name)
{
  register_callback (plugin_name, PLUGIN_FINISH_UNIT, on_finish_unit, NULL);
}
