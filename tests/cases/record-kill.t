# SPDX-License-Identifier: GPL-3.0-or-later
# record-ends.t's SIGKILL at two hundred random moments: what was recorded is each time
# what a whole recording begins with.

>>> on aarch64 riscv64

>>> all

>>> run
recording
setarch -R true 2>/dev/null || skip "no setarch -R here"
$CC -w -O2 $PLUGIN $(arg cbr load routines=$lib) "$TESTS/programs/record-kill.c" "$lib" $zstd -o kill
python3 "$TESTS/programs/record-kill.py" 200 $RUN ./kill

>>> out
killed 200 times, several lengths
