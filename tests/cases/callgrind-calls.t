# SPDX-License-Identifier: GPL-3.0-or-later
# The call graph of kind `call' is the one that valgrind's callgrind sees: same callers,
# callees and counts, in a program with a shared object, aliases, local functions of one
# name, tail calls, recursion, and callbacks; and callgrind_annotate shows it.

>>> main.c
#include <stdio.h>
#include <stdlib.h>
#include "both.h"
__attribute__ ((noipa)) static int local (int x) { return x * 3; }
__attribute__ ((noipa)) int exported (int x) { return local (x) + 1; }
/* In the place of the library's.  */
__attribute__ ((noipa)) int replaced (int x) { return local (x) + 2; }
__attribute__ ((noipa)) int hidden (int x) { return local (x) + 3; }
static int cmp (const void *a, const void *b) { return local (*(int *) a) - *(int *) b; }
__attribute__ ((noipa)) int rec (int n) { return n ? rec (n - 1) + exported (n) : 0; }
__attribute__ ((noipa)) int tail (int n) { return exported (n); }

int
main (void)
{
  int a[100], s = 0;
  for (int i = 0; i < 100; i++)
    a[i] = (i * 7919) % 101;
  qsort (a, 100, sizeof *a, cmp);
  for (int i = 0; i < 10; i++)
    s += rec (i) + tail (i) + library (i) + by_other_name (i) + hidden (i);
  s += never (0);
  printf ("%d\n", s);
  return 0;
}

>>> both.h
int library (int), by_other_name (int), exported (int), replaced (int);
__attribute__ ((noipa)) static int never (int x) { return x > 5 ? replaced (x) : x; }

>>> library.c
#include "both.h"
__attribute__ ((noipa)) static int local (int x) { return x * 5; }
__attribute__ ((noipa)) int replaced (int x) { return local (x) + 100; }
__attribute__ ((visibility ("hidden"), noipa)) int hidden (int x) { return local (x) + 4; }
__attribute__ ((noipa)) int library (int x) { return replaced (x) + hidden (x) + local (x) + exported (x) + never (x); }
/* `library' is entered by this name, too.  */
int by_other_name (int) __attribute__ ((alias ("library")));

>>> edges.awk
# Of a file in callgrind's format: CALLER CALLEE COUNT, where both are named in the file
# `ours', or a callee in that is called from elsewhere.
BEGIN { while ((getline name <"names") > 0) ours[name] = 1 }
function plain(name) { return name == "by_other_name" ? "library" : name }
/^fn=/ { fn = plain(substr ($0, 4)) }
/^cfn=/ { cfn = plain(substr ($0, 5)) }
/^calls=/ {
  sub (/calls=/, "")
  if (ours[cfn])
    n[(ours[fn] ? fn : "(elsewhere)") " " cfn] += $1
}
END { for (e in n) print e, n[e] }

>>> run
command -v valgrind >/dev/null || skip "no valgrind"
printf '%s\n' local exported replaced hidden cmp rec tail main library never >names
for o in "-O0" "-O2" "-O2 -fno-plt"; do
  $CC $o -g -fPIC -shared $PLUGIN $(arg call entry) library.c -o liblibrary.so
  $CC $o -g $PLUGIN $(arg call entry) main.c -L. -llibrary -Wl,-rpath,. "$LIBHALT" -o prog
  # Program and library as they are without us: the same code.
  mkdir -p plain
  $CC $o -g -fPIC -shared library.c -o plain/liblibrary.so
  $CC $o -g main.c -Lplain -llibrary -Wl,-rpath,plain -o plain/prog
  ./prog >out
  plain/prog | cmp - out
  $HALT report --format=callgrind prog >callgrind.out
  valgrind -q --tool=callgrind --separate-recs=1 --compress-strings=no \
    --callgrind-out-file=theirs.out plain/prog >/dev/null
  awk -f edges.awk callgrind.out | sort >ours
  awk -f edges.awk theirs.out | sort >theirs
  # On AArch64 valgrind 3.19 loses who calls where control goes by way of the linker.
  elsewhere "callers as valgrind has them" || same ours theirs
  grep -c . ours
done
# The hidden function and the one that is replaced are told apart by their objects.
awk '/^ob=/ { ob = $0 } /^cob=/ { cob = $0 } /^fn=/ { fn = $0 } /^cfn=/ { print ob, fn, cob, $0 }' \
  callgrind.out | sed 's,=[^ ]*/,=,g' | grep 'ob=liblibrary.so fn=library' | sort
callgrind_annotate --tree=both callgrind.out | grep -F ':library (' | sed 's/.*[<>]/x/; s, /.*/, ,' | sort
$HALT report --format=callgrind --kind=entry prog | grep -c calls= || true

>>> out
20
20
20
ob=liblibrary.so fn=library cob=liblibrary.so cfn=hidden
ob=liblibrary.so fn=library cob=liblibrary.so cfn=local
ob=liblibrary.so fn=library cob=liblibrary.so cfn=never
ob=liblibrary.so fn=library cob=prog cfn=exported
ob=liblibrary.so fn=library cob=prog cfn=replaced
x library.c:library (20x)
0
