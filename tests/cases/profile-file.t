# SPDX-License-Identifier: GPL-3.0-or-later
# HALT_FILE names the profile; %p is the process, so that every process after
# a fork writes its own.  What is written is whole or not there at all.

>>> prog.c
#include <stdio.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

volatile int n = 100;

int
main (int argc, char **argv)
{
  (void) argv;
  pid_t pid = 0;
  for (int i = 0; i < n; i++)
    if (i == 50 && argc > 1)
      {
	pid = fork ();
	if (pid == 0)
	  n = 80;
      }
  if (pid)
    wait (0);
  return 0;
}

>>> run
$CC -O0 $PLUGIN $(arg cbr) prog.c "$LIBHALT" -o prog
HALT_FILE=here.prof ./prog
ls *.prof
HALT_FILE=many-%p.prof ./prog fork
ls *.prof | sed 's/[0-9][0-9]*/N/'
for f in many-*; do $HALT report prog $f | sed -n 's/^cbr .* //p'; done | sort
echo "cannot be written:"
code env HALT_FILE=no/such/directory/file ./prog 2>&1 | sed 's,/.*/no/,.../no/,'

ls -A | grep -c -v -e prog -e prof || true

>>> out
here.prof
here.prof
many-N.prof
many-N.prof
204
61
cannot be written:
halt: cannot write profile '.../no/such/directory/file': No such file or directory
0
