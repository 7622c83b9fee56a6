/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The errno of the analysis' C library, which is thread-local: more of that in a
   program would move what lies beside it, the heap of a static program for one.

   It is put where glibc's thread control block has had nothing since 2.24, and where
   it promises its size to others: 0x80 bytes from the thread pointer up
   (tcbhead_t's __glibc_unused2).  What the linker does where it knows the offset
   (the x86-64 ABI, "initial exec to local exec") is done here.  */

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <unistd.h>
#include "atom/make.h"

#define OFFSET 0x80

struct patch
{
  int fd;
  Elf *elf;
  size_t errno_symbol;		/* in the symbol table; 0: none */
  GElf_Shdr code;		/* the section that is gone through */
  bool left;			/* not all was understood */
};

/* The index of the symbol errno in ELF.  */
static size_t
find_errno (Elf *elf)
{
  GElf_Shdr h;
  GElf_Sym symbol;
  Elf_Scn *s = elf_section (elf, ".symtab", &h);
  Elf_Data *data = s ? elf_getdata (s, NULL) : NULL;
  for (int i = 1; data && gelf_getsym (data, i, &symbol); i++)
    {
      const char *name = elf_strptr (elf, h.sh_link, symbol.st_name);
      if (name && strcmp (name, "errno") == 0
	  && GELF_ST_TYPE (symbol.st_info) == STT_TLS)
	return i;
    }
  return 0;
}

/* Patch the instruction whose operand is at AT; false if it is not known.  */
static bool
patch_code (const struct patch *p, uint64_t at)
{
  unsigned char code[7];
  off_t from = p->code.sh_offset + at - 3;
  static const unsigned char offset[4] = { OFFSET };
  if (at < 3 || at + 4 > p->code.sh_size
      || pread (p->fd, code, sizeof code, from) != sizeof code
      || (code[0] & 0xfb) != 0x48 || (code[2] & 0xc7) != 0x05
      || (code[1] != 0x8b && code[1] != 0x03))
    return false;
  int reg = code[2] >> 3 & 7;
  code[0] = code[0] & 4 ? 0x49 : 0x48;
  /* mov and add of a constant.  */
  code[1] = code[1] == 0x8b ? 0xc7 : 0x81;
  code[2] = 0xc0 | reg;
  memcpy (code + 3, offset, 4);
  return pwrite (p->fd, code, sizeof code, from) == sizeof code;
}

/* Patch what relocation N of the section H, which is R, is about.  */
static void
patch_one (struct patch *p, const GElf_Shdr *h, int n, const GElf_Rela *r)
{
  static const unsigned char offset[4] = { OFFSET };
  Elf64_Rela none = { .r_offset = r->r_offset };
  bool done = GELF_R_TYPE (r->r_info) == R_X86_64_GOTTPOFF
		? patch_code (p, r->r_offset)
	      : GELF_R_TYPE (r->r_info) == R_X86_64_TPOFF32 && r->r_addend == 0
		? pwrite (p->fd, offset, 4, p->code.sh_offset + r->r_offset)
		    == 4
		: false;
  if (!done
      || pwrite (p->fd, &none, sizeof none,
		 h->sh_offset + n * sizeof (Elf64_Rela))
	   != sizeof none)
    p->left = true;
}

static void
patch_section (struct patch *p, Elf_Scn *s, const GElf_Shdr *h)
{
  Elf_Data *data = elf_getdata (s, NULL);
  GElf_Rela r;
  if (!gelf_getshdr (elf_getscn (p->elf, h->sh_info), &p->code)
      || !(p->code.sh_flags & SHF_ALLOC))
    return;
  for (int i = 0; data && gelf_getrela (data, i, &r); i++)
    if (GELF_R_SYM (r.r_info) == p->errno_symbol)
      patch_one (p, h, i, &r);
}

bool
is_glibc (const char *program)
{
  Elf *elf = elf_open (program, ELF_K_ELF);
  Elf_Data *interpreter = elf ? elf_bytes (elf, ".interp") : NULL;
  bool is = interpreter ? strstr (interpreter->d_buf, "/ld-linux") != NULL
			: elf && elf_has_symbol (elf, "__libc_setup_tls");
  if (elf)
    elf_end (elf);
  return is;
}

bool
errno_place (const char *object, const char *program)
{
  struct patch p = { .fd = -1 };
  if (strcmp (the.target->name, "x86-64") != 0 || !program
      || !is_glibc (program) || !(p.elf = elf_open (object, ELF_K_ELF)))
    return false;
  p.errno_symbol = find_errno (p.elf);
  p.fd = open (object, O_RDWR | O_CLOEXEC);
  if (p.fd < 0)
    fail ("cannot write '%s': %s", object, strerror (errno));
  for (Elf_Scn *s = NULL; p.errno_symbol && (s = elf_nextscn (p.elf, s));)
    {
      GElf_Shdr h;
      if (gelf_getshdr (s, &h) && h.sh_type == SHT_RELA)
	patch_section (&p, s, &h);
    }
  close (p.fd);
  elf_end (p.elf);
  return p.errno_symbol && !p.left;
}
