# SPDX-License-Identifier: GPL-3.0-or-later
# Without the routine the linker's error names it.  Where one command compiles and
# links, and nothing in it can define the routine, the compiler says what to do.

>>> prog.c
int
main (int argc, char **argv)
{
  (void) argv;
  return argc > 1;
}
void
f (int n)
{
  while (n-- > 3)
    asm ("");
}

>>> own.c
void
_record_cbr (unsigned long cond, unsigned long id)
{
  (void) cond, (void) id;
}

>>> macro.c
#define ROUTINE(kind) void _record_##kind (unsigned long c, unsigned long id) { (void) c, (void) id; }
ROUTINE (cbr)

>>> own.s
	.globl	_record_cbr
_record_cbr:

>>> other.c
void g (void);
void g (void) {}

>>> run
try ()
{
  rm -f err
  echo "$*" | sed "s|[^ ]*/libhalt|libhalt|; s|[^ ]*-arg-halt-||g"
  $CC -O0 $PLUGIN "$@" 2>err && echo linked
  sed -n 's/.*\(undefined reference to .*\)/\1/p; /halt:/p' err | sort -u
}
cp "$LIBHALT" libhalt.a
cbr=$(arg cbr)
try $cbr prog.c -o prog
try $cbr other.c -lm prog.c -o prog
try $cbr prog.c libhalt.a -o prog
try $cbr prog.c -o prog
try $(arg entry) prog.c -o prog
try $(arg startup) prog.c -o prog
try $(arg at=gimple) $cbr prog.c -o prog
$CC -c own.s
$CC -flto -c own.c -o lto.o
for own in own.c macro.c own.s own.o lto.o "-L. -lhalt" -Wl,libhalt.a -Wl,--defsym=_record_cbr=f @args; do
  echo libhalt.a >args
  try $cbr prog.c $own -o prog
done
echo "* it may come later, or is not wanted"
try $cbr -c prog.c
try $cbr -shared -fPIC prog.c -o prog.so
try $cbr -r prog.c -o all.o
try $cbr -w prog.c -o prog
try $(arg cbr count) prog.c -o prog
# The routine is in what the unit includes.
{ echo '#include "own.c"'; cat prog.c; } >both.c
try $cbr both.c -o prog

>>> out
cbr prog.c -o prog
cc1: note: halt: nothing that the command links defines '_record_cbr': link libhalt.a, or write '_record_cbr'
undefined reference to `_record_cbr'
cbr other.c -lm prog.c -o prog
cc1: note: halt: nothing that the command links defines '_record_cbr': link libhalt.a, or write '_record_cbr'
undefined reference to `_record_cbr'
cbr prog.c libhalt.a -o prog
linked
cbr prog.c -o prog
cc1: note: halt: nothing that the command links defines '_record_cbr': link libhalt.a, or write '_record_cbr'
undefined reference to `_record_cbr'
entry prog.c -o prog
cc1: note: halt: nothing that the command links defines '_record_entry': link libhalt.a, or write '_record_entry'
undefined reference to `_record_entry'
startup prog.c -o prog
linked
at=gimple cbr prog.c -o prog
cc1: note: halt: nothing that the command links defines '_record_cbr': link libhalt.a, or write '_record_cbr'
undefined reference to `_record_cbr'
cbr prog.c own.c -o prog
linked
cbr prog.c macro.c -o prog
linked
cbr prog.c own.s -o prog
linked
cbr prog.c own.o -o prog
linked
cbr prog.c lto.o -o prog
linked
cbr prog.c -L. -lhalt -o prog
linked
cbr prog.c -Wl,libhalt.a -o prog
linked
cbr prog.c -Wl,--defsym=_record_cbr=f -o prog
linked
cbr prog.c @args -o prog
linked
* it may come later, or is not wanted
cbr -c prog.c
linked
cbr -shared -fPIC prog.c -o prog.so
linked
cbr -r prog.c -o all.o
linked
cbr -w prog.c -o prog
undefined reference to `_record_cbr'
cbr count prog.c -o prog
undefined reference to `__halt_count2_needs_libhalt_a'
cbr both.c -o prog
linked
