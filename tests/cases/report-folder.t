# SPDX-License-Identifier: GPL-3.0-or-later
# Profiles in folders, beside files: for each command that shows counts.

>>> prog.c
#include <stdlib.h>
int
main (int argc, char **argv)
{
  int n = 0;
  for (int i = atoi (argv[1]); i > 0; i--)
    if (i & 1)
      n++;
  return argc < 2 ? n : 0;
}

>>> run
$CC -O1 $PLUGIN $(arg cbr bb entry) prog.c $LIBHALT -o prog
mkdir -p all/below
HALT_FILE=all/one ./prog 10
HALT_FILE=all/below/two ./prog 100
HALT_FILE=three ./prog 1000
echo other >all/text
$HALT merge -o sum all/one all/below/two three
$HALT report --format=csv prog sum >wanted
$HALT report --format=csv prog all three 2>said | cmp - wanted && cat said
$CC -O1 $PLUGIN $(arg blpp) prog.c $LIBHALT -o paths
mkdir of-paths
HALT_FILE=of-paths/one ./paths 10
HALT_FILE=of-paths/two ./paths 100
$HALT paths --format=csv paths of-paths/one of-paths/two >wanted
$HALT paths --format=csv paths of-paths | cmp - wanted && echo the same
$HALT report paths of-paths | sed -n 1p
mkdir empty
code $HALT report prog empty

>>> out
ghalt: note: passed over all/text: not a HALT profile
the same
1 function with paths, 1 executed
ghalt: empty: no profile in it
exit 2
