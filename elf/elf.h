/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Reading ELF files: what many rooms ask of them, over libelf.  What libelf has is used as
   it is.

     for (struct elf_section s = { .elf = elf }; elf_next_section (&s);)
       puts (s.name);

   A file may be damaged: what cannot be read is passed over.  A NULL Elf, and one that is
   no ELF file, has nothing.  Names and bytes are valid until elf_end, which takes NULL.  */

#ifndef HALT_ELF_ELF_H
#define HALT_ELF_ELF_H 1

#include <gelf.h>
#include <stdbool.h>

/* Open FILE of the kind KIND, ELF_K_NUM being any, for reading; undone by elf_end.  NULL if
   it is none: errno is EISDIR if FILE is not regular, 0 if it is of another kind.  */
Elf *elf_open (const char *file, Elf_Kind kind);

/* ELF's type, ET_EXEC and so on; ET_NONE of what is no ELF file.  */
int elf_type (Elf *elf);

/* --- sections --------------------------------------------------------------- */

struct elf_section
{
  Elf *elf;			/* where it is looked for */
  Elf_Scn *scn;
  GElf_Shdr header;
  const char *name;		/* "" if it has none */
};

/* Go to the next section; false after the last one.  */
bool elf_next_section (struct elf_section *s);

/* Find the first section of ELF that is called NAME.  */
bool elf_section (Elf *elf, const char *name, struct elf_section *s);

/* Its bytes as the file has them, or NULL.  */
Elf_Data *elf_bytes (Elf *elf, const char *name);

/* Whether ELF has what link-time optimisation compiles.  */
bool elf_is_lto (Elf *elf);

/* --- symbols ---------------------------------------------------------------- */

struct elf_symbol
{
  Elf *elf;			/* where it is looked for ... */
  unsigned type;		/* ... in tables of this type; 0: in all */
  struct elf_section table;
  Elf_Data *data;		/* of the table */
  int n;			/* its number there */
  GElf_Sym is;
  const char *name;		/* "" if it has none */
};

/* Go to the next symbol; false after the last one.  */
bool elf_next_symbol (struct elf_symbol *s);

/* Whether ELF has the symbol NAME, of any version, defined or not.  */
bool elf_has_symbol (Elf *elf, const char *name);

/* --- what the dynamic linker reads ------------------------------------------ */

struct elf_dynamic
{
  Elf *elf;			/* where it is looked for */
  struct elf_section table;
  Elf_Data *data;		/* of the table */
  int n;			/* of the next one */
  GElf_Dyn is;
  const char *text;		/* if its value is one, or NULL */
};

/* Go to the next entry of the dynamic section; false after the last one.  */
bool elf_next_dynamic (struct elf_dynamic *d);

#endif /* HALT_ELF_ELF_H */
