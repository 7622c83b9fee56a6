# SPDX-License-Identifier: GPL-3.0-or-later
# A real program at work: control is conserved at every block, and every edge has
# a count or a reason.

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
  ./prog work.lua
  $HALT report --format=json prog >report.json
  "$TESTS/flow-check" report.json >checked || { echo "$@"; cat checked; }
  awk '$2 == "functions," && $3 > 300 { many = 1 } $1 == "edges:" && 30 * $6 < $2 { few = 1 }
       END { if (!many || !few) print "not enough is known" }' checked
}
check -O2 $(arg proc cbr mbr)
check -O0 $(arg at=gimple cbr mbr bb entry)

>>> out
1502250.0	2572	false	thrown	true	nil	[string "x ="]:1: unexpected symbol near <eof>
1502250.0	2572	false	thrown	true	nil	[string "x ="]:1: unexpected symbol near <eof>
