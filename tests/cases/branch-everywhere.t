# SPDX-License-Identifier: GPL-3.0-or-later
# Branches that share their place are called the same by all commands: in tables, what changed,
# a running process, a site's tables and flow graphs, and pictures.

>>> a.cc
#include <cstdio>
#include <cstdlib>
#define BOTH(a, b) do { if (a) hit (1); if (b) hit (2); } while (0)
static int n;
__attribute__ ((noinline)) static void hit (int k) { n += k; }
namespace room
{
  struct box
  {
    int limit;
    __attribute__ ((noinline)) void work (int i) const
    {
      BOTH (i & 1, i == limit);
      switch (i % 9) { case 0: hit (3); break; case 1: hit (4); break; case 2: n *= 3; break;
	case 3: hit (6); break; case 4: n ^= 5; break; case 5: hit (8); break; }
    }
  };
}
int
main (int argc, char **argv)
{
  room::box b = { argc };
  for (int i = 0; i < std::atoi (argv[1]); i++)
    b.work (i);
  std::puts ("done");
  std::fflush (stdout);
  return std::getchar () == 'x' && n == 7;
}

>>> run
labels () { grep -o 'a\.cc:1[0-9]:[0-9]* \(taken -> [0-9]*\|block [0-9]*\)' | LC_ALL=C sort -u; }
same ()				# as the report
{
  labels >found
  cmp -s found report && echo "$1: the same" || { echo "$1:"; diff report found; } || :
}
for how in "" "$(arg at=gimple)"; do
  $CXX -O2 -g $PLUGIN $(arg cbr mbr) $how a.cc "$LIBHALT" -o prog
  HALT_FILE=old.prof ./prog 50 </dev/null >/dev/null
  ./prog 90 </dev/null >/dev/null
  $HALT report prog | labels >report
  echo "several: $([ $(wc -l <report) -gt 1 ] && echo yes)"
  $HALT report --hot prog | same hot
  $HALT diff prog old.prof halt.prof | same diff
  rm -rf site
  $HALT html -o site prog >/dev/null
  cat site/data/branches.js site/data/graphs-*.js | same "tables of a site"
  cat site/data/graphs-*.js | same "flow graphs of a site"
  $HALT report --format=dot --function=room::box::work prog \
    | sed 's/&#160;/ /g; s/&gt;/>/g; s/line \([0-9]*:\)/a.cc:\1/' | same pictures
  mkfifo in out
  HALT_LIVE=1 HALT_FILE=live.prof ./prog 90 <in >out &
  pid=$!
  exec 3>in 4<out
  read -r done <&4
  $HALT top --batch --iterations=1 --delay=10ms --view=branches $pid | same top
  exec 3>&- 4<&-
  wait $pid
  rm in out
done

# Points of a process that can be switched, and its functions' names.
$CXX -O2 -g $PLUGIN $(arg cbr mbr switch) a.cc "$LIBHALT" -o prog
traced $HALT run --on='*' ./prog 90 </dev/null >/dev/null
$HALT report prog | labels >report
mkfifo in out
./prog 90 <in >out &
exec 3>in 4<out
read -r done <&4
$HALT points $! >points
same points <points
grep -o 'room::box::work(int) const  ' points | sort -u
$HALT points --function=room::box::work $! | grep -c main || :
exec 3>&- 4<&-
wait

>>> out
several: yes
hot: the same
diff: the same
tables of a site: the same
flow graphs of a site: the same
pictures: the same
top: the same
several: yes
hot: the same
diff: the same
tables of a site: the same
flow graphs of a site: the same
pictures: the same
top: the same
points: the same
room::box::work(int) const  
0
