# SPDX-License-Identifier: GPL-3.0-or-later
# cover: where nothing is left, no limit is reached and no baseline written; --function chooses
# what is written, too; checks of -fsanitize=undefined are nobody's decisions.

>>> u.c
int f (int a, int b)
{
  return a * b / 2;
}
int g (int a, int b)
{
  return a / b;
}
int h (int a, int b)
{
  return (a && b ? a % b : a << b) + (int) (a / 2.0);
}
int main (int argc, char **argv)
{
  int many[argc + 1];
  many[argc] = 1;
  if (argc > 100)
    many[0] = 2;
  return f (argc, 3) + g (argc, 1) + h (argc, 2) + many[argc] > 99 || !argv;
}
>>> run
for n in c c++; do
  rm -f want
  for o in "" -fsanitize=undefined "-fsanitize=undefined -fsanitize-undefined-trap-on-error" \
    "-fsanitize=undefined -O2"; do
    $CC -x $n -g $o $PLUGIN $(arg cover count) u.c -x none $LIBHALT -o u
    HALT_FILE=u.prof ./u || :
    $HALT cover --conditions u u.prof >got
    [ -f want ] || cp got want
    same got want
  done
done
head -n 1 want
echo chosen
$HALT cover --conditions --function=h u u.prof | grep -v '^ '
$HALT cover --function=g --fail-under=mcdc=100 u u.prof
echo nothing
code $HALT cover --exclude='*' --fail-under=1 u u.prof
code $HALT cover --root=/usr --baseline=b.json --ratchet u u.prof
[ ! -e b.json ]
$HALT cover --baseline=b.json --ratchet u u.prof >/dev/null
cp b.json old
code $HALT cover --root=/usr --baseline=b.json --ratchet u u.prof
cmp b.json old
>>> out
functions 4/4, statements 7/8, calls 3/3, decisions 3/6, conditions 5/10, cases 0/0, masking 0/5, unique 0/5
chosen
functions 1/1, statements 1/1, calls 0/0, decisions 1/2, conditions 2/4, cases 0/0, masking 0/2, unique 0/2
u.c:11:10: choice: false 0, true 1
      lines     branches    functions  file  never executed
2/2   100.0  0/0       -  1/1   100.0  u.c
2/2   100.0  0/0       -  1/1   100.0  all
nothing
ghalt: note: all lines are left out, by --root, --exclude or by themselves
      lines     branches    functions  file  never executed
0/0       -  0/0       -  0/0       -  all
ghalt: note: nothing is left of what could be executed: see --root, --exclude
exit 1
ghalt: note: all lines are left out, by --root, --exclude or by themselves
      lines     branches    functions  file  never executed
0/0       -  0/0       -  0/0       -  all
ghalt: note: nothing is left of what could be executed: see --root, --exclude
exit 1
ghalt: note: all lines are left out, by --root, --exclude or by themselves
      lines     branches    functions  file  never executed
0/0       -  0/0       -  0/0       -  all
ghalt: note: nothing is left of what could be executed: see --root, --exclude
exit 1
