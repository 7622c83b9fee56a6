# SPDX-License-Identifier: GPL-3.0-or-later
# _halt_startup is called once, before any event, whatever is instrumented: main or
# not, a shared object, what is loaded, constructors; however it is linked.

>>> main.c
#include <stdio.h>
int work (int n);
int
main (int argc, char **argv)
{
  (void) argv;
  puts ("main");
  return work (argc) != 5;
}

>>> work.c
__attribute__ ((noipa)) int work (int n) { return n > 3 ? n : n + 4; }

>>> early.cc
#include <stdio.h>
struct early { early () { if (puts ("constructor") < 0) puts ("never"); } };
static early one;
int main () { return puts ("main") < 0; }

>>> loads.c
#include <dlfcn.h>
#include <stdio.h>
int
main (int argc, char **argv)
{
  void *keep = argc > 2 ? dlopen (argv[2], RTLD_NOW | RTLD_GLOBAL) : NULL;
  for (int i = 0; i < 2; i++)
    {
      void *so = dlopen (argv[1], RTLD_NOW);
      int (*work) (int) = so ? (int (*) (int)) dlsym (so, "work") : NULL;
      if (!work)
	return puts (dlerror ());
      printf ("work %d\n", work (argc));
      dlclose (so);
    }
  return argc > 2 && !keep;
}

>>> own.c
#include <stdio.h>
static int started;
void _halt_startup (void) { printf ("startup %d\n", ++started); }
static void check (void) { if (!started) puts ("event before startup"); }
void _record_cbr (unsigned long c, unsigned long i) { (void) c, (void) i; check (); }
void _record_entry (unsigned long i) { (void) i; check (); }

>>> run
plugin="$PLUGIN $(arg cbr entry)"
$CC -c main.c own.c
$CC -c -fPIC own.c -o own-pic.o
for more in "" $(arg at=gimple) $(arg count); do
  echo "* only=work, main plain $more"
  $CC -w $plugin $more $(arg only=work) main.c work.c own.o "$LIBHALT" -o prog
  ./prog
  $CC $plugin $more main.o work.c own.o "$LIBHALT" -o prog
  ./prog
done
if $CC -m32 main.c work.c -o 32 2>32.err && ./32 >32.err; then m32=-m32; else m32=; fi
for link in $m32 -static -static-pie -no-pie -pie "-O2 -flto" "-Wl,--gc-sections"; do
  $CC -w $plugin $(arg only=work) $link main.c work.c own.c -o prog
  ./prog >out
  sed -n 1p out | grep -v '^startup 1$' || true
  sed 1d out | grep startup || true
done
echo "* constructors"
$CXX $plugin early.cc own.o -o prog
./prog
echo "* main alone"
$CC $PLUGIN $(arg startup) main.c -c -o alone.o
$CC alone.o work.c own.o -o prog
./prog
echo "* shared objects"
$CC $plugin -shared -fPIC work.c -o libwork.so
$CC main.o own.o ./libwork.so -o prog
./prog
$CC $plugin main.c own.o ./libwork.so -o prog
./prog
echo "* loaded: each time it is all that is instrumented; once beside another"
$CC $plugin -shared -fPIC work.c own-pic.o -o libwork.so
$CC loads.c -o prog
./prog ./libwork.so
echo 'int other (int n); int other (int n) { return n > 3; }' >other.c
$CC $plugin -shared -fPIC other.c own-pic.o -o libother.so
./prog ./libwork.so ./libother.so
$CC $plugin -rdynamic loads.c own.o -o prog
./prog ./libwork.so
echo "* without the routine"
sed /_halt_startup/d own.c >none.c
sed -i 's/if (!started).*;/(void) started;/' none.c
$CC -w $plugin $(arg only=work) main.c work.c none.c -o prog
./prog
echo "* started by what runs no constructors: main does it"
$CC $plugin main.c -c -o alone.o
objcopy --rename-section .init_array.00000=.unused,alloc,data alone.o
$CC alone.o work.c own.o -o prog
./prog

>>> out
* only=work, main plain 
startup 1
main
startup 1
main
* only=work, main plain -fplugin-arg-halt-at=gimple
startup 1
main
startup 1
main
* only=work, main plain -fplugin-arg-halt-count
startup 1
main
startup 1
main
* constructors
startup 1
constructor
main
* main alone
startup 1
main
* shared objects
startup 1
main
startup 1
main
* loaded: each time it is all that is instrumented; once beside another
startup 1
work 6
startup 1
work 6
startup 1
work 7
work 7
startup 1
work 6
work 6
* without the routine
main
* started by what runs no constructors: main does it
startup 1
main
