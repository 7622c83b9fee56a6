# SPDX-License-Identifier: GPL-3.0-or-later
# What a store refuses: forged, damaged and foreign profiles, SQL in names, wrong clocks, sums
# that are too large, a full disk, a database of tomorrow or of somebody else.

>>> odd.c
__attribute__ ((noinline)) int
f (int n)
{
  return n > 2 ? 5 : 6;
}

int
main (int argc, char **argv)
{
  return f (argc) == 7 && argv[0];
}

>>> run
command -v sqlite3 >/dev/null || skip "no sqlite3 here"
. "$TESTS/programs/store.sh"
url=sqlite:s.db
store () { "$HALT" store "$url" "$@"; }

echo no profiles
: >empty
head -c 100 1.prof >short
head -c 5000 /dev/urandom >noise
"$HALT" merge -o sum 1.prof
# One byte after the other is another, of a dump and of a sum.
python3 - <<'end'
for name in "1.prof", "sum":
    data = open(name, "rb").read()
    for i in range(0, len(data), max(1, len(data) // 40)):
        open(f"{name}.{i}.bad", "wb").write(data[:i] + bytes([data[i] ^ 0x55]) + data[i + 1:])
end
code store push prog empty
code store push prog short
code store push prog noise
code store push prog nowhere
code store push prog .
code store push nowhere 1.prof
code store push 1.prof 1.prof
code store push store.o 1.prof
code store push prog new.p
code store push prog ./*.bad >refused 2>&1
awk '/profiles refused/ { print ($2 == $4 && $2 > 40 ? "all refused" : $0) }' refused
code store push prog 1.prof noise 2.prof
store ls | cut -f 1,2,5

echo processes that run
cat >waits.c <<'end'
#include <unistd.h>
int
main (int argc, char **argv)
{
  return argc > 1 ? argv[1] == 0 : pause ();
}
end
$CC -O1 $PLUGIN $(arg entry) waits.c "$LIBHALT" -o waits
HALT_LIVE=1 HALT_FILE=live.prof ./waits &
while ! [ -s live.prof ]; do sleep 0.1; done
cp live.prof copy.prof
code "$HALT" store sqlite:live.db push waits live.prof
code "$HALT" store sqlite:live.db push waits copy.prof
kill -KILL $!
wait $! 2>/dev/null || :
code "$HALT" store sqlite:live.db push waits live.prof

echo counts that are too large
# A sum in which one count is 2^62, with its checksum.
python3 - <<'end'
import struct
data = bytearray(open("sum", "rb").read())
head, objects, units, tables = struct.unpack_from("<Q", data)[0], *struct.unpack_from("<III", data, 48)
at = 72 + 16 * objects + 40 * units
kind, cells, rows = struct.unpack_from("<IIQ", data, at)
row = at + 16 * tables
for name, n in ("big", 2 ** 62), ("bigger", 2 ** 62 + 1), ("biggest", 2 ** 63):
    struct.pack_into("<Q", data, row + 8 * (cells - 1), n)
    total = 0xcbf29ce484222325
    body = bytes(data[72:])
    for i in range(0, len(body), 8):
        total = (total ^ int.from_bytes(body[i:i + 8], "little")) * 0x100000001b3 % 2 ** 64
        total ^= total >> 32
    struct.pack_into("<Q", data, 24, total)
    open(name, "wb").write(data)
end
code store push prog biggest
store push --label=a=big prog big bigger
code store refresh
code store check
"$HALT" merge --from=$url --label=a=big -o got
"$HALT" merge -o want big bigger
cmp got want
store ls --label=a=big | cut -f 3,5,6

echo names
name="x'); DROP TABLE builds; --"
$CC $make odd.c "$LIBHALT" -o "$name" 2>/dev/null || $CC -O1 -g $PLUGIN $(arg cbr entry) odd.c "$LIBHALT" -o "$name"
HALT_LABEL="'; DELETE FROM pushes; \$1 %I -- $(printf '\377\001')" HALT_FILE=odd.prof ./"$name"
store push "$name" odd.prof
store push --label="k='||1;--" "$name" odd.prof
cp "$name" "$(printf 'a\377b\nc')"
HALT_FILE=odder.prof "./$(printf 'a\377b\nc')"
store push --label="k='||1;--" "$(printf 'a\377b\nc')" odder.prof
store builds | cut -f 1,2,5
store ls | cut -f 1-3,5 | tail -n 2
code store push --label="a=b,c=d" prog 1.prof
code store push --label="$(printf 'a=\n')" prog 1.prof
"$HALT" merge --from=$url --build="$name" --label="k='||1;--" -o got
code "$HALT" merge --from=$url --build="' OR 1=1 --" -o got
store refresh 2>/dev/null || :

echo clocks
rm -f s.db*
touch -d '2100-01-01 UTC' 1.prof
touch -d '1970-01-02 UTC' 2.prof
store push prog 1.prof
store push prog 2.prof
store push prog 1.prof 2.prof
"$HALT" merge -o want 1.prof 2.prof
"$HALT" merge --from=$url --since=2h -o got
cmp got want

echo other databases
sqlite3 s.db 'UPDATE schema_version SET version = 99'
code store ls
code store push prog 3.prof
sqlite3 other.db 'CREATE TABLE builds (x); INSERT INTO builds VALUES (1)'
code "$HALT" store sqlite:other.db ls
code "$HALT" store sqlite:other.db push prog 3.prof
sqlite3 other.db 'SELECT * FROM builds'
code "$HALT" store sqlite:noise ls
code "$HALT" store sqlite: ls
code "$HALT" store mysql://x ls
code "$HALT" store sqlite:/dev/null push prog 3.prof 2>&1
code "$HALT" store postgresql://nobody:secret@/none?host=/nowhere ls 2>&1 | sed 's/failed: .*/failed/'
code "$HALT" store sqlite:s.db frob
code "$HALT" store
code "$HALT" report --from=sqlite:nowhere.db
code "$HALT" report --from=$url prog

echo damaged
rm -f s.db*
store push prog 3.prof 4.prof
store refresh
store push prog 5.prof
sqlite3 s.db "UPDATE pushes SET content = x'00' WHERE content IS NOT NULL"
"$HALT" merge --from=$url -o got
"$HALT" merge -o want 3.prof 4.prof
cmp got want
store refresh
code store check | sed 's/, [0-9a-f]*:/, HASH:/'
sqlite3 s.db "UPDATE sums SET profiles = 7, content = (SELECT content FROM builds LIMIT 1)"
code store check | sed 's/, [0-9a-f]*:/, HASH:/; s/hour [0-9]*/hour H/'
code store refresh

echo no room
rm -f s.db*
store push prog 3.prof
"$HALT" merge --from=$url -o want
for i in 4 5 6 7 8 9; do HALT_FILE=$i.room ./prog $i; done
( ulimit -f 20; trap '' XFSZ; code store push prog 4.prof *.room >full 2>&1 )
sed 's/s\.db: [^:]*/s.db: WHY/' full
"$HALT" merge --from=$url -o got
cmp got want
store push prog 4.prof
store check

>>> out
no profiles
ghalt: empty: truncated profile
exit 2
ghalt: short: truncated profile: 100 bytes of 491
exit 2
ghalt: noise: not a HALT profile
exit 2
ghalt: cannot open 'nowhere': No such file or directory
exit 2
ghalt: cannot open '.': Is a directory
exit 2
ghalt: nowhere: cannot open: No such file or directory
exit 2
ghalt: 1.prof: not an ELF file
exit 2
ghalt: store.o: not linked: a store keeps programs
exit 2
ghalt: new.p: of another build than prog
exit 2
all refused
ghalt: note: noise: not a HALT profile
2 profiles of build 1 pushed
ghalt: 1 of 3 profiles refused
exit 2
build	program	profiles
1	prog	2
processes that run
ghalt: live.prof: its process still runs: push it when that has ended
exit 2
ghalt: copy.prof: its process still runs: push it when that has ended
exit 2
1 profile of build 1 pushed
counts that are too large
ghalt: biggest: a count is larger than 2^63 - 1
exit 2
2 profiles of build 1 pushed
ghalt: store s.db: a sum would be larger than 2^63 - 1; what waits stays as it is
exit 2
ghalt: note: a count is larger than 2^63 - 1; those that reached 2^64 - 1 have stopped there
label	profiles	waiting
a=big	2	2
names
1 profile of build 3 pushed
0 profiles of build 3 pushed, 1 there already
1 profile of build 3 pushed
build	program	profiles
1	prog	4
2	so.so	0
3	x'); DROP TABLE builds; --	2
3	x'); DROP TABLE builds; --	'; DELETE FROM pushes; $1 %I -- ??	1
3	x'); DROP TABLE builds; --	k='||1;--	1
ghalt: '--label=a=b,c=d': no commas, nor what is not printed
exit 2
0 profiles of build 1 pushed, 1 there already
ghalt: store s.db: no build '' OR 1=1 --' with profiles: ghalt store builds lists them
exit 2
clocks
ghalt: note: 1.prof: written by a clock that is wrong: it is taken for this hour's
1 profile of build 1 pushed
ghalt: note: 2.prof: written by a clock that is wrong: it is taken for this hour's
1 profile of build 1 pushed
ghalt: note: 1.prof: written by a clock that is wrong: it is taken for this hour's
0 profiles of build 1 pushed, 2 there already
other databases
ghalt: store s.db: its tables are of version 99, and this ghalt knows them up to 1: use a newer one
exit 2
ghalt: store s.db: its tables are of version 99, and this ghalt knows them up to 1: use a newer one
exit 2
ghalt: store other.db: no tables of ghalt are in it yet: ghalt store push makes them
exit 2
ghalt: store other.db: table builds already exists
exit 2
1
ghalt: store noise: file is not a database: another file is needed
exit 2
ghalt: 'sqlite:' names no file: sqlite:FILE
exit 2
ghalt: 'mysql://x' is no store: sqlite:FILE or postgresql://HOST/DATABASE
exit 2
ghalt: store /dev/null: disk I/O error
exit 2
ghalt: store postgresql:///nowhere/none: connection to server on socket "/nowhere/.s.PGSQL.5432" failed
exit 2
ghalt: unknown word 'frob'; usage: ghalt store [URL] push [--label=KEY=VALUE]... PROG PROFILE...|watch FOLDER|builds|ls|refresh|gc --keep=TIME|dump FILE|restore FILE|check
exit 2
ghalt: no word given; usage: ghalt store [URL] push [--label=KEY=VALUE]... PROG PROFILE...|watch FOLDER|builds|ls|refresh|gc --keep=TIME|dump FILE|restore FILE|check
exit 2
ghalt: no store 'nowhere.db' yet: ghalt store push makes it
exit 2
ghalt: '--from' takes the program and its profiles from the store: no operands go with it
exit 2
damaged
2 profiles of build 1 pushed
1 profile of build 1 pushed
ghalt: note: 1 profile left out that is damaged: ghalt store check lists it
build 1, HASH: not what was compressed
exit 1
build 1, a sum: not a HALT profile
build 1, HASH: not what was compressed
build 1, label '', hour H: the sum is of 7 profiles, and 2 were added
exit 1
ghalt: store s.db: build 1, label '': not a HALT profile
exit 2
no room
1 profile of build 1 pushed
ghalt: store s.db: WHY
exit 2
1 profile of build 1 pushed
