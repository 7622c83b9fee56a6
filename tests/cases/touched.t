# SPDX-License-Identifier: GPL-3.0-or-later
# make quick: each room touches a test, and the table in tests/touched
# knows no file and no test that there is not.  make help: every target that is no
# file.

>>> run
top=${TESTS%/tests}
git -C "$top" ls-files >files 2>/dev/null && [ -s files ] || skip "not a clone"
sed -n 's/^\([a-z]*\)\/.*\.\(c\|cc\|h\)$/\1/p' files | sort -u | grep -v -e docs -e tests |
  while read -r room; do
    grep -q "^$room/\*:" "$TESTS/touched" || echo "$room: nothing"
  done
"$TESTS/run" --all -l | sed 's/^/=/' | sort >names
"$TESTS/touched" - <files | comm -23 - names | sed 's/^/no test /'
sed -n "/^map='/,/'\$/p" "$TESTS/touched" | sed -n 's/^\([^ :]*\/[^:]*\):.*/\1/p' >globs
bash -c 'mapfile -t files <files
  while read -r glob; do
    for file in "${files[@]}"; do [[ $file != $glob ]] || continue 2; done
    echo "$glob: no such file"
  done <globs'
echo plugin/core/options.cc | "$TESTS/touched" - | grep option
code "$TESTS/touched" nothinglikethis 2>&1
command -v make >/dev/null || skip "no make"
make -s -C "$top" help | sed -n 's/^  \([a-z0-9-]*\) .*/\1/p' | sort >listed
cat "$top/Makefile" "$top/install/install.mk" | sed -n 's/^\.PHONY: //p' |
  sed 's/#.*//' | tr ' \t' '\n\n' | grep -v -e '^$' -e FORCE | sort | diff - listed

>>> out
=case/gimple-options
=case/manual-options
=case/option-errors
=case/rtl-options
tests/touched: no commit 'nothinglikethis' here
exit 2
