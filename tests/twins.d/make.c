/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Random programs, and their C.  */

#include <stdio.h>
#include <string.h>
#include "tests/twins.d/twins.h"

static uint64_t state;

static uint32_t
below (uint32_t n)
{
  state ^= state << 13;
  state ^= state >> 7;
  state ^= state << 17;
  return (uint32_t) ((state >> 20) % n);
}

/* A block that comes later: from there the end is nearer.  */
static uint32_t
later (const struct twin_function *f, uint32_t block)
{
  uint32_t rest = f->n_blocks - block - 1;
  return block + 1 + below (rest < 4 ? rest : 4);
}

static void
make_switch (struct twin_block *b)
{
  uint32_t n = b->n_ways - 1;
  for (uint32_t i = 0; i < INDICES; i++)
    b->index[i] = i == 0 ? 0 : below (3) ? below (n) : n;
}

static void
make_block (const struct twin *t, uint32_t number, uint32_t block)
{
  const struct twin_function *f = t->functions + number;
  struct twin_block *b = (struct twin_block *) f->blocks + block;
  uint32_t kind = below (16);
  b->calls = -1;
  if (block + 1 == f->n_blocks)
    {
      b->end = END_RETURN;
      return;
    }
  b->end = kind < 4 ? END_GOTO : kind < 12 ? END_IF : END_SWITCH;
  b->n_ways = b->end == END_GOTO ? 1 : b->end == END_IF ? 2
	      : 2 + below (WAYS - 2);
  if (block == 0 && f->sets)
    {
      b->end = END_SETJMP;
      b->n_ways = 2;
    }
  else if (below (12) == 0)
    {
      b->end = t->lossy && below (3) == 0 ? END_EXIT : END_RETURN;
      b->n_ways = 0;
    }
  b->bias = 1 + below (7);
  for (uint32_t k = 0; k < b->n_ways; k++)
    b->ways[k] = k == 0 || below (3) ? later (f, block)
		 : f->sets + below (f->n_blocks - f->sets);
  if (b->end == END_SWITCH)
    make_switch (b);
  if (below (5) == 0 && number + 1 < t->n_functions)
    b->calls = (int) (number + 1 + below (t->n_functions - number - 1));
  b->leaves = t->lossy && below (5) == 0;
}

void
twin_make (struct twin *t, uint64_t seed)
{
  memset (t, 0, sizeof *t);
  state = seed * 0x9e3779b97f4a7c15ull + 0x1234567;
  for (unsigned i = 0; i < 8; i++)
    below (2);
  t->seed = seed;
  t->lossy = seed % 2;
  t->n_functions = 1 + below (FUNCTIONS);
  for (uint32_t i = 0; i < t->n_functions; i++)
    {
      t->functions[i].n_blocks = 3 + below (BLOCKS - 2);
      t->functions[i].sets = t->lossy && below (3) == 0;
      for (uint32_t b = 0; b < t->functions[i].n_blocks; b++)
	make_block (t, i, b);
    }
}

/* --- C ------------------------------------------------------------------ */

static void
print_end (const struct twin_function *f, const struct twin_block *b)
{
  static const char step[]
    = "twin_state = twin_state * 6364136223846793005ul"
      " + 1442695040888963407ul; twin_fuel = twin_fuel - 1; ";
  switch (b->end)
    {
    case END_GOTO:
      printf ("goto L%u;\n", b->ways[0]);
      break;
    case END_IF:
      printf ("%sif (((twin_state >> 33) %% 8 < %u) & (twin_fuel > 0)) "
	      "goto L%u; goto L%u;\n", step, b->bias, b->ways[1],
	      b->ways[0]);
      break;
    case END_SWITCH:
      printf ("%sswitch ((int) ((twin_state >> 33) %% %u) * (twin_fuel > 0))"
	      " {", step, INDICES);
      for (uint32_t i = 0; i < INDICES; i++)
	if (b->index[i] + 1 < b->n_ways)
	  printf (" case %u: goto L%u;", i, b->ways[b->index[i]]);
      printf (" default: goto L%u; }\n", b->ways[b->n_ways - 1]);
      break;
    case END_SETJMP:
      printf ("twin_top = twin_top + 1; if (_setjmp (twin_buffers[twin_top]))"
	      " goto L%u; goto L%u;\n", b->ways[1], b->ways[0]);
      break;
    case END_RETURN:
      printf ("%sreturn;\n", f->sets ? "twin_top = twin_top - 1; " : "");
      break;
    case END_EXIT:
      printf ("twin_exit ();\n");
      break;
    }
}

void
twin_print (const struct twin *t)
{
  printf ("extern unsigned long twin_state; extern long twin_fuel;\n"
	  "extern volatile int twin_mark; extern int twin_top;\n"
	  "extern long twin_buffers[%u][25];\n"
	  "int _setjmp (long *); void twin_leave (void);\n"
	  "void twin_exit (void) __attribute__ ((noreturn));\n",
	  FUNCTIONS + 2);
  for (uint32_t i = t->n_functions; i-- > 0;)
    {
      const struct twin_function *f = t->functions + i;
      printf ("#line %u\n__attribute__ ((noipa)) void f%u (void) {\n",
	      LINE_NONE, i);
      for (uint32_t k = 0; k < f->n_blocks; k++)
	{
	  const struct twin_block *b = f->blocks + k;
	  printf ("#line %u\nL%u: twin_mark = %u;\n", twin_line (k), k,
		  100 * i + k);
	  printf ("#line %u\n", twin_line (k) + 1);
	  if (b->calls >= 0)
	    printf ("f%d (); ", b->calls);
	  if (b->leaves)
	    printf ("twin_leave (); ");
	  print_end (f, b);
	}
      printf ("#line %u\n}\n", LINE_NONE);
    }
}
