# SPDX-License-Identifier: GPL-3.0-or-later
# A process that is killed in the middle of an attach; one whose first thread has ended,
# and which executes another program then; no memory for who attaches.  At most one line
# is said, nothing waits for ever, the process is none the worse.

>>> x86_64 ghalt attach

>>> server.c
#include <fcntl.h>
#include <halt/halt.h>
#include <pthread.h>
#include <stdio.h>
#include <unistd.h>

__attribute__ ((noipa)) static int step (int n) { return n & 1 ? n : -n; }
static char **again;

static void *
work (void *forever)
{
  char c;
  for (int i = 0; forever || read (0, &c, 1) != 1; i++)
    {
      step (i);
      halt_event ("tick");
      usleep (100);
    }
  execv (again[0], again);
  return NULL;
}

int
main (int argc, char **argv)
{
  pthread_t thread;
  puts ("ready");
  fflush (stdout);
  char *const words[] = { argv[0], NULL };
  again = (char **) words;
  if (argc == 1)
    {
      for (int i = 0; i < 7; i++)
	step (i);
      return 6;
    }
  for (int i = 0; i < 2 && *argv[1] == 'k'; i++)
    pthread_create (&thread, NULL, work, &thread);
  if (*argv[1] == 'z')
    {
      fcntl (0, F_SETFL, O_NONBLOCK);
      pthread_create (&thread, NULL, work, NULL);
      pthread_exit (NULL);
    }
  for (;;)
    usleep (1000 + step (1));
}

>>> run
$CC -O2 -g -w -pthread -I "$TESTS/../include" $PLUGIN $(arg switch cbr entry count=atomic) server.c $LIBHALT -o server
traced $HALT run --on=entry ./server >/dev/null || [ $? = 6 ]
mkfifo in out
start () { ./server "$1" <in >out & pid=$!; exec 4>in 3<out; read -r ready <&3; }

echo "-- killed"
# Each command has a moment of its own: 0 to 9 ms after it begins.
for words in '--on=* --for=10m' '--on=* -o some.prof' '--context=every_2ms_for_1ms_on_*;at_event_tick_snapshot'; do
  for delay in 0 1 2 3 4 5 6 7 8 9; do
    start k
    (sleep 0.00$delay; kill -KILL $pid) &
    status=0
    timeout 120 $HALT attach $pid "$(echo "${words%% *}" | tr _ ' ')" ${words#"${words%% *}"} >/dev/null 2>said || status=$?
    wait $! $pid 2>/dev/null || :
    exec 3<&- 4>&-
    # It is said what has happened; or all that was asked for was done before.
    case $status,$(cat said) in
      0,|2,'ghalt: there is no process '*|2,'ghalt: process '*' has ended meanwhile'*) ;;
      *) echo "$words: exit $status: $(cat said)" ;;
    esac
  done
  rm -f *.prof
done

echo "-- the first thread has ended"
start z
until grep -q '^State:.Z' /proc/$pid/status; do sleep 0.01; done
$HALT attach $pid --on=entry@step --for=50ms | sed 's/[0-9]* us/N us/; s/process [0-9]*/process/'
$HALT attach $pid --context='at hit 3 entry@step snapshot; at exec on entry' -o zombie.prof &
until [ -f zombie.1.prof ] || ! kill -0 $!; do sleep 0.01; done
echo >&4
code wait $!
code wait $pid
exec 3<&- 4>&-
$HALT report --format=csv server zombie.prof 2>/dev/null | awk -F, '$1 == "entry" { print $4, $14 }'

echo "-- no memory"
if ! grep -q __asan_init "$HALT"; then
  $CC -O1 -w -shared -fPIC "$TESTS/programs/no-memory.c" -o fail.so
  start s
  n=0 good=0
  while [ $good -lt 3 ]; do
    n=$((n + 1)) status=0
    LD_PRELOAD=./fail.so ALLOCATIONS=$n $HALT attach $pid --on=entry --line=server.c:1-99 --for=1ms -o more.prof >/dev/null 2>said || status=$?
    [ $status = 0 ] && good=$((good + 1))
    [ $status = 0 ] || { [ $status = 2 ] && [ "$(wc -l <said)" = 1 ]; } || { echo "allocation $n: exit $status"; cat said; break; }
  done
  # The same of contexts: some allocations of each size.
  $HALT attach $pid --off='*' >/dev/null
  n=0 good=0
  while [ $good -lt 3 ]; do
    n=$((n + 1 + n / 20)) status=0
    LD_PRELOAD=./fail.so ALLOCATIONS=$n $HALT attach $pid -o more.prof \
      --context='at hit 2 entry@step snapshot; every 2ms for 1ms on cbr; at event tick reset; on * line server.c:1-99; at hit 4 entry@step stop' >/dev/null 2>said || status=$?
    [ $status = 0 ] && good=$((good + 1))
    # The one before may still be mending the code.
    [ $status = 0 ] || { [ $status = 2 ] && [ "$(grep -c 'memory\|another\|being traced' said)" = 1 ] && [ "$(wc -l <said)" = 1 ]; } ||
      { echo "allocation $n: exit $status"; cat said; break; }
  done
  n=0 good=0
  while [ $good -lt 3 ]; do
    n=$((n + 1 + n / 20)) status=0
    rm -f more.prof
    LD_PRELOAD=./fail.so ALLOCATIONS=$n $HALT run -o more.prof --context='on *; at hit 3 entry@step snapshot' ./server >/dev/null 2>said || status=$?
    [ $status = 6 ] && [ ! -s said ] && [ -s more.prof ] && good=$((good + 1)) && continue
    # Nothing was executed; or it was, and the context is over.
    { [ $status = 2 ] || [ $status = 6 ]; } && [ "$(grep -c memory said)" = 1 ] && [ "$(wc -l <said)" = 1 ] ||
      { echo "run, allocation $n: exit $status"; cat said; break; }
  done
  until $HALT attach $pid --off='*' >/dev/null 2>&1; do sleep 0.01; done
  kill $pid
  wait $pid 2>/dev/null || echo "exit $?"
  exec 3<&- 4>&-
else
  echo "exit 143"
fi

>>> out
-- killed
-- the first thread has ended
process: 1 point on, 0 off; it stood for N us
exit 6
step 7
work 0
main 1
-- no memory
exit 143
