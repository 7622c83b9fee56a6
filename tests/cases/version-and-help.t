# SPDX-License-Identifier: GPL-3.0-or-later
# The compiler's own --version -v and --help know the plugin.

>>> a.c
int a;

>>> run
$CC $PLUGIN $(arg cbr) -S -v a.c -o /dev/null 2>&1 | sed -n 's/^ halt: [0-9.]*$/halt: VERSION/p' | uniq
$CC $PLUGIN -v --help a.c 2>&1 | grep -o "fplugin-arg-halt-[a-z]*" | sort -u | grep -e cbr -e unique -e dump

>>> out
halt: VERSION
fplugin-arg-halt-cbr
fplugin-arg-halt-dump
fplugin-arg-halt-unique
