# SPDX-License-Identifier: GPL-3.0-or-later
# docs/kinds.md is what tests/kinds makes of the table of kinds; the schemas know the
# kinds' words.

>>> run
"$TESTS/kinds" | diff - "$TESTS/../docs/kinds.md"
for schema in report summary; do
  for word in $($HALT help report | sed -n 's/.*kinds: //p' | tr ',' ' ') $(sed -n \
      's/^HALT_\(PATH_\)\{0,1\}KIND ([A-Z_]*, [0-9]*, \([a-z]*\),.*/\2/p' "$TESTS/../include/halt/kinds.def"); do
    grep -q "\"pattern\": .*[(|]$word[|)]" "$TESTS/../docs/schema/$schema.json" ||
      echo "$schema.json: no $word"
  done
done

>>> out
