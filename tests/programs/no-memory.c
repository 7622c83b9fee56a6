/* SPDX-License-Identifier: GPL-3.0-or-later */
/* To be preloaded: there is no memory from the ALLOCATIONSth allocation on.  */

#define _GNU_SOURCE
#include <errno.h>
#include <stdlib.h>
void *__libc_malloc (size_t), *__libc_calloc (size_t, size_t), *__libc_realloc (void *, size_t);
static long left = -1;

static int
none (void)
{
  if (left < 0)
    {
      left = atol (getenv ("ALLOCATIONS"));
      /* Not for what is started.  */
      unsetenv ("LD_PRELOAD");
    }
  if (left > 0)
    left--;
  if (left == 0)
    errno = ENOMEM;
  return left == 0;
}

void *malloc (size_t n) { return none () ? NULL : __libc_malloc (n); }
void *calloc (size_t n, size_t size) { return none () ? NULL : __libc_calloc (n, size); }
void *realloc (void *p, size_t n) { return none () ? NULL : __libc_realloc (p, n); }
