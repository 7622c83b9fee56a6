# SPDX-License-Identifier: GPL-3.0-or-later
# A library whose points nobody can know, as it is stripped, gone or another build, is named in
# a note: how many counts are missing, or that none was executed.

>>> lib.c
int lib (int x) { return x > 3 ? 1 : 2; }

>>> main.c
int lib (int);
int main (int c, char **v) { (void) v; return c > 1 ? lib (c) == 9 : 0; }

>>> run
p="$PLUGIN $(arg entry cbr) -O1 -g"
$CC $p -fPIC -shared lib.c -o liblib.so
$CC $p main.c ./liblib.so -Wl,-E,--whole-archive "$LIBHALT" -Wl,--no-whole-archive -o prog
mkdir -p kept/away
cp liblib.so kept/away/x
see ()
{
  echo "* $1"
  for command in "report --hot" "report --format=csv" "cover" "report --annotate"; do
    HALT_DEBUG_PATH=none $HALT $command prog 2>&1 >/dev/null | sed "s|$PWD/||; s|, and its debug.*||; s/ (where.*//" |
      grep 'executed:\|unresolved' || :
  done | sort | uniq -c | sed 's/^ *//'
}
for words in "" "once"; do
  cp kept/away/x liblib.so
  ./prog $words
  see "there"
  strip liblib.so
  see "stripped"
  $CC $p -DX=3 -O2 -fPIC -shared lib.c -o liblib.so
  see "another"
  rm liblib.so
  see "gone"
  cp kept/away/x under-another-name
  see "called otherwise"
  rm under-another-name
done

>>> out
* there
* stripped
4 ghalt: note: an object's points are missing, none of which was executed: liblib.so: no HALT map: stripped
* another
4 ghalt: note: an object's points are missing, none of which was executed: liblib.so: is not the build that was profiled
* gone
4 ghalt: note: an object's points are missing, none of which was executed: liblib.so: cannot open: No such file or directory
* called otherwise
* there
* stripped
4 ghalt: note: 1 count of halt.prof remains unresolved: liblib.so: no HALT map: stripped
* another
4 ghalt: note: 1 count of halt.prof remains unresolved: liblib.so: is not the build that was profiled
* gone
4 ghalt: note: 1 count of halt.prof remains unresolved: liblib.so: cannot open: No such file or directory
* called otherwise
