# SPDX-License-Identifier: GPL-3.0-or-later
# Options that choose what is labelled in machine code, and how ids are given
# out: cycle against the marks in GCC's own dump, proc and ret, unique=KIND:N,
# only and exclude, no_instrument_function, mem.

>>> prog.c
#include <stdio.h>

volatile int limit = 3;

__attribute__ ((noinline, no_instrument_function)) static int
alone (int x)
{
  return x > limit ? x : limit;
}

__attribute__ ((noinline)) int
parse_one (int x)
{
  if (x > limit)
    return x * 3;
  return alone (x);
}

__attribute__ ((noinline)) int
parse_two (int x, int *p)
{
  for (int i = 0; i < x; i++)
    p[i] += i;
  return p[0];
}

int
main (void)
{
  int a[8] = { 1, 2, 3 };
  asm volatile ("" : "+m" (a[7]));
  printf ("%d\n", parse_one (7) + parse_two (8, a));
  return 0;
}

>>> run
# map KIND: "function id" of every point of that kind, in the object.
map ()
{
  "$HALT" summarize prog.o | awk -v kind="$1" '
    $1 == "function" { name = $2 }
    $1 == "point" && $0 ~ " " kind " " { print name, $2 }'
}
build () { $CC -w -O2 $PLUGIN "$@" -c prog.c -o prog.o; }

echo cycles
# GCC's dump of an earlier pass, of the same compilation, has every marked
# instruction, some of them more than once.
build $(arg cycle) -fdump-rtl-alignments
map cycle | wc -l >cycles
awk '/^;; Function/ { f = $3 }
  f != "alone" && /^\([a-z_]*insn[^ ]*:TI / && !seen[f, $2]++ { n++ }
  END { print n }' prog.c.*.alignments >marks
same cycles marks
[ "$(cat marks)" -gt 10 ] || echo "only $(cat marks) marks"
code $CC -w -O0 $PLUGIN $(arg cycle) -c prog.c -o prog.o 2>&1

echo proc
build $(arg proc)
{ map entry; map exit; } | sort -u | awk '{ n[$1]++ } END { for (f in n) print f, n[f] }' | sort
echo ret
build $(arg proc ret)
{ map entry; map exit; } | awk '{ seen[$2]++; n++ } END { for (i in seen) if (seen[i] > 1) print "shared"; print (n > 6 ? "enough" : n) }'

echo unique
build $(arg cbr entry unique=cbr:100 unique=entry:7) >next
sed "s/^cbr $((100 + $(map cbr | wc -l)))\$/cbr/" next
map cbr | head -n 1; map entry

echo only, exclude
build $(arg entry 'only=parse_*'); map entry | cut -d' ' -f1
build $(arg entry 'only=*.c' exclude=main,parse_two); map entry | cut -d' ' -f1
echo 'parse_one main' >list
build $(arg entry only=@list); map entry | cut -d' ' -f1

echo mem
count () { map store | wc -l; }
build -fno-ipa-ra $(arg store mem=none); none=$(count)
build -fno-ipa-ra $(arg store mem=frame); frame=$(count)
build -fno-ipa-ra $(arg store mem=call); call=$(count)
build -fno-ipa-ra $(arg store mem=asm); with_asm=$(count)
build -fno-ipa-ra $(arg store mem=all); all=$(count)
# On other machines a call stores nothing.
calls=$($CC -w -O2 -S prog.c -o - | awk '/^alone:/ { off = 1 } /^[a-z]/ && !/^alone:/ { off = 0 } /\tcall\t/ && !off { n++ } END { print n + 0 }')
[ $((call - none)) -eq "$calls" ] || echo "calls: $calls, reported $((call - none))"
[ "$frame" -gt "$none" ] || echo "no saves in prologues"
[ $((with_asm - none)) -eq 1 ] || echo "asm: $((with_asm - none))"
[ "$all" -ge $((frame + call + with_asm - 2 * none)) ] || echo "all: $all"

>>> out
cycles
cc1: error: halt: option 'cycle' needs the marks of the last scheduling pass; compile with '-O1' or more and '-fschedule-insns2', for a processor that GCC schedules for
exit 1
proc
main 1
parse_one 1
parse_two 1
ret
enough
unique
cbr
entry 10
parse_one 100
parse_one 7
parse_two 8
main 9
only, exclude
parse_one
parse_two
parse_one
parse_one
main
mem
