# SPDX-License-Identifier: GPL-3.0-or-later
# What the summary of a routine says: the registers it changes and those of what
# it calls; everything where that cannot be seen; the argument registers that it
# reads; whether it needs an aligned stack.

>>> x86_64 names of registers

>>> routines.c
#define ALONE __attribute__ ((noipa))
int puts (const char *);
void (*pointer) (void);
extern void elsewhere (void);
extern void gives_up (void) __attribute__ ((noreturn));
static volatile unsigned long count;

#define CHANGES(...) __asm__ volatile ("" : : : __VA_ARGS__)

ALONE static void helper (void) { CHANGES ("cx", "xmm5"); }
ALONE static void helper_of_helper (void) { helper (); CHANGES ("dx"); }
ALONE __attribute__ ((weak)) void replaced (void) { }

void _record_nothing (void) { }
void _record_own (void) { CHANGES ("ax", "xmm3", "bx"); }
void _record_through (void) { helper_of_helper (); CHANGES ("xmm1"); }
void _record_prints (void) { puts ("x"); CHANGES ("ax"); }
void _record_pointer (void) { pointer (); CHANGES ("ax"); }
void _record_elsewhere (void) { elsewhere (); CHANGES ("ax"); }
void _record_replaced (void) { replaced (); CHANGES ("ax"); }
void _record_dies (void) { if (count) gives_up (); CHANGES ("xmm2", "cx", "ax", "dx"); }
ALONE void _record_recursive (void) { if (count) _record_recursive (); CHANGES ("cx", "ax"); }
ALONE void _record_tick (void);
ALONE void _record_tock (void) { if (count) _record_tick (); CHANGES ("cx"); }
ALONE void _record_tick (void) { if (count) _record_tock (); CHANGES ("cx"); }
void _record_x87 (void) { CHANGES ("st"); }
void _record_mmx (void) { CHANGES ("mm3"); }
void _record_part (void) { CHANGES ("ah", "xmm0"); }
__attribute__ ((weak)) void _record_weak (void) { }
#ifdef __x86_64__
__attribute__ ((target ("avx"))) void _record_zeroupper (void) { __builtin_ia32_vzeroupper (); CHANGES ("ax"); }
__attribute__ ((target ("avx512f"))) void _record_mask (void) { CHANGES ("k3", "xmm20"); }
__attribute__ ((target ("xsave"))) void _record_restores (void *p) { __builtin_ia32_xrstor (p, 7); }
#endif
__attribute__ ((naked)) void _record_naked (void) { __asm__ ("ret"); }

>>> more.c
#define ALONE __attribute__ ((noipa))
int puts (const char *);
void give_up (void) __attribute__ ((noreturn));
unsigned long count[9];
void _record_neither (unsigned long a, unsigned long b) { count[0]++; }
void _record_second (unsigned long a, unsigned long b) { count[b]++; }
void _record_half (int a, unsigned long b) { count[(short) a]++; }
void _record_scratch (unsigned long a, unsigned long b, unsigned long c) { count[a % 7]++; }
ALONE static void helper (unsigned long a) { count[1] += a; }
void _record_passes (unsigned long a, unsigned long b) { helper (b); count[1]++; }
void _record_many (long a, long b, long c, long d, long e, long f) { count[1] = e + f; }
void _record_dies (unsigned long a) { count[0]++; if (count[0] == 0) give_up (); }
ALONE static void wide_helper (void)
{
  volatile char buffer[64] __attribute__ ((aligned (16)));
  buffer[0] = count[0];
}
void _record_wide (unsigned long a) { volatile char v[64]; v[a % 64] = 1; }
void _record_calls (unsigned long a) { wide_helper (); count[0]++; }
void _record_text (unsigned long a) { count[0]++; __asm__ volatile ("nop"); }
void _record_barrier (unsigned long a) { count[0]++; __asm__ volatile ("" ::: "memory"); }
void _record_word (unsigned long a) { volatile unsigned long v = a; count[0] += v; }
void _record_variable (unsigned long a) { volatile char v[a % 64 + 1]; v[a % 64] = 1; }

>>> run
show ()
{
  $CC -Wall $PLUGIN "$@" -c routines.c -o routines.o
  readelf -p .debug.halt_routine routines.o |
    sed -n 's/.*halt-routine 4 _record_\([a-z0-9]*\) \([-a-z0-9]*\) [0-9a-f]* changes /\2 \1: /p' |
    sed 's/xmm0,.*,xmm31/all vectors/;s/ reads .*//' | sort
}
show -O2
echo == whatever the optimisation
for option in -O0 -O1 -O3 -Os '-O2 -fno-pie' '-O2 -fPIC -fvisibility=hidden' '-O2 -masm=intel'; do
  show $option | grep -E ' (own|prints|x87|mask|tick): '
done | sort -u
echo == i386
show -m32 -O2 -msse2 | grep -E ' (own|through|prints|x87): '
echo == reads, and how the stack stands
more ()
{
  $CC $PLUGIN "$@" -c more.c -o more.o
  readelf -p .debug.halt_routine more.o | sed -n 's/ copy .*//;s/.* 4 _record_\([a-z]*\) .* reads /\1: /p' | sort
}
more -O2
echo == as text of Intel\'s
more -O2 -masm=intel | grep -E '(second|word)'
echo == -O0
more -O0 | grep -E '(neither|second|wide)'
echo == i386
more -m32 -O2 | grep -E '(second|wide|word)'
echo == promises
$CC -O2 $PLUGIN -c routines.c -o routines.o
nm routines.o | sed -n 's/.* R __halt_changes\._record_\(prints\|own\|weak\)\.[0-9a-f]*$/\1/p'
echo == none
$CC -O2 -fPIC $PLUGIN -c routines.c -o routines.o
readelf -SW routines.o | grep -c halt_routine || :
echo == with -flto, in a file of nothing else
$CC -O2 -flto -w $PLUGIN -c routines.c -o routines.o
readelf -SW routines.o | grep -c halt_routine || :
echo == with -pg and -fsplit-stack
show -O2 -pg | grep own
show -O2 -fsplit-stack | grep own

>>> out
x86-64 dies: ax,dx,cx,xmm2,flags
x86-64 elsewhere: all
x86-64 mask: xmm20,k3,flags
x86-64 mmx: st,flags
x86-64 naked: all
x86-64 nothing: flags
x86-64 own: ax,xmm3,flags
x86-64 part: ax,xmm0,flags
x86-64 pointer: all
x86-64 prints: all
x86-64 recursive: ax,cx,flags
x86-64 replaced: all
x86-64 restores: all
x86-64 through: dx,cx,xmm1,xmm5,flags
x86-64 tick: all
x86-64 tock: all
x86-64 x87: st,flags
x86-64 zeroupper: ax,all vectors,flags
== whatever the optimisation
x86-64 mask: xmm20,k3,flags
x86-64 own: ax,xmm3,flags
x86-64 prints: all
x86-64 tick: all
x86-64 x87: st,flags
== i386
i386 own: ax,xmm3,flags
i386 prints: all
i386 through: dx,cx,xmm1,xmm5,flags
i386 x87: st,flags
== reads, and how the stack stands
barrier: none stack word
calls: none stack call
dies: none stack call
half: di stack word
many: r8,r9 stack word
neither: none stack word
passes: si stack word
scratch: di stack word
second: si stack word
text: none stack call
variable: di stack call
wide: di stack call
word: di stack word
== as text of Intel's
barrier: none stack word
half: di stack word
many: r8,r9 stack word
neither: none stack word
passes: si stack word
scratch: di stack word
second: si stack word
word: di stack word
== -O0
neither: si,di stack word
second: si,di stack word
wide: di stack call
== i386
barrier: none stack word
half: none stack word
many: none stack word
neither: none stack word
passes: none stack word
scratch: none stack word
second: none stack word
wide: none stack word
word: none stack word
== promises
own
== none
0
== with -flto, in a file of nothing else
1
== with -pg and -fsplit-stack
x86-64 own: all
x86-64 own: all
