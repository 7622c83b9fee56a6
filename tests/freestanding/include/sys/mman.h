/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef _SYS_MMAN_H
#define _SYS_MMAN_H 1
#include <sys/types.h>
#define PROT_READ 1
#define PROT_WRITE 2
#define MREMAP_MAYMOVE 1
#define MAP_PRIVATE 2
#define MAP_ANONYMOUS 32
#define MAP_NORESERVE 0x4000
#define MAP_FAILED ((void *) -1)
#define MS_ASYNC 1
#define MADV_DONTNEED 4
void *mmap (void *, size_t, int, int, int, off_t);
int munmap (void *, size_t);
void *mremap (void *, size_t, size_t, int, ...);
int msync (void *, size_t, int);
int madvise (void *, size_t, int);
#endif
