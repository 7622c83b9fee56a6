# SPDX-License-Identifier: GPL-3.0-or-later
# Profiles in a store of SQLite: pushed, added up, read by every command, copied, dropped.

>>> run
command -v sqlite3 >/dev/null || skip "no sqlite3 here"
. "$TESTS/programs/store.sh"
"$TESTS/tools/store-tries" sqlite:fleet.db
echo the place of the user
HOME=$PWD/home
export HOME
unset XDG_DATA_HOME
"$HALT" store push prog 1.prof
ls home/.local/share/ghalt | head -n 1
"$HALT" merge --from= -o got
"$HALT" merge -o want 1.prof
cmp got want

>>> out
nothing yet
none yet
push
2 profiles of build 1 pushed
1 profile of build 1 pushed, 2 there already
1 profile of build 1 pushed, 1 there already
1 profile of build 1 pushed
same
same
same
ghalt: store: no profile of build 1 that is wanted: ghalt store ls lists them
build	program	profiles
1	prog	5
2	so.so	0
build	program	label	profiles
1	prog	-	3
1	prog	host=x,os=b	1
1	prog	host=y,os=b	1
build	program	label	profiles
1	prog	host=x,os=b	1
1	prog	host=y,os=b	1
added up
same
0 profiles of build 1 pushed, 5 there already
build	program	label	profiles	waiting
1	prog	-	3	0
1	prog	host=x,os=b	1	0
1	prog	host=y,os=b	1	0
1 profile of build 1 pushed
same
same
without the program
kind     points  executed  never  execut
cbr           4         4      0        
site/index.html
data
so.so-so.gcda
store.gcda
times
1 profile of build 1 pushed
same
same
ghalt: store: no profile of build 1 that is wanted: ghalt store ls lists them
A  0.prof
B  1.prof

events of functions
ghalt: two are compared: --build=OLD,NEW, or what was before --since=TIME and after it
ghalt: 'yesterday' is no time: so long ago, as in 90m, 36h, 7d or 2w, or a date of UTC, as in 2026-11-28 or 2026-11-28T09
another build
ghalt: new.p: of another build than prog
1 profile of build 3 pushed
same
same
ghalt: store: no build 'nobody' with profiles: ghalt store builds lists them
dashboard
1 rows
2 rows
2 rows
3 rows
3 rows
2 rows
3 rows
5 rows
onto
1
dump
same
ghalt: store: there are profiles in it: only an empty one can be filled so
gc
same
ghalt: old.p: older than what the store keeps
build	program	profiles
1	prog	6
2	so.so	0
3	prog	0
the place of the user
1 profile of build 1 pushed
profiles.db
