# SPDX-License-Identifier: GPL-3.0-or-later
# The tutorial does what it says.

>>> run
"$TESTS/tutorial" "$TESTS/../docs/tutorial.md" >printed || cat printed
tail -n 1 printed | sed 's/^[0-9]* //'

>>> out
commands, 0 wrong
