# SPDX-License-Identifier: GPL-3.0-or-later
# Copies of routines where programs are compiled in other languages, to be small, or
# linked otherwise: they do what the routines do when they are called.

>>> routines.c
#include <stdio.h>
#include <stdlib.h>

static unsigned long sum[5];

#define MIX(x) (sum[0] = sum[0] * 31 + (x))

void _record_cbr (unsigned long cond, unsigned long id) { sum[1] += cond; MIX (id * 2 + cond); }
void _record_entry (unsigned long id) { sum[2]++; MIX (id); }
void _record_exit (unsigned long id) { MIX (id); }
void _record_load (long bytes, unsigned long ea, unsigned long id) { sum[3] += bytes; MIX (id); }
void _record_store (long bytes, unsigned long ea, unsigned long id) { sum[4] += bytes; MIX (id); }

__attribute__ ((destructor)) static void
end (void)
{
  FILE *f = fopen (getenv ("SUMS"), "w");
  for (int i = 0; i < 5; i++)
    fprintf (f, "%lu\n", sum[i]);
  fclose (f);
}

>>> lib.c
int work (int n) { int s = 0; while (n > 0) s += n % 7 ? n-- : --n; return s; }

>>> main.c
#include <stdio.h>
int work (int);
int main (void) { printf ("%d\n", work (50)); return 0; }

>>> run
unrandomised
# copied FILE INLINE: whether most of the calls in it are gone with inline=yes, which
# is first: where control hardly ever comes there are some anyway.
copied ()
{
  calls=$(objdump -d $1 | grep -c '[[:space:]]\(call\|bl\|jal\)[[:space:]].*<_record_' || :)
  if [ $2 = yes ]; then few=$calls
  elif [ $((few * 2)) -ge $calls ]; then echo "$1: $few of $calls calls"
  fi
}

# program FILE OPTION...: compile and link one, both ways, and run it.
program ()
{
  file=$1
  shift
  for inline in yes no; do
    options="-w -fno-ipa-ra $* $PLUGIN $(arg cbr entry exit load store routines=routines.o inline=$inline)"
    ${LANGUAGE:-$CC} $options -c "$file" -o prog.o
    ${LANGUAGE:-$CC} $options -z execstack prog.o routines.o -o prog -lm
    SUMS=$inline.sums setarch -R ./prog >$inline.out 2>&1 || echo "exit $?"
    [ "$1" = -Os ] || copied prog $inline
  done
  same yes.out no.out
  same yes.sums no.sums
}
$CC -O2 -Wall $PLUGIN -c routines.c -o routines.o
LANGUAGE=$CXX program "$TESTS/oracle/objects.cc" -O2
program "$TESTS/programs/features.c" -Os
program "$TESTS/programs/features.c" -O2 -flto
$CC -O2 -Wall -fPIC -fvisibility=hidden $PLUGIN -c routines.c -o pic.o
for inline in yes no; do
  $CC -O2 -fPIC -shared $PLUGIN $(arg cbr entry routines=pic.o inline=$inline) lib.c pic.o -o lib.so
  $CC main.c ./lib.so -o prog
  SUMS=$inline.sums ./prog
  copied lib.so $inline
done
same yes.sums no.sums
echo == from an archive, where nothing else refers to it
ar rc lib.a pic.o
$CC -O2 $PLUGIN $(arg cbr entry routines=lib.a) -c lib.c
$CC main.c lib.o lib.a -o prog
SUMS=archive.sums ./prog
same no.sums archive.sums

>>> out
1268
1268
== from an archive, where nothing else refers to it
1268
