# SPDX-License-Identifier: GPL-3.0-or-later
# option atom: the object is the plain one, and carries its assembler text; what GCC
# knew of each place is what pots there are made of; `ghalt code' prints it.

>>> x86_64 ghalt atom

>>> two.c
int two (int a) { return a + 2; }
>>> bad.c
int main (void) { return 0; }
>>> run
# The sections that are loaded, and what relocates them.
loaded () { objdump -sr $(for s in .text .text.unlikely .text.startup .rodata .data .eh_frame .gcc_except_table; do echo -j $s; done) $1 2>/dev/null | tail -n +3; }
for program in switches floats recursion; do
  for option in -O0 "-O2 -g" "-O3 -fPIC" "-Os -masm=intel"; do
    source=$TESTS/oracle/$program.c
    $CC -w $option -c $source -o plain.o
    $CC -w $option $PLUGIN $(arg atom) -c $source -o atom.o
    loaded plain.o >plain; loaded atom.o >atom
    same plain atom
    $HALT code --assembler atom.o >again.s
    as again.s -o again.o
    loaded again.o >again
    same plain again
  done
  # What a pot at each branch and load would be told.
  for kind in cbr "load mem=all"; do
    $CC -w -O2 -fno-ipa-ra $PLUGIN $(arg $kind unique=0 dump=pot) -c $source -o pots.o 2>pots >next
    $CC -w -O2 -fno-ipa-ra $PLUGIN $(arg atom) -c $source -o atom.o
    $HALT code atom.o >code
    if [ "$kind" = cbr ]; then
      sed -n 's/^pot cbr routine=[^ ]* id=[0-9]* //p' pots | sort >one
      sed -n 's/^#@before at \(cond=\)/\1/p' code | sort >two
    else
      sed -n 's/^\(pot\|and\) load routine=[^ ]* id=[0-9]* \(bytes=.*\) flags=.*/\2/p' pots | sort >one
      sed -n 's/^#@load //p' code | sort >two
    fi
    test -s one
    # That callers keep the stack aligned is only so where pots have asked for it.
    for f in one two; do sed 's/ misalign=[^ ]*//' $f | sort >$f.sorted; done
    same one.sorted two.sorted
  done
done
# A line of the user's is not taken for one of ours.
printf '%s\n' 'void f (void) { asm ("/* a\n#@end f\n*/ nop"); asm ("#@function x 1 1 x\n#APP"); }' \
  'asm (".section .rodata.x,\"a\"\n.ascii \"a\\\n#@b\"\n.text");' >user.c
$CC -O2 $PLUGIN $(arg atom) -c user.c
code $HALT code --function=x user.o
$HALT code --assembler user.o >again.s
grep '^ *#@' again.s
as again.s -o again.o
objcopy -O binary -j .rodata.x user.o one
objcopy -O binary -j .rodata.x again.o two
same one two
# All units of a program, in archives, too.
$CC -O2 $PLUGIN $(arg atom) -c two.c
ar rc libtwo.a two.o
echo 'int two (int); int main (void) { return two (-2); }' >main.c
$CC -O2 $PLUGIN $(arg atom) main.c libtwo.a -o main
./main
$HALT code main | grep -e '#@source' -e '#@function' -e '#@end'
$HALT code --function='tw*' libtwo.a | grep -c '#@insn'
code $HALT code --function=none main
strip main
code $HALT code main
# Bad input.
code $CC -O2 $PLUGIN $(arg atom cbr) -c bad.c
code $CC -O2 $PLUGIN $(arg atom count) -c bad.c
at=$(grep -abo HALTcode two.o | sed 's/:.*//')
printf 'x' | dd of=two.o bs=1 seek=$((at + 60)) conv=notrunc 2>dd
code $HALT code two.o 2>&1 | sed 's,code: .*,code: why,'
printf '\003' | dd of=two.o bs=1 seek=$((at + 8)) conv=notrunc 2>dd
code $HALT code two.o
>>> out
ghalt: user.o: no function 'x'
exit 2
#@b"
#@end f
#@source main.c
#@function main 1 1 main
#@end main
#@source two.c
#@function two 1 1 two
#@end two
2
ghalt: main: no function 'none'
exit 2
ghalt: main: no assembler text; compile with -fplugin-arg-halt-atom, and do not strip
exit 2
cc1: error: halt: option 'atom' instruments nothing; leave 'cbr' out
exit 1
cc1: error: halt: option 'atom' instruments nothing; leave 'count' out
exit 1
ghalt: two.o: damaged HALT code: why
exit 2
ghalt: two.o: HALT code of version 3; this ghalt knows 2
exit 2
