# SPDX-License-Identifier: GPL-3.0-or-later
# make install and uninstall refuse what is no place: folders that are relative or have
# blanks, a compiler that is not there, which has no folder for the plugin.  In halt.pc the
# version is what stands before plugin, whatever else has its name.

>>> run
command -v make >/dev/null || skip "no make"
top=${TESTS%/tests}
build=${HALT%/*}
unset HALT MAKEFLAGS MAKELEVEL
try ()
{
  echo "-- $*" | sed -e "s|$PWD|.|g" -e "s|CC=$CC |CC=CC |"
  make -s -C $top B=$build H=$build DESTDIR=$PWD/root "$@" 2>&1 | sed -e 's/^.*\*\*\* //' -e "s|$PWD|.|g"
}
try CC=$CC PREFIX=here install
try CC=$CC PREFIX="$PWD/a b" install
try CC=$CC LIBDIR=lib uninstall
try CC=$CC PLUGINDIR=plugin install-plugin
try CC=no-such-gcc install
try CC=no-such-gcc uninstall
try CC=no-such-gcc uninstall-plugin
ls -A | grep root || true
echo "-- halt.pc"
make -s -C $top CC=$CC B=$PWD/b PREFIX= PLUGINDIR=/12/lib/12/plugin \
  "$PWD/b/install/halt.pc" 2>&1
grep ^plugindir= b/install/halt.pc

>>> out
-- CC=CC PREFIX=here install
PREFIX is 'here'; it must be a path from / on, without blanks.  Stop.
-- CC=CC PREFIX=./a b install
PREFIX is './a b'; it must be a path from / on, without blanks.  Stop.
-- CC=CC LIBDIR=lib uninstall
LIBDIR is 'lib'; it must be a path from / on, without blanks.  Stop.
-- CC=CC PLUGINDIR=plugin install-plugin
PLUGINDIR is 'plugin'; it must be a path from / on, without blanks.  Stop.
-- CC=no-such-gcc install
no compiler 'no-such-gcc'; make deps CC='no-such-gcc' installs it.  Stop.
-- CC=no-such-gcc uninstall
no compiler 'no-such-gcc'.  Stop.
-- CC=no-such-gcc uninstall-plugin
no compiler 'no-such-gcc'.  Stop.
-- halt.pc
plugindir=/12/lib/${gcc}/plugin
