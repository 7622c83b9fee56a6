# SPDX-License-Identifier: GPL-3.0-or-later
# Two real programs at work: every path is counted as often as it was taken, and
# they work as ever.

>>> all

>>> work.lua
local Queue = {}
Queue.__index = Queue
function Queue.new () return setmetatable ({ first = 1, last = 0 }, Queue) end
function Queue:push (x) self.last = self.last + 1; self[self.last] = x end
function Queue:pop () local x = self[self.first]; self[self.first] = nil; self.first = self.first + 1; return x end
local q, words, sum = Queue.new (), {}, 0
for i = 1, 3000 do
  q:push (i * 7919 % 1000)
  words[#words + 1] = ("%05d:%s"):format (i, ("x"):rep (i % 7))
end
while q.first <= q.last do sum = sum + q:pop () end
table.sort (words, function (a, b) return a:reverse () < b:reverse () end)
local text = table.concat (words, " ")
local n = select (2, text:gsub ("x+", function (s) return #s > 3 and s:upper () or nil end))
local ok, what = pcall (function () local function deep (k) if k == 0 then error ({ "thrown" }) end deep (k - 1) end deep (50) end)
local co = coroutine.wrap (function () for i = 1, 100 do coroutine.yield (i // 2 * 1.5) end end)
for i = 1, 100 do sum = sum + co () end
for i = 1, 200 do collectgarbage ("step", i); load ("return " .. i .. " + 1") () end
print (sum, n, ok, what[1], pcall (load, "x ="))

>>> run
"$TESTS/source" lua5.4 lua || skip "no source of Lua"
"$TESTS/source" bzip2 bzip2 || skip "no source of bzip2"
echo '#define DEB_HOST_MULTIARCH ""' >lua5.4-deb-multiarch.h
$CC -O2 -w -c "$TESTS/paths-trace.c" -o trace.oo
# made PLUGIN'S-ARGUMENT... -- OPTION... -- FILE...: the program prog.
made ()
{
  arguments= options=
  while [ "$1" != -- ]; do arguments="$arguments $1"; shift; done
  shift
  while [ "$1" != -- ]; do options="$options $1"; shift; done
  shift
  rm -f *.o halt.prof
  for file; do
    $CC -w $options $PLUGIN $(arg blpp entry bb $arguments) -c $file
  done
  $CC *.o trace.oo "$LIBHALT" -lm -o prog
  "$TESTS/paths-compare" table "$HALT" prog >table
  export HALT_PATHS_TABLE=table HALT_PATHS_TRACE=trace
}
compared ()
{
  "$TESTS/paths-compare" paths "$HALT" prog halt.prof trace >log || cat log
  awk '/ differences$/ && $1 > '$1' && $3 > '$2' { print "functions and paths,", $7, $8 }' log
}
lua_files=$(ls lua/src/l*.c | grep -v luac)
bzip2_files=$(for f in blocksort huffman crctable randtable compress decompress bzlib bzip2; do
		echo bzip2/$f.c; done)
head -c 100000 "$TESTS/test_runtime.c" >input
for count in count blpp; do
  for option in -O2 -O3; do
    made $count -- $option -DLUA_USE_POSIX -I. -- $lua_files
    ./prog work.lua
    compared 300 1300
    made $count -- $option -D_FILE_OFFSET_BITS=64 -- $bzip2_files
    ./prog -c input >compressed
    bunzip2 -c compressed | cmp - input
    compared 20 100
  done
done

>>> out
1502250.0	2572	false	thrown	true	nil	[string "x ="]:1: unexpected symbol near <eof>
functions and paths, 0 differences
functions and paths, 0 differences
1502250.0	2572	false	thrown	true	nil	[string "x ="]:1: unexpected symbol near <eof>
functions and paths, 0 differences
functions and paths, 0 differences
1502250.0	2572	false	thrown	true	nil	[string "x ="]:1: unexpected symbol near <eof>
functions and paths, 0 differences
functions and paths, 0 differences
1502250.0	2572	false	thrown	true	nil	[string "x ="]:1: unexpected symbol near <eof>
functions and paths, 0 differences
functions and paths, 0 differences
