# SPDX-License-Identifier: GPL-3.0-or-later
# Points that are off cost no instruction where there is a jump or a return for them, as
# valgrind counts them; returns of other kinds are not replaced, and work.

>>> x86_64 what it compiles

>>> work.c
#include <stdio.h>

__attribute__ ((noipa)) int
digits (unsigned n)
{
  int count = 1;
  while (n > 9)
    {
      n /= 10;
      count++;
    }
  return count;
}

__attribute__ ((noipa)) int
early (const int *p)
{
  if (!p)
    return 0;
  return *p > 3 ? *p : 2 * *p;
}

__attribute__ ((noipa)) int
work (void)
{
  int sum = 0;
  for (int i = 0; i < 1000; i++)
    sum += digits (i) + early (i % 3 ? &i : NULL);
  return sum;
}

int
main (void)
{
  printf ("%d\n", work ());
  return 0;
}

>>> run
command -v valgrind >/dev/null || skip "no valgrind"
# Instructions of digits and early.
count ()
{
  valgrind -q --tool=callgrind --callgrind-out-file=out --compress-strings=no "$1" >/dev/null
  for function in digits early; do
    awk -v f="fn=$function" '/^fn=/ { on = $0 == f } on && /^[0-9+*-]+ [0-9]+$/ { n += $2 } END { print n }' out
  done
}
$CC -O2 work.c -o plain
count ./plain >plain.n
$CC -O2 $PLUGIN $(arg switch entry exit cbr) work.c "$LIBHALT" -o off
count ./off >off.n
same plain.n off.n
[ "$(head -n 1 plain.n)" -gt 1000 ] || echo "nothing counted"
HALT_ON='exit,entry@digits,entry@early' ./off
$HALT report off 2>/dev/null | awk '/^(entry|exit) / { print $1, $5 }'
for how in -mfunction-return=thunk -mharden-sls=return -m32; do
  lib=$LIBHALT machine=
  case $how in
    -m32)
      [ -f "${LIBHALT%/*}/32/libhalt.a" ] || continue
      machine="-idirafter /usr/include/$($CC -print-multiarch)"
      lib=${LIBHALT%/*}/32/libhalt.a ;;
  esac
  $CC -O2 $how $machine $PLUGIN $(arg switch entry exit cbr bb) work.c "$lib" -o other
  HALT_ON='*' ./other
  $HALT report other 2>/dev/null | awk '/^(entry|exit) / { print $1, $5 }' >>others
done
sort -u others

>>> out
335560
entry 2000
exit 2002
335560
335560
335560
entry 2002
exit 2002
