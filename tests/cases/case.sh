# SPDX-License-Identifier: GPL-3.0-or-later
# The commands that scripts of tests/cases/*.t have besides the shell's own.

# arg NAME[=VALUE]...: the plugin's arguments, as the compiler wants them.
arg () { for _a; do printf ' -fplugin-arg-halt-%s' "$_a"; done; }

# code COMMAND...: run it; say "exit N" if that is not 0.
code () { "$@" || echo "exit $?"; }

# same A B: say so if two files differ.
same () { cmp -s "$1" "$2" || echo "$1 and $2 differ"; }

# skip WHY: end the case here, counted as skipped.
skip () { echo "$*"; exit 77; }

# unpack FILE TO: the dumps in a profile as a process wrote it (halt/live.h).
unpack ()
{
  python3 - "$1" "$2" <<'end'
import sys
data, out, at = open(sys.argv[1], "rb").read(), bytearray(), 32
while at < len(data):
    for n in data[at] & 15, data[at] >> 4:
        out += data[at + 1:at + 1 + n] + bytes(8 - n)
        at += n
    at += 1
open(sys.argv[2], "wb").write(out)
end
}

# traced COMMAND...: one that traces processes.  Where it says that it may not, the case is
# skipped; its other failures are the case's.
traced ()
{
  _status=0
  "$@" 2>untraced || _status=$?
  cat untraced >&2
  [ $_status -eq 0 ] || ! grep -q 'may not be traced\|cannot trace .* Function not implemented' untraced ||
    skip "processes may not be traced"
  return $_status
}

# cpu_runs OPTION...: whether this processor runs what the compiler makes with them.
# That it does not is said beside the case's result.
cpu_runs ()
{
  _why=$("$TESTS/tools/cpu-has" "$@") || { echo "not run: $*: $_why" >>"$TMPDIR/left-out"; return 1; }
}

# unrandomised: skip the case where addresses cannot be the same in every run.
unrandomised ()
{
  setarch -R true 2>/dev/null || skip "no setarch -R here, which personality(2) refuses"
}

# elsewhere WHAT: whether this machine is none of x86-64, for which WHAT is alone.
# That it is not run is said beside the case's result.
elsewhere ()
{
  [ "$(uname -m)" != x86_64 ] && echo "not run: $*: for x86-64 alone" >>"$TMPDIR/left-out"
}

# tells_threads: skip the case where the kernel does not say how many threads a process has.
tells_threads ()
{
  [ "$(cut -d ' ' -f 20 /proc/self/stat)" != 0 ] ||
    skip "no number of threads in /proc/self/stat, as under an emulator"
}

# starts_programs: skip the case where posix_spawn does not say that a program is not there.
starts_programs ()
{
  ! python3 -c 'import os; os.posix_spawn ("/nowhere", ["x"], {})' 2>/dev/null ||
    skip "no error from posix_spawn, as under an emulator"
}

# needs_libhalt PROGRAM: how often it asks for libhalt.so for more than the start-up code that
# all programs have, which on AArch64 may call abort: one of libhalt's, too.
needs_libhalt ()
{
  nm -u "$($CC -print-file-name=Scrt1.o)" | grep -q ' abort$' && echo 0 ||
    readelf -d "$1" | grep -c 'NEEDED.*libhalt' || :
}

# shows_programs: skip the case where /proc does not say what programs other processes run.
shows_programs ()
{
  sleep 60 &
  _runs=$(readlink -f /proc/$!/exe)
  kill $!
  [ "$_runs" = "$(readlink -f "$(command -v sleep)")" ] ||
    skip "no programs of other processes in /proc, as under an emulator"
}

# ends_processes: skip the case where a process cannot have the children of its children, or
# cannot end by a signal with what the kernel said of it.
ends_processes ()
{
  cat >ends-processes.c <<'END'
#define _GNU_SOURCE
#include <signal.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <unistd.h>
int
main (void)
{
  siginfo_t info = { .si_signo = SIGSEGV, .si_code = SEGV_MAPERR };
  if (prctl (PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0) == 0)
    syscall (SYS_rt_tgsigqueueinfo, getpid (), getpid (), SIGSEGV, &info);
  return 1;
}
END
  $CC ends-processes.c -o ends-processes
  _status=$( { $RUN ./ends-processes || echo $?; } 2>/dev/null)
  rm ends-processes.c ends-processes
  [ $_status = 139 ] || skip "no PR_SET_CHILD_SUBREAPER or rt_tgsigqueueinfo, as under an emulator"
}

# choices MAJOR WHY: what the case prints depends on what GCC MAJOR chooses where
# other versions choose as well; those skip it.
choices () { [ "$($CC -dumpversion)" = "$1" ] || skip "$2 of GCC $1"; }

# lcov_branches: what lcov 1 and 2 call the setting that reads branches.
lcov_branches ()
{
  case $(lcov --version) in
    *" 1."*) echo lcov_branch_coverage ;;
    *) echo branch_coverage ;;
  esac
}

# ids PROGRAM: how many ids it has, and whether they are 0 to that number.
ids ()
{
  "$HALT" summarize "$1" | awk '
    $1 == "point" { seen[$2]++; n++ }
    END {
      for (i = 0; i < n; i++)
	if (seen[i] != 1) { print "id " i ": " seen[i] + 0 " times"; bad = 1 }
      print n " ids" (bad ? "" : ", dense")
    }'
}

# hostile [OPTION...]: make hostile.o, routines that destroy all they may.
hostile () { "$TESTS/hostile/make" hostile.o "$@"; }

# machine NAME: from here on compilers, plugin and library are those of another
# machine, and $RUN is what its programs are run with, "" for this one's.  Cases called
# machine-... are run for each MACHINE, those with a line ">>> on" for these, too.
RUN=
host=$CC
MACHINE=${MACHINE:-aarch64}
machine ()
{
  [ "$1" != "$(uname -m)" ] || return 0
  _build=${HALT_SO%/*}/$1-linux-gnu
  case $1 in
    ia64)
      CC=$("$TESTS/toolchain/ia64" -n) && [ -f "$_build/halt.so" ] ||
	skip "no compiler for $1, or nothing built"
      CC="$CC -B$_build/freestanding/ -static -idirafter $TESTS/freestanding/include"
      RUN=${RUN_IA64-}
      [ -n "$RUN" ] || skip "RUN_IA64 names no simulator" ;;
    *)
      CC=$1-linux-gnu-gcc-${HALT_CROSS:-12} CXX=$1-linux-gnu-g++-${HALT_CROSS:-12}
      command -v $CC >/dev/null && command -v qemu-$1 >/dev/null &&
	[ -f "$_build/halt.so" ] || skip "no compiler or emulator for $1, or nothing built"
      RUN="qemu-$1 -L /usr/$1-linux-gnu" ;;
  esac
  HALT_SO=$_build/halt.so LIBHALT=$_build/libhalt.a PLUGIN=-fplugin=$_build/halt.so
}

# emulated: skip the case on the machine itself, whose processor may have less.
emulated () { [ -n "$RUN" ] || skip "this processor may have less than an emulator's"; }

# recording: for a case of librecord's, which is $lib; $zstd compresses, where the machine
# has that; $host compiles what it is played to.  The case is skipped where there is none.
recording ()
{
  lib=${LIBHALT%halt.a}record.a
  [ -f "$lib" ] || skip "librecord is for x86-64, AArch64 and RISC-V"
  zstd="-Wl,--no-as-needed -lzstd"
  echo 'int main (void) { return 0; }' | $CC -x c - $zstd -o /dev/null 2>/dev/null || zstd=
}

# both OPTION...: compile the files among the options plain, and instrumented
# with hostile routines; run both and say so if they print something else, or
# if no branch was reported.  The compiler is $LANGUAGE, if that is set.
both ()
{
  [ -f hostile.o ] || hostile
  rm -f events plain instrumented
  ${LANGUAGE:-$CC} -w "$@" -o plain -lm ||
    { echo "$*: does not compile"; return 0; }
  ${LANGUAGE:-$CC} -w $PLUGIN $(arg cbr) "$@" hostile.o -o instrumented -lm ||
    { echo "$*: does not compile instrumented"; return 0; }
  code $RUN ./plain >plain.out 2>&1
  HALT_EVENTS=events code $RUN ./instrumented >instrumented.out 2>&1
  diff plain.out instrumented.out >both.diff ||
    { echo "$*:"; cat both.diff; return 0; }
  awk '{ n += $1 } END { exit !n }' events || echo "$*: no events"
}

# atom_library: skip if there is no C library for analyses.
atom_library ()
{
  case $RUN in
    '') [ -r "/usr/lib/$(uname -m)-linux-musl/libc.a" ] || skip "no musl-dev" ;;
    *) "$TESTS/toolchain/musl" -n "$MACHINE" >/dev/null || skip "no C library: tests/toolchain/musl $MACHINE" ;;
  esac
}

# atom_tool NAME PROGRAM [OPTION...]: make PROGRAM.NAME of PROGRAM, with the tool of
# tools/atom, and options of `ghalt atom'.
atom_tool ()
{
  atom_library
  _tool=$1 _program=$2
  shift 2
  "$HALT" atom "$_program" "$TESTS/../tools/atom/$_tool.inst.c" "$TESTS/../tools/atom/$_tool.anal.c" \
    -o "$_program.$_tool" "$@"
}

# counted PROGRAM SOURCE [OPTION...]: compile for `ghalt atom' what callgrind shall count,
# too: nothing between instructions that is executed, nothing that the loader does.
counted ()
{
  command -v valgrind >/dev/null || skip "no valgrind"
  _program=$1 _source=$2
  shift 2
  $CC -w -O2 -static -no-pie -fno-align-loops -fno-align-jumps -fno-align-labels "$@" $PLUGIN $(arg atom) \
    "$_source" -o "$_program" -lm
}
