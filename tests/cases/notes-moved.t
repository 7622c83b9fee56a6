# SPDX-License-Identifier: GPL-3.0-or-later
# patchelf, as packagers use it, moves notes and leaves what they say of distances: what is
# counted, what is switched and what other processes see of it stays right.  An oracle: the
# program before that, and what it prints.

>>> main.c
#include <stdio.h>
int other (int);
int (*volatile pointer) (int) = other;
int
main (int c, char **v)
{
  char line[8];
  int s = 0;
  (void) v;
  for (int i = 0; i < 10 * c; i++)
    s += pointer (i);
  printf ("%d\n", s);
  fflush (stdout);
  while (c > 1 && fgets (line, sizeof line, stdin))
    {
      printf ("%d\n", pointer (s));
      fflush (stdout);
    }
  return 0;
}

>>> other.c
int other (int x) { return x % 3 ? x : -x; }

>>> run
command -v patchelf >/dev/null || { echo "there is no patchelf"; exit 77; }
# Columns that are the same whatever the program is called.
show () { $HALT report --format=csv "$@" 2>&1 | cut -d, -f 1-4,14-18 | sort; }
far=/opt/$(printf '%0400d' 0)
check ()
{
  rm -f halt.prof
  HALT_ON='*' ./prog >printed && show prog >want
  rm -f halt.prof
  patchelf "$@"
  HALT_ON='*' ./prog | cmp - printed || echo "$kinds: $*: another result"
  show prog | cmp - want || { echo "$kinds: $*"; show prog | diff - want; }
  [ "$(grep -c entry want)" -gt 1 ] || { echo "$kinds: nothing counted"; cat want; }
}
for kinds in "cbr entry" "arc entry callee at=gimple" "cbr entry count" "cbr entry count=thread" "cbr entry switch" "entry blpp"; do
  for how in "--add-needed libm.so.6" "--set-rpath $far" "--set-interpreter $(readelf -l "$HALT" | sed -n 's/.*interpreter: \(.*\)\]/\1/p' | sed 's:/://///////////////////////////////////////:')"; do
    $CC -O1 -g $PLUGIN $(arg $kinds) main.c other.c "$LIBHALT" -o prog
    check $how prog
  done
  $CC -O1 -g $PLUGIN $(arg $kinds) -fPIC -shared other.c -o libother.so
  $CC -O1 -g $PLUGIN $(arg $kinds) main.c ./libother.so -Wl,--export-dynamic -Wl,--whole-archive "$LIBHALT" -Wl,--no-whole-archive -o prog
  check --set-rpath $far libother.so
done

# From outside, with the library within the program and beside it.
for library in "$LIBHALT" ./libhalt.so.0; do
  cp "${HALT_SO%halt.so}libhalt.so" libhalt.so.0
  patchelf --set-rpath $far libhalt.so.0
  $CC -O1 -g $PLUGIN $(arg cbr entry switch) main.c other.c $library -o prog
  patchelf --set-rpath '$ORIGIN' prog
  rm -f halt.prof
  mkfifo in out
  HALT_LIVE=1 ./prog 2 <in >out &
  pid=$!
  exec 3>in 4<out
  rm in out
  read -r printed <&4
  traced $HALT attach $pid --on=entry@other >said
  sed 's/.*: \(.* off\);.*/\1/' said
  for i in 1 2 3; do echo >&3; read -r printed <&4; done
  $HALT report --format=csv prog 2>said | awk -F, '$1 == "entry" && $4 == "other" { print "counted", $14 }'
  $HALT points $pid | awk '/entry/'
  $HALT attach $pid --off='*' >/dev/null
  $HALT attach $pid --for=10ms --on=entry -o seen.prof | sed 's/.*: \(.* off\);.*/\1/'
  $HALT report --format=csv prog seen.prof 2>&1 | grep -c '^entry'
  echo >&3
  read -r printed <&4
  exec 3>&- 4<&-
  wait $pid
  $HALT report --format=csv prog 2>said | awk -F, '$1 == "entry" && $4 == "other" { print "counted", $14 }'
done

>>> out
1 point on, 0 off
counted 3
off entry      main  main.c:5:1  prog
on  entry      other  other.c:1:5  prog
2 points on, 0 off
2
counted 3
1 point on, 0 off
counted 3
off entry      main  main.c:5:1  prog
on  entry      other  other.c:1:5  prog
2 points on, 0 off
2
counted 3
