# SPDX-License-Identifier: GPL-3.0-or-later
# A real program at work: control is conserved at every block, and every edge has
# a count or a reason.

>>> all

>>> run
"$TESTS/tools/source" lua5.4 lua || skip "no source of Lua"
echo '#define DEB_HOST_MULTIARCH ""' >lua5.4-deb-multiarch.h
# check OPTION...: compiled so; nearly all has to be known.
check ()
{
  rm -f *.o halt.prof
  for file in lua/src/l*.c; do
    case $file in */luac.c) continue ;; esac
    $CC -w -g -DLUA_USE_POSIX -I. $PLUGIN "$@" -c $file
  done
  $CC *.o "$LIBHALT" -lm -o prog
  ./prog "$TESTS/programs/work.lua"
  $HALT report --format=json prog >report.json
  "$TESTS/tools/flow-check" report.json >checked || { echo "$@"; cat checked; }
  awk '$2 == "functions," && $3 > 300 { many = 1 } $1 == "edges:" && 30 * $6 < $2 { few = 1 }
       END { if (!many || !few) print "not enough is known" }' checked
}
check -O2 $(arg proc cbr mbr)
check -O0 $(arg at=gimple cbr mbr bb entry)

>>> out
1502250.0	2572	false	thrown	true	nil	[string "x ="]:1: unexpected symbol near <eof>
1502250.0	2572	false	thrown	true	nil	[string "x ="]:1: unexpected symbol near <eof>
