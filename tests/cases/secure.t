# SPDX-License-Identifier: GPL-3.0-or-later
# A set-user-id program heeds no variable of its caller's, follows no link of his, and
# leaves its profile to its owner alone; the place that it was compiled with counts.

>>> prog.c
#include <sys/auxv.h>
int
main (void)
{
  return getauxval (AT_SECURE) ? 3 : 4;
}

>>> run
tells_threads
[ "$(id -u)" = 0 ] || skip "no set-user-id programs of another user's here, only root makes them"
umask 0
mkdir open
chmod 755 . .. 2>/dev/null || :
chmod 777 open
$CC -static prog.c -o plain
$CC -static $PLUGIN $(arg cbr) prog.c "$LIBHALT" -o prog
$CC -static $PLUGIN $(arg cbr file=own-%p%c.prof) prog.c "$LIBHALT" -o own
chown 65534 plain prog own
chmod u+s plain prog own
cd open
status=0
../plain || status=$?
[ $status = 3 ] || skip "no set-user-id programs in this folder, its file system refuses"

export HALT_LIVE=1 HALT_FILE=his.prof HALT_SIGNAL=USR2 HALT_DEBUG=1
echo precious >victim
chown 65534 victim
for target in victim /dev/null; do
  ln -sf $target halt.prof
  code ../prog
  stat -c '%u %A %n' -- *
  head -c 8 halt.prof
  echo
  cat victim
  rm halt.prof
done
ulimit -c 0
code ../own
stat -c '%u %A %n' -- own-* | sed 's/[0-9][0-9]*\.prof/N.prof/'
head -c 8 own-*
echo

>>> out
exit 3
65534 -rw------- halt.prof
65534 -rw-rw-rw- victim
HALTPACK
precious
exit 3
65534 -rw------- halt.prof
65534 -rw-rw-rw- victim
HALTPACK
precious
exit 3
65534 -rw------- own-N.prof
HALTPACK
