# SPDX-License-Identifier: MIT
# Alpha's part of the start-up code (unit_start.c): what pots call that C cannot say.

# Pots that verify call it where a routine has changed what its summary does not
# name.
	.section	.text.halt_start,"ax",@progbits
	.globl	__halt_wrong_summary
	.hidden	__halt_wrong_summary
	.ent	__halt_wrong_summary
__halt_wrong_summary:
	.frame	$30, 0, $26, 0
	.prologue	0
	call_pal	0x81
	.end	__halt_wrong_summary
