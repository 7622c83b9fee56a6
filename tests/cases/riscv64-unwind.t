# SPDX-License-Identifier: GPL-3.0-or-later
# RISC-V: every routine walks the stack, in prologues and epilogues, too, and finds
# main; exceptions pass through instrumented frames whatever routines destroy.

>>> run
machine riscv64
set -- "-Os -fno-omit-frame-pointer" "-O2 -static"
. "$TESTS/programs/unwind.sh"

>>> out
good
good
good
good
good
good
