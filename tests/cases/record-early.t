# SPDX-License-Identifier: GPL-3.0-or-later
# librecord where code runs before constructors: .preinit_array, a malloc of the program's
# own, which the loader calls, a resolver of an IFUNC.  What is recorded is what libhalt
# counts; of what is too much to be kept until the file is there, the file says how much.

>>> on aarch64 riscv64

>>> pre.c
volatile int n;
static void __attribute__ ((noinline))
early (void)
{
  for (int i = 0; i < TURNS; i++)
    if (i % 3)
      n++;
}
__attribute__ ((section (".preinit_array"), used)) static void (*entry) (void) = early;
int
main (void)
{
  for (int i = 0; i < 1000; i++)
    if (i % 5)
      n++;
  return 3;
}

>>> resolver.c
volatile int n;
static int one (void) { return 1; }
static int two (void) { return 3; }
static int (*resolve (void)) (void)
{
  for (int i = 0; i < 100; i++)
    if (i % 3)
      n++;
  return n > 3 ? two : one;
}
int number (void) __attribute__ ((ifunc ("resolve")));
int
main (void)
{
  return number ();
}

>>> allocate.cc
#include <cstddef>
#include <string>
extern "C" {
static char pool[1 << 22];
static size_t used;
void *
malloc (size_t n)
{
  if (n % 16)
    n += 16 - n % 16;
  char *p = pool + used + 16;
  *(size_t *) (pool + used) = n;
  used += n + 16;
  return p;
}
void
free (void *p)
{
  if (p && used > 1u << 30)
    used = 0;
}
void *
calloc (size_t a, size_t b)
{
  char *p = (char *) malloc (a * b);
  for (size_t i = 0; i < a * b; i++)
    p[i] = 0;
  return p;
}
void *
realloc (void *q, size_t n)
{
  char *p = (char *) malloc (n);
  for (size_t i = 0; q && i < n && i < ((size_t *) q)[-2]; i++)
    p[i] = ((char *) q)[i];
  return p;
}
}
static std::string text = "a string that is long enough to be allocated somewhere";
int
main ()
{
  return (text + text).size () == 108 ? 3 : 4;
}

>>> run
recording
# try NAME COMPILER OPTION...: how many events there are, which libhalt counts, too.
try ()
{
  name=$1; shift
  rm -f halt.trace halt.prof
  "$@" -w -O1 $PLUGIN $(arg cbr entry) "$LIBHALT" -o prog
  code $RUN ./prog
  "$HALT" report --format=csv prog | awk -F, '$1 == "cbr" || $1 == "entry" { n += $(NF - 5) } END { print n }' >counted
  "$@" -w -O1 $PLUGIN $(arg cbr entry routines=$lib) "$lib" $zstd -o prog
  code $RUN ./prog
  "$HALT" play --check halt.trace prog >played
  set -- $(sed -n 's/^thread 1: \([0-9]*\) events.* \([0-9]*\) events missing/\1 \2/p' played) $(cat counted)
  echo "$name: $([ $(($1 + $2)) = $3 ] && echo all accounted for || echo "$*"), $([ $2 = 0 ] && echo none missing || echo some missing)"
  tail -n 1 played
}
for static in "" -static; do
  try "early $static" $CC $static -DTURNS=1000 pre.c
  try "much $static" $CC $static -DTURNS=2000000 pre.c
  try "resolver $static" $CC $static resolver.c
  try "malloc $static" $CXX $static allocate.cc
done

>>> out
exit 3
exit 3
early : all accounted for, none missing
complete
exit 3
exit 3
much : all accounted for, some missing
complete
exit 3
exit 3
resolver : all accounted for, none missing
complete
exit 3
exit 3
malloc : all accounted for, none missing
complete
exit 3
exit 3
early -static: all accounted for, none missing
complete
exit 3
exit 3
much -static: all accounted for, some missing
complete
exit 3
exit 3
resolver -static: all accounted for, none missing
complete
exit 3
exit 3
malloc -static: all accounted for, none missing
complete
