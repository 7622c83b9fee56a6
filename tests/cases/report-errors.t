# SPDX-License-Identifier: GPL-3.0-or-later
# What halt cannot read is refused in one clear line, with status 2.

>>> prog.c
int
main (int argc, char **argv)
{
  (void) argv;
  int n = 0;
  for (int i = 0; i < 10 * argc; i++)
    if (i & 1)
      n += i;
  return n == 7;
}

>>> run
# Sizes depend on how long the names of directories are.
try ()
{
  code $HALT "$@" 2>&1 |
    sed 's/[0-9][0-9]* bytes/N bytes/; s/ of [0-9][0-9]*$/ of N/'
}
build="$CC -O0 $PLUGIN $(arg cbr)"
$build prog.c "$LIBHALT" -o prog
HALT_FILE=good.prof ./prog
$build -O2 -DOTHER prog.c "$LIBHALT" -o other
HALT_FILE=other.prof ./other
$CC prog.c -o plain
strip prog -o stripped
echo text >text
: >empty
size=$(stat -c %s good.prof)
head -c $((size - 1)) good.prof >short.prof
head -c 20 good.prof >header.prof
{ cat good.prof; echo more; } >long.prof
{ head -c $((size - 3)) good.prof; printf X; tail -c 2 good.prof; } >corrupt.prof
{ printf X; tail -c +2 good.prof; } >magic.prof
objcopy --dump-section .debug.halt=map prog
mapsize=$(stat -c %s map)
head -c $((mapsize - 8)) map >map-short
{ head -c 400 map; printf XXXX; tail -c +405 map; } >map-corrupt
objcopy --update-section .debug.halt=map-short prog map-short.prog
objcopy --update-section .debug.halt=map-corrupt prog map-corrupt.prog

try summarize missing
try summarize text
try summarize empty
try summarize .
try summarize plain
try summarize stripped | sed 's/[0-9a-f]\{40\}/ID/; s/ beside.*//'
try summarize map-short.prog
try summarize map-corrupt.prog
try report prog missing.prof
try report prog empty
try report prog text
try report prog other.prof | sed "s/ from .*//"
try report prog short.prof
try report prog header.prof
try report prog long.prof
try report prog corrupt.prof
try report prog magic.prof
try report plain good.prof 2>&1 | sed "s|$PWD|.|"
try report prog good.prof extra
try summarize prog extra
try report --sort=nothing prog good.prof
try report --bogus prog good.prof
try report
try sumarize prog
try summarize --function=nosuch prog

>>> out
ghalt: missing: cannot open: No such file or directory
exit 2
ghalt: text: not an ELF file
exit 2
ghalt: empty: not an ELF file
exit 2
ghalt: .: not a regular file
exit 2
ghalt: plain: no HALT map: compiled without the plugin, or stripped
exit 2
ghalt: stripped: no HALT map: stripped, and its debug file was not found by build-id ID
exit 2
ghalt: map-short.prog: unit 0 at offset 0 of .debug.halt: truncated: N bytes of N
exit 2
ghalt: map-corrupt.prog: unit 0 at offset 0 of .debug.halt: damaged: the checksum does not fit
exit 2
ghalt: cannot open 'missing.prof': No such file or directory
exit 2
ghalt: empty: truncated profile
exit 2
ghalt: text: not a HALT profile
exit 2
ghalt: other.prof was recorded
exit 2
ghalt: short.prof: truncated profile: N bytes of N
exit 2
ghalt: header.prof: truncated profile
exit 2
ghalt: long.prof: damaged profile: N bytes instead of N
exit 2
ghalt: corrupt.prof: damaged profile: the checksum does not fit
exit 2
ghalt: magic.prof: not a HALT profile
exit 2
ghalt: plain: no HALT map: compiled without the plugin, or stripped; good.prof is of ./prog
exit 2
ghalt: cannot open 'extra': No such file or directory
exit 2
ghalt: too many operands; usage: ghalt summarize [OPTION]... PROG
exit 2
ghalt: unknown value 'nothing' of '--sort' (count|unpredictable|rate|id)
exit 2
ghalt: unknown option '--bogus'; usage: ghalt report [OPTION]... [PROG [PROFILE|FOLDER]...]
exit 2
ghalt: corrupt.prof: damaged profile: the checksum does not fit
exit 2
ghalt: unknown command 'sumarize', did you mean 'summarize'?; see 'ghalt --help'
exit 2
ghalt: prog: no function 'nosuch'
exit 2
