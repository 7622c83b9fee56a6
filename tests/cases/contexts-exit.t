# SPDX-License-Identifier: GPL-3.0-or-later
# A process with many threads ends while they run, under a context: what it counted is
# there each time, however it ends.

>>> x86_64 ghalt attach

>>> prog.c
#include <pthread.h>
#include <signal.h>
#include <stdlib.h>
#include <unistd.h>

static volatile unsigned long n[8];

__attribute__ ((noipa)) static void
step (long i)
{
  n[i]++;
}

static void *
spin (void *data)
{
  for (;;)
    step ((long) data);
  return NULL;
}

int
main (int argc, char **argv)
{
  pthread_t t;
  for (long i = 0; i < 8; i++)
    pthread_create (&t, NULL, spin, (void *) i);
  usleep (10000);
  switch (argc < 2 ? 0 : *argv[1])
    {
    case 'a':
      abort ();
    case 'k':
      kill (getpid (), SIGKILL);
    case '_':
      _exit (0);
    default:
      exit (0);
    }
}

>>> run
ulimit -c 0
for how in thread plain; do
  $CC -O2 -g -pthread $PLUGIN $(arg switch entry count=$how) prog.c $LIBHALT -o prog
  for end in exit abort kill _exit; do
    for i in 1 2 3 4 5; do
      rm -f run.prof
      $HALT run -o run.prof --context='on entry@step; every 1ms for 500us on entry@spin' ./prog $end >/dev/null 2>said ||
	! grep 'may not be traced' said >&2 || exit 77
      [ -f run.prof ] || { echo "$how $end: none"; cat said; }
    done
    $HALT report --format=csv prog run.prof 2>/dev/null |
      awk -F, -v what="$how $end" '$1 == "entry" && $4 == "step" { n = $14 } END { if (n < 1) print what ": " n }'
  done
done
echo ended

>>> out
ended
