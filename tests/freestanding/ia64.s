// SPDX-License-Identifier: GPL-3.0-or-later
// What programs for IA-64 without a C library have that C cannot say: the start,
// system calls, setjmp and longjmp.  The numbers of the calls are in libc.h.

	.text

// The kernel leaves 16 bytes of scratch below argc; gp is found from here.
	.global	_start#
	.proc	_start#
_start:
	.prologue
	.save	rp, r0
	.body
	alloc	r2 = ar.pfs, 0, 0, 1, 0
	movl	r3 = 0x9804c0270033f
	adds	out0 = 16, sp
	;;
	mov	ar.fpsr = r3
1:	mov	r9 = ip
	movl	gp = @gprel(1b)
	;;
	sub	gp = r9, gp
	br.call.sptk.many b0 = freestanding_start#
	;;
	break	0
	.endp	_start#

// long freestanding_call (long number, long, long, long, long, long, long):
// what the kernel returns, an error negated.
	.global	freestanding_call#
	.proc	freestanding_call#
freestanding_call:
	.prologue
	alloc	r2 = ar.pfs, 7, 0, 6, 0
	.body
	mov	r15 = in0
	mov	out0 = in1
	mov	out1 = in2
	mov	out2 = in3
	mov	out3 = in4
	mov	out4 = in5
	mov	out5 = in6
	;;
	break	0x100000
	;;
	cmp.eq	p6, p0 = -1, r10
	;;
(p6)	sub	r8 = r0, r8
	br.ret.sptk.many b0
	.endp	freestanding_call#

// The register stack is in memory up to this frame when setjmp returns; longjmp
// lets it begin again where it was, so that the return loads the caller's
// registers from there.  Offsets: 0 sp, 8 gp, 16 b0-b5, 64 ar.pfs, 72 ar.bsp,
// 80 ar.rnat, 88 ar.unat, 96 pr, 104 ar.lc, 112 ar.fpsr, 120 ar.unat of the
// spills, 128 r4-r7, 160 f2-f5, 224 f16-f31; 480 bytes.
	.global	setjmp#, _setjmp#
	.proc	setjmp#
setjmp:
_setjmp:
	.prologue
	alloc	r2 = ar.pfs, 1, 0, 0, 0
	.body
	flushrs
	mov	r3 = ar.unat
	adds	r14 = 128, in0
	;;
	st8.spill [r14] = r4, 8
	;;
	st8.spill [r14] = r5, 8
	;;
	st8.spill [r14] = r6, 8
	;;
	st8.spill [r14] = r7, 8
	;;
	stf.spill [r14] = f2, 16
	mov	r15 = ar.unat
	;;
	stf.spill [r14] = f3, 16
	;;
	stf.spill [r14] = f4, 16
	;;
	stf.spill [r14] = f5, 16
	;;
	.irp	r, 16,17,18,19,20,21,22,23,24,25,26,27,28,29,30,31
	stf.spill [r14] = f\r, 16
	;;
	.endr
	mov	r14 = in0
	;;
	st8	[r14] = sp, 8
	;;
	st8	[r14] = gp, 8
	.irp	b, 0,1,2,3,4,5
	mov	r16 = b\b
	;;
	st8	[r14] = r16, 8
	;;
	.endr
	st8	[r14] = r2, 8
	mov	r16 = ar.bsp
	;;
	st8	[r14] = r16, 8
	mov	r16 = ar.rnat
	;;
	st8	[r14] = r16, 8
	;;
	st8	[r14] = r3, 8
	mov	r16 = pr
	;;
	st8	[r14] = r16, 8
	mov	r16 = ar.lc
	;;
	st8	[r14] = r16, 8
	mov	r16 = ar.fpsr
	;;
	st8	[r14] = r16, 8
	;;
	st8	[r14] = r15, 8
	mov	ar.unat = r3
	mov	r8 = 0
	br.ret.sptk.many b0
	.endp	setjmp#

	.global	longjmp#, _longjmp#
	.proc	longjmp#
longjmp:
_longjmp:
	.prologue
	alloc	r2 = ar.pfs, 2, 0, 0, 0
	.body
	mov	r14 = in0
	mov	r8 = in1
	cmp4.eq	p6, p0 = 0, in1
	;;
(p6)	mov	r8 = 1
	adds	r15 = 120, r14
	adds	r17 = 72, r14
	adds	r18 = 80, r14
	;;
	ld8	r16 = [r15], 8
	ld8	r17 = [r17]
	ld8	r18 = [r18]
	;;
	mov	ar.unat = r16
	;;
	ld8.fill r4 = [r15], 8
	;;
	ld8.fill r5 = [r15], 8
	;;
	ld8.fill r6 = [r15], 8
	;;
	ld8.fill r7 = [r15], 8
	;;
	ldf.fill f2 = [r15], 16
	;;
	ldf.fill f3 = [r15], 16
	;;
	ldf.fill f4 = [r15], 16
	;;
	ldf.fill f5 = [r15], 16
	;;
	.irp	r, 16,17,18,19,20,21,22,23,24,25,26,27,28,29,30,31
	ldf.fill f\r = [r15], 16
	;;
	.endr
	ld8	sp = [r14], 8
	;;
	ld8	gp = [r14], 8
	;;
	.irp	b, 0,1,2,3,4,5
	ld8	r16 = [r14], 8
	;;
	mov	b\b = r16
	.endr
	ld8	r16 = [r14], 24
	;;
	mov	ar.pfs = r16
	ld8	r16 = [r14], 8
	;;
	mov	ar.unat = r16
	ld8	r16 = [r14], 8
	;;
	mov	pr = r16, -1
	ld8	r16 = [r14], 8
	;;
	mov	ar.lc = r16
	ld8	r16 = [r14], 8
	;;
	mov	ar.fpsr = r16
	;;
	flushrs
	;;
	mov	r19 = ar.rsc
	;;
	dep	r20 = 0, r19, 0, 2
	;;
	dep	r20 = 0, r20, 16, 14
	;;
	mov	ar.rsc = r20
	;;
	loadrs
	;;
	mov	ar.bspstore = r17
	;;
	mov	ar.rnat = r18
	;;
	mov	ar.rsc = r19
	invala
	br.ret.sptk.many b0
	.endp	longjmp#
