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
/* Assembler names of the addresses of the functions in the map.  */
static auto_vec<char *> addresses;

/* Text of the start-up code, from runtime/unit_start.c.  */
static const char start_code[] =
#include "unit_start.inc"
;

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

void
unit_note_function (void)
{
  char label[64];
  const char *name;

  /* The label in front of the function's unwind information if there will be
     one (dwarf2out_begin_prologue): unlike the function's symbol it is this
     copy's, even if the linker keeps another unit's.  */
  if (dwarf2out_do_frame () || flag_exceptions)
    {
      ASM_GENERATE_INTERNAL_LABEL (label, FUNC_BEGIN_LABEL,
				   current_function_funcdef_no);
      name = label;
    }
  else
    name = XSTR (XEXP (DECL_RTL (current_function_decl), 0), 0);
  addresses.safe_push (xstrdup (name));
}

/* Whether the driver that runs this compilation links, too, with the same
   options.  */
static bool
driver_links (void)
{
  const char *options = getenv ("COLLECT_GCC_OPTIONS");
  return options && !strstr (options, "'-c'") && !strstr (options, "'-S'");
}

static void
on_start_unit (void *, void *)
{
  bool any = false;
  for (int k = 0; k < HALT_KIND_END; k++)
    any |= config->kind[k];
  if (!any)
    {
      if (!seen_error () && !in_lto_p)
	warning_at (UNKNOWN_LOCATION, 0, "halt: nothing to instrument; name a "
		    "kind, as in %<-fplugin-arg-halt-cbr%>");
      return;
    }

  unit_target = halt_target_find (HALT_MACHINE, BITS_PER_WORD, POINTER_SIZE);
  if (!unit_target)
    {
      error_at (UNKNOWN_LOCATION, "halt: no recipes for this target (%s, "
		"%d-bit words, %d-bit pointers), so its machine code cannot be "
		"labelled; %<-fplugin-arg-halt-at=gimple%>, which needs no "
		"recipes, is not available for this target yet", HALT_MACHINE,
		(int) BITS_PER_WORD, (int) POINTER_SIZE);
      return;
    }
  if (const char *why = facts_refuse_unit ())
    {
      error_at (UNKNOWN_LOCATION, "halt: cannot instrument code for %s", why);
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
  if (config->kind[HALT_CYCLE] && !flag_schedule_insns_after_reload)
    {
      error_at (UNKNOWN_LOCATION, "halt: option %<cycle%> needs the marks of "
		"the last scheduling pass; compile with %<-O2%> or "
		"%<-O1 -fschedule-insns2%>");
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

/* Write SIZE bytes, a multiple of 8.  */
static void
write_words (const void *data, size_t size)
{
  const char *op = integer_asm_op (8, true);
  for (size_t at = 0; at < size; at += 8)
    {
      uint64_t word;
      memcpy (&word, (const char *) data + at, sizeof word);
      if (at % 64 == 0)
	fprintf (asm_out_file, "%s%s" HOST_WIDE_INT_PRINT_HEX,
		 at ? "\n" : "", op, (HOST_WIDE_INT) word);
      else
	fprintf (asm_out_file, "," HOST_WIDE_INT_PRINT_HEX,
		 (HOST_WIDE_INT) word);
    }
  if (size)
    fputc ('\n', asm_out_file);
}

static void
write_address (const char *name)
{
  fputs (integer_asm_op (8, true), asm_out_file);
  assemble_name (asm_out_file, name);
  fputc ('\n', asm_out_file);
}

/* The descriptor and the note that leads to it.  */
static void
write_unit (const struct halt_map *header)
{
  struct halt_unit unit = {};
  unit.count = n_ids;
  unit.checksum = header->checksum;
  unit.version = HALT_UNIT_VERSION;
  unit.flags = header->flags;

  FILE *f = asm_out_file;
  fprintf (f, "\t.section\t.data.halt_unit,\"aw\",%%progbits\n"
	   "\t.balign\t8\n" UNIT_SYMBOL ":\n");
  write_words (&unit, sizeof unit);

  const char *word = integer_asm_op (POINTER_SIZE_UNITS, false);
  const char *op = integer_asm_op (4, true);
  fprintf (f, "\t.section\t.note.halt,\"a\",%%note\n\t.balign\t4\n"
	   "%s%d\n%s%d\n%s%u\n\t.asciz\t\"" HALT_NOTE_NAME "\"\n\t.balign\t4\n"
	   "%s" UNIT_SYMBOL "-.\n", op, (int) sizeof HALT_NOTE_NAME, op,
	   (int) POINTER_SIZE_UNITS, op, HALT_NOTE_UNIT, word);
}

static void
write_map (const struct halt_map *header, const void *body, size_t size)
{
  /* The descriptor's address is a relocation in the middle of the header.  */
  const size_t at = offsetof (struct halt_map, unit);
  fprintf (asm_out_file, "\t.section\t" HALT_MAP_SECTION
	   ",\"\",%%progbits\n\t.balign\t8\n");
  write_words (header, at);
  write_address ("*" UNIT_SYMBOL);
  write_words ((const char *) header + at + 8, sizeof *header - at - 8);
  for (unsigned i = 0; i < addresses.length (); i++)
    write_address (addresses[i]);
  write_words (body, size);
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
  if (!unit_target || seen_error () || !asm_out_file)
    return;
  if (needs_start_code)
    {
      struct halt_map header = {};
      size_t size;
      header.n_ids = n_ids;
      header.source = map_string (unit_map, main_input_filename);
      header.directory = map_string (unit_map,
				     remap_debug_filename (get_src_pwd ()));
      header.producer = map_string (unit_map, "HALT " HALT_VERSION);
      const void *body = map_finish (unit_map, &header, &size);

      fputs (facts_before_text (), asm_out_file);
      fputs (start_code, asm_out_file);
      fputs (facts_after_text (), asm_out_file);
      write_unit (&header);
      write_map (&header, body, size);
      /* GCC must not believe that it knows the current section.  */
      in_section = NULL;
    }
  if (!flag_wpa && !(flag_generate_lto && !flag_fat_lto_objects))
    print_next_ids ();
  map_free (unit_map);
  unit_map = NULL;
}

void
unit_init (const char *plugin_name)
{
  register_callback (plugin_name, PLUGIN_START_UNIT, on_start_unit, NULL);
  register_callback (plugin_name, PLUGIN_FINISH_UNIT, on_finish_unit, NULL);
}
