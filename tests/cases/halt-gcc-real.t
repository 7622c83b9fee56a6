# SPDX-License-Identifier: GPL-3.0-or-later
# halt-gcc with a real compiler: what it says of itself, every way to compile and to
# link, and the counts.

>>> a.c
#include "a.h"
extern int twice (int);
int
main (int argc, char **argv)
{
  int sum = 0;
  (void) argv;
  for (int i = 0; i < 50; i++)
    {
      /* No vectors.  */
      __asm__ volatile ("");
      if (i % 5 == argc)
	sum += twice (i);
    }
  return sum != 470;
}

>>> a.h
#include <stdio.h>
#define UNUSED

>>> b.c
int twice (int n) { return n > 40 ? n + n : 2 * n + 0; }

>>> leaf.S
#define NAME nothing
	.text
NAME:	ret
	.section .note.GNU-stack,"",@progbits

>>> c.cc
#include <stdexcept>
#include <string>
static int deep (int n) { if (n == 3) throw std::runtime_error ("three"); return n; }
int
main ()
{
  int caught = 0;
  for (int i = 0; i < 9; i++)
    try { deep (i); } catch (const std::exception &) { caught++; }
  return caught != 1;
}

>>> run
command=$HALT
h=${HALT%/*}/halt-gcc
unset HALT
ln -s "$h" halt-g++
export HALT_CC=$CC HALT_CXX=$CXX HALT_PLUGIN=$HALT_SO HALT_FLAGS="cbr entry"
for word in --version -dumpmachine -dumpversion -print-file-name=libc.a -v \
	    --help -print-multi-lib -print-search-dirs; do
  "$h" $word >ours 2>&1
  $CC $word >theirs 2>&1
  sed "s,COLLECT_GCC=.*,," ours >ours.1; sed "s,COLLECT_GCC=.*,," theirs | cmp ours.1 -
done
"$h" -O2 -E a.c >ours; $CC -O2 -E a.c >theirs; cmp ours theirs
"$h" -MM a.c

# counts PROGRAM: what it counted; HALT_FILE says where.
counts ()
{
  rm -f halt.prof
  code $2 ./$1
  "$command" report $1 | sed -n -e '1d' -e '/^$/q' -e 's/  */ /gp'
}
echo "-- one step"
"$h" -O2 a.c b.c -o prog && counts prog
echo "-- several"
"$h" -O2 -c a.c b.c && "$h" -c leaf.S && "$h" a.o b.o leaf.o -o prog && counts prog
echo "-- by the assembler's text"
"$h" -O2 -S a.c -o - >a.s && "$h" -c a.s && "$h" -pipe a.o b.o -o prog && counts prog
echo "-- from standard input, and preprocessed"
"$h" -O2 -x c -c - -o a.o <a.c && "$h" -E -O2 b.c -o b.i && "$h" -O2 -c b.i && "$h" a.o b.o -o prog && counts prog
echo "-- response file"
echo "-O2 -o 'pr og' a.c 'b.c'" >rsp && "$h" @rsp && mv "pr og" prog && counts prog
echo "-- static"
"$h" -O2 -static a.c b.c -o prog && counts prog
echo "-- static, in any place"
"$h" -O2 -static-pie a.c b.c -o prog && counts prog
echo "-- shared object"
"$h" -O2 -shared -fPIC b.c -o libb.so && "$h" -O2 a.c -L. -lb -Wl,-rpath,"$PWD" -o prog && counts prog
echo "-- link-time optimisation"
"$h" -O2 -flto -c a.c b.c && "$h" -O2 -flto a.o b.o -o prog 2>err && counts prog
"$h" a.o b.o -o prog 2>err && counts prog | sed 's/ .*//'
echo "-- relocatable"
"$h" -O2 -c a.c b.c && "$h" -r a.o b.o -o ab.o && "$h" ab.o -o prog && counts prog
echo "-- header compiled before"
"$h" -O2 a.h && "$h" -O2 -Winvalid-pch -H a.c b.c -o prog 2>&1 | sed -n 's/^! //p' && rm a.h.gch && counts prog
echo "-- routines of one's own"
cat >own.c <<'END'
#include <stdio.h>
static long n;
void _record_cbr (long cond, unsigned long id) { n++; }
void _record_entry (unsigned long id) { n++; }
__attribute__ ((destructor)) static void show (void) { printf ("%ld\n", n); }
END
$CC -w -c own.c
HALT_LIBS="own.o" "$h" -O2 a.c b.c -o prog && ./prog
"$h" -O2 -w a.c b.c own.c -o prog && ./prog
echo "-- off"
HALT=off "$h" -O2 a.c b.c -o prog && ./prog
nm prog | grep -ci halt || true
echo "-- C++"
./halt-g++ -O0 c.cc -o prog && counts prog
echo "-- nothing of ours where nothing is instrumented"
HALT=off "$h" -c a.c b.c && "$h" a.o b.o -o prog
needs_libhalt prog
echo "-- 32 bits"
if echo 'int main (void) { return 0; }' | $CC -m32 -x c - -o m32 2>/dev/null; then
  "$h" -m32 -O2 a.c b.c -o prog && counts prog
else
  printf '%s\n' "cbr 3 3 0 100" "entry 2 2 0 11"
fi

>>> out
a.o: a.c a.h
-- one step
cbr 3 3 0 100
entry 2 2 0 11
-- several
cbr 3 3 0 100
entry 2 2 0 11
-- by the assembler's text
cbr 3 3 0 100
entry 2 2 0 11
-- from standard input, and preprocessed
cbr 3 3 0 100
entry 2 2 0 11
-- response file
cbr 3 3 0 100
entry 2 2 0 11
-- static
cbr 3 3 0 100
entry 2 2 0 11
-- static, in any place
cbr 3 3 0 100
entry 2 2 0 11
-- shared object
cbr 3 3 0 100
entry 2 2 0 11
-- link-time optimisation
cbr 1 1 0 50
entry 1 1 0 1
cbr
entry
-- relocatable
cbr 3 3 0 100
entry 2 2 0 11
-- header compiled before
a.h.gch
cbr 3 3 0 100
entry 2 2 0 11
-- routines of one's own
111
112
-- off
0
-- C++
cbr 3 3 0 20
entry 2 2 0 10
-- nothing of ours where nothing is instrumented
0
-- 32 bits
cbr 3 3 0 100
entry 2 2 0 11
