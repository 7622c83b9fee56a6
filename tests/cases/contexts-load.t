# SPDX-License-Identifier: GPL-3.0-or-later
# Contexts of a server that has a thread for each connection, while clients hammer it: no
# request is lost or answered wrong, what is counted is what it served, and its code is
# what it was.

>>> x86_64 ghalt attach

>>> server.c
#include <halt/halt.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

extern char __executable_start, etext;
static long served, connections;
static int waiting;

__attribute__ ((noipa)) static unsigned
answer (unsigned n)
{
  unsigned steps = 0;
  for (n = n % 1000 + 1; n != 1; steps++)
    n = n & 1 ? 3 * n + 1 : n / 2;
  __atomic_fetch_add (&served, 1, __ATOMIC_RELAXED);
  return steps;
}

static void *
serve (void *data)
{
  int file = (int) (long) data;
  unsigned n;
  while (read (file, &n, sizeof n) == sizeof n)
    {
      if (n == ~0u)
	shutdown (waiting, SHUT_RDWR);
      n = n == ~0u ? n : answer (n);
      if (n % 64 == 7)
	halt_event ("seven");
      if (write (file, &n, sizeof n) != sizeof n)
	break;
    }
  close (file);
  __atomic_fetch_sub (&connections, 1, __ATOMIC_RELEASE);
  return NULL;
}

int
main (int argc, char **argv)
{
  struct sockaddr_un name = { .sun_family = AF_UNIX };
  size_t size = &etext - &__executable_start;
  char *before = malloc (size);
  int file;
  memcpy (before, &__executable_start, size);
  strcpy (name.sun_path, argv[1]);
  waiting = socket (AF_UNIX, SOCK_STREAM, 0);
  if (argc < 2 || bind (waiting, (struct sockaddr *) &name, sizeof name) != 0
      || listen (waiting, 100) != 0)
    return 1;
  while ((file = accept (waiting, NULL, NULL)) >= 0)
    {
      pthread_t thread;
      __atomic_fetch_add (&connections, 1, __ATOMIC_RELAXED);
      if (pthread_create (&thread, NULL, serve, (void *) (long) file) != 0)
	return 2;
      pthread_detach (thread);
    }
  while (__atomic_load_n (&connections, __ATOMIC_ACQUIRE) > 0)
    usleep (1000);
  printf ("%ld\n%s\n", served,
	  memcmp (before, &__executable_start, size) ? "changed" : "as it was");
  return 0;
}

>>> client.c
/* client SOCKET THREADS: ask until standard input ends; then say how many requests were
   answered, and end the server.  */
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

static struct sockaddr_un name = { .sun_family = AF_UNIX };
static volatile int stop;
static long answered, lost;

static int
ask (int file, unsigned n)
{
  unsigned is = 0, steps = 0;
  if (write (file, &n, sizeof n) != sizeof n || read (file, &is, sizeof is) != sizeof is)
    return 0;
  for (n = n % 1000 + 1; n != 1; steps++)
    n = n & 1 ? 3 * n + 1 : n / 2;
  return is == steps;
}

static int
join (void)
{
  int file = socket (AF_UNIX, SOCK_STREAM, 0);
  return connect (file, (struct sockaddr *) &name, sizeof name) == 0 ? file : -1;
}

static void *
hammer (void *data)
{
  unsigned n = (unsigned) (long) data * 1000003;
  while (!stop)
    {
      int file = join ();
      for (int i = 0; i < 50; i++)
	{
	  int good = file >= 0 && ask (file, n);
	  n = n * 1103515245 + 12345;
	  __atomic_fetch_add (good ? &answered : &lost, 1, __ATOMIC_RELAXED);
	}
      close (file);
    }
  return NULL;
}

int
main (int argc, char **argv)
{
  pthread_t thread[16];
  unsigned end = ~0u;
  char c;
  int n = argc > 2 ? atoi (argv[2]) : 0;
  strcpy (name.sun_path, argv[1]);
  for (int i = 0; i < n; i++)
    pthread_create (&thread[i], NULL, hammer, (void *) (long) (i + 1));
  while (read (0, &c, 1) == 1)
    continue;
  stop = 1;
  for (int i = 0; i < n; i++)
    pthread_join (thread[i], NULL);
  int file = join ();
  if (write (file, &end, sizeof end) != sizeof end || read (file, &end, sizeof end) != sizeof end)
    lost++;
  close (file);
  printf ("%ld\nlost %ld\n", answered, lost);
  return 0;
}

>>> run
$CC -O2 -g -w -pthread client.c -o client
counts () { $HALT report --format=csv server $1 2>/dev/null | awk -F, '$1 == "entry" && $4 == "answer" { print $14 }'; }
# begin COMMAND...: the server, and its clients, which hammer it until 4 is closed.
begin ()
{
  rm -f socket
  "$@" ./server socket >served 2>said &
  server=$!
  until [ -S socket ]; do kill -0 $server && sleep 0.01; done
  mkfifo go
  ./client socket 8 <go >asked &
  client=$!
  exec 4>go
  rm go
}
end ()
{
  exec 4>&-
  code wait $client
  code wait $server
  sed 1d asked
  [ "$(head -1 asked)" -gt 1000 ] || echo "few requests: $(head -1 asked)"
  [ "$(head -1 asked)" = "$(head -1 served)" ] || echo "asked $(head -1 asked), served $(head -1 served)"
}
# about N FILE: N executions but for those that a thread has just come to.
about ()
{
  _n=$(counts $2)
  [ "$_n" -le $1 ] && [ "$_n" -ge $(($1 - 9)) ] || echo "$2: $_n, not $1"
}
for way in count=atomic count=thread ''; do
  rm -f *.prof
  $CC -O2 -g -w -pthread -I "$TESTS/../include" $PLUGIN $(arg switch cbr entry exit $way) server.c $LIBHALT -o server
  echo "-- ${way:-routines}: attach, again and again"
  begin
  for i in 1 2 3; do
    $HALT attach $server -o x$i.prof --context='on entry@answer; at call answer snapshot; at hit 500 entry@answer snapshot
      at hit 700 entry@answer,cbr@serve on exit; every 10ms for 2ms on cbr; every 3ms off exit; every 7ms for 1ms on *
      at event seven on exit; at clone on exit@serve; at hit 1000 entry@answer stop' >/dev/null 2>said ||
      { cat said; grep -q 'may not be traced' said && exit 77; }
    about 0 x$i.1.prof
    about 499 x$i.2.prof
    about 999 x$i.prof
  done
  end
  grep changed served || echo "as it was"
  echo "-- ${way:-routines}: run"
  begin $HALT run -o run.prof --context='on entry@answer; at call answer snapshot; at hit 500 entry@answer snapshot
    every 10ms for 2ms on cbr; at event seven on exit; at hit 600 exit@answer off exit; at hit 1000 entry@answer snapshot'
  until [ -f run.3.prof ] || ! kill -0 $server; do sleep 0.01; done
  end
  about 0 run.1.prof
  about 499 run.2.prof
  about 999 run.3.prof
  [ "$(counts run.prof)" = "$(head -1 served)" ] || echo "run: $(counts run.prof) of $(head -1 served)"
done

>>> out
-- count=atomic: attach, again and again
lost 0
as it was
-- count=atomic: run
lost 0
-- count=thread: attach, again and again
lost 0
as it was
-- count=thread: run
lost 0
-- routines: attach, again and again
lost 0
as it was
-- routines: run
lost 0
