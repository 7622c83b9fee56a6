# SPDX-License-Identifier: GPL-3.0-or-later
# halt.so exports what GCC asks for and what the headers for users' plugins
# declare; libhalt.so the routines of halt.h, what code and start-up code of units
# refer to, what its copies in one process share, and what it has in front of the
# C library; libghalt.so and libghalt.a what ghalt.h declares, alone.

>>> x86_64 names that libhalt needs

>>> run
names () { nm -D --defined-only "$1" | sed -e 's/.* //' -e 's/@.*//' | sort; }
declared ()			# the functions that headers declare
{
  printf '#include "%s"\n' "$@" >all.c
  $CC -I "$TESTS/.." $INCLUDE -aux-info all.txt -fsyntax-only all.c
  sed -n '/halt\|recipes/s/^[^(]*[ *]\([a-z_]*\) (.*/\1/p' all.txt | sort
}

names "$HALT_SO" | grep -v "^[A-Z]\|^atom_" >plugin
{
  # What halt/plugin.h gets from halt/halt.h is the library's.
  declared halt/plugin.h recipes/recipe.h | grep '^halt_\|^pot_' |
    grep -v '^halt_dump$\|^halt_event$\|^halt_reset$\|^halt_switch$'
  echo halt_targets
} | sort | comm -3 plugin -

names "${LIBHALT%.a}.so.0" >library
declared halt/halt.h | comm -3 library -

# libarp.so: the clocks that count events are not in it.
# A library without a mark would make the stack of its program executable.
for library in "$HALT_SO" "${LIBHALT%.a}.so.0" "${LIBHALT%halt.a}arp.so.0" "${HALT%/*}/libghalt.so.0"; do
  readelf -lW "$library" | awk -v l="${library##*/}" '$1 == "GNU_STACK" { marked = $7 == "RW" } END { if (!marked) print l ": the stack is executable" }'
done

echo "-- libarp"
names "${LIBHALT%halt.a}arp.so.0" >library
echo '#include "atomium_rp.h"' >all.c
$CC -I "$TESTS/.." $INCLUDE -aux-info all.txt -fsyntax-only all.c
sed -n '/atomium_rp/s/^[^(]*[ *]\(arp_[A-Za-z_]*\) (.*/\1/p' all.txt | sort | comm -3 library - |
  grep -v '^	arp_[a-z]*_\(enter\|leave\)$'

echo "-- libghalt"
declared ghalt.h >header
names "${HALT%/*}/libghalt.so.0" | grep -vx GHALT_0 | comm -3 - header
nm -g --defined-only "${HALT%/*}/libghalt.a" | sed -n 's/.* //p' | grep -v : | sort | comm -3 - header
readelf -d "${HALT%/*}/libghalt.so.0" | sed -n 's/.*soname: //p'
# It prints nothing and ends no process.
nm -D --undefined-only "${HALT%/*}/libghalt.so.0" |
  grep -w -e exit -e _exit -e abort -e printf -e puts -e stdout -e stderr -e perror -e error || :

>>> out
plugin_init
plugin_is_GPL_compatible
_Exit
__halt3_find
__halt3_find_indexed
__halt3_find_path
__halt3_mine
__halt3_order
__halt3_paths
__halt3_points_changed
__halt3_runtime
__halt3_switching
__halt3_thread_cells
__halt_count2_needs_libhalt_a
__halt_switch_needs_libhalt_a
__sysv_signal
_exit
_halt_units_again
_halt_units_loaded
_halt_units_unloading
abort
bsd_signal
daemon
sigaction
signal
sigset
ssignal
syscall
sysv_signal
-- libarp
_Exit
__arp_clock
__arp_team
__arp_team_work
__arp_unit
__arp_unit_end
__sysv_signal
_exit
abort
bsd_signal
daemon
pthread_create
sigaction
signal
sigset
ssignal
syscall
sysv_signal
-- libghalt
[libghalt.so.0]
