#!/usr/bin/python3
# SPDX-License-Identifier: GPL-3.0-or-later
# Write some seconds of sound in stereo, the same on every machine: triangles
# whose pitch changes, and noise.
#
#   sound.py SECONDS >FILE.wav
import array
import struct
import sys

RATE = 44100
frames = RATE * int(sys.argv[1])
samples = array.array("h")
noise = 1
phase = [0, 0]
for n in range(frames):
    noise = (1103515245 * noise + 12345) % 2**31
    for side in 0, 1:
        phase[side] = (phase[side] + 300 + 150 * (n // 9000 % 7) + 77 * side) % 65536
        wave = abs(phase[side] - 32768) - 16384
        samples.append(wave // 2 + (noise >> 20) - 1024)
if sys.byteorder == "big":
    samples.byteswap()
data = samples.tobytes()
sys.stdout.buffer.write(b"RIFF" + struct.pack("<I", 36 + len(data)) + b"WAVEfmt "
                        + struct.pack("<IHHIIHH", 16, 1, 2, RATE, 4 * RATE, 4, 16)
                        + b"data" + struct.pack("<I", len(data)) + data)
