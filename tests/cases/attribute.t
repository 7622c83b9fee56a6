# SPDX-License-Identifier: GPL-3.0-or-later
# The attribute halt takes "none" and is for functions.

>>> a.c
__attribute__ ((halt ("none"))) int f (int n) { return n > 3 ? f (n / 2) : n; }
__attribute__ ((halt ("some"))) int g (int n) { return n > 3 ? g (n / 2) : n; }
__attribute__ ((halt)) int h (int n) { return n > 3 ? h (n / 2) : n; }
__attribute__ ((halt (1))) int i;
__attribute__ ((halt ("none"))) int j;

>>> run
code $CC -O0 $PLUGIN $(arg cbr) -S a.c -o a.s 2>&1 | grep -e warning -e error -e exit
sed -i 's/^__attribute__ ((halt)).*//' a.c
$CC -O0 -w $PLUGIN $(arg cbr dump=label) -S a.c -o a.s 2>&1

>>> out
a.c:2:1: warning: halt: attribute 'halt' is for functions and takes '"none"' [-Wattributes]
a.c:3:1: error: wrong number of arguments specified for 'halt' attribute
a.c:4:1: warning: halt: attribute 'halt' is for functions and takes '"none"' [-Wattributes]
a.c:5:1: warning: halt: attribute 'halt' is for functions and takes '"none"' [-Wattributes]
exit 1
left out: function f: attribute halt("none")
label cbr 0 g block 2 a.c:2:74
