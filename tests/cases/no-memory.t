# SPDX-License-Identifier: GPL-3.0-or-later
# No memory from the Nth allocation on, those of the C library counted: its streams
# and what it notes for a program that it is to start.  One line and status 2, or all
# of the output.

>>> prog.c
int volatile sink;
int main (int argc, char **argv) { (void) argv; if (argc > 1) sink = 1; else sink = 2; return 0; }

>>> run
# Sanitizers have allocators of their own.
! grep -q __asan_init "$HALT" || exit 0
$CC -O1 -shared -fPIC "$TESTS/programs/no-memory.c" -o fail.so
$CC -O1 -g $PLUGIN $(arg blpp cbr) prog.c "$LIBHALT" -o prog
./prog
for words in "report --format=svg" "paths --format=csv" "paths --format=dot" "paths --format=svg"; do
  "$HALT" $words prog >all
  n=0 good=0
  while [ $good -lt 3 ]; do
    n=$((n + 1)) status=0
    LD_PRELOAD=./fail.so ALLOCATIONS=$n "$HALT" $words prog >some 2>error || status=$?
    if [ $status = 0 ] && cmp -s some all; then
      good=$((good + 1))
    elif [ $status != 2 ] || [ "$(grep -vc 'ghalt: note: ' error)" != 1 ]; then
      echo "$words, allocation $n: $status"
      cat error
      break
    fi
  done
done

>>> out
