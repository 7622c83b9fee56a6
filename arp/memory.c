/* SPDX-License-Identifier: MIT */
/* Memory for what writes the file.  Where the process ends without exit handlers, malloc
   may be what was interrupted: then the kernel's pages are given out, and not taken
   back before all is written.  */

#include <malloc.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include "arp/arp.h"

#define ALIGN ((size_t) 16)
#define CHUNK ((size_t) 1 << 20)

struct chunk
{
  struct chunk *next;
  size_t size, used;
};

static __thread bool apart;
static __thread struct chunk *chunks;

void
arp_memory_apart (void)
{
  apart = true;
}

void
arp_memory_back (void)
{
  for (struct chunk *c = chunks, *next; c; c = next)
    {
      next = c->next;
      munmap (c, c->size);
    }
  chunks = NULL;
  apart = false;
}

bool
arp_memory_is_apart (void)
{
  return apart;
}

static bool
is_ours (const void *p)
{
  for (const struct chunk *c = chunks; c; c = c->next)
    if ((uintptr_t) p - (uintptr_t) c < c->size)
      return true;
  return false;
}

/* SIZE zeroed bytes, with SIZE in front of them.  */
static void *
take_bytes (size_t size)
{
  size_t whole = (size + 2 * ALIGN - 1) & -ALIGN;
  if (size > SIZE_MAX / 2)
    return NULL;
  if (!chunks || whole > chunks->size - chunks->used)
    {
      const size_t head = (sizeof (struct chunk) + ALIGN - 1) & -ALIGN;
      size_t n = head + (whole > CHUNK ? whole : CHUNK);
      struct chunk *c = mmap (NULL, n, PROT_READ | PROT_WRITE,
			      MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
      if (c == MAP_FAILED)
	return NULL;
      *c = (struct chunk) { chunks, n, head };
      chunks = c;
    }
  char *p = (char *) chunks + chunks->used;
  chunks->used += whole;
  memcpy (p, &size, sizeof size);
  return p + ALIGN;
}

void *
arp_realloc (void *p, size_t size)
{
  size_t had = 0;
  if (!apart)
    return realloc (p, size);
  if (p && is_ours (p))
    memcpy (&had, (char *) p - ALIGN, sizeof had);
  else if (p)
    had = malloc_usable_size (p);
  void *fresh = take_bytes (size);
  if (fresh && had)
    memcpy (fresh, p, had < size ? had : size);
  return fresh;
}

void *
arp_calloc (size_t n, size_t size)
{
  if (!apart)
    return calloc (n, size);
  return size && n > SIZE_MAX / size ? NULL : take_bytes (n * size);
}

void
arp_free (void *p)
{
  if (!apart)
    free (p);
}
