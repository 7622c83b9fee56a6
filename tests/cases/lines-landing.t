# SPDX-License-Identifier: GPL-3.0-or-later
# Machine code goes on behind a landing pad as behind any block: the line of a catch is
# counted once each time.

>>> one.cc
struct thrower { ~thrower () {} thrower () { throw 7; } };
int caught;
__attribute__ ((noinline)) int
catcher ()
{
  try {
    thrower t;
  } catch (int k) { // here
    caught++;
    return k;
  }
  return 0;
}
int
main ()
{
  int s = 0;
  for (int i = 0; i < 5; i++)
    s += catcher ();
  return caught != 5;
}

>>> two.cc
struct error { int n; };
struct guard { int *p; ~guard () { ++*p; } };
int ended, caught, other;
__attribute__ ((noipa)) static void
may_throw (int n)
{
  if (n % 3 == 0)
    throw n;
  if (n % 3 == 1)
    throw error { n };
}
__attribute__ ((noipa)) static int
handle (int n)
{
  int r = 0;
  for (int i = 0; i < 2; i++)
    try {
      guard g = { &ended };
      may_throw (n);
      r += 1;
    } catch (int k) { // here
      caught++;
      r += k;
    } catch (const error &e) {
      other++;
      r -= e.n;
    }
  return r;
}
int
main ()
{
  int s = 0;
  for (int i = 0; i < 9; i++)
    s += handle (i);
  return s == 1000;
}

>>> run
for file in one two; do
  here=$(grep -n here $file.cc | cut -d: -f1)
  for option in -O0 -O1 -O2 -O3 "-O2 -fno-reorder-blocks-and-partition"; do
    $CXX $option -g $PLUGIN $(arg bb cbr entry) $file.cc "$LIBHALT" -o $file
    rm -f halt.prof
    ./$file
    echo "$file $option: $("$HALT" report --format=lcov $file 2>/dev/null | grep "^DA:$here," | cut -d, -f2)"
  done
done

>>> out
one -O0: 5
one -O1: 5
one -O2: 5
one -O3: 5
one -O2 -fno-reorder-blocks-and-partition: 5
two -O0: 12
two -O1: 12
two -O2: 12
two -O3: 12
two -O2 -fno-reorder-blocks-and-partition: 12
