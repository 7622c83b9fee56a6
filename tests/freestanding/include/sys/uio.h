/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef _SYS_UIO_H
#define _SYS_UIO_H 1
#include <sys/types.h>
struct iovec
{
  void *iov_base;
  size_t iov_len;
};
ssize_t writev (int, const struct iovec *, int);
#endif
