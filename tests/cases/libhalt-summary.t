# SPDX-License-Identifier: GPL-3.0-or-later
# Pots that know what the routines of libhalt.a change (routines=libhalt.a) save less,
# and count the same: where there is room, and where each event has to look for some
# (ids far above those given out), with whatever is in registers then.  With a
# routine of the user's own the program does not link, or calls that one.

>>> x86_64 names of registers

>>> prog.c
#include <stdio.h>

__attribute__ ((noipa)) static double
sum (int n, double x)
{
  double y = 1;
  for (int i = 0; i < n; i++)
    if (y < 1000)
      y = y * 2 + x;
    else
      y = y / 3 - x;
  return y;
}

int
main (void)
{
  printf ("%.3f\n", sum (50, 1.5));
  return 0;
}

>>> own.c
void _record_cbr (unsigned long cond, unsigned long id) { (void) cond, (void) id; }

>>> other.c
int other (int n) { return n == 3 ? 5 : 6; }

>>> run
known=$(arg routines="$LIBHALT")

echo == what they change
strings -a "$LIBHALT" | sed -n 's/^halt-routine 4 \(_record_[a-z]*\) x86-64 [0-9a-f]* /\1 /p' | sort

echo == additions are one instruction, and arguments stay where they are
for kind in entry block cycle load store setjmp longjmp call callret cbr mbr exit; do
  ar p "$LIBHALT" known_$kind.o >known.o
  objdump -d --no-show-raw-insn -j .text.halt_known known.o |
    sed -n "/<_record_$kind>:/,\$s/^[^:]*:\t//p" >text
  # What writes to memory, what may change arguments before the slow way is taken, and
  # how that is.
  echo "$kind:" $(sed -n 's/^\([a-z]*\) .*,[-0-9a-fx]*(%[^)]*)$/\1/p' text) / \
    $(sed -n 's/^\([a-z]*\) .*,%[re]*[ds][ix]$/\1/p;/^j[ab]/q' text) / $(sed -n '$s/ [^<]*</ </p' text)
done

# counts NAME OPTION...: what SOURCE prints and counts.
counts ()
{
  name=$1
  shift
  $CC -w -g $OPTIONS $PLUGIN $(arg cbr mbr entry exit bb load store call callret setlongjmp) "$@" \
    "$TESTS/oracle/$SOURCE" "$LIBHALT" -o prog -lm >next
  ./prog >$name.out 2>&1 || echo "exit $?" >>$name.out
  $HALT report --format=json prog | sed 's/"\(address\|build_id\)":"[0-9a-f]*"//g;s/"profiles":.*//' >$name.json
}
echo == same counts
for OPTIONS in -O2 '-O2 -mavx2' -Os; do
  for SOURCE in vectors.c x87.c leaps.c interpreter.c; do
    case $OPTIONS:$SOURCE in
      *avx2:vectors.c) cpu_runs -mavx2 || continue ;;
      -Os:interpreter.c | -O2:*) ;;
      *) continue ;;
    esac
    counts near
    counts known $known
    same near.out known.out
    same near.json known.json
    # Each event has to look for its place.
    counts far $(arg unique=3000000)
    counts verified $(arg unique=3000000 verify) $known
    same near.out verified.out
    same far.json verified.json
  done
done

echo == beside routines of the user\'s own
$CC -O2 $PLUGIN $(arg cbr) $known -c prog.c
$CC -O2 $PLUGIN $(arg cbr) -c prog.c -o unknown.o
$CC -O2 -c own.c
$CC -O2 -flto -c own.c -o own-lto.o
$CC -O2 $PLUGIN $(arg cbr) -c other.c
$CC -shared -fPIC own.c -o libown.so
ar rc libown.a own.o
link ()
{
  rm -f prog halt.prof
  if $CC "$@" -o prog 2>errors; then
    ./prog >prog.out
    [ "$(cat prog.out)" = 978.635 ] || cat prog.out
    [ -f halt.prof ] && $HALT report prog 2>/dev/null | sed -n '/^cbr\|^entry/p' || echo "counts nothing"
  else
    grep -o "multiple definition of .*_record_cbr.; \|undefined reference to .__halt_changes._record_cbr\|protected symbol.*" errors |
      sed "s/[\`';]//g;s/ *$//" | sort -u
  fi
}
link prog.o "$LIBHALT"
link -static prog.o "$LIBHALT"
link prog.o own.o
link prog.o own.o "$LIBHALT"
link prog.o "$LIBHALT" own.o
link prog.o libown.a "$LIBHALT"
link prog.o "$LIBHALT" libown.a
link prog.o other.o "$LIBHALT"
link other.o prog.o "$LIBHALT"
link prog.o other.o "$LIBHALT" own.o
link prog.o -Wl,--whole-archive "$LIBHALT" -Wl,--no-whole-archive
link unknown.o "$LIBHALT" own.o
link unknown.o -Wl,--whole-archive "$LIBHALT" -Wl,--no-whole-archive
link unknown.o own.o -Wl,--whole-archive "$LIBHALT" -Wl,--no-whole-archive

echo == with another one\'s summary
$CC -O2 $PLUGIN -c own.c
$CC -O2 $PLUGIN $(arg cbr entry routines=own.o) $known -c prog.c
link prog.o own.o "$LIBHALT"
link prog.o "$LIBHALT"

echo == link-time optimisation
$CC -O2 -flto $PLUGIN $(arg cbr lto) $known -c prog.c
lto="-O2 -flto $PLUGIN $(arg cbr) $known"
link $lto prog.o "$LIBHALT"
link $lto prog.o own.o "$LIBHALT"
link $lto prog.o own-lto.o "$LIBHALT"

>>> out
== what they change
_record_block changes ax,flags reads di stack word copy none
_record_call changes ax,flags reads si stack word copy none
_record_callret changes ax,flags reads di stack word copy none
_record_cbr changes ax,si,flags reads si,di stack word copy none
_record_cycle changes ax,flags reads di stack word copy none
_record_entry changes ax,flags reads di stack word copy none
_record_exit changes ax,flags reads di stack word copy none
_record_load changes ax,dx,flags reads dx,di stack word copy none
_record_longjmp changes ax,flags reads dx stack word copy none
_record_mbr changes ax,flags reads si,di stack word copy none
_record_setjmp changes ax,flags reads si stack word copy none
_record_store changes ax,dx,flags reads dx,di stack word copy none
== additions are one instruction, and arguments stay where they are
entry: addq / cmp / jmp <slow>
block: addq / cmp / jmp <slow>
cycle: addq / cmp / jmp <slow>
load: addq add / cmp / jmp <slow>
store: addq add / cmp / jmp <slow>
setjmp: addq / cmp / jmp <slow>
longjmp: addq / cmp / jmp <slow>
call: addq / cmp / jmp <slow>
callret: addq / cmp / jmp <slow>
cbr: addq / cmp / jmp <slow>
mbr: addq / cmp / jmp <slow>
exit: addq / cmp / jmp <slow>
== same counts
== beside routines of the user's own
cbr           4         4      0         101
cbr           4         4      0         101
undefined reference to __halt_changes._record_cbr
multiple definition of _record_cbr
multiple definition of _record_cbr
multiple definition of _record_cbr
cbr           4         4      0         101
cbr           4         4      0         101
cbr           4         4      0         101
multiple definition of _record_cbr
undefined reference to __halt_changes._record_cbr
cbr           4  not recorded
cbr           4         4      0         101
cbr           4  not recorded
== with another one's summary
cbr           4  not recorded
entry         2         2      0           2
undefined reference to __halt_changes._record_cbr
== link-time optimisation
cbr           4         4      0         101
multiple definition of _record_cbr
counts nothing
