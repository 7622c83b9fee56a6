# SPDX-License-Identifier: GPL-3.0-or-later
# --onto: a profile of one build as one of another.  The same code again keeps all counts,
# whatever lines are above it; a function that has changed those that are told by what is
# still there; what is gone none.  In machine code and at gimple; for gcc -fprofile-use,
# too.

>>> prog.c
#ifdef LINES
/* Lines
   that
   were not there.  */
static int more (int n) { return n > 5 ? n * 3 : n / 7; }
int (*volatile use) (int) = more;
#endif
#include <stdio.h>
#include <stdlib.h>

#ifdef RENAMED
# define same equal
#endif
__attribute__ ((noipa)) int
same (int n)
{
  int s = 0;
  for (int i = 0; i < n; i++)
    if (i % 3 == 0)
      s += i * n;
    else if (s & 64)
      s ^= n;
    else
      while (s > 900 && n > 3)
	{
	  s /= 3;
	  if (s == 1234567)
	    puts ("much");
	}
  return s;
}

__attribute__ ((noipa)) int
changed (int n)
{
  int s = n;
#ifdef BRANCH
  if (n < 0)
    {
      fprintf (stderr, "negative\n");
      return -1;
    }
#endif
  for (int i = 0; i < n; i++)
    {
      if ((s ^ i) % 5 == 0)
	printf ("%d\n", s);
      s = s * 7 + same (i);
#ifdef BRANCH
      if (i > 1000000)
	abort ();
#endif
    }
  return s;
}

#ifndef GONE
__attribute__ ((noipa)) int
gone (int n)
{
  return n > 3 ? n * n : n / 3;
}
#else
# define gone(n) ((n) / 3)
#endif

/* What gcov calls these depends on their lines.  */
__attribute__ ((noipa)) static int
half (int n)
{
  return n / 2;
}

__attribute__ ((noipa)) static int
less (int n)
{
  return n - 1;
}

static int (*volatile ways[]) (int) = { half, less, half };

int
main (int argc, char **argv)
{
  int n = argc > 1 ? atoi (argv[1]) : 30, s = 0;
  for (int i = 0; i < n; i++)
    s += ways[i % 3](i);
  return (changed (n) + gone (n) + s) == 12345;
}

>>> other.c
#include <string.h>
#include <stdlib.h>
static signed char text[1000];
__attribute__ ((noipa)) int
fill (int n, char **argv)
{
  signed char *a = text, *b = text + 5;
  for (int i = 0; i < n; i++)
    switch (i % 9)
      {
      case 0: a[i] = 'x'; break;
      case 1: memcpy (b, a, (size_t) i); break;
      case 2: b[i]--; break;
      case 3: if (!argv[0]) a[i + 1] ^= 7; break;
      case 4: do a[i + 9] /= 3; while (a[i + 9] > 2); break;
      case 5: b[i] += a[i]; a[i]++; break;
      default: if (a[i] > b[i]) abort (); else b[i] = 1;
      }
  return strlen ((char *) text) > 900;
}

int
main (int argc, char **argv)
{
  return fill (argc + 70, argv);
}

>>> compare.py
# Whether MERGED has for the new program what TRUE has, but in the functions that may differ.
import json, sys
merged, true = (json.load(open(n)) for n in sys.argv[1:3])
may = sys.argv[3:]
different, counts = set(), 0
for a, b in zip(merged["units"], true["units"]):
    for f, g in zip(a["functions"], b["functions"]):
        for p, q in zip(f["points"], g["points"]):
            assert p["id"] == q["id"]
            counts += 1
            for what in "events", "taken", "bytes", "indices":
                if p.get(what) != q.get(what):
                    different.add(f["name"])
assert counts > 5
print(*sorted(different - set(may)) or ["the same"])

>>> library.py
import halt
p = halt.Profile("old.prof")
for onto in p.onto(halt.Program("new"), halt.Program("old")), p.onto(halt.Program("new")):
    m, functions = onto.moved, onto.moved_functions
    assert m.kept == m.events == sum(f.kept for f in functions) > 100, m
    assert len(functions) == m.n_same + m.n_changed + m.n_renamed
    assert m.n_gone == m.n_changed == m.n_renamed == 0 and m.n_new == 1, m
    assert all(f.name == f.was and f.how == "same" for f in functions)
assert p.moved is None and p.moved_functions == []
open("theirs", "wb").write(bytes(onto))

>>> run
export PYTHONPATH=$TESTS/../python GHALT_LIBRARY=${HALT%/*}/libghalt.so.0 PYTHONDONTWRITEBYTECODE=1
# build NAME OPTION...: with $kinds.
build ()
{
  name=$1
  shift
  # The notes name no file but the program.
  $CC -O2 -g $PLUGIN $(arg $kinds) "$@" "$LIBHALT" -o $name
  HALT_FILE=$name.prof ./$name >$name.out 2>&1
}
# notes FILE: what the first note says, without the numbers that GCC's choices change.
notes ()
{
  sed -n 's/^ghalt: note: //;1s/^\([0-9.]*%\) of the counts.*are the same, \(.*\)/\1 \2/p' $1 |
    sed "s/ [1-9][0-9]* are new/ some are new/"
}
# all: everything, with $kinds.
all ()
{
  build old prog.c

  # Itself, and another build of the same.
  "$HALT" report old old.prof >1 2>&1
  "$HALT" report --onto=old old old.prof >2 2>&1
  same 1 2
  build again -Wl,--build-id=0x12345678 prog.c
  "$HALT" report again old.prof >refused 2>&1 || sed 's/.* was recorded/was recorded/;s/:.*//;s/ from .*//' refused
  "$HALT" report --onto=again old old.prof 2>notes >2
  "$HALT" report again again.prof >1
  same 1 2
  notes notes
  grep -c 'inferred' notes || :

  # Lines above; a function gone; one renamed; one with branches more.
  for how in LINES RENAMED BRANCH GONE; do
    build new -D$how prog.c
    "$HALT" merge --onto new --only=./old -o merged old.prof 2>notes
    for profile in merged new.prof; do
      "$HALT" report --format=json new $profile >$profile.json 2>/dev/null
    done
    # Machine code of a function that has changed may be quite another.
    case $how-$kinds in
      LINES*) may=more ;;
      RENAMED*|BRANCH*gimple*) may= ;;
      BRANCH*) may=changed ;;
      GONE*) may="gone main" ;;
    esac
    echo "$how: $(python3 compare.py merged.json new.prof.json $may), $(notes notes | cut -d ' ' -f 1)" |
      sed '/^BRANCH\|^GONE/s/, [19][0-9.]*%/, most/'
    case $kinds in
      *arc*|*pgo*)
	"$HALT" pgo -o dir new merged 2>/dev/null
	# Values, too: which functions came, as gcov calls them in the new program.
	case $how in
	  LINES|RENAMED)
	    "$HALT" pgo -o theirs.dir new new.prof 2>/dev/null
	    "$TESTS/tools/gcda" --values theirs.dir dir >gcda || cat gcda
	    rm -r theirs.dir ;;
	esac
	if [ $how = BRANCH ]; then
	  cp new kept
	  $CC -O2 -g -fprofile-use=dir -Werror=missing-profile -Werror=coverage-mismatch -D$how prog.c "$LIBHALT" -o new
	  mv kept new
	fi
	[ "$(ls dir | wc -l)" = 1 ] || ls dir
	rm -r dir ;;
    esac
  done
  "$HALT" diff --format=json --onto=new old old.prof new.prof 2>&1 >diff.json | grep -c ' have a place in new' || :
  grep -o '"program":"new","a":"old.prof","b":"new.prof"' diff.json

  # What was counted of two builds is added up.
  build new -DLINES prog.c
  "$HALT" merge --onto=new -o both old.prof new.prof again.prof 2>/dev/null
  "$HALT" merge -o three new.prof new.prof new.prof
  "$HALT" report --function=changed new both >1
  "$HALT" report --function=changed new three >2
  same 1 2

  # The library says the same.
  "$HALT" merge --onto=new -o one old.prof 2>/dev/null
  python3 library.py
  same one theirs

  # Another program.
  kinds="$kinds exclude=main"
  build other other.c
  code "$HALT" merge --onto=other -o none old.prof 2>&1 | sed 's,/[^ ]*/,,g'
}
# What is said is the same for all kinds.
for kinds in "cbr mbr entry bb count" "at=gimple pgo count" "load store call proc"; do
  echo "== $kinds"
  all >said
  [ -f first ] || { cat said; mv said first; continue; }
  diff first said
done
code "$HALT" merge --onto=nowhere -o none old.prof 2>&1
rm old
code "$HALT" merge --onto=new -o none old.prof 2>&1 | sed 's,/[^ ]*/,,g'

>>> out
== cbr mbr entry bb count
was recorded
100.0% 0 changed, 0 renamed, 0 new, 0 gone
0
LINES: the same, 100.0%
RENAMED: the same, 100.0%
BRANCH: the same, most
GONE: the same, most
1
"program":"new","a":"old.prof","b":"new.prof"
ghalt: nothing of old.prof can be put onto other: no function of old that was executed is in it
exit 2
== at=gimple pgo count
== load store call proc
ghalt: nowhere: cannot open: No such file or directory
exit 2
ghalt: the program that old.prof is of: old: cannot open: No such file or directory (where it is now, --objects=DIR tells)
exit 2
