# SPDX-License-Identifier: GPL-3.0-or-later
# cover: GCC makes a `?:' of an operation on what a comparison of C comes to: none is written.

>>> made.c
int f (int prefix, int k, const char *z)
{
  int length = 3 + (prefix != 0);
  length += (k > 1) * 4 + 2;
  length += 1 + (z[1] == '=');
  length += 5 - (k < 2);
  length ^= 8 & -(k < 2);
  return 2 << (z[0] == 'c');
}
int main (int argc, char **argv) { return f (argc, argc, argv[0]) < 0; }

>>> written.c
#define SIX(x) ((x) > 5 ? 6 : 7)
int f (int prefix, int k, const char *z)
{
  int length = 3 + (k > 2 ? 1 : 2);
  length += (k > 2 ? 1 : 2) * 3;
  length += (k ? 1 : 2) << 3;
  length += 4 - (prefix == k
		 ? 5 : 9);
  length += 4 - ((prefix != 3) /* here */ ? 5 : 9);
  length += SIX (k) + (k >= 7) + 2;
  length += (z[0] == 'a' && k) + 4;
  length += prefix < 3 ? 4 : 5;
  length -= !(prefix < 4) + 4;
  length += k ? 7 : k;
  k = !k ? k : 7;
  return k << ((z[0] == 'c') ? 2 : 1);
}
int main (int argc, char **argv) { return f (argc, argc, argv[0]) < 0; }

>>> run
for f in made written; do
  for o in -O0 -O2; do
    $CC $o -g $PLUGIN $(arg cover count) $f.c "$LIBHALT" -o $f
    HALT_FILE=prof ./$f
    $HALT cover --conditions $f prof | sed -n 's/^[a-z]*\.c:\([0-9]*\):[0-9]*: \([a-z]*\): .*/\2 \1/p' >$f$o
    echo "$f:" $(cat $f$o)
  done
done

>>> out
made:
made:
written: choice 4 choice 5 choice 6 choice 7 choice 9 choice 10 value 11 choice 12 choice 14 choice 15 choice 16
written: choice 4 choice 5 choice 6 choice 7 choice 9 choice 10 value 11 choice 12 choice 14 choice 15 choice 16
