# SPDX-License-Identifier: GPL-3.0-or-later
# Who links without the library is told what is missing; what does not go with switch.

>>> prog.c
int
main (void)
{
  return 0;
}

>>> run
for more in at=gimple blpp; do
  $CC $PLUGIN $(arg bb switch $more) -c prog.c 2>&1 | sed -n 's/.*error: //p'
done
$CC $PLUGIN $(arg switch atom) -c prog.c 2>&1 | sed -n 's/.*error: //p'
$CC $PLUGIN $(arg switch) -c prog.c 2>&1 | sed -n 's/.*warning: //p'
$CC $PLUGIN $(arg switch bb count) prog.c 2>&1 | grep -o '__halt_switch_needs_libhalt_a' | head -n 1

>>> out
halt: option 'switch' is about machine code; 'at=gimple' does not have it
halt: option 'switch' is about machine code; 'blpp' does not have it
halt: option 'atom' instruments nothing; leave 'switch' out
halt: nothing to instrument; name a kind, as in '-fplugin-arg-halt-cbr'
__halt_switch_needs_libhalt_a
