# SPDX-License-Identifier: GPL-3.0-or-later
# Percentages: only nothing is 0.0, and only all is 100.0, whatever prints them.

>>> a.c
volatile int sink;
int
main (void)
{
  for (int i = 0; i < 1000000; i++)
    {
      if (i == 5)
        sink++;
      if (i != 7)
        sink--;
      if (i % 2000 == 1)
        sink += 2;
      if (i % 2500 == 1)
        sink += 3;
      if (i < 1000000)
        sink += 5;
    }
  return 0;
}

>>> run
$CC -O0 -g $PLUGIN $(arg cbr entry bb) a.c "$LIBHALT" -o prog
./prog
$HALT report --kind=cbr prog | awk '/main/ && /:.*:/ { print $1, $4, $6 }' | sort -k3
$HALT report --hot prog | sed -n '/^least/,/^$/p' | sed 1d
# The pages have a function of their own.
$HALT html -o site prog >/dev/null
if command -v node >/dev/null; then
  { sed -n '/^function share/,/^}/p' site/site.js
    echo 'for (const n of [0, 1, 499, 500, 999499, 999500, 999999, 1000000]) console.log (n + " " + share (n, 1000000))'
  } >s.js
  node s.js >shares
  printf '%s\n' '0 0.0%' '1 <0.1%' '499 <0.1%' '500 0.1%' '999499 99.9%' '999500 >99.9%' \
    '999999 >99.9%' '1000000 100.0%' | diff - shares
fi

>>> out
1000000 >99.9 a.c:11:10
1000000 >99.9 a.c:13:10
1000000 0.0 a.c:15:10
1000001 >99.9 a.c:5:21
1000000 >99.9 a.c:7:10
1000000 <0.1 a.c:9:10
executions  taken%  misses   miss%  id  where      function
   1000000   >99.9     500     0.1   9  a.c:11:10  main
   1000000   >99.9     400    <0.1  12  a.c:13:10  main
   1000001   >99.9       1    <0.1  19  a.c:5:21   main
   1000000   >99.9       1    <0.1   3  a.c:7:10   main
   1000000    <0.1       1    <0.1   6  a.c:9:10   main

