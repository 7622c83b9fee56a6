# SPDX-License-Identifier: GPL-3.0-or-later
# A static function that is named like a routine is left alone, as is what it
# calls, also if no routine refers to it.

>>> prog.c
#include <stdio.h>
#include <stdlib.h>

static unsigned long cells[2], *cell = cells;

static void
put (const char *what, unsigned long n)
{
  printf ("%lu %s\n", n, what);
}

/* Behind it there is nothing to count in.  */
static void
_halt_end (void)
{
  unsigned long *all = cell;
  cell = NULL;
  put ("entries", all[0]);
  put ("exits", all[1]);
}

#ifdef __cplusplus
extern "C" {
#endif
void _record_entry (unsigned long id) { (void) id; cell[0]++; }
void _record_exit (unsigned long id) { (void) id; cell[1]++; }
#ifdef __cplusplus
}
#endif

int
main (void)
{
  atexit (_halt_end);
  return 0;
}

>>> run
ln -s prog.c prog.cc
kinds="$PLUGIN $(arg entry exit)"
for how in -O0 -O2 "-O2 $(arg at=gimple)" "-O2 $(arg lto) -flto"; do
  $CC $kinds $how prog.c -o prog
  code ./prog
done
$CXX -O2 $kinds prog.cc -o prog
code ./prog

# A name in another scope is nobody's.
cat >scope.cc <<'EOF'
namespace own { void _halt_end (void) { } }
EOF
$CXX -O2 $kinds $(arg dump=label) -c scope.cc 2>&1 | cut -d ' ' -f 1-4

>>> out
1 entries
1 exits
1 entries
1 exits
1 entries
1 exits
1 entries
1 exits
1 entries
1 exits
label entry 0 own::_halt_end
label exit 1 own::_halt_end
