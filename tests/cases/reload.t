# SPDX-License-Identifier: GPL-3.0-or-later
# One build is one set of rows and ids, however often and wherever it is loaded: closed
# and opened, from two files, in threads, in children, with other libraries between.

>>> x86_64 librecord

>>> f.c
int f (int n) { return n < MANY ? 1 : 2; }

>>> main.c
#include <dlfcn.h>
#include <pthread.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

static void
use (const char *name, int n)
{
  void *so = dlopen (name, RTLD_NOW);
  int (*f) (int) = so ? (int (*) (int)) dlsym (so, "f") : 0;
  if (!f)
    abort ();
  for (int i = 0; i < n; i++)
    f (i);
  dlclose (so);
}

static void *
thread (void *name)
{
  for (int i = 0; i < 10; i++)
    use (name, 3);
  return 0;
}

int
main (int argc, char **argv)
{
  void *one = dlopen ("./one.so", RTLD_NOW), *copy = dlopen ("./copy.so", RTLD_NOW);
  ((int (*) (int)) dlsym (one, "f")) (1);
  ((int (*) (int)) dlsym (copy, "f")) (7);
  dlclose (one);
  dlclose (copy);
  for (int i = 0; i < 201; i++)
    {
      use ("./one.so", 8);
      use ("./link.so", 1);
      if (i % 50 == 0)
	use ("./two.so", 5);
    }
  pthread_t t[2];
  pthread_create (&t[0], 0, thread, "./copy.so");
  pthread_create (&t[1], 0, thread, "./one.so");
  pthread_join (t[0], 0);
  pthread_join (t[1], 0);
  pid_t child = argc == 1 ? fork () : 1;
  if (!child)
    {
      use ("./one.so", 4);
      _exit (0);
    }
  waitpid (child, 0, 0);
  return 0;
}

>>> run
make="$CC -O0 -fPIC $PLUGIN"
rows ()
{
  $HALT report "$@" 2>&1 | sed -n 's/^  *//;s/  */ /g;/f \[/p;/remain/p;/belong/p' | sort
}
for kind in cbr "cbr count=atomic" "cbr count=thread" "cbr switch"; do
  echo "$kind"
  $make $(arg $kind) -shared -DMANY=6 f.c -o one.so
  $make $(arg $kind) -shared -DMANY=2 f.c -o two.so
  cp one.so copy.so
  ln -f one.so link.so
  $make $(arg $kind) -rdynamic -pthread main.c -Wl,--whole-archive $LIBHALT \
    -Wl,--no-whole-archive -o prog
  rm -f halt.prof*
  HALT_ON=cbr ./prog
  rows prog
  rows prog halt.prof.*
done
rm halt.prof*
echo live
HALT_ON=cbr HALT_LIVE=1 ./prog
rows prog
recording
echo traces
$make $(arg cbr) -shared -DMANY=6 f.c -o one.so
cp one.so copy.so
ln -f one.so link.so
$make $(arg cbr) -shared -DMANY=2 f.c -o two.so
$make $(arg cbr) -rdynamic -pthread main.c -Wl,--whole-archive ${LIBHALT%halt.a}record.a \
  -Wl,--no-whole-archive $zstd -o prog
HALT_FILE=it.trace ./prog without fork
"$HALT" play --kind=cbr --function=f it.trace prog |
  awk '{ n[$3]++ } END { for (id in n) print id, n[id] }' | sort -n

>>> out
cbr
1871 1468 403 21.5 8 f.c:1:37 f [one.so]
25 10 15 60.0 9 f.c:1:37 f [two.so]
0 0 0 - 9 f.c:1:37 f [two.so]
4 4 0 0.0 8 f.c:1:37 f [one.so]
cbr count=atomic
1871 1468 403 21.5 8 f.c:1:37 f [one.so]
25 10 15 60.0 9 f.c:1:37 f [two.so]
0 0 0 - 9 f.c:1:37 f [two.so]
4 4 0 0.0 8 f.c:1:37 f [one.so]
cbr count=thread
1871 1468 403 21.5 8 f.c:1:37 f [one.so]
25 10 15 60.0 9 f.c:1:37 f [two.so]
0 0 0 - 9 f.c:1:37 f [two.so]
4 4 0 0.0 8 f.c:1:37 f [one.so]
cbr switch
1871 1468 403 21.5 8 f.c:1:37 f [one.so]
25 10 15 60.0 9 f.c:1:37 f [two.so]
0 0 0 - 9 f.c:1:37 f [two.so]
4 4 0 0.0 8 f.c:1:37 f [one.so]
live
1871 1468 403 21.5 8 f.c:1:37 f [one.so]
25 10 15 60.0 9 f.c:1:37 f [two.so]
traces
8 1871
9 25
