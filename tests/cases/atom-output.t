# SPDX-License-Identifier: GPL-3.0-or-later
# tools/atom: where they write.  In a folder that cannot be written each says so in one
# line, and the program ends as it does; children that were forked, and copies that were
# executed, have files of their own; HALT_ATOM_FILE names others.

>>> x86_64 ghalt atom

>>> p.c
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>
int data[100];
__attribute__ ((noipa)) int work (int n) { int s = 0; for (int i = 0; i < n; i++) if (i % 3) s += data[i % 100]++; return s; }
int main (int argc, char **argv)
{
  char *p = malloc (100);
  work (1000 + (p == NULL));
  if (argc > 1 && strcmp (argv[1], "forks") == 0)
    {
      for (int i = 0; i < 5; i++)
	if (fork () == 0)
	  {
	    work (5000);
	    exit (0);
	  }
      while (wait (NULL) > 0)
	;
    }
  if (argc > 1 && strcmp (argv[1], "executes") == 0)
    {
      for (int i = 0; i < 3; i++)
	if (fork () == 0)
	  execl (argv[0], argv[0], NULL);
      while (wait (NULL) > 0)
	;
      execl (argv[0], argv[0], NULL);
    }
  free (p);
  return 7;
}
>>> run
atom_library
$CC -O1 $PLUGIN $(arg atom) p.c -o p
# What no file can be made in, whoever asks.
: >file
for tool in branch cache dyninst gprof inline io malloc pipe prof syscall unalign callgraph hotness memtrace figure; do
  atom_tool $tool p
  HALT_ATOM_FILE=file/%t code ./p.$tool 2>&1 | sed "s,'.*/file/.*',PLACE," | sort -u >said
  [ "$(cat said)" = "$(printf '%s\n' "exit 7" "halt: cannot write PLACE: Not a directory")" ] || { echo "$tool:"; cat said; }
  HALT_ATOM_FILE=%p.of.%t code ./p.$tool >said
  ls *.of.*.out | wc -l >n
  [ "$(cat said n | tr '\n' ' ')" = "exit 7 1 " ] || { echo "$tool:"; cat said n; }
  rm *.of.*
done
# files: how many there are that end as they should, with the branches of work.
files ()
{
  for file in branch.out*; do
    grep -q '^all ' $file && ! tr -d '\n\t -~' <$file | grep -q . && grep -c main $file >n && cat n
  done | wc -l
  rm -f branch.out*
}
code ./p.branch forks
files
code ./p.branch executes
files
code ./p.branch
code ./p.branch
files
>>> out
exit 7
6
exit 7
8
exit 7
exit 7
1
