/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef _SYS_STAT_H
#define _SYS_STAT_H 1
#include <sys/types.h>
#include <time.h>
#ifdef __ia64__
struct stat
{
  unsigned long st_dev, st_ino, st_nlink;
  mode_t st_mode;
  unsigned int st_uid, st_gid, unused;
  unsigned long st_rdev, st_size;
  struct timespec st_atim, st_mtim, st_ctim;
  unsigned long rest[5];
};
#endif
#define S_ISREG(mode) (((mode) & 0170000) == 0100000)
#define S_ISCHR(mode) (((mode) & 0170000) == 0020000)
#define S_ISFIFO(mode) (((mode) & 0170000) == 0010000)
int stat (const char *, struct stat *);
int fstat (int, struct stat *);
#endif
