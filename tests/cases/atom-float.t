# SPDX-License-Identifier: GPL-3.0-or-later
# ghalt atom: FREGV passes what a floating-point register holds, 64 bits of it.

>>> x86_64 ghalt atom

>>> p.c
__attribute__ ((noipa)) double twice (double a, double b) { return a * 2 + b; }
int main (void) { return twice (1.25, 3.5) != 6.0; }
>>> inst.c
#include <halt/atom.h>
void Instrument (int argc, char **argv, Obj *obj)
{
  Proc *p = FindProc (obj, "twice");
  AddCallProto ("In(int, FREGV, FREGV)");
  AddCallProto ("Out(FREGV)");
  AddCallProc (p, ProcBefore, "In", 7, FREG_ARG_1, FREG_ARG_2);
  AddCallProc (p, ProcAfter, "Out", FREG_RETVAL);
}
>>> anal.c
#include <stdio.h>
#include <string.h>
#include <halt/anal.h>
static double value (FREGV v) { double x; memcpy (&x, &v, sizeof x); return x; }
void In (int n, FREGV a, FREGV b) { printf ("in %d %g %g\n", n, value (a), value (b)); }
void Out (FREGV a) { printf ("out %g\n", value (a)); }
>>> run
atom_library
for options in -O2 "-O0 -masm=intel" "-O2 -march=x86-64-v3"; do
  $CC $options $PLUGIN $(arg atom) p.c -o p
  $HALT atom p inst.c anal.c -o p.atom
  case $options in *v3) cpu_runs -march=x86-64-v3 || continue ;; esac
  ./p.atom
done | sort -u
>>> out
in 7 1.25 3.5
out 6
