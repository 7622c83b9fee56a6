# SPDX-License-Identifier: GPL-3.0-or-later
# HALT_LIVE=1 where the disk is full, or becomes so: what does not go to the file is
# written at the end, and the program is not disturbed.

>>> prog.c
#include <pthread.h>

static void *
work (void *argument)
{
  volatile int s = 0;
  for (int i = 0; i < 1000; i++)
    s += i & 3 ? 1 : 2;
  return argument;
}

int
main (void)
{
  pthread_t thread[20];
  for (int i = 0; i < 20; i++)
    pthread_create (&thread[i], 0, work, 0);
  for (int i = 0; i < 20; i++)
    pthread_join (thread[i], 0);
  return 3;
}

>>> disk.sh
# disk.sh KILOBYTES PROGRAM: run it with a live profile on a disk of that size.
mount -t tmpfs -o size=$1k tmpfs small
HALT_LIVE=1 HALT_FILE=small/x.prof "./$2" || echo "exit $?"
head -c 8 small/x.prof
echo
"$HALT" report --format=csv "$2" small/x.prof | awk -F, '$1 == "cbr" && $14 > 10000 { print $14, $15, $16 }'
umount small

>>> run
mkdir small
unshare -rm mount -t tmpfs -o size=4k tmpfs small 2>/dev/null ||
  skip "no disk of one's own here, which unshare -rm refuses"
cbr="$CC -O1 -pthread $PLUGIN $(arg cbr)"
$cbr $(arg count=thread) prog.c "$LIBHALT" -o thread
$cbr $(arg unique=2000000) prog.c "$LIBHALT" -o far >/dev/null
# The last has room for what each of 20 threads needs if all run at once.
for size in 4 48 60000; do
  for way in thread far; do
    echo "* $way, $size"
    unshare -rm sh disk.sh $size $way 2>&1 | sed "s,'$PWD/,',"
  done
done

>>> out
* thread, 4
halt: no live profile, one at the end if that can be written: 'small/x.prof': No space left on device
exit 3
HALTPACK
20000 20 19980
* far, 4
halt: no live profile, one at the end if that can be written: 'small/x.prof': No space left on device
exit 3
HALTPACK
20000 20 19980
* thread, 48
halt: no live profile, one at the end if that can be written: 'small/x.prof': No space left on device
exit 3
HALTPACK
20000 20 19980
* far, 48
halt: no live profile, one at the end if that can be written: 'small/x.prof': No space left on device
exit 3
HALTPACK
20000 20 19980
* thread, 60000
exit 3
HALTLIVE
20000 20 19980
* far, 60000
exit 3
HALTLIVE
20000 20 19980
