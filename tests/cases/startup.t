# SPDX-License-Identifier: GPL-3.0-or-later
# _halt_startup is called once, before any constructor and main, main's arguments
# intact; a program does without it as well.

>>> prog.c
#include <stdio.h>

__attribute__ ((constructor)) static void
early (void)
{
  puts ("constructor");
}

int
main (int argc, char **argv, char **envp)
{
  if (argc == 3 && argv[2][0] == 'y' && envp[0])
    puts ("main");
  for (volatile int i = 0; i < 3; i++)
    if (argc == 1)
      main (i, argv, envp);
  return 0;
}

>>> startup.c
#include <stdio.h>

int started;

void
_halt_startup (void)
{
  printf ("startup %d\n", ++started);
}

void
_record_cbr (unsigned long cond, unsigned long id)
{
  (void) cond;
  (void) id;
  if (!started)
    puts ("branch before startup");
}

>>> none.c
void
_record_cbr (unsigned long cond, unsigned long id)
{
  (void) cond;
  (void) id;
}

>>> run
for option in -O0 -O2; do
  $CC -Wall $option $PLUGIN $(arg cbr) prog.c startup.c -o prog
  ./prog x y
  $CC -Wall $option $PLUGIN $(arg cbr) prog.c none.c -o prog
  ./prog x y
done

>>> out
startup 1
constructor
main
constructor
main
startup 1
constructor
main
constructor
main
