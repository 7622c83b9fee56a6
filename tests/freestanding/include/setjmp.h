/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef _SETJMP_H
#define _SETJMP_H 1
typedef struct { long words[64]; } __attribute__ ((aligned (16))) jmp_buf[1];
int setjmp (jmp_buf) __attribute__ ((returns_twice));
int _setjmp (jmp_buf) __attribute__ ((returns_twice));
void longjmp (jmp_buf, int) __attribute__ ((noreturn));
void _longjmp (jmp_buf, int) __attribute__ ((noreturn));
#define setjmp(buffer) _setjmp (buffer)
#endif
