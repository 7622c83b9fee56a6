# SPDX-License-Identifier: GPL-3.0-or-later
# Contexts of a process that has another C library, musl, with shared objects and without.

>>> x86_64 ghalt attach

>>> run
. "$TESTS/programs/contexts.sh"
command -v musl-gcc >/dev/null || skip "no musl-gcc here"
export REALGCC="$CC"
build () { musl-gcc -O2 -g -w -pthread -idirafter "$TESTS/../include" $PLUGIN $(arg switch cbr entry exit count=atomic) "$@"; }
for machine in '' -static; do
  rm -f *.prof
  context=$ALL_CONTEXT
  if [ "$machine" = -static ]; then
    context=$(echo "$ALL_CONTEXT" | grep -v 'dlopen\|plugged')
    build -static work.c $LIBHALT -o work
  else
    # Its library is the program's.
    build -shared -fPIC -Wl,--build-id plug.c -o plug.so
    build -rdynamic '-DLIBRARY="./plug.so"' work.c $LIBHALT -o work
  fi
  $HALT run --context="$context" -o all.prof ./work >told 2>errors || echo "exit $?" >>told
  grep -v 'note: counts of [0-9]* child' errors || true
  [ -f all.prof ] || skip "processes may not be traced"
  grep '^#\|exit [0-9]$' told
  check_snapshots "musl$machine"
  ls all.*.prof | wc -l
done
code $HALT run --context='at dlopen x on *' ./work 2>&1 | sed 's/process [0-9]*/process N/'

>>> out
# fork ended with 3
# vfork ended with 4
# posix_spawn ended with 5
exit 9
13
# fork ended with 3
# vfork ended with 4
# posix_spawn ended with 5
exit 9
12
ghalt: context:1:4: process N is linked statically
exit 2
