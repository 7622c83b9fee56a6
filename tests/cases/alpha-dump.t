# SPDX-License-Identifier: GPL-3.0-or-later
# Alpha: dump=pot prints addresses with their relocations, as GCC does, and changes
# no code.

>>> f.c
static __thread int local;
static int own;
int g (void) { return ++own + ++local; }

>>> run
machine alpha
while read -r options; do
  $CC -O2 $options $PLUGIN $(arg load store dump=pot) -S f.c -o dumped.s 2>dump ||
    sed -n "s/.*error://p" dump
  $CC -O2 $options $PLUGIN $(arg load store) -S f.c -o f.s
  same f.s dumped.s
  echo "$options:" $(sed -n 's/.*lda.*\(local\|own\)(.*\(!.*\)\t# KIND/\1 \2/p' dump | sort -u)
  sed '/^pot /d; s/[^\t]# .*//' dump | ${CC%-gcc*}-as - -o pots.o 2>&1 | head -n 3
done <<END
-fpie
-fPIC
-fno-pic
END

>>> out
-fpie: local !tprello own !gprel
-fPIC: local !dtprello own !gprellow
-fno-pic: local !tprello own !gprellow
