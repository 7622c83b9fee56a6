/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Random programs that exist twice: as C for the plugin, and as code that
   libgccjit makes, with a counter on every edge.

     make.c   a seed   -> a program; its C
     jit.c    a program -> its twin, run: the counts
     match.c  what ghalt says of the C -> the program's blocks and edges
     main.c   the command
     run.c    what both call, and main of the C  */

#ifndef TWINS_H
#define TWINS_H 1

#include <stdbool.h>
#include <stdint.h>

enum { FUNCTIONS = 4, BLOCKS = 16, WAYS = 12, SEEDS = 6, INDICES = 16 };

enum ending { END_GOTO, END_IF, END_SWITCH, END_SETJMP, END_RETURN, END_EXIT };

/* Way 0 leads nearer to the function's end.  */
struct twin_block
{
  enum ending end;
  uint32_t n_ways;
  uint32_t ways[WAYS];
  uint32_t index[INDICES];	/* END_SWITCH: the way of each index; the last
				   way is the default */
  uint32_t bias;		/* END_IF: way 1 is taken, of 8 times */
  int calls;			/* a function, or -1 */
  bool leaves;			/* calls what may not return */
};

struct twin_function
{
  uint32_t n_blocks;
  bool sets;			/* ends its first block in setjmp */
  struct twin_block blocks[BLOCKS];
};

struct twin_counts
{
  uint64_t begun[FUNCTIONS][BLOCKS];
  uint64_t ways[FUNCTIONS][BLOCKS][WAYS];
};

struct twin
{
  uint64_t seed;
  bool lossy;
  uint32_t n_functions;
  struct twin_function functions[FUNCTIONS];
};

/* Lines of the C: the head of a block, one more its body.  */
enum { LINE_NONE = 1, LINE_FIRST = 10 };

static inline uint32_t
twin_line (uint32_t block)
{
  return LINE_FIRST + 10 * block;
}

void twin_make (struct twin *t, uint64_t seed);
void twin_print (const struct twin *t);

/* Run T's twin.  False if it cannot be made.  */
bool twin_count (const struct twin *t, struct twin_counts *counts);

/* Compare PROGRAM and its PROFILE with COUNTS.  LINES: the lines of its code
   can be trusted.  Prints what differs.  */
struct twin_result
{
  uint64_t compared, different, unknown, unmapped;	/* with the twin */
  uint64_t checked;		/* against what was measured directly */
  uint64_t edges, edges_unknown;	/* of programs that lose nothing, from
					   what should tell all */
};

bool twin_compare (const struct twin *t, const struct twin_counts *counts,
		   const char *name, const char *program,
		   const char *profile, bool lines, struct twin_result *r);

/* run.c: the state of a run.  */
extern unsigned long twin_state;
extern long twin_fuel;
extern int twin_top;
void twin_leave (void);
void twin_exit (void) __attribute__ ((noreturn));
void twin_drive (void (*f) (void));

#endif /* TWINS_H */
