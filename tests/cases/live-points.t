# SPDX-License-Identifier: GPL-3.0-or-later
# Points that can be switched cost a live profile nothing until one is switched: by HALT_ON,
# by the program, from outside.  Then it says which were on, whatever ends the process.

>>> prog.c
#include <dlfcn.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>
#include "halt/halt.h"

__attribute__ ((noipa)) int f (int n) { if (n > 3) __asm__ volatile ("nop"); return n; }
__attribute__ ((noipa)) int g (int n) { if (n > 4) __asm__ volatile ("nop"); return n; }

/* In the library part, on and never executed: h.  */
int
main (int argc, char **argv)
{
  char c;
  void *so = dlopen ("./part.so", RTLD_NOW);
  if (strcmp (argv[1], "self") == 0)
    halt_switch ("cbr@g", 1);
  puts ("ready");
  fflush (stdout);
  while (read (0, &c, 1) == 1)
    {
      for (int i = 0; i < 10; i++)
	f (i), g (i);
      puts ("done");
      fflush (stdout);
    }
  if (strcmp (argv[2], "close") == 0)
    dlclose (so);
  if (strcmp (argv[2], "kill") == 0)
    kill (getpid (), SIGKILL);
  return 0;
}

>>> part.c
int h (int n) { if (n > 5) __asm__ volatile ("nop"); return n; }

>>> run
$CC -O1 -w $PLUGIN $(arg cbr switch) $INCLUDE -rdynamic prog.c -Wl,--whole-archive "$LIBHALT" -Wl,--no-whole-archive -o prog
$CC -O1 -w -fPIC -shared $PLUGIN $(arg cbr switch) part.c -o part.so
mkfifo in out

# run WHO END: WHO switches points on, END is how it ends.
run ()
{
  rm -f halt.prof
  on=
  [ $1 != start ] || on=cbr@f,cbr@h
  HALT_ON=$on HALT_LIVE=1 ./prog $1 $2 <in >out 2>/dev/null & pid=$!
  exec 4>in 3<out
  read -r ready <&3
  if [ $1 = outside ] && ! $HALT attach $pid --on='cbr@f,cbr@h' >said 2>&1; then
    cat said
    exit 77
  fi
  echo >&4
  read -r done <&3
  exec 4>&- 3<&-
  wait $pid 2>/dev/null || :
  echo "$1 $2: $($HALT report --format=csv prog 2>/dev/null | awk -F, '$1 == "cbr" && $4 != "main" { print $4, $14, $15, $16 }' | sort | xargs)"
}
for end in return kill close; do
  for who in nobody start self; do
    run $who $end
  done
done
for end in return kill close; do
  run outside $end
done

>>> out
nobody return: f g h
start return: f 10 6 4 g h 0 0 0
self return: f g 10 5 5 h
nobody kill: f g h
start kill: f 10 6 4 g h 0 0 0
self kill: f g 10 5 5 h
nobody close: f g h
start close: f 10 6 4 g h 0 0 0
self close: f g 10 5 5 h
outside return: f 10 6 4 g h 0 0 0
outside kill: f 10 6 4 g h 0 0 0
outside close: f 10 6 4 g h 0 0 0
