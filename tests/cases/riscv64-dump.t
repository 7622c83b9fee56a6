# SPDX-License-Identifier: GPL-3.0-or-later
# RISC-V: dump=pot prints addresses with their relocations, as GCC does, or symbols where it
# writes macros, and changes no code; options of the start-up code hold for that alone.

>>> f.c
static __thread int local;
static int own, more[9];
int g (void) { more[3]--; return ++own + ++local; }
int h (void) { return more[4]; }

>>> run
machine riscv64
while read -r options; do
  $CC -O2 $options $PLUGIN $(arg load store dump=pot) -S f.c -o dumped.s 2>dump ||
    sed -n "s/.*error://p" dump
  $CC -O2 $options $PLUGIN $(arg load store) -S f.c -o f.s
  same f.s dumped.s
  echo "$options:" $(sed -n 's/^\t\(lla\|addi\)\ta1, \(.*\)\t# KIND/\1 \2/p' dump | grep -v ' [0-9]*$' | sort -u)
  [ "$(sed -n 's/^\t\.option \(push\|pop\)$/\1/p' f.s | tr '\n' ' ')" = "push pop " ] ||
    echo "options of the start-up code"
  sed '/^pot \|^and /d; s/[^\t]# .*//; s/%pcrel_lo([^)]*)/0/' dump | ${CC%-gcc*}-as - -o pots.o 2>&1 | head -n 3
done <<END
-fpie -fno-section-anchors
-fPIC
-fno-pic -mcmodel=medlow
-fno-pic -mcmodel=medany -mexplicit-relocs
END

>>> out
-fpie -fno-section-anchors: addi a4, %tprel_lo(local) lla more+16
-fPIC: lla .LANCHOR0+16
-fno-pic -mcmodel=medlow: addi a1, %lo(own) addi a4, %tprel_lo(local) addi a5, %lo(.LANCHOR0+16)
-fno-pic -mcmodel=medany -mexplicit-relocs: addi a3, %pcrel_lo(.LA3) addi a4, %tprel_lo(local) addi a5, %pcrel_lo(.LA2)
