# SPDX-License-Identifier: GPL-3.0-or-later
# cover --paths: of several programs that share units and functions of a header; one was never
# executed, and an object that no program has; what is left out.

>>> lib.h
static inline int sign (int n)
{
  if (n < 0)
    return -1;
  return n > 0;
}
int steps (int n, int odd);
>>> lib.c
#include "lib.h"
int steps (int n, int odd)
{
  int s = 0;
  if (n > 5)
    s += sign (n);
  if (odd)
    s++;
  return s;
}
>>> one.c
#include "lib.h"
int main (int argc, char **argv) { return steps (argc + 9, 0) + sign (argc) - 2 + (argv == 0); }
>>> two.c
#include "lib.h"
int main (int argc, char **argv) { return steps (argc, 1) - sign (0) - 1 + (argv == 0); }
>>> three.c
#include "lib.h"
int main (void) { return sign (-1); }
>>> alone.c
int alone (int n) { return n ? 1 : 2; }
>>> run
for kind in prime blpp; do
  echo "$kind:"
  rm -rf build profiles
  mkdir build profiles
  for f in lib one two three alone; do
    $CC -O1 -g -fno-inline $PLUGIN $(arg $kind) $([ $kind = blpp ] || arg count) -c $f.c -o build/$f.o
  done
  for p in one two three; do
    $CC build/$p.o build/lib.o $LIBHALT -o build/$p
  done
  HALT_FILE=profiles/1.prof build/one
  HALT_FILE=profiles/2.prof build/two
  $HALT cover --paths build profiles >text
  if [ $kind = prime ]; then sed 's/^  [0-9]*:/  /' text; else grep -v '^ ' text | sort; fi
  $HALT cover --paths --format=json build profiles >j
  python3 -W ignore -m jsonschema -i j "$TESTS/../docs/schema/taken.json"
  for p in one two; do $HALT cover --paths build/$p profiles/$([ $p = one ] && echo 1 || echo 2).prof | grep steps; done
done
$HALT cover --paths --exclude='*.h' --exclude=alone.c build profiles | sed 1d | cut -d: -f1 | sort -u | grep .c
$HALT cover --paths --root=. build profiles | head -n 1
>>> out
prime:
prime paths 5/11, of 6 functions
alone.c:1: alone: prime paths 0/2
   1(false) 1
   1(true) 1
lib.c:2: steps: prime paths 2/4
   2 4 5(true) 6 7(true) 8 9
   2 4 5(false) 7(false) 9
lib.h:1: sign: prime paths 1/2
   1 3(true)
one.c:2: main: prime paths 1/1
three.c:2: main: prime paths 0/1
   2
two.c:2: main: prime paths 1/1
lib.c:2: steps: prime paths 1/4
lib.c:2: steps: prime paths 1/4
blpp:
acyclic paths 7/17, of 9 functions
alone.c:1: alone: acyclic paths 0/2
lib.c:2: steps: acyclic paths 2/4
lib.h:1: sign: acyclic paths 0/2
lib.h:1: sign: acyclic paths 1/2
lib.h:1: sign: acyclic paths 1/2
lib.h:1: sign: acyclic paths 1/2
one.c:2: main: acyclic paths 1/1
three.c:2: main: acyclic paths 0/1
two.c:2: main: acyclic paths 1/1
lib.c:2: steps: acyclic paths 1/4
lib.c:2: steps: acyclic paths 1/4
lib.c
one.c
three.c
two.c
acyclic paths 7/17, of 9 functions
