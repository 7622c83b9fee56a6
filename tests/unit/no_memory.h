/* SPDX-License-Identifier: GPL-3.0-or-later */
/* For tests of what happens when there is no memory: the linker lets what is
   tested call these instead of what they are named after (--wrap).  */

#include <stdlib.h>

/* Allocations that are left before one fails; negative: none does.  */
static long allocations = -1;

static inline int
none_left (void)
{
  return allocations >= 0 && allocations-- == 0;
}

void *__real_malloc (size_t size);
void *__real_calloc (size_t n, size_t size);
void *__real_realloc (void *old, size_t size);
void *__real_reallocarray (void *old, size_t n, size_t size);
void *__wrap_malloc (size_t size);
void *__wrap_calloc (size_t n, size_t size);
void *__wrap_realloc (void *old, size_t size);
void *__wrap_reallocarray (void *old, size_t n, size_t size);

void *
__wrap_malloc (size_t size)
{
  return none_left () ? NULL : __real_malloc (size);
}

void *
__wrap_calloc (size_t n, size_t size)
{
  return none_left () ? NULL : __real_calloc (n, size);
}

void *
__wrap_realloc (void *old, size_t size)
{
  return none_left () ? NULL : __real_realloc (old, size);
}

void *
__wrap_reallocarray (void *old, size_t n, size_t size)
{
  return none_left () ? NULL : __real_reallocarray (old, n, size);
}
