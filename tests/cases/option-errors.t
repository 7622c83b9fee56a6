# SPDX-License-Identifier: GPL-3.0-or-later
# Every word of the plugin's command line is checked: unknown names, missing
# and malformed values are errors that suggest what was meant.

>>> a.c
int f (int n) { return n > 3 ? f (n - 1) : 7; }

>>> run
try () { echo "$*"; code $CC -O2 -S $PLUGIN $(arg "$@") a.c -o /dev/null 2>&1; }
try cbrr
try unikue=3 cbr
try nothinglikethis cbr
try cbr=1
try cbr unique
try cbr unique=
try cbr unique=x
try cbr unique=-3
try cbr unique=99999999999999999999
try cbr unique=7seven
try cbr dump
try cbr dump=
try cbr dump=lable
try cbr dump=label,
try cbr dump=lable,pot
try cbr at=gimple
try cbr at=rtx
try cbr at
try cbr at=machine
try load mem=stack
try cbr inline=maybe
try cbr count=often
try ''
code $CC -O2 -S $PLUGIN a.c -o /dev/null 2>&1

>>> out
cbrr
cc1: error: halt: unknown option 'cbrr'; did you mean 'cbr'?
exit 1
unikue=3 cbr
cc1: error: halt: unknown option 'unikue'; did you mean 'unique'?
exit 1
nothinglikethis cbr
cc1: error: halt: unknown option 'nothinglikethis'; 'gcc -fplugin=... -v --help' lists all
exit 1
cbr=1
cc1: error: halt: option 'cbr' takes no value
exit 1
cbr unique
cc1: error: halt: option 'unique' needs a number from 0 up, as in 'unique=100', or a kind and a number, as in 'unique=cbr:100'
exit 1
cbr unique=
cc1: error: halt: option 'unique' needs a number from 0 up, as in 'unique=100', or a kind and a number, as in 'unique=cbr:100'
exit 1
cbr unique=x
cc1: error: halt: option 'unique' needs a number from 0 up, as in 'unique=100', or a kind and a number, as in 'unique=cbr:100'
exit 1
cbr unique=-3
cc1: error: halt: option 'unique' needs a number from 0 up, as in 'unique=100', or a kind and a number, as in 'unique=cbr:100'
exit 1
cbr unique=99999999999999999999
cc1: error: halt: option 'unique' needs a number from 0 up, as in 'unique=100', or a kind and a number, as in 'unique=cbr:100'
exit 1
cbr unique=7seven
cc1: error: halt: option 'unique' needs a number from 0 up, as in 'unique=100', or a kind and a number, as in 'unique=cbr:100'
exit 1
cbr dump
cc1: error: halt: option 'dump' needs a list, as in 'dump=label,pot'
exit 1
cbr dump=
cc1: error: halt: option 'dump' needs a list, as in 'dump=label,pot'
exit 1
cbr dump=lable
cc1: error: halt: option 'dump' does not know 'lable'; did you mean 'label'?
exit 1
cbr dump=label,
cc1: error: halt: option 'dump' does not know ''; it takes 'label', 'pot' or 'cfg'
exit 1
cbr dump=lable,pot
cc1: error: halt: option 'dump' does not know 'lable'; did you mean 'label'?
exit 1
cbr at=gimple
cbr at=rtx
cc1: error: halt: option 'at' does not know 'rtx'; did you mean 'rtl'?
exit 1
cbr at
cc1: error: halt: option 'at' does not know ''; it takes 'rtl' or 'gimple'
exit 1
cbr at=machine
cc1: error: halt: option 'at' does not know 'machine'; it takes 'rtl' or 'gimple'
exit 1
load mem=stack
cc1: error: halt: option 'mem' does not know 'stack'; it takes 'frame', 'spill', 'call', 'asm', 'none' or 'all'
exit 1
cbr inline=maybe
cc1: error: halt: option 'inline' does not know 'maybe'; it takes 'yes' or 'no'
exit 1
cbr count=often
cc1: error: halt: option 'count' does not know 'often'; it takes 'plain', 'atomic' or 'thread'
exit 1

cc1: error: halt: unknown option ''; 'gcc -fplugin=... -v --help' lists all
exit 1
cc1: warning: halt: nothing to instrument; name a kind, as in '-fplugin-arg-halt-cbr'
