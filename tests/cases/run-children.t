# SPDX-License-Identifier: GPL-3.0-or-later
# ghalt run says which files children wrote, and how to merge them: the command that it names
# gives all that was counted, whatever HALT_FILE is and what is there from before.

>>> p.c
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>
__attribute__ ((noipa)) void work (void) { }
int
main (int argc, char **argv)
{
  int n = argc > 1 ? atoi (argv[1]) : 0;
  for (int i = 0; i < 10; i++)
    work ();
  for (int c = 0; c < n; c++)
    if (!fork ())
      {
	for (int i = 0; i < 100; i++)
	  work ();
	/* A grandchild.  */
	if (argc > 2 && !fork ())
	  work ();
	while (wait (NULL) > 0)
	  ;
	return 0;
      }
  while (wait (NULL) > 0)
    ;
  return 3;
}

>>> run
own=
$CC -O1 $PLUGIN $(arg switch entry) p.c "$LIBHALT" -o prog
# run NAME ARGUMENT...: what is said, without numbers of processes; the sum by the command.
run ()
{
  what=$1
  shift
  $HALT run --on=entry "$@" 2>said || {
    [ $? = 3 ] || { cat said; grep -q 'may not be traced' said && exit 77; exit 1; }
  }
  echo "-- $what"
  sed 's,\([./]\)[0-9][0-9]*,\1N,g' said
  command=$(sed -n 's/.*together: ghalt\( merge -o \)FILE/\1sum/p' said)
  if [ "$command" ]; then
    # The program itself ends without ghalt, and then writes its own.
    while [ "$own" ] && [ ! -e halt.prof ]; do sleep 0.1; done
    eval "$HALT $command"
    $HALT report --format=csv prog sum | awk -F, '$4 == "work" && $1 == "entry" { print $14 }'
  fi
  rm -rf sum o.prof halt.prof* dir
}
run "none" -o o.prof ./prog
run "one" -o o.prof ./prog 1
touch -d 2020-01-01 halt.prof.4711
run "old" -o o.prof ./prog 3
run "grandchildren" -o o.prof ./prog 2 x
run "many" -o o.prof ./prog 12
mkdir dir
HALT_FILE=dir/%p.x run "a folder" -o o.prof ./prog 2
own=yes
run "without -o" ./prog 2

>>> out
-- none
-- one
ghalt: note: counts of 1 child process are in a file of its own; all 2 files together: ghalt merge -o FILE o.prof halt.prof.N
110
-- old
ghalt: note: counts of 3 child processes are in files of their own; all 4 files together: ghalt merge -o FILE o.prof halt.prof.N halt.prof.N halt.prof.N
310
-- grandchildren
ghalt: note: counts of 4 child processes are in files of their own; all 5 files together: ghalt merge -o FILE o.prof halt.prof.N halt.prof.N halt.prof.N halt.prof.N
212
-- many
ghalt: note: counts of 12 child processes are in files of their own; all 13 files together: ghalt merge -o FILE o.prof halt.prof.*
1210
-- a folder
ghalt: note: counts of 2 child processes are in files of their own; all 3 files together: ghalt merge -o FILE o.prof dir/N.x dir/N.x
210
-- without -o
ghalt: note: counts of 2 child processes are in files of their own; all 3 files together: ghalt merge -o FILE halt.prof halt.prof.N halt.prof.N
210
