# SPDX-License-Identifier: GPL-3.0-or-later
# What a process executes to start and to end grows with what it has executed, and hardly
# with its points: instructions are counted, which are the same under any load.  Its
# profile is small, and says the same.  What only readers need is not loaded.

>>> run
command -v valgrind >/dev/null || { echo "no valgrind"; exit 77; }
count () {
  valgrind --tool=callgrind --callgrind-out-file=out "$@" >said 2>&1 || { echo "valgrind cannot run it"; exit 77; }
  sed -n 's/^totals: //p' out
}
# Branches stay what they are.
CC="$CC -fno-if-conversion -fno-if-conversion2 --param=logical-op-non-short-circuit=0"
awk -v units=4 -f "$TESTS/programs/idle.awk"
for way in plain '' count count=thread switch; do
  rm -f halt.prof
  for u in main unit*.c; do
    u=${u%.c}
    if [ "$way" = plain ]; then
      $CC -O1 -g -c $u.c
    else
      $CC -O1 -g $PLUGIN $(arg cbr bb $way) -c $u.c
    fi
  done
  if [ "$way" = plain ]; then
    $CC main.o unit*.o -o plain
    plain=$(count ./plain)
    text=$(size -A plain | awk '$1 == ".rodata" { print $2 }')
    continue
  fi
  $CC main.o unit*.o "$LIBHALT" -o prog
  points=$($HALT summarize prog | grep -c '^ *point ')
  [ $points -gt 10000 ] || echo "only $points points"
  more=$(($(count ./prog) - plain))
  # The way's own start-up takes 200,000 at most.
  [ $more -lt $((200000 + 5 * points)) ] || echo "'$way': $more instructions for $points points"
  [ $(($(size -A prog | awk '$1 == ".rodata" { print $2 }') - text)) -lt 20000 ] || echo "'$way': what is not needed is loaded"
  live=$(($(HALT_LIVE=1 count ./prog) - plain))
  [ $live -lt $((200000 + 5 * points)) ] || echo "'$way': $live instructions for $points points if it is live"
  $CC main.o unit*.o "${LIBHALT%.a}.so" -Wl,-rpath,"${LIBHALT%/*}" -o shared
  shared=$(($(count ./shared) - plain))
  # It is loaded, and what cells have is kept before a program is unloaded.
  [ $((shared - more)) -lt $((60000 + 2 * points)) ] || echo "'$way': $((shared - more)) more with libhalt.so for $points points"
  # Points that nobody switches are not there.
  [ "$way" != switch ] || [ $((live - more)) -lt $((30000 + points)) ] || echo "switch: $((live - more)) more if it is live"
  [ "$way" = switch ] && continue
  rm -f halt.prof
  ./prog || :
  [ $(stat -c %s halt.prof) -lt 8192 ] || echo "'$way': a profile of $(stat -c %s halt.prof) bytes"
  $HALT report prog 2>/dev/null | sed -n 's/^cbr  *[0-9]*  *\([0-9]*\)  *[0-9]*  *\([0-9]*\)$/\1 \2/p'
done

>>> out
11 11
11 11
11 11
