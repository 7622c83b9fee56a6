# SPDX-License-Identifier: GPL-3.0-or-later
# Pots and the sanitizers' own checks live beside each other.

>>> run
for sanitizer in address undefined thread; do
  both -O1 -fsanitize=$sanitizer -z execstack "$TESTS/features.c"
done
both -O0 -fsanitize=address,undefined -z execstack "$TESTS/features.c"
