# SPDX-License-Identifier: GPL-3.0-or-later
# What halt draws is a graph to Graphviz, whatever the functions are called.

>>> a.cc
#include <map>
#include <string>
struct s
{
  int n;
  bool operator< (const s &o) const { return n < o.n; }
  template <typename T> s &operator<<= (T t) { n = t ? n << 1 : n; return *this; }
};
int
main ()
{
  std::map<s, std::string> m;
  for (int i = 0; i < 20; i++)
    {
      s k { i % 7 };
      k <<= i & 1;
      m[k] += "<\"&\\";
    }
  return m.size () > 100;
}

>>> run
$CXX -O1 -g $PLUGIN $(arg cbr) a.cc "$LIBHALT" -o prog
./prog
$HALT summarize --format=dot prog >all.dot
dot -Tsvg all.dot >all.svg
[ "$(grep -c '^digraph' all.dot)" = "$(grep -c '</svg>' all.svg)" ] || echo "graphs are missing"
$HALT report --format=dot prog >hottest.dot
dot -Tsvg hottest.dot >hottest.svg
grep -c "</svg>" hottest.svg

>>> out
1
