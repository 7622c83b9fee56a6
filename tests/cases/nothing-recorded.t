# SPDX-License-Identifier: GPL-3.0-or-later
# Where nothing was recorded, ghalt report says why.

>>> prog.c
int
main (int argc, char **argv)
{
  (void) argv;
  if (argc == 7)
    return 3;
  return 0;
}

>>> called.c
int other (int n) { return n == 3 ? 5 : 6; }
int main (void) { return 0; }

>>> own.c
void _record_cbr (unsigned long cond, unsigned long id);
void
_record_cbr (unsigned long cond, unsigned long id)
{
  (void) cond, (void) id;
}

>>> run
report () { code $HALT report "$@" 2>&1 | sed -n -e '/^ghalt: /p' -e '/^exit/p'; }
cbr="$CC -O0 $PLUGIN $(arg cbr)"

echo "* no instrumented unit"
$CC prog.c -o prog
report prog
$CC $PLUGIN prog.c -Wl,--whole-archive "$LIBHALT" -Wl,--no-whole-archive -o prog
report prog

echo 'int main (void) { return 0; }' >none.c
$cbr none.c "$LIBHALT" -o none
./none
report none

echo "* routines of its own, not the library's"
$cbr prog.c own.c -o prog
./prog
report prog
$cbr called.c own.c -Wl,--whole-archive "$LIBHALT" -Wl,--no-whole-archive -o prog
./prog
report prog
rm -f halt.prof

echo "* not run, or elsewhere"
$cbr prog.c "$LIBHALT" -o prog
report prog
HALT_FILE=elsewhere ./prog
report prog
report prog elsewhere
report prog prog/halt.prof
$cbr -c prog.c
report prog.o

echo "* ended by SIGKILL; the profile of a child"
cat >ends.c <<'END'
#include <signal.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>
int
main (int argc, char **argv)
{
  (void) argv;
  if (argc > 1 && (argc > 2 || fork () == 0))
    kill (getpid (), SIGKILL);
  wait (NULL);
  return 0;
}
END
$cbr ends.c "$LIBHALT" -o ends
(code ./ends 1 2) >log 2>&1
report ends
cat >child.c <<'END'
#include <sys/wait.h>
#include <unistd.h>
__attribute__ ((halt ("none"))) int
main (int argc, char **argv)
{
  int twice (int n);
  if (fork () == 0)
    _exit (twice (argc));
  wait (NULL);
  return argv == NULL;
}
int twice (int n) { return n > 3 ? 2 * n : n; }
END
$cbr child.c "$LIBHALT" -o child
./child
report child
rm halt.prof

echo "* the library in a shared object of the program's"
echo 'int of_object;' >object.c
$CC -shared -fPIC object.c -Wl,--whole-archive "$LIBHALT" -Wl,--no-whole-archive \
  -o libobject.so
$cbr prog.c ./libobject.so -o prog
report prog

echo "* came to nothing"
$cbr called.c "$LIBHALT" -o prog
./prog
report prog

echo "* only a shared object has points, or another program"
echo 'int f (int n); int f (int n) { if (n > 3) return 1; return 0; }' >f.c
$cbr -shared -fPIC f.c "$LIBHALT" -o libf.so
echo 'int f (int n); int main (void) { return f (3); }' >plain.c
$CC plain.c ./libf.so -o plain
rm halt.prof
./plain
report plain | sed "s|$PWD|.|"
echo "#!$PWD/plain" >script
report script | sed "s|$PWD|.|"
rm halt.prof
echo "* the link did not get the plugin"
$CC -O2 -flto $PLUGIN $(arg cbr lto) -c prog.c
report prog.o
$CC -O2 -flto prog.o "$LIBHALT" -o prog
report prog
$CC -O2 -flto $PLUGIN $(arg cbr lto) prog.o "$LIBHALT" -o prog
./prog
report prog

echo "* another build"
$cbr -O1 prog.c "$LIBHALT" -o other
report other | sed 's/ from .*: /...: /'

>>> out
* no instrumented unit
ghalt: prog: no HALT map: compiled without the plugin, or stripped
exit 2
cc1: warning: halt: nothing to instrument; name a kind, as in '-fplugin-arg-halt-cbr'
ghalt: prog: no HALT map: linked with libhalt, but no file of it was compiled with the plugin and a kind to label
exit 2
ghalt: no profile 'halt.prof': none has no points, as no code of it is of the kinds that were labelled
exit 2
* routines of its own, not the library's
ghalt: no profile 'halt.prof': the routines of prog are not those of libhalt, which is not linked to it and would have written it
exit 2
ghalt: note: nothing was recorded: the routines that were called are not those of libhalt
* not run, or elsewhere
ghalt: no profile 'halt.prof': prog has not come to its end in this folder (most likely SIGKILL ended it), or HALT_FILE named another file
exit 2
ghalt: no profile 'halt.prof': prog has not come to its end in this folder (most likely SIGKILL ended it), or HALT_FILE named another file
exit 2
ghalt: cannot open 'prog/halt.prof': Not a directory
exit 2
ghalt: cannot open 'halt.prof': No such file or directory
exit 2
* ended by SIGKILL; the profile of a child
ghalt: no profile 'halt.prof': ends has not come to its end in this folder (most likely SIGKILL ended it), or HALT_FILE named another file
exit 2
ghalt: note: nothing was recorded: the program came to none of its points (1), or another of its processes did, which has a profile of its own; or it was ended in a loop without calls, which 'count' counts in registers until it is left: with -fplugin-arg-halt-live that is in memory
* the library in a shared object of the program's
ghalt: no profile 'halt.prof': prog has not come to its end in this folder (most likely SIGKILL ended it), or HALT_FILE named another file
exit 2
* came to nothing
ghalt: note: nothing was recorded: the program came to none of its points (1), or another of its processes did, which has a profile of its own; or it was ended in a loop without calls, which 'count' counts in registers until it is left: with -fplugin-arg-halt-live that is in memory
* only a shared object has points, or another program
ghalt: plain: no HALT map: compiled without the plugin, or stripped; halt.prof is of ./libf.so
exit 2
ghalt: script: not an ELF file; halt.prof is of ./libf.so
exit 2
* the link did not get the plugin
ghalt: prog.o: no HALT map: compiled with -flto, so that points are made when the program is linked
exit 2
ghalt: prog: no HALT map: compiled with -flto and the plugin, but the link did not get the plugin and its arguments
exit 2
* another build
ghalt: halt.prof was recorded...: 1 instrumented units there, 1 here, 0 at the same address
exit 2
