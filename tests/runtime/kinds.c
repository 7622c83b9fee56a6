/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Every kind, and the largest ids.  */

#include <errno.h>
#include <pthread.h>

#include "program.h"

/* Every kind in a way of its own; every index of a table, the last first in
   another one.  */
void
mode_kinds (void)
{
  static char no_function;
  static const unsigned long far_ids[] = { 0, 999, 1ul << 20, 5ul << 20 };
  for (unsigned long i = 0; i < 4; i++)
    {
      for (unsigned long n = 0; n <= i; n++)
	each_kind (far_ids[i], 7 * n);
      each_row (far_ids[i], i + 1);
      for (unsigned long n = 0; n <= i; n++)
	each_index (far_ids[i], 7 * n, 1);
    }
  for (unsigned long index = 0; index < 5000; index++)
    {
      _record_mbr (index, 1);
      _record_mbr (4999 - index, 2);
      _record_mbr (index, 2);
      also (HALT_MBR, 1, index, 1);
      also (HALT_MBR, 2, index, 2);
    }
  /* The same path of more procedures than are kept in mind.  */
  for (unsigned long proc = 1000; proc < 4000; proc++)
    {
      _record_path_sum_read (7, 7, proc);
      also (HALT_PATH_SUM_READ, proc, 7, 1);
    }
  /* Values of three kinds with the same ids, and paths of such procedures.  */
  for (unsigned long id = 0; id < 300; id++)
    for (int again = 0; again < 2; again++)
      {
	_record_value (id << 30, id);
	_record_value (~0ull, id);
	_record_callee (&no_function, id);
	if (again)
	  continue;
	_record_first (id);
	also (HALT_VALUE, id, id << 30, 2);
	also (HALT_VALUE, id, ~0ul, 2);
	also (HALT_CALLEE, id, 0, 2);
	also (HALT_FIRST, id, id + 1, 1);
      }
  _record_load (0, 0, 3);
  _record_load (1 << 30, 0, 3);
  _record_load (1 << 30, 0, 3);
  _record_load (1 << 30, 0, 3);
  _record_load (1 << 30, 0, 3);
  printf ("+ %d 3 5 4294967296\n", HALT_LOAD);
}

static void *
all_kinds (void *arg)
{
  for (unsigned long i = 0; i < 100000; i++)
    each_kind (i % 3 ? i % 500 : 3000000 + i % 2, i % 1000);
  return arg;
}

/* In eight threads at a time, twice, so that shards change their owners.  */
void
mode_kind_threads (void)
{
  static unsigned long n[500], n_far[2], index[502][1000];
  for (int again = 0; again < 2; again++)
    {
      pthread_t thread[8];
      for (int i = 0; i < 8; i++)
	pthread_create (&thread[i], NULL, all_kinds, NULL);
      for (int i = 0; i < 8; i++)
	pthread_join (thread[i], NULL);
    }
  for (unsigned long i = 0; i < 100000; i++)
    if (i % 3)
      {
	n[i % 500] += 16;
	index[i % 500][i % 1000] += 16;
      }
    else
      {
	n_far[i % 2] += 16;
	index[500 + i % 2][i % 1000] += 16;
      }
  for (int i = 0; i < 502; i++)
    {
      unsigned long id = i < 500 ? i : 3000000 + i - 500;
      each_row (id, i < 500 ? n[i] : n_far[i - 500]);
      for (int k = 0; k < 1000; k++)
	if (index[i][k])
	  each_index (id, k, index[i][k]);
    }
}

/* The largest ids there are, and more than there may be.  */
void
mode_far (void)
{
  static const unsigned long ids[]
    = { 99999, (1ul << 20) - 1, 1ul << 20, ~0ul >> 2, ~0ul >> 1, ~0ul };
  int n = sizeof ids / sizeof *ids;
  errno = 0;
  for (int i = 0; i < n; i++)
    {
      times (3, 0, ids[i] - program_base ());
      row (ids[i], 3, 0);
    }
  _record_mbr (1 << 20, 1);
  _record_mbr (~0ul, 1);
  _record_mbr ((1 << 20) - 1, 1);
  also (HALT_MBR, 1, (1 << 20) - 1, 1);
  unsigned long lost = 2;
  for (unsigned long i = 0; i < 10000; i++)
    {
      unsigned long id = 0x40000000 + 0x10000 * i + i % 2000;
      _record_block (id);
      if (i < 4096 - 4)
	also (HALT_BLOCK, id, 1, 0);
      else
	lost++;
    }
  printf ("errno %d\nlost %lu\n", errno, lost);
}
