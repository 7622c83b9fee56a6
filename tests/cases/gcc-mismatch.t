# SPDX-License-Identifier: GPL-3.0-or-later
# A compiler other than the one the plugin was built for is refused, and both
# versions are named.  The other one is a copy of the plugin with another date.

>>> a.c
int a;

>>> run
header=$($CC -print-file-name=plugin)/include/plugin-version.h
date=$(sed -n 's/.*datestamp.*"\([0-9]\{8\}\)".*/\1/p' $header)
sed "s/$date/19991231/g" "$HALT_SO" >other.so
{ $CC -fplugin=./other.so -S a.c 2>err && echo accepted; } || true
grep -o "built for GCC [0-9.]* (19991231), but this is GCC [0-9.]* ($date)" err |
  sed "s/$date/DATE/; s/GCC [0-9.]*/GCC VERSION/g"

>>> out
built for GCC VERSION (19991231), but this is GCC VERSION (DATE)
