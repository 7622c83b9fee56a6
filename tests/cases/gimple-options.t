# SPDX-License-Identifier: GPL-3.0-or-later
# at=gimple: constant ids, the next unused one, dumps, functions left out, and
# what there is not.

>>> a.c
__attribute__ ((halt ("none"))) int no (int n) { return n ? 1 : 2; }
__attribute__ ((no_instrument_function)) int nor (int n) { return n ? 1 : 2; }
__attribute__ ((no_profile_instrument_function)) int neither (int n) { return n ? 1 : 2; }
int yes (int n) { return n > 3 ? no (n) : n; }
int left (int n) { return n > 3 ? no (n) : n; }
int main (void) { return yes (1) + left (2) - 3; }

>>> run
$CC $PLUGIN $(arg at=gimple cbr proc unique=100 unique=cbr:7 exclude=left dump=label) -c a.c
$CC $PLUGIN $(arg at=gimple cbr only=yes dump=cfg) -c a.c 2>&1 | grep -A9 "cfg yes"
$CC $PLUGIN $(arg at=gimple cycle) -c a.c || true
$CC -flto $PLUGIN $(arg at=gimple cbr unique=5) -c a.c
$CC -flto $PLUGIN $(arg at=gimple cbr unique=5) a.o "$LIBHALT" -o a
./a

>>> out
label entry 100 main block 2 a.c:6:5
label exit 100 main block 5 ?:0:0
left out: function left: in exclude=
label entry 101 yes block 2 a.c:4:5
label cbr 7 yes block 2 a.c:4:41
label exit 101 yes block 6 a.c:4:41
left out: function neither: attribute no_profile_instrument_function
left out: function nor: attribute no_instrument_function
left out: function no: attribute halt("none")
102
cbr 8
cfg yes
  block 2 -> 3 4
  block 3 -> 5
  block 4 -> 5
  block 5 -> 6
  block 6 -> 1
cfg neither
  block 2 -> 3 4
  block 3 -> 5
  block 4 -> 5
cc1: error: halt: option 'cycle' is about machine code; 'at=gimple' does not have it
7
