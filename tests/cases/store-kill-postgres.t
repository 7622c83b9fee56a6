# SPDX-License-Identifier: GPL-3.0-or-later
# The same with PostgreSQL, whose server is killed, too.

>>> run
status=0
"$TESTS/store-kill" postgres 6 20 2 >printed || status=$?
[ $status -ne 77 ] || skip "$(cat printed)"
sed 's/[0-9]* kills, [0-9]* s/N kills, N s/' printed

>>> out
6 clients, 120 profiles, N kills, N s: the sums are those of ghalt merge
