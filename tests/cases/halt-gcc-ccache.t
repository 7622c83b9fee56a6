# SPDX-License-Identifier: GPL-3.0-or-later
# ccache and halt-gcc: the same input is a hit and the same object; another plugin,
# argument, folder or file that an argument names is a miss.

>>> a.c
int f (int n) { return n > 3 ? f (n - 1) : n; }

>>> run
command -v ccache >/dev/null || skip "no ccache"
h=${HALT%/*}/halt-gcc
unset HALT
cp "$HALT_SO" halt.so
export CCACHE_DIR="$PWD/cache" HALT_PLUGIN="$PWD/halt.so" HALT_FLAGS=cbr
unset CCACHE_DISABLE
export CCACHE_COMPILERCHECK=mtime

# try WHAT COMMAND...: whether the cache had it.
try ()
{
  what=$1
  shift
  ccache -z >zero 2>&1
  "$@"
  ccache --print-stats | awk -v what="$what" '
    $1 ~ /^(direct|preprocessed)_cache_hit$/ { hit += $2 }
    $1 == "cache_miss" { miss += $2 }
    END { print what ": " (hit ? "hit" : miss ? "miss" : "neither") }'
}
# another: the plugin as if it was built again.
another () { sleep 0.01; cp "$HALT_SO" new.so; printf '%s' "$1" >>new.so; mv new.so halt.so; }

echo "-- below, HALT_CC='ccache gcc'"
export HALT_CC="ccache $CC"
try first "$h" -O2 -c a.c -o 1.o
try again "$h" -O2 -c a.c -o 2.o
same 1.o 2.o
CCACHE_DISABLE=1 "$h" -O2 -c a.c -o 2.o
same 1.o 2.o
HALT_FLAGS="cbr entry" try "another argument" "$h" -O2 -c a.c
HALT_FLAGS="cbr entry" try again "$h" -O2 -c a.c
HALT=off try off "$h" -O2 -c a.c
another x
try "another plugin" "$h" -O2 -c a.c
try again "$h" -O2 -c a.c
echo "f" >list
export HALT_FLAGS="cbr only=@list"
try "another argument" "$h" -O2 -c a.c
try again "$h" -O2 -c a.c
echo "g" >list
try "another list" "$h" -O2 -c a.c
HALT_FLAGS="cbr summary=s" try summary "$h" -O2 -c a.c
test -s s || echo "no summary"
export HALT_FLAGS=cbr
mkdir folder
cp a.c folder
cd folder
try "another folder" "$h" -O2 -c a.c -o ../3.o
CCACHE_DISABLE=1 "$h" -O2 -c a.c -o ../4.o
same ../3.o ../4.o
cd ..

echo "-- by /usr/lib/ccache"
mkdir bin
ln -s "$(command -v ccache)" bin/$CC
(
  PATH=$PWD/bin:$PATH
  export HALT_CC=$CC
  try "as above" "$h" -O2 -c a.c -o 5.o
)
same 2.o 5.o

echo "-- above, ccache halt-gcc"
# halt-gcc asks what runs it.
shows_programs
export HALT_CC=$CC
unset CCACHE_COMPILERCHECK
try unasked ccache "$h" -O2 -c a.c -o 6.o
try again ccache "$h" -O2 -c a.c -o 6.o
same 1.o 6.o
export CCACHE_COMPILERCHECK="%compiler% --halt-key"
try first ccache "$h" -O2 -c a.c -o 6.o
try again ccache "$h" -O2 -c a.c -o 7.o
same 6.o 7.o
same 1.o 7.o
HALT_FLAGS="cbr entry" try "another argument" ccache "$h" -O2 -c a.c
HALT=off try "off" ccache "$h" -O2 -c a.c
another xx
try "another plugin" ccache "$h" -O2 -c a.c
cd folder
try "another folder" ccache "$h" -O2 -c a.c -o ../3.o
CCACHE_DISABLE=1 "$h" -O2 -c a.c -o ../4.o
same ../3.o ../4.o
cd ..
for i in 1 2; do
  rm -f s
  HALT_FLAGS="cbr summary=s" try summary ccache "$h" -O2 -c a.c
  test -s s || echo "no summary"
done

>>> out
-- below, HALT_CC='ccache gcc'
first: miss
again: hit
another argument: miss
again: hit
off: miss
another plugin: miss
again: hit
another argument: miss
again: hit
another list: miss
summary: neither
another folder: miss
-- by /usr/lib/ccache
as above: hit
-- above, ccache halt-gcc
unasked: neither
again: neither
first: miss
again: hit
another argument: miss
off: miss
another plugin: miss
another folder: miss
summary: neither
summary: neither
