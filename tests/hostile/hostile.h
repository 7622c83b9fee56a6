/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Between hostile.c and the machines' own halves of it.  */

#ifndef HOSTILE_H
#define HOSTILE_H 1

/* What can be wrong when a routine is called.  */
#define HOSTILE_STACK 0
#define HOSTILE_FLAGS 1
#define HOSTILE_X87 2
#define HOSTILE_COND 3
#define HOSTILE_ID 4
#define HOSTILE_STARTUP 5
#define HOSTILE_INDEX 6
#define HOSTILE_BYTES 7
#define HOSTILE_NAT 8

/* How many arguments a routine has, by the column `args' of kinds.def.  */
#define HOSTILE_WORDS_START "0"
#define HOSTILE_WORDS_NONE "1"
#define HOSTILE_WORDS_CONDITION "2"
#define HOSTILE_WORDS_INDEX "2"
#define HOSTILE_WORDS_BUFFER "2"
#define HOSTILE_WORDS_JUMP "3"
#define HOSTILE_WORDS_CALLEE "2"
#define HOSTILE_WORDS_ACCESS "3"
#define HOSTILE_WORDS_PATH "3"
#if __SIZEOF_LONG__ == 8
# define HOSTILE_WORDS_VALUE "2"
#else
# define HOSTILE_WORDS_VALUE "3"
#endif

#ifndef __ASSEMBLER__
#pragma GCC visibility push(hidden)

/* Events so far.  */
extern unsigned long hostile_events;

/* Say what is wrong, and die by SIGABRT.  */
void hostile_bad (int what) __attribute__ ((noreturn));

#pragma GCC visibility pop
#endif

#endif
