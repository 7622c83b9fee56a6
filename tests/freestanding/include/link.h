/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef _LINK_H
#define _LINK_H 1
#include <elf.h>
#include <stddef.h>
#define ElfW(type) Elf64_##type
struct dl_phdr_info
{
  ElfW(Addr) dlpi_addr;
  const char *dlpi_name;
  const ElfW(Phdr) *dlpi_phdr;
  uint16_t dlpi_phnum;
  unsigned long long dlpi_adds, dlpi_subs;
};
/* There is none: programs are static.  */
int dl_iterate_phdr (int (*) (struct dl_phdr_info *, size_t, void *), void *);
#endif
