# SPDX-License-Identifier: GPL-3.0-or-later
# What a process executes to start and to end has little for each unit, however small it is:
# a library has many.

>>> run
command -v valgrind >/dev/null || { echo "no valgrind"; exit 77; }
count () {
  valgrind --tool=callgrind --callgrind-out-file=out "$@" >said 2>&1 || { echo "valgrind cannot run it"; exit 77; }
  sed -n 's/^totals: //p' out
}
# build N [FLAG...]: a program whose library has N units.
build () {
  units=$1
  shift
  rm -f u*.[co]
  for i in $(seq $units); do
    echo "int f$i (int x) { int s = 0; for (int i = 0; i < x; i++) s += i % 3 ? i : -x; return s; }" >u$i.c
  done
  $CC -O1 -fPIC "$@" -c u*.c
  $CC -shared u*.o -o libmany.so
  echo "int f1 (int); int main (void) { return f1 (0); }" >main.c
  $CC -O1 main.c ./libmany.so "${LIBHALT%.a}.so" -Wl,-rpath,"${LIBHALT%/*}",--no-as-needed -o prog
}
for way in "cbr" "cbr bb count"; do
  build 10
  none=$(count ./prog)
  build 10 $PLUGIN $(arg $way)
  few=$(($(count ./prog) - none))
  build 110
  none=$(count ./prog)
  build 110 $PLUGIN $(arg $way)
  more=$(($(count ./prog) - none - few))
  [ $more -lt $((100 * 1000)) ] || echo "$way: 100 units take $more instructions"
done

>>> out
