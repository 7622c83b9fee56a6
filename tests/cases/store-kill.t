# SPDX-License-Identifier: GPL-3.0-or-later
# Clients that push to SQLite, and are killed; the sums are right.

>>> run
"$TESTS/store-kill" sqlite 6 20 4 | sed 's/[0-9]* kills, [0-9]* s/N kills, N s/'

>>> out
6 clients, 120 profiles, N kills, N s: the sums are those of ghalt merge
