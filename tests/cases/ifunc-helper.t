# SPDX-License-Identifier: GPL-3.0-or-later
# What an ifunc resolver calls runs before relocation, too: it is left alone, but
# what the resolver chooses from is not.

>>> prog.c
#include <stdio.h>
static int __attribute__((noinline)) has(void){ volatile int a=1; if(!a) return 0; return a&1; }
static int fast(int k){ return k>3?k:3; } static int slow(int k){ return k>5?k:3; }
static int (*res(void))(int){ if(has()) return fast; return slow; }
int ch(int) __attribute__((ifunc("res")));
int main(int c,char**v){ printf("%d\n",ch(c)); return 0; }

>>> run
$CC -O2 $PLUGIN $(arg cbr dump=label) prog.c "$LIBHALT" -o prog 2>labels
./prog
grep "left out: function" labels

>>> out
3
left out: function has: called by an analysis routine or an ifunc resolver
left out: function res: ifunc resolver: it runs before relocation
