# SPDX-License-Identifier: GPL-3.0-or-later
# The ways in which tests/bench compiles a program; it is sourced.

# all_ways: print them, one a line:
#
#   name|when|options of the compiler|what is linked|description
#
# When: "each" program; "threads", programs with several; "asked", only when
# HALT_BENCH_WAYS names it.  With a "?" behind it a way that the compiler
# refuses, or whose compiler is not there, is left out.  Options that begin with @clang
# are clang's; with @bolt, BOLT rewrites the program.
all_ways ()
{
  local halt="-fplugin=$build/halt.so" arg=-fplugin-arg-halt- own=$out/routines
  local counts="$halt ${arg}count"
  local edges="${arg}cbr ${arg}mbr ${arg}entry"
  local library=$build/libhalt.a generate=-fprofile-generate
  cat <<END
plain|each|||as it is
gcov|each|--coverage|--coverage|gcov
gcov-atomic|threads|--coverage -fprofile-update=atomic|--coverage|gcov, -fprofile-update=atomic
edges|each|$counts $edges|$library|count cbr mbr entry
blocks|each|$counts ${arg}bb|$library|count bb
paths|each|$counts ${arg}blpp|$library|count blpp
memory|each|$counts ${arg}load ${arg}store|$library|count load store
atomic|threads|$counts=atomic $edges|$library|count=atomic cbr mbr entry
thread|threads?|$counts=thread $edges|$library|count=thread cbr mbr entry
functions|each|-finstrument-functions|$own/functions.o $own/events.o|-finstrument-functions, counting
calls|each|$halt ${arg}entry ${arg}exit ${arg}routines=$own/calls.o|$own/calls.o $own/events.o|entry exit, counting in C
cbr-live|each|$halt ${arg}cbr|$own/branches-unknown.o $own/events.o|cbr, counting in C, no summary
cbr|each|$halt ${arg}cbr ${arg}routines=$own/branches.o|$own/branches.o $own/events.o|cbr, counting in C
cache|each|$halt ${arg}load ${arg}store ${arg}routines=$own/cache.o|$own/cache.o $own/events.o|load store, cache in C
calls-called|asked|$halt ${arg}entry ${arg}exit ${arg}routines=$own/calls.o ${arg}inline=no|$own/calls.o $own/events.o|entry exit, counting in C, inline=no
cbr-called|asked|$halt ${arg}cbr ${arg}routines=$own/branches.o ${arg}inline=no|$own/branches.o $own/events.o|cbr, counting in C, inline=no
cache-called|asked|$halt ${arg}load ${arg}store ${arg}routines=$own/cache.o ${arg}inline=no|$own/cache.o $own/events.o|load store, cache in C, inline=no
off-calls|asked|$halt ${arg}switch ${arg}entry ${arg}exit|$library|entry exit that are off
off-blocks|asked|$halt ${arg}switch ${arg}cbr ${arg}bb|$library|cbr bb that are off
off-cbr|asked|$halt ${arg}switch ${arg}cbr|$library|cbr that are off
off-memory|asked|$halt ${arg}switch ${arg}load ${arg}store|$library|load store that are off
off-call|asked|$halt ${arg}switch ${arg}call|$library|call that are off
off-count|asked|$counts ${arg}switch ${arg}cbr ${arg}bb|$library|count cbr bb that are off
generate|each|$generate|$generate|GCC's -fprofile-generate
generate-prefer|each|$generate -fprofile-update=prefer-atomic -pthread|$generate -pthread|the same, -fprofile-update=prefer-atomic
generate-atomic|each|$generate -fprofile-update=atomic|$generate|the same, -fprofile-update=atomic
clang|each?|@clang||clang 19, as it is
clang-ir|each?|@clang -fprofile-generate|-fprofile-generate|clang 19, -fprofile-generate
clang-front|each?|@clang -fprofile-instr-generate|-fprofile-instr-generate|clang 19, -fprofile-instr-generate
clang-sampled|each?|@clang -fprofile-generate -mllvm -sampled-instrumentation|-fprofile-generate|clang 19, -fprofile-generate, sampled
bolt|asked|@bolt|-Wl,--emit-relocs @bolt|BOLT 16, -instrument (libbolt-16-dev)
patchable|asked|-fpatchable-function-entry=5||-fpatchable-function-entry=5
paths-long|asked|$counts ${arg}blpp=4611686018427387904|$library|count, blpp with paths of any length
paths-libhalt|asked|$halt ${arg}blpp|$library|blpp, libhalt.a
cbr-libhalt|asked|$halt ${arg}cbr|$library|cbr, libhalt.a
bb-libhalt|asked|$halt ${arg}bb|$library|bb, libhalt.a
cbr-known|asked|$halt ${arg}cbr ${arg}routines=$library|$library|cbr, libhalt.a with its summaries
bb-known|asked|$halt ${arg}bb ${arg}routines=$library|$library|bb, libhalt.a with its summaries
memory-libhalt|asked|$halt ${arg}load ${arg}store|$library|load store, libhalt.a
memory-known|asked|$halt ${arg}load ${arg}store ${arg}routines=$library|$library|load store, libhalt.a with its summaries
generate-arcs|asked|-fprofile-generate -fno-profile-values|-fprofile-generate|the same without values
arcs|asked|$counts ${arg}at=gimple ${arg}arc|$library|count arc at=gimple
arcs-thread|asked|$counts=thread ${arg}at=gimple ${arg}arc|$library|count=thread arc at=gimple
pgo|asked|$counts ${arg}at=gimple ${arg}pgo|$library|count pgo at=gimple
pgo-thread|asked|$counts=thread ${arg}at=gimple ${arg}pgo|$library|count=thread pgo at=gimple
cover|asked|$counts ${arg}cover|$library|count cover
prime|asked|$counts ${arg}prime|$library|count prime
cbr-gimple|asked|$halt ${arg}cbr ${arg}at=gimple|$library|cbr at=gimple, libhalt.a
END
}

# ways: those of the program at hand.
ways ()
{
  all_ways | while IFS='|' read -r name when options link text; do
    if [ "$name" = plain ]; then
      :
    elif [ "${HALT_BENCH_WAYS+set}" ]; then
      case " $HALT_BENCH_WAYS " in *" $name "*) ;; *) continue ;; esac
    else
      case $when:$role in
	each*|threads*:threads) ;;
	*) continue ;;
      esac
      case $when in
	*\?) accepted $options || continue ;;
      esac
    fi
    echo "$name|$options|$link|$text"
  done
}

# accepted OPTION...: whether the compiler, or clang, takes them; whether there is BOLT.
accepted ()
{
  local CC=$CC
  case ${1-} in
    @clang) CC=clang-19; shift ;;
    @bolt) command -v llvm-bolt-16 >/dev/null; return ;;
  esac
  $CC "$@" -x c /dev/null -S -o /dev/null 2>/dev/null
}
