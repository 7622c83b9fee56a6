# SPDX-License-Identifier: GPL-3.0-or-later
# docs/examples/predicate_hazard.cc: a kind of a user's own on IA-64.  The compiler's
# predicates are never true together; then one compare is made to set both.

>>> prog.c
#include <stdio.h>

__attribute__ ((noinline)) int
pick (long a, long b, int c, int d)
{
  int r;
  if (a < b)
    r = c + 1;
  else
    r = d - 7;
  return r;
}

int
main (void)
{
  long sum = 0;
  for (long i = 0; i < 10; i++)
    sum += pick (i, 4, 10, 20);
  printf ("%ld\n", sum);
  return 0;
}

>>> hazard.c
#include <stdio.h>

static unsigned long seen, first, second, both, neither, wrong;

void
_record_hazard (unsigned long p, unsigned long q, unsigned long id, unsigned long number)
{
  seen++;
  first += p;
  second += q;
  both += p && q;
  neither += !p && !q;
  wrong += p > 1 || q > 1 || id > 1000 || number > 127;
}

__attribute__ ((destructor)) static void
end (void)
{
  printf ("%lu points, %lu and %lu true, both %lu, neither %lu, wrong %lu\n",
	  seen, first, second, both, neither, wrong);
}

>>> run
machine ia64
${HOSTCXX:-g++} -shared -fPIC -fno-rtti -fno-exceptions -I "$TESTS/../include" \
  -I "$TESTS/.." -isystem "$($CC -print-file-name=plugin)/include" \
  "$TESTS/../docs/examples/predicate_hazard.cc" "$HALT_SO" -o predicate_hazard.so
$CC -O2 $PLUGIN -fplugin=./predicate_hazard.so -S prog.c
$CC -O2 -c hazard.c
$CC prog.s hazard.o -o prog
code $RUN ./prog
# Behind the compare of pick, its second predicate is made true as well.
awk '
  /^pick:/ { pick = 1 }
  { print }
  pick && match ($0, /cmp[^p]*p[0-9]+, p[0-9]+ =/) {
    print "\t;;\n\tcmp.eq p6, p0 = r0, r0\n\tcmp.eq p7, p0 = r0, r0\n\t;;"
    pick = 0
  }' prog.s >planted.s
$CC planted.s hazard.o -o planted
code $RUN ./planted | tail -n 1

>>> out
122
10 points, 4 and 6 true, both 0, neither 0, wrong 0
10 points, 10 and 10 true, both 10, neither 0, wrong 0
