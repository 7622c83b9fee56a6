# SPDX-License-Identifier: GPL-3.0-or-later
# Libraries in turn at one address, which have the same first unit; one that was loaded
# again and is called after its end, as the program ends: each counts what it did,
# whatever is written after all destructors.

>>> part.c
static volatile int sink;

void
part (void)
{
  sink++;
}

>>> last.c
extern void (*last) (void);
void (*last) (void);

__attribute__ ((destructor)) static void
end (void)
{
  if (last)
    {
      last ();
      last ();
    }
}

>>> prog.c
#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>

extern void (*last) (void);

/* Arguments: a library, how often it is called, and then: close, stay or last.  */
int
main (int argc, char **argv)
{
  for (int i = 1; i + 2 < argc; i += 3)
    {
      void *library = dlopen (argv[i], RTLD_NOW);
      void (*part) (void) = library ? (void (*) (void)) dlsym (library, "part") : 0;
      if (!part)
	{
	  puts (dlerror ());
	  return 1;
	}
      for (int n = atoi (argv[i + 1]); n > 0; n--)
	part ();
      if (argv[i + 2][0] == 'c')
	dlclose (library);
      if (argv[i + 2][0] == 'l')
	last = part;
    }
  return 0;
}

>>> run
# counted ARGUMENTS...: what the libraries' parts have, in any order.
counted ()
{
  ./prog "$@"
  echo $("$HALT" report --format=csv prog file.prof \
    | awk -F, '$1 == "entry" && $4 == "part" { print $14 }' | sort -n)
}
export HALT_FILE=file.prof
so="-Wl,-rpath,${LIBHALT%/*} ${LIBHALT%.a}.so"
$CC -O1 -fPIC -shared last.c -o liblast.so
for way in count count=thread; do
  for live in 0 1; do
    export HALT_LIVE=$live
    echo "* $way $live"
    for lib in "" "$so"; do
      make="$CC -O1 -fPIC -shared $PLUGIN $(arg bb proc $way) part.c -Wl,--no-as-needed -L."
      $make -Wl,--build-id=0x01 -llast $lib -o one.so
      $make -Wl,--build-id=0x02 -llast $lib -o two.so
      $CC -O1 -w $PLUGIN $(arg bb proc $way) prog.c -L. -Wl,-rpath,. -llast $so -o prog
      counted ./one.so 5 close ./two.so 7 stay
      counted ./one.so 5 close ./two.so 7 close ./one.so 20 stay
      counted ./one.so 5 close ./two.so 7 close ./one.so 20 close ./two.so 50 stay
      [ $live = 1 ] || continue
      counted ./one.so 5 last
      counted ./one.so 5 close ./one.so 20 last
      counted ./one.so 5 close ./two.so 7 close ./one.so 20 close ./one.so 50 last
    done
  done
done

>>> out
* count 0
5 7
7 25
25 57
5 7
7 25
25 57
* count 1
5 7
7 25
25 57
7
27
7 77
5 7
7 25
25 57
7
27
7 77
* count=thread 0
5 7
7 25
25 57
5 7
7 25
25 57
* count=thread 1
5 7
7 25
25 57
7
27
7 77
5 7
7 25
25 57
7
27
7 77
