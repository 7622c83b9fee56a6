# SPDX-License-Identifier: GPL-3.0-or-later
# ghalt run leaves the program's process, streams, signals and status as they are; points
# are on before its first constructor; what is wrong is said before anything is
# executed.

>>> digits.c
int
digits (unsigned n)
{
  int count = 1;
  while (n > 9)
    {
      n /= 10;
      count++;
    }
  return count;
}

>>> prog.c
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
int digits (unsigned n);

__attribute__ ((constructor)) static void
early (void)
{
  digits (123);
}

int
main (int argc, char **argv)
{
  char line[100] = "";
  if (argc > 1 && strcmp (argv[1], "pid") == 0)
    return printf ("%d %d %d\n", getpid (), getppid (), getpgrp ()) < 0;
  if (argc > 1 && strcmp (argv[1], "kill") == 0)
    raise (SIGUSR2);
  if (argc > 1 && strcmp (argv[1], "wait") == 0)
    pause ();
  for (int i = 0; i < 1000; i++)
    digits (i);
  if (fgets (line, sizeof line, stdin))
    printf ("%d %s", argc, line);
  fputs ("an error\n", stderr);
  return 7;
}

>>> line
a line

>>> run
build () { $CC -O2 -g -w $PLUGIN $(arg switch cbr entry exit) "$@"; }
build prog.c digits.c $LIBHALT -o static -static
build -shared -fPIC -Wl,--build-id digits.c $LIBHALT -o libdigits.so
build prog.c libdigits.so $LIBHALT -Wl,-rpath,'$ORIGIN' -o shared
build prog.c digits.c $LIBHALT -o prog
$HALT run --on=entry@digits -o part ./prog </dev/null >/dev/null 2>said || {
  [ $? = 7 ] || { cat said; grep -q 'may not be traced' said && exit 77; exit 1; }
}
counts () { $HALT report --format=csv "$@" 2>notes | awk -F, 'NR > 1 && $14 > 0 { print $1, $6, $14 }' | sed 's,/.*/,,' | sort; }
for prog in prog static shared; do
  echo "-- $prog"
  rm -f part halt.prof
  # The streams, arguments and status are the program's own.
  code $HALT run --on=entry@digits,exit -o part ./$prog --on=x two 2>error <line
  cat error
  counts $prog part >counts
  counts $prog | cmp - counts && cat counts
  # Its parent and process group are those it would have.
  bash -c 'echo $$ $PPID >&3; exec "$@"' x $HALT run --on=entry ./$prog pid 3>is >pid
  [ "$(cut -d' ' -f1,2 pid)" = "$(cat is)" ] && echo the same process
  code bash -c 'exec "$@"' x $HALT run --on=entry -o killed ./$prog kill </dev/null 2>/dev/null
  counts $prog killed
  $HALT run --on=entry@digits -o part ./$prog wait </dev/null 2>/dev/null &
  until [ "$(cat /proc/$!/comm)" = $prog ] && grep -q '^State:.S' /proc/$!/status; do
    sleep 0.01
  done
  kill $!
  wait $! 2>/dev/null || echo "exit $?"
  counts $prog part
  code $HALT run --on=entry@digts ./$prog
  code $HALT run --on=entry --for=1x ./$prog
done
# The program is looked for, and stays the same when the time is over.
PATH="$PWD:$PATH" $HALT run --on=entry@digits --for=100ms -o late prog wait </dev/null 2>/dev/null &
until [ -s late ]; do sleep 0.01; done
counts prog late
kill $!
wait $! 2>/dev/null || echo "exit $?"
code $HALT run --on=entry ./nothing
code $HALT run --on=entry sh -c 'echo not to be executed' 2>&1 | sed 's/[0-9][0-9]* was/N was/'
code $HALT run ./prog
code $HALT run --on=entry -o /nowhere/part ./prog

>>> out
-- prog
3 a line
exit 7
an error
entry digits.c 1001
exit digits.c 1001
exit prog.c 1
exit prog.c 1
the same process
exit 140
entry digits.c 1
entry prog.c 1
entry prog.c 1
exit 143
entry digits.c 1
ghalt: no point has a name like 'entry@digts'; did you mean 'digits'?
exit 2
ghalt: '1x' is no time, as in --for=5s or --for=200ms
exit 2
-- static
3 a line
exit 7
an error
entry digits.c 1001
exit digits.c 1001
exit prog.c 1
exit prog.c 1
the same process
exit 140
entry digits.c 1
entry prog.c 1
entry prog.c 1
exit 143
entry digits.c 1
ghalt: no point has a name like 'entry@digts'; did you mean 'digits'?
exit 2
ghalt: '1x' is no time, as in --for=5s or --for=200ms
exit 2
-- shared
3 a line
exit 7
an error
entry digits.c 1001
exit digits.c 1001
exit prog.c 1
exit prog.c 1
the same process
exit 140
entry digits.c 1
entry prog.c 1
entry prog.c 1
exit 143
entry digits.c 1
ghalt: no point has a name like 'entry@digts'; did you mean 'digits'?
exit 2
ghalt: '1x' is no time, as in --for=5s or --for=200ms
exit 2
entry digits.c 1
exit 143
ghalt: cannot run './nothing': No such file or directory
exit 2
ghalt: nothing in process N was compiled with -fplugin-arg-halt-switch
exit 2
ghalt: nothing to do: --on='cbr@main*,entry', --context=..., or --measure=...
exit 2
ghalt: cannot write '/nowhere/part': No such file or directory
exit 2
