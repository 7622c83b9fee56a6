/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What the oracle of events shares: between its files, and with trace.c,
   which writes down what an instrumented program reports.  */

#ifndef EVENTS_H
#define EVENTS_H 1

#include <stdbool.h>
#include <stdint.h>

/* The manual's numbers.  */
enum event_kind
{
  EVENT_CBR = 1, EVENT_MBR, EVENT_ENTRY, EVENT_EXIT, EVENT_SETJMP,
  EVENT_LONGJMP, EVENT_LOAD, EVENT_STORE, EVENT_BLOCK,
  EVENT_CALL = 14, EVENT_CALLRET, EVENT_KINDS
};

/* What the instrumented program reports.  */
struct record
{
  uint32_t kind, id;
  uint64_t a, b;		/* CBR: cond; MBR: index; LOAD, STORE: address
				   and bytes; SETJMP: buf; LONGJMP: buf and
				   status; CALL: callee */
};

/* What the plain program does.  */
struct event
{
  uint8_t kind;
  uint8_t ordinal;		/* of the loads or stores of an instruction */
  bool pair;			/* LOAD, STORE: of two registers, half and half */
  bool entry;			/* BLOCK: a function is entered, not jumped to */
  uint64_t pc;			/* of the instruction; BLOCK: of its first */
  uint64_t a, b;		/* as in struct record */
  uint64_t table;		/* LOAD: its address without the index, if that
				   is scaled by the size; else 0 */
};

__attribute__ ((noreturn, format (printf, 1, 2)))
void die (const char *format, ...);

/* --- match.c -------------------------------------------------------------- */

/* Compare EVENTS with what is in the file TRACE; print what differs and a line
   of numbers.  DESCRIBE tells what stands at an address, CALLEE where the plain
   program has the function that the instrumented one has at an address.  Return
   the number of differences.  */
unsigned long match (const struct event *events, unsigned long n,
		     const char *trace, const char *(*describe) (uint64_t pc),
		     uint64_t (*callee) (uint64_t address));

#endif /* EVENTS_H */
