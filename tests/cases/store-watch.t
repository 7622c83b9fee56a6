# SPDX-License-Identifier: GPL-3.0-or-later
# ghalt store watch: profiles are pushed as they appear, once, however often they are seen; what
# is no good stays, and is named once; so is a profile whose program is not there.

>>> run
. "$TESTS/programs/store.sh"
await () { for i in $(seq 600); do "$@" && return; sleep 0.1; done; echo "never: $*"; }
mkdir -p in/deeper
cp -p 1.prof 2.prof in
cp -p 3.prof in/deeper
head -c 150 4.prof >in/4.prof
echo text >in/readme
plain () { sed "s|$PWD|HERE|g; s/bytes of [0-9]*/bytes of N/"; }
watch () { "$HALT" store sqlite:fleet.db watch in "$@" 2>&1 | plain; }
echo once
watch --once --label=a=b
echo again
watch --once
echo removed
watch --once --remove
find in -type f | sort
"$HALT" merge --from=sqlite:fleet.db -o got
"$HALT" merge -o want 1.prof 2.prof 3.prof
cmp got want
"$HALT" store sqlite:fleet.db ls | cut -f 1-3,5
echo while it goes on
"$HALT" store sqlite:fleet.db watch in --every=1 --remove >said 2>&1 &
watcher=$!
trap 'kill $watcher 2>/dev/null || :' EXIT
await grep -q truncated said
cp -p 5.prof in/.new && mv in/.new in/5.prof
await test ! -e in/5.prof
cp -p 4.prof in/.new && mv in/.new in/4.prof
await test ! -e in/4.prof
cp -p new.p in/.new && mkdir -p away && mv prog2/prog away && mv in/.new in/new.prof
await grep -q 'new.prof' said
mv away/prog prog2/prog; rmdir away
await test ! -e in/new.prof
kill $watcher
wait $watcher 2>/dev/null || :
plain <said
"$HALT" merge --from=sqlite:fleet.db --build=1 -o got
"$HALT" merge -o want ?.prof
cmp got want
echo refused
code "$HALT" store sqlite:fleet.db watch no-folder in
code "$HALT" store sqlite:fleet.db watch in/readme 2>&1
code "$HALT" store postgresql:///nothing?host=/nowhere watch in --once 2>&1 | grep -c '^ghalt: store postgresql\|no library\|exit 2'
>>> out
once
ghalt: note: in/4.prof: truncated profile: 150 bytes of N
3 profiles pushed
again
ghalt: note: in/4.prof: truncated profile: 150 bytes of N
removed
ghalt: note: in/4.prof: truncated profile: 150 bytes of N
in/4.prof
in/readme
build	program	label	profiles
1	prog	a=b	3
while it goes on
ghalt: note: in/4.prof: truncated profile: 150 bytes of N
1 profile pushed
1 profile pushed
ghalt: note: cannot open 'HERE/prog2/prog', of which in/new.prof is: No such file or directory; name the program, or its folder with --objects=DIR
1 profile pushed
refused
ghalt: too many operands; usage: ghalt store [URL] watch FOLDER
exit 2
ghalt: 'in/readme' is no folder
exit 2
2
