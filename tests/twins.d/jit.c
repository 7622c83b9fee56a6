/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A program's twin, made by libgccjit: a counter on every edge.  */

#include <libgccjit.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>
#include "tests/twins.d/twins.h"

struct maker
{
  const struct twin *t;
  struct twin_counts *counts;
  gcc_jit_context *c;
  gcc_jit_type *none, *word, *integer, *pointer;
  gcc_jit_function *functions[FUNCTIONS], *leave, *quit, *setjmp;
  gcc_jit_function *now;
  gcc_jit_block *blocks[BLOCKS];
  unsigned names;
};

static gcc_jit_lvalue *
at (struct maker *m, gcc_jit_type *type, void *address)
{
  gcc_jit_rvalue *p
    = gcc_jit_context_new_rvalue_from_ptr (m->c, gcc_jit_type_get_pointer (type),
					   address);
  return gcc_jit_rvalue_dereference (p, NULL);
}

static gcc_jit_rvalue *
number (struct maker *m, gcc_jit_type *type, long n)
{
  return gcc_jit_context_new_rvalue_from_long (m->c, type, n);
}

static gcc_jit_rvalue *
binary (struct maker *m, enum gcc_jit_binary_op op, gcc_jit_type *type,
	gcc_jit_rvalue *a, gcc_jit_rvalue *b)
{
  return gcc_jit_context_new_binary_op (m->c, NULL, op, type, a, b);
}

static void
count (struct maker *m, gcc_jit_block *block, uint64_t *counter)
{
  gcc_jit_block_add_assignment_op (block, NULL, at (m, m->word, counter),
				   GCC_JIT_BINARY_OP_PLUS,
				   number (m, m->word, 1));
}

/* A new block that counts way K of block B of function F and goes there.  */
static gcc_jit_block *
way (struct maker *m, uint32_t f, uint32_t b, uint32_t k)
{
  char name[32];
  snprintf (name, sizeof name, "way%u", m->names++);
  gcc_jit_block *block = gcc_jit_function_new_block (m->now, name);
  count (m, block, &m->counts->ways[f][b][k]);
  gcc_jit_block_end_with_jump (block, NULL,
			       m->blocks[m->t->functions[f].blocks[b].ways[k]]);
  return block;
}

/* Change *P, an integer, by N.  */
static void
change (struct maker *m, gcc_jit_block *block, gcc_jit_type *type, void *p,
	long n)
{
  gcc_jit_block_add_assignment_op (block, NULL, at (m, type, p),
				   GCC_JIT_BINARY_OP_PLUS,
				   number (m, type, n));
}

/* The next random number below N, or 0 if the fuel is used up.  */
static gcc_jit_rvalue *
decide (struct maker *m, gcc_jit_block *block, long n)
{
  gcc_jit_lvalue *s = at (m, m->word, &twin_state);
  gcc_jit_block_add_assignment_op (block, NULL, s, GCC_JIT_BINARY_OP_MULT,
				   number (m, m->word, 6364136223846793005));
  gcc_jit_block_add_assignment_op (block, NULL, s, GCC_JIT_BINARY_OP_PLUS,
				   number (m, m->word, 1442695040888963407));
  gcc_jit_rvalue *high
    = binary (m, GCC_JIT_BINARY_OP_RSHIFT, m->word,
	      gcc_jit_lvalue_as_rvalue (s), number (m, m->word, 33));
  return binary (m, GCC_JIT_BINARY_OP_MODULO, m->word, high,
		 number (m, m->word, n));
}

static gcc_jit_rvalue *
fuelled (struct maker *m)
{
  gcc_jit_type *type = gcc_jit_context_get_type (m->c, GCC_JIT_TYPE_LONG);
  return gcc_jit_context_new_comparison
    (m->c, NULL, GCC_JIT_COMPARISON_GT,
     gcc_jit_lvalue_as_rvalue (at (m, type, &twin_fuel)),
     number (m, type, 0));
}

static void
end_if (struct maker *m, uint32_t f, uint32_t b, gcc_jit_block *block)
{
  const struct twin_block *tb = m->t->functions[f].blocks + b;
  gcc_jit_type *flag = gcc_jit_context_get_type (m->c, GCC_JIT_TYPE_BOOL);
  gcc_jit_rvalue *low = gcc_jit_context_new_comparison
    (m->c, NULL, GCC_JIT_COMPARISON_LT, decide (m, block, 8),
     number (m, m->word, tb->bias));
  change (m, block, gcc_jit_context_get_type (m->c, GCC_JIT_TYPE_LONG),
	  &twin_fuel, -1);
  gcc_jit_block_end_with_conditional
    (block, NULL, binary (m, GCC_JIT_BINARY_OP_BITWISE_AND, flag, low,
			  fuelled (m)),
     way (m, f, b, 1), way (m, f, b, 0));
}

static void
end_switch (struct maker *m, uint32_t f, uint32_t b, gcc_jit_block *block)
{
  const struct twin_block *tb = m->t->functions[f].blocks + b;
  gcc_jit_case *cases[INDICES];
  int n = 0;
  gcc_jit_rvalue *index = decide (m, block, INDICES);
  change (m, block, gcc_jit_context_get_type (m->c, GCC_JIT_TYPE_LONG),
	  &twin_fuel, -1);
  index = binary (m, GCC_JIT_BINARY_OP_MULT, m->word, index,
		  gcc_jit_context_new_cast (m->c, NULL, fuelled (m),
					    m->word));
  for (uint32_t i = 0; i < INDICES; i++)
    if (tb->index[i] + 1 < tb->n_ways)
      {
	gcc_jit_rvalue *value = number (m, m->word, i);
	cases[n++] = gcc_jit_context_new_case (m->c, value, value,
					       way (m, f, b, tb->index[i]));
      }
  gcc_jit_block_end_with_switch (block, NULL, index,
				 way (m, f, b, tb->n_ways - 1), n, cases);
}

extern char twin_buffers[];

static void
end_setjmp (struct maker *m, uint32_t f, uint32_t b, gcc_jit_block *block)
{
  gcc_jit_type *byte = gcc_jit_context_get_type (m->c, GCC_JIT_TYPE_CHAR);
  change (m, block, m->integer, &twin_top, 1);
  gcc_jit_rvalue *offset
    = binary (m, GCC_JIT_BINARY_OP_MULT, m->integer,
	      gcc_jit_lvalue_as_rvalue (at (m, m->integer, &twin_top)),
	      number (m, m->integer, 200));
  gcc_jit_lvalue *buffer = gcc_jit_context_new_array_access
    (m->c, NULL, gcc_jit_context_new_rvalue_from_ptr
     (m->c, gcc_jit_type_get_pointer (byte), twin_buffers), offset);
  gcc_jit_rvalue *address
    = gcc_jit_context_new_cast (m->c, NULL,
				gcc_jit_lvalue_get_address (buffer, NULL),
				m->pointer);
  gcc_jit_rvalue *again
    = gcc_jit_context_new_call (m->c, NULL, m->setjmp, 1, &address);
  gcc_jit_block_end_with_conditional
    (block, NULL, gcc_jit_context_new_comparison
     (m->c, NULL, GCC_JIT_COMPARISON_NE, again, number (m, m->integer, 0)),
     way (m, f, b, 1), way (m, f, b, 0));
}

static void
make_block (struct maker *m, uint32_t f, uint32_t b)
{
  const struct twin_block *tb = m->t->functions[f].blocks + b;
  gcc_jit_block *block = m->blocks[b];
  count (m, block, &m->counts->begun[f][b]);
  if (tb->calls >= 0)
    gcc_jit_block_add_eval (block, NULL, gcc_jit_context_new_call
			    (m->c, NULL, m->functions[tb->calls], 0, NULL));
  if (tb->leaves)
    gcc_jit_block_add_eval (block, NULL, gcc_jit_context_new_call
			    (m->c, NULL, m->leave, 0, NULL));
  switch (tb->end)
    {
    case END_GOTO:
      gcc_jit_block_end_with_jump (block, NULL, way (m, f, b, 0));
      break;
    case END_IF:
      end_if (m, f, b, block);
      break;
    case END_SWITCH:
      end_switch (m, f, b, block);
      break;
    case END_SETJMP:
      end_setjmp (m, f, b, block);
      break;
    case END_EXIT:
      gcc_jit_block_add_eval (block, NULL, gcc_jit_context_new_call
			      (m->c, NULL, m->quit, 0, NULL));
      gcc_jit_block_end_with_void_return (block, NULL);
      break;
    case END_RETURN:
      if (m->t->functions[f].sets)
	change (m, block, m->integer, &twin_top, -1);
      gcc_jit_block_end_with_void_return (block, NULL);
      break;
    }
}

static void
make_function (struct maker *m, uint32_t f)
{
  char name[32];
  m->now = m->functions[f];
  for (uint32_t b = 0; b < m->t->functions[f].n_blocks; b++)
    {
      snprintf (name, sizeof name, "block%u", b);
      m->blocks[b] = gcc_jit_function_new_block (m->now, name);
    }
  for (uint32_t b = 0; b < m->t->functions[f].n_blocks; b++)
    make_block (m, f, b);
}

static gcc_jit_function *
declare (struct maker *m, const char *name, gcc_jit_type *type, int n,
	 gcc_jit_param **params, enum gcc_jit_function_kind kind)
{
  return gcc_jit_context_new_function (m->c, NULL, kind, type, name, n, params,
				       0);
}

static gcc_jit_result *
make_all (struct maker *m)
{
  gcc_jit_context *c = m->c;
  m->none = gcc_jit_context_get_type (c, GCC_JIT_TYPE_VOID);
  m->word = gcc_jit_context_get_type (c, GCC_JIT_TYPE_UNSIGNED_LONG);
  m->integer = gcc_jit_context_get_type (c, GCC_JIT_TYPE_INT);
  m->pointer = gcc_jit_context_get_type (c, GCC_JIT_TYPE_VOID_PTR);
  gcc_jit_param *buffer
    = gcc_jit_context_new_param (c, NULL, m->pointer, "buffer");
  m->leave = declare (m, "twin_leave", m->none, 0, NULL,
		      GCC_JIT_FUNCTION_IMPORTED);
  m->quit = declare (m, "twin_exit", m->none, 0, NULL,
		     GCC_JIT_FUNCTION_IMPORTED);
  m->setjmp = declare (m, "_setjmp", m->integer, 1, &buffer,
		       GCC_JIT_FUNCTION_IMPORTED);
  for (uint32_t i = 0; i < m->t->n_functions; i++)
    {
      char name[32];
      snprintf (name, sizeof name, "twin_f%u", i);
      m->functions[i] = declare (m, name, m->none, 0, NULL,
				 GCC_JIT_FUNCTION_EXPORTED);
    }
  for (uint32_t i = 0; i < m->t->n_functions; i++)
    make_function (m, i);
  gcc_jit_context_set_int_option (c, GCC_JIT_INT_OPTION_OPTIMIZATION_LEVEL, 0);
  gcc_jit_context_set_bool_allow_unreachable_blocks (c, 1);
  return gcc_jit_context_compile (c);
}

bool
twin_count (const struct twin *t, struct twin_counts *counts)
{
  struct maker m = { .t = t };
  m.counts = mmap (NULL, sizeof *counts, PROT_READ | PROT_WRITE,
		   MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  m.c = gcc_jit_context_acquire ();
  gcc_jit_result *result = make_all (&m);
  void (*f) (void) = NULL;
  int status = 1;
  if (result)
    *(void **) &f = gcc_jit_result_get_code (result, "twin_f0");
  if (f)
    {
      pid_t child = fork ();
      if (child == 0)
	{
	  twin_drive (f);
	  _exit (0);
	}
      waitpid (child, &status, 0);
    }
  memcpy (counts, m.counts, sizeof *counts);
  munmap (m.counts, sizeof *counts);
  if (result)
    gcc_jit_result_release (result);
  gcc_jit_context_release (m.c);
  return status == 0;
}
