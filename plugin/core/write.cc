/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What the unit leaves behind in the assembler file: start-up code, wrappers,
   descriptor, note, cells, map.  */

#include "plugin/core/core.h"
#include "plugin/count/count.h"
#include "plugin/cover/cover.h"
#include "plugin/target_hooks.h"
#include "plugin/gimple/gimple.h"
#include "plugin/paths/paths.h"
#include "plugin/routines/routines.h"
#include "plugin/rtl/rtl.h"

/* Text of the start-up code, from runtime/unit_start.c; what is for pointers of
   32 bits besides the compiler's usual ones, if there is such a thing.  */
static const char start_code[] =
#include "unit_start.inc"
  ;
static const char start_code_32[] =
#include "unit_start32.inc"
  ;

/* The one that is for the code being made, or NULL.  */
const char *
write_start_text (void)
{
  if (POINTER_SIZE_UNITS == HALT_POINTER_BYTES)
    return start_code;
  return POINTER_SIZE_UNITS == 4 && UNITS_PER_WORD == 4 && *start_code_32
	   ? start_code_32
	   : NULL;
}

/* The note of file=.  The first unit's is read.  */
static void
write_file (FILE *f)
{
  int size = strlen (config->file) + 1;
  unit_write_note (f, (size + 3) & ~3, HALT_NOTE_FILE);
  for (int i = 0; i < ((size + 3) & ~3); i++)
    fprintf (f, "\t.byte\t%d\n",
	     i < size ? (unsigned char) config->file[i] : 0);
}

/* What a streamed unit refers to where the link must make something of WHAT, and what
   answers that there.  */
#define LINK_SYMBOL "__halt_%s_needs_the_plugin_when_linking"

static void
write_needed (FILE *f, const char *what)
{
  fprintf (f,
	   "\t.hidden\t" LINK_SYMBOL
	   "\n\t.reloc\t., BFD_RELOC_NONE, " LINK_SYMBOL "\n",
	   what, what);
}

static void
write_answer (FILE *f, const char *what)
{
  fprintf (f,
	   "\t.weak\t" LINK_SYMBOL "\n\t.hidden\t" LINK_SYMBOL
	   "\n\t.section\t.rodata.halt_link,\"a\",%%progbits\n" LINK_SYMBOL
	   ":\n\t.byte\t0\n",
	   what, what, what);
}

/* The descriptor and the note that leads to it.  */
static void
write_unit (FILE *f, const struct halt_map *header)
{
  struct halt_unit u = {};
  const bool streamed = config->gimple && flag_generate_lto;
  /* Threads share no more than the cells of FIRST then.  */
  const bool shared = streamed && config->count == COUNT_THREAD;
  u.count = unit.n_ids;
  u.checksum = header->checksum;
  u.version = HALT_UNIT_VERSION;
  u.flags = (header->flags & ~HALT_MAP_PATHS)
	    | (config->count == COUNT_ATOMIC || shared ? HALT_UNIT_ATOMIC : 0)
	    | (switch_any () ? HALT_UNIT_SWITCHED : 0);

  fprintf (f, "\t.section\t.data.halt_unit,\"aw\",%%progbits\n\t.balign\t8\n");
  if (streamed)
    fprintf (f, "\t.globl\t%s\n\t.hidden\t%s\n", unit_symbol (),
	     unit_symbol ());
  fprintf (f, "%s:\n", unit_symbol ());
  /* What the program itself reads is as its machine has it.  */
  const char *op = unit_word_op (4);
  unit_write_words (f, &u, offsetof (struct halt_unit, version));
  fprintf (f, "%s%u,%u\n", op, u.version, u.flags);
  unit_write_words (f, u.multiple, sizeof u.multiple);

  fputs ("\t.section\t" HALT_NOTE_SECTION ",\"a\",%note\n\t.balign\t4\n", f);
  promise_write_uses (f);
  if (streamed && config->count)
    write_needed (f, "count");
  if (streamed && config->kind[HALT_CALLEE])
    write_needed (f, "callee");
  unit_write_note (f, unit_distance_bytes (), HALT_NOTE_UNIT);
  fprintf (f, "%s%s-.\n", unit_distance_op (), unit_symbol ());
  if (config->file)
    write_file (f);
  if (config->count && streamed)
    count_write_streamed (f);
  else if (config->count)
    count_write (f);
  if (config->switching)
    switch_write (f);
}

static void
write_map (FILE *f, const struct halt_map *header, const void *body,
	   size_t size)
{
  /* The descriptor's address is a relocation in the middle of the header.  */
  const size_t at = offsetof (struct halt_map, unit);
  char *symbol = concat ("*", unit_symbol (), NULL);
  fprintf (f,
	   "\t.section\t" HALT_MAP_SECTION ",\"\",%%progbits\n\t.balign\t8\n");
  unit_write_words (f, header, at);
  unit_write_address (f, symbol);
  unit_write_words (f, (const char *) header + at + 8, sizeof *header - at - 8);
  for (unsigned i = 0; i < header->n_functions; i++)
    unit_write_address (f, unit_function_address (i));
  unit_write_words (f, body, size);
  free (symbol);
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
  h->n_ids = unit.n_ids;
  h->flags = (config->gimple ? HALT_UNIT_GIMPLE : 0)
	     | (paths_found () ? HALT_MAP_PATHS : 0);
  h->source = map_string (unit.map, unit_source ());
  h->directory = map_string (unit.map, unit_directory ());
  h->producer = map_string (unit.map, "HALT " HALT_VERSION);
  const void *body = map_finish (unit.map, h, size);
  if (!body)
    fatal_error (UNKNOWN_LOCATION, "halt: out of memory");
  return body;
}

/* All that the unit leaves behind.  */
static void
write_all (FILE *f)
{
  struct halt_map header;
  size_t size;
  const void *body = finish_map (&header, &size);

  fputs (target_before_text (), f);
  /* Link-time optimisation may put the text of many units into one file.  */
  fprintf (f, "\t.ifndef\t__halt_start\n%s\t.endif\n", write_start_text ());
  wrappers_write (f);
  strings_write (f);
  fputs (target_after_text (), f);
  write_unit (f, &header);
  write_map (f, &header, body, size);
  if (paths_found ())
    paths_write (f, &header);
  if (arcs_found ())
    arcs_write (f, &header);
  if (cover_found ())
    cover_write (f, &header);
  values_write (f);
  if (config->summary)
    write_summary (&header, body, size);
}

/* at=gimple with link-time optimisation: the map is complete before the unit is
   streamed, and goes along as assembler text.  */
static void
write_text (function *)
{
  char *text;
  size_t size;
  FILE *f = open_memstream (&text, &size);
  fputs ("\t.pushsection\t.text\n", f);
  write_all (f);
  fputs ("\t.popsection\n", f);
  fclose (f);
  symtab->finalize_toplevel_asm (build_string (size, text));
  free (text);
}

const halt_pass write_pass = {
  SIMPLE_IPA_PASS, "halt_write",
  [] (function *) {
    return flag_generate_lto && !in_lto_p && unit.map && unit.has_points
	   && !seen_error ();
  },
  write_text
};

/* at=gimple: what is known once there is code, beside what was streamed, or would have
   been.  */
static void
write_code (FILE *f)
{
  if (flag_generate_lto || in_lto_p)
    {
      write_answer (f, "callee");
      if (unit.target)
	{
	  write_answer (f, "count");
	  fputs ("\t.section\t" HALT_NOTE_SECTION
		 ",\"a\",%note\n\t.balign\t4\n",
		 f);
	  count_write (f);
	}
    }
  values_write_callees (f);
  /* GCC must not believe that it knows the current section.  */
  in_section = NULL;
}

static void
on_finish_unit (void *, void *)
{
  if (config->gimple && !config->blpp && !seen_error () && asm_out_file
      && !flag_wpa && !(flag_generate_lto && !flag_fat_lto_objects))
    write_code (asm_out_file);
  if (!unit.map || seen_error () || !asm_out_file)
    return;
  const bool code = !flag_wpa && !(flag_generate_lto && !flag_fat_lto_objects);
  const bool points = unit.has_points && !(config->gimple && flag_generate_lto);
  const bool choice = choice_given () && !in_lto_p && !flag_generate_lto;
  if (points)
    write_all (asm_out_file);
  if (points && !in_lto_p && !flag_generate_lto)
    unit_write_sources (asm_out_file);
  if (choice)
    choice_write (asm_out_file);
  /* GCC must not believe that it knows the current section.  */
  if (points || choice)
    in_section = NULL;
  if (!unit.has_points && config->summary && code)
    {
      /* No points, and nothing left behind: the file is there all the same.  */
      struct halt_map header;
      size_t size;
      const void *body = finish_map (&header, &size);
      write_summary (&header, body, size);
    }
  if (config->gimple || code)
    unit_print_next_ids ();
  map_free (unit.map);
  unit.map = NULL;
}

void
write_init (const char *plugin_name)
{
  register_callback (plugin_name, PLUGIN_FINISH_UNIT, on_finish_unit, NULL);
}
