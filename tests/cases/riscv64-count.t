# SPDX-License-Identifier: GPL-3.0-or-later
# RISC-V: what is counted in line is what routines count, by one thread, by many, and
# in a shared object; paths are numbered as ever.

>>> run
machine riscv64
. "$TESTS/programs/counted.sh"

>>> out
4984 4984
4984 4984
4984 4984
4984 4984
4 functions with paths, 4 executed
