# SPDX-License-Identifier: GPL-3.0-or-later
# Processors for which GCC has no plain extension of a byte: their own
# instructions are used.

>>> x86_64 what it compiles

>>> rest

>>> run
for tune in i486 pentium pentium-mmx c3; do
  for level in -O0 -O2; do
    rm -f hostile.o
    hostile -m32
    both -m32 -mtune=$tune $level -z execstack "$TESTS/programs/features.c"
  done
done
