# SPDX-License-Identifier: GPL-3.0-or-later
# arp: threads of OpenMP, which live on from region to region, are in each where the thread
# was that began it: nested regions, too, and those with reductions of tasks.

>>> on aarch64 riscv64

>>> omp.c
#include <stdio.h>
#include <omp.h>
static int sum;
static void leaf (int n)
{
 ato_kernel_leaf:
  {
#pragma omp atomic
    sum += n;
  }
}
static void
plain (void)
{
#pragma omp parallel num_threads (4)
  leaf (1);
}
static void
loop (void)
{
#pragma omp parallel for num_threads (4) schedule (static)
  for (int i = 0; i < 4; i++)
    leaf (1);
}
static void
guided (void)
{
#pragma omp parallel for num_threads (3) schedule (guided)
  for (int i = 0; i < 6; i++)
    leaf (1);
}
static void
parts (void)
{
#pragma omp parallel sections num_threads (2)
  {
#pragma omp section
    leaf (1);
#pragma omp section
    leaf (1);
  }
}
static void
outer (void)
{
#pragma omp parallel num_threads (2)
  plain ();
}
static int
tasks (void)
{
  int n = 0;
#pragma omp parallel num_threads (2) reduction (task, +: n)
  {
    n++;
    leaf (1);
  }
  return n;
}
int
main (void)
{
  omp_set_dynamic (0);
  omp_set_max_active_levels (4);
  plain ();
ato_kernel_again:
  for (int i = 0; i < 2; i++)
    loop ();
  /* Who does how much of these is not the same in every run.  */
#ifndef PLAYED
  guided ();
  parts ();
#endif
  outer ();
  int n = tasks ();
  printf ("%d %d %d\n", sum, n, omp_get_level ());
  return 0;
}

>>> object.cc
struct S { int n; S (int n) : n (n) {} ~S () {} };
static thread_local int seen;
static void leaf () { ato_kernel_leaf: { seen++; } }
template <typename T> static void
both (T t)
{
#pragma omp parallel num_threads (3) firstprivate (t)
  {
    S s (t);
    leaf ();
  }
}
int
main ()
{
  both (1);
  auto f = [] { both ('a'); };
  f ();
}

>>> run
lib=${LIBHALT%/*}
echo 'int main (void) { return 0; }' >none.c
$CC -fopenmp none.c -o none && $RUN ./none || { echo "no OpenMP here"; exit 77; }
# "count path" of each measured path of data.arp, without the places.
paths ()
{
  "$HALT" arp --format=json data.arp | python3 -c '
import json, sys
paths = {}
for p in json.load (sys.stdin)["paths"]:
    paths[p["path"]] = paths.get (p.get ("parent"), "") + " " + ".".join (p["section"].split ()[:2])
    for s in p["samples"]:
        print (s["count"], paths[p["path"]].strip ())' | sort -k 2
}
for link in "$lib/libarp.a" "-L$lib -larp -Wl,-rpath,$lib" "-Wl,--wrap=pthread_create $lib/libarp.a"; do
  for options in "-O2" "-O0 -g"; do
    $CC -w $options -fopenmp $PLUGIN $(arg arp) omp.c $link -o it && $RUN ./it && paths >now
    [ -f names ] || { cat now; mv now names; continue; }
    diff names now || echo "^ $link $options"
  done
done
echo -- C++
$CXX -w -O2 -fopenmp $PLUGIN $(arg arp) object.cc "$lib/libarp.a" -o it && $RUN ./it && paths
echo -- played back
played="$CC -w -O2 -DPLAYED -fopenmp $PLUGIN $(arg arp)"
grep -v 'guided\|parts' names >same
$played $(arg arp-mode=record_all) omp.c "$lib/libarp.a" -o it && $RUN ./it && paths | diff same -
$played $(arg arp-mode=playback) omp.c "$lib/libarp.a" -o it && $RUN ./it

>>> out
30 2 0
6 call.guided call.leaf kernel.leaf
8 call.outer call.plain call.leaf kernel.leaf
1 call.parts call.leaf kernel.leaf
1 call.parts call.leaf kernel.leaf
4 call.plain call.leaf kernel.leaf
2 call.tasks call.leaf kernel.leaf
1 kernel.again
8 kernel.again loop.- call.loop call.leaf kernel.leaf
30 2 0
30 2 0
30 2 0
30 2 0
30 2 0
-- C++
3 call.both<int> call.leaf kernel.leaf
3 call.operator() call.both<char> call.leaf kernel.leaf
-- played back
22 2 0
22 2 0
