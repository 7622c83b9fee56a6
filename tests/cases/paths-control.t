# SPDX-License-Identifier: GPL-3.0-or-later
# Control that goes its own ways: every path is counted as often as it was taken.

>>> rest

>>> c.c
#include <setjmp.h>
#include <stdio.h>
#include <stdlib.h>
static jmp_buf b;
__attribute__((noinline)) static void leap(int n){ if(n>2) longjmp(b,n); if (n==1) exit(0); }
__attribute__((noinline)) int s(int n){ volatile int t=0; int r=setjmp(b); if(r){ t++; if (r==5) return t; } for(int i=0;i<4;i++){ if (t==0) leap(3+(n&1)); else if (t==1) leap(5); } return t; }
__attribute__((noinline)) int cg(const char*p){ static void*tab[]={&&a,&&b2,&&c,&&d}; int n=0; goto *tab[*p++&3]; a:n++; goto *tab[*p++&3]; b2:n+=2; goto *tab[*p++&3]; c: n+=3; if(n&1) goto a; goto *tab[*p++&3]; d: return n; }
__attribute__((noinline)) int nest(int n){ __label__ out; int k=0; auto void in(int x){ if(x>3) goto out; k+=x; } for(int i=0;i<n;i++) in(i); k+=100; out: return k; }
__attribute__((noinline)) int ag(int x){ asm goto("test %0,%0; jz %l1"::"r"(x):"cc":zero); return x; zero: return 7; }
#include <stdarg.h>
__attribute__((noinline)) int va(int n,...){ va_list l; va_start(l,n); int s=0; while(n--) s+=va_arg(l,int)>2?1:2; va_end(l); return s; }
__attribute__((noinline)) int tail2(int n); 
__attribute__((noinline)) int tail1(int n){ if (n<=0) return 4; if (n&4) return tail2(n-1); return tail2(n-2); }
__attribute__((noinline)) int tail2(int n){ if (n<=0) return 5; if (n%3) return tail1(n-1); return tail1(n-3); }
__attribute__((noinline,const)) int fib(int n){ return n<2?n:fib(n-1)+fib(n-2); }
__attribute__((noinline,pure)) int sumfib(int n){ int s=0; for (int i=0;i<n;i++) s+=fib(i); return s; }
static inline __attribute__((always_inline)) int ai(int x){ return x>3?x*3:x-1; }
__attribute__((no_instrument_function,noinline)) int ni(int x){ return x>3?ai(x):2; }
int main(void){ printf("%d %d\n", s(0), s(1)); printf("%d\n", cg("\0\1\2\0\1\2\1\0\3")); printf("%d %d\n",nest(3),nest(9)); printf("%d %d\n",ag(0),ag(3)); printf("%d\n",va(5,1,2,3,4,5)); printf("%d\n",tail1(100000)); printf("%d %d\n",fib(15),sumfib(12)); printf("%d %d\n",ai(5)+ni(2),ni(7)); leap(1); return 0; }

>>> cxx.C
#include <cstdio>
#include <stdexcept>
#include <vector>
struct G{ int&n; G(int&x):n(x){} ~G(){ n++; } };
static int cnt;
__attribute__((noinline)) int thr(int x){ if (x%3==0) throw x; if (x%7==0) throw std::runtime_error("x"); return x; }
__attribute__((noinline)) int mid(int x){ G a(cnt); int r=thr(x); G c(cnt); if (x&1) r+=thr(x+1); return r; }
__attribute__((noinline)) int rec(int d){ try { G g(cnt); if (d==0) return thr(9); return rec(d-1)+1; } catch(int e){ if (d<3) throw; return e; } }
int main(){ int s=0; for (int i=0;i<200;i++) try { s+=mid(i); } catch(int e){ s-=e; } catch(std::exception&e){ s++; } printf("%d %d %d\n",s,cnt,rec(6)); std::vector<int> v; for(int i=0;i<10;i++) v.push_back(i); return 0; }

>>> run
# Every program prints what it printed plain; then the paths.
check ()
{
  options=$1
  shift
  for file in c.c cxx.C; do
    "$TESTS/paths-exact" -a "$*" -k kept -x $file -- $options >log || {
      echo "$file $options $*"
      cat log kept/results
    }
  done
}
check -O0 blpp
check "-O2 -fchecking=2" blpp count
check -O2 blpp=3 count=atomic
check "-O3 -fnon-call-exceptions" blpp=1
check "-O2 -funroll-loops -fgcse-sm -fgcse-las -g" blpp count

# With -g and without it the code is the same, of tail calls above all.
for options in -O2 -O3 "-O1 -foptimize-sibling-calls"; do
  for more in "" count bb "entry cbr"; do
    $CC -w $options -fcompare-debug $PLUGIN $(arg blpp $more) -c c.c ||
      echo "$options $more"
  done
done

# Paths go through a computed goto.
$CC -w -O2 $PLUGIN $(arg blpp) c.c "$LIBHALT" -o prog
./prog >printed
"$TESTS/tools/paths-compare" rows "$HALT" prog halt.prof | grep '^cg '

>>> out
cg 2 5 3 4 -> 5 1
cg 5 9  1
cg 5 3 4 -> 5 2
cg 5 6 4 -> 5 3
cg 5 7 8 4 -> 5 2
