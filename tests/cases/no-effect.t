# SPDX-License-Identifier: GPL-3.0-or-later
# An option that has no effect where it is given is an error; where it is accepted, it has
# one: the code, or what is printed, is not that without it.

>>> a.c
int g (int, int);
static int table[64];
void _record_cbr (unsigned long cond, unsigned long id) { table[id & 63] += cond; }
int
f (int *a, int n)
{
  int sum = 0;
  for (int i = 0; i < n; i++)
    {
      if (a[i] > n)
	sum += a[i];
      __asm__ volatile ("" : "+m" (a[i]));
      switch (a[i])
	{
	case 0: sum = g (sum, 1); break;
	case 1: sum ^= 5; break;
	case 2: sum *= 7; break;
	case 3: case 5: sum -= 9; break;
	case 4: sum = g (2, sum); break;
	case 6: sum += 11; break;
	}
    }
  return sum;
}
int
h (int *a, int n)
{
  int sum = 0;
  for (int i = 0; i < n; i++)
    if (a[i] > n)
      sum += a[i];
  return sum;
}

>>> run
case $($CC -dumpmachine) in
  x86_64-*) ;;
  *) echo "for x86-64"; exit 77 ;;
esac
compile () { $CC -O2 $PLUGIN $(arg "$@") -S -o - a.c 2>&1; }
while IFS='|' read -r options mode; do
  for o in $options; do
    said=$(compile $mode $o 2>&1 | sed -n 's/.*error: halt: //p')
    [ -z "$said" ] || { echo "$mode: $said"; continue; }
    compile $mode >without
    compile $mode $o >with
    ! cmp -s with without || echo "$mode: $o has no effect, and is taken"
  done
done <<'EOF'
mem=asm mem=all mem=none live mbr=index dump=pot dump=label,pot|load store cbr mbr
mem=frame mem=spill,call mem=asm mem=none mem=all inline=no inline=yes live mbr=index dump=pot dump=cfg|at=gimple load store cbr
mem=frame mem=asm inline=no live mbr=index dump=pot|blpp load store
live mbr=index dump=pot|count cbr bb mbr
live|at=gimple count arc
live mbr=index inline=no|switch cbr mbr
live mbr=index inline=no|switch count cbr mbr
inline=no|verify cbr
mem=asm live mbr=index|atom
live mbr=index inline=no|count blpp cbr
arp-data-type=int|cbr
mem=asm mem=all|cbr bb proc
mem=call mem=none|switch count cbr mbr
mem=asm|at=gimple call bb
at=rtl at=gimple count=thread count=atomic|blpp cbr
file=x.prof inline=yes|atom
dump=label mem=all unique=5 file=x.prof count=thread switch verify inline=no|arp
summary=x count live|arp-mode=record_all
EOF

>>> out
load store cbr mbr: option 'live' has no effect without 'count'; add that, or leave it out
load store cbr mbr: option 'mbr=index' has no effect without 'count'; add that, or leave it out
at=gimple load store cbr: option 'mem=frame' has no effect with 'at=gimple'; leave it out
at=gimple load store cbr: option 'mem=spill,call' has no effect with 'at=gimple'; leave it out
at=gimple load store cbr: option 'mem=none' has no effect with 'at=gimple'; leave it out
at=gimple load store cbr: option 'inline=no' has no effect with 'at=gimple'; leave it out
at=gimple load store cbr: option 'inline=yes' has no effect with 'at=gimple'; leave it out
at=gimple load store cbr: option 'live' has no effect without 'count'; add that, or leave it out
at=gimple load store cbr: option 'mbr=index' has no effect with 'at=gimple'; leave it out
at=gimple load store cbr: option 'dump=pot' has no effect with 'at=gimple'; leave it out
blpp load store: option 'mem=frame' has no effect with 'blpp'; leave it out
blpp load store: option 'inline=no' has no effect with 'blpp'; leave it out
blpp load store: option 'live' has no effect with 'blpp'; leave it out
blpp load store: option 'mbr=index' has no effect with 'blpp'; leave it out
blpp load store: option 'dump=pot' has no effect with 'blpp'; leave it out
switch cbr mbr: option 'live' has no effect with 'switch'; leave it out
switch cbr mbr: option 'mbr=index' has no effect with 'switch'; leave it out
switch cbr mbr: option 'inline=no' has no effect with 'switch'; leave it out
switch count cbr mbr: option 'live' has no effect with 'switch'; leave it out
switch count cbr mbr: option 'mbr=index' has no effect with 'switch'; leave it out
switch count cbr mbr: option 'inline=no' has no effect with 'switch'; leave it out
verify cbr: option 'inline=no' has no effect with 'verify'; leave it out
atom: option 'mem=asm' has no effect with 'atom'; leave it out
atom: option 'live' has no effect without 'count'; add that, or leave it out
atom: option 'mbr=index' has no effect without 'count'; add that, or leave it out
count blpp cbr: option 'live' has no effect with 'blpp'; leave it out
count blpp cbr: option 'mbr=index' has no effect with 'blpp'; leave it out
count blpp cbr: option 'inline=no' has no effect with 'blpp'; leave it out
cbr: option 'arp-data-type=int' has no effect without 'arp'; add that, or leave it out
cbr bb proc: option 'mem=asm' has no effect without 'load' or 'store'; add one, or leave it out
cbr bb proc: option 'mem=all' has no effect without 'load' or 'store'; add one, or leave it out
switch count cbr mbr: option 'mem=call' has no effect without 'load' or 'store'; add one, or leave it out
switch count cbr mbr: option 'mem=none' has no effect without 'load' or 'store'; add one, or leave it out
at=gimple call bb: option 'mem=asm' has no effect without 'load' or 'store'; add one, or leave it out
blpp cbr: option 'at=rtl' has no effect with 'blpp'; leave it out
blpp cbr: option 'at=gimple' has no effect with 'blpp'; leave it out
blpp cbr: option 'count=thread' has no effect with 'blpp'; leave it out
atom: option 'file=x.prof' has no effect with 'atom'; leave it out
atom: option 'inline=yes' has no effect with 'atom'; leave it out
arp: option 'dump=label' has no effect without a kind of points, as 'cbr' or 'bb'; add one, or leave it out
arp: option 'mem=all' has no effect without a kind of points, as 'cbr' or 'bb'; add one, or leave it out
arp: option 'unique=5' has no effect without a kind of points, as 'cbr' or 'bb'; add one, or leave it out
arp: option 'file=x.prof' has no effect without a kind of points, as 'cbr' or 'bb'; add one, or leave it out
arp: option 'count=thread' has no effect without a kind of points, as 'cbr' or 'bb'; add one, or leave it out
arp: option 'switch' has no effect without a kind of points, as 'cbr' or 'bb'; add one, or leave it out
arp: option 'verify' has no effect without a kind of points, as 'cbr' or 'bb'; add one, or leave it out
arp: option 'inline=no' has no effect without a kind of points, as 'cbr' or 'bb'; add one, or leave it out
arp-mode=record_all: option 'summary=x' has no effect without a kind of points, as 'cbr' or 'bb'; add one, or leave it out
arp-mode=record_all: option 'count' has no effect without a kind of points, as 'cbr' or 'bb'; add one, or leave it out
arp-mode=record_all: option 'live' has no effect without 'count'; add that, or leave it out
