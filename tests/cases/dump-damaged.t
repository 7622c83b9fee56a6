# SPDX-License-Identifier: GPL-3.0-or-later
# What a process wrote, with one bit of any byte changed, or cut anywhere: it is refused.
# Records that lead in a circle, where the checksum fits.

>>> prog.c
int f (int n) { return n > 2 ? n : 3; }
int main (void) { int s = 0; for (int i = 0; i < 9; i++) s += f (i); return s == 1; }
>>> damage.py
import struct, subprocess, sys
good = open("halt.prof", "rb").read()
def refused(data):
    open("bad.prof", "wb").write(data)
    r = subprocess.run([sys.argv[1], "report", "prog", "bad.prof"], capture_output=True, text=True)
    return r.returncode == 2 and r.stderr.count("\n") == 1
flips = [i for i in range(len(good))
         if not refused(good[:i] + bytes([good[i] ^ 2]) + good[i + 1:])]
cuts = [n for n in range(0, len(good), 7) if not refused(good[:n])]
print("taken with a bit changed:", flips, "cut:", cuts)
def words(data, n=0xcbf29ce484222325):
    for i in range(0, len(data), 8):
        n = (n ^ int.from_bytes(data[i:i + 8], "little")) * 0x100000001b3 & (1 << 64) - 1
        n ^= n >> 32
    return n
longer = good[32:] + bytes(1)
print("more than it has:", refused(good[:8] + len(longer).to_bytes(8, "little") + good[16:24]
                                   + words(longer).to_bytes(8, "little") + longer))
huge = good[:8] + bytes([255] * 8) + good[16:]
print("as long as can be:", refused(huge))
print("the checksum is that of format.h:", words(good[32:]).to_bytes(8, "little") == good[24:32])
plain = open("plain.prof", "rb").read()
print("unpacked it is refused:", refused(plain))
newest = struct.unpack_from("<I", plain, 40)[0]
def summed(data):
    data[24:32] = bytes(8)
    data[24:32] = words(bytes(data)).to_bytes(8, "little")
    return data
print("with a checksum:", refused(summed(bytearray(plain))))
circle = bytearray(plain)
circle[newest * 64:newest * 64 + 4] = struct.pack("<I", newest)
print("a circle is refused:", refused(summed(circle)))
>>> run
$CC $PLUGIN $(arg cbr entry count) prog.c "$LIBHALT" -o prog
./prog
unpack halt.prof plain.prof
python3 damage.py "$HALT"
>>> out
taken with a bit changed: [] cut: []
more than it has: True
as long as can be: True
the checksum is that of format.h: True
unpacked it is refused: False
with a checksum: False
a circle is refused: True
