/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Bytes as the store keeps them: compressed by zstd, known by a key.  */

#include <stdlib.h>
#include <zstd.h>
#include "store/store.h"

/* What nothing of ours is larger than: a forged size must not take all memory.  */
#define LARGEST ((size_t) 1 << 30)

void *
pack (const void *data, size_t size, size_t *packed, struct fault *f)
{
  if (size > LARGEST)
    {
      fault (f, "larger than the %zu MiB that a store keeps in one piece",
	     LARGEST >> 20);
      return NULL;
    }
  size_t room = ZSTD_compressBound (size);
  void *to = fresh (room, 1, f);
  if (!to)
    return NULL;
  *packed = ZSTD_compress (to, room, data, size, 3);
  if (!ZSTD_isError (*packed))
    return to;
  fault (f, "zstd: %s", ZSTD_getErrorName (*packed));
  free (to);
  return NULL;
}

void *
unpack (const void *data, size_t size, size_t *unpacked, struct fault *f)
{
  unsigned long long is = ZSTD_getFrameContentSize (data, size);
  if (is > LARGEST)
    {
      fault (f, "not what was compressed");
      return NULL;
    }
  void *to = fresh (is, 1, f);
  if (!to)
    return NULL;
  *unpacked = ZSTD_decompress (to, is, data, size);
  if (!ZSTD_isError (*unpacked) && *unpacked == is)
    return to;
  fault (f, "not what was compressed");
  free (to);
  return NULL;
}

void
key_add (struct key *k, const void *data, size_t size)
{
  k->a = halt_checksum (k->a, data, size);
  k->b = halt_sum_words (k->b, data, size);
}

void
key_text (char *key, const struct key *k)
{
  snprintf (key, KEY_SIZE, "%016llx%016llx", (unsigned long long) k->a,
	    (unsigned long long) k->b);
}

void
key_of (char *key, const void *data, size_t size)
{
  struct key k = KEY_START;
  key_add (&k, data, size);
  key_text (key, &k);
}
