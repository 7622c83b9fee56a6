# SPDX-License-Identifier: GPL-3.0-or-later
# A handler on a stack of its own that has just room for it may be the first that counts in
# its thread: nothing of ours needs much of that.

>>> prog.c
#define _GNU_SOURCE
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <sys/mman.h>
#include <unistd.h>

static volatile long hits;

__attribute__ ((noipa)) static int
leaf (int i)
{
  return i & 1 ? 3 : 4;
}

static void
on_signal (int sig)
{
  for (int i = 0; i < 4; i++)
    hits += leaf (i) > 3;
}

extern void *first (void *);

int
main (void)
{
  struct sigaction action = { .sa_handler = on_signal, .sa_flags = SA_ONSTACK };
  pthread_t thread;
  sigaction (SIGUSR1, &action, 0);
  pthread_create (&thread, 0, first, 0);
  pthread_join (thread, 0);
  first (0);
  printf ("%ld\n", hits);
  return 0;
}

>>> first.c
/* Without the plugin: nothing is counted but in the handler.  */
#define _GNU_SOURCE
#include <signal.h>
#include <sys/mman.h>
#include <unistd.h>

void *
first (void *unused)
{
  long page = sysconf (_SC_PAGESIZE), size = sysconf (_SC_MINSIGSTKSZ) + 1024;
  size = (size + 15) & -16;
  long room = (size + page - 1) & -page;
  char *area = mmap (0, page + room, PROT_READ | PROT_WRITE,
                     MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  mprotect (area, page, PROT_NONE);
  stack_t stack = { .ss_sp = area + page, .ss_size = size }, none = { .ss_flags = SS_DISABLE };
  sigaltstack (&stack, 0);
  raise (SIGUSR1);
  raise (SIGUSR1);
  sigaltstack (&none, 0);
  return unused;
}

>>> run
$CC -O2 -c first.c
$CC -O2 -w -pthread prog.c first.o -o plain
[ "$(./plain 2>/dev/null)" = 8 ] || skip "the kernel does not say how much a handler needs"
for way in calls count count=thread count=atomic blpp 'blpp count' switch; do
  options=$(arg cbr bb)
  case $way in calls) ;; blpp) options=$(arg blpp) ;; *) options="$options $(arg $way)" ;; esac
  $CC -O2 -w -pthread $PLUGIN $options prog.c first.o "$LIBHALT" -o prog
  echo "$way: $(HALT_ON='*' code ./prog)"
done

>>> out
calls: 8
count: 8
count=thread: 8
count=atomic: 8
blpp: 8
blpp count: 8
switch: 8
