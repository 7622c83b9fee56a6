# SPDX-License-Identifier: GPL-3.0-or-later
# Lines of machine code that are behind a call that did not return, in its block, are executed as
# often as their points, not as the block was begun: by longjmp, an exception, the end of a thread.

>>> a.c
#include <pthread.h>
#include <setjmp.h>
#include <stdlib.h>
static jmp_buf out;
int volatile n;
__attribute__ ((noipa)) void
leave (int i)
{
  if (i % 4)
    longjmp (out, 1);
}
__attribute__ ((noipa)) void
end (int i)
{
  if (i % 2)
    pthread_exit (NULL);
}
__attribute__ ((noipa)) int
work (int i)
{
  n++;
  leave (i);
  n += 2;
  if (n & 1)
    n += 3;
  return n;
}
__attribute__ ((noipa)) void *
thread (void *p)
{
  n--;
  end ((int) (long) p);
  n++;
  n++;
  return NULL;
}
int
main (void)
{
  for (volatile int i = 0; i < 100; i++)
    if (!setjmp (out))
      work (i);
  for (long i = 0; i < 10; i++)
    {
      pthread_t t;
      pthread_create (&t, NULL, thread, (void *) i);
      pthread_join (t, NULL);
    }
  return 0;
}

>>> b.cc
int volatile n;
__attribute__ ((noipa)) void thrower (int i) { if (i % 5) throw i; }
__attribute__ ((noipa)) int
work (int i)
{
  n++;
  thrower (i);
  n += 2;
  return n;
}
int
main ()
{
  for (int i = 0; i < 50; i++)
    try { work (i); } catch (int) { }
}

>>> see.py
# What is counted before the call of FUNCTION and behind all calls.
import glob, json, re
for name in "leave", "end":
    for file in glob.glob("site/data/code-*.js"):
        insns = json.loads(re.search(r'", (.*)\);\n', open(file).read(), re.S)[1])["insns"]
        at = [i for i, n in enumerate(insns) if re.match(rf"call.*<{name}>", n[2])]
        last = [i for i, n in enumerate(insns) if n[2].startswith("call")]
        if at:
            print(name, insns[at[0]][0], str(insns[last[-1] + 1][0]).strip("~"))

>>> run
# Lines with something volatile, and the ends of functions: their counts, and gcov's.
lines () { sed -n 's/^ *\([0-9?#-]*\): *\([0-9]*\):.*\(n[-+ ]*[=+-][^;]*\|return n\);.*/\2 \1/p' | grep -v ' -$'; }
for unit in a.c b.cc; do
  cc=$CC
  [ $unit = a.c ] || cc=$CXX
  $cc -O0 --coverage $unit -o gcov-prog -pthread
  ./gcov-prog
  gcov -t gcov-prog-* 2>/dev/null | sed 's/\*:/:/' | lines >truth
  for level in -O1 -O2; do
    for kinds in "bb load store cbr" "load store proc" "bb load store"; do
      $cc $level -g $PLUGIN $(arg $kinds count=thread) $unit "$LIBHALT" -o prog -pthread
      ./prog
      $HALT report --annotate prog 2>/dev/null | lines >found
      # What is known is right.
      grep -v '?' found | sed 's/#####/0/' | LC_ALL=C sort >known
      sed 's/#####/0/' truth | LC_ALL=C sort | LC_ALL=C comm -13 - known
      [ $(wc -l <known) -ge 3 ] || echo "few are known of $unit $level $kinds"
    done
  done
done
echo "exits"
$CC -O1 -g $PLUGIN $(arg bb proc count=plain) a.c "$LIBHALT" -o prog -pthread
./prog
$HALT report --annotate prog 2>/dev/null | sed -n 's/^ *\([0-9]*\): *\([0-9]*\):}$/\2 \1/p'
if elsewhere "what a site says of single instructions"; then
  printf '%s\n' "leave 100 25" "end 10 5"
  exit 0
fi
$HALT html -o site prog >/dev/null 2>&1
python3 see.py

>>> out
exits
27 25
36 5
50 1
leave 100 25
end 10 5
