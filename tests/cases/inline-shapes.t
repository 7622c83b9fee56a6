# SPDX-License-Identifier: GPL-3.0-or-later
# Routines of many shapes: which are copied, and that all of them, copied or not,
# leave the same behind.

>>> rest

>>> shapes.h
typedef unsigned long word;
extern word elsewhere;
void call_elsewhere (word id);
static word n, t[16];
static unsigned char bytes[256];
static __thread word own;
word visible;
static double d;
static const word squares[4] = { 0, 1, 4, 9 };
static volatile word v;
static word (*pointer) (word);
static word more[4] = { 5, 6, 7, 8 };
static word *at = more;
static struct { word a; unsigned b : 5, c : 27; } s;

>>> shapes
count_one n++;
index t[id % 16]++;
public visible += id;
thread_local own += id;
volatile_one v = v + 1;
atomic __atomic_fetch_add (&n, id, __ATOMIC_SEQ_CST);
exchange __atomic_exchange_n (&t[2], id, __ATOMIC_SEQ_CST);
compare word old = n; __atomic_compare_exchange_n (&n, &old, id, 0, 5, 5);
branches if (id & 1) t[1]++; else if (id & 2) t[2] += id; else t[3]--;
early if (id < 5) return; t[4]++; if (id > 7) return; t[5]++;
loop for (word i = id % 7; i; i--) n += i;
loop_nest for (word i = id % 3; i; i--) for (word j = id % 5; j; j--) n += i ^ j;
shift t[6] ^= 1ul << id % 64;
shift_double n = ((unsigned __int128) n << 64 | t[6]) << id % 64 >> 64; t[6] = t[6] * 5 + ++n;
shift_double_right n = ((unsigned __int128) t[6] << 64 | n) >> id % 64; t[6] = t[6] * 5 + ++n;
divide t[7] += (n + id) / (id | 1);
multiply unsigned __int128 p = (unsigned __int128) (id + 99) * 0x123456789abcdefful; t[8] ^= p >> 64;
multiply_memory unsigned __int128 p = (unsigned __int128) at[id % 4] * (n + 0x123456789abcdefful); t[8] ^= p >> 64; n++;
divide_memory t[7] += (n + id + 100) / (at[id % 4] | 0); at[id % 4] += 3;
bits t[9] += __builtin_popcountl (id) + __builtin_ctzl (id | 256);
high_byte bytes[id & 255] = id >> 8; t[9] += (unsigned char) (id >> 8);
bytes_only bytes[(unsigned char) id]++;
move_if t[10] = id > t[10] ? id : t[10];
signed_byte t[10] += (signed char) id; t[11] += (short) (id * 77);
fields s.b += id; s.c ^= id * 3;
double_sum d += (double) (long) id;
through_pointer at[id % 4] += 3;
table n += squares[id % 4];
helper_call helped (id);
helper_twice if (id & 1) helped (id); helped (id + 1); n += id;
nothing
arguments t[a % 16] += b ^ c; n += id;
all_bytes for (int i = 0; i < 256; i++) bytes[i] = 0;
clear_struct __builtin_memset (t, 0, sizeof t);
infinite_not if (id == 1ul << 60) for (;;) v++;
constant d += 0.3;
external elsewhere += id;
external_call call_elsewhere (id);
indirect if (pointer) n = pointer (id);
tail_call helped_far (id);
switch_table switch (id % 8) { case 0: n += 5; break; case 1: t[2] = n; break; case 2: n ^= 77; break; case 3: t[3] += n; break; case 4: v++; break; case 5: d++; break; case 6: n -= t[1]; break; default: t[7]++; }
frame volatile word local[9] = { 0 }; local[id % 9] = id; n += local[3];
many word x0 = t[0], x1 = t[1], x2 = t[2], x3 = t[3], x4 = t[4], x5 = t[5], x6 = t[6], x7 = t[7]; for (word i = 0; i < id; i++) { x0 ^= x1; x1 += x2; x2 ^= x3; x3 -= x4; x4 += x5; x5 ^= x6; x6 += x7 + i; x7 ^= x0 * 3; } t[0] = x0 ^ x1; t[1] = x2 ^ x3 ^ x4; t[2] = x5 ^ x6 ^ x7;
assembly __asm__ volatile ("" : "+m" (n)); n++;
label_address static void *l[] = { &&x, &&y }; goto *l[id & 1]; x: n++; return; y: n += 2;
not_inline n++; /* __attribute__ ((noinline)) */
not_cloned n++; /* __attribute__ ((noclone)) */
traps if (id == 1ul << 60) __builtin_trap (); n++;

>>> make
#!/bin/sh
# shapes/NAME.c for each, its body as every routine.
mkdir -p shapes
grep -v '^$' shapes.list | while read -r name body; do
  attribute=$(echo "$body" | sed -n 's/.*\(__attribute__.*)) \*\/\).*/\1/p;' | sed 's/ \*\///')
  tail=
  [ $name != tail_call ] || tail=', noipa'
  cat >shapes/$name.c <<END
#include "../shapes.h"
#include <stdio.h>
#include <string.h>
__attribute__ ((noinline, unused$tail)) static void helped (word x) { t[3] ^= x; v++; }
__attribute__ ((noinline, unused$tail)) static void helped_far (word x) { t[3] ^= x; v++; }
$attribute void _record_cbr (word a, word id) { word b = id * 3, c = a ^ 1; (void) b; (void) c; $body }
$attribute void _record_block (word id) { word a = id, b = id, c = 5; (void) a; (void) b; (void) c; $body }
$attribute void _record_load (word a, word b, word id) { word c = 3; b = 4; (void) a; (void) b; (void) c; $body }
__attribute__ ((destructor, optimize (0))) static void
end (void)
{
  word sum = n + visible * 3 + own * 5 + v * 7 + s.a * 11 + s.b * 13 + s.c * 17 + (word) (d * 1000);
  for (int i = 0; i < 16; i++) sum = sum * 31 + t[i] + more[i % 4];
  for (int i = 0; i < 256; i++) sum = sum * 31 + bytes[i];
  fprintf (stderr, "%lu\n", sum);
}
END
done

>>> prog.c
#include <stdio.h>
word elsewhere;
__attribute__ ((halt ("none"))) void call_elsewhere (word id) { elsewhere += id; }
__attribute__ ((noipa)) static unsigned
mix (unsigned a, unsigned b, double x, const unsigned *p, int n)
{
  unsigned c = a ^ b, e = 5, f = 6, g = 7, h = 8;
  for (int i = 0; i < n; i++)
    {
      e += p[i % 4] * a; f ^= e >> b % 9; g -= f; h += g ^ c;
      c = e < f ? c + h : c - h * 3;
      if (x > i)
	x = x * 0.75 + (c & 7), a += (unsigned) x;
      else if (h & 1)
	a ^= b;
    }
  return a + b + c + e + f + g + h + (unsigned) x;
}
int
main (void)
{
  static const unsigned p[4] = { 1, 20, 300, 4000 };
  printf ("%u %u\n", mix (1, 2, 30.5, p, 60), mix (7, 9, 1e3, p, 99));
  return 0;
}

>>> run
cp shapes shapes.list
rm shapes
sh make
sed -i '1i typedef unsigned long word;' prog.c
$CC -w -O2 prog.c -o plain
./plain >plain.out
try ()
{
  copied= called=
  for file in shapes/*.c; do
    name=$(basename $file .c)
    # How large these are is the compiler's choice: nothing is said of them.
    case $name in loop_nest) said= ;; *) said=$name ;; esac
    $CC -w "$@" $PLUGIN -c $file -o $name.o
    if readelf -p .debug.halt_routine $name.o | grep -q '_record_block.* copy [0-9]'; then
      copied="$copied${said:+ $said}"
    else
      called="$called${said:+ $said}"
    fi
    for way in yes no; do
      $CC -w -O2 -fno-ipa-ra $PLUGIN $(arg cbr bb load routines=$name.o inline=$way) prog.c $name.o -o prog
      ./prog >$way.out 2>$way.sum || echo "$name, inline=$way: exit $?"
      cmp -s plain.out $way.out || echo "$name, inline=$way: other output"
    done
    cmp -s yes.sum no.sum || echo "$name: $(cat yes.sum), not $(cat no.sum)"
  done
  echo "== $*"
  echo "copied:$copied" | fmt -w 78
  echo "called:$called" | fmt -w 78
}
try -O2

>>> out
== -O2
copied: all_bytes arguments atomic branches bytes_only clear_struct compare
count_one divide divide_memory double_sum early exchange fields helper_twice
high_byte index indirect infinite_not loop move_if multiply multiply_memory
nothing public shift shift_double shift_double_right signed_byte table
thread_local through_pointer volatile_one
called: assembly bits constant external external_call frame helper_call
label_address many not_cloned not_inline switch_table tail_call traps
