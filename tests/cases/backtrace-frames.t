# SPDX-License-Identifier: GPL-3.0-or-later
# Which frames a backtrace in the routine sees: all of them, the same with and
# without optimisation.

>>> prog.c
#include <alloca.h>
#include <string.h>

#define CALLED __attribute__ ((noipa))

CALLED int
leaf (int n)
{
  volatile int below[20];
  below[n & 15] = n;
  return n > 3 ? below[n & 15] : below[3] + 1;
}

CALLED int
dynamic (int n)
{
  char *p = alloca (n * 16);
  memset (p, n, n * 16);
  if (p[n] == 3)
    return leaf (n) + 1;
  return p[n - 1];
}

CALLED int
busy (const int *a, int n)
{
  int b = a[0], c = a[1], d = a[2], e = a[3], f = a[4], g = a[5];
  for (int i = 0; i < n; i++)
    g += dynamic (i + 1) + b, c ^= d + e, f -= g;
  return b + c + d + e + f + g;
}

CALLED int
depth (int n)
{
  static const int a[] = { 1, 2, 3, 4, 5, 6, 7, 8 };
  if (n > 0)
    return depth (n - 1) + 1;
  return busy (a, 3) + 1;
}

int
main (void)
{
  return depth (2) == 7;
}

>>> analysis.c
#define _GNU_SOURCE
#include <dlfcn.h>
#include <stdio.h>
#include <string.h>
#include <unwind.h>

static _Unwind_Reason_Code
look (struct _Unwind_Context *context, void *chain)
{
  Dl_info info;
  if (dladdr ((void *) (_Unwind_GetIP (context) - 1), &info) && info.dli_sname
      && info.dli_sname[0] != '_')
    strcat (strcat (chain, " "), info.dli_sname);
  return _URC_NO_REASON;
}

void
_record_cbr (unsigned long cond, unsigned long id)
{
  static char seen[100][200];
  char chain[200] = "";
  (void) cond;
  (void) id;
  _Unwind_Backtrace (look, chain);
  int i = 0;
  while (seen[i][0] && strcmp (seen[i], chain))
    i++;
  if (!seen[i][0])
    puts (strcpy (seen[i], chain));
}

>>> run
$CC -O2 -Wall -c analysis.c
for options in -O0 -O1 "-O2 -fomit-frame-pointer" "-O2 -fno-omit-frame-pointer" -O3; do
  $CC $options -fno-optimize-sibling-calls $PLUGIN $(arg cbr) -rdynamic prog.c analysis.o -o prog
  ./prog | sed "s/ __libc.*//" | sort >"chains$options"
  cmp chains-O0 "chains$options"
done
cat chains-O0

>>> out
 busy depth depth depth main
 depth depth depth main
 depth depth main
 depth main
 dynamic busy depth depth depth main
 leaf dynamic busy depth depth depth main
