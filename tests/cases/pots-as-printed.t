# SPDX-License-Identifier: GPL-3.0-or-later
# What dump=pot prints is what is in the object: every printed pot, assembled
# by itself, disassembles to instructions that stand in a row in the program.

>>> x86_64 what it compiles

>>> listing.awk
# Disassembly as one line: addresses, comments and targets of calls dropped.
/^ *[0-9a-f]+:\t/ {
  sub (/^[^\t]*\t/, "")
  sub (/ *[#<].*/, "")
  if ($1 == "call")
    $0 = "call"
  gsub (/[ \t]+/, " ")
  printf "%s;", $0
}
END { print "" }

>>> run
list () { objdump -d --no-show-raw-insn "$@" | awk -f listing.awk; }
while read -r options; do
  $CC -w $options $PLUGIN $(arg cbr dump=pot) -c "$TESTS/programs/features.c" -o prog.o 2>dump
  list prog.o >prog.list
  # One file per pot; those with the same code once.
  rm -f pot.*
  awk '/^pot / { n++; next } /^# / { next } n { print >("pot." n ".s") }' dump
  pots=$(ls pot.*.s | wc -l)
  [ $pots -gt 30 ] || echo "$options: $pots pots"
  for pot in $(cksum pot.*.s | sort -u -k1,2 | awk '{ print $3 }'); do
    as $pot -o pot.o
    list pot.o >pot.list
    awk 'FNR == 1 { if (text == "") text = $0; else if (!index (text, ";" $0)) bad = 1 }
	 END { exit bad }' prog.list pot.list ||
      { echo "$options: not in the object:"; cat $pot; break; }
  done
done <<END
-O0
-O2
-O2 -fPIC
-O2 -mno-red-zone -fno-omit-frame-pointer
-O3 -mfpmath=387
-O3 -march=x86-64-v4
END

