/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef _SYS_AUXV_H
#define _SYS_AUXV_H 1
#define AT_PHDR 3
#define AT_PHNUM 5
#define AT_PAGESZ 6
#define AT_BASE 7
#define AT_SECURE 23
#define AT_EXECFN 31
unsigned long getauxval (unsigned long);
#endif
