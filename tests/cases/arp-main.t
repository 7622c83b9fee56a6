# SPDX-License-Identifier: GPL-3.0-or-later
# arp: a program whose main was compiled without the plugin records nothing, and says so
# at its end; one that starts by itself, or has no sections, has nothing to say.

>>> on aarch64 riscv64

>>> main.c
#include <stdlib.h>
#ifdef START
#include <atomium_rp.h>
#endif
int part (int n);
int
main (void)
{
#ifdef START
  arp_add_callbacks (arp_uint, arp_cycles_enter, arp_cycles_leave, 0, 0, 0);
  arp_start (1, 65535, arp_record_histogram, 0, 0, 0, 0, 0);
#endif
  int n = part (3);
  exit (n == 3 ? 3 : 1);
}

>>> part.c
int
part (int n)
{
  int s = 0;
#ifdef MARK
#pragma arp kernel
#endif
  for (int i = 0; i < n; i++)
    s += i;
  return s;
}

>>> run
lib=${LIBHALT%/*}
# try WHAT FLAGS OF PART [-- FLAGS OF MAIN]: what is said, the status, whether there is a file.
try ()
{
  rm -f data.arp
  echo "* $1"
  $CC -O1 -Werror -Wno-unknown-pragmas $INCLUDE $PLUGIN $(arg arp) $2 -c part.c
  $CC -O1 $INCLUDE -c $3 main.c
  $CC main.o part.o $4 -o prog
  status=0
  $RUN ./prog 2>&1 || status=$?
  echo "status $status$([ ! -f data.arp ] || echo ', data.arp')"
}
try "main without the plugin" -DMARK "" "$lib/libarp.a -Wl,--wrap=pthread_create -pthread"
try "with the shared library" -DMARK "" "$lib/libarp.so.0 -Wl,-rpath,$lib"
try "no section" "" "" "$lib/libarp.a -Wl,--wrap=pthread_create -pthread"
try "main starts" -DMARK -DSTART "$lib/libarp.a -Wl,--wrap=pthread_create -pthread"
$CC -O1 $INCLUDE -c main.c
$CC -O1 -fPIC -shared $PLUGIN $(arg arp) -DMARK part.c -o libpart.so "$lib/libarp.so.0" -Wl,-rpath,"$lib"
$CC main.o -L. -lpart -Wl,-rpath,"$PWD" -o prog
echo "* in a library"
$RUN ./prog 2>&1 || echo "status $?"

>>> out
* main without the plugin
arp: nothing is recorded: compile the file that has main with -fplugin-arg-halt-arp, too, or call arp_start
status 3
* with the shared library
arp: nothing is recorded: compile the file that has main with -fplugin-arg-halt-arp, too, or call arp_start
status 3
* no section
status 3
* main starts
status 3, data.arp
* in a library
arp: nothing is recorded: compile the file that has main with -fplugin-arg-halt-arp, too, or call arp_start
status 3
