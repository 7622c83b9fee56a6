# SPDX-License-Identifier: GPL-3.0-or-later
# Contexts: every event and every action.  What snapshots say is what the program counts
# itself; it is none the worse, its children neither, and its code is what it was.
# contexts-musl.t does the same with another C library.

>>> x86_64 ghalt attach

>>> next.c
__attribute__ ((noipa)) static int
after (int n) { return n; }
int
main (void)
{
  int sum = 0;
  for (int i = 0; i < 11; i++)
    sum += after (i);
  return sum == 55 ? 8 : 1;
}

>>> run
. "$TESTS/programs/contexts.sh"
build () { $CC -O2 -g -w -pthread -I "$TESTS/../include" $machine $PLUGIN $(arg switch cbr entry exit count=atomic) "$@"; }
machine=
build next.c $LIBHALT -o next
build work.c $LIBHALT -o work
traced $HALT run --on=entry ./next || [ $? = 8 ]
for machine in '' -static -m32; do
  lib=$LIBHALT
  if [ "$machine" = -m32 ]; then
    [ -f "${LIBHALT%/*}/32/libhalt.a" ] || continue
    lib=${LIBHALT%/*}/32/libhalt.a
    machine="-m32 -idirafter /usr/include/$($CC -print-multiarch)"
  fi
  rm -f *.prof
  context=$ALL_CONTEXT
  library=
  if [ "$machine" = -static ]; then
    context=$(echo "$ALL_CONTEXT" | grep -v 'dlopen\|plugged')
  else
    # One copy of the library, which stays when plug.so goes.
    lib="${lib%.a}.so -Wl,-rpath,${lib%/*}"
    build -shared -fPIC -Wl,--build-id plug.c $lib -o plug.so
    library='-DLIBRARY="./plug.so"'
  fi
  build $library work.c $lib -o work
  $HALT run --context="$context" -o all.prof ./work >told 2>errors || echo "exit $?" >>told
  grep -v 'note: counts of [0-9]* child' errors || true
  grep '^#\|exit [0-9]$' told >ends
  [ -f ends.first ] && { cmp ends ends.first || cat ends; } || { cp ends ends.first; cat ends; }
  check_snapshots "$machine"
  ls all.*.prof | wc -l
done
machine=
lib=$LIBHALT
build work.c $lib -o work
# What children wrote is another test's, run-children.t.
run ()
{
  rm -f x*.prof
  status=0
  $HALT run -o x.prof --context="$1" ./work ${2-} >/dev/null 2>errors || status=$?
  grep -v 'note: counts of [0-9]* child' errors || true
  [ $status = 0 ] || echo "exit $status"
}
# all: what all kinds counted in profile $2 of program $1, by function.
all () { $HALT report --format=csv $1 $2 2>/dev/null | awk -F, 'NR > 1 && $14 > 0 { n[$1 " " $4] += $14 } END { for (k in n) print k, n[k] }' | sort; }

echo "-- the Nth execution, exactly"
for n in 1 2 9 10; do
  run "on entry@step; at hit $n entry@step snapshot"
  echo "$n $(counts work x.1.prof)"
done
run 'on exit@step; at hit 3 cbr@steps,entry@step reset; at hit 5 cbr@steps,entry@step stop'
all work x.prof
echo "-- reset, stop"
run 'on entry@step; at event "request done" snapshot reset; at call last stop'
echo "$(counts work x.1.prof) $(counts work x.2.prof) $(counts work x.3.prof) $(counts work x.prof)"
# What is off from then on was not on since then.
run 'on *; at call last off cbr,exit reset'
$HALT report --format=csv work x.prof 2>/dev/null | awk -F, 'NR > 1 && $14 != "" { print $1 }' | sort -u
echo "-- points by place"
run 'on entry file work.c; off * line work.c:17,work.c:30-90 module work'
all work x.prof
run 'on entry module wor?; off entry@main,wait_for,on_signal; off line work.c:17'
all work x.prof
set -- $(nm -S work | awk '$4 == "steps" { print $1, $2 }')
run "on range 0x$1-$(printf %d $((0x$1 + 0x$2 - 1)))"
all work x.prof | sed 's/ [0-9]*$//'
# The end of a range is in it: the first end with which there is a point is the point's.
last=$((0x$1))
until $HALT run --context="on range 0x$1-$last" ./work >/dev/null 2>said || [ $? = 9 ]; do
  last=$((last + 1))
done
run "on range $last-$last" 2>&1
echo "-- once, or at a signal's number"
run 'at signal 10 snapshot; at signal USR1 snapshot; at signal 11 snapshot'
ls x.*.prof
echo "-- the last action that names a point holds"
run 'on *; off *@step; at call last on entry@step; at call last off cbr,exit,entry@steps'
all work x.prof | sed -n 's/^cbr steps 1[23]$/cbr steps some/; / step/p'
echo "-- another program"
run 'on entry@step; at exec on entry@after; at hit 4 entry@after snapshot' ./next
all next x.1.prof
all next x.prof
run 'on entry@step; at exec snapshot; at exit snapshot' ./next
code $HALT report next x.1.prof 2>&1
code $HALT report --between next x.1.prof x.2.prof 2>&1
code $HALT merge x.2.prof x.1.prof -o y.prof 2>&1
code $HALT diff next x.1.prof x.2.prof 2>&1
echo "-- nothing is left behind"
cat >loop.c <<'END'
#include <halt/halt.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>
extern char __executable_start, etext;
static volatile sig_atomic_t stop;
static void on_signal (int sig) { if (sig == SIGTERM) stop = 1; }
__attribute__ ((noipa)) static int step (int n) { return n & 1 ? n : -n; }
static void *
work (void *unused)
{
  while (!stop)
    for (int i = 0; i < 100; i++)
      if (step (i) + step (i) != 2 * step (i))
	abort ();
      else if (i == 50)
	halt_event ("fifty");
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
  ualarm (5000, 5000);
  for (int i = 0; i < 3; i++)
    pthread_create (&threads[i], NULL, work, NULL);
  puts ("ready");
  fflush (stdout);
  while (!stop)
    {
      int status;
      pid_t child = usleep (1000) == 0 ? fork () : vfork ();
      if (child == 0)
	_exit (step (99) != 99);
      if (waitpid (child, &status, 0) == child && status != 0)
	abort ();
    }
  for (int i = 0; i < 3; i++)
    pthread_join (threads[i], NULL);
  puts (memcmp (before, &__executable_start, size) ? "changed" : "as it was");
  return 0;
}
END
build loop.c $LIBHALT -o loop
mkfifo pipe
./loop >pipe &
pid=$!
exec 3<pipe
read -r ready <&3
for i in 1 2 3 4; do
  code $HALT attach $pid -o x.prof --context='
    at hit 200 entry@step,cbr snapshot
    every 20ms for 5ms on *; every 3ms for 1ms off entry
    at event fif* snapshot; at signal ALRM on exit; at fork snapshot off exit
    after 300ms stop' >/dev/null
done
# `after' is once.
rm -f x*.prof
./loop >/dev/null &
$HALT attach $! -o x.prof --context='after 20ms snapshot; after 150ms snapshot stop' >/dev/null
kill -TERM $!
wait $!
ls x.*.prof
# The command is ended: by a signal; or killed.
$HALT attach $pid --context='every 5ms for 2ms on *; at hit 100000000 entry@step,cbr stop' >/dev/null &
until grep -q '^TracerPid:.[1-9]' /proc/$pid/status; do sleep 0.01; done
code $HALT attach $pid --context='on *' 2>&1 | sed 's/[0-9][0-9]*/PID/g'
kill -INT $!
code wait $!
$HALT attach $pid --context='every 5ms for 2ms on *; at hit 100000000 entry@step,cbr stop' >/dev/null 2>&1 &
sleep 0.2
kill -KILL $!
wait $! 2>/dev/null || echo "exit $?"
until $HALT attach $pid --context='on entry; after 1ms stop' 2>/dev/null; do sleep 0.01; done
kill -TERM $pid
cat <&3
code wait $pid
echo "-- what is wrong"
for wrong in '' '# nothing' 'on' 'on stop' 'on cbr entry' 'at call' 'at exti stop' 'at signal FOO stop' \
  'after 5x stop' 'every 0 stop' 'every 5s for 5s on *' 'for 5s stop' 'at hit 0 * stop' 'at event "x' \
  'on * line work.c' 'on * line work.c:1 file work.c' 'on * range x' 'on * file wrok.c' 'on * module none' \
  'at call steps on entry@stepz' 'stop now' '5s stop' 'at signal 99 stop' 'on * line work.c:2-3' ; do
  code $HALT run --context="$wrong" ./work not to be run 2>&1
done
cat >wrong.context <<'END'
# A comment.
on entry@step; at call
  main stop
END
code $HALT run --context=@wrong.context ./work 2>&1
code $HALT run --context=@no.context ./work 2>&1
build next.c $LIBHALT -static -o next
code $HALT run --context='at dlopen x on *' ./next 2>&1 | sed 's/process [0-9]*/process N/'
code $HALT run --context='at event x on *' ./next 2>&1 | sed 's/process [0-9]*/process N/'
code $HALT attach 4194304 --context='stop' 2>&1

>>> out
# fork ended with 3
# vfork ended with 4
# posix_spawn ended with 5
exit 9
13
12
13
-- the Nth execution, exactly
exit 9
1 0
exit 9
2 1
exit 9
9 8
exit 9
10 9
exit 9
exit step 1
-- reset, stop
exit 9
0 1 2 6
exit 9
entry
-- points by place
exit 9
entry steps 7
exit 9
entry last 2
entry steps 7
entry work 2
exit 9
cbr steps
entry steps
exit steps
exit 9
-- once, or at a signal's number
exit 9
x.1.prof
x.2.prof
-- the last action that names a point holds
exit 9
cbr steps some
entry step 2005
entry steps 4
exit steps 4
-- another program
exit 8
entry after 3
entry after 11
exit 8
ghalt: x.1.prof has no counts: it was written before the program's start-up code had run
exit 2
ghalt: x.1.prof has no counts: it was written before the program's start-up code had run
exit 2
ghalt: x.1.prof has no counts: it was written before the program's start-up code had run
exit 2
ghalt: x.1.prof has no counts: it was written before the program's start-up code had run
exit 2
-- nothing is left behind
x.1.prof
x.2.prof
ghalt: another 'ghalt attach' has process PID; wait until it has ended
exit PID
exit 137
as it was
-- what is wrong
ghalt: context:1:1: there is nothing in it
exit 2
ghalt: context:1:1: there is nothing in it
exit 2
ghalt: context:1:3: a pattern, as in 'cbr@main*,entry' or '*', is missing
exit 2
ghalt: context:1:8: a pattern of points is missing
exit 2
ghalt: context:1:8: 'entry' is not an action: on, off, reset, snapshot or stop
exit 2
ghalt: context:1:8: the name of a function is missing
exit 2
ghalt: context:1:4: 'exti' is not an event; did you mean 'exec'?
exit 2
ghalt: context:1:11: 'FOO' is no signal, as in USR1 or 10
exit 2
ghalt: context:1:7: '5x' is no time, as in 5s or 200ms
exit 2
ghalt: context:1:7: there is nothing between two of them
exit 2
ghalt: context:1:10: that is as long as the time from one to the next
exit 2
ghalt: context:1:1: 'for' needs something that is switched on or off
exit 2
ghalt: context:1:8: '0' is no number from 1 up
exit 2
ghalt: context:1:10: this text has no end: a " is missing
exit 2
ghalt: context:1:11: 'work.c' is no line, as in file.c:12 or file.c:10-40
exit 2
ghalt: context:1:20: there are lines already; 'line' takes a list
exit 2
ghalt: context:1:12: 'x' is no range of addresses, as in 0x1130-0x11a0
exit 2
ghalt: context:1:4: no point is in 'wrok.c'; did you mean 'work.c'?
exit 2
ghalt: context:1:4: no point of none has a name like '*'
exit 2
ghalt: context:1:18: no point has a name like 'entry@stepz'; did you mean 'step'?
exit 2
ghalt: context:1:6: 'now' is not an action: on, off, reset, snapshot or stop
exit 2
ghalt: context:1:1: '5s' is not an action, or after, every, at or for
exit 2
ghalt: context:1:11: '99' is no signal, as in USR1 or 10
exit 2
ghalt: context:1:4: no point is in 'work.c:2-3'; the nearest line with points is 17
exit 2
ghalt: wrong.context:2:23: the name of a function is missing
exit 2
ghalt: cannot read 'no.context': No such file or directory
exit 2
ghalt: context:1:4: process N is linked statically
exit 2
ghalt: context:1:4: process N never calls halt_event (of libhalt, <halt/halt.h>)
exit 2
ghalt: there is no process 4194304
exit 2
