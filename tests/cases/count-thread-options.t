# SPDX-License-Identifier: GPL-3.0-or-later
# count=thread says what the routines would have said, whatever the code is
# compiled for.

>>> x86_64 instructions that it looks for

>>> run
kinds="cbr mbr proc bb load store setlongjmp"
while read -r options; do
  cpu_runs $options || continue
  lib=$LIBHALT
  case $options in *-m32*) lib=${LIBHALT%/*}/32/libhalt.a ;; esac
  for way in "" count=thread; do
    $CC -w $options -fno-ipa-ra -z execstack $PLUGIN $(arg $kinds $way) \
      "$TESTS/programs/features.c" "$lib" -lm -o prog
    HALT_FILE=prof ./prog >"out$way"
    $HALT report --sort=id --top=5000 prog prof >"report$way"
  done
  same out outcount=thread
  diff report reportcount=thread >differences ||
    { echo "$options:"; head differences; }
done <<END
-O0
-O2 -fPIC
-O3 -march=x86-64-v4
-m32 -O2 -fPIC
-m32 -O1 -fno-pie -no-pie
-O2 -fsplit-stack
-Os -mno-red-zone -fnon-call-exceptions -masm=intel
-O2 -ffixed-r11 -ffixed-r10
END
