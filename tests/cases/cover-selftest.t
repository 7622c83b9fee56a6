# SPDX-License-Identifier: GPL-3.0-or-later
# ghalt cover --selftest: planted programs, with the user's compiler and options.

>>> run
cat >cc <<E2
#!/bin/sh
case \$1 in --version) exec $CC --version ;; esac
exec $CC $PLUGIN $(arg cover count) "\$@" $LIBHALT
E2
chmod +x cc
for o in -O0 "-O2 -fPIC" "-O3 -flto"; do
  $HALT cover --selftest -o report.txt -- ./cc $o || cat report.txt
  sed -n 's/^command: //p; $p' report.txt
done
echo "* something is wrong"
cat >bad <<E2
#!/bin/sh
exec "$PWD/cc" "\$@" -include "$PWD/bad.h"
E2
echo '#define return return 1 +' >bad.h
chmod +x bad
$HALT cover --selftest -- "$PWD/bad" | grep -c FAILED
$HALT cover --selftest -- "$PWD/bad" >/dev/null || echo "status $?"
$HALT cover --selftest -- no-such-compiler 2>&1 | tail -n 2
>>> out
./cc -O0
14 passed, 0 failed
./cc -O2 -fPIC
14 passed, 0 failed
./cc -O3 -flto
14 passed, 0 failed
* something is wrong
7
status 1
0 passed, 1 failed
ghalt: 'no-such-compiler' compiles nothing: nothing was tested
