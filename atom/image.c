/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The analysis as an image, for programs and shared objects that may be anywhere in
   memory, as its C library may not: it is linked for one address, below 2 GB, which
   nothing else takes, travels in the program, and is mapped there when that begins
   (run/enter.c).  Pots name its addresses as numbers.

     words	a number, __halt_atom_start and others; the routines of the
		prototypes, in their order; what copies of routines call
     data that calls pass and nobody writes to, in pages with the words
     other data that calls pass
     code, and data that nobody writes to, in pages of their own
     data, zeros

   What pots call is found through the words, whose places do not depend on the
   analysis, so that a changed one changes no unit.  */

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include "base/file.h"
#include "base/order.h"
#include "atom/make.h"
#include "halt/format.h"

/* Far above a fixed program's data and heap, below code that is put FAR (layout.c), and
   clear of what sanitizers and valgrind take.  */
#define IMAGE 0x40000000
#define ROOM 0x18000000

/* The words before the routines'.  */
#define FIRST_WORDS 7

#define PART "__halt_part."

/* Its symbols, by name; and what of it run/enter.c has to know.  */
struct place
{
  const char *name;
  uint64_t at;
};
static struct
{
  struct place *places;
  size_t n;
  struct words called;		/* what copies call */
  size_t n_words;
  uint64_t bytes, id;
} image;

/* Whether the C library of PROGRAM is glibc.  */
static bool
is_glibc (const char *program)
{
  Elf *elf = elf_open (program, ELF_K_ELF);
  Elf_Data *interpreter = elf_bytes (elf, ".interp");
  bool is = interpreter ? strstr (interpreter->d_buf, "/ld-linux") != NULL
			: elf_has_symbol (elf, "__libc_setup_tls");
  elf_end (elf);
  return is;
}

bool
image_possible (void)
{
  return strcmp (the.target->name, "i386") == 0
	 || (strcmp (the.target->name, "alpha") != 0
	     && is_glibc (the.first->name));
}

/* No kernel has longer pages.  */
static const char *
page (void)
{
  return strcmp (the.target->name, "aarch64") == 0 ? "0x10000" : "0x1000";
}

static int
word_bytes (void)
{
  return the.target->pointer_bits / 8;
}

/* The address of word N as text.  */
static char *
word_address (size_t n)
{
  return string ("%#llx", IMAGE + (unsigned long long) n * word_bytes ());
}

/* --- what copies of routines refer to -------------------------------------------- */

/* The name at TEXT.  */
static char *
name_at (const char *text)
{
  size_t n = 0;
  while (text[n] && !strchr ("(),+-:;/@$*]", text[n]))
    n++;
  return string ("%.*s", (int) n, text);
}

/* Find what copies call.  */
static void
find_called (void)
{
  static const char call[] = "call/" PART;
  for (struct proto *p = the.protos; p; p = p->next)
    for (const char *at = p->used ? p->summary.copy : NULL;
	 at && (at = strstr (at, call)); at += sizeof call - 1)
      words_add (&image.called, name_at (at + strlen ("call/")));
}

ORDER (compare_places, struct place, BY_TEXT (name));

/* The address of the image's symbol NAME.  */
static uint64_t
address_of (const char *name)
{
  struct place key = { .name = name };
  struct place *found = bsearch (&key, image.places, image.n,
				 sizeof *image.places, compare_places);
  if (!found)
    fail ("the analysis has no '%s'", name);
  return found->at;
}

/* Write the statement of N characters of an AArch64's copy to F with numbers in the places
   of names; false if that cannot be.  The part of an address that adrp makes is a sum of
   numbers that instructions have.  */
static bool
place_parts (FILE *f, const char *statement, size_t n)
{
  static const char high[] = "adrp/", low[] = ":lo12:";
  const char *name = memmem (statement, n, PART, strlen (PART));
  if (!name)
    {
      fwrite (statement, 1, n, f);
      return true;
    }
  const char *symbol = name_at (name), *rest = name + strlen (symbol);
  char *end = (char *) rest;
  uint64_t at = address_of (symbol)
		+ (*rest == '+' || *rest == '-' ? strtoll (rest, &end, 10) : 0);
  if (n > strlen (high) && strncmp (statement, high, strlen (high)) == 0)
    {
      const char *reg = statement + strlen (high);
      int length = strcspn (reg, ",");
      fprintf (f, "mov/%.*s,%llu;add/%.*s,%.*s,%llu", length, reg,
	       (unsigned long long) at >> 24 << 24, length, reg, length, reg,
	       (unsigned long long) at & 0xfff000);
      return true;
    }
  name -= strlen (low);
  if (name < statement || strncmp (name, low, strlen (low)) != 0)
    return false;
  fprintf (f, "%.*s%llu%.*s", (int) (name - statement), statement,
	   (unsigned long long) at & 0xfff, (int) (statement + n - end), end);
  return true;
}

/* COPY, an AArch64's, with numbers in the places of names; NULL if that cannot be.  */
static const char *
place_sum (const char *copy)
{
  char *text;
  size_t size;
  bool good = true;
  FILE *f = open_memstream (&text, &size);
  if (!f)
    fail ("memory exhausted");
  for (size_t n; *copy; copy += n)
    {
      n = strcspn (copy, ";");
      good &= place_parts (f, copy, n);
      if (copy[n])
	fputc (copy[n++], f);
    }
  fclose (f);
  return good ? text : NULL;
}

/* COPY with numbers in the places of names; NULL if that cannot be.  CALLED is the
   number of the word of the first thing that it calls.  */
static const char *
place_copy (const char *copy, size_t *called)
{
  char *text;
  size_t size;
  bool good = true;
  FILE *f = open_memstream (&text, &size);
  if (!f)
    fail ("memory exhausted");
  while (*copy)
    if (strncmp (copy, PART, strlen (PART)) == 0)
      {
	char *name = name_at (copy);
	bool call = ftell (f) >= 5
		    && (fflush (f), strncmp (text + size - 5, "call/", 5) == 0);
	if (call)
	  fprintf (f, "*%s", word_address ((*called)++));
	else
	  fprintf (f, "%#llx", (unsigned long long) address_of (name));
	copy += strlen (name);
	while (*copy && strchr ("+-0123456789", *copy))
	  fputc (*copy++, f);
	if (strncmp (copy, "(%rip)", 6) == 0)
	  copy += 6;
	good &= *copy != '@';
      }
    else
      fputc (*copy++, f);
  fclose (f);
  return good ? text : NULL;
}

/* --- making it ------------------------------------------------------------------- */

void
image_write_words (FILE *f)
{
  const char *word = word_bytes () == 8 ? ".quad" : ".long";
  fprintf (f,
	   "\t.section\t.halt_words,\"aw\",@progbits\n\t%s\t0\n"
	   "\t%s\t__halt_atom_start, __halt_atom_after, __halt_atom_forked\n"
	   "\t%s\t__halt_atom_abort, __halt_atom_set, __halt_atom_shown\n",
	   word, word, word);
  image.n_words = FIRST_WORDS;
  for (struct proto *p = the.protos; p; p = p->next, image.n_words++)
    {
      p->symbol = word_address (image.n_words);
      fprintf (f, "\t%s\t%s\n", word, p->used ? p->name : "0");
    }
  find_called ();
  for (size_t i = 0; i < image.called.n; i++, image.n_words++)
    fprintf (f, "\t%s\t%s\n", word, image.called.at[i]);
}

static void
write_script (const char *file)
{
  FILE *f = fopen (file, "w");
  if (!f)
    fail ("cannot write '%s': %s", file, strerror (errno));
  fprintf (
    f,
    "SECTIONS\n{\n"
    "  . = %#x;\n"
    "  .words : { *(.halt_words) *(.halt_fixed) }\n"
    "  . = ALIGN (%s); __halt_image_fixed_end = .;\n"
    "  .passed : { *(.halt_passed) }\n"
    "  . = ALIGN (%s); __halt_image_code = .;\n"
    "  .text : { *(.text .text.*) *(.rodata .rodata.*) *(.srodata .srodata.*)"
    " *(.gcc_except_table .gcc_except_table.*) }\n"
    "  .eh_frame : { __halt_image_frames = .; KEEP (*(.eh_frame)) LONG (0) }\n"
    "  . = ALIGN (%s); __halt_image_code_end = .;\n"
    "  .data : { *(.data .data.*) *(.sdata .sdata.*) *(.got .got.plt) }\n"
    "  .bss : { *(.sbss .sbss.*) *(.bss .bss.*) *(COMMON) }\n"
    "  __halt_image_end = .;\n"
    "  /DISCARD/ : { *(.note*) *(.gnu.warning*) *(.comment)"
    " *(.debug.halt*) *(.tbss) }\n"
    "}\n",
    IMAGE, page (), page (), page ());
  if (fclose (f) != 0)
    fail ("cannot write '%s': %s", file, strerror (errno));
}

/* Note down where FILE, the linked image, has its symbols.  */
static void
collect_places (const char *file)
{
  Elf *elf = elf_must (file);
  for (struct elf_symbol s = { .elf = elf, .type = SHT_SYMTAB };
       elf_next_symbol (&s);)
    if (s.is.st_shndx != SHN_UNDEF && strncmp (s.name, "__halt_", 7) == 0)
      {
	more (&image.places, image.n, sizeof *image.places);
	image.places[image.n++] = (struct place) { string ("%s", s.name),
						   s.is.st_value };
      }
  elf_end (elf);
  qsort (image.places, image.n, sizeof *image.places, compare_places);
}

/* Make FILE, its bytes, of the linked image ELF.  */
static void
take_bytes (const char *elf, const char *file)
{
  struct words w = { NULL, 0 };
  size_t size;
  words_add_all (&w, ask_compiler ("-print-prog-name=objcopy"), "-O", "binary",
		 elf, file, NULL);
  command_must (&w, "copy the analysis");
  char *bytes = file_read (file, &size);
  if (!bytes)
    fail ("cannot read '%s': %s", file, strerror (errno));
  image.bytes = (size + 15) / 16 * 16;
  image.id = halt_checksum (HALT_CHECKSUM_START, bytes, size);
  free (bytes);
}

/* What pots name gets its number.  */
static void
number_names (void)
{
  size_t called = image.n_words - image.called.n;
  for (struct data *d = the.data; d; d = d->next)
    {
      char *plus = strchr (d->label, '+');
      uint64_t offset = plus ? strtoull (plus, NULL, 10) : 0;
      if (plus)
	*plus = '\0';
      snprintf (d->label, sizeof d->label, "%#llx",
		(unsigned long long) (address_of (d->label) + offset));
    }
  for (struct proto *p = the.protos; p; p = p->next)
    if (p->used && p->summary.copy)
      p->summary.copy = strcmp (the.target->name, "aarch64") == 0
			  ? place_sum (p->summary.copy)
			  : place_copy (p->summary.copy, &called);
}

void
image_make (const char *folder, const char *object)
{
  struct words w = { NULL, 0 };
  const char *script = string ("%s/image.script", folder);
  const char *elf = string ("%s/image.elf", folder);
  const char *errors = string ("%s/image.errors", folder);
  write_script (script);
  words_compiler (&w);
  words_add_all (&w, "-static", "-no-pie", "-nostdlib", "-fuse-ld=bfd",
		 "-Wl,--build-id=none", string ("-Wl,-T,%s", script), "-o", elf,
		 object, NULL);
  if (!command_run (&w, NULL, errors))
    {
      size_t size;
      char *said = file_read (errors, &size);
      fail ("cannot link the analysis: %s", said ? said : "");
    }
  collect_places (elf);
  if (address_of ("__halt_image_end") > IMAGE + ROOM)
    fail ("the analysis has more than %d MB of data", ROOM >> 20);
  take_bytes (elf, string ("%s/image", folder));
  number_names ();
}

/* --- who carries it ---------------------------------------------------------------- */

/* Whether exceptions of the program may pass the analysis: what replaces a
   procedure.  */
static bool
needs_unwinding (void)
{
  bool needs = false;
  for (struct proto *p = the.protos; p; p = p->next)
    needs |= p->used && p->replacement;
  return needs;
}

static void
define (struct words *w, const char *name, uint64_t value)
{
  words_add (w, string ("-D%s=%#llx", name, (unsigned long long) value));
}

void
image_define (struct words *w, FILE *f, const char *folder, const Obj *o)
{
  uint64_t end = address_of ("__halt_image_end");
  Elf *elf = elf_open (o->name, ELF_K_ELF);
  xlates_write (f, o);
  words_add_all (w, "-fPIC", string ("-DIMAGE_TEXT=\"%s/enter.s\"", folder),
		 NULL);
  define (w, "IMAGE", IMAGE);
  define (w, "IMAGE_BYTES", image.bytes);
  define (w, "IMAGE_ROOM", end - IMAGE);
  define (w, "IMAGE_FIXED_END", address_of ("__halt_image_fixed_end"));
  define (w, "IMAGE_CODE", address_of ("__halt_image_code"));
  define (w, "IMAGE_CODE_END", address_of ("__halt_image_code_end"));
  define (w, "IMAGE_WORDS", image.n_words - 1);
  define (w, "IMAGE_ID", word_bytes () == 8 ? image.id : image.id & UINT32_MAX);
  if (needs_unwinding ())
    define (w, "IMAGE_FRAMES", address_of ("__halt_image_frames"));
  if (elf && !elf_bytes (elf, ".interp"))
    words_add (w, "-DIMAGE_STATIC");
  if (elf_type (elf) == ET_DYN)
    words_add (w, "-DIMAGE_MOVES");
  elf_end (elf);
  if (o->needed)
    words_add (w, string ("-DIMAGE_OBJECT=\"%s\"", o->needed));
  else
    fprintf (f,
	     "\t.section\t.halt.rodata,\"a\"\n\t.globl\t__halt_image\n"
	     "\t.hidden\t__halt_image\n\t.balign\t16\n__halt_image:\n"
	     "\t.incbin\t\"%s/image\"\n"
	     "\t.globl\t__halt_image_debug\n\t.hidden\t__halt_image_debug\n"
	     "\t.globl\t__halt_image_debug_end\n"
	     "\t.hidden\t__halt_image_debug_end\n"
	     "\t.balign\t16\n__halt_image_debug:\n"
	     "\t.incbin\t\"%s/image.elf\"\n__halt_image_debug_end:\n",
	     folder, folder);
}
