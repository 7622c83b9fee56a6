# SPDX-License-Identifier: GPL-3.0-or-later
# Functions with more paths than a double can count, and with more than one
# region: numbers are exact, and lead to the ways that were taken.

>>> make.py
import sys
def function(name, n):
    print("int %s (unsigned long long x)\n{\n  int s = 0;" % name)
    for i in range(n):
        print("  if (x >> %d & 1)" % (i % 64))
        print("    s += %d;" % i)
    print("  return s;\n}")
function("many", 60)
function("more", 150)
print("""int main (void)
{
  unsigned long long x = 88172645463325252ull;
  int s = 0;
  for (int i = 0; i < 50; i++)
    {
      x ^= x << 13, x ^= x >> 7, x ^= x << 17;
      s += many (x) + more (x);
    }
  return s == 1;
}""")

>>> check.py
import collections, json
r = json.load(open("paths.json"))
text = open("a.c").read().splitlines()
x, want = 88172645463325252, collections.Counter()
for i in range(50):
    x ^= x << 13 & (1 << 64) - 1
    x ^= x >> 7
    x ^= x << 17 & (1 << 64) - 1
    for name, n in ("many", 60), ("more", 150):
        for k in range(n):
            want[name, k] += x >> k % 64 & 1
got, seen = collections.Counter(), set()
for p in r["paths"]:
    f = r["functions"][p["function"]]
    key = f["name"], p["region"], p["path"]
    if key in seen or p["path"] >= f["regions"][p["region"]]:
        print("wrong", key)
    seen.add(key)
    for s in p["lines"]:
        for n in range(s["first"], s["last"] + 1):
            if "s +=" in text[n - 1] and f["name"] != "main":
                k = int(text[n - 1].split("+= ")[1][:-1])
                got[f["name"], k] += p["count"]
print("equal" if +got == +want else "differ")
for f in r["functions"]:
    if f["name"] == "many":
        print(f["possible"] == 2 ** 60, len(f["regions"]), f["executions"])
    if f["name"] == "more":
        print(int(f["possible"]) == sum(f["regions"]), len(f["regions"]) > 1,
              f["blocks"][0]["count"], f["blocks"][1]["count"])

>>> run
python3 make.py >a.c
$CC -O0 -g $PLUGIN $(arg blpp) a.c "$LIBHALT" -o prog
./prog
$HALT paths --format=json prog >paths.json
python3 -W ignore -m jsonschema -i paths.json "$TESTS/../docs/schema/paths.json" ||
  echo "does not fit"
python3 check.py
$HALT paths --function=many --top=1 prog | grep -c ' 1152921504606846976 '
$HALT paths --edges --function=more prog | awk 'NR > 2 { n[$1]++ } END { print n["?"] + 0 }'
$HALT paths --function=many --path=1152921504606846975 prog | head -n 1
code $HALT paths --function=many --path=1152921504606846976 prog 2>&1
code $HALT paths --function=many --path=18446744073709551616 prog 2>&1
code $HALT paths --function=more --path=99:0 prog 2>&1 | sed 's/has [0-9]* regions/has N regions/'
$HALT paths --function=more --path=1:0 prog | grep -o '^path 1:0 of [0-9]*' | sed 's/of.*//'

>>> out
equal
True True 50 50
True 1 50
1
0
path 1152921504606846975 of 1152921504606846976 of many, a.c:1
ghalt: path 1152921504606846976 of many is out of range: region 0 has 1152921504606846976 paths
exit 2
ghalt: '--path' needs a path's number, with its region before it if there are several: [REGION:]ID, not '18446744073709551616'
exit 2
ghalt: path 99:0 of more is out of range: it has N regions
exit 2
path 1:0 
