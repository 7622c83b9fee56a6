# SPDX-License-Identifier: GPL-3.0-or-later
# A recording is played back to a program whose functions were moved, with new ones
# and new lines among them: each section finds what was recorded of it, new ones nothing.

>>> on aarch64 riscv64

>>> callbacks.c
#include <stdio.h>

int begun;

void
put (unsigned short sid, void *data, void *context)
{
  *(int *) data = begun;
}

void
get (unsigned short sid, void *data, void *context)
{
  printf ("%d\n", *(int *) data);
}

>>> before.c
extern int begun;
__attribute__ ((noipa)) void
big (void)
{
ato_kernel_big:
  begun += 1000;
}
__attribute__ ((noipa)) void
small (void)
{
ato_kernel_small:
  begun += 3;
}
int
main (void)
{
  big ();
  small ();
  small ();
}

>>> after.c
extern int begun;
__attribute__ ((noipa)) void
new (void)
{
ato_kernel_new:
  begun += 50;
}
__attribute__ ((noipa)) void
small (void)
{
  begun = 0;
ato_kernel_small:
  begun += 3;
}
__attribute__ ((noipa)) void
big (void)
{
  begun = 0;
ato_kernel_big:
  begun += 1000;
}
int
main (void)
{
  new ();
  small ();
  small ();
  big ();
}

>>> run
$CC -O1 -c callbacks.c
set -- $PLUGIN $(arg arp arp-data-type=int)
cp before.c prog.c
$CC -O1 -g "$@" $(arg arp-leave-callback=put arp-mode=record_all) prog.c callbacks.o "${LIBHALT%/*}/libarp.a" -pthread -o prog
$RUN ./prog
cp after.c prog.c
$CC -O1 -g "$@" $(arg arp-enter-callback=get arp-mode=playback) prog.c callbacks.o "${LIBHALT%/*}/libarp.a" -pthread -o prog
$RUN ./prog

>>> out
arp: no sample is left for execution 0 of 'kernel new new prog.c:5' on its path; 0 is played back
0
1003
1006
1000
