# SPDX-License-Identifier: GPL-3.0-or-later
# What draws flame graphs and colours source is in the tree, with its licences: no build needs
# npm.  It is what html/library makes of the lock file, byte for byte.

>>> run
here=$TESTS/../html
[ "$(grep -c '^Copyright' "$here/vendor/flame-library.js")" -ge 10 ] || echo licences are missing
grep -n 'npm\|NPM' "$TESTS/../Makefile" "$TESTS/../debian/rules" || echo "no build asks npm"
code env NPM="$PWD/none" "$here/library" libraries 2>&1
command -v npm >/dev/null || skip "no npm"
"$here/library" libraries 2>log || { sed -n 1p log; skip "npm cannot fetch"; }
for library in libraries/*; do
  cmp "$library" "$here/vendor/${library##*/}"
done

>>> out
no build asks npm
html/library: no npm here
exit 2
