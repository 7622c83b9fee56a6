-- SPDX-License-Identifier: GPL-3.0-or-later
-- Work for Lua in the tests: tables, strings, closures, errors, coroutines, the
-- garbage collector.
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
