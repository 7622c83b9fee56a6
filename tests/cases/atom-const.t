# SPDX-License-Identifier: GPL-3.0-or-later
# ghalt atom: strings and arrays that are passed as const are read-only, others are not.

>>> x86_64 ghalt atom

>>> prog.c
int main (int argc, char **argv) { return 0; }
>>> inst.c
#include <halt/atom.h>
void Instrument (int argc, char **argv, Obj *obj)
{
  static int numbers[2] = { 1, 2 };
  AddCallProto (argc > 1 ? "Write(const char *, int[2])" : "Write(char *, const int[2])");
  AddCallProgram (ProgramBefore, "Write", "abc", numbers);
}
>>> anal.c
#include <stdio.h>
void Write (char *s, int *n)
{
  printf ("%s %d\n", s, n[1]);
  fflush (stdout);
  volatile char *v = s;
  v[0] = 'x';
  printf ("%s\n", s);
  fflush (stdout);
}
>>> run
atom_library
for options in -O2 "-O2 -no-pie"; do
  $CC $options $PLUGIN $(arg atom) prog.c -o prog
  $HALT atom prog inst.c anal.c
  ./prog.atom
  $HALT atom prog inst.c anal.c -- const
  { ./prog.atom; } 2>&1 || echo "status $?"
done | grep -v '^Segmentation fault'
>>> out
abc 2
xbc
abc 2
status 139
abc 2
xbc
abc 2
status 139
