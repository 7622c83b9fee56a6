# SPDX-License-Identifier: GPL-3.0-or-later
"""Kill PROG, which records, with SIGKILL at TIMES random moments:

    record-kill.py TIMES [EMULATOR...] PROG

Each time what it left is read, and must be what a whole recording begins with.  Addresses
are the same in every run (setarch -R)."""
import os
import random
import subprocess
import sys
import time

times, command = int(sys.argv[1]), sys.argv[2:]
prog = command[-1]
random.seed(times)
play = [os.environ["HALT"], "play"]


def record(seconds=None):
    """The events of a run, and how long it took."""
    if os.path.exists("kill.trace"):
        os.unlink("kill.trace")
    began = time.time()
    run = subprocess.Popen(["setarch", "-R", *command], stdout=subprocess.DEVNULL,
                           env={"HALT_FILE": "kill.trace"})
    if seconds is not None:
        time.sleep(seconds)
        run.kill()
    run.wait()
    took = time.time() - began
    if not os.path.exists("kill.trace"):
        return b"", took
    text = subprocess.run(play + ["kill.trace", prog], capture_output=True)
    if text.returncode != 0:
        # It was killed before it had said of which program it is.
        if b"does not say" in text.stderr or b"not a trace" in text.stderr:
            return b"", took
        sys.exit(text.stderr.decode())
    return text.stdout, took


whole, took = record()
lengths = set()
for i in range(times):
    part, _ = record(random.uniform(0, took))
    lengths.add(len(part))
    if not whole.startswith(part):
        print("wrong:", len(part), "of", len(whole))
        os.rename("kill.trace", "wrong.trace")
        sys.exit(1)
print("killed", times, "times,", "several lengths" if len(lengths) > times / 10 else lengths)
