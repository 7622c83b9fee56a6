/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Arrays that grow.  */

#include <stdlib.h>
#include <string.h>
#include "base/grow.h"

#define LEAST 16		/* a power of 2, as all the sizes of LIST are */

bool
grow_to (void *list, size_t n, size_t size)
{
  void *old;
  memcpy (&old, list, sizeof old);
  void *p = reallocarray (old, n ? n : 1, size);
  if (p)
    memcpy (list, &p, sizeof p);
  return p;
}

bool
grow (void *list, size_t n, size_t size)
{
  return (n > 0 && n < LEAST) || (n & (n - 1)) != 0
	 || grow_to (list, n < LEAST ? LEAST : 2 * n, size);
}

void
free_list (void *const *list, size_t n)
{
  for (size_t i = 0; i < n; i++)
    free (list[i]);
}
