# SPDX-License-Identifier: GPL-3.0-or-later
# A program in which points can be switched and none was on writes no profile, and takes
# the place of none, however it ends.  One in which something was on, or that has other
# points as well, writes one.

>>> part.c
int
part (int n)
{
  return n > 3 ? n * 2 : n + 1;
}

>>> plain.c
int
plain (int n)
{
  return n > 5 ? n : 1;
}

>>> prog.c
#include <signal.h>
#include <stdlib.h>
#include <unistd.h>
int part (int n), plain (int n);
int
main (int argc, char **argv)
{
  int n = part (argc) + plain (argc);
  if (argc > 1 && *argv[1] == '_')
    _exit (n > 100);
  if (argc > 1 && *argv[1] == 'a')
    abort ();
  if (argc > 1 && *argv[1] == 't')
    raise (SIGTERM);
  return n > 100;
}

>>> run
build () { $CC -O1 -g $PLUGIN $(arg switch cbr entry) part.c prog.c plain.c $1 "$LIBHALT" -o prog; }
build
for way in '' _exit abort term; do
  echo before >halt.prof
  { ./prog $way || :; } 2>/dev/null
  cat halt.prof
done
rm halt.prof
HALT_FILE=named.prof HALT_DEBUG=1 ./prog 2>&1 | sed "s,'.*/,',"
ls
echo "* something was on"
HALT_ON=entry@part ./prog
$HALT report prog 2>/dev/null | sed -n '/^entry /p'
rm halt.prof
HALT_ON='cbr@nothing' ./prog 2>/dev/null
ls halt.prof 2>/dev/null || echo "none"
echo "* a unit has other points"
$CC -O1 -g $PLUGIN $(arg switch cbr entry) -c part.c prog.c
$CC -O1 -g $PLUGIN $(arg cbr entry) plain.c part.o prog.o "$LIBHALT" -o prog
./prog
$HALT report prog 2>/dev/null | sed -n '/^entry /p'

>>> out
before
before
before
before
halt: no point was ever on, no profile 'named.prof'
part.c
plain.c
prog
prog.c
* something was on
entry         1         1      0           1
none
* a unit has other points
entry         1         1      0           1
