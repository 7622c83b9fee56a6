/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The parts of the format that a program reads of itself, 64 bits.  */
#ifndef _ELF_H
#define _ELF_H 1
#include <stdint.h>
#define PT_LOAD 1
#define PT_PHDR 6
#define PT_DYNAMIC 2
#define PT_INTERP 3
#define PT_NOTE 4
#define PT_TLS 7
#define NT_GNU_BUILD_ID 3
#define DT_NULL 0
#define DT_INIT_ARRAY 25
#define DT_INIT_ARRAYSZ 27
#define PF_X 1
#define PF_W 2
#define PF_R 4
typedef struct
{
  unsigned char e_ident[16];
  uint16_t e_type, e_machine;
  uint32_t e_version;
  uint64_t e_entry, e_phoff, e_shoff;
  uint32_t e_flags;
  uint16_t e_ehsize, e_phentsize, e_phnum, e_shentsize, e_shnum, e_shstrndx;
} Elf64_Ehdr;
typedef struct
{
  uint32_t p_type, p_flags;
  uint64_t p_offset, p_vaddr, p_paddr, p_filesz, p_memsz, p_align;
} Elf64_Phdr;
typedef struct
{
  uint32_t n_namesz, n_descsz, n_type;
} Elf64_Nhdr;
typedef struct
{
  int64_t d_tag;
  union
  {
    uint64_t d_val, d_ptr;
  } d_un;
} Elf64_Dyn;
typedef uint64_t Elf64_Addr;
#endif
