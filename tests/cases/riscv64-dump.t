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
  echo "$options:" $(sed -n 's/^\t\(lla\)\ta1, .*[^0-9].*\t# KIND/\1/p; s/^\t\(addi\)\ta1, .*\(%[a-z_]*\)(.*\t# KIND/\1 \2/p' dump | sort -u)
  [ "$(sed -n 's/^\t\.option \(push\|pop\)$/\1/p' f.s | tr '\n' ' ')" = "push pop " ] ||
    echo "options of the start-up code"
  sed '/^pot \|^and /d; s/[^\t]# .*//; s/%pcrel_lo([^)]*)/0/' dump | $($CC -print-prog-name=as) - -o pots.o 2>&1 | head -n 3
done <<END
-fpie -fno-section-anchors
-fPIC
-fno-pic -mcmodel=medlow
-fno-pic -mcmodel=medany -mexplicit-relocs
END

>>> out
-fpie -fno-section-anchors: addi %tprel_lo lla
-fPIC: lla
-fno-pic -mcmodel=medlow: addi %lo addi %tprel_lo
-fno-pic -mcmodel=medany -mexplicit-relocs: addi %pcrel_lo addi %tprel_lo
