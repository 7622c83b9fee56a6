/* SPDX-License-Identifier: GPL-3.0-or-later */
/* One unit of compilation: its target, its ids, and what it leaves behind in
   the assembler file: descriptor, note, start-up code, map.  */

#include "plugin/plugin.h"

const struct halt_target *unit_target;
struct map *unit_map;

static uint64_t n_ids;		/* local numbers given out */
/* Constant ids given out: shared by the kinds, and a kind's own.  */
static uint64_t n_fixed, n_own[HALT_KIND_END];
static bool needs_start_code;
static bool nothing_asked;	/* no kind */
/* Assembler names of the addresses of the functions in the map.  */
static auto_vec<char *> addresses;

/* at=gimple: the label of every function that was made code, by its symbol.  */
static hash_map<nofree_string_hash, char *> *emitted;

/* Text of the start-up code, from runtime/unit_start.c; what is for pointers of
   32 bits besides the compiler's usual ones, if there is such a thing.  */
static const char start_code[] =
#include "unit_start.inc"
;
static const char start_code_32[] =
#include "unit_start32.inc"
;

/* The one that is for the code being made, or NULL.  */
static const char *
start_text (void)
{
  if (POINTER_SIZE_UNITS == HALT_POINTER_BYTES)
    return start_code;
  return POINTER_SIZE_UNITS == 4 && UNITS_PER_WORD == 4 && *start_code_32
	 ? start_code_32 : NULL;
}

uint64_t
unit_new_id (int kind, bool *fixed)
{
  *fixed = true;
  if (kind < HALT_KIND_END && config->own[kind])
    return config->first_own[kind] + n_own[kind]++;
  if (config->unique)
    return config->first_id + n_fixed++;
  *fixed = false;
  return n_ids++;
}

void
unit_needs_start_code (void)
{
  needs_start_code = true;
}

/* The text of every wrapper that pots call, by its name.  */
static hash_map<nofree_string_hash, char *> *wrappers;
static auto_vec<char *> wrapper_texts;	/* in the order in which they were made */

void
unit_needs_wrapper (const struct pot *pot)
{
  char *text;
  size_t size;
  if (!wrappers)
    wrappers = new hash_map<nofree_string_hash, char *>;
  if (wrappers->get (pot->wrapper))
    return;
  FILE *f = open_memstream (&text, &size);
  pot_print_wrapper (f, pot);
  fclose (f);
  wrappers->put (xstrdup (pot->wrapper), text);
  wrapper_texts.safe_push (text);
}

static void
write_wrappers (FILE *f)
{
  if (wrapper_texts.length ())
    fputs ("\t.section\t.text.halt_wrap,\"ax\",%progbits\n", f);
  for (unsigned i = 0; i < wrapper_texts.length (); i++)
    fputs (wrapper_texts[i], f);
}

/* The current function's address in assembler, to be freed.  */
static char *
function_label (void)
{
  char label[64];

  /* The label in front of the function's unwind information if there will be
     one (dwarf2out_begin_prologue): unlike the function's symbol it is this
     copy's, even if the linker keeps another unit's.  */
  if (dwarf2out_do_frame () || flag_exceptions)
    {
      ASM_GENERATE_INTERNAL_LABEL (label, FUNC_BEGIN_LABEL,
				   current_function_funcdef_no);
      return xstrdup (label);
    }
  return xstrdup (XSTR (XEXP (DECL_RTL (current_function_decl), 0), 0));
}

static const char *
function_symbol (void)
{
  return IDENTIFIER_POINTER (DECL_ASSEMBLER_NAME (current_function_decl));
}

void
unit_note_function (void)
{
  /* Where code is made later, and perhaps none for this function, the symbol
     will do until then.  */
  addresses.safe_push (config->gimple ? xstrdup (function_symbol ())
		       : function_label ());
}

/* The current function is about to be made code.  */
static void
on_function_code (void *, void *)
{
  if (!unit_map || !config->gimple || !current_function_decl)
    return;
  if (config->blpp)
    paths_next_function ();
  if (!emitted)
    emitted = new hash_map<nofree_string_hash, char *>;
  emitted->put (xstrdup (function_symbol ()), function_label ());
}

uint32_t
unit_file (const char *file)
{
  return map_string (unit_map, file ? remap_debug_filename (file) : NULL);
}

/* The symbol of the descriptor is local, but in link-time optimisation, where
   the text that defines it and the code that uses it may part.  Where
   -frandom-seed says what the unit is, that and names the user gave make it;
   else GCC's own names in the object are random.  */
const char *
unit_symbol (void)
{
  static char name[64];
  if (!config->gimple)
    return UNIT_SYMBOL;
  if (!*name)
    {
      const char *const parts[]
	= { remap_debug_filename (main_input_filename),
	    remap_debug_filename (get_src_pwd ()),
	    remap_debug_filename (aux_base_name) };
      uint64_t hash = get_random_seed (false);
      for (size_t i = 0; i < ARRAY_SIZE (parts); i++)
	if (parts[i])
	  hash = halt_checksum (hash ^ HALT_CHECKSUM_START, parts[i],
				strlen (parts[i]));
      snprintf (name, sizeof name, "__halt_unit");
      if (flag_generate_lto)
	snprintf (name, sizeof name, "__halt_unit_%016llx",
		  (unsigned long long) hash);
    }
  return name;
}

/* Whether the driver that runs this compilation links, too, with the same
   options.  */
static bool
driver_links (void)
{
  const char *options = getenv ("COLLECT_GCC_OPTIONS");
  return options && !strstr (options, "'-c'") && !strstr (options, "'-S'");
}

/* at=gimple needs nothing of the target, and nothing in link-time optimisation
   but what the units brought along.  */
static void
start_gimple (void)
{
  bool fixed = config->unique;
  for (int k = 0; k < HALT_KIND_END; k++)
    fixed |= config->own[k];
  if (config->blpp && (in_lto_p || flag_generate_lto))
    {
      error_at (UNKNOWN_LOCATION, "halt: option %<blpp%> does not go with "
		"%<-flto%>; leave one of them out");
      return;
    }
  if (in_lto_p)
    return;
  int kind = gimple_refuses ();
  if (config->blpp && fixed)
    error_at (UNKNOWN_LOCATION, "halt: option %<unique%> does not go with "
	      "%<blpp%>; leave it out");
  else if (config->count && !config->blpp)
    error_at (UNKNOWN_LOCATION, "halt: option %<count%> counts in machine "
	      "code; %<at=gimple%> does not have it");
  else if (config->routines || config->verify)
    error_at (UNKNOWN_LOCATION, "halt: option %qs is about what pots save; with "
	      "%<at=gimple%> the compiler does that: leave it out",
	      config->routines ? "routines" : "verify");
  else if (kind >= 0)
    error_at (UNKNOWN_LOCATION, "halt: option %qs is about machine code; "
	      "%<at=gimple%> does not have it", halt_kind_word (kind));
  else if (extern_labels ())
    error_at (UNKNOWN_LOCATION, "halt: another plugin labels machine code; "
	      "that does not go with %<at=gimple%>");
  else if (!start_text ())
    error_at (UNKNOWN_LOCATION, "halt: no start-up code for %d-bit words and "
	      "%d-bit pointers", (int) BITS_PER_WORD, (int) POINTER_SIZE);
  else
    unit_map = map_new ();
}

static void
on_start_unit (void *, void *)
{
  bool any = false;
  for (int k = 0; k < HALT_KIND_END; k++)
    any |= config->kind[k];
  any |= extern_labels ();
  clobbers_start ();
  if (!any)
    {
      nothing_asked = true;
      return;
    }

  if (config->gimple)
    {
      start_gimple ();
      return;
    }
  unit_target = halt_target_find (HALT_MACHINE, BITS_PER_WORD, POINTER_SIZE);
  if (!unit_target)
    {
      error_at (UNKNOWN_LOCATION, "halt: no recipes for this target (%s, "
		"%d-bit words, %d-bit pointers), so its machine code cannot be "
		"labelled; %<-fplugin-arg-halt-at=gimple%> needs none",
		HALT_MACHINE, (int) BITS_PER_WORD, (int) POINTER_SIZE);
      return;
    }
  if (const char *why = facts_refuse_unit ())
    {
      error_at (UNKNOWN_LOCATION, "halt: cannot instrument code for %s", why);
      unit_target = NULL;
      return;
    }
  if (config->count && !unit_target->count)
    {
      error_at (UNKNOWN_LOCATION, "halt: option %<count%> has no recipe for "
		"this target (%s)", unit_target->name);
      unit_target = NULL;
      return;
    }
  if (const char *why = config->count ? count_refuse () : NULL)
    {
      error_at (UNKNOWN_LOCATION, "halt: option %<count=thread%> %s", why);
      unit_target = NULL;
      return;
    }
  bool fixed = config->unique;
  for (int k = 0; k < HALT_KIND_END; k++)
    fixed |= config->own[k];
  if (fixed && flag_ltrans)
    {
      error_at (UNKNOWN_LOCATION, "halt: option %<unique%> cannot number the "
		"partitions of a link-time optimisation; link with "
		"%<-flto-partition=none%> or leave %<unique%> out");
      unit_target = NULL;
      return;
    }
  if (config->kind[HALT_CYCLE]
      && (!optimize || !flag_schedule_insns_after_reload))
    {
      error_at (UNKNOWN_LOCATION, "halt: option %<cycle%> needs the marks of "
		"the last scheduling pass; compile with %<-O1%> or more and "
		"%<-fschedule-insns2%>, for a processor that GCC schedules "
		"for");
      unit_target = NULL;
      return;
    }
  if (flag_generate_lto && !flag_wpa && !in_lto_p && !config->lto
      && !driver_links ())
    warning_at (UNKNOWN_LOCATION, 0, "halt: with %<-flto%> the code is made, "
		"and instrumented, when the program is linked; give the link "
		"the same plugin options, or nothing is recorded "
		"(%<-fplugin-arg-halt-lto%>: it will get them)");
  emit_init (unit_target);
  unit_map = map_new ();
}

void
unit_write_words (FILE *f, const void *data, size_t size)
{
  const char *op = integer_asm_op (8, true);
  for (size_t at = 0; at < size; at += 8)
    {
      uint64_t word;
      memcpy (&word, (const char *) data + at, sizeof word);
      if (at % 64 == 0)
	fprintf (f, "%s%s" HOST_WIDE_INT_PRINT_HEX, at ? "\n" : "", op,
		 (HOST_WIDE_INT) word);
      else
	fprintf (f, "," HOST_WIDE_INT_PRINT_HEX, (HOST_WIDE_INT) word);
    }
  if (size)
    fputc ('\n', f);
}

/* Write the 64-bit address NAME, or 0 for NULL.  */
static void
write_address (FILE *f, const char *name)
{
  const char *word = integer_asm_op (4, true);
  if (!name)
    {
      fprintf (f, "%s0,0\n", word);
      return;
    }
  if (POINTER_SIZE == 32 && BYTES_BIG_ENDIAN)
    fprintf (f, "%s0\n", word);
  fputs (integer_asm_op (POINTER_SIZE_UNITS, true), f);
  assemble_name_raw (f, name);
  fputc ('\n', f);
  if (POINTER_SIZE == 32 && !BYTES_BIG_ENDIAN)
    fprintf (f, "%s0\n", word);
}

/* The descriptor and the note that leads to it.  */
static void
write_unit (FILE *f, const struct halt_map *header)
{
  struct halt_unit unit = {};
  unit.count = n_ids;
  unit.checksum = header->checksum;
  unit.version = HALT_UNIT_VERSION;
  unit.flags = header->flags & ~HALT_MAP_PATHS;

  fprintf (f, "\t.section\t.data.halt_unit,\"aw\",%%progbits\n\t.balign\t8\n");
  if (config->gimple && flag_generate_lto)
    fprintf (f, "\t.globl\t%s\n\t.hidden\t%s\n", unit_symbol (),
	     unit_symbol ());
  fprintf (f, "%s:\n", unit_symbol ());
  unit_write_words (f, &unit, sizeof unit);

  const char *word = integer_asm_op (POINTER_SIZE_UNITS, false);
  const char *op = integer_asm_op (4, true);
  fputs ("\t.section\t.note.halt,\"a\",%note\n\t.balign\t4\n", f);
  promise_write_uses (f);
  fprintf (f, "%s%d\n%s%d\n%s%u\n\t.asciz\t\"" HALT_NOTE_NAME "\"\n\t.balign\t4\n"
	   "%s%s-.\n", op, (int) sizeof HALT_NOTE_NAME, op,
	   (int) POINTER_SIZE_UNITS, op, HALT_NOTE_UNIT, word, unit_symbol ());
  if (config->count)
    count_write (f);
}

static void
write_map (FILE *f, const struct halt_map *header, const void *body,
	   size_t size)
{
  /* The descriptor's address is a relocation in the middle of the header.  */
  const size_t at = offsetof (struct halt_map, unit);
  char *unit = concat ("*", unit_symbol (), NULL);
  fprintf (f, "\t.section\t" HALT_MAP_SECTION
	   ",\"\",%%progbits\n\t.balign\t8\n");
  unit_write_words (f, header, at);
  write_address (f, unit);
  unit_write_words (f, (const char *) header + at + 8, sizeof *header - at - 8);
  for (unsigned i = 0; i < addresses.length (); i++)
    {
      char **label = emitted ? emitted->get (addresses[i]) : NULL;
      write_address (f, !config->gimple ? addresses[i] : label ? *label : NULL);
    }
  unit_write_words (f, body, size);
  free (unit);
}

/* summary=: the text of the map.  In a directory it has the name of the
   assembler file, which is different for every unit.  */
static void
write_summary (const struct halt_map *header, const void *body, size_t size)
{
  size_t addresses_size = header->n_functions * sizeof (uint64_t);
  size_t whole = sizeof *header + addresses_size + size;
  char *map = (char *) xcalloc (whole, 1);
  memcpy (map, header, sizeof *header);
  memcpy (map + sizeof *header + addresses_size, body, size);

  struct stat st;
  const char *name = config->summary;
  if (stat (name, &st) == 0 && S_ISDIR (st.st_mode))
    name = ACONCAT ((name, "/", lbasename (aux_base_name), ".halt", NULL));
  FILE *f = fopen (name, "w");
  if (!f || text_write (f, map, whole) != 0 || fclose (f) != 0)
    error_at (UNKNOWN_LOCATION, "halt: cannot write summary %qs: %m", name);
  free (map);
}

/* The map is complete: its header, and its body of *SIZE bytes.  */
static const void *
finish_map (struct halt_map *h, size_t *size)
{
  *h = halt_map ();
  h->n_ids = n_ids;
  h->flags = (config->gimple ? HALT_UNIT_GIMPLE : 0)
	     | (paths_found () ? HALT_MAP_PATHS : 0);
  /* The files that link-time optimisation compiles have random names; this is
     how GCC's debugging information calls them.  */
  h->source = in_lto_p ? map_string (unit_map, "<artificial>")
	      : unit_file (main_input_filename);
  h->directory = map_string (unit_map, remap_debug_filename (get_src_pwd ()));
  h->producer = map_string (unit_map, "HALT " HALT_VERSION);
  return map_finish (unit_map, h, size);
}

/* All that the unit leaves behind.  */
static void
write_all (FILE *f)
{
  struct halt_map header;
  size_t size;
  const void *body = finish_map (&header, &size);

  fputs (facts_before_text (), f);
  /* Link-time optimisation may put the text of many units into one file.  */
  fprintf (f, "\t.ifndef\t__halt_start\n%s\t.endif\n", start_text ());
  write_wrappers (f);
  fputs (facts_after_text (), f);
  write_unit (f, &header);
  write_map (f, &header, body, size);
  if (paths_found ())
    paths_write (f, &header);
  if (config->summary)
    write_summary (&header, body, size);
}

void
unit_gimple_done (void)
{
  char *text;
  size_t size;

  if (!flag_generate_lto || !needs_start_code)
    return;
  FILE *f = open_memstream (&text, &size);
  fputs ("\t.pushsection\t.text\n", f);
  write_all (f);
  fputs ("\t.popsection\n", f);
  fclose (f);
  symtab->finalize_toplevel_asm (build_string (size, text));
  free (text);
}

/* The next unused constants: a number, or a kind and a number each.  */
static void
print_next_ids (void)
{
  /* Assembler text that goes to standard output must not be mixed with it.  */
  FILE *f = asm_out_file == stdout ? stderr : stdout;
  if (config->unique)
    fprintf (f, "%llu\n", (unsigned long long) (config->first_id + n_fixed));
  for (int k = 0; k < HALT_KIND_END; k++)
    if (config->own[k])
      fprintf (f, "%s %llu\n", halt_kind_word (k),
	       (unsigned long long) (config->first_own[k] + n_own[k]));
}

static void
on_finish_unit (void *, void *)
{
  if (nothing_asked && !seen_error () && !in_lto_p && !clobbers_found ())
    warning_at (UNKNOWN_LOCATION, 0, "halt: nothing to instrument; name a "
		"kind, as in %<-fplugin-arg-halt-cbr%>");
  if (!unit_map || seen_error () || !asm_out_file)
    return;
  if (needs_start_code && !(config->gimple && flag_generate_lto))
    {
      write_all (asm_out_file);
      /* GCC must not believe that it knows the current section.  */
      in_section = NULL;
    }
  else if (!needs_start_code && config->summary && !flag_wpa
	   && !(flag_generate_lto && !flag_fat_lto_objects))
    {
      /* No points, and nothing left behind: the file is there all the same.  */
      struct halt_map header;
      size_t size;
      const void *body = finish_map (&header, &size);
      write_summary (&header, body, size);
    }
  if (config->gimple
      || (!flag_wpa && !(flag_generate_lto && !flag_fat_lto_objects)))
    print_next_ids ();
  map_free (unit_map);
  unit_map = NULL;
}

void
unit_init (const char *plugin_name)
{
  register_callback (plugin_name, PLUGIN_START_UNIT, on_start_unit, NULL);
  register_callback (plugin_name, PLUGIN_FINISH_UNIT, on_finish_unit, NULL);
  register_callback (plugin_name, PLUGIN_ALL_PASSES_START, on_function_code,
		     NULL);
}
