# SPDX-License-Identifier: GPL-3.0-or-later
# HALT_LIVE=1: a program that is killed at any moment leaves a profile in which no
# counter is less than it was, and the flow is right but for the blocks in which
# its threads were.  live-kill-more.t does that a thousand times.

>>> run
kinds=$(arg entry exit cbr bb)
cp "$TESTS/programs/killed.c" .
for way in calls count=plain count=thread; do
  options="$(arg live) $(arg $way)"
  [ $way != calls ] || options=
  $CC -O1 -pthread -w $PLUGIN $kinds $options killed.c "$LIBHALT" -o ${way#count=}
done
python3 "$TESTS/programs/kill.py" calls 1 4
python3 "$TESTS/programs/kill.py" plain 1 4
python3 "$TESTS/programs/kill.py" thread 8 4

>>> out
calls 1: killed 4 times
plain 1: killed 4 times
thread 8: killed 4 times
