/* SPDX-License-Identifier: MIT */
/* Storage that never goes away, from mmap alone.  */

#include <errno.h>
#include <sys/mman.h>

#include "runtime/runtime.h"

#ifndef MADV_WIPEONFORK
# define MADV_WIPEONFORK 18
#endif

#define LINE ((size_t) 64)
#define CHUNK ((size_t) 1 << 16)

struct chunk
{
  size_t size;
  size_t used;			/* may run past SIZE: then it is full */
};

static struct chunk *current;

static void *
map (size_t size)
{
  int saved = errno;
  void *p = mmap (NULL, size, PROT_READ | PROT_WRITE,
		  MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  errno = saved;
  return p == MAP_FAILED ? NULL : p;
}

void *
__halt_alloc (size_t size)
{
  if (size > SIZE_MAX / 2)
    return NULL;
  size = (size + LINE - 1) & ~(LINE - 1);
  struct chunk *chunk = __atomic_load_n (&current, __ATOMIC_ACQUIRE);
  if (chunk && size < CHUNK)
    {
      size_t at = __atomic_fetch_add (&chunk->used, size, __ATOMIC_RELAXED);
      if (at <= chunk->size && size <= chunk->size - at)
	return (char *) chunk + at;
    }
  size_t whole = size < CHUNK ? CHUNK : size + LINE;
  struct chunk *fresh = map (whole);
  if (!fresh)
    return NULL;
  fresh->size = whole;
  fresh->used = LINE + size;
  /* If another one was faster, the rest of ours is not used.  */
  if (size < CHUNK)
    __atomic_compare_exchange_n (&current, &chunk, fresh, 0,
				 __ATOMIC_RELEASE, __ATOMIC_RELAXED);
  return (char *) fresh + LINE;
}

void *
__halt_map (size_t size)
{
  int saved = errno;
  void *p = map (size);
  if (p)
    madvise (p, size, MADV_WIPEONFORK);
  errno = saved;
  return p;
}
