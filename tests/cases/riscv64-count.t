# SPDX-License-Identifier: GPL-3.0-or-later
# RISC-V: what is counted in line is what routines count, by one thread, by many, and
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
/* By registers that step.  */
static __attribute__ ((noipa)) long
find (const long *p, const long *end, long a)
{
  long i = 0;
  for (; p < end; p++, i -= 2)
    if (*p == a)
      return i;
  return i + 1;
}
static void *
work (void *p)
{
  int *sum = p;
  long a[30];
  for (int i = 0; i < 30; i++)
    a[i] = i * 7 % 31;
  for (int i = 0; i < 40; i++)
    *sum += find (a, a + i % 31, i);
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
machine riscv64
kinds=$(arg cbr mbr entry exit load store bb call callret)
$CC -O2 -w $PLUGIN $kinds $(arg count dump=pot) -S prog.c -o prog.s 2>dumped
grep -q ' flush=.* stride=' dumped || echo "no register that steps is used"
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
4984 4984
4984 4984
4984 4984
4984 4984
4 functions with paths, 4 executed
