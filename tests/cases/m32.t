# SPDX-License-Identifier: GPL-3.0-or-later
# A 32-bit program with every kind and the 32-bit libhalt.a: its counts by
# hand, its branches against at=gimple.

>>> prog.c
#include <setjmp.h>
#include <stdio.h>

static jmp_buf buf;
int table[16], sum;
volatile short narrow;

__attribute__ ((noipa)) int
choose (int n)
{
  switch (n & 7)
    {
    case 0: return 3;
    case 1: return 1;
    case 2: return 4;
    case 3: table[1]++; return 15;
    case 4: return 9;
    case 5: return table[2];
    case 6: return 6;
    default: return 5;
    }
}

__attribute__ ((noipa)) void
leap (int n)
{
  if (n == 5)
    longjmp (buf, n);
  table[n]++;
}

__attribute__ ((noipa)) void
fill (int n)
{
  for (int i = 0; i < n; i++)
    sum += choose (i);
  for (int i = 0; i < 9; i++)
    narrow = i;
  sum += narrow;
}

int
main (void)
{
  fill (80);
  if (setjmp (buf) == 0)
    for (int i = 0; i < 10; i++)
      leap (i);
  printf ("%d\n", sum);
  return 0;
}

>>> run
echo 'int main (void) { return 0; }' >link.c
$CC -m32 link.c -o link 2>link.err || skip "$CC -m32 cannot link: no 32-bit C library"
./link || skip "this machine does not run 32-bit programs"
[ -f "${LIBHALT%/*}/32/libhalt.a" ] || echo "no 32-bit libhalt.a"
all=$(arg cbr mbr entry exit setlongjmp load store bb)

# report OPTION...: compile, run and report.
report ()
{
  $CC -m32 -g -fjump-tables $PLUGIN "$@" prog.c "${LIBHALT%/*}/32/libhalt.a" -o prog
  rm -f halt.prof
  ./prog
  $HALT report --all-indices prog >report
}

# What does not depend on how the code is compiled.  The accesses are told from
# the compiler's own by their width.
for o in -O0 -O2 "-O2 -fPIC" "-O2 -fno-pie -no-pie" "-O2 -static" "-Os -m80387"; do
  report $o $all
  echo "$o:" $(ids prog | sed 's/.*, //')
  awk '
    /^[a-z ]* \(/ { table = $0; sub (/.*\(/, "", table); sub (/\).*/, "", table) }
    $1 !~ /^[0-9]/ { next }
    table == "mbr" && $3 == "index" { indices[$1]++ }
    table == "mbr" && $2 !~ /%/ { print table, $NF, $1 }
    table == "entry, exit" { print table, $5, $1, $2 }
    table ~ /jmp$/ { print table, $4, $1 }
    table ~ /load|store/ && $1 && $2 == 2 * $1 { accesses[table " " $5] += $1 }
    table == "block" && /:16:/ { print table, "case 3", $1 }
    END {
      for (n in indices) print indices[n], "indices", n
      for (n in accesses) print n, accesses[n]
    }
    ' report | sort
done

# Functions and branches that execute the same in both.
branches () { sed -n '/^conditional/,/^$/p' report | awk '
  $NF ~ /^(fill|leap|main)$/ { print $NF, ($2 < $3 ? $2 " " $3 : $3 " " $2) }' | sort; }
report -O0 $all
branches >rtl
report -O0 $(arg at=gimple cbr mbr proc ret setlongjmp load store bb)
branches >gimple
same rtl gimple
cat rtl

>>> out
438
-O0: dense
7 indices 10
block case 3 10
entry, exit choose 80 80
entry, exit fill 1 1
entry, exit leap 6 5
entry, exit main 1 1
load fill 1
longjmp leap 1
mbr choose 70
setjmp main 1
store fill 9
438
-O2: dense
7 indices 10
block case 3 10
entry, exit choose 80 80
entry, exit fill 1 1
entry, exit leap 6 5
entry, exit main 1 1
load fill 1
longjmp leap 1
mbr choose 70
setjmp main 1
store fill 9
438
-O2 -fPIC: dense
7 indices 10
block case 3 10
entry, exit choose 80 80
entry, exit fill 1 1
entry, exit leap 6 5
entry, exit main 1 1
load fill 1
longjmp leap 1
mbr choose 70
setjmp main 1
store fill 9
438
-O2 -fno-pie -no-pie: dense
7 indices 10
block case 3 10
entry, exit choose 80 80
entry, exit fill 1 1
entry, exit leap 6 5
entry, exit main 1 1
load fill 1
longjmp leap 1
mbr choose 70
setjmp main 1
store fill 9
438
-O2 -static: dense
7 indices 10
block case 3 10
entry, exit choose 80 80
entry, exit fill 1 1
entry, exit leap 6 5
entry, exit main 1 1
load fill 1
longjmp leap 1
mbr choose 70
setjmp main 1
store fill 9
438
-Os -m80387: dense
7 indices 10
block case 3 10
entry, exit choose 80 80
entry, exit fill 1 1
entry, exit leap 6 5
entry, exit main 1 1
load fill 1
longjmp leap 1
mbr choose 70
setjmp main 1
store fill 9
438
438
fill 1 80
fill 1 9
leap 1 5
main 0 6
main 1 1
