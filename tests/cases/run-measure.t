# SPDX-License-Identifier: GPL-3.0-or-later
# ghalt run --measure: the points that the measurement sets need are on, of children too,
# the tables come after the program's own output, which with its status is its own.  The
# counts of calls are those that valgrind's callgrind finds.

>>> prog.c
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>
__attribute__ ((noipa)) static int leaf (int x) { return x > 3 ? x : 2 * x; }
__attribute__ ((noipa)) static int twice (int x) { return leaf (x) + leaf (x + 1); }

int
main (int argc, char **argv)
{
  char line[100] = "";
  int sum = 0;
  if (argc > 1 && strcmp (argv[1], "kill") == 0)
    kill (getpid (), SIGKILL);
  if (argc > 1 && strcmp (argv[1], "term") == 0)
    raise (SIGTERM);
  if (argc > 1 && strcmp (argv[1], "fork") == 0 && fork () == 0)
    return twice (1) != 6;
  for (int i = 0; i < 100; i++)
    sum += i % 3 ? twice (i) : leaf (i);
  wait (NULL);
  if (fgets (line, sizeof line, stdin))
    printf ("%d %s", sum, line);
  return argc > 1 ? 7 : 0;
}

>>> run
mkdir tmp
TMPDIR=$PWD/tmp
export TMPDIR
$CC -O2 -g $PLUGIN $(arg switch entry exit cbr bb load call) prog.c "$LIBHALT" -o prog
echo a line | $HALT run --measure=function-counts,function-coverage ./prog 2>sets
cat sets
code $HALT run --measure=call-graph -o sum.prof ./prog fork </dev/null 2>sets
cat sets
# No others were on, and the profile is like any other.
$HALT report prog sum.prof | sed -n 's/ *$//; s/^\(load\|block\)  *[0-9]*/\1/; 1,6p'
# Calls as callgrind finds them.
$HALT run --measure=call-graph ./prog </dev/null 2>&1 |
  awk '/->/ && !/elsewhere/ { print $NF, $4, $1 }' | sort >ours
if command -v valgrind >/dev/null; then
  $CC -O2 -g prog.c -o plain
  valgrind -q --tool=callgrind --separate-recs=1 --compress-strings=no \
    --callgrind-out-file=theirs.out ./plain </dev/null >/dev/null
  awk '/^fn=/ { fn = substr ($0, 4) } /^cfn=/ { cfn = substr ($0, 5) }
    /^calls=/ { sub (/calls=/, ""); n[fn " " cfn] += $1 }
    END { for (e in n) print e, n[e] }' theirs.out |
    grep -E '^(main|twice) (leaf|twice) ' | sort >theirs
  grep -E '^(main|twice) (leaf|twice) ' ours | same - theirs
fi
(cd /; PATH=$OLDPWD:$PATH $HALT run --measure=block-coverage --function=leaf prog </dev/null)
# What goes wrong.
code $HALT run --measure=call-graph ./prog term </dev/null 2>&1 | sed 's/^ *[0-9~].*//; /^$/d'
code $HALT run --measure=call-graph ./prog kill </dev/null 2>&1
code $HALT run --measure=call-graph ./nothing 2>&1
code $HALT run --measure=call-graph nothing-like-that 2>&1
code $HALT run --measure=call-graph /bin/true 2>&1
code $HALT run --measure=call-graph --on=cbr ./prog 2>&1
code $HALT run --measure=call-grph ./prog 2>&1
code $HALT run --measure=call-graph -o /nowhere/sum ./prog </dev/null 2>&1
$CC -O2 -g $PLUGIN $(arg switch cbr) prog.c "$LIBHALT" -o some
code $HALT run --measure=function-counts ./some 2>&1
code $HALT run --measure=call-graph ./some 2>&1
# What was compiled without switch is counted anyway.
$CC -O2 -g $PLUGIN $(arg call entry) prog.c "$LIBHALT" -o all
$HALT run --measure=function-counts ./all </dev/null 2>&1
ls tmp

>>> out
8294 a line
function-coverage (entry): 3 of 3 functions, 100.0%

function-counts (entry)
entered  where      function
    166  prog.c:7   leaf
     66  prog.c:8   twice
      1  prog.c:11  main
exit 7
call-graph (entry, call)
calls  where                function
  134  prog.c:8 -> leaf     twice
   67  prog.c:11 -> twice   main
   34  prog.c:11 -> leaf    main
    3  prog.c:11 -> strcmp  main
    1  prog.c:11 -> fgets   main
    1  prog.c:11 -> fork    main
    1  prog.c:11 -> wait    main
   ~1  prog.c:11 -> main    (elsewhere)
    0  prog.c:11 -> getpid  main
    0  prog.c:11 -> kill    main
    0  prog.c:11 -> printf  main
    0  prog.c:11 -> raise   main
kind     points  executed  never  executions  bytes
cbr           9  not recorded
entry         3         3      0         236
exit          3  not recorded
load  not recorded
block  not recorded
block-coverage (cbr, entry, exit, block): 1 of 1 blocks, 100.0%
executed  blocks   share  where     function
       1       1   100.0  prog.c:7  leaf
call-graph (entry, call)
calls  where                function
exit 143
ghalt: ./prog: ended by signal 9 (Killed), without a profile
exit 2
ghalt: ./nothing: cannot open: No such file or directory
exit 2
ghalt: cannot run 'nothing-like-that': No such file or directory
exit 2
ghalt: /bin/true: no HALT map: compiled without the plugin, or stripped
exit 2
ghalt: '--measure' switches on what it needs, for the whole run: it does not go with other options that choose points
exit 2
ghalt: unknown word 'call-grph' of '--measure', did you mean 'call-graph'?
exit 2
ghalt: cannot write '/nowhere/sum': No such file or directory
exit 2
ghalt: ./some: function-counts needs kind entry, of which it has no point: compile it with -fplugin-arg-halt-entry
exit 2
ghalt: ./some: call-graph needs kind call, of which it has no point: compile it with -fplugin-arg-halt-call
exit 2
function-counts (entry)
entered  where      function
    166  prog.c:7   leaf
     66  prog.c:8   twice
      1  prog.c:11  main
