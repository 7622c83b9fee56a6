# SPDX-License-Identifier: GPL-3.0-or-later
# Contexts and users: the user's own processes, by whom root lets be it; another's, which is
# refused in one line; root's command at another user's process; a process that becomes
# another user in the middle.

>>> x86_64 ghalt attach

>>> server.c
#include <halt/halt.h>
#include <stdio.h>
#include <unistd.h>

__attribute__ ((noipa)) static int
step (int n)
{
  return n % 3 ? n : -n;
}

int
main (int argc, char **argv)
{
  volatile int sum = argc + (argv == NULL);
  char c;
  puts ("ready");
  fflush (stdout);
  while (read (0, &c, 1) == 1)
    {
      if (c == 'u' && setuid (65534) != 0)
	return 1;
      sum += step (c);
      halt_event ("step");
      puts ("step");
      fflush (stdout);
    }
  puts ("as it was");
  return 7;
}

>>> run
[ "$(id -u)" = 0 ] && command -v setpriv >/dev/null || skip "only root is several users"
$CC -O2 -g -I "$TESTS/../include" $PLUGIN $(arg switch cbr entry) server.c "$LIBHALT" -o server
cp "$HALT" mine
mkdir theirs
chmod 755 . mine
chown 65534:65534 theirs
nobody="setpriv --reuid=65534 --regid=65534 --clear-groups"
# start COMMAND...: the server, with its output and input in 3 and 4.
start ()
{
  mkfifo in out
  "$@" <in >out &
  pid=$!
  exec 4>in 3<out
  rm in out
  read -r ready <&3
}
step () { printf $1 >&4; read -r said <&3; }
end () { exec 4>&-; cat <&3; code wait $pid; exec 3<&-; }
counts () { $HALT report --format=csv server $1 2>/dev/null | awk -F, '$1 == "entry" && $4 == "step" { print $14 }'; }
start ./server
traced $HALT attach $pid --on=entry --for=0 >/dev/null

echo "-- root's"
code $nobody ./mine attach $pid --context='on *' 2>&1 | sed "s/\\b$pid\\b/PID/"
code $nobody ./mine attach $pid --context='on *; at hit 1 * stop' -o theirs/x.prof 2>&1 | sed "s/\\b$pid\\b/PID/"
ls theirs
end

echo "-- nobody's own"
echo xxx | tr -d '\n' | code $nobody ./mine run -o theirs/x.prof --context='on entry@step; at hit 2 entry@step snapshot' ./server
counts theirs/x.1.prof
counts theirs/x.prof
stat -c %u theirs/x.prof theirs/x.1.prof
code $nobody ./mine run -o x.prof --context='on *' ./server 2>&1
start $nobody ./server
$nobody ./mine attach $pid -o theirs/y.prof --context='on entry@step; after 1ms snapshot; at event step snapshot stop' >/dev/null 3<&- 4>&- &
attach=$!
until [ -e theirs/y.1.prof ]; do sleep 0.01; done
step x
code wait $attach
counts theirs/y.prof

echo "-- nobody's, by root"
$HALT attach $pid -o z.prof --context='on entry@step; after 1ms snapshot; at event step snapshot' >/dev/null 3<&- 4>&- &
attach=$!
until [ -e z.1.prof ]; do sleep 0.01; done
step x
step x
end
code wait $attach
counts z.3.prof
counts z.prof

echo "-- becomes nobody's"
start $HALT run -o u.prof --context='on entry@step; at event step snapshot; at hit 3 entry@step on cbr' ./server
step x
step u
step x
end
for i in 1 2 3; do counts u.$i.prof; done
counts u.prof
# A program with more rights than its caller has none of them while it is traced.
cp server set
chmod 4755 set
echo u | tr -d '\n' | code $nobody ./mine run -o theirs/s.prof --context='on entry@step' ./set
counts theirs/s.prof

>>> out
-- root's
ghalt: process PID belongs to user 0; be that user, or root
exit 2
ghalt: process PID belongs to user 0; be that user, or root
exit 2
as it was
exit 7
-- nobody's own
ready
step
step
step
as it was
exit 7
1
3
65534
65534
ghalt: cannot write 'x.prof': Permission denied
exit 2
1
-- nobody's, by root
as it was
exit 7
2
2
-- becomes nobody's
as it was
exit 7
1
2
3
3
ready
step
as it was
exit 7
1
