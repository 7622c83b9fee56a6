# SPDX-License-Identifier: GPL-3.0-or-later
# features.c has a bit of everything that makes frames, flags or registers
# special.  Compiled with every option that changes how, and with routines that
# destroy all they may, it computes the same.

>>> x86_64 what it compiles

>>> rest

>>> run
while read -r options; do
  both $options -z execstack "$TESTS/programs/features.c"
done <<END
-O0
-O1
-O2
-O3
-Os
-Og
-O2 -g
-O0 -fPIC -pie
-O2 -fPIC -pie
-O2 -fno-pic -no-pie
-O2 -static
-O2 -fno-omit-frame-pointer
-O2 -masm=intel
-O2 -fcf-protection=full
-O2 -fno-asynchronous-unwind-tables
-O2 -fstack-protector-all -fstack-clash-protection
-O2 -fno-plt
-O2 -pg
END
