# SPDX-License-Identifier: GPL-3.0-or-later
# Pots and the sanitizers' own checks live beside each other.

>>> run
# Trampolines are on the stack, which is to be where -z execstack counts.
export ASAN_OPTIONS=detect_stack_use_after_return=0
for sanitizer in address undefined thread; do
  both -O1 -fsanitize=$sanitizer -z execstack "$TESTS/programs/features.c"
done
both -O0 -fsanitize=address,undefined -z execstack "$TESTS/programs/features.c"
