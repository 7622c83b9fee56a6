# SPDX-License-Identifier: MIT
# RISC-V's part of the start-up code (unit_start.c): what pots call that C cannot
# say.

# Pots that verify call it where a routine has changed what its summary does not
# name.
	.section	.text.halt_start,"ax",@progbits
	.globl	__halt_wrong_summary
	.hidden	__halt_wrong_summary
	.type	__halt_wrong_summary, @function
__halt_wrong_summary:
	ebreak
	.size	__halt_wrong_summary, .-__halt_wrong_summary
