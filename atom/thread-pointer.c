/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The thread pointer of the analysis' C library, musl: it leads to what that library
   knows of a thread, but is the program's, and leads to what that has.

   So the instructions that read it are made others in the joined analysis, which take
   the address of a thread that start.c has:

     mov %fs:0, %reg	mov $__halt_self, %reg		x86-64
     mov %gs:0, %reg	mov $__halt_self, %reg		i386
     mrs xN, tpidr_el0	adrp xN, __halt_self		AArch64
     mv xN, tp		lui xN, %hi(__halt_self)	RISC-V

   The canary of -fstack-protector stays the program's: at the same place for both.

   On AArch64 linkers keep entries of the global offset table that they do without on an
   x86, which would move the program's: what reads one computes the address.  */

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include "base/text.h"
#include "atom/make.h"

#define SELF "__halt_self"

/* The section that is gone through, and its relocations.  */
struct code
{
  Elf_Data *text, *relocations;
  bool is_64, is_arm, is_riscv;
  size_t self;			/* its symbol */
};

static size_t
find_self (Elf *elf)
{
  for (struct elf_symbol s = { .elf = elf, .type = SHT_SYMTAB };
       elf_next_symbol (&s);)
    if (strcmp (s.name, SELF) == 0)
      return s.n;
  return 0;
}

/* Whether N bytes at CODE read the thread pointer: its LENGTH, the register.  */
static bool
reads_self (const struct code *c, const unsigned char *code, size_t n,
	    size_t *length, int *reg)
{
  static const unsigned char zeros[4];
  if (c->is_riscv)
    {
      *length = (code[0] & 3) == 3 ? 4 : 2;
      *reg = (code[0] >> 7 | code[1] << 1) & 31;
      if (*length == 2 && (code[0] & 0x7f) == 0x12 && (code[1] & 0xf0) == 0x80)
	fail ("the analysis has 'c.mv tp': its C library has to be made by "
	      "tests/toolchain/musl");
      return (code[0] & 0x7f) == 0x13 && (code[1] & 0xf0) == 0 && code[2] == 2
	     && code[3] == 0;
    }
  if (c->is_arm)
    {
      *length = 4;
      *reg = code[0] & 31;
      return code[1] == 0xd0 && code[2] == 0x3b && code[3] == 0xd5
	     && (code[0] & 0xe0) == 0x40;
    }
  size_t start = c->is_64 ? 5 : code[0] == 0x65 && code[1] == 0xa1 ? 2 : 3;
  *length = start + 4;
  if (n < *length || memcmp (code + start, zeros, 4) != 0)
    return false;
  if (c->is_64)
    {
      *reg = code[3] >> 3 | (code[1] & 4) << 1;
      return code[0] == 0x64 && (code[1] & 0xfb) == 0x48 && code[2] == 0x8b
	     && (code[3] & 0xc7) == 4 && code[4] == 0x25;
    }
  *reg = start == 2 ? 0 : code[2] >> 3 & 7;
  return code[0] == 0x65
	 && (start == 2 || (code[1] == 0x8b && (code[2] & 0xc7) == 5));
}

/* Add to the relocations that the address of the thread is at AT.  */
static void
relocate (struct code *c, uint64_t at)
{
  Elf_Data *d = c->relocations;
  size_t one = c->is_64 ? sizeof (Elf64_Rela) : sizeof (Elf32_Rel);
  char *grown = fresh_memory (d->d_size + one);
  memcpy (grown, d->d_buf, d->d_size);
  if (c->is_64)
    *(Elf64_Rela *) (grown + d->d_size) = (Elf64_Rela) {
      .r_offset = at,
      .r_info = ELF64_R_INFO (c->self, c->is_arm ? R_AARCH64_ADR_PREL_PG_HI21
				       : c->is_riscv ? R_RISCV_HI20
						     : R_X86_64_32S)
    };
  else
    *(Elf32_Rel *) (grown + d->d_size) = (Elf32_Rel) {
      .r_offset = at, .r_info = ELF32_R_INFO (c->self, R_386_32)
    };
  d->d_buf = grown;
  d->d_size += one;
}

/* Write the other instruction at AT, LENGTH bytes.  */
static void
replace_read (struct code *c, size_t at, size_t length, int reg)
{
  unsigned char *code = (unsigned char *) c->text->d_buf + at, *p = code;
  if (c->is_arm)
    {
      memcpy (code, (const unsigned char[]) { reg, 0, 0, 0x90 }, 4);
      relocate (c, at);
      return;
    }
  if (c->is_riscv)
    {
      memcpy (code, (const unsigned char[]) { 0x37 | reg << 7, reg >> 1, 0, 0 },
	      4);
      relocate (c, at);
      return;
    }
  memset (code, 0x90, length);
  if (c->is_64)
    {
      *p++ = reg >= 8 ? 0x49 : 0x48;
      *p++ = 0xc7;
      *p++ = 0xc0 | (reg & 7);
    }
  else
    *p++ = 0xb8 | reg;
  memset (p, 0, 4);
  relocate (c, at + (p - code));
}

/* The relocations of section NUMBER.  */
static Elf_Data *
relocations_of (Elf *elf, size_t number)
{
  for (struct elf_section s = { .elf = elf }; elf_next_section (&s);)
    if (s.header.sh_info == number
	&& (s.header.sh_type == SHT_RELA || s.header.sh_type == SHT_REL))
      return elf_getdata (s.scn, NULL);
  return NULL;
}

/* What relocation R of C's text becomes if its symbol is there, or if NONE is: that is 0.  */
static void
compute_address (const struct code *c, Elf64_Rela *r, bool none)
{
  uint32_t code, type = ELF64_R_TYPE (r->r_info);
  char *at = (char *) c->text->d_buf + r->r_offset;
  memcpy (&code, at, sizeof code);
  switch (type)
    {
    case R_AARCH64_ADR_GOT_PAGE:
      type = R_AARCH64_ADR_PREL_PG_HI21;
      if (none)
	code = 0xd2800000 | (code & 31); /* mov xN, 0 */
      break;
    case R_AARCH64_LD64_GOT_LO12_NC:
      type = R_AARCH64_ADD_ABS_LO12_NC;
      code = 0x91000000 | (code & 0x3ff); /* add xM, xN, 0 */
      break;
    case R_AARCH64_CALL26:
    case R_AARCH64_JUMP26:
      if (none)
	code = 0xd503201f;	/* nop */
      break;
    default:
      return;
    }
  memcpy (at, &code, sizeof code);
  r->r_info = ELF64_R_INFO (ELF64_R_SYM (r->r_info),
			    none ? R_AARCH64_NONE : type);
}

/* Let the code of C use no entries of the global offset table, and call nothing that nobody
   defines; but what a later link may define.  */
static void
compute_addresses (Elf *elf, struct code *c)
{
  enum symbol_is
  {
    HERE,
    NONE,
    LATER
  } *symbols
    = NULL;
  size_t n = 0;
  Elf64_Rela *r = c->relocations->d_buf;
  for (struct elf_symbol s = { .elf = elf, .type = SHT_SYMTAB };
       elf_next_symbol (&s);)
    {
      bool none = (s.is.st_shndx == SHN_UNDEF
		   && GELF_ST_BIND (s.is.st_info) == STB_WEAK)
		  || (s.is.st_shndx == SHN_ABS && s.is.st_value == 0);
      while (n <= (size_t) s.n)
	{
	  more (&symbols, n, sizeof *symbols);
	  symbols[n++] = HERE;
	}
      symbols[s.n] = begins (s.name, "__halt_image") ? LATER
		     : none			     ? NONE
						     : HERE;
    }
  for (size_t i = c->relocations->d_size / sizeof *r; i > 0; i--, r++)
    {
      size_t symbol = ELF64_R_SYM (r->r_info);
      if (symbol < n && symbols[symbol] != LATER)
	compute_address (c, r, symbols[symbol] == NONE);
    }
}

/* Let CONSTRUCTORS be data.  It has the type of .init_array, by which gold would make it
   the program's.  */
static void
set_type (Elf *elf)
{
  struct elf_section s;
  if (!elf_section (elf, CONSTRUCTORS, &s) || s.header.sh_type == SHT_PROGBITS)
    return;
  s.header.sh_type = SHT_PROGBITS;
  gelf_update_shdr (s.scn, &s.header);
  elf_flagshdr (s.scn, ELF_C_SET, ELF_F_DIRTY);
}

/* Let ELF read no thread pointer.  */
static void
replace_all (Elf *elf)
{
  struct elf_section s;
  struct code c = { .is_64 = the.target->pointer_bits == 64,
		    .is_arm = strcmp (the.target->name, "aarch64") == 0,
		    .is_riscv = strcmp (the.target->name, "riscv64") == 0,
		    .self = find_self (elf) };
  if (!elf_section (elf, ".text", &s) || !c.self
      || !(c.text = elf_getdata (s.scn, NULL))
      || !(c.relocations = relocations_of (elf, elf_ndxscn (s.scn))))
    return;
  const unsigned char *code = c.text->d_buf;
  for (size_t at = 0, length; at + 6 < c.text->d_size;
       at += c.is_riscv ? length : 1)
    {
      int reg;
      if (reads_self (&c, code + at, c.text->d_size - at, &length, &reg))
	replace_read (&c, at, length, reg);
    }
  if (c.is_arm)
    compute_addresses (elf, &c);
  elf_flagdata (c.text, ELF_C_SET, ELF_F_DIRTY);
  elf_flagdata (c.relocations, ELF_C_SET, ELF_F_DIRTY);
}

void
self_replace (const char *object)
{
  int fd = open (object, O_RDWR | O_CLOEXEC);
  Elf *elf = fd < 0 ? NULL : elf_begin (fd, ELF_C_RDWR, NULL);
  if (!elf)
    fail ("cannot read '%s': %s", object,
	  fd < 0 ? strerror (errno) : elf_errmsg (-1));
  replace_all (elf);
  set_type (elf);
  if (elf_update (elf, ELF_C_WRITE) < 0)
    fail ("cannot write '%s': %s", object, elf_errmsg (-1));
  elf_end (elf);
  close (fd);
}
