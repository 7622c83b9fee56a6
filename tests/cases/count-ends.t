# SPDX-License-Identifier: GPL-3.0-or-later
# Calls that end a process though GCC's built-in functions are said to return: exec,
# which makes it another one; functions of the program's own with such a name;
# OpenMP's, which call the program.  What comes after them is executed less often,
# whoever counts, and on whatever the counts of lines depend.

>>> spawn.c
#include <stdio.h>
#include <sys/wait.h>
#include <unistd.h>
int failures;
__attribute__ ((noipa)) void failed (void) { failures++; }
int
main (void)
{
  for (int i = 0; i < 10; i++)
    {
      const char *file = i == 3 ? "/nonexistent/true" : "/bin/true";
      if (!vfork ())
	{
	  execl (file, "true", (char *) 0);
	  failed (); /* 1 */
	  _exit (127);
	}
      wait (NULL);
    }
  return failures != 1;
}

>>> wrapped.c
#include <errno.h>
#include <stdio.h>
#include <sys/wait.h>
#include <unistd.h>
static char *const none[] = { NULL };
int tries;
__attribute__ ((noipa)) void tried (int i) { tries += i; }
__attribute__ ((noipa)) int
run (const char *file, char *const argv[])
{
  execve (file, argv, none);
  if (errno == ENOENT)
    tried (1); /* 5 */
  else
    tried (9); /* 0 */
  return -1;
}
int
main (void)
{
  char name[50], *argv[] = { "true", NULL };
  for (int i = 0; i < 5; i++)
    {
      sprintf (name, "/nonexistent/%d", i);
      run (name, argv);
    }
  run ("/bin/true", argv);
  perror ("true"); /* 0 */
  return 1;
}

>>> search.c
#include <unistd.h>
int main (int argc, char **argv);
int left;
__attribute__ ((noipa)) void note (int i) { left += i; }
int
main (int argc, char **argv)
{
  for (int i = 0; i < 7; i++)
    {
      execvp ("/nonexistent/a", argv);
      note (1); /* 7 */
      execv (i == 6 ? "/bin/true" : "/nonexistent/b", argv);
      note (2); /* 6 */
      execlp ("/nonexistent/c", "c", (char *) 0);
      note (3); /* 6 */
      execle ("/nonexistent/d", "d", (char *) 0, argv + argc);
      note (4); /* 6 */
    }
  return 1;
}

>>> team.c
#include <stdlib.h>
int teams;
__attribute__ ((noipa)) void after (void) { teams++; }
__attribute__ ((noipa)) void
team (int x)
{
#pragma omp parallel num_threads(1)
  if (x > 3)
    exit (0);
  after (); /* 4 */
}
int
main (void)
{
  for (int i = 0; i < 10; i++)
    team (i);
  return 1;
}

>>> own.c
#include <stdio.h>
#include <stdlib.h>
int n;
static char room[100];
__attribute__ ((noipa)) void *
malloc (size_t size)
{
  if (n++ == 3)
    _Exit (0);
  return room;
}
__attribute__ ((noipa)) void use (char *p) { *p = 1; }
int
main (void)
{
  for (int i = 0; i < 10; i++)
    {
      char *p = malloc (1);
      use (p); /* 3 */
    }
  return 1;
}

>>> calls.awk
# Calls on lines that say how often, of a report.
FNR == NR {
  if (match ($0, /\/\* [0-9]+ \*\//))
    want[FNR] = substr ($0, RSTART + 3, RLENGTH - 6)
  next
}
$1 == "call" { calls[$7] += $14 }
END {
  for (line in want)
    if (calls[line] "" != want[line])
      print how ": the calls in line " line ": " calls[line]
}

>>> lines.awk
# Lines that say how often, of an annotated source.
/\/\* [0-9]+ \*\// {
  match ($0, /\/\* [0-9]+ \*\//)
  want = substr ($0, RSTART + 3, RLENGTH - 6)
  split ($0, part, ":")
  got = part[1]
  gsub (/ /, "", got)
  sub (/#####/, "0", got)
  if (got != want && !(unknown && got == "?"))
    print how ": line" part[2] ": " got
  n++
}
END { if (!n) print how ": no lines" }

>>> run
$CC -w spawn.c -o plain
./plain || skip "vfork does not share memory, as under an emulator"
# build OPTIONS ARGUMENT...
build ()
{
  options=$1
  shift
  $CC -w -g $options $PLUGIN $(arg "$@") $f.c "$LIBHALT" -o prog -pthread
  rm -f halt.prof
  HALT_LIVE=halt.prof ./prog 2>/dev/null
  how="$f $options $*"
}
for f in spawn wrapped search team own; do
  case $f in team) omp=-fopenmp ;; *) omp= ;; esac
  for o in -O0 -O2; do
    for count in "" count count=thread "count live"; do
      build "$o $omp" call entry $count
      $HALT report --format=csv prog halt.prof 2>/dev/null >csv
      awk -F, -v how="$how" -f calls.awk $f.c csv
    done
    for kinds in "bb entry" "arc" "arc count"; do
      build "$o $omp" at=gimple $kinds
      # vfork returns by ways that arcs know nothing of.
      case $f,$kinds in spawn,arc*) unknown=1 ;; *) unknown= ;; esac
      $HALT report --annotate prog halt.prof 2>/dev/null >annotated
      awk -v how="$how" -v unknown=$unknown -f lines.awk annotated
    done
    build "$o $omp" blpp
    $HALT report --annotate prog halt.prof 2>/dev/null >annotated
    awk -v how="$how" -v unknown=1 -f lines.awk annotated
  done
done
# What gcov measures is what it was: -fprofile-use has nothing to say.
for f in spawn wrapped search; do
  $CC -w -g -O2 $PLUGIN $(arg at=gimple pgo count live) -c $f.c
  $CC $f.o "$LIBHALT" -pthread -o prog
  rm -f halt.prof
  HALT_LIVE=halt.prof ./prog
  $HALT pgo prog halt.prof 2>/dev/null
  $CC -w -O2 -fprofile-use -Wcoverage-mismatch -Wmissing-profile -c $f.c
done
