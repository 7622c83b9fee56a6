# SPDX-License-Identifier: GPL-3.0-or-later
# count: threads, fork and dlclose.  A child counts from zero, what is unloaded
# keeps its counts, and count=atomic and count=thread lose no event.

>>> part.c
int
part (int x)
{
  int s = 0;
  for (int i = 0; i < x; i++)
    if (i & 1)
      s += i;
  return s;
}

>>> prog.c
#include <dlfcn.h>
#include <pthread.h>
#include <stdio.h>
#include <sys/wait.h>
#include <unistd.h>

static int (*volatile part) (int);

static __attribute__ ((noinline)) int
own (int x)
{
  return x > 3 ? x : -x;
}

static void *
work (void *argument)
{
  volatile int sum = 0;
  for (int i = 0; i < 100000; i++)
    sum += own (i & 7);
  return argument;
}

int
main (void)
{
  int s = 0;
  pthread_t thread[4];
  for (int i = 0; i < 4; i++)
    pthread_create (&thread[i], 0, work, 0);
  for (int i = 0; i < 4; i++)
    pthread_join (thread[i], 0);
  for (int k = 0; k < 3; k++)
    {
      void *handle = dlopen ("./part.so", RTLD_NOW);
      part = (int (*) (int)) dlsym (handle, "part");
      s += part (10 + k);
      dlclose (handle);
    }
  void *handle = dlopen ("./part.so", RTLD_NOW);
  part = (int (*) (int)) dlsym (handle, "part");
  s += part (20);
  if (fork () == 0)
    {
      printf ("child %d\n", own (7) + part (5));
      return 0;
    }
  wait (0);
  s += own (3);
  printf ("%d\n", s);
  return 0;
}

>>> run
options="-O1 -fno-ipa-ra $PLUGIN $(arg cbr proc bb load)"
for way in call atomic thread; do
  count=$(arg count=$way)
  [ $way != call ] || count=
  mkdir -p one
  cd one
  $CC $options $count -fPIC -shared ../part.c -o part.so
  $CC $options $count -rdynamic -pthread ../prog.c "$LIBHALT" -o prog -ldl
  HALT_FILE=halt.prof ./prog
  $HALT report --sort=id --top=1000 prog >../parent.$way
  $HALT report --sort=id --top=1000 prog halt.prof.* >../child.$way
  cd ..
  rm -r one
done
for way in atomic thread; do
  same parent.call parent.$way
  same child.call child.$way
done
grep -c '100000\|400000' parent.call

>>> out
child 11
183
child 11
183
child 11
183
3
