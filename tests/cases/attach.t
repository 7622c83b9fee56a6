# SPDX-License-Identifier: GPL-3.0-or-later
# Points of a running process are switched from outside: with threads, in signal
# handlers, in children of vfork.  Afterwards its code is what it was, byte for byte.

>>> x86_64 ghalt attach

>>> digits.c
int
digits (unsigned n)
{
  int count = 1;
  while (n > 9)
    {
      n /= 10;
      count++;
    }
  return count;
}

>>> server.c
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

int digits (unsigned n);
extern char __executable_start, etext;
static volatile sig_atomic_t stop;

static void
on_signal (int sig)
{
  if (digits (12345) != 5)
    abort ();
  if (sig == SIGTERM)
    stop = 1;
}

static void *
work (void *unused)
{
  while (!stop)
    for (unsigned i = 1; i < 1000000; i *= 10)
      if (digits (i) != digits (i * 2))
	abort ();
  return unused;
}

int
main (void)
{
  pthread_t threads[3];
  size_t size = &etext - &__executable_start;
  char *before = malloc (size);
  memcpy (before, &__executable_start, size);
  signal (SIGALRM, on_signal);
  signal (SIGTERM, on_signal);
  ualarm (2000, 2000);
  for (int i = 0; i < 3; i++)
    pthread_create (&threads[i], NULL, work, NULL);
  puts ("ready");
  fflush (stdout);
  while (!stop)
    {
      int status;
      pid_t child = vfork ();
      if (child == 0)
	{
	  usleep (2000);
	  _exit (digits (99999) != 5);
	}
      if (waitpid (child, &status, 0) == child && status != 0)
	abort ();
    }
  for (int i = 0; i < 3; i++)
    pthread_join (threads[i], NULL);
  puts (memcmp (before, &__executable_start, size) ? "changed" : "as it was");
  return 0;
}

>>> run
for more in "" -static; do
  $CC -O2 -w -pthread $more $PLUGIN $(arg switch cbr entry exit bb count=atomic) server.c \
    digits.c $LIBHALT -o server
  mkfifo pipe
  ./server >pipe &
  pid=$!
  exec 3<pipe
  rm pipe
  read -r ready <&3
  $HALT attach $pid --on='cbr@digits,entry@dig*' --for=100ms >said || { cat said; exit 77; }
  sed 's/[0-9]* us/N us/; s/process [0-9]*/process/' said
  for i in 1 2 3 4 5 6 7 8; do
    $HALT attach $pid --on='*' >/dev/null
    $HALT attach $pid --off='*' >/dev/null
  done
  rm said
  $HALT attach $pid --on='*' --for=60s >said &
  one=$!
  until [ -s said ]; do sleep 0.01; done
  $HALT attach $pid --on=cbr 2>&1 | sed 's/[0-9][0-9]*/PID/'
  kill -INT $one
  wait $one
  $HALT attach $pid --on=cbr@digts 2>&1 || :
  $HALT attach $pid --on=cbr --module=libc* 2>&1 || :
  # 0.3 s at least.
  for time in 0.005m 0.0001h; do
    before=$(date +%s%N)
    $HALT attach $pid --on=cbr --for=$time >/dev/null
    [ $(($(date +%s%N) - before)) -ge 300000000 ] || echo "--for=$time is too short"
  done
  kill $pid
  cat <&3
  wait $pid
  $HALT report server 2>/dev/null | awk '$1 ~ /^(cbr|entry|exit|block)$/ && NF == 5 { print $1, ($5 > 0) }'
done
sleep 10 &
until [ "$(cat /proc/$!/comm)" = sleep ]; do sleep 0.01; done
$HALT attach $! --on=cbr 2>&1 | sed 's/[0-9][0-9]*/PID/'
kill $!
$HALT attach 4194304 --on=cbr 2>&1 || :
$HALT attach $$ 2>&1 || :

>>> out
process: 3 points on, 0 off; it stood for N us
ghalt: another 'ghalt attach' has process PID; wait until it has ended
ghalt: no point has a name like 'cbr@digts'; did you mean 'digits'?
ghalt: no point of libc* is of kind 'cbr'
as it was
cbr 1
entry 1
exit 1
block 1
process: 3 points on, 0 off; it stood for N us
ghalt: another 'ghalt attach' has process PID; wait until it has ended
ghalt: no point has a name like 'cbr@digts'; did you mean 'digits'?
ghalt: no point of libc* is of kind 'cbr'
as it was
cbr 1
entry 1
exit 1
block 1
ghalt: nothing in process PID was compiled with -fplugin-arg-halt-switch
ghalt: there is no process 4194304
ghalt: nothing to switch: --on='cbr@main*,entry', or --off='*'
