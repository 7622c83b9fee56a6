/* SPDX-License-Identifier: GPL-3.0-or-later */
/* One unit of compilation: its target, its map, its ids, and its names.  */

#include "plugin/core/core.h"

struct unit unit;

void
unit_new_map (void)
{
  unit.map = map_new ();
  if (!unit.map)
    fatal_error (UNKNOWN_LOCATION, "halt: out of memory");
}

uint64_t
unit_new_id (int kind, bool *fixed)
{
  *fixed = true;
  if (kind < HALT_KIND_END)
    unit.has_kind[kind] = true;
  if (kind < HALT_KIND_END && config->own[kind])
    return config->first_own[kind] + unit.n_own[kind]++;
  if (config->unique)
    return config->first_id + unit.n_fixed++;
  *fixed = false;
  return unit.n_ids++;
}

/* The next unused constants: a number, or a kind and a number each.  */
void
unit_print_next_ids (void)
{
  /* Assembler text that goes to standard output must not be mixed with it.  */
  FILE *f = asm_out_file == stdout ? stderr : stdout;
  if (config->unique)
    fprintf (f, "%llu\n",
	     (unsigned long long) (config->first_id + unit.n_fixed));
  for (int k = 0; k < HALT_KIND_END; k++)
    if (config->own[k])
      fprintf (f, "%s %llu\n", halt_kind_word (k),
	       (unsigned long long) (config->first_own[k] + unit.n_own[k]));
}

/* The current function's address in assembler, to be freed.  */
static char *
function_label (void)
{
  char label[64];

  /* The label before the function's unwind information if there will be
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
unit_add_function (void)
{
  /* Where code is made later, and perhaps none for this function, the symbol
     will do until then.  */
  unit.addresses.safe_push (config->gimple ? xstrdup (function_symbol ())
					   : function_label ());
}

/* The current function is about to be made code.  */
static void
on_function_code (void *, void *)
{
  if (!unit.map || !config->gimple || !current_function_decl)
    return;
  unit.emitted.put (xstrdup (function_symbol ()), function_label ());
}

const char *
unit_function_address (unsigned i)
{
  char **label = unit.emitted.get (unit.addresses[i]);
  return !config->gimple ? unit.addresses[i] : label ? *label : NULL;
}

/* FILE as it is shown.  What -ffile-prefix-map changes is no name of this machine any more.  */
static const char *
show_path (const char *file)
{
  const char *mapped = remap_debug_filename (file);
  if (!path_detours (mapped))
    return mapped;
  const char *pwd = strcmp (mapped, file) == 0 ? get_src_pwd () : "/dev/null";
  char *plain = path_plain (pwd, mapped);
  return plain ? remap_debug_filename (plain) : mapped;
}

const char *
unit_path (const char *file)
{
  bool known;
  const char *&path = unit.paths.get_or_insert (file, &known);
  if (!known)
    path = show_path (file);
  return path;
}

uint32_t
unit_file (const char *file)
{
  if (file)
    unit.files.add (file);
  return map_string (unit.map, file ? unit_path (file) : NULL);
}

const char *
unit_directory (void)
{
  if (!unit.directory)
    unit.directory = show_path (get_src_pwd ());
  return unit.directory;
}

/* Whether the compiler was given preprocessed text.  The files that it names are then
   those of whoever preprocessed it: on this machine, and now, others may be called so.
   The driver says it of *.i, too.  Other compilers than C's have the option, but not
   its variable.  */
static bool
is_preprocessed (void)
{
  bool is = false;
  for (unsigned i = 0; i < save_decoded_options_count; i++)
    if (save_decoded_options[i].opt_index == OPT_fpreprocessed)
      is = save_decoded_options[i].value;
  return is;
}

/* The checksum of what is in the file PATH; false if it cannot be read.  */
static bool
sum_file (const char *path, uint64_t *sum)
{
  char bytes[BUFSIZ];
  struct stat st;
  size_t n;
  FILE *f = stat (path, &st) == 0 && S_ISREG (st.st_mode)
	      ? fopen (path, "rb")
	      : NULL;
  *sum = HALT_CHECKSUM_START;
  if (!f)
    return false;
  while ((n = fread (bytes, 1, sizeof bytes, f)) > 0)
    *sum = halt_checksum (*sum, bytes, n);
  bool read = !ferror (f);
  fclose (f);
  return read;
}

static int
compare_texts (const void *a, const void *b)
{
  return strcmp (*(const char *const *) a, *(const char *const *) b);
}

void
unit_write_sources (FILE *f)
{
  uint64_t sum;
  auto_vec<const char *> list;
  if (unit.files.is_empty () || is_preprocessed ())
    return;
  for (const char *file : unit.files)
    list.safe_push (file);
  /* The order of a hash is not the same every time.  */
  list.qsort (compare_texts);
  fputs ("\t.section\t" HALT_SOURCES_SECTION ",\"MS\",%progbits,1\n", f);
  for (const char *file : list)
    if (sum_file (file, &sum))
      {
	char number[24];
	const char *name = unit_path (file);
	bool inside = !IS_ABSOLUTE_PATH (name);
	snprintf (number, sizeof number, "%016llx ", (unsigned long long) sum);
	char *text = concat (number, inside ? unit_directory () : "",
			     inside ? "/" : "", name, NULL);
	fputs ("\t.asciz\t", f);
	output_quoted_string (f, text);
	fputc ('\n', f);
	free (text);
      }
}

/* The files that link-time optimisation compiles have random names; this is how
   GCC's debugging information calls them.  */
const char *
unit_source (void)
{
  const char *file = in_lto_p ? "<artificial>" : main_input_filename;
  return file ? show_path (file) : "";
}

const char *
unit_symbol_of (tree fndecl)
{
  return IDENTIFIER_POINTER (targetm.asm_out.mangle_assembler_name (
    IDENTIFIER_POINTER (DECL_ASSEMBLER_NAME (fndecl))));
}

const char *
unit_pretty_of (tree fndecl)
{
  const char *symbol = DECL_ASSEMBLER_NAME_SET_P (fndecl)
			 ? unit_symbol_of (fndecl)
			 : "";
  free (unit.pretty);
  unit.pretty = startswith (symbol, "_Z") ? halt_demangle (symbol) : NULL;
  return unit.pretty ? unit.pretty : lang_hooks.decl_printable_name (fndecl, 1);
}

/* The symbol of the descriptor is local, but in link-time optimisation, where
   the text that defines it and the code that uses it may part.  Where
   -frandom-seed says what the unit is, that and names the user gave make it;
   else GCC's own names in the object are random.  */
uint64_t
unit_hash (void)
{
  if (!unit.hash)
    {
      const char *const parts[] = { remap_debug_filename (main_input_filename),
				    remap_debug_filename (get_src_pwd ()),
				    remap_debug_filename (aux_base_name) };
      unit.hash = get_random_seed (false);
      for (size_t i = 0; i < ARRAY_SIZE (parts); i++)
	if (parts[i])
	  unit.hash = halt_checksum (unit.hash ^ HALT_CHECKSUM_START, parts[i],
				     strlen (parts[i]));
    }
  return unit.hash;
}

const char *
unit_streamed_symbol (uint64_t hash)
{
  char *name = unit.streamed_symbol;
  snprintf (name, sizeof unit.streamed_symbol, "__halt_unit_%016llx",
	    (unsigned long long) hash);
  return name;
}

const char *
unit_symbol (void)
{
  return !config->gimple     ? UNIT_SYMBOL
	 : flag_generate_lto ? unit_streamed_symbol (unit_hash ())
			     : "__halt_unit";
}

int
unit_distance_bytes (void)
{
  return MIN ((int) POINTER_SIZE_UNITS, HALT_TARGET_DISTANCE);
}

const char *
unit_distance_op (void)
{
  return unit_distance_bytes () == HALT_TARGET_DISTANCE
	   ? "\t" HALT_TARGET_DISTANCE_OP "\t"
	   : "\t.4byte\t";
}

const char *
unit_word_op (int bytes)
{
  const char *op = integer_asm_op (bytes, true);
  return op ? op : integer_asm_op (bytes, false);
}

void
unit_write_note (FILE *f, int size, unsigned type)
{
  const char *op = unit_word_op (4);
  fprintf (f,
	   "%s%d\n%s%d\n%s%u\n\t.asciz\t\"" HALT_NOTE_NAME "\"\n"
	   "\t.balign\t4\n",
	   op, (int) sizeof HALT_NOTE_NAME, op, size, op, type);
}

void
unit_write_words (FILE *f, const void *data, size_t size)
{
  const char *op = integer_asm_op (8, true), *half = unit_word_op (4);
  for (size_t at = 0; at < size; at += 8)
    {
      uint64_t word;
      memcpy (&word, (const char *) data + at, sizeof word);
      if (at % 64 == 0)
	fprintf (f, "%s%s", at ? "\n" : "", op ? op : half);
      else
	fputc (',', f);
      if (op)
	fprintf (f, HOST_WIDE_INT_PRINT_HEX, (HOST_WIDE_INT) word);
      else
	fprintf (f, "%#x,%#x",
		 (unsigned) (BYTES_BIG_ENDIAN ? word >> 32 : word),
		 (unsigned) (BYTES_BIG_ENDIAN ? word : word >> 32));
    }
  if (size)
    fputc ('\n', f);
}

void
unit_write_address (FILE *f, const char *name)
{
  const char *word = unit_word_op (4);
  if (!name)
    {
      fprintf (f, "%s0,0\n", word);
      return;
    }
  if (POINTER_SIZE == 32 && BYTES_BIG_ENDIAN)
    fprintf (f, "%s0\n", word);
  fputs (unit_word_op (POINTER_SIZE_UNITS), f);
  assemble_name_raw (f, name);
  fputc ('\n', f);
  if (POINTER_SIZE == 32 && !BYTES_BIG_ENDIAN)
    fprintf (f, "%s0\n", word);
}

void
unit_init (const char *plugin_name)
{
  register_callback (plugin_name, PLUGIN_ALL_PASSES_START, on_function_code,
		     NULL);
}
