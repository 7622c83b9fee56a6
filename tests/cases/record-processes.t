# SPDX-License-Identifier: GPL-3.0-or-later
# A process that calls exec leaves what it recorded, and its next program has a file of its
# own; so have a child that a system call makes, and another process with the same name for
# its file.  qemu-user says of a process that it began when qemu did, so this is of the
# machine itself alone.

>>> run
recording
$CC -w -O1 -pthread $PLUGIN $(arg cbr routines=$lib) "$TESTS/programs/record-ends.c" "$lib" $zstd -o ends
# Two branches in each round of work's loop, and some more.
try ()
{
  echo "-- $1"
  rm -f *.trace*
  HALT_FILE=it.trace ./ends "$@" >/dev/null 2>&1 || echo "exit $?"
  for t in it.trace*; do
    "$HALT" play --check "$t" ends | sed -e 's/^thread [0-9]*: \([0-9]*\)[0-9][0-9] events, .*, \([0-9]*\) events missing/\1xx, \2 lost/' | sort
  done
}
try exec 1000 ./ends last 500
echo "-- a child by a system call"
rm -f *.trace*
HALT_FILE=it.trace ./ends Clone 100000
# It may have written to its parent's last granule until that was full.
for t in it.trace*; do
  "$HALT" play --check "$t" ends | awk '/^thread/ { n = $3 } END { print (n > 380000 && n < 420000 ? "all but some" : n), $0 }'
done
echo "-- two programs, one name"
rm -f *.trace*
cat >two.sh <<'END'
HALT_FILE=it.trace ./ends stop 1000 &
while ! [ -s it.trace ]; do sleep 0.1; done
while ! grep -q State:.*T /proc/$!/status; do sleep 0.1; done
HALT_FILE=it.trace ./ends return 2000
kill -CONT $!
wait $!
HALT_FILE=it.trace ./ends return 3000
END
bash two.sh
for t in it.trace*; do
  "$HALT" play --check "$t" ends | sed -n 's/^thread 1: \([0-9]*\)[0-9][0-9] events.*/\1xx/p'
done

>>> out
-- exec
20xx, 0 lost
the process was killed, or called exec, or runs
10xx, 0 lost
complete
-- a child by a system call
all but some complete
all but some complete
-- two programs, one name
60xx
40xx
