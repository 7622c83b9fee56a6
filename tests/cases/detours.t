# SPDX-License-Identifier: GPL-3.0-or-later
# Names of files are shown without detours, a/../b as b, in every output; where a is a link,
# b is what is above where that leads.

>>> h.h
static inline int h (int x) { if (x > 3) return 1; return x; }

>>> g.h
static inline int g (int x) { if (x > 3) return 1; return x * 7; }

>>> a.cc
#include "h.h"
#include "link/../g.h"
#include <vector>
extern "C" int o (int);
int
main (int c, char **v)
{
  std::vector<int> w;
  for (int i = 0; i < c; i++)
    w.push_back (h (c) + g (c) + o (c));
  return w[0] == 7;
}

>>> o.c
int
o (int x)
{
  return x > 3 ? 3 : 7;
}

>>> run
mkdir -p x/sub y inc far/dir
ln -s ../far/dir x/link
mv a.cc x; mv h.h inc; mv g.h far; mv o.c y
printf 'int g (void);\n' >x/g.h
top=$PWD
cd x
p="$PLUGIN $(arg entry cbr)"
formats=$($HALT help report | sed -n 's/^ *--format=//p' | tr '|' ' ')
for how in "" "$(arg at=gimple)" "-ffile-prefix-map=$top=/place"; do
  case $how in *place) place=place ;; *) place=${top#/} ;; esac
  echo "* $(echo "$how" | sed "s|=/.*=|=...=|; s|.*-halt-||")"
  $CXX -c -g -I sub/../../inc -I sub/.. $p $how sub/../a.cc -o a.o
  # Where the compiler is, too, may be said so.
  (cd ../y/../x && env PWD="$PWD/sub/.." $CC -c -g $p $how ../x/sub/../../y/../y/o.c -o o.o)
  $CXX a.o o.o "$LIBHALT" -o prog
  ./prog
  for format in $formats; do
    case $format in sqlite) o="-o db" ;; *) o= ;; esac
    $HALT report --format=$format $o prog >$format || [ $format = guide ]
  done
  gzip -dc <pprof >out && mv out pprof
  $HALT html -o site prog >/dev/null
  cat site/index.html site/data/index.js site/data/flame.js >html
  $HALT summarize prog >summary
  $HALT cover prog >cover || [ $? = 1 ]
  grep -a -o '[^." =/]/\.\./[^ ",]*' $formats db html summary cover || echo "none"
  $HALT report --format=csv --kind=cbr --function=[gho] --function=main prog | sed 1d | cut -d , -f 5-6 |
    sed "s|$top|TOP|" | sort -u
  $HALT report --format=lcov prog | grep '^SF' | sed "s|$top|TOP|" | grep -v /usr/ | sort
  grep "^f[li]=/$place" callgrind | sed "s|$top|TOP|" | sort -u
  [ $place = place ] || $HALT report --annotate prog | grep -c 'x \* 7\|x > 3 ? 3'
done 2>&1 | grep -v '^ghalt: note'

>>> out
* 
none
g(int),TOP/far/g.h
h(int),../inc/h.h
main,a.cc
o,../y/o.c
SF:TOP/far/g.h
SF:TOP/inc/h.h
SF:TOP/x/a.cc
SF:TOP/y/o.c
fl=TOP/far/g.h
fl=TOP/inc/h.h
fl=TOP/x/a.cc
fl=TOP/y/o.c
2
* at=gimple
ghalt: halt.prof: nothing was recorded of machine code that counters could be placed by
none
g(int),TOP/far/g.h
h(int),../inc/h.h
main,a.cc
o,../y/o.c
SF:TOP/far/g.h
SF:TOP/inc/h.h
SF:TOP/x/a.cc
SF:TOP/y/o.c
fl=TOP/far/g.h
fl=TOP/inc/h.h
fl=TOP/x/a.cc
fl=TOP/y/o.c
2
* -ffile-prefix-map=...=/place
none
g(int),/place/far/g.h
h(int),../inc/h.h
main,a.cc
o,../y/o.c
SF:/place/far/g.h
SF:/place/inc/h.h
SF:/place/x/a.cc
SF:/place/y/o.c
fl=/place/far/g.h
fl=/place/inc/h.h
fl=/place/x/a.cc
fl=/place/y/o.c
