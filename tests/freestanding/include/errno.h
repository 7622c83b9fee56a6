/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef _ERRNO_H
#define _ERRNO_H 1
extern int errno;
#define ENOENT 2
#define ESRCH 3
#define EINTR 4
#define EIO 5
#define EAGAIN 11
#define ENOMEM 12
#define EACCES 13
#define EFAULT 14
#define EEXIST 17
#define EINVAL 22
#define ERANGE 34
#define ENAMETOOLONG 36
#define ENOSYS 38
#endif
