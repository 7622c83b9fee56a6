# SPDX-License-Identifier: GPL-3.0-or-later
# A routine may call the C library: formatted output of floating point through
# a lazily bound PLT, from the midst of a program's own vectors and x87 stack.

>>> x86_64 what it compiles

>>> analysis.c
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

unsigned long events;

void
_record_cbr (unsigned long cond, unsigned long id)
{
  char text[200], *copy;
  snprintf (text, sizeof text, "%g %Lf %lu", sin (id * .1), (long double) cond, id);
  copy = strdup (text);
  if (strtod (copy, NULL) == 17.5)
    abort ();
  free (copy);
  events++;
}

>>> end.c
#include <stdio.h>
extern unsigned long events;
__attribute__ ((destructor)) static void
end (void)
{
  if (!events)
    puts ("no events");
}

>>> run
$CC -O2 -c analysis.c end.c
while read -r options; do
  $CC -w $options "$TESTS/programs/features.c" -z execstack -o plain -lm
  ./plain >plain.out
  $CC -w $options $PLUGIN $(arg cbr) "$TESTS/programs/features.c" analysis.o end.o \
    -z execstack -Wl,-z,lazy -o prog -lm
  ./prog >prog.out
  cmp plain.out prog.out || echo "$options"
done <<END
-O0
-O2
-O2 -mfpmath=387
-O3 -fPIC
END
