# SPDX-License-Identifier: GPL-3.0-or-later
# RISC-V: points are off until they are switched on, by name; then they report what ordinary
# points do, also in a shared object; off again the code is what it was, byte for byte.

>>> run
machine riscv64
set -- '-O3 -march=rv64g' '-O2 -mno-relax' '-O2 -Wl,--no-relax'
. "$TESTS/programs/switch.sh"
# A site is one instruction that does nothing, where there is no jump.
riscv64-linux-gnu-objdump -d --no-show-raw-insn prog >code
grep -c '	nop' code | sed 's/^[1-9].*/sites/'

>>> out
4381
halt: HALT_ON: no point has a name like 'exit@digts'; did you mean 'digits'?
4381
entry         2         2      0        2111
exit          9  not recorded
sites
