# SPDX-License-Identifier: GPL-3.0-or-later
# Alpha: what is counted in line is what routines count, by one thread, by many, and
# in a shared object; paths are numbered as ever.

>>> lib.c
int table (int i)
{
  switch (i % 9)
    {
    case 0: return 4; case 1: return i; case 2: return 7; case 3: return i * 2;
    case 4: return -i; case 5: return 1; case 6: return i & 3; default: return 0;
    }
}

>>> prog.c
#include <pthread.h>
#include <stdio.h>
extern int table (int);
static int sums[4];
static void *
work (void *p)
{
  int *sum = p;
  for (int i = 0; i < 3000; i++)
    *sum += i % 3 ? table (i) : table (i + 1) - 1;
  return 0;
}
int
main (void)
{
  pthread_t t[4];
  for (int i = 0; i < 4; i++)
    pthread_create (&t[i], 0, work, &sums[i]);
  for (int i = 0; i < 4; i++)
    pthread_join (t[i], 0);
  printf ("%d %d\n", sums[0], sums[3]);
  return 0;
}

>>> run
machine alpha
kinds=$(arg cbr mbr entry exit load store bb call callret)
# make NAME ARGUMENT...: a program and its object lib.so.
make ()
{
  name=$1
  shift
  $CC -O2 -w -fPIC -shared $PLUGIN $kinds $(arg "$@") lib.c "$LIBHALT" -o $name.so
  $CC -O2 -w -pthread $PLUGIN $kinds $(arg "$@") prog.c ./$name.so "$LIBHALT" -o $name
  HALT_FILE=$name.prof $RUN ./$name
}
make calls
for how in count=atomic count=thread; do
  make ${how#*=} $how
  for kind in cbr mbr entry block load; do
    for name in calls ${how#*=}; do
      "$HALT" report --kind=$kind --sort=id --top=100000 --all-indices $name $name.prof |
	sed "s/$name//" >$name.report
    done
    cmp -s calls.report ${how#*=}.report || diff calls.report ${how#*=}.report | head
  done
done
$CC -O2 -w -pthread $PLUGIN $(arg blpp count=atomic) prog.c lib.c "$LIBHALT" -o paths
HALT_FILE=paths.prof $RUN ./paths
"$HALT" paths paths paths.prof | grep 'functions with paths'

>>> out
5669 5669
5669 5669
5669 5669
5669 5669
3 functions with paths, 3 executed
