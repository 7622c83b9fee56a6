// SPDX-License-Identifier: GPL-3.0-or-later
// The work that tests/bench gives to MuJS; its argument is how often.

function fib (n) { return n < 2 ? n : fib (n - 1) + fib (n - 2); }

function sieve (limit) {
  var composite = [], n = 0;
  for (var i = 2; i < limit; i++)
    if (!composite[i]) {
      n++;
      for (var j = i * i; j < limit; j += i)
        composite[j] = true;
    }
  return n;
}

function words (n) {
  var seed = 42, count = {}, distinct = 0;
  for (var i = 0; i < n; i++) {
    seed = (seed * 16807) % 2147483647;
    var word = String.fromCharCode (97 + seed % 26) + (seed >> 8) % 40;
    if (!count[word]) { count[word] = 0; distinct++; }
    count[word]++;
  }
  return distinct;
}

function sorted (n) {
  var list = [];
  for (var i = 0; i < n; i++)
    list.push ((i * 7919) % 10007);
  list.sort (function (a, b) { return a - b; });
  return list[n >> 1];
}

function text (n) {
  var s = '';
  for (var i = 0; i < n; i++)
    s += 'item-' + i + ';';
  return s.replace (/item-(\d)(\d*);/g, '$2$1').length + s.split (';').length;
}

var caught = 0;
for (var round = 0; round < scriptArgs[0]; round++) {
  print (fib (19), sieve (20000), words (6000), sorted (2500), text (1200));
  try { null.length; } catch (e) { caught++; }
}
print (caught);
