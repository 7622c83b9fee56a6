# SPDX-License-Identifier: GPL-3.0-or-later
# ghalt cover of suites: each thing that is left out, chosen, wanted or written, by itself.

>>> marks.c
static int f (int n)
{
  if (n > 1) n++;
  if (n > 1) n++;		// LCOV_EXCL_LINE
  if (n > 1) n++;		// GCOVR_EXCL_LINE
  if (n > 1) n++;		// LCOV_UNREACHABLE_LINE
  // GCOVR_EXCL_START
  if (n > 1) n++;
  // GCOVR_EXCL_STOP
  if (n > 1) n++;		// LCOV_EXCL_BR_LINE
  // LCOV_EXCL_BR_START
  if (n > 1) n++;
  // LCOV_EXCL_BR_STOP
  // XLCOV_EXCL_LINES, LCOV_EXCL_
  if (n > 1) n++;
  // LCOV_UNREACHABLE_START
  if (n > 1) n++;
  // LCOV_UNREACHABLE_STOP
  for (int i = 0; i < 3; i++) n += i;
  return n;
}
int main (int argc, char **argv) { (void) argv; return f (argc) < 0; }

>>> throws.cc
__attribute__ ((noipa)) int g (int n) { if (n > 5) throw 1; return n; }
int main (int argc, char **)
{
  struct S { int n; ~S () { n = 0; } } s = { argc };
  return g (s.n) > 9;
}

>>> bits.c
#include <string.h>
static volatile int n;
int main (int argc, char **argv)
{
  (void) argc;
  if (strchr (argv[1], '1'))
    n++;
  if (strchr (argv[1], '2'))
    n++;
  if (strchr (argv[1], '3'))
    n++;
  if (strchr (argv[1], '4'))
    n++;
  if (strchr (argv[1], '5'))
    n++;
  if (strchr (argv[1], '6'))
    n++;
}

>>> a.c
int a (int n)
{
  int s = n;
  if (n)
    {
      s++;
      s--;
      s += 2;
    }
  return s;
}

>>> b.c
int a (int n);
static int b (int n)
{
  if (n)
    {
      n++;
      return n;
    }
  return 0;
}
int main (int argc, char **argv) { (void) argv; return a (argc == 2) + b (argc == 3) < 0; }

>>> small.c
int main (void) { return 0; }

>>> inlined.c
int h (int n)
{
  if (n > 2)
    n *= 3;
  return n;
}
int main (int argc, char **argv) { (void) argv; return h (argc) + h (argc + 1) == 99 * argc; }

>>> run
build () { local out=$1; shift; $CC -O1 -g $PLUGIN $(arg cover count) "$@" "$LIBHALT" -o $out; }

echo "* markers"
build marks "$PWD/marks.c"
HALT_FILE=marks.prof ./marks
$HALT cover --format=lcov marks marks.prof 2>&1 | grep -E '^(DA|BRDA|ghalt)' | tr '\n' ' '; echo

$HALT cover --fail-under=lines=50 marks marks.prof 2>&1 >/dev/null
echo "* exceptions"
$CXX -O0 -g $PLUGIN $(arg at=gimple cbr mbr bb entry) throws.cc "$LIBHALT" -o throws
HALT_FILE=throws.prof ./throws
for o in "" --exceptions; do
  $HALT cover --format=lcov $o throws throws.prof 2>/dev/null | grep -E '^BR[FH]' | tr '\n' ' '
done; echo

echo "* the fewest tests, which are not those that have most"
mkdir bits
build bits/bits "$PWD/bits.c"
for t in 123 456 1245 25; do HALT_LABEL=$t HALT_FILE=bits/%p.prof bits/bits $t; done
$HALT cover --by=test bits | tail -n 1

echo "* folders, and what falls in one file"
mkdir -p src src2 two
mv a.c src
mv b.c src2
build two/prog "$PWD/src/a.c" "$PWD/src2/b.c"
cp small.c src
build two/small "$PWD/src/small.c"
HALT_FILE=two/1.prof two/prog b b
status () { local s=0; "$@" 2>&1 >/dev/null || s=$?; echo "status $s"; }
$HALT cover two 2>/dev/null | awk '{ print $NF == "all" ? $1 : $0 }' | grep -o 'src[^ ]*'
status $HALT cover --baseline=base --ratchet two
HALT_FILE=two/1.prof two/prog b
status $HALT cover --fail-under=lines=85:src two
status $HALT cover --fail-under=lines=60:src2 two
cp base before
status $HALT cover --baseline=base --ratchet two
cmp base before
HALT_FILE=two/2.prof two/prog b b
status $HALT cover --baseline=base --ratchet two
cmp -s base before || echo "it is raised"
status $HALT cover --baseline=base --ratchet two

echo "* other programs, and objects that programs have"
mkdir one
cp two/small one
HALT_FILE=two/3.prof two/small
$HALT cover one two/*.prof 2>&1 | sed -n "s|$PWD/||; /passed/p"
$CC -O1 -g $PLUGIN $(arg cover count) -c "$PWD/src/a.c" -o two/a.o
$CC -O1 -g $PLUGIN $(arg cover count) -c "$PWD/marks.c" -o two/marks.o
$HALT cover --format=json two 2>/dev/null | grep -o '"program":"[^"]*'

echo "* a second program with a function that was inlined"
for f in small inlined; do
  $CC -O2 -g $PLUGIN $(arg bb cbr entry) $f.c "$LIBHALT" -o $f
  HALT_FILE=$f.prof ./$f
done
for list in "inlined inlined.prof" "small inlined small.prof inlined.prof"; do
  $HALT cover --format=lcov $list 2>/dev/null | grep 'FNDA:[0-9]*,h'
done

echo "* outputs"
printf 'int x (void)\n{\n  return 1;\n}\n' >'a,b%.c'
$CC -g $PLUGIN $(arg cover) -c "$PWD/a,b%.c" -o odd.o
$HALT cover --format=github two odd.o 2>/dev/null | grep 'file=a'
$HALT cover --format=sonarqube bits 2>/dev/null | grep -o 'covered="[a-z]*"' | sort | uniq -c
HALT_FILE=bits/few.prof bits/bits 12
$HALT cover --format=sonarqube bits/bits bits/few.prof 2>/dev/null | grep -o 'covered="[a-z]*"' | sort | uniq -c
touch -d @1000000000 bits/*.prof
touch -d @1100000000 bits/few.prof
$HALT cover --format=cobertura bits 2>/dev/null | grep -o 'timestamp="[0-9]*"'
$HALT cover --format=html -o site bits/bits bits/few.prof 2>/dev/null
grep -o 'class="[a-z]*"><td' site/0.html | sort | uniq -c

>>> out
* markers
BRDA:3,0,0,1 BRDA:3,0,1,0 BRDA:15,0,0,1 BRDA:15,0,1,0 BRDA:19,0,0,1 BRDA:19,0,1,3 DA:1,1 DA:3,1 DA:10,1 DA:12,1 DA:15,1 DA:19,4 DA:20,1 DA:22,1 
* exceptions
BRF:2 BRH:1 BRF:4 BRH:2 
* the fewest tests, which are not those that have most
2 of 4 tests execute all of that, no fewer do: 123 456
* folders, and what falls in one file
src/a.c
src/small.c
src2/b.c
status 0
status 0
status 0
ghalt: note: src2/b.c: 4 of 6 lines were executed; it was 5 of 6
ghalt: note: src2/b.c: 4 of 6 statements were executed; it was 5 of 6
status 1
status 0
it is raised
status 0
* other programs, and objects that programs have
ghalt: note: passed over 2 profiles of other programs, such as two/1.prof of two/prog
"program":"two/prog
"program":"two/small
"program":"two/marks.o
* a second program with a function that was inlined
FNDA:1,h
FNDA:1,h
* outputs
::warning file=a%2Cb%25.c,line=1,endLine=3,title=Never executed::lines 1 to 3 were never executed
     14 covered="true"
      4 covered="false"
     10 covered="true"
timestamp="1100000000"
site/index.html
      6 class=""><td
      4 class="hit"><td
      4 class="never"><td
      6 class="part"><td
