# SPDX-License-Identifier: GPL-3.0-or-later
# distcc: below halt-gcc it compiles here, because its daemon takes no plugins;
# above, the daemon's machine runs halt-gcc, with the flags on the command line.

>>> a.c
int f (int n) { return n > 3 ? f (n - 1) : n; }

>>> run
command -v distcc >/dev/null && command -v distccd >/dev/null || skip "no distcc"
h=${HALT%/*}/halt-gcc
unset HALT
# A daemon of root's becomes another user, who must get here.
user=$(id -un)
[ "$user" != root ] || user=nobody
chmod 755 "$TMPDIR" "$TMPDIR/dir"
mkdir -m 777 theirs
mkdir bin state
cp "$h" bin
cp "$HALT_SO" .
export HALT_PLUGIN="$PWD/halt.so" HALT_CC=$CC PATH="$PWD/bin:$PATH"
export DISTCC_DIR="$PWD/state"
unset HALT_FLAGS
port=$(awk 'BEGIN { srand (); print 20000 + int (rand () * 30000) }')
port=$((port + $$ % 1000))
DISTCC_CMDLIST=$PWD/commands
export DISTCC_CMDLIST
printf '%s\n' "$PWD/bin/halt-gcc" "$(command -v "$CC")" halt-gcc "$CC" >commands
: >daemon.log
TMPDIR=$PWD/theirs distccd --no-detach --daemon --allow 127.0.0.1 --listen 127.0.0.1 --port $port \
  --user "$user" --log-stderr --log-level info --jobs 1 >daemon.log 2>&1 &
daemon=$!
trap 'kill $daemon 2>/dev/null; wait $daemon 2>/dev/null || :' EXIT
for i in $(seq 100); do
  grep -q "listening on" daemon.log && break
  sleep 0.3
done
export DISTCC_HOSTS="127.0.0.1:$port"

echo "-- above"
halt-gcc --halt-flags=cbr,entry -O2 -g -c a.c -o here.o
DISTCC_FALLBACK=0 code distcc halt-gcc --halt-flags=cbr,entry -O2 -g -c a.c -o there.o 2>err
cat err
# What gets preprocessed text takes no checksums of sources.
for o in here there; do
  readelf -SW $o.o | grep -q ' \.debug\.halt_sources ' && echo "$o.o: checksums" || echo "$o.o: none"
  objcopy -R .debug.halt_sources $o.o $o.rest.o
done
same here.rest.o there.rest.o
# The daemon says so behind its answer.
for i in $(seq 100); do
  grep -q COMPILE_OK daemon.log && break
  sleep 0.1
done
grep -o "COMPILE_OK" daemon.log | sort | uniq -c | sed 's/^ *//'
echo "-- below"
HALT_CC="distcc $CC" HALT_FLAGS=cbr,entry code halt-gcc -O2 -g -c a.c -o below.o 2>err
sed -n 's/^distcc.*\(failed to distribute\).*/\1/p' err
same here.o below.o

>>> out
-- above
here.o: checksums
there.o: none
1 COMPILE_OK
-- below
failed to distribute
