# SPDX-License-Identifier: GPL-3.0-or-later
# ghalt atom, the link: the analysis runs before and after a program whatever way that
# ends, has a heap, files and an errno of its own, and leaves the program's data, heap
# and stack where they were; the link line is recorded, given or deduced; what a tool
# does wrong is one line.

>>> x86_64 ghalt atom

>>> p.c
#define _GNU_SOURCE 1
#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>
#define IS(WORD) (strcmp (way, WORD) == 0)
__thread int local = 5;
int data = 3, zero;
/* The analysis has one, too.  */
int Open (void) { return 1; }
__attribute__ ((constructor)) static void before (void) { data += Open (); }
static int deep (int n) { volatile char a[4096]; a[0] = n; return deep (n + 1) + a[0]; }
int main (int argc, char **argv)
{
  const char *way = argc > 1 ? argv[1] : "";
  if (IS ("where"))
    {
      void *p = malloc (10), *end = sbrk (0), *big = malloc (1 << 22);
      printf ("%p %p %p %p %p %p %p %p %d\n", (void *) &data, (void *) &zero, p, end, big,
	      (void *) &way, (void *) environ, (void *) &local, dup (1));
    }
  if (IS ("_exit")) _exit (3);
  if (IS ("abort")) abort ();
  if (IS ("segv")) *(volatile int *) 0 = 1;
  if (IS ("deep")) return deep (1);
  if (IS ("term")) raise (SIGTERM);
  if (IS ("quick")) quick_exit (6);
  if (IS ("fork")) { if (fork () == 0) exit (4); wait (NULL); }
  if (IS ("vfork")) { if (vfork () == 0) _exit (4); wait (NULL); }
  if (IS ("system")) return system ("exit 7") >> 8;
  return data - 4;
}
>>> inst.c
#include <halt/atom.h>
#include <stdlib.h>
#include <string.h>
static int deep (int n) { volatile char a[9999]; a[0] = n; return deep (n + 1) + a[0]; }
void Instrument (int argc, char **argv, Obj *obj)
{
  const char *wrong = argc > 1 ? argv[1] : "";
  AddCallProto ("Open(int, char *, long)");
  AddCallProto ("Many(int, int, int, int, int, int, int, int, int, int, int, int, int)");
  AddCallProto ("Close(char *)");
  AddCallProto ("Nowhere(int)");
  if (strcmp (wrong, "segv") == 0) *(volatile int *) 8 = 1;
  if (strcmp (wrong, "abort") == 0) abort ();
  if (strcmp (wrong, "exit") == 0) exit (0);
  if (strcmp (wrong, "deep") == 0) deep (1);
  if (strcmp (wrong, "freed") == 0) ProcName ((Proc *) 0x1234);
  if (strcmp (wrong, "nowhere") == 0) AddCallProgram (ProgramBefore, "Nowhere", 1);
  AddCallProgram (ProgramBefore, "Open", 7, "a \"b\"", -3L);
  AddCallObj (obj, ObjBefore, "Many", 0, 1, 4, 9, 16, 25, 36, 49, 64, 81, 100, 121, 144);
  AddCallProgram (ProgramAfter, "Close", "end");
}
>>> anal.c
#include <errno.h>
#include <halt/anal.h>
#include <stdio.h>
#include <stdlib.h>
static FILE *f;
static char *p;
void Open (int n, char *s, long l)
{
  p = malloc (100000);
  f = fopen ("log", "a");
  fprintf (f, "open %d %s %ld %s %d %d\n", n, s, l, getenv ("WORD"),
	   (unsigned long) p >= AnalHeapBase (), fileno (f) > 30);
  errno = 5;
}
void Many (int a, int b, int c, int d, int e, int g, int h, int i, int j, int k, int l, int m, int n)
{
  fprintf (f, "%d %d %d %d %d %d %d %d %d %d %d %d %d\n", a, b, c, d, e, g, h, i, j, k, l, m, n);
  fflush (f);
}
void Close (char *s) { fprintf (f, "%s %d\n", s, errno); }
>>> run
atom_library
export WORD=word
for option in -no-pie -pie "-static -no-pie" "-no-pie -Wl,-z,now"; do
  $CC -w -O1 -fpie $option $PLUGIN $(arg atom) p.c -o p
  $HALT atom p inst.c anal.c
  for way in return _exit abort segv deep term quick fork vfork system; do
    rm -f log
    status=0
    sh -c './p.atom '$way' 2>said' 2>said || status=$?
    echo "$way: $status, $(grep -c end log) $(sort -u log | md5sum | cut -c1-4)"
  done >"ways$option"
  cmp "ways-no-pie" "ways$option"
  mkdir -p 1 2
  cp p 1/p
  cp p.atom 2/p
  setarch -R 1/p where >one
  setarch -R 2/p where >two
  same one two
done
cat ways-no-pie
rm -f log
./p.atom; cat log

# Archives, sources and objects that others compiled.
export HALT_FLAGS=atom HALT_PLUGIN=$HALT_SO HALT_CC=$CC
ghalt=$HALT
unset HALT
gcc=$(dirname $ghalt)/halt-gcc
echo 'int b (void); int c (void); int d (void); int main (void) { return b () + c () - d (); }' >a.c
for n in b c d; do echo "int $n (void) { return ${#n}$( [ $n = d ] && echo +1); }" >$n.c; done
$gcc -O1 -c b.c c.c
HALT=off $gcc -O1 -c d.c
ar rc libb.a b.o
$gcc -O1 a.c c.o d.o -L. -lb -o prog
rm -f log; mkdir -p away
(cd away; $ghalt atom -o ../prog.atom ../prog ../inst.c ../anal.c)
./prog.atom; tail -n 1 log
readelf -p .debug.halt_link prog | grep -c -e -lb
# What of the program is loaded is as it was, but for where its sections are listed.
HALT=off $gcc -O1 a.c c.o d.o -L. -lb -o plain
for s in .text .rodata .data .dynamic .dynsym .note.gnu.property .eh_frame; do
  objcopy -O binary --only-section=$s prog one 2>said || continue
  objcopy -O binary --only-section=$s plain two
  same one two
done
$gcc -O1 -flto -c a.c b.c c.c
$gcc -O1 -flto a.o b.o c.o d.o -o prog
$ghalt atom prog inst.c anal.c
./prog.atom
# Without its line.
$CC -O1 $PLUGIN $(arg atom) a.c b.c c.c d.o -o prog
code $ghalt atom prog inst.c anal.c 2>said
sed 's/: [^:]*a.c.*//' said
$ghalt atom --link="$CC a.c b.c c.c d.o" prog inst.c anal.c
./prog.atom

# Tools that go wrong.
for wrong in segv abort exit deep freed nowhere; do
  code $ghalt atom prog inst.c anal.c -- $wrong
done
echo 'int x;' >none.c
code $ghalt atom p none.c anal.c
echo 'int foreign (int);' | cat anal.c - >needs.c
echo 'int Needs (int a) { return foreign (a); }' >>needs.c
code $ghalt atom p inst.c needs.c
echo 'static __thread int own; int *Own (void) { return &own; }' | cat anal.c - >thread.c
code $ghalt atom p inst.c thread.c
echo '#include <pthread.h>' | cat - anal.c >makes.c
echo 'int Makes (pthread_t *t, void *(*f) (void *)) { return pthread_create (t, 0, f, 0); }' >>makes.c
code $ghalt atom p inst.c makes.c
>>> out
return: 0, 1 faf5
_exit: 3, 1 faf5
abort: 134, 1 faf5
segv: 139, 1 faf5
deep: 139, 1 faf5
term: 143, 1 faf5
quick: 6, 1 faf5
fork: 0, 2 faf5
vfork: 0, 1 faf5
system: 7, 1 faf5
open 7 a "b" -3 word 1 1
0 1 4 9 16 25 36 49 64 81 100 121 144
end 5
end 5
1
exit 2
ghalt: prog has objects that were not compiled with `atom'; say how it is linked, --link='gcc ...', or link it with halt-gcc
ghalt: inst.c: Instrument crashed (segmentation fault); it called ATOM last at inst.c:11
exit 2
ghalt: inst.c: Instrument aborted; it called ATOM last at inst.c:11
exit 2
ghalt: inst.c: Instrument called exit, which would leave no program; it called ATOM last at inst.c:11
exit 2
ghalt: inst.c: Instrument crashed (segmentation fault); it called ATOM last at inst.c:11
exit 2
ghalt: inst.c: Instrument crashed (segmentation fault); it called ATOM last at inst.c:16
exit 2
ghalt: inst.c:11: the routine 'Nowhere' is not defined in the analysis file anal.c
exit 2
ghalt: none.c: it defines neither Instrument nor InstrumentAll; the instrumentation file comes before that of the analysis
exit 2
ghalt: the analysis needs 'foreign', which neither it nor its C library (musl) defines
exit 2
ghalt: thread.c: 'own' is thread-local, and an analysis has no such data: they would move the program's
exit 2
ghalt: makes.c: an analysis makes no threads: they would be the program's
exit 2
