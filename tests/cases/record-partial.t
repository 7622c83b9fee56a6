# SPDX-License-Identifier: GPL-3.0-or-later
# An event that was being written when the process was killed, of which some words are
# there, did not happen; all before it did.  Nothing comes after a part that is missing.

>>> on aarch64 riscv64

>>> a.c
#include <signal.h>
volatile int x[100];
int
main (int argc, char **argv)
{
  (void) argv;
  for (int k = argc > 1 ? 3000 : 1; k > 0; k--)
    for (int i = 0; i < 100; i++)
      (void) x[i];
  raise (SIGKILL);
}

>>> cut.py
# From event number N on: leave so many words of that and none after it.
import struct, subprocess, sys, os
data = open("t", "rb").read()
word = lambda at: struct.unpack_from("=I", data, at)[0]
extent = struct.unpack_from("=Q", data, 72)[0]
granules = [extent + 4096 + i * 32768 for i in range(8)]
begin = [g for g in granules if struct.unpack_from("=Q", data, g)[0] == 1][0] + 24
def size(at):
    return 10 if word(at) % 16 == 15 else 4
def cut(n, left):
    at = begin
    for _ in range(n):
        at += 4 * size(at)
    all = size(at)
    new = bytearray(data)
    at += 4 * left
    new[at:begin + 4 * 8162] = bytes(begin + 4 * 8162 - at)
    open("x", "wb").write(new)
    run = subprocess.run([os.environ["HALT"], "play", "x", "a"], capture_output=True, text=True)
    return all, run.stdout.count("load"), run.stderr.replace("ghalt: 'x' has no events\n", "")
def b_last(n):
    at = begin
    for _ in range(n):
        at += 4 * size(at)
    new = bytearray(data)
    new[at + 4:at + 8] = bytes(4)
    new[at + 16:begin + 4 * 8162] = bytes(begin + 4 * 8162 - at - 16)
    open("x", "wb").write(new)
    run = subprocess.run([os.environ["HALT"], "play", "x", "a"], capture_output=True, text=True)
    return run.stdout.count("load"), run.stderr
new = bytearray(data)
new[begin - 24] = 2
open("x", "wb").write(new)
run = subprocess.run([os.environ["HALT"], "play", "x", "a"], capture_output=True, text=True)
print(run.stdout.count("load"), "without its first granule")
for n in 0, 1, 50, 99:
    all, _, _ = cut(n, 0)
    seen = [cut(n, left)[1:] for left in (0, 1, all - 1)] if all == 10 else [cut(n, left)[1:] for left in (0, 1)] + [b_last(n)]
    print(n, all, all and seen == [(n, "")] * 3 or seen, cut(n, all)[1])

>>> run
recording
$CC -O1 -w $PLUGIN $(arg load) a.c "$lib" $zstd -o a
HALT_FILE=t $RUN ./a 2>/dev/null || true
"$HALT" play t a | grep -c load
python3 cut.py
# What is in blocks already, and what is not.
HALT_FILE=t $RUN ./a more 2>/dev/null || true
"$HALT" play t a | grep -c load

>>> out
100
0 without its first granule
0 10 True 1
1 4 True 2
50 4 True 51
99 4 True 100
300000
