# SPDX-License-Identifier: GPL-3.0-or-later
# For cases that run contexts.c under ALL_CONTEXT: work.c, plug.c, and what is to be found
# in the snapshots.

# Without the lines about the licence, so that lines have the numbers that contexts name.
sed 1,4d "$TESTS/programs/contexts.c" >work.c
cat >plug.c <<'END'
int plugged;
void
plug (int n)
{
  for (int i = 0; i < n; i++)
    if (i & 1)
      __atomic_fetch_add (&plugged, 1, __ATOMIC_RELAXED);
}
END

# Snapshots in the order of what work.c prints.
ALL_CONTEXT='on entry@step
at event begin snapshot; at event "request *" snapshot
at call last snapshot
at signal USR1 snapshot
at clone snapshot	# the second one is in the way of the first
at fork snapshot
at dlopen plug.so* on cbr@plug
at event plugged snapshot
at exit snapshot'

# counts PROGRAM PROFILE: what entries of step were counted.
counts () { $HALT report --format=csv "$@" 2>/dev/null | awk -F, -v OFS=' ' '$1 == "entry" && /,step,/ { n += $14 } END { print n + 0 }'; }

# check_snapshots NAME: compare what the process has told of itself, in the file told, with
# the snapshots of all.prof, one after the other, and with that.
check_snapshots ()
{
  _n=0
  grep '^[a-z ]* [-0-9]*$' told | grep -v '^exit 9' | while read -r _line; do
    _n=$((_n + 1))
    [ "${_line##* }" = -1 ] || [ "$(counts work all.$_n.prof)" = "${_line##* }" ] ||
      echo "$1: $_line: $(counts work all.$_n.prof)"
  done
  [ "$(counts work all.prof)" = "$(sed -n 's/^exit \([0-9][0-9]*\)$/\1/p' told | head -1)" ] ||
    echo "$1: all: $(counts work all.prof)"
}
