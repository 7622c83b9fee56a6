# SPDX-License-Identifier: GPL-3.0-or-later
# A recording is played back to a build in another folder: the file's name tells, and of
# several files with that name the folder that is like the recorded one.

>>> on aarch64 riscv64

>>> callbacks.c
#include <stdio.h>
int begun;
void put (unsigned short sid, void *data, void *context) { *(int *) data = begun; }
void get (unsigned short sid, void *data, void *context) { printf ("%d\n", *(int *) data); }

>>> one.c
extern int begun;
static __attribute__ ((noipa)) void
work (void)
{
ato_kernel_it:
  begun += 1000;
}
void one (void) { work (); }

>>> two.c
extern int begun;
static __attribute__ ((noipa)) void
work (void)
{
ato_kernel_it:
  begun += 3;
}
void two (void) { work (); }

>>> main.c
void one (void);
void two (void);
int
main (void)
{
  one ();
  two ();
  one ();
}

>>> run
mkdir -p here/a here/b 'else where/src/b' 'else where/src/a'
for d in here 'else where/src'; do
  cp one.c "$d/a/p.c"
  cp two.c "$d/b/p.c"
  cp main.c "$d/main.c"
done
$CC -O1 -c callbacks.c
build ()
{
  (
    cd "$1"
    shift
    $CC -w -O1 -g $PLUGIN $(arg arp arp-data-type=int "$@") main.c $order "$top/callbacks.o" "${LIBHALT%/*}/libarp.a" \
      -pthread -o "$top/prog"
  )
}
top=$PWD
order="a/p.c b/p.c"
build here arp-leave-callback=put arp-mode=record_all
$RUN ./prog
echo "-- as it was"
build here arp-enter-callback=get arp-mode=playback
$RUN ./prog
for order in "$top/here/a/p.c $top/here/b/p.c" "../here/b/p.c ../here/a/p.c"; do
  echo "-- otherwise"
  build here arp-enter-callback=get arp-mode=playback
  $RUN ./prog
done
echo "-- elsewhere"
order="b/p.c a/p.c"
build 'else where/src' arp-enter-callback=get arp-mode=playback
$RUN ./prog
(cd 'else where/src' && $CC -w -O1 -g $PLUGIN $(arg arp arp-data-type=int arp-enter-callback=get arp-mode=playback) \
  "$top/here/main.c" "$top/here/b/p.c" "$top/here/a/p.c" "$top/callbacks.o" "${LIBHALT%/*}/libarp.a" -pthread -o "$top/prog")
$RUN ./prog

>>> out
-- as it was
1000
1003
2003
-- otherwise
1000
1003
2003
-- otherwise
1000
1003
2003
-- elsewhere
1000
1003
2003
1000
1003
2003
