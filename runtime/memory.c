/* SPDX-License-Identifier: MIT */
/* Storage that never goes away, from the kernel alone.  */

#include "runtime/kernel.h"
#include "runtime/runtime.h"

#define LINE ((size_t) 64)
#define CHUNK ((size_t) 1 << 16)

/* Memory that is given away from its beginning to its end.  */
struct chunk
{
  char *begin;
  size_t size;
  size_t used;			/* may run past SIZE: then it is full */
};

static struct chunk *current, *current_counters;

/* SIZE bytes of CHUNK, or NULL.  */
static void *
take_bytes (struct chunk *chunk, size_t size)
{
  size_t at = __atomic_fetch_add (&chunk->used, size, __ATOMIC_RELAXED);
  return at <= chunk->size && size <= chunk->size - at
	   ? chunk->begin + at
	   : NULL;
}

/* FRESH takes the place of CHUNK, unless another one was faster: then the rest
   of it is not used.  */
static void
replace_chunk (struct chunk **place, struct chunk *chunk, struct chunk *fresh)
{
  __atomic_compare_exchange_n (place, &chunk, fresh, 0, __ATOMIC_RELEASE,
			       __ATOMIC_RELAXED);
}

void *
__halt_alloc (size_t size)
{
  if (size > SIZE_MAX / 2)
    return NULL;
  size = (size + LINE - 1) & ~(LINE - 1);
  struct chunk *chunk = __atomic_load_n (&current, __ATOMIC_ACQUIRE);
  void *p = chunk && size < CHUNK ? take_bytes (chunk, size) : NULL;
  if (p)
    return p;
  size_t whole = size < CHUNK ? CHUNK : size + LINE;
  struct chunk *fresh = halt_kernel_map (whole);
  if (!fresh)
    return NULL;
  *fresh = (struct chunk) { (char *) fresh, whole, LINE + size };
  if (size < CHUNK)
    replace_chunk (&current, chunk, fresh);
  return (char *) fresh + LINE;
}

void *
__halt_map (size_t size)
{
  return halt_kernel_map (size);
}

void *
__halt_map_counters (size_t size)
{
  void *p = halt_kernel_map (size);
  if (p)
    halt_kernel_wipe (p, size);
  return p;
}

/* What is known of a chunk of counters must outlive a fork: it lies
   elsewhere.  */
static void *
alloc_counters (size_t size)
{
  size = (size + LINE - 1) & ~(LINE - 1);
  if (size >= CHUNK)
    return __halt_map_counters (size);
  struct chunk *chunk = __atomic_load_n (&current_counters, __ATOMIC_ACQUIRE);
  void *p = chunk ? take_bytes (chunk, size) : NULL;
  if (p)
    return p;
  struct chunk *fresh = __halt_alloc (sizeof *fresh);
  if (!fresh || !(p = __halt_map_counters (CHUNK)))
    return NULL;
  *fresh = (struct chunk) { p, CHUNK, size };
  replace_chunk (&current_counters, chunk, fresh);
  return p;
}

void *
__halt_counters (const struct halt_live_record *what, size_t size)
{
  if (size > SIZE_MAX / 2)
    return NULL;
  void *p = __halt_live_counters (what, size);
  return p ? p : alloc_counters (size);
}

/* Here, where nothing but general registers is used.  */
void
__halt_lose (void)
{
  __atomic_fetch_add (&__halt_process->lost, 1, __ATOMIC_RELAXED);
  __halt_live_lost (1);
}
