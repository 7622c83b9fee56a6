/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Ways to end.  */

#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

#include "program.h"

void
mode_none (void)
{
}

void
mode_moved (void)
{
  times (1, 1, 1);
  row (program_base () + 1, 0, 1);
  if (mkdir ("elsewhere", 0777) != 0 || chdir ("elsewhere") != 0)
    exit (1);
}

void
mode_closed (void)
{
  times (1, 1, 1);
  row (program_base () + 1, 0, 1);
  fflush (stdout);
  close (0);
  close (1);
  close (2);
  exit (9);
}

void
mode_limited (void)
{
  struct rlimit small = { 100, 100 };
  times (1, 1, 1);
  fflush (stdout);
  setrlimit (RLIMIT_FSIZE, &small);
  exit (6);
}

void
mode_seven (void)
{
  times (1, 1, 1);
  exit (7);
}
