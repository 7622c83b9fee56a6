# SPDX-License-Identifier: GPL-3.0-or-later
# arp: sections of libraries that are loaded, unloaded and loaded again while it records;
# what calls them through pointers of dlsym is on the path.

>>> on aarch64 riscv64

>>> main.c
#include <dlfcn.h>
#include <stdio.h>
static int
use (const char *name)
{
  void *library = dlopen (name, RTLD_NOW);
  int (*plug) (int) = dlsym (library, "plug");
  int n = plug (1);
  dlclose (library);
  return n;
}
int
main (void)
{
  int n = use ("./one.so");
  n += use ("./two.so");
  n += use ("./one.so");
  ato_kernel_last: printf ("%d\n", n);
  return 0;
}

>>> plug.c
int helper (int n) { ato_kernel_helper: { n += N; } return n; }
int plug (int n) { ato_kernel_plug: { n = helper (n); } return n; }

>>> note.c
#include <atomium_rp.h>
void note (const arp_sid s, void *d, void *c) { (void) s, (void) c; *(int *) d = 5; }

>>> run
lib=${LIBHALT%/*}
set -- $PLUGIN $(arg arp arp-leave-callback=note arp-data-type=int arp-mode=record_all)
$CC $INCLUDE -c note.c
$CC -O2 -fPIC -shared -DN=1 "$@" plug.c -o one.so
sed 's/^int helper/\n&/' plug.c >more.c
$CC -O2 -fPIC -shared -DN=2 "$@" more.c -o two.so
$CC -O2 -rdynamic "$@" main.c note.o "$lib/libarp.so.0" -Wl,-rpath,"$lib" -ldl -o main
$RUN ./main
cat data.arp
$CC -O2 -rdynamic "$@" main.c note.o "$lib/libarp.a" -ldl -o main
mv data.arp shared.arp
$RUN ./main
same shared.arp data.arp

>>> out
7
# Atomium record and playback data - format version 1.1.
0 1 1 4
7
2 0 5@0 8@0: 5;
4 2 6@0 7@0: 5;
3 0 3@0 5@0 11@0: 5;
5 3 9@0 10@0: 5;
3 0 4@0 5@0 8@0: 5;
5 3 6@0 7@0: 5;
1 0 1@0: 5;
# section 2 call use main main.c:15
# section 3 call use main main.c:16
# section 4 call use main main.c:17
# section 5 call - use main.c:8
# section 1 kernel last main main.c:18
# section 9 call helper plug more.c:3
# section 10 kernel helper helper more.c:2
# section 11 kernel plug plug more.c:3
# section 6 call helper plug plug.c:2
# section 7 kernel helper helper plug.c:1
# section 8 kernel plug plug plug.c:2
7
