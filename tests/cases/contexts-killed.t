# SPDX-License-Identifier: GPL-3.0-or-later
# Who traces is killed while its breakpoints are in the process: that goes on, and who
# attaches next takes them out.

>>> x86_64 ghalt attach

>>> server.c
#include <dlfcn.h>
#include <halt/halt.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

extern char __executable_start, etext;
static volatile int stop;
__attribute__ ((noipa)) static int step (int n) { return n & 1 ? n : -n; }
__attribute__ ((noipa)) static int
steps (int n)
{
  int odd = 0;
  for (int i = 0; i < n; i++)
    if (step (i) == i)
      odd++;
  return odd;
}

static void *
work (void *unused)
{
  while (!stop)
    {
      if (steps (100) != 51)
	abort ();
      halt_event ("hundred");
#ifdef LIBRARY
      dlclose (dlopen (LIBRARY, RTLD_NOW));
#endif
      usleep (200);
    }
  return unused;
}

int
main (void)
{
  pthread_t threads[3];
  char c;
  size_t size = &etext - &__executable_start;
  char *before = malloc (size);
  memcpy (before, &__executable_start, size);
  for (int i = 0; i < 3; i++)
    pthread_create (&threads[i], NULL, work, NULL);
  puts ("ready");
  fflush (stdout);
  while (read (0, &c, 1) == 1)
    {
      puts (memcmp (before, &__executable_start, size) ? "changed" : "as it was");
      fflush (stdout);
    }
  stop = 1;
  for (int i = 0; i < 3; i++)
    pthread_join (threads[i], NULL);
  puts ("ended");
  return 0;
}

>>> library.c
int nothing;

>>> run
$CC -O1 -shared -fPIC library.c -o library.so
for machine in '' -static -m32; do
  lib=$LIBHALT library='-DLIBRARY="./library.so"'
  if [ "$machine" = -m32 ]; then
    [ -f "${LIBHALT%/*}/32/libhalt.a" ] || continue
    lib=${LIBHALT%/*}/32/libhalt.a
    machine="-m32 -idirafter /usr/include/$($CC -print-multiarch)"
    library=
  fi
  [ "$machine" = -static ] && library=
  $CC -O2 -g -w -pthread -I "$TESTS/../include" $machine $library $PLUGIN $(arg switch cbr entry exit count=atomic) server.c $lib -o server
  mkfifo in out
  ./server <in >out &
  pid=$!
  exec 4>in 3<out
  rm in out
  read -r ready <&3
  traced $HALT attach $pid --on=entry --for=1ms >/dev/null
  for i in 1 2 3; do
    $HALT attach $pid -o x.prof --context='on entry@step; at hit 1 entry@step snapshot; at hit 100000000 entry,cbr,exit stop
      at event none stop' >/dev/null 2>&1 &
    attach=$!
    # Breakpoints are there.
    until [ -f x.1.prof ] || ! kill -0 $attach; do sleep 0.01; done
    kill -KILL "$(sed -n 's/^TracerPid:[^0-9]*//p' /proc/$pid/status)"
    wait $attach || [ $? = 2 ] || echo "exit $?"
    rm -f x.1.prof
    sleep 0.05
  done
  echo >&4
  read -r is <&3
  $HALT attach $pid --off='*' >/dev/null
  echo >&4
  read -r now <&3
  exec 4>&-
  read -r ended <&3
  echo "$is, $now, $ended"
  code wait $pid
  exec 3<&-
done >said
sort -u said

>>> out
changed, as it was, ended
