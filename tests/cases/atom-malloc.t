# SPDX-License-Identifier: GPL-3.0-or-later
# tools/atom/malloc: as many allocations, frees and bytes as valgrind's memcheck says.

>>> x86_64 ghalt atom

>>> a.c
#include <stdlib.h>
char *volatile kept[64];
int
main (void)
{
  for (int i = 0; i < 1000; i++)
    {
      char *volatile *p = &kept[i * 7 % 64];
      free (*p);
      *p = i % 5 == 0 ? calloc (i + 1, 3) : malloc (i * i % 3000 + 1);
      if (i % 9 == 0)
	*p = realloc (*p, 5000 + i);
    }
  for (int i = 0; i < 64; i++)
    free (kept[i]);
  return 0;
}
>>> run
$CC -O2 $PLUGIN $(arg atom) a.c -o p
atom_tool malloc p
./p
./p.malloc
awk 'NF == 2' malloc.out
awk '$1 == "all" { print n, bytes, $0; exit } $1 ~ /^[0-9]+$/ { n += $2; bytes += $3; if ($3 >= $1 * $2 || $3 < $1 / 2 * $2) print }' malloc.out |
  awk '{ print ($1 == $4 && $2 == $5) }'
command -v valgrind >/dev/null || skip "no valgrind"
valgrind ./p 2>&1 | sed -n 's/,//g; s/.*total heap usage: \([0-9]*\) allocs [0-9]* frees \([0-9]*\) bytes.*/\1 \2/p' >theirs
awk '$1 == "all" { print $2, $3 }' malloc.out >ours
same ours theirs
>>> out
malloc                    800
calloc                    200
realloc                   112
free                     1064
1
