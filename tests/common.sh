# SPDX-License-Identifier: GPL-3.0-or-later
# What every script in tests/ begins with: it is sourced, never run.

set -eu
LC_ALL=C
export LC_ALL
unset COLUMNS

here=$(cd "$(dirname "$0")" && pwd)
top=${here%/tests*}
me=${here#"$top"/}/${0##*/}
build=${HALT_BUILD:-$top/build}
# What runs on this machine, or its build under sanitizers.
tools=$build${HALT_ASAN:+/asan}
CC=${CC:-gcc}
[ "$CC" = cc ] && CC=gcc
# What compiles for this machine where $CC is for another.
HOSTCC=${HOSTCC:-gcc}
# The GCC that compilers for other machines are, where a script names them itself.
cross=${HALT_CROSS:-12}
CXX=$(echo "$CC" | sed 's/gcc/g++/')
# Another machine's compiler, and the emulator that runs its programs; else empty.
# $runs is empty where there is no emulator: programs are linked, not run.
emulator=
runs=1
case $CC in
  "$(uname -m)"-linux-gnu-gcc*) ;;
  *ia64-linux-gnu-gcc*)
    build=$build/ia64-linux-gnu
    # No C library: what tests/freestanding/ has of one.
    case $CC in
      *" -static "*) ;;
      *) CC="$CC -B$build/freestanding/ -static -idirafter $top/tests/freestanding/include" ;;
    esac
    emulator=${RUN_IA64-}
    runs=${emulator:+1} ;;
  *-*-gcc*)
    triple=${CC%%-gcc*}
    build=$build/$($CC -dumpmachine)
    case ${triple%%-*} in
      powerpc*) qemu=ppc${triple#powerpc} ;;
      i?86) qemu=i386 ;;
      *) qemu=$triple ;;
    esac
    emulator="qemu-${qemu%%-*} -L /usr/$triple"
    # Nobody emulates x32, which few kernels have.
    case $triple in *x32) emulator="no emulator" ;; esac
    command -v "${emulator%% *}" >/dev/null || runs= emulator= ;;
esac

# single_step: the emulator's option for that, which QEMU had by another name before 8.1.
single_step ()
{
  ${emulator%% *} -help | grep -o -m 1 -e -one-insn-per-tb || echo -singlestep
}

# old_c: options for programs that are older than C99, with which GCC 14 is strict.
old_c () { case $($CC -dumpversion) in 1[0-3]*) ;; *) echo " -std=gnu17 -fpermissive" ;; esac; }

say () { echo "$me: $*" >&2; }
die () { say "$*"; exit 2; }

# cache: print the directory that outlives a run; it is made if need be.
cache ()
{
  _dir=${HALT_CACHE:-${XDG_CACHE_HOME:-${HOME:?}/.cache}/halt}
  mkdir -p "$_dir" || die "cannot make '$_dir'"
  echo "$_dir"
}

# scratch: set $tmp to a new directory that is gone when the script ends.
scratch ()
{
  tmp=$(mktemp -d "${TMPDIR:-/tmp}/halt.XXXXXX") || die "no scratch directory"
  trap 'rm -rf "$tmp"' EXIT
  trap 'exit 1' HUP INT TERM
}
