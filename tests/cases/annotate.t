# SPDX-License-Identifier: GPL-3.0-or-later
# --annotate: with at=gimple what gcov prints; in machine code the lines that
# have blocks or points.

>>> a.c
int volatile sink;
static int never (int n) { return n > 3 ? n : -n; }
int
main (int argc, char **argv)
{
  (void) argv;
  for (int i = 0; i < 10; i++)
    if (i % 3 == 0)
      sink += i;
    else
      sink -= 1;
  if (argc > 5)
    sink = never (argc);
  return 0;
}

>>> run
# gcov marks lines some block of which was never executed with a star.
for option in -O0 -O2; do
  for program in logic switches loops sorting tables fields; do
    rm -f a.gc*
    cp "$TESTS/oracle/$program.c" a-$program.c
    $CC -w $option -g --coverage a-$program.c -c -o a.o
    $CC --coverage a.o -o plain -lm
    ./plain >plain.out
    $GCOV -o . a.gcda >/dev/null
    $CC -w $option -g $PLUGIN $(arg at=gimple cbr mbr bb entry) a-$program.c "$LIBHALT" -o prog -lm
    ./prog >prog.out
    sed -n 's/^ *\([^:]*\): *\([0-9]*\):\(.*\)/\1:\2:\3/p' a-$program.c.gcov |
      sed -e '/^-:0:/d' -e 's/^\([^:]*\)\*:/\1:/' >theirs
    $HALT report --annotate prog |
      awk -v name="/a-$program.c: " '/: [0-9]+ of [0-9]+ lines/ { on = index ($0, name) }
	on && !/: [0-9]+ of [0-9]+ lines/' |
      sed 's/^ *\([^:]*\): *\([0-9]*\):/\1:\2:/' | sed '/^$/d' >ours
    diff theirs ours >differences || { echo "$option $program"; cat differences; }
  done
done
rm -f halt.prof
$CC -O0 -g $PLUGIN $(arg cbr bb entry) a.c "$LIBHALT" -o prog
./prog
$HALT report --annotate --branches prog | sed 's,^/.*/,,'
echo
$HALT report --annotate --function=never prog | sed 's,^/.*/,,'
echo
mv a.c gone.c
$HALT report --annotate --function=never prog | sed 's,^/.*/,,'
code $HALT report --annotate --top=3 prog 2>&1
code $HALT report --branches prog 2>&1

>>> out
a.c: 8 of 10 lines executed, by blocks of machine code
        -:    1:int volatile sink;
    #####:    2:static int never (int n) { return n > 3 ? n : -n; }
branch  0 not taken 0
branch  1 taken 0
        -:    3:int
        1:    4:main (int argc, char **argv)
        1:    5:{
        -:    6:  (void) argv;
       11:    7:  for (int i = 0; i < 10; i++)
branch  0 taken 10 (90.9%)
branch  1 not taken 1 (9.1%)
       10:    8:    if (i % 3 == 0)
branch  0 not taken 4 (40.0%)
branch  1 taken 6 (60.0%)
        4:    9:      sink += i;
        -:   10:    else
        6:   11:      sink -= 1;
        1:   12:  if (argc > 5)
branch  0 not taken 0 (0.0%)
branch  1 taken 1 (100.0%)
    #####:   13:    sink = never (argc);
        1:   14:  return 0;
        -:   15:}
        -:   16:

a.c: 0 of 1 lines executed, by blocks of machine code
    #####:    2:static int never (int n) { return n > 3 ? n : -n; }

a.c: 0 of 1 lines executed, by blocks of machine code; the file cannot be read
    #####:    2:
ghalt: '--top' does not go with '--annotate'
exit 2
ghalt: '--branches' needs '--annotate'
exit 2
