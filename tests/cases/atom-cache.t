# SPDX-License-Identifier: GPL-3.0-or-later
# tools/atom/cache: references and misses are those of the trace that valgrind's lackey
# writes, of the instrumented instructions, in a cache that awk simulates.  The stack is
# where it is in the cache in either run: main puts it there.

>>> x86_64 ghalt atom

>>> main.c
#include <alloca.h>
#include <stdint.h>
int work (void);
int
main (void)
{
  uintptr_t now = (uintptr_t) __builtin_frame_address (0) & 8191;
  char volatile *p = alloca (now + 4096);
  p[0] = 1;
  __asm__ volatile ("" : : "r" (p));
  uintptr_t sp = (uintptr_t) p & -8192;
  int status;
  __asm__ volatile ("mov %%rsp, %%rbx\n\tmov %1, %%rsp\n\tcall work\n\tmov %%rbx, %%rsp"
		    : "=a" (status) : "r" (sp) : "rbx", "rcx", "rdx", "rsi", "rdi", "r8", "r9", "r10", "r11",
		    "memory", "cc");
  return status;
}
>>> work.c
/* Strides, a table that is walked at random, swaps, floating point, wide and narrow. */
static int table[6000] __attribute__ ((aligned (8192)));
static short narrow[5000];
static double wide[700];
static struct node { struct node *next; long n; char rest[40]; } nodes[300];
__attribute__ ((noinline)) static int sum (const int *p, int n, int stride) { int s = 0; for (int i = 0; i < n; i += stride) s += p[i]; return s; }
__attribute__ ((noinline)) static long walk (struct node *p, int n) { long s = 0; while (n--) { s += p->n++; p = p->next; } return s; }
__attribute__ ((noinline)) static int recurse (int n) { volatile int local[20]; local[n % 20] = n; return n ? recurse (n - 1) + local[n % 20] : 0; }
int
work (void)
{
  unsigned seed = 1;
  long s = 0;
  for (int i = 0; i < 6000; i++)
    table[i] = i;
  for (int i = 0; i < 300; i++)
    nodes[i].next = &nodes[(i * 77 + 5) % 300];
  for (int k = 1; k < 20; k += 3)
    s += sum (table, 6000, k);
  for (int k = 0; k < 5000; k++)
    {
      seed = seed * 1103515245 + 12345;
      int *p = &table[seed / 65536 % 6000], *q = &table[k];
      int t = *p;
      *p = *q;
      *q = t;
      narrow[k] ^= t;
      wide[k % 700] += narrow[seed / 131072 % 5000];
    }
  return (s + walk (nodes, 2000) + recurse (100) + (long) wide[3]) & 63;
}
>>> run
command -v valgrind >/dev/null || skip "no valgrind"
$CC -O2 -c main.c
$CC -w -O2 -fno-vect-cost-model $PLUGIN $(arg atom) -c work.c
$CC -static -no-pie main.o work.o -o p
atom_tool cache p --link="$CC -static -no-pie main.o work.o"
./p || echo "exit $?" >plain
./p.cache || echo "exit $?" >instrumented
same plain instrumented
$HALT code p | sed -n 's/^#@function \([^ ]*\) .*/\1/p' >procedures
nm -S p | awk 'FILENAME == "procedures" { has[$1] = 1; next } $4 in has { print $1, $2 }' procedures - >ranges
setarch -R true 2>/dev/null && fixed="setarch -R" || fixed=
$fixed valgrind --tool=lackey --trace-mem=yes ./p 2>trace || true
# hexadecimal numbers of up to 12 digits are exact in awk.
cat >simulate <<'END'
function hex (s,    n, k)
{
  for (k = 1; k <= length (s); k++)
    n = 16 * n + index ("0123456789abcdef", substr (s, k, 1)) - 1
  return n
}
function look (what, address,    line)
{
  references[what]++
  line = int (address / 32)
  if (!(line % 256 in cached) || cached[line % 256] != line)
    {
      cached[line % 256] = line
      misses[what]++
    }
}
FILENAME == "ranges" { n++; from[n] = hex($1); to[n] = from[n] + hex($2); next }
$1 == "I" {
  split ($2, at, ",")
  if (!(at[1] in known))
    {
      known[at[1]] = 0
      for (k = 1; k <= n; k++)
	if (hex(at[1]) >= from[k] && hex(at[1]) < to[k])
	  known[at[1]] = 1
    }
  ours = known[at[1]]
  next
}
ours && /^ [LSM] / {
  split ($2, at, ",")
  if ($1 != "S") look("loads", hex(at[1]))
  if ($1 != "L") look("stores", hex(at[1]))
}
END {
  print "loads", references["loads"], misses["loads"]
  print "stores", references["stores"], misses["stores"]
  print "all", references["loads"] + references["stores"], misses["loads"] + misses["stores"]
}
END
awk -f simulate ranges trace >theirs
awk 'NR > 1 { print $1, $2, $3 }' cache.out >ours
awk "\$2 < 1000 || \$3 < 100" ours
diff theirs ours
