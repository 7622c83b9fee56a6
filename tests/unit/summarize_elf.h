/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Programs with maps, made with the assembler and the linker.  */

#include <elf.h>
#include <stdarg.h>
#include <unistd.h>
#include "tests/unit/summarize.h"

static char directory[256];

/* The path of NAME in the test's directory.  Eight calls later it is that of
   another.  */
static const char *
path (const char *name)
{
  static _Thread_local char paths[8][320];
  static _Thread_local unsigned next;
  char *p = paths[next++ % 8];
  snprintf (p, sizeof paths[0], "%s/%s", directory, name);
  return p;
}

/* Run a command in the test's directory; false if it fails.  */
__attribute__ ((format (printf, 1, 2))) static bool
run (const char *format, ...)
{
  char command[1024];
  int n = snprintf (command, sizeof command, "cd %s && ", directory);
  va_list args;
  va_start (args, format);
  vsnprintf (command + n, sizeof command - (size_t) n, format, args);
  va_end (args);
  return system (command) == 0;
}

struct asm_unit
{
  uint64_t extra;		/* tells it from others */
  uint32_t flags;		/* HALT_UNIT_* */
  uint64_t fixed;		/* all ids are constants, from this one on */
  const char *address;		/* of f; NULL: its own */
  bool comdat, no_map, no_note;
  const char *paths;		/* description, or NULL */
};

static void
asm_words (FILE *s, const char *data, size_t size)
{
  for (size_t i = 0; i < size; i += 4)
    {
      uint32_t word;
      memcpy (&word, data + i, sizeof word);
      fprintf (s, "\t.long %#x\n", word);
    }
}

/* The description TEXT of the paths of the unit with this checksum.  */
static void
asm_paths (FILE *s, const char *text, uint64_t checksum)
{
  size_t size = strlen (text);
  fprintf (s, "\t.section " HALT_PATHS_SECTION ",\"\",@progbits\n"
	   "\t.balign 8\n\t.long %#x, %u\n\t.quad %#llx, %zu\n",
	   HALT_PATHS_MAGIC, HALT_PATHS_VERSION, (unsigned long long) checksum,
	   size);
  for (size_t i = 0; i < size; i++)
    fprintf (s, "\t.byte %d\n", text[i]);
  fprintf (s, "\t.balign 8\n");
}

/* One unit: a function, a descriptor, a note, a map.  WORD makes a pointer.  */
static void
asm_one (FILE *s, int i, const struct asm_unit *u, const char *word)
{
  struct bytes b = make_map (0, 0, u->extra);
  struct halt_map *h = (struct halt_map *) b.data;
  struct halt_map_function *f = (void *) (b.data + sizeof *h + 2 * 8);
  f->flags = u->comdat ? HALT_FN_COMDAT : 0;
  h->flags = u->flags | (u->paths ? HALT_MAP_PATHS : 0);
  if (u->fixed)
    {
      struct halt_map_point *p = (void *) ((char *) (f + 2)
	+ sizeof sample_blocks + sizeof sample_edges);
      for (uint32_t k = 0; k < h->n_points; k++)
	if (p[k].kind != HALT_STARTUP)
	  {
	    p[k].flags |= HALT_POINT_FIXED;
	    p[k].id += u->fixed;
	  }
      h->n_ids = 0;
    }
  seal_map (b);
  struct halt_unit d = { .count = h->n_ids, .checksum = h->checksum,
			 .version = HALT_UNIT_VERSION, .flags = u->flags };
  fprintf (s, "\t.text\nf%d:\tret\n\t.data\n\t.balign 8\nunit%d:\n", i, i);
  asm_words (s, (char *) &d, sizeof d);
  if (!u->no_map)
    {
      size_t at = offsetof (struct halt_map, unit);
      fprintf (s, "\t.section .debug.halt,\"\",@progbits\n");
      asm_words (s, b.data, at);
      fprintf (s, "\t%s unit%d%s\n", word, i, word[1] == 'l' ? ", 0" : "");
      asm_words (s, b.data + at + 8, sizeof *h - at - 8);
      if (u->address)
	fprintf (s, "\t%s %s%s\n", word, u->address,
		 word[1] == 'l' ? ", 0" : "");
      else
	fprintf (s, "\t%s f%d%s\n", word, i, word[1] == 'l' ? ", 0" : "");
      at = sizeof *h + 8;
      asm_words (s, b.data + at, b.size - at);
    }
  if (u->paths)
    asm_paths (s, u->paths, h->checksum);
  free (b.data);
}

/* Write assembler text for N units to NAME.s; the notes follow in the order
   of ORDER or that of the units.  */
static void
asm_units (const char *name, const struct asm_unit *units, int n,
	   const int *order, const char *word)
{
  char file[32];
  snprintf (file, sizeof file, "%s.s", name);
  FILE *s = fopen (path (file), "w");
  fprintf (s, "\t.globl _start\n\t.text\n_start:\tret\n"
	   "\t.section .note.GNU-stack,\"\",@progbits\n");
  for (int i = 0; i < n; i++)
    asm_one (s, i, units + i, word);
  for (int i = 0; i < n; i++)
    {
      int k = order ? order[i] : i;
      if (!units[k].no_note)
	fprintf (s, "\t.section .init_halt,\"a\",@note\n\t.balign 4\n"
		 "\t.long 5, %d, 1\n\t.asciz \"HALT\"\n\t.balign 4\n"
		 "\t%s unit%d-.\n", word[1] == 'l' ? 4 : 8, word, k);
    }
  fclose (s);
}

/* The executable NAME of these units.  */
__attribute__ ((unused)) static bool
build (const char *name, const struct asm_unit *units, int n)
{
  asm_units (name, units, n, NULL, ".quad");
  return run ("gcc -c %s.s && ld --build-id=sha1 -o %s %s.o", name, name,
	      name);
}

/* That of another machine: write_program writes it.  */
__attribute__ ((unused)) static bool other_order;
#define IN_ORDER(n) \
  _Generic ((n), uint16_t: other_order ? __builtin_bswap16 ((uint16_t) (n)) : (n), \
	    uint32_t: other_order ? __builtin_bswap32 ((uint32_t) (n)) : (n), \
	    uint64_t: other_order ? __builtin_bswap64 ((uint64_t) (n)) : (n))
#define H(n) IN_ORDER ((uint16_t) (n))
#define W(n) IN_ORDER ((uint32_t) (n))
#define L(n) IN_ORDER ((uint64_t) (n))

/* The executable NAME with nothing but the maps in SECTION.  */
__attribute__ ((unused)) static void
write_program (const char *name, struct bytes section)
{
  static const char names[24] = "\0" HALT_MAP_SECTION "\0.names";
  const uint16_t one = 1;
  bool little = *(const char *) &one != other_order;
  Elf64_Ehdr eh = {
    .e_ident = { ELFMAG0, ELFMAG1, ELFMAG2, ELFMAG3, ELFCLASS64,
		 little ? ELFDATA2LSB : ELFDATA2MSB, EV_CURRENT },
    .e_type = H (ET_EXEC), .e_machine = H (EM_X86_64), .e_version = W (EV_CURRENT),
    .e_ehsize = H (sizeof eh), .e_shentsize = H (sizeof (Elf64_Shdr)),
    .e_shnum = H (3), .e_shstrndx = H (2),
    .e_shoff = L (sizeof eh + sizeof names + section.size)
  };
  Elf64_Shdr sh[3] = {
    [1] = { .sh_name = W (1), .sh_type = W (SHT_PROGBITS), .sh_addralign = L (8),
	    .sh_offset = L (sizeof eh + sizeof names), .sh_size = L (section.size) },
    [2] = { .sh_name = W (13), .sh_type = W (SHT_STRTAB), .sh_offset = L (sizeof eh),
	    .sh_size = L (sizeof names), .sh_addralign = L (1) }
  };
  FILE *out = fopen (path (name), "w");
  fwrite (&eh, 1, sizeof eh, out);
  fwrite (names, 1, sizeof names, out);
  fwrite (section.data, 1, section.size, out);
  fwrite (sh, 1, sizeof sh, out);
  fclose (out);
}

static int
make_directory (void)
{
  scratch_name (directory, sizeof directory);
  return mkdtemp (directory) ? 0 : 1;
}

static void
remove_directory (void)
{
  run ("rm -rf %s", directory);
}
