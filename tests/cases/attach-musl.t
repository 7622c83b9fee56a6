# SPDX-License-Identifier: GPL-3.0-or-later
# Points of a process that has another C library, musl, are switched from outside.

>>> x86_64 ghalt attach

>>> digits.c
#include <stdio.h>
#include <unistd.h>

__attribute__ ((noipa)) static int
digits (unsigned n)
{
  int count = 1;
  while (n > 9)
    {
      n /= 10;
      count++;
    }
  return count;
}

int
main (void)
{
  char c;
  long sum = 0;
  puts ("ready");
  fflush (stdout);
  while (read (0, &c, 1) == 1)
    {
      for (int i = 0; i < 1000; i++)
	sum += digits (i);
      printf ("%ld\n", sum);
      fflush (stdout);
    }
  return 0;
}

>>> run
command -v musl-gcc >/dev/null || skip "no musl-gcc here"
export REALGCC="$CC"
for how in '' -static; do
  musl-gcc -O2 $how $PLUGIN $(arg switch cbr entry count) digits.c $LIBHALT -o digits
  mkfifo in out
  ./digits <in >out &
  pid=$!
  exec 4>in 3<out
  rm in out
  read -r ready <&3
  $HALT attach $pid --on='*@digits' | sed 's/[0-9]* us/N us/; s/process [0-9]*/process/'
  echo >&4
  read -r sum <&3
  echo $sum
  $HALT attach $pid --off='*' -o part >/dev/null
  echo >&4
  read -r sum <&3
  exec 4>&-
  wait $pid
  for profile in part halt.prof; do
    $HALT report digits $profile 2>/dev/null | awk '/^(cbr|entry)  / { print $1, $5 }'
  done
done

>>> out
process: 3 points on, 0 off; it stood for N us
2890
cbr 2890
entry 1000
cbr 2890
entry 1000
process: 3 points on, 0 off; it stood for N us
2890
cbr 2890
entry 1000
cbr 2890
entry 1000
