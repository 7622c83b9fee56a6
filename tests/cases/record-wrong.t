# SPDX-License-Identifier: GPL-3.0-or-later
# ghalt play: what is no trace, a trace of another build or damaged, what is no analysis,
# options that make no sense: one line each, and nothing is played of what is refused.

>>> a.c
#include <stdio.h>
#include <stdlib.h>
int
main (int argc, char **argv)
{
  int n = atoi (argv[1]), odd = 0;
  for (int i = 0; i < n; i++)
    if (rand () & 1)
      odd++;
  printf ("%d\n", odd > n / 3);
  return 0;
}

>>> run
recording
$CC -O2 -w $PLUGIN $(arg cbr) a.c "$lib" $zstd -o a
$CC -O1 -w $PLUGIN $(arg cbr entry) -DX a.c "$lib" $zstd -o other
HALT_FILE=t ./a 900
wrong () { "$HALT" play "$@" 2>&1 | sed 's/0x[0-9a-f]*/X/g;s/[0-9][0-9]* bytes of [0-9]*/N bytes of N/;s/: from .*/: .../;s/by .*; an/by CC; an/'; }
wrong nothing a
wrong a.c a
wrong t other
wrong t nothing
wrong t
wrong
wrong --check t a x
wrong --check --thread=1 t a
wrong --thread=0 t a
wrong --thread=7 t a
wrong --from=5 --to=5 t a
wrong --function=nothing t a
wrong --kind=nothing t a
wrong --format=ctf t a
wrong -o x t a
wrong t a -- nothing.so
wrong t a -- a.c
echo 'int x;' >x.c
$CC -shared -fPIC x.c -o x.so
wrong t a -- x.so
$CC -c -fno-pic -x c - -o y.o <<'END'
static int n; extern int m; void _record_cbr (long c, long i) { n += c + m; }
END
wrong t a -- y.o >said
grep -q 'y\.o.*relocation' said || echo "nothing of the linker's"; tail -n 1 said
echo "-- a compiler with options; a symbol that is nowhere"
echo 'int nowhere (void); void _record_cbr (long c, long i) { nowhere (); }' >z.c
$CC -c -w -fPIC z.c
CC="$CC -g -DX='a b'" wrong t a -- z.o
echo "-- no event"
echo 'void _record_load (long bytes, long ea, long i) { }' >load.c
echo 'void _record_cbr (long c, long i) { }' >cbr.c
$CC -c -w -fPIC load.c; $CC -c -w -fPIC cbr.c
code "$HALT" play t a -- cbr.o load.o
code "$HALT" play --kind=store t a
code "$HALT" play --from=5000 t a -- load.o
echo "-- damaged"
head -c 3000 t >short; wrong short a
head -c 9000 t >short; wrong short a
: >short; wrong short a
cat >damage.py <<'END'
import struct, subprocess, sys, os
data = open("t", "rb").read()
play = [os.environ["HALT"], "play"]
word = lambda at: struct.unpack_from("=Q", data, at)[0]
def say(what, at, value, size="=Q"):
    new = bytearray(data)
    struct.pack_into(size, new, at, value)
    open("x", "wb").write(new)
    run = subprocess.run(play + ["--check", "x", "a"], capture_output=True, text=True)
    print(what, run.returncode, run.stderr.strip())
say("version", 8, 9, "=I")
say("byte order", 0, int.from_bytes(data[:8], "big"))
say("thread", 64, 1 << 40)
say("thread itself", word(64), 0)
say("extent", 72, 4096)
say("description", 80, word(80) + 8)
block = word(word(64) + 24)
say("block", word(64) + 24, block + 8)
say("a bit", block + 100, data[block + 100] ^ 4, "=B")
say("sequence", block + 16, 77)
END
python3 damage.py
# Every bit of a block is looked at.
cat >bits.py <<'END'
import os, random, struct, subprocess
data = open("t", "rb").read()
word = lambda at: struct.unpack_from("=Q", data, at)[0]
block = word(word(64) + 24)
size = 88 + struct.unpack_from("=I", data, block + 60)[0]
random.seed(1)
found = 0
for i in range(20):
    new = bytearray(data)
    new[block + random.randrange(size)] ^= 1 << random.randrange(8)
    open("x", "wb").write(new)
    run = subprocess.run([os.environ["HALT"], "play", "--check", "x"], capture_output=True)
    found += run.returncode == 2 and run.stderr.count(b"\n") == 1
print("bits:", found, "of 20")
END
python3 bits.py
echo "-- what is before a damaged block"
cat >second.py <<'END'
import os, struct, subprocess
data = bytearray(open("t", "rb").read())
word = lambda at: struct.unpack_from("=Q", data, at)[0]
at = word(word(64) + 24)
blocks = [at]
while word(at + 8):
    blocks.append(at := word(at + 8))
whole = bytes(data)
data[blocks[-2] + 90] ^= 1
open("x", "wb").write(data)
play = lambda *args: subprocess.run([os.environ["HALT"], "play", *args, "a"], capture_output=True, text=True)
spoilt = play("x")
said, options = spoilt.stderr.strip().split("; ")
print(said.replace("ghalt: 'x'", "x") + "; " + options[options.index("play"):].replace("plays", "play"))
again = play(*options.split()[:2], "x")
same = again.returncode == 0 and again.stdout and again.stdout == spoilt.stdout
print("all are the same" if same and play("t").stdout.startswith(again.stdout) else "they differ")
# How many events were before, of the newest block.
data = bytearray(whole)
data[blocks[0] + 48] ^= 1
open("x", "wb").write(data)
print(play("--check", "x").stderr.strip())
END
HALT_FILE=t ./a 400000 >a.out
python3 second.py
echo "-- cut by another process"
cat >cut.c <<'END'
#include <unistd.h>
void _record_cbr (long c, long i) { static int n; if (n++ == 0) truncate ("t", 4096); }
END
$CC -shared -w -fPIC cut.c -o cut.so
code "$HALT" play t a -- cut.so

>>> out
1
ghalt: 'nothing': No such file or directory
ghalt: 'a.c': not a trace of librecord's
ghalt: t was recorded from another build: ...
ghalt: nothing: cannot open: No such file or directory
ghalt: of which program is 't'? ghalt play TRACE PROG -- ANALYSIS...
ghalt: no program given; usage: ghalt play [OPTION]... TRACE PROG [-- ANALYSIS.so|.o...]
ghalt: 'x': analyses follow '--'
ghalt: '--check' looks at all events; leave what selects some out
ghalt: '--thread=0': the first thread is 1
ghalt: 't' has 1 thread, no thread 7
ghalt: '--to' has to be after '--from'
ghalt: no function 'nothing' in 'a'
ghalt: unknown kind 'nothing' of '--kind'
ghalt: '--format=ctf' needs a folder that is not there yet, -o FOLDER, and no analysis
ghalt: '--output' is for '--format=ctf'
ghalt: cannot read 'nothing.so'
ghalt: ./a.c: invalid ELF header
ghalt: 'x.so' has no routine _record_...
ghalt: 'y.o' cannot be linked as a shared object by CC; an analysis is compiled with -fPIC
-- a compiler with options; a symbol that is nowhere
ghalt: 'z.o', as a shared object: undefined symbol: nowhere
-- no event
ghalt: 'load.o' got no event: it has no routine for the kinds that were played: cbr
ghalt: 't' has no events that the options choose; 'ghalt play --check' says how many each thread has
ghalt: 't' has no events that the options choose; 'ghalt play --check' says how many each thread has
-- damaged
ghalt: 'short': truncated: copy it whole, or record again
ghalt: 'short': truncated: N bytes of N; copy it whole, or record again
ghalt: 'short': not a trace of librecord's
version 2 ghalt: 'x': version 9 of traces; this is for version 2
byte order 2 ghalt: 'x': a trace of a machine with another byte order
thread 2 ghalt: 'x': damaged: thread 1 from its end; record again
thread itself 2 ghalt: 'x': damaged: thread 1 from its end; record again
extent 2 ghalt: 'x': damaged: extent 1 from its end; record again
description 2 ghalt: x: not a HALT profile
block 2 ghalt: 'x': damaged: thread 1, block 1 from its end; record again
a bit 2 ghalt: 'x': damaged: thread 1, block 1: its checksum is wrong; record again
sequence 2 ghalt: 'x': damaged: thread 1, block 1 from its end; record again
bits: 20 of 20
-- what is before a damaged block
x: damaged: thread 1, block 2: its checksum is wrong; play what is before it
all are the same
ghalt: 'x': damaged: thread 1, block 2 from its end; record again
-- cut by another process
ghalt: 't' has become shorter while it was read; copy it whole, or record again
exit 2
