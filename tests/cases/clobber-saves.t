# SPDX-License-Identifier: GPL-3.0-or-later
# With routines=, pots save no more than what the routine changes, and the link
# refuses a routine that is not the one whose summary was read.

>>> x86_64 names of registers

>>> prog.c
#include <stdio.h>

int
main (void)
{
  volatile int n = 100;
  unsigned a = 1, b = 2, c = 3, d = 4;
  for (int i = 0; i < n; i++)
    {
      if (a & 1)
	a += b;
      else
	b ^= c + i;
      c = c * 3 + d;
      d += a;
    }
  printf ("%u %u %u %u\n", a, b, c, d);
  return 0;
}

>>> routine.c
unsigned long count;
void _record_cbr (unsigned long cond, unsigned long id) { count += cond + id; CHANGES; }

>>> all.c
#include <stdio.h>
void _record_cbr (unsigned long cond, unsigned long id) { if (cond > 1) printf ("%lu\n", id); }

>>> twice.c
int twice (int n) { return n > 3 ? n * 2 : n - 1; }

>>> with.c
static unsigned long count;
void _record_cbr (unsigned long cond, unsigned long id) { count += cond + id; }
#include "prog.c"

>>> run
few='-DCHANGES=__asm__("":::"r8")'
other='-DCHANGES=__asm__("":::"r9")'
$CC -O2 $PLUGIN "$few" -c routine.c -o few.o
$CC -O2 $PLUGIN "$other" -c routine.c -o other.o
$CC -O2 $PLUGIN -c all.c -o all.o
$CC -O2 "$few" -c routine.c -o plain.o
$CC -O2 prog.c -o plain && ./plain
# pots OPTION...: how many words the pots save or pad with, what the routine changes.
pots ()
{
  $CC -O2 -w $PLUGIN $(arg cbr dump=pot) "$@" -c prog.c -o prog.o 2>pots
  sed -n '/# SAVE/,/# KIND/p' pots | grep -c 'push\|mov.*%r\|lea' || :
  grep -o 'changes=[^ ]*' pots | sort -u
}
run () { $CC prog.o "$@" -o prog && ./prog; }
refused ()
{
  ! $CC prog.o "$@" -o prog 2>errors || echo linked
  grep -o 'undefined reference to.*changes\._record_cbr' errors
}
echo == without
pots
run few.o
echo == object
pots $(arg routines=few.o)
run few.o
run few.o -Wl,--gc-sections
run few.o -static
refused other.o
refused plain.o
refused all.o
echo == archive
rm -f lib.a
ar rc lib.a all.o few.o 2>/dev/null
ar d lib.a all.o
pots $(arg routines=lib.a)
run lib.a
run few.o
echo == program
pots $(arg routines=prog)
run few.o
echo == shared object
$CC -shared few.o -o few.so 2>/dev/null || $CC -O2 -fPIC $PLUGIN -w "$few" -shared routine.c -o few.so
refused ./few.so
echo == a shared object without pots that rely on it
pots $(arg routines=few.o)
$CC -O2 -fPIC -shared $PLUGIN $(arg cbr) twice.c -o twice.so
$CC -rdynamic prog.o few.o twice.so -Wl,-rpath,. -o prog && ./prog
readelf -sW prog | grep -o 'PROTECTED.* _record_cbr' | sort -u | sed 's/  *[0-9]* / /'
echo == the same set is the same promise
$CC -O2 $PLUGIN "$few" -g -DX -c routine.c -o few.o
run few.o
echo == everything
pots $(arg routines=all.o)
run few.o
echo == another kind of optimisation
pots $(arg routines=few.o) -O0
run few.o
echo == link-time optimisation
flto () { $CC -O2 -flto -w $PLUGIN $(arg cbr dump=pot) "$@"; }
pots_of () { sed -n '/# SAVE/,/# KIND/p' pots | grep -c 'push\|mov.*%r\|lea' || :; grep -o 'changes=[^ ]*' pots | sort -u; }
flto $(arg routines=few.o) -c prog.c -o prog.o
flto $(arg routines=few.o) prog.o few.o -o prog 2>pots && ./prog
pots_of
flto $(arg routines=few.o) prog.o other.o -o prog 2>&1 | grep -o 'undefined reference to.*changes\._record_cbr'
flto "$few" -c routine.c -o few-lto.o
flto prog.o few-lto.o -o prog 2>pots && ./prog
pots_of
flto -c with.c -o lto.o
flto $(arg routines=lto.o) prog.o lto.o -o prog 2>&1 | grep -o "error: halt: 'lto.o' has no summary" | sort -u
flto $(arg routines=few.o) prog.o few-lto.o -o prog 2>pots && ./prog
pots_of
echo == in the same unit
$CC -O2 -fno-toplevel-reorder -w $PLUGIN $(arg cbr dump=pot) with.c -o with 2>pots && ./with
grep -o 'changes=[^ ]*' pots | sort -u | grep -c flags
$CC -O2 -w -fPIC $PLUGIN $(arg cbr dump=pot) with.c -o with 2>pots && ./with
grep -o 'changes=[^ ]*' pots | sort -u
echo == at=gimple
$CC $PLUGIN $(arg at=gimple cbr routines=few.o) -c prog.c -o bad.o 2>&1 | grep error
$CC $PLUGIN $(arg at=gimple cbr verify) -c prog.c -o bad.o 2>&1 | grep error
echo == errors
bad () { $CC $PLUGIN $(arg cbr "$1") -c prog.c -o bad.o 2>&1 | grep error || :; }
bad routines
bad routines=none.o
bad routines=.
bad routines=plain.o
cp few.o damaged.o
printf 'changes cx' >patch
at=$(grep -abo 'changes ' damaged.o | sed 's/:.*//;q')
dd if=patch of=damaged.o bs=1 seek=$at conv=notrunc 2>/dev/null
bad routines=damaged.o
ar rc two.a few.o other.o
bad routines=two.a
strip -g few.o
bad routines=few.o
$CC -O2 -m32 $PLUGIN "-DCHANGES=__asm__(\"\":::\"cx\")" -c routine.c -o few32.o
echo == the other machine\'s summary
pots $(arg routines=few32.o)

>>> out
201 2 3679478469 10204
== without
7
201 2 3679478469 10204
== object
4
changes=ax,r8,flags
201 2 3679478469 10204
201 2 3679478469 10204
201 2 3679478469 10204
undefined reference to `__halt_changes._record_cbr
undefined reference to `__halt_changes._record_cbr
undefined reference to `__halt_changes._record_cbr
== archive
4
changes=ax,r8,flags
201 2 3679478469 10204
201 2 3679478469 10204
== program
4
changes=ax,r8,flags
201 2 3679478469 10204
== shared object
undefined reference to `__halt_changes._record_cbr
== a shared object without pots that rely on it
4
changes=ax,r8,flags
201 2 3679478469 10204
PROTECTED _record_cbr
== the same set is the same promise
201 2 3679478469 10204
== everything
7
201 2 3679478469 10204
== another kind of optimisation
1
changes=ax,r8,flags
201 2 3679478469 10204
== link-time optimisation
201 2 3679478469 10204
4
changes=ax,r8,flags
undefined reference to `__halt_changes._record_cbr
201 2 3679478469 10204
7
error: halt: 'lto.o' has no summary
201 2 3679478469 10204
4
changes=ax,r8,flags
== in the same unit
201 2 3679478469 10204
1
201 2 3679478469 10204
== at=gimple
cc1: error: halt: option 'routines' is about what pots save; with 'at=gimple' the compiler does that: leave it out
cc1: error: halt: option 'verify' is about what pots save; with 'at=gimple' the compiler does that: leave it out
== errors
cc1: error: halt: option 'routines' needs an object file, an archive or a program, as in 'routines=routines.o'
cc1: error: halt: option 'routines' cannot read 'none.o': No such file or directory
cc1: error: halt: option 'routines' cannot read '.': it is not a file
cc1: error: halt: 'plain.o' has no summary of a routine; compile its routines with the plugin, without '-flto', neither weak nor (with '-fPIC') visible from outside, and do not strip it
cc1: error: halt: the summary of '_record_cbr' in 'damaged.o' is damaged; compile the routine again
cc1: error: halt: 'two.a' has another summary of '_record_cbr' than what was read before; name only the routine that will be linked
cc1: error: halt: 'few.o' has no summary of a routine; compile its routines with the plugin, without '-flto', neither weak nor (with '-fPIC') visible from outside, and do not strip it
== the other machine's summary
7
