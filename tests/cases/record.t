# SPDX-License-Identifier: GPL-3.0-or-later
# librecord and ghalt play: an analysis that is played to has the events, arguments and
# order that it has in the program itself, for all kinds, with and without copies of
# the routines in the pots; what ghalt play prints is the same.

>>> on aarch64 riscv64

>>> work.c
#include <setjmp.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
static int table[256];
static volatile sig_atomic_t got;
static jmp_buf back;
static int
compare (const void *a, const void *b)
{
  return *(const int *) a - *(const int *) b;
}
static void
on_signal (int sig)
{
  for (int i = 0; i < 300; i++)
    table[i & 255] ^= sig & i;
  got++;
}
static void __attribute__ ((noinline))
deep (int n)
{
  if (n == 0)
    longjmp (back, 3);
  deep (n - 1);
}
static int __attribute__ ((noinline))
choose (int i)
{
  switch (i)
    {
    case 0: return 3;
    case 1: return table[1];
    case 2: return table[2] + 1;
    case 3: return -1;
    case 4: return i * table[7];
    case 5: return 9;
    default: return i;
    }
}
int
main (int argc, char **argv)
{
  static char from[100000], to[100000];
  static int many[4000];
  long sum = 0;
  signal (SIGUSR1, on_signal);
  for (int round = 0; round < 3; round++)
    {
      for (int i = 0; i < 4000; i++)
	many[i] = i * 7919 % 1009;
      qsort (many, 4000, sizeof *many, compare);
      for (int i = 0; i < 4000; i++)
	sum += choose (many[i] % 9) + table[many[i] % 256]++;
      raise (SIGUSR1);
      if (setjmp (back) == 0)
	deep (20);
      memcpy (to, from, argc * 50000);
      from[many[round]] = round;
    }
  printf ("%ld %d %s\n", sum, got, argv[0] + 2);
  return 0;
}

>>> run
recording
# Some machines' compilers want more cases.
tables='--param case-values-threshold=5'
same="-no-pie -Wl,--section-start=.data=0x10000000,--section-start=.bss=0x10100000,--section-start=.sbss=0x10080000,--section-start=.sdata=0x10090000,--section-start=.rodata=0x18000000"
# At the same addresses.
here () { env -i EVENTS="$EVENTS" HALT_FILE="$HALT_FILE" setarch -R $RUN "$@"; }
try ()
{
  local name=$1
  shift
  $CC -w -O2 -fno-pie $tables $PLUGIN "$@" -c work.c -o work.o
  $CC $INCLUDE -O1 -fPIC -c "$TESTS/programs/events.c" -o events.o
  $CC $same work.o events.o -o live
  EVENTS=live.txt HALT_FILE=live.trace here ./live
  objects=work
  case $name in
    paths) ;;
    *) objects="work fast"
       $CC -w -O2 -fno-pie $tables $PLUGIN "$@" $(arg routines=$lib) -c work.c -o fast.o ;;
  esac
  for o in $objects; do
    $CC $same $o.o "$lib" $zstd -o wrap
    rm -f wrap.trace
    EVENTS=live.txt HALT_FILE=wrap.trace here ./wrap >out.txt
    "$HALT" play --check wrap.trace wrap | tail -n 1
    "$HALT" play wrap.trace wrap | sed 's/\(call [0-9]* 0x\).*/\1/' >text.txt
    EVENTS=played.txt CC=$host "$HALT" play wrap.trace wrap -- played.o
    EVENTS=played-so.txt "$HALT" play wrap.trace wrap -- ./events.so
    # Where constants are depends on the library's.
    sed -i 's/ 0x180[0-9a-f]* / constant /' live.txt text.txt played.txt played-so.txt
    # What the program's name is read from is as long.
    cmp live.txt text.txt && cmp live.txt played.txt && cmp live.txt played-so.txt &&
      [ $(wc -l <live.txt) -ge 20000 ] && echo "$name, $o: the same events"
  done
}
$host $INCLUDE -O1 -fPIC -c "$TESTS/programs/events.c" -o played.o
$host -shared played.o -o events.so
try branches $(arg cbr)
try memory $(arg load store)
try all $(arg cbr mbr entry exit setlongjmp load store bb call callret)
try paths $(arg blpp)

# The routine takes its room by one instruction, which is copied, or by a sequence that a
# handler makes fail.
ar p "$lib" hot.o >hot.o
case $($CC -dumpmachine) in
  aarch64*) take='stxr.*x[0-9]*, \[' ;;
  riscv64*) take='amoadd\.d' ;;
  *) take='addq.*,%fs:' file=fast.o ;;
esac
"$($CC -print-prog-name=objdump)" -d ${file-hot.o} | grep -c "$take" | sed 's/^[1-9][0-9]*/some/'

echo "-- parts of it"
$CC -w -O2 $tables $PLUGIN $(arg cbr mbr entry) -c work.c -o work.o
$CC work.o "$lib" $zstd -o parts
HALT_FILE=parts.trace $RUN ./parts
play () { "$HALT" play "$@" parts.trace parts; }
play >all.txt
sed -n 1001,1010p all.txt >part.txt
play --from=1000 --to=1010 | cmp - part.txt && echo from, to
grep mbr all.txt >part.txt
play --kind=mbr | cmp - part.txt && echo kind
play --function=compare >compare.txt
play --function='deep*' --function=choose >others.txt
play --function=main --function=on_signal >main.txt
sort all.txt >sorted.txt
sort compare.txt others.txt main.txt | cmp - sorted.txt && echo function
grep entry compare.txt >part.txt
play --function=compare --kind=entry | cmp - part.txt && echo both

echo "-- several analyses at once, and startup"
cat >first.c <<'END'
#include <stdio.h>
static long n;
void _halt_startup (void) { puts ("first starts"); }
void _record_cbr (unsigned long cond, unsigned long id) { n++; }
static __attribute__ ((destructor)) void end (void) { printf ("first: %d\n", n > 10000); }
END
sed 's/first/second/' first.c >second.c
for a in first second; do $host -w -fPIC -shared $a.c -o $a.so; done
"$HALT" play parts.trace parts -- first.so ./second.so

>>> out
538022 3 live
complete
branches, work: the same events
complete
branches, fast: the same events
538022 3 live
complete
memory, work: the same events
complete
memory, fast: the same events
538022 3 live
complete
all, work: the same events
complete
all, fast: the same events
538022 3 live
complete
paths, work: the same events
some
-- parts of it
538022 3 parts
from, to
kind
function
both
-- several analyses at once, and startup
first starts
second starts
first: 1
second: 1
