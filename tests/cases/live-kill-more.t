# SPDX-License-Identifier: GPL-3.0-or-later
# HALT_LIVE=1: a program that is killed a thousand times at random moments, with one
# thread and with eight: see live-kill.t.

>>> all
>>> run
kinds=$(arg entry exit cbr bb)
cp "$TESTS/programs/killed.c" .
for way in calls count=plain count=thread count=atomic; do
  options="$(arg live) $(arg $way)"
  [ $way != calls ] || options=
  $CC -O1 -pthread -w $PLUGIN $kinds $options killed.c "$LIBHALT" -o ${way#count=}
done
for what in 'calls 1' 'calls 8' 'plain 1' 'thread 1' 'thread 8' 'atomic 8'; do
  python3 "$TESTS/programs/kill.py" $what 167
done

>>> out
calls 1: killed 167 times
calls 8: killed 167 times
plain 1: killed 167 times
thread 1: killed 167 times
thread 8: killed 167 times
atomic 8: killed 167 times
