# SPDX-License-Identifier: GPL-3.0-or-later
# What fork and posix_spawn make while breakpoints are in the process has none of them; the
# process has them until the context ends.

>>> x86_64 ghalt attach

>>> prog.c
#include <halt/halt.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

extern char __executable_start, etext;
__attribute__ ((noipa)) static int step (int n) { return n & 1 ? n : -n; }

int
main (void)
{
  char c;
  size_t size = &etext - &__executable_start;
  char *before = malloc (size);
  memcpy (before, &__executable_start, size);
  puts ("ready");
  fflush (stdout);
  while (read (0, &c, 1) == 1)
    {
      int status = -1, sum = 0;
      for (int i = 0; i < 5; i++)
	sum += step (i);
      halt_event ("asked");
      pid_t child = fork ();
      if (child == 0)
	_exit (memcmp (before, &__executable_start, size) != 0);
      waitpid (child, &status, 0);
      printf ("%s, %d\n", memcmp (before, &__executable_start, size) ? "changed" : "as it was", status);
      fflush (stdout);
    }
  return 0;
}

>>> run
for more in '' -static; do
  $CC -O2 -g -w -I "$TESTS/../include" $more $PLUGIN $(arg switch cbr entry exit count=atomic) prog.c $LIBHALT -o prog
  rm -f *.prof
  mkfifo in out
  ./prog <in >out &
  pid=$!
  exec 4>in 3<out
  rm in out
  read -r ready <&3
  traced $HALT attach $pid --off='*' >/dev/null
  ask () { printf x >&4; read -r said <&3; echo "$said"; }
  ask
  $HALT attach $pid -o x.prof --context='after 1ms snapshot; at event asked snapshot; at hit 12 entry@step stop
    at hit 1000000 entry,cbr,exit stop' >/dev/null 3<&- 4>&- &
  until [ -e x.1.prof ]; do sleep 0.01; done
  ask
  ask
  ask
  wait $!
  ask
  exec 4>&-
  wait $pid
  exec 3<&-
done

>>> out
as it was, 0
changed, 0
changed, 0
as it was, 0
as it was, 0
as it was, 0
changed, 0
changed, 0
as it was, 0
as it was, 0
