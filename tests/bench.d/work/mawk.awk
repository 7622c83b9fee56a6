# SPDX-License-Identifier: GPL-3.0-or-later
# The work that tests/bench gives to mawk: a text of C headers.
{ bytes += length; fields += NF }
/^#[ \t]*define[ \t]/ { defined[substr ($2, 1, 6)]++ }
/[a-z_]+ \([^()]*\);?$/ { calls++ }
{
  n = split (tolower ($0), word, /[^a-z0-9_]+/)
  for (i = 1; i <= n; i++)
    seen[word[i]]++
}
/\/\*.*\*\// { match ($0, /\/\*.*\*\//); comments += RLENGTH }
END {
  print NR, bytes, fields, calls, comments
  for (w in seen) {
    distinct++
    sum += seen[w] * length (w)
    if (seen[w] > most || seen[w] == most && w < best) { most = seen[w]; best = w }
  }
  for (d in defined)
    macros += defined[d]
  printf "%d %d %s %d %d\n", distinct, sum, best, most, macros
}
