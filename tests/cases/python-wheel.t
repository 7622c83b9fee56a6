# SPDX-License-Identifier: GPL-3.0-or-later
# The Python package by pip, from a source distribution, with a libghalt of its own, which
# needs no npm; what it declares is what mypy's strictest rules want, and every
# public name says what it is.  It saves profiles, knows loops, and how a process ended.

>>> rest

>>> prog.c
#include <stdlib.h>
__attribute__ ((noipa)) static int
work (int n, int m)
{
  int sum = 0;
  for (int i = 0; i < n; i++)
    {
      __asm__ volatile ("");
      for (int j = 0; j < m; j++)
	__asm__ volatile ("" : "+r" (sum));
    }
  while (sum < 7)
    {
      __asm__ volatile ("");
      sum++;
    }
  return sum;
}
int
main (int argc, char **argv)
{
  if (argc > 2)
    abort ();
  return work (argc > 1 ? atoi (argv[1]) : 5, 3);
}

>>> use.py
import importlib.metadata, inspect, os, sys, halt
assert importlib.metadata.version("halt-gcc") == halt.version()
assert halt.__file__.startswith(sys.prefix)
assert os.path.exists(os.path.join(os.path.dirname(halt.__file__), "libghalt.so.0"))
report = halt.open("prog", "prog.prof")
work = report.function("work")
for i, l in enumerate(work.loops):
    print(f"{i}: {len(l.blocks)} blocks, depth {l.depth}, in {l.parent}, head {l.count} times,"
          f" entered {l.entries}", l.head == l.blocks[0])
print(report.function("main").loops)
report.profile.save("saved.prof")
same = halt.open("prog", "saved.prof")
print([p.counters for p in same.points("block")] == [p.counters for p in report.points("block")])
try:
    report.profile.save("none/saved.prof")
except OSError as e:
    print("refused:", e.strerror)
print(sorted(n for n in os.listdir() if n.startswith("saved")))

# Public names without a text.
def texts(name, what):
    if not inspect.getdoc(what):
        print("no text:", name)
    if inspect.isclass(what):
        for n, v in vars(what).items():
            if not n.startswith("_") and (callable(v) or isinstance(v, (property, classmethod))):
                texts(name + "." + n, v)
for name in halt.__all__:
    texts(name, getattr(halt, name))

>>> run.py
import halt
for words in ["./switched", "6"], ["./switched", "1", "2"]:
    process = halt.start(*words)
    profile = process.run("on block")
    print(process.wait(), process.status, process.wait())
other = halt.start("./switched", "4")
print(other.status)
other.run("on block")
print(other.wait())

>>> run
py=/usr/bin/python3
for module in mypy setuptools wheel venv pip; do
  $py -c "import $module" 2>/dev/null || skip "no $module of Debian's Python"
done
command -v make >/dev/null || skip "no make"
unset HALT_FILE MAKEFLAGS MAKELEVEL
export PIP_NO_INDEX=1 PIP_DISABLE_PIP_VERSION_CHECK=1
top=$TESTS/..
$py -m mypy --no-error-summary --cache-dir "$PWD/mypy" --config-file "$top/pyproject.toml" \
  --strict "$top/python/halt"
# What git would clone, with what is changed.
mkdir source
( cd "$top" && { git ls-files -z --cached --others --exclude-standard 2>/dev/null ||
    find . -path ./build -prune -o -type f -print0; } |
  tar -c --null --ignore-failed-read -T - 2>/dev/null ) | tar -x -C source
( cd source && $py -c 'import setuptools.build_meta as b; b.build_sdist("../dist")' ) >log 2>&1 || cat log
rm -rf source
$py -m venv --system-site-packages venv
venv/bin/pip install -q --no-build-isolation --no-deps dist/halt*.tar.gz >log 2>&1 || cat log
halt=$(arg bb count)
$CC -O1 -g $PLUGIN $halt prog.c "$LIBHALT" -o prog
HALT_FILE=prog.prof ./prog 5 || [ $? = 7 ]
venv/bin/python use.py
$CC -O1 -g $PLUGIN $(arg bb switch) prog.c "$LIBHALT" -o switched
case $(uname -m) in x86_64) ;; *) exit 0 ;; esac
python="$PWD/venv/bin/python"
HALT_FILE=switched.prof "$python" run.py

>>> out
0: 4 blocks, depth 1, in None, head 5 times, entered 1 True
1: 1 blocks, depth 2, in 0, head 15 times, entered 5 True
2: 1 blocks, depth 1, in None, head 7 times, entered 1 True
[]
True
refused: No such file or directory
['saved.prof']
7 7 7
-6 -6 -6
None
7
