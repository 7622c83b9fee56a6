# SPDX-License-Identifier: GPL-3.0-or-later
# arp: a mark in front of any statement of C or C++ marks that statement, no more and no
# less; constructors once; OpenMP, coverage; a coroutine's mark is not lost in silence.

>>> on aarch64 riscv64

>>> marks.py
# Programs in which every call of leaf (1) has to be in a kernel, of leaf (99) in none.
import sys
c = r'''leaf (1);
{ leaf (1); leaf (1); }
{ int k = 1; leaf (k); leaf (1); }
{ leaf (1); int k = 1; leaf (k); }
{ { leaf (1); } leaf (1); { int q = 1; leaf (q); } }
if (v) leaf (1); else leaf (1);
if (!v) leaf (1);
if (v) leaf (1); else if (v + 1) { leaf (1); } else leaf (1);
for (i = 0; i < 2; i++) leaf (1);
for (i = 0; i < 2; i++) { int k = 1; leaf (k); }
for (int j = one1 (); j < 2; j++) leaf (1);
for (i = one1 (); i < one1 () + 2; i++) { leaf (1); }
while (i < 2) { leaf (1); i++; }
do { leaf (1); i++; } while (i < 2);
do leaf (1); while (one1 () - 1);
switch (v) { case 0: leaf (1); case 1: leaf (1); break; default: leaf (1); }
switch (one1 ()) { case 1: { int k = 1; leaf (k); } }
i = one1 () ? one1 () : one1 () && one1 ();
leaf (1), leaf (1);
lab: leaf (1);
lab: { int k = 1; leaf (k); leaf (1); }
ato_profile_p: { int k = 1; leaf (k); leaf (1); }
ato_profile_p: for (i = 0; i < 2; i++) leaf (1);
for (;;) { leaf (1); if (v == 0) goto out; }
{ leaf (1); goto out; }
for (i = 0; i < 2; i++) for (int j = 0; j < 2; j++) { leaf (1); if (j == 1) break; }
{ for (i = 0; i < 2; i++) leaf (1); leaf (1); }
{ ; leaf (1); ; }
{ leaf (1); /* } */ leaf (1); // }
}
{ const char *s = "}"; char c = '}'; leaf (1 + (s[0] != c)); }
{ static int q; q++; leaf (1); }
{ struct { int a; } q = { one1 () }; leaf (q.a); }
{ extern volatile int v; leaf (v + 1); }
{ CALL leaf (1); }
LOOP
{ return leaf (1); }
return leaf (1);
({ leaf (1); leaf (1); });'''
cc = r'''{ S s (1); leaf (1); }
{ S s (1), t (1); leaf (1); }
S (1), leaf (1);
for (int x : array) { S s (x); leaf (x); }
try { leaf (1); throw 1; } catch (int k) { leaf (k); }
{ try { leaf (1); throw 1; } catch (...) { leaf (1); } leaf (1); }
if (int k = one1 ()) leaf (k); else leaf (k);
if (int k = one1 (); k) leaf (k);
while (int k = 2 - one1 () - i++) leaf (k);
switch (int k = one1 ()) { case 1: leaf (k); }
{ auto f = [] (int k) { leaf (k); }; f (1); }
[&] { leaf (1); } ();
{ const S &r = S (1); leaf (r.n); }
delete new S (1);
{ auto [a, b] = pair_of (); leaf (a); leaf (b); }
{ struct L { int g () { return leaf (1); } } l; l.g (); }
{ S a[2] = { 1, 1 }; leaf (1); }
{ throw (leaf (1), 5); }'''
plus = sys.argv[1] == "cc"
statements = c.split ("\n")
if plus:
    statements += cc.split ("\n")
statements = "\n".join (statements).replace ("// }\n}", "// }\v}").split ("\n")
print ('''extern int now;
%s int leaf (int n) { ato_kernel_leaf: { now = n; } return n; }
int one1 (void) { return leaf (1); }
volatile int v;
#define CALL leaf (1);
#define LOOP for (i = 0; i < 2; i++) { leaf (1); }''' % ('extern "C"' if plus else ""))
if plus:
    print ('''struct S { S (int n) : n (n) { leaf (1); } ~S () { leaf (1); } int n; };
static int array[] = { 1, 1 };
struct P { int a, b; };
static P pair_of () { return { 1, one1 () }; }''')
functions = []
for n, statement in enumerate (statements):
    for mark in "ato_kernel_k:", "\n#pragma arp kernel k\n":
        functions.append ("f%d" % len (functions))
        print ("int %s (int i) { leaf (99); %s %s\nleaf (99); %s return 0; }" % (
            functions[-1], mark, statement.replace ("\v", "\n"),
            "out: leaf (99);" if "goto out" in statement else ""))
print ("int main (void) {")
for f in functions:
    print (("try { %s (0); } catch (int) { }" if plus else "%s (0);") % f)
print ("}")

>>> now.c
#include <atomium_rp.h>
int now;
void note (const arp_sid s, void *d, void *c) { (void) s, (void) c; *(int *) d = now; }

>>> names.awk
# The path of each sample by what its sections are called, and the value.
/^# section/ { name[$3] = $4 "." $5; next }
/^[0-9].*:/ {
  d = $2
  for (i = 3; i <= NF - 1; i++) { split ($i, s, /[@:]/); at[d++] = s[1] }
  value[++n] = $NF
  path[n] = d
  for (i = 0; i < d; i++) of[n, i] = at[i]
}
END {
  for (k = 1; k <= n; k++) {
    line = ""
    for (i = 0; i < path[k]; i++) line = line " " name[of[k, i]]
    print line, value[k]
  }
}

>>> objects.cc
struct S
{
  S () { ato_kernel_made: { n = 1; } }
  ~S () { ato_kernel_gone: { n = 0; } }
  int n;
};
struct T : S { };
int
main ()
{
ato_kernel_around:
  {
    T t;
    S s;
  }
}

>>> omp.c
#include <setjmp.h>
static int leaf (int n) { ato_kernel_leaf: { n++; } return n; }
static void
inside (void)
{
#pragma omp parallel
  leaf (4);
}
int
main (void)
{
  jmp_buf env;
  inside ();
#pragma omp parallel private (env)
  {
    if (setjmp (env) == 0)
      {
	leaf (1);
	longjmp (env, 1);
      }
#pragma omp critical
    leaf (2);
#pragma omp for
    for (int i = 0; i < 2; i++)
      {
      ato_kernel_each:
	leaf (3);
      }
  }
  return 0;
}

>>> co.cc
#include <coroutine>
struct Task
{
  struct promise_type
  {
    Task get_return_object () { return {}; }
    std::suspend_never initial_suspend () { return {}; }
    std::suspend_never final_suspend () noexcept { return {}; }
    void unhandled_exception () { }
    void return_void () { }
  };
};
extern "C" int leaf (int n) { return n; }
Task
task ()
{
  ato_kernel_co: { leaf (1); }
  co_await std::suspend_never {};
}
int main () { task (); }

>>> run
lib=${LIBHALT%/*}
set -- $(arg arp arp-leave-callback=note arp-data-type=int arp-mode=record_all)
$CC $INCLUDE -c now.c
# Every sample of leaf's with 1 is in a kernel k, with 99 in none; both are there.
try ()
{
  rm -f data.arp
  "$@" now.o "$lib/libarp.a" -o it && $RUN ./it
  awk -f names.awk data.arp >names
  awk '$(NF - 1) != "kernel.leaf" { next }
    { kernel = / kernel\.k /; if (kernel == ($NF == "99;")) print "wrong:", $0; seen[kernel]++ }
    END { print (seen[0] > 70 && seen[1] > 70 ? "both" : "too few") }' names
}
for l in c cc; do
  python3 marks.py $l >marks.$l
  for o in -O2 "-O0 -g"; do
    case $l in c) compile=$CC ;; cc) compile="$CXX -std=gnu++17" ;; esac
    echo "-- $l $o"
    try $compile $o -w $PLUGIN "$@" marks.$l
  done
done
echo "-- constructors"
$CXX -O2 $PLUGIN "$@" objects.cc now.o "$lib/libarp.a" -o it && $RUN ./it && awk -f names.awk data.arp | sed 's/ 0;//'
echo "-- OpenMP"
$CC -O2 -fopenmp $PLUGIN "$@" omp.c now.o "$lib/libarp.a" -o it &&
  OMP_NUM_THREADS=1 $RUN ./it && awk -f names.awk data.arp | sed 's/ 0;//'
echo "-- coverage"
$CC -O2 --coverage $PLUGIN "$@" omp.c now.o "$lib/libarp.a" -o it && $RUN ./it && grep -c "^[0-9].*:" data.arp
echo "-- a coroutine"
rm data.arp
$CXX -std=gnu++20 -O2 $PLUGIN "$@" co.cc now.o "$lib/libarp.a" -o it 2>err && $RUN ./it
awk -f names.awk data.arp >names
grep -q "ato_kernel_co.* marks nothing" err || grep -q kernel.co names || cat err names

>>> out
-- c -O2
both
-- c -O0 -g
both
-- cc -O2
both
-- cc -O0 -g
both
-- constructors
 kernel.around
 kernel.around call.T call.S kernel.made
 kernel.around call.S kernel.made
 kernel.around call.~S kernel.gone
 kernel.around call.~T call.~S kernel.gone
-- OpenMP
 call.inside call.leaf kernel.leaf
 call.leaf kernel.leaf
 call.leaf kernel.leaf
 kernel.each
 kernel.each call.leaf kernel.leaf
 kernel.each
 kernel.each call.leaf kernel.leaf
-- coverage
7
-- a coroutine
