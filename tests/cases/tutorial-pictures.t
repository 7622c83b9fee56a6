# SPDX-License-Identifier: GPL-3.0-or-later
# docs/how-it-works.md says what is so, and the pictures in docs/ show it.

>>> x86_64 what the page shows

>>> run
choices 12 "the page shows the code"
case $HALT in */build/ghalt) ;; *) skip "the page uses what is in build/" ;; esac
"$TESTS/pictures"
