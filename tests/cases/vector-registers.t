# SPDX-License-Identifier: GPL-3.0-or-later
# Vector and mask registers that are live across a branch keep their whole
# width, as far as the processor has it.

>>> x86_64 what it compiles

>>> run
for level in x86-64-v2 x86-64-v3 x86-64-v4; do
  cpu_runs -march=$level || continue
  both -O3 -march=$level -mprefer-vector-width=512 -z execstack "$TESTS/programs/features.c"
  both -O2 -ftree-vectorize -march=$level -ffast-math -z execstack "$TESTS/programs/features.c"
done
