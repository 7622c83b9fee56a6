# SPDX-License-Identifier: GPL-3.0-or-later
# __builtin_setjmp and __builtin_longjmp are reported with their buffer.

>>> prog.c
#include <stdio.h>
void *buf[5];
static unsigned long b1,b2;
void _record_setjmp(unsigned long b, unsigned long id){ b1=b; printf("setjmp %d\n", b==(unsigned long)buf);}
void _record_longjmp(unsigned long b, unsigned long st, unsigned long id){ printf("longjmp %d %lu\n", b==(unsigned long)buf, st);}
__attribute__((noinline)) void f(int x){ if (x) __builtin_longjmp(buf,1); }
volatile int n;
int main(){ if (__builtin_setjmp(buf)==0) { f(n); f(1); } puts("back"); return 0; }

>>> run
for o in -O0 -O2 "-O2 -fPIC" "-O3 -fomit-frame-pointer"; do
  $CC -w $o $PLUGIN $(arg setlongjmp) prog.c -o prog
  ./prog | tr '\n' ' '
  echo
done

>>> out
setjmp 1 longjmp 1 1 back 
setjmp 1 longjmp 1 1 back 
setjmp 1 longjmp 1 1 back 
setjmp 1 longjmp 1 1 back 
