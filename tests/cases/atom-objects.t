# SPDX-License-Identifier: GPL-3.0-or-later
# ghalt atom, position-independent programs and shared objects: what is compiled with facts
# is an Obj each; calls go from one to another; the analysis begins before all constructors
# and ends after all destructors; counts and addresses are those of the plain files; data,
# heap and stack of the program stay.

>>> x86_64 ghalt atom

>>> rest

>>> x.c
#include <stdio.h>
int other (int);
int shared_name (int n) { return n; }
__attribute__ ((constructor)) static void up (void) { puts ("x up"); }
__attribute__ ((destructor)) static void down (void) { puts ("x down"); fflush (stdout); }
static int inner (int n) { return n > 1 ? n * inner (n - 1) : 1; }
int fact (int n) { return inner (n) + (n > 3 ? other (n) : 0) + shared_name (n); }
>>> other.c
__attribute__ ((visibility ("hidden"))) int hidden (int n) { return n % 3 ? 1 : 2; }
int other (int n) { int s = 0; for (int i = 0; i < n; i++) s += hidden (i); return s; }
>>> plug.cc
#include <stdexcept>
static void deep (int n) { if (n == 0) throw std::runtime_error ("deep"); deep (n - 1); }
extern "C" int replaced (int n) { if (n > 1) throw n; return n; }
extern "C" int plug (int n)
{
  try { deep (n); } catch (const std::runtime_error &e) { return e.what ()[0]; }
  return 0;
}
extern "C" int thrown (void) { try { return replaced (2); } catch (int n) { return n; } }
>>> main.c
#define _GNU_SOURCE 1
#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>
int data = 3, zero;
__thread int local = 5;
int fact (int);
int hidden (int n) { return n; }
int shared_name (int n) { return n - n; }
__attribute__ ((constructor)) static void up (void) { puts ("main up"); }
static int one (void) { return 1; }
static int (*resolve (void)) (void) { return hidden (1) ? one : NULL; }
int indirect (void) __attribute__ ((ifunc ("resolve")));
int main (int argc, char **argv)
{
  int sum = 0;
  if (argc > 2)
    {
      void *p = malloc (10), *end = sbrk (0), *big = malloc (1 << 22);
      printf ("%p %p %p %p %p %p %p\n", (void *) &data, (void *) &zero, p, end, big, (void *) &argc,
	      (void *) &local);
      return 0;
    }
  for (int i = 0; i < 9; i++)
    sum += fact (i) + hidden (i) + indirect ();
  if (argc > 1)
    {
      void *h = dlopen (argv[1], RTLD_NOW);
      int (*plug) (int) = h ? (int (*) (int)) dlsym (h, "plug") : NULL;
      int (*thrown) (void) = h ? (int (*) (void)) dlsym (h, "thrown") : NULL;
      printf ("%d %d\n", plug (3), thrown ());
    }
  fflush (stdout);
  if (fork () == 0)
    _exit (fact (3));
  wait (NULL);
  printf ("%d\n", sum);
  return 0;
}
>>> inst.c
#include <halt/atom.h>
#include <stdio.h>
#include <string.h>
static const char *base (Obj *o)
{
  const char *slash = o ? strrchr (GetObjName (o), '/') : NULL;
  return !o ? "nobody" : slash ? slash + 1 : GetObjName (o);
}
void Instrument (int argc, char **argv, Obj *obj)
{
  static int n;
  if (obj == GetFirstObj ())
    {
      AddCallProto ("Begin(char *)");
      AddCallProto ("Count(int, char *, char *, long)");
      AddCallProto ("Same(long, REGV, char *)");
      AddCallProto ("End(char *)");
      ReplaceProto ("Replace(VALUE, VALUE)");
      AddCallProgram (ProgramBefore, "Begin", "program");
      AddCallProgram (ProgramAfter, "End", "program");
    }
  printf ("%s: %s\n", base (obj), GetObjOutName (obj));
  AddCallObj (obj, ObjBefore, "Begin", base (obj));
  AddCallObj (obj, ObjAfter, "End", base (obj));
  for (Proc *p = GetFirstObjProc (obj); p; p = GetNextProc (p))
    {
      char *name = strdup (ProcName (p));
      if (strcmp (name, "replaced") == 0)
	ReplaceEntry (FindEntry (obj, name), "Replace", ArgValue, ReplAddrValue);
      AddCallProc (p, ProcBefore, "Count", n++, base (obj), name, ProcPC (p));
      for (Block *b = GetFirstBlock (p); b; b = GetNextBlock (b))
	for (Inst *i = GetFirstInst (b); i; i = GetNextInst (i))
	  {
	    AddCallInst (i, InstBefore, "Same", InstPC (i), REG_PC, name);
	    if (IsInstType (i, InstTypeCall) && GetInstProcCalled (i)
		&& (strncmp (name, "main", 4) == 0 || strcmp (name, "fact") == 0
		    || strcmp (name, "other") == 0))
	      printf (" %s calls %s of %s\n", name, GetInstProcCalled (i),
		      base (GetTargetObj (i)));
	  }
    }
}
>>> anal.c
#include <stdio.h>
static struct { long n, pc; char *obj, *name; } procs[100];
static long wrong, insts;
void Begin (char *s) { printf ("begin %s\n", s); fflush (stdout); }
void Count (int n, char *obj, char *name, long pc)
{
  procs[n].n++; procs[n].obj = obj; procs[n].name = name; procs[n].pc = pc;
}
void Same (long pc, long reg, char *name) { insts++; if (pc != reg) wrong++; }
int Replace (int n, int (*original) (int)) { return original (n); }
void End (char *s)
{
  printf ("end %s, %s\n", s, wrong ? "wrong" : insts ? "right" : "none");
  if (s[0] == 'p' && s[1] == 'r')
    {
      FILE *f = fopen ("counts", "a");
      for (int i = 0; i < 100; i++)
	if (procs[i].n)
	  fprintf (f, "%s %s %lx %ld\n", procs[i].obj, procs[i].name, procs[i].pc, procs[i].n);
    }
}
>>> run
atom_library
unrandomised
$CXX -O1 -fPIC -shared $PLUGIN $(arg atom) plug.cc -o plug.so

# make NAME OPTION...: the program in three files, and in one.
make ()
{
  rm -rf $1 counts
  mkdir $1 $1/deep
  $CC -O1 $2 -fPIC -shared $PLUGIN $(arg atom) other.c -o $1/deep/libother.so -Wl,-soname,libother.so.1
  mv $1/deep/libother.so $1/deep/libother.so.1
  $CC -O1 $2 -fPIC -shared $PLUGIN $(arg atom) x.c -o $1/libx.so -Wl,-soname,libx.so \
    -Wl,-rpath,'$ORIGIN/deep' $1/deep/libother.so.1
  $CC -O1 $2 $3 $4 $PLUGIN $(arg atom) main.c -o $1/p -L$1 -lx -Wl,-rpath,'$ORIGIN' -ldl
}

# The plain text is that without facts.
make pie "" -fPIE -pie
$CC -O1 -fPIC -shared x.c -o x.so -Wl,-soname,libx.so -Wl,-rpath,'$ORIGIN/deep' pie/deep/libother.so.1
for s in .text .rodata .data .dynamic; do
  objcopy -O binary --only-section=$s x.so one
  objcopy -O binary --only-section=$s pie/libx.so two
  same one two
done

# All together; a library that is opened is named.
$HALT atom pie/p plug.so inst.c anal.c -o made >said
sed "s,$PWD/,," said
readelf -h made | sed -n 's/.*Type: *//p'
pie/p ./plug.so >plain
./made ./made.libs/plug.so >out
grep -v -e ^begin -e ^end out >two; same plain two; cat out
for f in pie/p pie/libx.so pie/deep/libother.so.1 plug.so; do
  nm $f | sed -n "s,^0*\([0-9a-f]*\) [tTwW] ,${f##*/} \1 ,p"
done | awk 'NR == FNR { is[$1, $3] = $2; next } { print $1, $2, $3 == is[$1, $2] ? "there" : $3, $4 }' - counts |
  sort

# Addresses are those of the plain files.
objdump -d --no-show-raw-insn pie/libx.so | awk '/<fact>:/ { print $1 }' | sed 's/^0*//' >objdump
awk '/libx.so fact/ { print $3 }' counts | sort -u >ours
same objdump ours

# Where things are.  The stack has the program's name.
mkdir 1 2
cp pie/p 1/
ln -s ../pie/libx.so ../pie/deep 1/
cp made 2/p
cp -r made.libs 2/made.libs
ln -s made.libs 2/p.libs
for n in 1 2; do setarch -R $n/p plug.so where | grep ^0x | cut -d ' ' -f 1-4,6 >where$n; done
same where1 where2

# Counts do not depend on how the program is cut up, nor on the machine's words.
counts () { awk '!/up|down|resolve/ { n[$2] += $4 } END { for (i in n) print i, n[i] }' counts | sort; }
rm counts
$HALT atom pie/p inst.c anal.c -o made >said
./made >out; counts >split
for way in "-no-pie -fno-pie" "-fPIE -pie -Wl,-z,now" "-m32 -fPIE -pie" "-m32 -no-pie"; do
  case $way in
    *m32*)
      "$TESTS/toolchain/musl" -n i386 >no32 || continue
      make way $way ;;
    *) make way "" $way ;;
  esac
  $HALT atom way/p inst.c anal.c -o made >said
  ./made >out; counts >ours
  same split ours
  [ "$(grep -c right out)" = 8 ] || cat out
done
sed 's/shared_name/shared_name_x/g' x.c >y.c
sed 's/hidden/hidden_main/g' main.c >z.c
for way in "-static -no-pie" "-static-pie -fPIE" "-no-pie"; do
  $CC -w -O1 $way $PLUGIN $(arg atom) z.c y.c other.c -o p 2>said
  rm -f counts
  $HALT atom p inst.c anal.c -o made >said
  ./made >out; counts | grep -v -e ^hidden -e ^shared_name >ours
  grep -v -e ^hidden -e ^shared_name split >theirs
  same theirs ours
done

# An instrumented library in a program that is not.
LD_LIBRARY_PATH=$PWD/2/made.libs pie/p >out 2>said
tail -n 1 out; sort said

# What is wrong.
code $HALT atom plug.so inst.c anal.c
$CC -shared -fPIC other.c -o bare.so
code $HALT atom pie/p bare.so inst.c anal.c
>>> out
p: made
 main calls fact of libx.so
 main calls indirect of nobody
 main calls fflush of nobody
 main calls fork of nobody
 main calls wait of nobody
 main calls printf of nobody
 main calls malloc of nobody
 main calls sbrk of nobody
 main calls malloc of nobody
 main calls printf of nobody
 main calls dlopen of nobody
 main calls dlsym of nobody
 main calls dlsym of nobody
 main calls printf of nobody
 main calls fact of libx.so
 main calls _exit of nobody
libx.so: made.libs/libx.so
 fact calls inner of libx.so
 fact calls shared_name of p
 fact calls other of libother.so.1
libother.so.1: made.libs/libother.so.1
plug.so: made.libs/plug.so
DYN (Position-Independent Executable file)
begin program
begin p
begin libx.so
begin libother.so.1
begin plug.so
x up
main up
100 2
end p, right
end libx.so, right
end libother.so.1, right
end plug.so, right
end program, right
46321
x down
end p, right
end libx.so, right
end libother.so.1, right
end plug.so, right
end program, right
libother.so.1 other there 5
libother.so.1 other there 5
libx.so down there 1
libx.so fact there 10
libx.so fact there 9
libx.so inner there 37
libx.so inner there 40
libx.so up there 1
libx.so up there 1
p main there 1
p main there 1
p one there 9
p one there 9
p shared_name there 10
p shared_name there 9
p up there 1
p up there 1
plug.so _ZL4deepi there 4
plug.so _ZL4deepi there 4
plug.so plug there 1
plug.so plug there 1
plug.so replaced there 1
plug.so replaced there 1
plug.so thrown there 1
plug.so thrown there 1
x down
halt: libother.so.1: no instrumented program has loaded it: it calls no analysis
ghalt: plug.so is a shared object; give the program that loads it, first
exit 2
ghalt: bare.so: no assembler text; compile with -fplugin-arg-halt-atom, and do not strip
exit 2
