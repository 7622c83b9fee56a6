# SPDX-License-Identifier: GPL-3.0-or-later
# Graphviz lays out every function of a real program, without and with counts.

>>> all

>>> a.lua
local t = {}
for i = 1, 2000 do t[i] = (i * 7919) % 1000 end
table.sort (t)
print (t[1], #t, pcall (error, "x"))

>>> run
"$TESTS/tools/source" lua5.4 lua || skip "no source of Lua"
echo '#define DEB_HOST_MULTIARCH ""' >lua5.4-deb-multiarch.h
for file in lua/src/l*.c; do
  case $file in */luac.c) continue ;; esac
  $CC -w -O2 -g -DLUA_USE_POSIX -I. $PLUGIN $(arg cbr mbr entry) -c $file
done
$CC *.o "$LIBHALT" -lm -o prog
./prog a.lua
$HALT summarize --format=dot prog >plain.dot
$HALT report --format=dot --function='*' prog >counted.dot
for graphs in plain counted; do
  dot -Tsvg $graphs.dot 2>&1 >$graphs.svg
  [ "$(grep -c '^digraph' $graphs.dot)" = "$(grep -c '</svg>' $graphs.svg)" ] ||
    echo "graphs are missing"
  [ "$(grep -c '</svg>' $graphs.svg)" -gt 500 ] || echo "too few"
done

>>> out
0	2000	false	x
