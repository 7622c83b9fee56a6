# SPDX-License-Identifier: GPL-3.0-or-later
# ghalt atom names needed libraries of ours that have no text: not compiled for it, stripped, or
# needed by another library; and says nothing of the system's.

>>> x86_64 ghalt atom

>>> quad.c
int quad (int x) { for (int i = 0; i < 4; i++) x += x & i; return x; }
>>> twice.c
int quad (int);
int twice (int x) { return 2 * quad (x); }
>>> main.c
#include <math.h>
#include <stdio.h>
int twice (int);
int main (int argc, char **argv) { printf ("%d %g\n", twice (argc), cbrt (argc)); return 0; }
>>> inst.c
#include <halt/atom.h>
void Instrument (int argc, char **argv, Obj *obj)
{
  AddCallProto ("Enter(char *)");
  for (Proc *p = GetFirstObjProc (obj); p; p = GetNextProc (p))
    AddCallProc (p, ProcBefore, "Enter", ProcName (p));
}
>>> anal.c
#include <stdio.h>
void Enter (const char *name) { puts (name); fflush (stdout); }
>>> run
atom_library
atom=$(arg atom)
shared () { $CC -O2 $3 -shared -fPIC $1.c -o lib$1.so -Wl,-soname,lib$1.so -Wl,-rpath,"$PWD" $2; }
try ()
{
  echo "* $1"
  $HALT atom prog inst.c anal.c
  echo $(./prog.atom)
}
shared quad "" "$PLUGIN $atom"
shared twice "-L. -lquad" "$PLUGIN $atom"
$CC -O2 $PLUGIN $atom main.c -L. -ltwice -lm -Wl,-rpath,"$PWD" -o prog
try "all have text"
strip libtwice.so
try "one is stripped" 2>&1 | sed "s,$PWD/,,"
shared quad "" ""
shared twice "-L. -lquad" ""
try "none has text" 2>&1 | sed "s,$PWD/,,"
shared twice "-L. -lquad" "$PLUGIN $atom"
try "what a library needs has none" 2>&1 | sed "s,$PWD/,,"
>>> out
* all have text
main twice quad 8 1
* one is stripped
ghalt: note: libtwice.so has no assembler text and stays as it is; compile it with -fplugin-arg-halt-atom, and do not strip it
main quad 8 1
* none has text
ghalt: note: libtwice.so has no assembler text and stays as it is; compile it with -fplugin-arg-halt-atom, and do not strip it
ghalt: note: libquad.so has no assembler text and stays as it is; compile it with -fplugin-arg-halt-atom, and do not strip it
main 8 1
* what a library needs has none
ghalt: note: libquad.so has no assembler text and stays as it is; compile it with -fplugin-arg-halt-atom, and do not strip it
main twice 8 1
