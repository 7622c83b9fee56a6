# SPDX-License-Identifier: GPL-3.0-or-later
# docs/kinds.md is what tests/kinds makes of the table of kinds.

>>> run
"$TESTS/kinds" | diff - "$TESTS/../docs/kinds.md"

>>> out
