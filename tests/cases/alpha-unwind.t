# SPDX-License-Identifier: GPL-3.0-or-later
# Alpha: every routine walks the stack, in prologues and epilogues, too, and finds
# main; exceptions pass through instrumented frames whatever routines destroy.

>>> run
machine alpha
set -- "-Os -mcpu=ev67 -fno-omit-frame-pointer"
. "$TESTS/programs/unwind.sh"

>>> out
good
good
good
good
good
