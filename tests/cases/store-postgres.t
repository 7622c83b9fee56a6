# SPDX-License-Identifier: GPL-3.0-or-later
# The same as store.t with PostgreSQL; the rights of writers and readers.

>>> run
dir=$("$TESTS/tools/postgres" start) || skip "$dir"
trap '"$TESTS/tools/postgres" stop "$dir"' EXIT
url=$("$TESTS/tools/postgres" url "$dir")
. "$TESTS/programs/store.sh"
"$TESTS/tools/store-tries" "$url" >printed 2>&1
sed '1,/^>>> out$/d; /^the place/,$d' "$TESTS/cases/store.t" | diff - printed

echo rights
# Those that the page names.
sed -n 's/^    \(CREATE ROLE\|GRANT\)/\1/p' "$TESTS/../docs/store.md" | psql -q "$url"
writer=$("$TESTS/tools/postgres" url "$dir" halt_writer)
reader=$("$TESTS/tools/postgres" url "$dir" halt_reader)
for i in $(seq 100); do HALT_FILE=$i.many ./prog 9; done
"$HALT" store "$writer" push --label=role=writer prog *.many
"$HALT" merge -o want *.many
said () { sed "s|$dir|HERE|g"; }
for command in builds ls check refresh "gc --keep=1d" "dump x.db" "restore x.db"; do
  code "$HALT" store "$writer" $command 2>&1 | said
done
code "$HALT" merge --from="$writer" -o got 2>&1 | said
psql -q "$writer" -c "UPDATE pushes SET build = 1" 2>&1 || :
psql -q "$writer" -c "DELETE FROM pushes" 2>&1 || :
"$HALT" merge --from="$reader" --label=role=writer -o got
cmp got want
"$HALT" store "$reader" check
code "$HALT" store "$reader" push prog 1.prof 2>&1 | said
code "$HALT" store "$reader" refresh 2>&1 | said
code "$HALT" store "$reader" gc --keep=1d 2>&1 | said
"$HALT" store "$url" refresh
"$HALT" merge --from="$reader" --label=role=writer -o got
cmp got want

echo the server is gone
"$TESTS/tools/postgres" kill "$dir"
code "$HALT" store "$url" push prog 3.prof 2>&1 | said | sed 's/failed: .*/failed/'
"$TESTS/tools/postgres" again "$dir"
"$HALT" merge --from="$reader" --label=role=writer -o got
cmp got want

echo watch
await () { for i in $(seq 600); do "$@" && return; sleep 0.1; done; echo "never: $*"; }
mkdir in
: >watched
"$HALT" store "$url" watch in --every=1 --label=role=watcher >>watched 2>&1 &
watcher=$!
trap 'kill $watcher 2>/dev/null || :; "$TESTS/tools/postgres" stop "$dir"' EXIT
HALT_FILE=in/1.prof ./prog 8
await grep -q pushed watched
"$TESTS/tools/postgres" kill "$dir"
HALT_FILE=in/2.prof ./prog 9
await grep -q 'wait in in' watched
"$TESTS/tools/postgres" again "$dir"
await grep -q 'there again' watched
kill $watcher
wait $watcher 2>/dev/null || :
grep -c '^1 profile pushed' watched
"$HALT" merge --from="$url" --label=role=watcher -o got
"$HALT" merge -o want in/*.prof
cmp got want

>>> out
rights
100 profiles of build 1 pushed
ghalt: store postgresql://HERE/postgres: permission denied for table builds
exit 2
ghalt: store postgresql://HERE/postgres: permission denied for table pushes
exit 2
ghalt: store postgresql://HERE/postgres: permission denied for table builds
exit 2
ghalt: store postgresql://HERE/postgres: permission denied for table pushes
exit 2
ghalt: store postgresql://HERE/postgres: permission denied for table horizon
exit 2
ghalt: store postgresql://HERE/postgres: permission denied for table builds
exit 2
ghalt: no store 'x.db' yet: ghalt store push makes it
exit 2
ghalt: store postgresql://HERE/postgres: permission denied for table builds
exit 2
ERROR:  permission denied for table pushes
ERROR:  permission denied for table pushes
ghalt: store postgresql://HERE/postgres: permission denied for table loads
exit 2
ghalt: store postgresql://HERE/postgres: permission denied for table pushes
exit 2
ghalt: store postgresql://HERE/postgres: permission denied for table horizon
exit 2
the server is gone
ghalt: store postgresql://HERE/postgres: connection to server on socket "HERE/.s.PGSQL.5432" failed
exit 2
watch
2
