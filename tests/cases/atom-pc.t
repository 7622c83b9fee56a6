# SPDX-License-Identifier: GPL-3.0-or-later
# ghalt atom: InstPC and ProcPC come from where the linker put the code, not from symbols: units
# whose functions are all hidden or internal, or have no symbols in the program; static functions
# of one name in files of one name; partitions of -flto, groups of C++, cold parts; what the
# linker left out has none.

>>> x86_64 ghalt atom

>>> main.c
#include <stdio.h>
int first (int), second (int), third (int);
int main (int argc, char **argv)
{
  if (argc > 5)
    __builtin_abort ();
  printf ("%d\n", first (argc) + second (argc) + third (argc));
  return 0;
}
>>> one-same.c
#define N __attribute__ ((noipa))
static N int work (int x) { return x * 3; }
__attribute__ ((visibility ("hidden"))) int first (int x) { return work (x) + 1; }
N __attribute__ ((cold)) int unused (int x) { return x / 7; }
>>> two-same.c
#define N __attribute__ ((noipa))
static N int work (int x) { return x * 5; }
__attribute__ ((visibility ("internal"))) int second (int x) { return work (x) + 2; }
>>> three.c
#define N __attribute__ ((noipa))
static N int work (int x) { if (__builtin_expect (x > 9, 0)) __builtin_abort (); return x * 7; }
__attribute__ ((visibility ("hidden"))) int third (int x) { return work (x) + 3; }
>>> one.cc
#include <cstdio>
template <class T> struct box { T x; __attribute__ ((noipa)) T get () { return x + 1; } };
namespace { __attribute__ ((noipa)) int hide (int x) { return x - 4; } }
int other (int x);
__attribute__ ((weak)) int twin (int x) { return x * 9; }
int main (int argc, char **argv)
{
  box<int> b = { argc };
  std::printf ("%d\n", b.get () + hide (argc) + other (argc) + twin (argc));
}
>>> two.cc
template <class T> struct box { T x; __attribute__ ((noipa)) T get () { return x + 1; } };
namespace { __attribute__ ((noipa)) int hide (int x) { return x - 5; } }
int twin (int x) { return x * 11; }
int other (int x) { box<int> b = { x + 1 }; return b.get () + hide (x) + twin (x); }
>>> api.c
int third (int);
__attribute__ ((visibility ("default"))) int api (int x) { return third (x) + 1; }
>>> use.c
int api (int);
int main (int argc, char **argv) { return api (argc) != 11; }
>>> inst.c
#include <stdio.h>
#include <string.h>
#include <halt/atom.h>
void Instrument (int argc, char **argv, Obj *obj)
{
  if (!strstr (GetObjName (obj), argv[1]))
    return;
  for (Proc *p = GetFirstObjProc (obj); p; p = GetNextProc (p))
    {
      Inst *first = GetFirstInst (GetFirstBlock (p));
      long to = InstPC (first) - ProcPC (p);
      if (!ProcPC (p))
	printf ("none: %s\n", ProcName (p));
      if (to != 0 && to != 4)
	printf ("%s: %ld\n", ProcName (p), to);
      for (Block *b = GetFirstBlock (p); b; b = GetNextBlock (b))
	for (Inst *i = GetFirstInst (b); i; i = GetNextInst (i))
	  if (InstPC (i))
	    fprintf (stderr, "%lx %s\n", InstPC (i), InstOpcodeText (i));
    }
}
>>> anal.c
int nothing;
>>> run
atom_library
PLUGIN="$PLUGIN $(arg atom)"
mkdir one two
mv one-same.c one/same.c
mv two-same.c two/same.c
check ()			# PROG [OBJ]: what the program or an object of it says
{
  objdump -d --no-show-raw-insn ${2:-$1} | sed -n 's/^ *\([0-9a-f]*\):\t\([a-z]*\).*/\1 \2/p' | sort >all
  $HALT atom "--link=$how" $1 inst.c anal.c -o out -- ${2:-$1} 2>said
  grep -v 'are not where they are' said >opcodes
  sort opcodes | join -a 1 - all | sed 's/cdqe/cltq/;s/cdq/cltd/;s/ sal/ shl/' | awk '
    $3 && (substr ($2, 1, 1) == "j" || substr ($2, 1, 3) == substr ($3, 1, 3)) { n++; next } { print }
    END { print (n == '$(wc -l <opcodes)' && n > 8 ? "all" : n) }'
}
link ()				# OPTIONS...
{
  for f in main.c one/same.c two/same.c three.c; do
    (cd $(dirname $f) && $CC $1 $PLUGIN -c $(basename $f))
  done
  how="$CC $* main.o one/same.o two/same.o three.o -o prog"
  $how $PLUGIN
  check prog
}
link -O2
link -O2 -Wl,--discard-all
link "-O2 -no-pie" -static
link "-O3 -ffunction-sections" -Wl,--gc-sections
link "-O2 -w -flto=2" -flto-partition=max
link -O0
echo '{ local: *; };' >version
link -O2 -Wl,--version-script=version
for ld in gold lld mold; do
  if echo 'int main () {}' | $CC -x c - -fuse-ld=$ld -o tried 2>no-ld; then
    link -O2 -fuse-ld=$ld >got
    [ "$(cat got)" = all ] || sed "s/^/$ld: /" got
  fi
done
how="$CXX one.o two.o"
$CXX -O2 $PLUGIN -c one.cc two.cc
$CXX one.o two.o -o prog
check prog
$CXX two.o one.o -o prog -Wl,-x
how="$CXX two.o one.o"
check prog
$CC -O2 $PLUGIN -nostdlib -r main.c three.c one/same.c two/same.c -o joined.o
objcopy --localize-hidden joined.o
how="$CC joined.o"
$CC joined.o -o prog
check prog
$CC -O2 -fPIC $PLUGIN -shared -fvisibility=hidden -Wl,-soname,libt.so three.c api.c -o libt.so
$CC -O2 $PLUGIN -c use.c
how="$CC use.o -L. -lt -Wl,-rpath,$PWD"
$how -o prog
check prog libt.so
>>> out
all
all
all
none: unused
all
all
all
all
all
all
all
all
