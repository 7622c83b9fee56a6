# SPDX-License-Identifier: GPL-3.0-or-later
# HALT_LIVE=1: what is killed leaves its counts, a child has a file of its
# own, and what has ended says what the usual profile does.

>>> prog.c
#include <pthread.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

__attribute__ ((noipa)) static int
choose (int i)
{
  return i % 3 ? i : -i;
}

static void *
work (void *argument)
{
  volatile int s = 0;
  for (int i = 0; i < 1000; i++)
    s += choose (i);
  return argument;
}

int
main (int argc, char **argv)
{
  pthread_t thread[3];
  (void) argv;
  for (int i = 0; i < 3; i++)
    pthread_create (&thread[i], 0, work, 0);
  for (int i = 0; i < 3; i++)
    pthread_join (thread[i], 0);
  if (argc > 1 && fork () == 0)
    {
      work (0);
      if (argc > 2)
	kill (getpid (), SIGKILL);
      _exit (0);
    }
  wait (0);
  if (argc > 2)
    kill (getpid (), SIGKILL);
  return 0;
}

>>> run
machine "$MACHINE"
kinds=$(arg cbr proc bb load)
for way in calls count=atomic count=thread; do
  options=$(arg $way)
  [ $way != calls ] || options=
  $CC -O1 -w -pthread $PLUGIN $kinds $options prog.c "$LIBHALT" -o prog
  for more in '' 'fork' 'fork kill'; do
    for live in 0 1; do
      [ "$live $more" = "0 fork kill" ] && continue
      rm -f *.prof*
      (HALT_LIVE=$live HALT_FILE=x.prof $RUN ./prog $more || :) 2>/dev/null
      "$HALT" report --format=csv prog $(ls *.prof*) >$live.csv 2>said || :
    done
    [ "$more" = "fork kill" ] || cmp 0.csv 1.csv
    echo "$way $more: $(ls *.prof* | wc -l), $(awk -F, '$1 == "entry" && $4 == "choose" { print $14 }' 1.csv)," \
      "$(head -q -c 8 *.prof* | sed 's/E\(H\)/E \1/g')"
  done
done

>>> out
calls : 1, 3000, HALTLIVE
calls fork: 2, 4000, HALTLIVE HALTLIVE
calls fork kill: 2, 4000, HALTLIVE HALTLIVE
count=atomic : 1, 3000, HALTLIVE
count=atomic fork: 2, 4000, HALTLIVE HALTLIVE
count=atomic fork kill: 2, 4000, HALTLIVE HALTLIVE
count=thread : 1, 3000, HALTLIVE
count=thread fork: 2, 4000, HALTLIVE HALTLIVE
count=thread fork kill: 2, 4000, HALTLIVE HALTLIVE
