/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Any control flow graph: 8 bytes for blocks, entry and limit, then 4 for each
   edge.  What unit/blpp looks at must hold.  */

#include <stdio.h>

#include "tests/graphs/graph.h"
#include "tests/fuzz/fuzz.h"

size_t
fuzz_seal (uint8_t *data, size_t size, size_t max)
{
  (void) data, (void) max;
  return size;
}

void
fuzz_one (const uint8_t *data, size_t size)
{
  struct blpp_edge edges[200];
  uint8_t blocks[40] = { 0 };
  struct covered covered = { 0 };
  if (size < 8)
    return;
  uint32_t n = 1 + data[0] % 40, m = 0;
  for (size_t i = 8; i + 4 <= size && m < 200; i += 4)
    if (data[i + 2] & 0x80)
      blocks[data[i] % n] = data[i + 2] & 3;
    else
      edges[m++] = (struct blpp_edge) { data[i] % n, data[i + 1] % n,
					data[i + 2] & 7, data[i + 3] };
  struct graph g = {
    { n, m, data[1] % n, data[2], edges, blocks }, edges, blocks,
    data[3] & 1 ? BLPP_MAX_PATHS : 1u + data[4] + 256u * (data[5] % 16)
  };
  const char *wrong = graph_check (&g, data[6] * 4u, &covered);
  if (wrong)
    {
      graph_print (&g);
      fprintf (stderr, "%s\n", wrong);
    }
  FUZZ_CHECK (!wrong);
}
