# SPDX-License-Identifier: GPL-3.0-or-later
# Counts are exact while they fit into 64 bits, sums of them on the way or not, and stop at
# 2^64-1.

>>> prog.c
__attribute__((noinline)) static int
f (int x)
{
  if (x % 3) return 1; else return x & 8 ? 4 : 7;
}

__attribute__((noinline)) static int
g (int n)
{
  int sum = 0;
  for (int i = 0; i < n; i++) sum += f (i) * (i & 1);
  return sum;
}

int
main (void)
{
  return g (100000) == 7;
}

>>> run
# doubled N K: N doubled K times.
doubled ()
{
  n=$1
  for _ in $(seq $2); do
    [ $n -lt 0 ] && { n=-1; break; }	# 2^64-1, as the shell has it
    n=$((2 * n))
  done
  printf '%u\n' $n
}

# show FILE LINE: what annotate and lcov tell of a line.
show ()
{
  echo "$($HALT report --annotate prog $1 2>/dev/null | sed -n "s/^ *\([^ :]*\): *$2:.*/\1/p")" \
    "$($HALT report --format=lcov prog $1 2>/dev/null | sed -n "s/^DA:$2,//p")"
}

for options in "at=gimple entry cbr bb" "at=gimple entry cbr" "entry cbr bb" "entry cbr"; do
  $CC -O1 -g $PLUGIN $(arg $options) prog.c "$LIBHALT" -o prog
  HALT_FILE=0.prof ./prog
  for i in $(seq 0 54); do
    $HALT merge -o $((i + 1)).prof $i.prof $i.prof 2>/dev/null || echo "merge $i: $?"
  done
  for k in 1 44 45 46 47 48 49 50 55; do
    for line in 4 11; do
      base=$(show 0.prof $line)
      true=$(doubled ${base%% *} $k)
      [ "$(show $k.prof $line)" = "$true $true" ] ||
	echo "$options: line $line, 2^$k: $(show $k.prof $line), not $true"
    done
    $HALT report prog $k.prof 2>&1 >/dev/null | sed 's/[0-9]* counters of/N counters of/' >notes
    [ $k -lt 47 ] && [ -s notes ] && echo "$options: notes of 2^$k: $(cat notes)"
    [ $k -gt 47 ] && ! grep -q 'counters of .* stopped at 2^64-1' notes &&
      echo "$options: no note of 2^$k: $(cat notes)"
  done
done
echo done

>>> out
done
