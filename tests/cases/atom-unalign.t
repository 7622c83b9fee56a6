# SPDX-License-Identifier: GPL-3.0-or-later
# tools/atom/unalign: accesses of which it is known where they are, and those of the trace
# that valgrind's lackey writes.

>>> x86_64 ghalt atom

>>> a.c
#include <string.h>
char bytes[256] __attribute__ ((aligned (64)));
#define NO __attribute__ ((noinline, noipa))
NO int load4 (char *p) { int n; memcpy (&n, p, 4); return n; }
NO void store8 (char *p, long n) { memcpy (p, &n, 8); }
NO short load2 (char *p) { short n; memcpy (&n, p, 2); return n; }
NO void add4 (char *p) { int n; memcpy (&n, p, 4); n++; memcpy (p, &n, 4); }
NO char load1 (char *p) { return *p; }
NO void copy16 (char *to, char *from) { memcpy (to, from, 16); }
int
main (void)
{
  int s = 0;
  for (int i = 0; i < 100; i++)
    {
      s += load4 (bytes + i) + load2 (bytes + i) + load1 (bytes + i);
      store8 (bytes + i, i);
      add4 (bytes + 4 * i % 128 + 2 * (i < 10));
      copy16 (bytes + 16 * (i % 4), bytes + 128 + i % 32);
    }
  return s & 1;
}
>>> run
$CC -O2 -static -no-pie $PLUGIN $(arg atom) a.c -o p
atom_tool unalign p
./p || true
./p.unalign || true
awk 'FNR > 1 { sub (/:.*/, "", $5); print $5, $4, $3, $2 }' unalign.out
command -v valgrind >/dev/null || skip "no valgrind"
awk 'sub (/^0x/, "", $1) { print $1, $2 }' unalign.out | sort >ours
$HALT code p | sed -n 's/^#@function \([^ ]*\) .*/\1/p' >procedures
nm -S p | awk 'FILENAME == "procedures" { has[$1] = 1; next } $4 in has { print $1, $2 }' procedures - >ranges
valgrind --tool=lackey --trace-mem=yes ./p 2>trace || true
awk 'function hex(s,   n, k) { for (k = 1; k <= length (s); k++) n = 16 * n + index ("0123456789abcdef", substr (s, k, 1)) - 1; return n }
  FILENAME == "ranges" { n++; from[n] = hex($1); to[n] = from[n] + hex($2); next }
  $1 == "I" {
    split ($2, at, ",")
    pc = at[1]
    sub (/^0+/, "", pc)
    if (!(pc in known))
      for (k = 1; k <= n; k++)
	known[pc] += hex(pc) >= from[k] && hex(pc) < to[k]
    next
  }
  known[pc] && /^ [LSM] / {
    split ($2, at, ",")
    if (at[2] > 1 && hex(at[1]) % at[2]) odd[pc] += $1 == "M" ? 2 : 1
  }
  END { for (pc in odd) print pc, odd[pc] }' ranges trace | sort >theirs
awk '{ n[$1] += $2 } END { for (pc in n) print pc, n[pc] }' ours | sort | diff theirs -
>>> out
load4 load 4 75
store8 store 8 87
load2 load 2 50
add4 load 4 10
add4 store 4 10
copy16 load 16 93
   325
