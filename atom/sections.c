/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Where the parts of a plain program are.  */

#include "atom/make.h"

static bool
is_part (const GElf_Shdr *h, enum part part)
{
  bool none = h->sh_type == SHT_NOBITS;
  if (!(h->sh_flags & SHF_ALLOC) || (none && h->sh_flags & SHF_TLS))
    return false;
  if (part == PART_TEXT)
    return h->sh_flags & SHF_EXECINSTR;
  return h->sh_flags & SHF_WRITE && none == (part == PART_ZEROS);
}

uint64_t
part_start (const Obj *o, enum part part, uint64_t *size)
{
  uint64_t start = 0, end = 0;
  Elf *elf = elf_open (o->name, ELF_K_ELF);
  if (!elf)
    fail ("%s: no program", o->name);
  for (struct elf_section s = { .elf = elf }; elf_next_section (&s);)
    {
      const GElf_Shdr h = s.header;
      if (!is_part (&h, part) || h.sh_size == 0)
	continue;
      if (!end || h.sh_addr < start)
	start = h.sh_addr;
      if (h.sh_addr + h.sh_size > end)
	end = h.sh_addr + h.sh_size;
    }
  elf_end (elf);
  *size = end - start;
  return start;
}
