# SPDX-License-Identifier: GPL-3.0-or-later
# Paths of one function, two profiles with the same counts of edges; what the
# options say; in two threads, in a child, in outlined functions.

>>> f.c
int a, b, c, d, e;
__attribute__ ((noinline)) void
f (int p, int q)
{
  if (p)
    a++;
  else
    b++;
  c++;
  if (q)
    d++;
  else
    e++;
}

>>> main.c
extern void f (int, int);
int
main (int argc, char **argv)
{
  (void) argv;
  for (int i = 0; i < 200; i++)
    if (argc > 1)
      f (i < 100, i % 2);
    else
      f (i < 100, i % 100 < 5 ? i < 100 : i >= 100);
}

>>> threads.c
#include <pthread.h>
extern void f (int, int);
static void *
work (void *arg)
{
  for (int i = 0; i < 100000; i++)
    f (i & 1, i & 2);
  return arg;
}
int
main (void)
{
  pthread_t t;
  pthread_create (&t, 0, work, 0);
  work (0);
  pthread_join (t, 0);
}

>>> fork.c
#include <sys/wait.h>
#include <unistd.h>
extern void f (int, int);
int
main (void)
{
  f (0, 0);
  f (1, 0);
  f (1, 0);
  if (fork ())
    wait (0);
  else
    f (0, 1);
}

>>> openmp.c
#include <stdlib.h>
int n[3];
int
main (void)
{
#pragma omp parallel for num_threads (2)
  for (int i = 0; i < 3000; i++)
    if (i % 3)
#pragma omp atomic
      n[1]++;
    else
#pragma omp atomic
      n[0]++;
  return n[1] != 2000 || n[0] != 1000;
}

>>> run
rows () { "$TESTS/tools/paths-compare" rows "$HALT" prog ${1:-halt.prof}; }
for option in -O0 -O2; do
  for count in "" count; do
    $CC $option $PLUGIN $(arg blpp $count) -c f.c
    $CC main.c f.o "$LIBHALT" -o prog
    ./prog
    rows >one
    ./prog 2
    rows >other
    paste one other | sed "s/^/$option $count: /"
  done
done
$CC -O2 $PLUGIN $(arg blpp dump=label) -c f.c
$CC main.c f.o "$LIBHALT" -o prog
$HALT summarize prog | grep path_sum_read

for count in "" count=atomic; do
  $CC -O2 $PLUGIN $(arg blpp $count) -c f.c
  $CC threads.c f.o "$LIBHALT" -lpthread -o prog
  ./prog
  echo "threads $count:" $(rows | awk '{ print $NF }')
done
for count in "" count; do
  $CC -O2 $PLUGIN $(arg blpp $count) -c f.c
  $CC fork.c f.o "$LIBHALT" -o prog
  rm -f *.prof
  HALT_FILE=%p.prof ./prog
  echo "fork $count:" $(for file in *.prof; do rows $file | awk '{ printf "%s ", $NF }'; done |
			tr ' ' '\n' | sort)
done
rm -f *.prof
if echo 'int main () {}' | $CC -fopenmp -x c - -o prog 2>log; then
  for count in "" count=atomic; do
    $CC -O1 -fopenmp $PLUGIN $(arg blpp cbr $count) openmp.c "$LIBHALT" -o prog
    code ./prog
    "$TESTS/tools/paths-compare" edges "$HALT" prog halt.prof | sed 's/.*,/openmp:/'
  done
else
  echo "openmp: 0 differences"
  echo "openmp: 0 differences"
fi

# Edges add up.
$CC -O2 $PLUGIN $(arg blpp cbr mbr entry) main.c f.c "$LIBHALT" -o prog
./prog
"$TESTS/tools/paths-compare" edges "$HALT" prog halt.prof | sed "s/^[1-9][0-9]* //"

code $CC -O2 $PLUGIN $(arg blpp=0) -c f.c
code $CC -O2 $PLUGIN $(arg blpp=many) -c f.c
code $CC -O2 -flto $PLUGIN $(arg blpp) -c f.c
code $CC -O2 $PLUGIN $(arg blpp unique=7) -c f.c
code $CC -O2 $PLUGIN $(arg blpp cycle) -c f.c
code $CC -O2 $PLUGIN $(arg path_sum_read) -c f.c

>>> out
-O0 : f 2 3 5 6 8  5	f 2 3 5 6 8  50
-O0 : f 2 3 5 7 8  95	f 2 3 5 7 8  50
-O0 : f 2 4 5 6 8  95	f 2 4 5 6 8  50
-O0 : f 2 4 5 7 8  5	f 2 4 5 7 8  50
-O0 count: f 2 3 5 6 8  5	f 2 3 5 6 8  50
-O0 count: f 2 3 5 7 8  95	f 2 3 5 7 8  50
-O0 count: f 2 4 5 6 8  95	f 2 4 5 6 8  50
-O0 count: f 2 4 5 7 8  5	f 2 4 5 7 8  50
-O2 : f 2 3 5 6 8  5	f 2 3 5 6 8  50
-O2 : f 2 3 5 7 8  95	f 2 3 5 7 8  50
-O2 : f 2 4 5 6 8  95	f 2 4 5 6 8  50
-O2 : f 2 4 5 7 8  5	f 2 4 5 7 8  50
-O2 count: f 2 3 5 6 8  5	f 2 3 5 6 8  50
-O2 count: f 2 3 5 7 8  95	f 2 3 5 7 8  50
-O2 count: f 2 4 5 6 8  95	f 2 4 5 6 8  50
-O2 count: f 2 4 5 7 8  5	f 2 4 5 7 8  50
label path_sum_init f edge 3->5 0
label path_sum_init f edge 4->5 2
label path_sum_read 1 f edge 5->6 region 0 sum + 0
label path_sum_read 2 f edge 5->7 region 0 sum + 1
 point 1 path_sum_read block 5 insn 0 before at f.c:10:6 args 0 0 0
 point 2 path_sum_read block 5 insn 0 before at f.c:10:6 args 1 0 0
threads : 50000 50000 50000 50000
threads count=atomic: 50000 50000 50000 50000
fork : 1 1 2
fork count: 1 1 2
openmp: 0 differences
openmp: 0 differences
edges crossed, 0 differences
cc1: error: halt: option 'blpp' needs a number of paths, as in 'blpp=4096', or no value
exit 1
cc1: error: halt: option 'blpp' needs a number of paths, as in 'blpp=4096', or no value
exit 1
cc1: error: halt: option 'blpp' does not go with '-flto'; leave one of them out
exit 1
cc1: error: halt: option 'unique' does not go with 'blpp'; leave it out
exit 1
cc1: error: halt: option 'cycle' is about machine code; 'at=gimple' does not have it
exit 1
cc1: error: halt: unknown option 'path_sum_read'; 'gcc -fplugin=... -v --help' lists all
exit 1
