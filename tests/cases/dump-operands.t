# SPDX-License-Identifier: GPL-3.0-or-later
# dump=pot prints addresses as GCC does, those that only the machine knows too (of
# the global offset table, of thread-local variables), changes no code, and what
# it prints is assembler.

>>> x86_64 names of relocations

>>> f.c
extern int ext (void), var;
extern __thread int other __attribute__ ((tls_model ("initial-exec")));
static __thread int local;
static int own;
struct { int a[4]; } set;
void f (int (**p) (void)) { *p = ext; }
int g (int n) { return var + ++own + ++local + other + set.a[2] + set.a[n]; }

>>> run
# One symbol longer than any buffer.
name=$(printf 'x%.0s' $(seq 700))
echo "extern int $name; int h (void) { return $name; }" >>f.c
while read -r word options; do
  $CC -O1 $options $PLUGIN $(arg load store dump=pot) -S f.c -o dumped.s 2>dump ||
    sed -n "s/.*error:/$word $options:/p" dump
  $CC -O1 $options $PLUGIN $(arg load store) -S f.c -o f.s
  same f.s dumped.s
  echo $word $options: $(sed -n 's/.* ea=\([^ +:]*[a-z][^ :]*\)+0.*/\1/p' dump | sed "s/$name/long/" | sort -u)
  # Every pot by itself.
  sed '/^pot /s/.*/;/; /^# /d; /^and /d' dump | as --$word - -o pots.o 2>&1 | head -n 3
done <<END
64 -fpie
64 -fPIC
64 -fno-pic
64 -fno-pic -fno-plt
64 -fPIC -masm=intel
64 -fPIC -mcmodel=medium
32 -m32 -fpie
32 -m32 -fPIC
32 -m32 -fno-pic
32 -m32 -fno-pic -fno-plt
END
>>> out
64 -fpie: ext@GOTPCREL local@tpoff long own var
64 -fPIC: ext@GOTPCREL local@dtpoff long@GOTPCREL own set@GOTPCREL var@GOTPCREL
64 -fno-pic: local@tpoff long own set set+8 var
64 -fno-pic -fno-plt: ext@GOTPCREL local@tpoff long own set set+8 var
64 -fPIC -masm=intel: ext@GOTPCREL local@dtpoff long@GOTPCREL own set@GOTPCREL var@GOTPCREL
64 -fPIC -mcmodel=medium: ext@GOTPCREL local@dtpoff long@GOTPCREL own set@GOTPCREL var@GOTPCREL
32 -m32 -fpie: ext@GOT local@ntpoff long@GOT own@GOTOFF set@GOTOFF var@GOT
32 -m32 -fPIC: ext@GOT long@GOT own@GOTOFF set@GOT var@GOT
32 -m32 -fno-pic: local@ntpoff long own set set+8 var
32 -m32 -fno-pic -fno-plt: ext@GOT local@ntpoff long own set set+8 var
