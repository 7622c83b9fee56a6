# SPDX-License-Identifier: GPL-3.0-or-later
# The programs of tests/bench-cover; it is sourced.  Each is a function that sets
#
#   packages    Debian's source packages
#   only        what is compared: a pattern of files
#   threads     -pthread, if it has several
#   prepare     function: configure it, in the folder that has the packages
#   build       function: `object NAME FILE OPTION...' compiles what is compared, `plain' the
#		rest; `archive FILE' has all objects there are; `program NAME FILE...' links
#		with NAME.o
#   suite       function: suite SIZE runs `run PROGRAM...', in an empty folder; SIZE is full
#		or small.  What it prints is the same for every way.  $source is the folder above

covered="cjson zlib sqlite hunspell liburcu"

# Its own tests, most of which include it.
cjson ()
{
  packages=cjson only='*/cJSON*.c' threads=
  prepare () { ls cjson/tests/*.c | sed 's,.*/,,;s/\.c$//' | grep -v unity_setup >tests; }
  build ()
  {
    local test
    object cJSON cjson/cJSON.c
    object cJSON_Utils cjson/cJSON_Utils.c
    archive libcjson.a
    plain unity cjson/tests/unity/src/unity.c
    for test in $(cat "$source/tests"); do
      object $test cjson/tests/$test.c -Icjson/tests/unity/src -Icjson
      program $test libcjson.a unity.o -lm
    done
  }
  suite ()
  {
    local test
    ln -sfn "$source/cjson/tests/inputs" "$source/cjson/tests/json-patch-tests" .
    for test in $(cat "$source/tests"); do run $test; done
  }
}

# What `make check' runs, and the tests of inflate.
zlib ()
{
  packages=zlib only='*/zlib/*.c' threads=
  prepare () { (cd zlib && ./configure); }
  build ()
  {
    local file
    for file in adler32 compress crc32 deflate gzclose gzlib gzread gzwrite infback inffast inflate \
      inftrees trees uncompr zutil; do
      object $file zlib/$file.c -D_LARGEFILE64_SOURCE=1 -DHAVE_HIDDEN
    done
    archive libz.a
    for file in example infcover minigzip; do
      plain $file zlib/test/$file.c -Izlib
      program $file libz.a
    done
  }
  suite ()
  {
    run infcover 2>&1
    run example
    for level in 1 6 9; do
      head -c $([ $1 = full ] && echo 600000 || echo 60000) "$source/zlib/ChangeLog" >text
      run minigzip -$level <text >text.gz
      run minigzip -d <text.gz | cmp - text
    done
  }
}

# Its fuzzcheck: inputs that fuzzers found.
sqlite ()
{
  packages=sqlite3 only='*/sqlite3.c' threads=
  prepare () { (cd sqlite3 && ./configure --disable-tcl --disable-readline && make sqlite3.c sqlite3.h); }
  build ()
  {
    local options="-Isqlite3 -Isqlite3/test -Isqlite3/ext/recover -DSQLITE_THREADSAFE=0
      -DSQLITE_OMIT_LOAD_EXTENSION -DSQLITE_ENABLE_MEMSYS5 -DSQLITE_OSS_FUZZ
      -DSQLITE_MAX_MEMORY=50000000 -DSQLITE_PRINTF_PRECISION_LIMIT=1000 -DSQLITE_ENABLE_FTS4
      -DSQLITE_ENABLE_FTS3_PARENTHESIS -DSQLITE_ENABLE_FTS5 -DSQLITE_ENABLE_RTREE
      -DSQLITE_ENABLE_GEOPOLY -DSQLITE_ENABLE_DBSTAT_VTAB -DSQLITE_ENABLE_BYTECODE_VTAB"
    object sqlite3 sqlite3/sqlite3.c $options
    for file in test/fuzzcheck test/ossfuzz test/fuzzinvariants test/vt02 ext/recover/dbdata \
      ext/recover/sqlite3recover; do
      plain ${file##*/} sqlite3/$file.c $options
    done
    program fuzzcheck sqlite3.o {ossfuzz,fuzzinvariants,vt02,dbdata,sqlite3recover}.o -lm
  }
  suite ()
  {
    local n
    for n in 1 4; do
      cp "$source/sqlite3/test/fuzzdata$n.db" .
      python3 - fuzzdata$n.db $([ $1 = full ] && echo 40 || echo 400) <<'PYTHON'
import sqlite3, sys
with sqlite3.connect(sys.argv[1]) as base:
    base.execute("DELETE FROM xsql WHERE rowid %% %s" % sys.argv[2])
PYTHON
      run fuzzcheck -q fuzzdata$n.db | sed 's/ in .*//'
    done
  }
}

# C++: what is right and wrong in its tests, and what it suggests.
hunspell ()
{
  packages=hunspell only='*/hunspell/src/*/*.[ch]xx' threads=
  prepare () { (cd hunspell && ./configure --disable-nls); }
  build ()
  {
    local file options="-DHAVE_CONFIG_H -Ihunspell -Ihunspell/src/hunspell -Ihunspell/src/parsers"
    for file in $(cd "$source" && ls hunspell/src/{hunspell,parsers}/*.cxx | grep -v testparser); do
      object $(basename $file .cxx) $file $options
    done
    archive libhunspell.a
    object tool hunspell/src/tools/hunspell.cxx $options
    program tool libhunspell.a
  }
  suite ()
  {
    local file tests=$source/hunspell/tests of='*'
    [ $1 = full ] || of=base
    for file in $tests/$of.good $tests/$of.wrong; do
      run tool -i UTF-8 -a -d "${file%.*}" <"$file"
      run tool -i UTF-8 -G -d "${file%.*}" <"$file"
    done
  }
}

# Linux's style: container_of, likely, statement expressions, goto.  Its examples and unit tests.
liburcu ()
{
  packages=liburcu only='*/liburcu/src/*' threads=-pthread
  # Hash tables have the seed that time gives them.
  prepare () { (cd liburcu && ./configure --disable-shared); printf '#include <time.h>\n#define time(t) 1\n' >seed.h; }
  build ()
  {
    local file options="-Iliburcu/include -Iliburcu/src -Iliburcu/tests/utils -Iliburcu/doc/examples/rculfhash"
    options="$options -D_GNU_SOURCE -DHAVE_CONFIG_H -include $source/liburcu/include/config.h"
    for file in wfqueue wfcqueue wfstack compat_{arch,futex} urcu-{pointer,qsbr,bp} rculf{queue,stack} \
      lfstack workqueue rculfhash{,-mm-{order,chunk,mmap}}; do
      object $file liburcu/src/$file.c $options
    done
    object memb liburcu/src/urcu.c $options -DRCU_MEMBARRIER
    object mb liburcu/src/urcu.c $options -DRCU_MB
    object signal liburcu/src/urcu.c $options -DRCU_SIGNAL
    archive liburcu.a
    for file in $(cd "$source" && ls liburcu/doc/examples/{*list,*stack,*queue,rculfhash}/*.c); do
      plain $(basename $file .c) $file $options -include $source/seed.h
      program $(basename $file .c) liburcu.a
    done
    for file in tap multiflavor{,-memb,-mb,-signal,-qsbr,-bp} uatomic; do
      case $file in
        tap) plain tap liburcu/tests/utils/tap.c $options ;;
        *) plain test_$file liburcu/tests/unit/test_${file/multi/urcu_multi}.c $options ;;
      esac
    done
    program test_uatomic tap.o
    program test_multiflavor test_multiflavor-*.o tap.o liburcu.a
  }
  suite ()
  {
    local program
    for program in $(cd "$dir" && ls cds_* test_uatomic test_multiflavor); do
      case $program in *.*) continue ;; esac
      run $program
    done
  }
}
