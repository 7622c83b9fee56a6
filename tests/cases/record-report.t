# SPDX-License-Identifier: GPL-3.0-or-later
# A program that records has no profile, and its trace is none: ghalt report says so.

>>> prog.c
int
main (int argc, char **argv)
{
  return argc > 1;
}

>>> run
recording
$CC -O1 $PLUGIN $(arg entry cbr) prog.c "$lib" $zstd -pthread -o prog
./prog
code $HALT report prog
code $HALT report prog halt.trace

>>> out
ghalt: no profile 'halt.prof': prog records, which makes a trace and no profile: run 'ghalt play halt.trace prog'
exit 2
ghalt: halt.trace: a trace, which 'ghalt play' reads, not a HALT profile
exit 2
