# SPDX-License-Identifier: GPL-3.0-or-later
# ghalt atom: what the files of a tool may be.  The analysis is C, C++ with its library, an
# object or an archive; -I, -D, -U and -g are for both files; a debugger finds the analysis.

>>> x86_64 ghalt atom

>>> prog.c
#include <stdio.h>
__attribute__ ((noinline)) int f (int n) { int s = 0; for (int i = 0; i < n; i++) s += i & 3; return s; }
int main (int argc, char **argv) { printf ("%d\n", f (3) + f (10 * argc)); return 0; }
>>> inst.c
#include <halt/atom.h>
#include "tool.h"
void Instrument (int argc, char **argv, Obj *obj)
{
  AddCallProto ("Enter(char *, VALUE)");
  AddCallProto ("Done(int)");
  for (Proc *p = GetFirstObjProc (obj); p; p = GetNextProc (p))
    for (Block *b = GetFirstBlock (p); b; b = GetNextBlock (b))
      if (IsInstType (GetLastInst (b), InstTypeCondBr))
        AddCallInst (GetLastInst (b), InstBefore, "Enter", ProcName (p), BrCondValue);
  AddCallProgram (ProgramAfter, "Done", NUMBER);
}
>>> tool.h
#ifndef NUMBER
#error NUMBER is not there
#endif
#ifdef SURPLUS
#error SURPLUS is there
#endif
>>> anal.c
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "tool.h"
static long calls, taken;
void Enter (const char *name, long way)
{
  if (strcmp (name, "f") == 0) calls++, taken += way != 0;
}
int helper (int n);
void Done (int n)
{
  char text[40];
  snprintf (text, sizeof text, "%ld of %ld, %d", taken, calls, helper (n));
  printf ("%s %ld %d\n", text, strtol ("12", NULL, 10), errno);
}
>>> helper.c
int helper (int n) { return n + 1; }
>>> other.c
void not_needed (void);
void Unused (void) { not_needed (); }
>>> anal.cc
#include <algorithm>
#include <fstream>
#include <iomanip>
#include <iostream>
#include <map>
#include <memory>
#include <random>
#include <regex>
#include <sstream>
#include <stdexcept>
#include <string>
#include <vector>
#include <halt/anal.h>
#include "tool.h"
static std::map<std::string, std::vector<bool>> ways;
struct shape { virtual double area () const = 0; virtual ~shape () { std::cout << "gone\n"; } };
struct square : shape { double side; square (double s) : side (s) { } double area () const override { return side * side; } };
static std::unique_ptr<shape> kept = std::make_unique<square> (1.5);
extern "C" void Enter (const char *name, long way) { ways[name].push_back (way != 0); }
static int deep (int n) { if (n == 0) throw std::domain_error ("deep"); return deep (n - 1) + 1; }
extern "C" void Done (int n)
{
  for (auto &p : ways)
    std::cout << p.first << ": " << std::count (p.second.begin (), p.second.end (), true) << " of " << p.second.size () << "\n";
  std::cout << std::setprecision (4) << std::fixed << kept->area () << " " << std::hex << n << std::endl;
  try { deep (20); } catch (std::logic_error &e) { std::cout << e.what () << "\n"; }
  try { std::vector<int> v; (void) v.at (n); } catch (...) { std::cout << "out of range\n"; }
  try { std::locale l ("xx_YY"); } catch (std::runtime_error &) { std::cout << "no such locale\n"; }
  std::ofstream ("cxx.out") << "line\n";
  std::ifstream in ("cxx.out");
  std::string line;
  std::getline (in, line);
  std::stringstream s ("3.25 17");
  double d; int i;
  s >> d >> i;
  std::cout << line << " " << d << " " << std::dec << i << " " << std::regex_match (line, std::regex ("l[a-z]+")) << "\n";
  std::mt19937 random (1);
  std::string upper = "Words";
  for (char &c : upper) c = std::toupper (c, std::locale ());
  std::cout << random () << " " << upper << std::endl;
}
>>> plain.cc
void Enter (const char *name, long way) { }
void Done (int n) { }
>>> run
atom_library
mkdir headers
mv tool.h headers
tool () { $HALT atom prog inst.c "$@" -I headers -DNUMBER=41 -D SURPLUS -USURPLUS -g; }
musl="-nostdinc -isystem /usr/include/x86_64-linux-musl -isystem $($CC -print-file-name=include)"
$CC -O2 -g -DNUMBER=2 -Iheaders -c anal.c -o glibc.o
$CC -O2 -D_FORTIFY_SOURCE=2 -DNUMBER=2 -Iheaders -fno-pie -c anal.c -o fortified.o
$CC -O2 $musl -DNUMBER=2 -Iheaders -c anal.c -o musl.o
$CC -O2 -fplugin=$HALT_SO $(arg analysis) $musl -DNUMBER=2 -Iheaders -c anal.c -o summary.o
$CC -O2 -c helper.c other.c
for o in glibc fortified musl summary; do
  $CC -r -nostdlib $o.o helper.o -o whole-$o.o
done
ar rc anal.a other.o musl.o helper.o
$CXX -O2 -DNUMBER=2 -Iheaders -I "$TESTS/../include" -c anal.cc -o cxx.o
for options in -O2 "-O2 -no-pie" "-O2 -static"; do
  $CC $options $PLUGIN $(arg atom) prog.c -o prog
  for anal in whole-glibc.o whole-fortified.o whole-musl.o whole-summary.o anal.a; do
    tool $anal
    ./prog.atom || echo "$options $anal"
  done | sort | uniq -c | sed 's/^ *//'
  for anal in anal.cc cxx.o; do
    tool $anal
    ./prog.atom || echo "$options $anal"
  done >said
  head -n $(($(wc -l <said) / 2)) said >one
  cat one one | same said -
  [ ! -f first ] && mv one first || same first one
done
cat first
code tool plain.cc 2>&1
code tool whole-none.o 2>&1
code tool headers/tool.h 2>&1 | tail -n 2
cat >empty.c </dev/null
$CC -c empty.c
code tool empty.o 2>&1
code $HALT atom prog inst.c anal.a 2>&1 | grep -v '#include\|\^\|compilation'
>>> out
5 11 of 15, 42 12 0
5 16
5 11 of 15, 42 12 0
5 16
5 11 of 15, 42 12 0
5 16
f: 11 of 15
2.2500 29
deep
out of range
no such locale
line 3.2500 17 1
1791095845 WORDS
gone
16
ghalt: inst.c:5: the routine 'Enter' is not defined in the analysis file plain.cc, where C++ needs 'extern "C"' before it
exit 2
ghalt: whole-none.o: No such file or directory
exit 2
ghalt: inst.c:5: the routine 'Enter' is not defined in the analysis file headers/tool.h
exit 2
ghalt: inst.c:5: the routine 'Enter' is not defined in the analysis file empty.o
exit 2
inst.c:2:10: fatal error: tool.h: No such file or directory
ghalt: the instrumentation file 'inst.c' does not compile
exit 2
