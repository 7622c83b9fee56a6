-- SPDX-License-Identifier: GPL-3.0-or-later
-- The work that tests/bench gives to Lua: calls, closures, numbers, tables,
-- strings, sorting, errors, coroutines.  Its argument is how much of it, 1 at
-- most; what it prints is always the same.

local share = tonumber (arg[1])
local function part (n) return math.floor (n * share) end

local function fib (n) return n < 2 and n or fib (n - 1) + fib (n - 2) end
print ("fib", fib (share < 1 and 27 or 32))

local function sieve (limit)
  local composite, n = {}, 0
  for i = 2, limit do
    if not composite[i] then
      n = n + 1
      for j = i * i, limit, i do composite[j] = true end
    end
  end
  return n
end
print ("primes", sieve (part (2000000)))

local seed = 42
local function random (n)
  seed = (seed * 1103515245 + 12345) % 2147483648
  return seed // 65536 % n + 1
end

local t = {}
for i = 1, part (150000) do t[i] = random (30000) end
table.sort (t, function (a, b) return a > b end)
print ("sorted", t[1], t[#t // 2], t[#t])

local words, counts, distinct = {}, {}, 0
for i = 1, part (150000) do
  words[i] = string.format ("%c%c%d", 96 + random (26), 96 + random (26), random (9))
end
for word in table.concat (words, " "):gmatch ("%a+%d") do
  if not counts[word] then counts[word] = 0; distinct = distinct + 1 end
  counts[word] = counts[word] + 1
end
print ("words", distinct, counts[words[1]])
print ("text", (table.concat (words, " "):gsub ("a(%w)", "%1b"):upper ():sub (1, 60)))

local function mandelbrot (size)
  local inside = 0
  for y = 1, size do
    for x = 1, size do
      local cr, ci, zr, zi, i = 3 * x / size - 2, 2 * y / size - 1, 0.0, 0.0, 0
      while i < 50 and zr * zr + zi * zi < 4 do
	zr, zi, i = zr * zr - zi * zi + cr, 2 * zr * zi + ci, i + 1
      end
      if i == 50 then inside = inside + 1 end
    end
  end
  return inside
end
print ("mandelbrot", mandelbrot (part (400)))

local caught = 0
for i = 1, part (100000) do
  if not pcall (function () if i % 3 == 0 then error { i } end end) then
    caught = caught + 1
  end
end
print ("caught", caught)

local sum = 0
local numbers = coroutine.wrap (function ()
  for i = 1, part (400000) do coroutine.yield (i) end
  return nil
end)
for i in numbers do sum = sum + i end
print ("yielded", sum)
