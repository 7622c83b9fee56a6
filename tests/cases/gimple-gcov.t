# SPDX-License-Identifier: GPL-3.0-or-later
# at=gimple: the map's blocks and edges are gcov's, and so are the counts of
# every block and branch.  gcov's come from its own files, which gcov-dump
# prints: a spanning tree of edges is not counted, and is solved here.

>>> rest

>>> routines.c
#include <stdio.h>
#define N 20000
static unsigned long n[N], taken[N][2], entry[N][500];
void _record_block (unsigned long id) { n[id]++; }
void _record_cbr (unsigned long cond, unsigned long id) { taken[id][cond]++; }
void _record_mbr (unsigned long index, unsigned long id) { entry[id][index]++; }
__attribute__ ((destructor (101))) static void
end (void)
{
  FILE *f = fopen ("counts", "w");
  for (int id = 0; id < N; id++)
    {
      fprintf (f, "block %d - %lu\ncbr %d fall %lu\ncbr %d taken %lu\n", id,
	       n[id], id, taken[id][0], id, taken[id][1]);
      for (int i = 0; i < 500; i++)
	if (entry[id][i])
	  fprintf (f, "mbr %d %d %lu\n", id, i, entry[id][i]);
    }
  fclose (f);
}

>>> compare.awk
function put (a,    i)
{
  # Arcs are known until the next function: F SRC DST FLAGS.
  i = n_arcs[fn]++
  src[fn, i] = block; dst[fn, i] = a; known[fn, i] = 0
}
FILENAME == "gcno" && /FUNCTION ident=/ {
  match ($0, /ident=[0-9]+/); ident = substr ($0, RSTART + 6, RLENGTH - 6)
  match ($0, /`[^']*'/); fn = substr ($0, RSTART + 1, RLENGTH - 2)
  name[ident] = fn; lines = 0
}
FILENAME == "gcno" && /BLOCKS [0-9]+ blocks/ { n_blocks[fn] = $(NF - 1) }
FILENAME == "gcno" && /ARCS|LINES/ { arcs = /ARCS/ }
FILENAME == "gcno" && arcs && / block [0-9]+:/ {
  match ($0, / block [0-9]+:/)
  block = substr ($0, RSTART + 7, RLENGTH - 8)
  $0 = substr ($0, RSTART + RLENGTH)
  for (f = 1; f <= NF; f++)
    {
      split ($f, part, /[:(]/)
      put(part[1])
      tree[fn, n_arcs[fn] - 1] = part[2] ~ /[13579bdf]$/
      fake[fn, n_arcs[fn] - 1] = part[2] ~ /[2367abef]$/
    }
}
FILENAME == "gcno" && !arcs && / block [0-9]+:/ {
  match ($0, / block [0-9]+:/)
  block = substr ($0, RSTART + 7, RLENGTH - 8)
  sub (/.*': */, " ")
  gsub (/, */, " ")
  their_lines[fn, block] = $0
}
FILENAME == "gcda" && /FUNCTION ident=/ {
  match ($0, /ident=[0-9]+/); fn = name[substr ($0, RSTART + 6, RLENGTH - 6)]
  at = 0
}
FILENAME == "gcda" && /COUNTERS arcs/ && $(NF - 1) < 0 { zero[fn] = 1 }
FILENAME == "gcda" && / [0-9]+: / && !/COUNTERS|FUNCTION|SUMMARY/ {
  sub (/.*gcda: *[0-9]+: /, "")
  for (f = 1; f <= NF; f++)
    counter[fn, at++] = $f
}
FILENAME == "counts" { count[$1, $2, $3] = $4 }
FILENAME == "map" && $1 == "function" { fn = $2; mapped[fn] = 1 }
FILENAME == "map" && $1 == "block" {
  map_blocks[fn]++
  for (f = 1; f < NF && $f != "lines"; f++)
    ;
  while (++f <= NF)
    our_lines[fn, $2] = our_lines[fn, $2] " " $f
}
FILENAME == "map" && $1 == "edge" && $4 != "abnormal" {
  from = $2 == "entry" ? 0 : $2; to = $3 == "exit" ? 1 : $3
  edge[fn, from, to] = $4 == "index" ? $5 : $4
  n_edges[fn]++
}
FILENAME == "map" && $1 == "point" {
  point[fn, $5] = point[fn, $5] " " $3 " " $2
}
# What goes out of B (SIDE src) or comes in: its sum, if one is missing which.
function side (fn, b, out,    i, s)
{
  missing = -1; n_missing = 0; n_side = 0; s = 0
  for (i = 0; i < n_arcs[fn]; i++)
    if ((out ? src[fn, i] : dst[fn, i]) == b)
      {
	n_side++
	if (known[fn, i]) s += value[fn, i]
	else { missing = i; n_missing++ }
      }
  return s
}
function solve (fn,    i, b, o, s, changed, c)
{
  c = 0
  for (i = 0; i < n_arcs[fn]; i++)
    if (!tree[fn, i])
      { known[fn, i] = 1; value[fn, i] = counter[fn, c++] + 0 }
  do
    {
      changed = 0
      for (b = 0; b < n_blocks[fn]; b++)
	for (o = 0; o < 2; o++)
	  {
	    if (b == !o)
	      continue;
	    s = side(fn, b, o)
	    if (!n_side)
	      continue;
	    if (!n_missing && !((fn, b) in total))
	      { total[fn, b] = s; changed = 1 }
	    if (n_missing == 1 && ((fn, b) in total))
	      {
		known[fn, missing] = 1
		value[fn, missing] = total[fn, b] - s
		changed = 1
	      }
	  }
    }
  while (changed)
}
function check (what, ours, theirs)
{
  n_checked++
  if (ours + 0 != theirs + 0)
    { print fn, what ": " ours + 0 ", gcov: " theirs; n_differ++ }
}
END {
  for (id in name)
    {
      fn = name[id]
      if (!(fn in mapped)) { print fn " is not in the map"; continue }
      solve(fn)
      if (map_blocks[fn] + 2 != n_blocks[fn])
	print fn ": " map_blocks[fn] " blocks, gcov: " n_blocks[fn] - 2
      left = n_edges[fn]
      for (i = 0; i < n_arcs[fn]; i++)
	if (!fake[fn, i] && !((fn, src[fn, i], dst[fn, i]) in edge))
	  print fn ": no edge " src[fn, i] " " dst[fn, i]
	else if (!fake[fn, i])
	  left--
      if (left) print fn ": " left " edges too many"
      for (b = 2; b < n_blocks[fn]; b++)
	{
	  if (our_lines[fn, b] != their_lines[fn, b])
	    print fn " block " b " lines" our_lines[fn, b] ", gcov:" \
	      their_lines[fn, b]
	  n = split (point[fn, b], p)
	  for (k = 1; k < n; k += 2)
	    if (p[k] == "block")
	      check("block " b, count["block", p[k + 1], "-"], total[fn, b])
	    else
	      for (i = 0; i < n_arcs[fn]; i++)
		if (src[fn, i] == b && !fake[fn, i])
		  check("edge " b " " dst[fn, i],
			count[p[k], p[k + 1], edge[fn, b, dst[fn, i]]],
			value[fn, i])
	}
    }
  if (!n_checked || n_differ)
    print n_checked + 0 " compared, " n_differ + 0 " differ"
}

>>> run
dump=$(echo "$GCOV" | sed 's,gcov,gcov-dump,')
$CC -O2 -c routines.c
for o in -O0 -O2; do
  for f in "$TESTS"/oracle/*.c; do
    # setjmp: which of its fake edges gcov trusts is chance.
    case $f in */leaps.c) continue ;; esac
    # compare.awk reads the lines of one source file.
    ! grep -q intrin "$f" || continue
    rm -f a.gc* counts
    $CC -w $o --coverage -c "$f" -o a.o
    $CC --coverage -Wl,--no-warn-execstack a.o -o plain -lm
    code ./plain >plain.out 2>&1
    [ -f a.gcda ] || continue
    $dump -l a.gcno >gcno
    $dump -l a.gcda >gcda
    $CC -w $o $PLUGIN $(arg at=gimple cbr mbr bb) "$f" routines.o \
      -Wl,--no-warn-execstack -o prog -lm
    code ./prog >prog.out 2>&1
    same plain.out prog.out
    $HALT summarize prog >map
    awk -f compare.awk gcno gcda counts map >differences
    [ ! -s differences ] || { echo "$o $f:"; cat differences; }
  done
done
