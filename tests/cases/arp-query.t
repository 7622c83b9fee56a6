# SPDX-License-Identifier: GPL-3.0-or-later
# The query functions read of a binary file what is asked for: its index, then blocks.
# One that is damaged is told of once, the others are as they were.

>>> record.c
/* So many samples, which are their numbers.  */
#include <atomium_rp.h>
#include <stdlib.h>
static int n;
static void set (const arp_sid s, void *data, void *c) { (void) s, (void) c; *(int *) data = n; }
int
main (int argc, char **argv)
{
  (void) argc;
  arp_set_output_file_format (arp_binary);
  arp_add_callbacks (arp_int, 0, set, 0, 0, 0);
  arp_start (1, 7, arp_record_all, 0, 0, 0, 0, 0);
  arp_enter (1, 7, 0);
  for (n = 0; n < atoi (argv[1]); n++)
    {
      arp_enter_kernel (1, n % 2 + 1, 0);
      arp_leave_kernel (1, n % 2 + 1);
    }
  return 0;
}

>>> query.c
#include <atomium_rp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <unistd.h>
static size_t blocks, bytes;
extern size_t __real_ZSTD_decompress (void *, size_t, const void *, size_t);
size_t
__wrap_ZSTD_decompress (void *to, size_t room, const void *from, size_t size)
{
  size_t n = __real_ZSTD_decompress (to, room, from, size);
  blocks++;
  bytes += n;
  return n;
}
static void
said (const arp_error_t kind, const char *text, void *c)
{
  (void) c;
  printf ("error %d: %s\n", kind, text);
}
static int
is_right (unsigned i)
{
  arp_trace t = arp_get_trace (i);
  int right = t && arp_trace_get_stack_length (t) == 2 && arp_trace_get_stack_pos (t, 0) == 7
    && arp_trace_get_stack_pos (t, 1) == i % 2 + 1 && arp_trace_get_stack_index (t, 1) == (int) i / 2
    && *(const int *) arp_trace_get_value (t, 0) == (int) i;
  arp_free_trace (t);
  return right;
}
static void
some (const char *what, unsigned from, unsigned to)
{
  unsigned right = 0;
  blocks = bytes = 0;
  for (unsigned i = from; i < to; i++)
    right += is_right (i);
  printf ("%s: %u of %u, %zu blocks, %zu bytes\n", what, right, to - from, blocks, bytes);
}
int
main (int argc, char **argv)
{
  /* What all records take is more.  */
  struct rlimit limit = { 8 << 20, 8 << 20 };
  const char *how = argc > 1 ? argv[1] : "";
  setrlimit (RLIMIT_DATA, &limit);
  arp_load_data ("data.arp", said, NULL);
  unsigned n = arp_get_nTraces ();
  some ("loaded", 0, 0);
  printf ("%u traces\n", n);
  if (strcmp (how, "written") == 0)
    {
      system (argv[2]);
      some ("none", 0, n);
      return 0;
    }
  if (strcmp (how, "damaged") != 0)
    {
      some ("one", 200000, 200001);
      some ("the next", 200001, 200002);
    }
  some ("all", 0, n);
  some ("again", 0, n);
  /* A trace stays as long as it is wanted.  */
  arp_trace t = arp_get_trace (1), last = arp_get_trace (n - 1);
  printf ("%d %d\n", *(const int *) arp_trace_get_value (t, 0), *(const int *) arp_trace_get_value (last, 0));
  arp_switch_mode (arp_record_average);
  printf ("mode %d, %u traces\n", arp_get_mode (), arp_get_nTraces ());
  arp_trace mean = arp_get_trace (1);
  if (arp_get_mode () == arp_record_average)
    printf ("%u: %.0Lf\n", arp_trace_get_count (mean), arp_trace_get_sum (mean, 0));
  arp_free_trace (mean);
  arp_free_data ();
  printf ("%d %d\n", *(const int *) arp_trace_get_value (t, 0), *(const int *) arp_trace_get_value (last, 0));
  arp_free_trace (t);
  arp_free_trace (last);
  return 0;
}

>>> index.py
# What the index says: blocks, bytes before compression.  With numbers: spoil such blocks.
import struct, sys
data = bytearray(open("data.arp", "rb").read())
n = struct.unpack_from("=Q", data, len(data) - 24)[0]
entries = [struct.unpack_from("=5Q", data, len(data) - 40 - 40 * (n - i)) for i in range(n)]
if len(sys.argv) == 1:
    whole = sum(e[2] for e in entries)
    block = next(e[2] for e, after in zip(entries, entries[1:]) if after[3] > 200000)
    print("one: 1 of 1, 1 blocks, %d bytes" % block)
    print("the next: 1 of 1, 0 blocks, 0 bytes")
    print("all: 300000 of 300000, %d blocks, %d bytes" % (n, whole))
for i in map(int, sys.argv[1:]):
    data[entries[i][0] + 100] ^= 1
    print(entries[i][3] + 1, entries[i + 1][3] - entries[i][3])
open("data.arp", "wb").write(data)

>>> run
lib=${LIBHALT%/*}/libarp.a
$CC $INCLUDE -O1 record.c "$lib" -Wl,--no-as-needed -lzstd -o record
$CC $INCLUDE -O1 query.c "$lib" -Wl,--wrap=ZSTD_decompress -Wl,--no-as-needed -lzstd -o query
./record 300000
python3 index.py >expected
./query >found
grep -A1 loaded found
grep '^one\|^the next\|^all' found | same - expected
sed '1,/^all/d' found | sed 's/[0-9]* blocks.*/.../'
echo "-- two blocks are damaged"
python3 index.py 3 5 >bad
./query damaged >found
awk '{ print $1; n += $2 } END { print 300000 - n, 300000 - n, $1 }' bad >expected
awk '/block of record/ { sub (";.*", ""); print last = $NF } /^all/ { all = $2 } /^again/ { print all, $2, last; exit }' found |
  same - expected
sed '1,/^again/d' found | sed 's/record [0-9]*;/record;/'
code "$HALT" arp data.arp 2>&1 | sed 's/record [0-9]*;/record;/'
echo "-- it is written to"
./record 300000
mv data.arp other
./record 299999
cp data.arp whole
./query written "cp other data.arp"
for size in 0 500 100000; do
  cp whole data.arp
  ./query written "truncate -s $size data.arp" | sed 1,2d
done
echo "-- it says that it is text"
sed -i '2s/^1/0/' data.arp
code "$HALT" arp data.arp
echo "-- no blocks"
./record 0
"$HALT" arp data.arp

>>> out
loaded: 0 of 0, 0 blocks, 0 bytes
300000 traces
again: 300000 of 300000, ...
1 299999
mode 0, 2 traces
150000: 22500000000
1 299999
-- two blocks are damaged
1 299999
error 3: 'data.arp': damaged: the block of record; record again
mode 1, 300000 traces
1 299999
ghalt: 'data.arp': damaged: the block of record; record again
exit 2
-- it is written to
loaded: 0 of 0, 0 blocks, 0 bytes
299999 traces
error 4: 'data.arp': it has changed since it was loaded
none: 0 of 299999, 0 blocks, 0 bytes
error 4: 'data.arp': it has changed since it was loaded
none: 0 of 299999, 0 blocks, 0 bytes
error 4: 'data.arp': it has changed since it was loaded
none: 0 of 299999, 0 blocks, 0 bytes
error 4: 'data.arp': it has changed since it was loaded
none: 0 of 299999, 0 blocks, 0 bytes
-- it says that it is text
ghalt: 'data.arp', line 2: damaged: it says that what follows is text, which it is not; record again
exit 2
-- no blocks
  count  total  mean  median  p99  path
