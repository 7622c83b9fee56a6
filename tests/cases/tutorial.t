# SPDX-License-Identifier: GPL-3.0-or-later
# The tutorials do what they say.

>>> x86_64 what the tutorials show

>>> run
choices 12 "the tutorials show the output"
case $HALT in */build/ghalt) ;; *) skip "the tutorials use what is in build/" ;; esac
for name in tutorial reading-paths cookbook format arp record library store; do
  "$TESTS/tutorial" "$TESTS/../docs/$name.md" >printed || cat printed
  tail -n 1 printed | sed 's/^[0-9]* //'
done

>>> out
commands, 0 wrong
commands, 0 wrong
commands, 0 wrong
commands, 0 wrong
commands, 0 wrong
commands, 0 wrong
commands, 0 wrong
commands, 0 wrong
