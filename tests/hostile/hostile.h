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

/* Assembler macro "hostile" of a machine's half, for each routine: its name, the
   function that checks its arguments, and how many there are.  */
#define HOSTILE_ROUTINES \
"	hostile	_record_cbr, hostile_cbr, 2\n" \
"	hostile	_record_mbr, hostile_mbr, 2\n" \
"	hostile	_record_entry, hostile_place, 1\n" \
"	hostile	_record_exit, hostile_place, 1\n" \
"	hostile	_record_setjmp, hostile_setjmp, 2\n" \
"	hostile	_record_longjmp, hostile_longjmp, 3\n" \
"	hostile	_record_load, hostile_load, 3\n" \
"	hostile	_record_store, hostile_store, 3\n" \
"	hostile	_record_block, hostile_place, 1\n" \
"	hostile	_record_cycle, hostile_place, 1\n" \
"	hostile	_record_path_sum_read, hostile_path, 3\n"

#ifndef __ASSEMBLER__
#pragma GCC visibility push(hidden)

/* Events so far.  */
extern unsigned long hostile_events;

/* Say what is wrong, and die by SIGABRT.  */
void hostile_bad (int what) __attribute__ ((noreturn));

/* Check and count one event; called by the machine's half with the routine's
   own arguments.  */
void hostile_cbr (unsigned long cond, unsigned long id);
void hostile_mbr (unsigned long index, unsigned long id);
void hostile_place (unsigned long id);
void hostile_setjmp (unsigned long buf, unsigned long id);
void hostile_longjmp (unsigned long buf, unsigned long status,
		      unsigned long id);
void hostile_load (long bytes, unsigned long ea, unsigned long id);
void hostile_store (long bytes, unsigned long ea, unsigned long id);
void hostile_path (unsigned long path_sum, unsigned long id,
		   unsigned long proc_id);
void hostile_startup (void);

#pragma GCC visibility pop
#endif

#endif
