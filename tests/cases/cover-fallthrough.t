# SPDX-License-Identifier: GPL-3.0-or-later
# cover: -Wimplicit-fallthrough warns of what it warns of without, in switches whose last
# case ends with them, whose labels lead out at once, and of what really falls through.

>>> falls.c
int calls;
void f (void);
void f (void) { calls++; }
int quiet (int a)
{
  switch (a) { case 1: f (); }
  switch (a) { case 1: if (calls) f (); default: break; }
  switch (a) { case 1: f (); default: ; }
  switch (a) { case 1: ; case 2: f (); break; case 3: here: case 4: f (); }
  for (int i = 0; i < 2; i++)
    switch (a) { case 1: if (i) f (); default: continue; }
  switch (a) { case 1: f (); case 2: goto out; case 3: f (); __attribute__ ((fallthrough)); case 4: f (); }
  if (calls > 100)
    goto here;
out:
  return calls;
}
void none (int a) { switch (a) { case 1: f (); case 2: return; } }
int warned (int a)
{
  switch (a)
    {
    case 1:
      f ();
    case 2:
      f ();
    default:
      return 1;
    }
}
int main (void) { none (1); warned (1); return !quiet (1); }

>>> run
for compile in "$CC" "$CXX -x c++"; do
  for o in -O0 "-O2 -g"; do
    $compile $o -Wall -Wextra -c falls.c -o plain.o 2>plain
    $compile $o -Wall -Wextra $PLUGIN $(arg cover count) -c falls.c -o falls.o 2>covered
    cmp plain covered
    grep -c warning covered
  done
  $CC falls.o $LIBHALT -o falls
  HALT_FILE=prof ./falls
  # Where statements go on after labels, and that what falls through is none.
  $HALT cover --conditions falls prof | sed -n '1s/.*\(statements [^,]*\),.*/\1/p'
done

>>> out
2
2
statements 32/37
2
2
statements 32/37
