# SPDX-License-Identifier: GPL-3.0-or-later
# Alpha: loads and stores are reported as the machine makes them: of bytes where it
# has such instructions (from ev56 on), of aligned words where it has not; and
# nothing stands between a locked load and its store.

>>> prog.c
#include <stdio.h>
struct __attribute__ ((packed)) odd { char c; short s; int i; long l; } odd[3];
char text[32] = "the quick brown fox";
volatile short half[8];
int shared;
unsigned char bytes[8];
__attribute__ ((noinline)) long
work (struct odd *o, int n)
{
  long sum = 0;
  for (int i = 0; i < n; i++)
    {
      o[i].c = text[i];
      o[i].s = i * 1000 - 1;
      o[i].i = i * 100000;
      o[i].l = o[i].i * 3L - o[i].s;
      half[i] = o[i].c + half[i + 1];
      sum += o[i].l ^ half[i];
    }
  return sum;
}
__attribute__ ((noinline)) int
add (int *p, unsigned char *q, int n)
{
  __sync_fetch_and_add (p, n);
  __sync_bool_compare_and_swap (p, 6, 7);
  __sync_fetch_and_or (q + 3, 5);
  __sync_bool_compare_and_swap (q + 1, 0, 9);
  return *p + q[3] + q[1];
}
int
main (void)
{
  printf ("%ld %d %s\n", work (odd, 3), add (&shared, bytes, 6), text);
  return 0;
}

>>> sizes.c
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
static int seen[17], odd;
void _record_load (long n, unsigned long ea, unsigned long id)
{ seen[n] = 1; odd |= n > 1 && ea % n != 0; }
void _record_store (long n, unsigned long ea, unsigned long id)
{ seen[n] = 1; odd |= n > 1 && ea % n != 0; }
__attribute__ ((destructor)) static void
end (void)
{
  const char *text = seen[1] ? odd ? "bytes odd\n" : "bytes\n"
		     : odd ? "words odd\n" : "words\n";
  write (2, text, strlen (text));
}

>>> run
machine alpha
hostile
$CC -O2 -w -c sizes.c
kinds=$(arg cbr mbr entry exit load store bb setlongjmp)
for cpu in ev4 ev5 ev56 ev6 ev67; do
  for o in -O0 -O2; do
    $CC -w $o -mcpu=$cpu prog.c -o plain
    code $RUN ./plain >plain.out
    $CC -w $o -mcpu=$cpu $PLUGIN $kinds prog.c hostile.o -o prog
    code timeout 20 $RUN ./prog >out 2>&1
    same plain.out out
  done
  $CC -w -O2 -mcpu=$cpu $PLUGIN $(arg load store) prog.c sizes.o -o prog
  echo "$cpu: $($RUN ./prog 2>&1 >/dev/null)"
  $CC -w -O2 -mcpu=$cpu $PLUGIN $kinds -S prog.c
  awk '/ld[lq]_l/ { inside = 1 } /st[lq]_c/ { inside = 0; n++ }
       inside && /jsr/ { print "a call inside a locked sequence" }
       END { if (!n) print "no locked sequence" }' prog.s
done

>>> out
ev4: words
ev5: words
ev56: bytes
ev6: bytes
ev67: bytes
