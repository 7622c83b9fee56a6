/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Summaries of routines: which registers a call of one changes and reads, as text
   in an object file, and the promise that the routine linked is the one whose
   summary was read.

   The unit that defines the routine leaves, in a section that is not loaded,

     halt-routine 2 ROUTINE TARGET CHECK changes REGISTERS reads REGISTERS stack S

   where REGISTERS are separated by commas, "none" or "all", and S says how the
   stack must be aligned, "word" or "call", as at any call; and, unless all are
   changed, defines the symbol that is named like ROUTINE and CHECK, hidden.  A
   unit whose pots rely on the summary refers to that symbol, so that no other
   routine links.  Files are searched for the text whatever they are: objects,
   archives, programs.  */

#include "plugin/plugin.h"

#define MAGIC "halt-routine 2 "
#define MAX_SUMMARY 1024

struct summary
{
  const char *routine, *target;
  uint64_t check;
  bool all;			/* changes whatever a call may */
  struct halt_summary known;
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
    fputs ("changes all reads all stack call", f);
  else
    {
      fputs ("changes ", f);
      print_set (f, t, &s->known.changes);
      fputs (" reads ", f);
      print_set (f, t, &s->known.reads);
      fputs (s->known.unaligned ? " stack word" : " stack call", f);
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
  char *text = summary_text (target, &s);
  s.check = check_value (routine, target->name, text);
  made.safe_push (s);
  free (text);
}

/* Leave the summary and its symbol behind.  The symbol must be in what is
   loaded: linkers refuse some references to others.  */
static void
write_summary (FILE *f, const struct summary *s)
{
  const struct halt_target *t = halt_target_find (HALT_MACHINE, BITS_PER_WORD,
						  POINTER_SIZE);
  char *text = summary_text (t, s);
  fprintf (f, "\t.section\t.debug.halt_routine,\"\",%%progbits\n\t.string\t\""
	   MAGIC "%s %s %016llx %s\"\n", s->routine, s->target,
	   (unsigned long long) s->check, text);
  if (!s->all)
    {
      fputs ("\t.globl\t", f);
      print_symbol (f, s);
      fputs ("\n\t.hidden\t", f);
      print_symbol (f, s);
      fputs ("\n\t.section\t.rodata.halt_changes,\"a\",%progbits\n", f);
      print_symbol (f, s);
      fputs (":\n\t.byte\t0\n", f);
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

/* Read into S what TEXT says, which is changed; false if it is malformed.  */
static bool
read_known (const struct halt_target *t, char *text, struct summary *s)
{
  char changes[MAX_SUMMARY], reads[MAX_SUMMARY], stack[MAX_SUMMARY];
  if (sscanf (text, "changes %s reads %s stack %s", changes, reads, stack) != 3)
    return false;
  s->all = strcmp (changes, "all") == 0;
  s->known.unaligned = strcmp (stack, "word") == 0;
  return s->all || (read_set (t, changes, &s->known.changes)
		    && read_set (t, reads, &s->known.reads));
}

static const struct halt_target *
target_called (const char *name)
{
  for (const struct halt_target *const *t = halt_targets; *t; t++)
    if (strcmp ((*t)->name, name) == 0)
      return *t;
  return NULL;
}

/* Keep summary S of FILE, unless that is known.  */
static void
keep (const struct summary *s, const char *file)
{
  for (unsigned i = 0; i < found.length (); i++)
    if (strcmp (found[i].routine, s->routine) == 0
	&& strcmp (found[i].target, s->target) == 0)
      {
	if (found[i].check != s->check)
	  error_at (UNKNOWN_LOCATION, "halt: %qs has another summary of %qs than "
		    "what was read before; name only the routine that will be "
		    "linked", file, s->routine);
	return;
      }
  found.safe_push (*s);
}

/* Read the summary in TEXT, which comes behind the magic in FILE.  False if it
   is none.  */
static bool
read_summary (char *text, const char *file)
{
  char routine[MAX_SUMMARY], target[MAX_SUMMARY];
  unsigned long long check;
  int at = 0;
  summary s = {};
  if (sscanf (text, "%s %s %16llx %nchanges", routine, target, &check, &at) != 3
      || !at)
    return false;
  const struct halt_target *t = target_called (target);
  s.routine = xstrdup (routine);
  s.target = t ? t->name : "";
  s.check = check;
  if (check_value (routine, target, text + at) != check
      || (t && !read_known (t, text + at, &s)))
    error_at (UNKNOWN_LOCATION, "halt: the summary of %qs in %qs is damaged; "
	      "compile the routine again", routine, file);
  else if (t)
    keep (&s, file);
  return true;
}

/* Read the summaries in the SIZE bytes of FILE at DATA; return how many.  */
static int
read_summaries (const char *data, size_t size, const char *file)
{
  int n = 0;
  const char *end = data + size, *p = data;
  while ((p = (const char *) memmem (p, end - p, MAGIC, strlen (MAGIC))))
    {
      char text[MAX_SUMMARY] = "";
      p += strlen (MAGIC);
      size_t length = strnlen (p, MIN (end - p, MAX_SUMMARY - 1));
      memcpy (text, p, length);
      n += read_summary (text, file);
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
		"routines", file, fd < 0 ? xstrerror (errno) : "it is not a file");
      if (fd >= 0)
	close (fd);
      return;
    }
  data = XNEWVEC (char, st.st_size + 1);
  for (ssize_t n; size < (size_t) st.st_size
		  && (n = read (fd, data + size, st.st_size - size)) > 0; )
    size += n;
  close (fd);
  if (read_summaries (data, size, file) == 0)
    error_at (UNKNOWN_LOCATION, "halt: %qs has no summary of a routine; compile "
	      "its routines with the plugin, without %<-flto%>, neither weak nor "
	      "(with %<-fPIC%>) visible from outside, and do not strip it", file);
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
