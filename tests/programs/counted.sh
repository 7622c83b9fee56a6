# SPDX-License-Identifier: GPL-3.0-or-later
# What is counted in line, beside what routines count; for tests/cases/*-count.t.

kinds=$(arg cbr mbr entry exit load store bb call callret)
$CC -O2 -w $PLUGIN $kinds $(arg count dump=pot) -S "$TESTS/programs/four.c" -o prog.s 2>dumped
grep -q ' flush=.* stride=' dumped || echo "no register that steps is used"
# make NAME ARGUMENT...: a program and its object lib.so.
make ()
{
  name=$1
  shift
  $CC -O2 -w -fPIC -shared $PLUGIN $kinds $(arg "$@") "$TESTS/programs/tables.c" "$LIBHALT" -o $name.so
  $CC -O2 -w -pthread $PLUGIN $kinds $(arg "$@") "$TESTS/programs/four.c" ./$name.so "$LIBHALT" -o $name
  HALT_FILE=$name.prof $RUN ./$name
}
make calls
for how in count=atomic count=thread; do
  make ${how#*=} $how
  for kind in cbr mbr entry block load; do
    for name in calls ${how#*=}; do
      "$HALT" report --kind=$kind --sort=id --top=100000 --all-indices $name $name.prof |
	sed "s/$name//" >$name.report
    done
    cmp -s calls.report ${how#*=}.report || diff calls.report ${how#*=}.report | head
  done
done
$CC -O2 -w -pthread $PLUGIN $(arg blpp count=atomic) "$TESTS/programs/four.c" "$TESTS/programs/tables.c" "$LIBHALT" -o paths
HALT_FILE=paths.prof $RUN ./paths
"$HALT" paths paths paths.prof | grep 'functions with paths'
