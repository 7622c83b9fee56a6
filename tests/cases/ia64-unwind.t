# SPDX-License-Identifier: GPL-3.0-or-later
# IA-64: every routine walks the stack with libgcc's unwinder.  From a function's
# entry to its exit each walk finds the same frames, as far as the start; forced
# unwinding passes through instrumented frames whatever routines destroy.

>>> compiled.h
#include <stddef.h>
#include <stdlib.h>
#include <string.h>
#define gcc_assert(what) ((void) ((what) || (abort (), 0)))
#define gcc_unreachable() abort ()
/* That of freestanding programs gives nothing back.  */
#define malloc(size) unwind_malloc (size)
#define free(block) unwind_free (block)
void *unwind_malloc (size_t);
void unwind_free (void *);

>>> find.c
#include <elf.h>
#include <stddef.h>
#include "unwind-ia64.h"

static union block { union block *next; char data[10240]; } blocks[200], *unused;
static int used;

void *
unwind_malloc (size_t size)
{
  union block *b = unused;
  if (size > sizeof b->data || (!b && used == 200))
    return NULL;
  if (!b)
    return &blocks[used++];
  unused = b->next;
  return b;
}

void
unwind_free (void *p)
{
  union block *b = p;
  b->next = unused;
  unused = b;
}

extern const Elf64_Ehdr __ehdr_start __attribute__ ((visibility ("hidden")));

struct unw_table_entry *
_Unwind_FindTableEntry (void *pc, unw_word *base, unw_word *gp, struct unw_table_entry *found)
{
  const Elf64_Phdr *at = (const void *) ((const char *) &__ehdr_start + __ehdr_start.e_phoff);
  const struct unw_table_entry *e = NULL;
  size_t n = 0;
  *base = -1ul;
  for (int i = 0; i < __ehdr_start.e_phnum; i++)
    if (at[i].p_type == PT_LOAD && at[i].p_vaddr < *base)
      *base = at[i].p_vaddr;
    else if (at[i].p_type == 0x70000001)
      {
	e = (const void *) at[i].p_vaddr;
	n = at[i].p_memsz / sizeof *e;
      }
  for (; n > 0; n--, e++)
    if ((unw_word) pc - *base - e->start_offset < e->end_offset - e->start_offset)
      {
	asm ("mov %0 = gp" : "=r" (*gp));
	*found = *e;
	return found;
      }
  return NULL;
}

>>> walk.c
#include <stdio.h>
#include <unwind.h>

void *unwind_malloc (unsigned long);
void unwind_free (void *);
_Unwind_Word _Unwind_GetBSP (struct _Unwind_Context *);

#define DEPTH 100
typedef unsigned long word;
struct frame { word ip, function, sp, bsp; };
struct chain { int n; struct frame f[DEPTH]; };
static struct chain now, *of_function[DEPTH];
static int top, inside;
static unsigned long walks, wrong;

static _Unwind_Reason_Code
frame (struct _Unwind_Context *c, void *unused)
{
  if (now.n == DEPTH)
    return _URC_NORMAL_STOP;
  struct frame *f = &now.f[now.n++];
  f->ip = _Unwind_GetIP (c);
  f->function = (word) _Unwind_FindEnclosingFunction ((void *) f->ip);
  f->sp = _Unwind_GetCFA (c);
  f->bsp = _Unwind_GetBSP (c);
  return _URC_NO_REASON;
}

/* Whether the outer frames of NOW, from number N up, are those of CHAIN; where
   its first function has got to by now, and its stack pointer in a pot, are of no
   interest.  */
static int
are_same (const struct chain *chain, int n)
{
  for (int i = 0; i < chain->n; i++)
    if (now.f[n + i].function != chain->f[i].function
	|| now.f[n + i].bsp != chain->f[i].bsp
	|| (i && (now.f[n + i].ip != chain->f[i].ip
		  || now.f[n + i].sp != chain->f[i].sp)))
      return 0;
  return 1;
}

enum { ANYWHERE, ENTRY, EXIT };

/* The first frames are this and the routine that called it.  */
static void __attribute__ ((noipa))
walk (int where)
{
  if (inside)
    return;
  inside = 1;
  now.n = 0;
  int status = _Unwind_Backtrace (frame, 0);
  struct chain *outer = top ? of_function[top - 1] : NULL;
  int n = now.n - (outer ? outer->n : 0);
  /* A block begins in front of an entry.  */
  int good = status == _URC_END_OF_STACK
	     && (!outer ? n > 4 : n >= 2 && are_same (outer, n));
  if (where == ENTRY)
    {
      struct chain *c = of_function[top++] = unwind_malloc (sizeof *c);
      c->n = now.n - 2;
      for (int i = 0; i < c->n; i++)
	c->f[i] = now.f[i + 2];
      good &= n > 2;
    }
  if (where == EXIT)
    {
      good &= n == 2;
      unwind_free (of_function[--top]);
    }
  walks++;
  wrong += !good;
  inside = 0;
}

#define ROUTINE(name, where, ...) void name (__VA_ARGS__) { walk (where); asm (""); }
ROUTINE (_record_cbr, ANYWHERE, word a, word b)
ROUTINE (_record_mbr, ANYWHERE, word a, word b)
ROUTINE (_record_entry, ENTRY, word a)
ROUTINE (_record_exit, EXIT, word a)
ROUTINE (_record_block, ANYWHERE, word a)
ROUTINE (_record_cycle, ANYWHERE, word a)
ROUTINE (_record_load, ANYWHERE, long a, word b, word c)
ROUTINE (_record_store, ANYWHERE, long a, word b, word c)

__attribute__ ((destructor)) static void
end (void)
{
  printf ("%s, %lu wrong, %d open\n", walks < 500 ? "few walks" : "walked", wrong, top);
}

>>> prog.c
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#define N __attribute__ ((noipa))

N int leaf (int a) { return a & 1 ? a * 3 : a; }

N int
sum (int *p, int n)
{
  int s = 0;
  for (int i = 0; i < n; i++)
    s += p[i];
  return s;
}

N double fleaf (double a, double b, double c) { return a > b ? a * c : b / c; }

N double
many (double *p, int n)
{
  double a = p[0], b = p[1], c = p[2], d = p[3], e = p[4], f = p[5], g = p[6];
  for (int i = 0; i < n; i++)
    {
      double t = a;
      a = b * c + d, b = c - e, c = d * f, d = e + g, e = f * t, f = g - t;
      g = t * 0.5 + i;
      if (i % 3 == 1)
	a += fleaf (a, b, c);
      p[i % 7] = a;
    }
  return a + b + c + d + e + f + g;
}

N int
all (int n)
{
  int *a = __builtin_alloca (n * 4 + 4);
  for (int i = 0; i <= n; i++)
    a[i] = leaf (i);
  return sum (a, n);
}

N int
huge (int n)
{
  volatile char a[3000000];
  int b[20];
  for (int i = 0; i < n; i++)
    {
      a[i * 30000] = i;
      b[i] = leaf (i) + a[i * 30000];
    }
  return sum (b, n);
}

N int sibling (int n) { return n & 1 ? all (n) : leaf (n + 1); }

N int
deep (int n)
{
  int x[4] = { n, n + 1, n + 2, n + 3 };
  return n == 0 ? sum (x, 4) : deep (n - 1) + leaf (n);
}

N int
choose (int n)
{
  switch (n)
    {
    case 0: return leaf (1);
    case 1: return 5;
    case 2: return leaf (7) + 1;
    case 3: return sibling (4);
    case 4: return 9;
    case 5: return leaf (3) * 2;
    case 6: return -1;
    default: return 0;
    }
}

N int
outer (int n)
{
  int z = n, s = 0;
  N int inner (int m) { z += leaf (m); return z; }
  for (int i = 0; i < n; i++)
    s += inner (i);
  return s;
}

N void
early (int n)
{
  if (n == 0)
    return;
  if (n > 3)
    {
      leaf (n);
      return;
    }
  all (n);
  if (n != 2)
    leaf (n);
}

static int by_size (const void *a, const void *b) { return *(int *) a - *(int *) b; }

int
main (void)
{
  int v[10];
  double p[7] = { 1, 2, 3, 4, 5, 6, 7 };
  for (int i = 0; i < 10; i++)
    v[i] = i * 7 % 10;
  qsort (v, 10, sizeof *v, by_size);
  printf ("%d %d %d\n", v[3], (int) many (p, 8), all (13));
  printf ("%d %d %d %d\n", huge (9), sibling (3), sibling (4), deep (6));
  for (int i = 0; i < 8; i++)
    printf ("%d ", choose (i));
  for (int i = 0; i < 5; i++)
    early (i);
  printf ("%d\n", outer (5));
  return 0;
}

>>> forced.c
#include <setjmp.h>
#include <stdio.h>
#include <string.h>
#include <unwind.h>
#define N __attribute__ ((noipa))

static struct _Unwind_Exception exception;
static jmp_buf out;
struct value { int n; double x; };

static _Unwind_Reason_Code
stop (int version, _Unwind_Action a, _Unwind_Exception_Class class,
      struct _Unwind_Exception *e, struct _Unwind_Context *c, void *unused)
{
  if (a & _UA_END_OF_STACK)
    longjmp (out, 3);
  return _URC_NO_REASON;
}

static void clean (struct value *v) { printf ("%d ", v->n + (int) v->x); }

N double half (double a, double b) { return a * 0.5 + b; }

N void
leave (int n)
{
  memset (&exception, 0, sizeof exception);
  if (n > 2)
    _Unwind_ForcedUnwind (&exception, stop, NULL);
}

N int
level (int n, double x)
{
  struct value v __attribute__ ((cleanup (clean))) = { n, x };
  double y = half (x, 1), z = half (x, y);
  int a[4] = { n, n + 1, n + 2, n + 3 };
  for (int i = 0; i < 4; i++)
    {
      y = half (y, a[i]);
      if (n == 0)
	leave (i + (int) x % 2);
    }
  return n ? level (n - 1, y + z) + (int) (y + z) + a[n & 3] : (int) (y * z);
}

N int
array (int n)
{
  struct value v __attribute__ ((cleanup (clean))) = { 100, n };
  int *a = __builtin_alloca (n * 4 + 16);
  for (int i = 0; i <= n; i++)
    a[i] = i;
  level (n, n * 1.5);
  return a[n / 2];
}

N int
try (int n)
{
  volatile int kept = n;
  int status = setjmp (out);
  if (status == 0)
    kept += array (n);
  return kept * 10 + status;
}

int
main (void)
{
  for (int i = 0; i < 6; i++)
    printf ("%d\n", try (i));
  return 0;
}

>>> run
machine ia64
source=$("$TESTS/toolchain/unwind-source")
for empty in tconfig coretypes tm libgcc_tm md-unwind-support; do
  : >$empty.h
done
cp compiled.h tsystem.h
cp "$source/unwind-generic.h" unwind.h
CC="$CC -w -I. -I$source -I$source/config/ia64"
$CC -O2 -fexceptions -c "$source/config/ia64/unwind-ia64.c"
$CC -O2 -c find.c
$CC -O2 -funwind-tables -c walk.c
hostile
CC="$CC unwind-ia64.o find.o"
kinds=$(arg cbr mbr entry exit load store bb mem=frame,spill)
for o in "-O0" "-O2 $(arg cycle)" "-O2 -fPIC $(arg verify)" \
  "-Os -fno-omit-frame-pointer" "-O3 -fno-inline-functions $(arg cycle)"; do
  $CC ${o%% -fplugin*} prog.c -o plain
  $CC $PLUGIN $kinds $o prog.c walk.o -o walked
  code $RUN ./plain >plain.out
  code $RUN ./walked >out
  tail -n 1 out
  sed '$d' out >walked.out
  same plain.out walked.out
  $CC -fexceptions ${o%% -fplugin*} forced.c -o plain
  $CC -fexceptions $PLUGIN $kinds $o forced.c hostile.o -o forced
  code $RUN ./plain >plain.out
  code $RUN ./forced >forced.out
  same plain.out forced.out
done
grep -c ' ' plain.out

>>> out
walked, 0 wrong, 0 open
walked, 0 wrong, 0 open
walked, 0 wrong, 0 open
walked, 0 wrong, 0 open
walked, 0 wrong, 0 open
6
