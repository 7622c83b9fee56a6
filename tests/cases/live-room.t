# SPDX-License-Identifier: GPL-3.0-or-later
# Where a disk has room a live profile takes at its end what it has, not what was made ready
# for it; where it has hardly any that is kept, as who still counts there could not have it
# again.  Of one that was killed fallocate gives it back.

>>> disk.sh
# disk.sh MEGABYTES WHAT: run it with a live profile on a disk of that size.
mount -t tmpfs -o size=$1m tmpfs small
HALT_LIVE=1 HALT_FILE=small/x.prof ./prog $2 || :
used=$(du -k small/x.prof | cut -f1)
[ $2 != killed ] || { fallocate -d small/x.prof; used="$used $(du -k small/x.prof | cut -f1)"; }
for n in $used; do
  [ $n -lt 100 ] && echo "$1 $2: little" || echo "$1 $2: all"
done
"$HALT" report prog small/x.prof 2>/dev/null | awk '$NF == "unit3_7" { print $1 }' | sort -n | tail -1
umount small

>>> run
mkdir small
unshare -rm mount -t tmpfs -o size=4k tmpfs small 2>/dev/null ||
  skip "no disk of one's own here, which unshare -rm refuses"
command -v fallocate >/dev/null || skip "no fallocate"
awk -v units=30 -f "$TESTS/programs/idle.awk"
# Cells of which next to none is executed, half a megabyte.
cat >main.c <<'EOF'
#include <signal.h>
#include <string.h>
int unit3_7 (int a, int b);
int
main (int argc, char **argv)
{
  int result = unit3_7 (argc, !argv + 2) > 1000;
  if (strcmp (argv[1], "killed") == 0)
    raise (SIGKILL);
  return result;
}
EOF
for u in main unit*; do
  $CC -O0 $PLUGIN $(arg cbr bb entry count) -c ${u%.c}.c -o ${u%.c}.o
done 2>/dev/null
$CC main.o unit*.o "$LIBHALT" -o prog
for size in 40 400; do
  for what in ends killed; do
    unshare -rm sh disk.sh $size $what 2>/dev/null
  done
done

>>> out
40 ends: all
1
40 killed: all
40 killed: little
1
400 ends: little
1
400 killed: all
400 killed: little
1
