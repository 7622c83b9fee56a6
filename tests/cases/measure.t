# SPDX-License-Identifier: GPL-3.0-or-later
# --measure: a table for each set, from whatever kinds tell it; those that do not are
# named.  That block counts are what a count of the blocks themselves says, too.

>>> a.c
#include <stdlib.h>
int volatile sink;
static __attribute__ ((noipa)) int leaf (int x) { return x > 3 ? x : 2 * x; }
__attribute__ ((noipa)) int never (int x) { return leaf (x); }
static __attribute__ ((noipa)) int ways (int x)
{
  switch (x)
    {
    case 0: return leaf (7);
    case 1: return 5;
    case 2: return leaf (1) + 1;
    case 3: return 9;
    case 4: return 2;
    default: return 3;
    }
}
int (*volatile through) (int) = leaf;
int
main (int argc, char **argv)
{
  (void) argv;
  for (int i = 0; i < 5; i++)
    sink += ways (i);
  sink += through (2);
  if (argc > 5)
    sink = never (argc);
  return 0;
}

>>> plain.c
int f (int x) { return x; }
int main (void) { return f (0); }

>>> run
CC="$CC --param=case-values-threshold=4"
all=function-coverage,function-counts,block-coverage,block-counts,arc-counts,call-graph
$CC -O1 -g $PLUGIN $(arg switch call entry cbr mbr exit) a.c "$LIBHALT" -o prog
HALT_ON='*' ./prog
$HALT report --measure=$all prog
# The same from blocks alone, where that is enough.
$HALT report --measure=block-counts prog | sed '1d; s/~/ /' | sort >ours
$CC -O1 -g $PLUGIN $(arg bb) a.c "$LIBHALT" -o blocks
HALT_FILE=blocks.prof ./blocks
$HALT report --measure=block-counts blocks blocks.prof | sed '1d; s/~/ /' | sort >theirs
same ours theirs
$HALT report --measure=block-coverage --function=ways blocks blocks.prof
# What is missing.
for set in function-counts block-counts arc-counts call-graph; do
  code $HALT report --measure=$set blocks blocks.prof 2>&1 | sed '/^ *[0-9]/d'
done
HALT_ON=entry ./prog
HALT_FILE=entry.prof HALT_ON=entry ./prog
$HALT report --measure=function-counts --top=2 prog entry.prof
code $HALT report --measure=block-count prog 2>&1
code $HALT report --measure=block-counts --hot prog 2>&1
code $HALT report --measure=block-counts --format=csv prog 2>&1
code $HALT report --measure=block-counts --sort=id prog 2>&1
$CC -O1 -g $PLUGIN $(arg entry) plain.c "$LIBHALT" -o plain
HALT_FILE=plain.prof ./plain
$HALT report --measure=arc-counts,block-coverage plain plain.prof

>>> out
function-coverage (entry): 3 of 4 functions, 75.0%
entered  where  function
      0  a.c:4  never

function-counts (entry)
entered  where   function
      5  a.c:5   ways
      3  a.c:3   leaf
      1  a.c:19  main
      0  a.c:4   never

block-coverage (cbr, mbr, entry, exit): 13 of 16 blocks, 81.3%
executed  blocks   share  where   function
       1       1   100.0  a.c:3   leaf
       8       9    88.9  a.c:5   ways
       0       1     0.0  a.c:4   never
       4       5    80.0  a.c:19  main

block-counts (cbr, mbr, entry, exit)
executed  where           function
      ~5  a.c:7 block 2   ways
      ~5  a.c:6 block 3   ways
      ~5  a.c:16 block 5  ways
      ~5  a.c:23 block 3  main
      ~3  a.c:3 block 2   leaf
      ~1  a.c:10 block 4  ways
      ~1  a.c:9 block 6   ways
      ~1  a.c:11 block 7  ways
      ~1  a.c:13 block 8  ways
      ~1  a.c:7 block 10  ways
      ~1  a.c:20 block 2  main
      ~1  a.c:24 block 4  main
      ~1  a.c:28 block 5  main
      ~0  a.c:14 block 9  ways
      ~0  a.c:4 block 2   never
      ~0  a.c:26 block 6  main

arc-counts (cbr, mbr, entry, exit)
crossed  where               function
     ~5  a.c:5 entry -> 7    ways
      5  a.c:7 -> 6 fall     ways
      5  a.c:16 -> exit      ways
      4  a.c:23 -> 23 taken  main
     ~3  a.c:3 entry -> 3    leaf
      3  a.c:3 -> exit       leaf
      1  a.c:6 -> 9 index    ways
      1  a.c:6 -> 10 index   ways
      1  a.c:6 -> 11 index   ways
      1  a.c:6 -> 7 index    ways
      1  a.c:6 -> 13 index   ways
     ~1  a.c:10 -> 16 fall   ways
     ~1  a.c:9 -> 16 jump    ways
     ~1  a.c:11 -> 16 jump   ways
     ~1  a.c:13 -> 16 jump   ways
     ~1  a.c:7 -> 16 jump    ways
     ~1  a.c:19 entry -> 20  main
     ~1  a.c:20 -> 23 fall   main
      1  a.c:23 -> 24 fall   main
      1  a.c:24 -> 28 fall   main
      1  a.c:28 -> exit      main
      0  a.c:7 -> 14 taken   ways
      0  a.c:14 -> exit      ways
     ~0  a.c:4 entry -> 4    never
      0  a.c:4 -> exit       never
      0  a.c:24 -> 26 taken  main
     ~0  a.c:26 -> 28 jump   main

call-graph (entry, call)
calls  where                          function
    5  a.c:19 -> ways                 main
    2  a.c:5 -> leaf                  ways
    1  a.c:19 -> (through a pointer)  main
   ~1  a.c:3 -> leaf                  (elsewhere)
   ~1  a.c:19 -> main                 (elsewhere)
    0  a.c:4 -> leaf                  never
    0  a.c:19 -> never                main
block-coverage (block): 8 of 9 blocks, 88.9%
executed  blocks   share  where  function
       8       9    88.9  a.c:5  ways
function-counts (block)
entered  where   function
     ~5  a.c:5   ways
     ~3  a.c:3   leaf
     ~1  a.c:19  main
     ~0  a.c:4   never
block-counts (block)
executed  where           function
ghalt: blocks: arc-counts needs kind cbr, of which it has no point: compile it with -fplugin-arg-halt-cbr
exit 2
ghalt: blocks: call-graph needs kind call, of which it has no point: compile it with -fplugin-arg-halt-call
exit 2
function-counts (entry)
entered  where  function
      5  a.c:5  ways
      3  a.c:3  leaf
and 2 more
ghalt: unknown word 'block-count' of '--measure', did you mean 'block-counts'?
exit 2
ghalt: '--hot' and '--measure' are different reports
exit 2
ghalt: '--measure' is text: it does not go with '--format=csv'
exit 2
ghalt: '--sort' does not go with '--measure'
exit 2
block-coverage (entry): 1 of 2 blocks, 50.0%
executed  blocks   share  where      function
       0       1     0.0  plain.c:1  f
       1       1   100.0  plain.c:2  main

arc-counts (entry)
crossed  where                 function
     ~1  plain.c:2 entry -> 2  main
     ~1  plain.c:2 -> exit     main
     ~0  plain.c:1 entry -> 1  f
     ~0  plain.c:1 -> exit     f
