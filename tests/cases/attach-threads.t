# SPDX-License-Identifier: GPL-3.0-or-later
# ghalt attach while threads begin and end all the time: those on their way out are not
# to be traced, those that a traced one has just made are traced already, and nothing is
# refused because of them.

>>> x86_64 ghalt attach

>>> threads.c
#include <pthread.h>
#include <stdio.h>
#include <unistd.h>

static volatile int stop;

__attribute__ ((noipa)) static void *
thread (void *unused)
{
  return unused;
}

static void *
make (void *unused)
{
  while (!stop)
    {
      pthread_t t[4];
      for (int i = 0; i < 4; i++)
	pthread_create (&t[i], NULL, thread, NULL);
      for (int i = 0; i < 4; i++)
	pthread_join (t[i], NULL);
    }
  return unused;
}

int
main (void)
{
  pthread_t t[4];
  for (int i = 0; i < 4; i++)
    pthread_create (&t[i], NULL, make, NULL);
  puts ("ready");
  fflush (stdout);
  getchar ();
  stop = 1;
  for (int i = 0; i < 4; i++)
    pthread_join (t[i], NULL);
  return 0;
}

>>> run
$CC -O2 -pthread $PLUGIN $(arg switch entry) threads.c $LIBHALT -o threads
mkfifo in out
./threads <in >out &
pid=$!
exec 4>in 3<out
read -r ready <&3
for i in $(seq 30); do
  $HALT attach $pid --on=entry@thread
  $HALT attach $pid --off='*'
done 2>&1 | sed 's/[0-9]* us/N us/; s/process [0-9]*/process/' | sort | uniq -c | sed 's/^ *//'
for i in $(seq 60); do
  $HALT attach $pid -o x.prof --context='on entry; at hit 50 entry@thread stop'
done 2>&1 | sed -n '/^ghalt/p'
exec 4>&-
wait $pid
$HALT report threads 2>/dev/null | awk '$1 == "entry" { print ($5 > 0) }'

>>> out
30 process: 0 points on, 3 off; it stood for N us
30 process: 1 point on, 0 off; it stood for N us
1
