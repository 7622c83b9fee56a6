# SPDX-License-Identifier: GPL-3.0-or-later
# What count cannot do, it says.

>>> prog.c
int
main (void)
{
  return 0;
}

>>> run
for more in count=often "count at=gimple"; do
  $CC $PLUGIN $(arg bb $more) -c prog.c 2>&1 | sed -n 's/.*error: //p'
done
$CC -mcmodel=large -fno-pie $PLUGIN $(arg bb count) -c prog.c 2>&1 |
  sed -n 's/.*error: //p'

>>> out
halt: option 'count' does not know 'often'; it takes 'plain', 'atomic' or 'thread'
halt: with 'at=gimple' option 'count' counts 'arc', 'cover' and 'prime' alone; leave 'block' out
halt: cannot instrument code for -mcmodel=large and counting in line
