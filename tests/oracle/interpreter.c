/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A small interpreter that dispatches by computed goto, running a program that
   finds primes by trial division.  */

#include <stdio.h>

enum { PUSH, LOAD, STORE, ADD, MOD, MUL, LESS, ZERO, JUMP, JUMP_IF, COUNT, END };

static const int program[] = {
  /*  0 */ PUSH, 2, STORE, 0,			/* n = 2 */
  /*  4 */ PUSH, 2, STORE, 1,			/* d = 2 */
  /*  8 */ LOAD, 0, LOAD, 1, LOAD, 1, MUL, LESS, /* n < d * d ? */
  /* 16 */ JUMP_IF, 37,
  /* 18 */ LOAD, 0, LOAD, 1, MOD, ZERO,		/* n % d == 0 ? */
  /* 24 */ JUMP_IF, 38,
  /* 26 */ LOAD, 1, PUSH, 1, ADD, STORE, 1,	/* d++ */
  /* 33 */ JUMP, 8, END, END,
  /* 37 */ COUNT,
  /* 38 */ LOAD, 0, PUSH, 1, ADD, STORE, 0,	/* n++ */
  /* 45 */ LOAD, 0, PUSH, 100, LESS,
  /* 50 */ JUMP_IF, 4,
  /* 52 */ END,
};

static int
run (const int *pc)
{
  static const void *const at[] = {
    &&push, &&load, &&store, &&add, &&mod, &&mul, &&less, &&zero, &&jump,
    &&jump_if, &&count, &&end,
  };
  const int *start = pc;
  int stack[16], *sp = stack, vars[4] = { 0 }, counted = 0;
#define NEXT goto *at[*pc++]
  NEXT;
push:
  *sp++ = *pc++;
  NEXT;
load:
  *sp++ = vars[*pc++];
  NEXT;
store:
  vars[*pc++] = *--sp;
  NEXT;
add:
  sp--;
  sp[-1] += sp[0];
  NEXT;
mod:
  sp--;
  sp[-1] = sp[0] ? sp[-1] % sp[0] : -1;
  NEXT;
mul:
  sp--;
  sp[-1] *= sp[0];
  NEXT;
less:
  sp--;
  sp[-1] = sp[-1] < sp[0];
  NEXT;
zero:
  sp[-1] = !sp[-1];
  NEXT;
jump:
  pc = start + *pc;
  NEXT;
jump_if:
  if (*--sp)
    pc = start + *pc;
  else
    pc++;
  NEXT;
count:
  if (++counted % 10 == 0)
    vars[2] += vars[0];
  NEXT;
end:
  return counted + vars[2];
}

int
main (void)
{
  printf ("%d\n", run (program));
  return 0;
}
