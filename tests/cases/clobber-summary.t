# What the summary of a routine says: the registers it changes and those of what
# it calls; everything where that cannot be seen.

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

>>> run
show ()
{
  $CC -Wall $PLUGIN "$@" -c routines.c -o routines.o
  readelf -p .debug.halt_routine routines.o |
    sed -n 's/.*halt-routine 1 _record_\([a-z0-9]*\) \([-a-z0-9]*\) [0-9a-f]* changes /\2 \1: /p' |
    sed 's/xmm0,.*,xmm31/all vectors/' | sort
}
show -O2
echo == whatever the optimisation
for option in -O0 -O1 -O3 -Os '-O2 -fno-pie' '-O2 -fPIC -fvisibility=hidden' '-O2 -masm=intel'; do
  show $option | grep -E ' (own|prints|x87|mask|tick): '
done | sort -u
echo == i386
show -m32 -O2 -msse2 | grep -E ' (own|through|prints|x87): '
echo == promises
$CC -O2 $PLUGIN -c routines.c -o routines.o
nm routines.o | sed -n 's/.* R __halt_changes\._record_\(prints\|own\|weak\)\.[0-9a-f]*$/\1/p'
echo == none
$CC -O2 -fPIC $PLUGIN -c routines.c -o routines.o
readelf -S routines.o | grep -c halt_routine || :
$CC -O2 -flto -w $PLUGIN -c routines.c -o routines.o
readelf -S routines.o | grep -c halt_routine || :
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
== promises
own
== none
0
0
== with -pg and -fsplit-stack
x86-64 own: all
x86-64 own: all
