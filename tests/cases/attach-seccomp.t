# SPDX-License-Identifier: GPL-3.0-or-later
# Points of a process that has forbidden itself all calls of the system but read, write
# and the end are switched from outside.

>>> x86_64 ghalt attach

>>> digits.c
#include <linux/seccomp.h>
#include <stdio.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
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
  digits (1);
  if (prctl (PR_SET_SECCOMP, SECCOMP_MODE_STRICT) != 0)
    return 1;
  write (1, "ready\n", 6);
  while (read (0, &c, 1) == 1)
    {
      for (int i = 0; i < 1000; i++)
	sum += digits (i);
      write (1, sum == 2890 ? "right\n" : "wrong\n", 6);
      sum = 0;
    }
  syscall (SYS_exit, 0);
}

>>> run
for how in count count=atomic count=thread ''; do
  # Where a thread has counters of its own, the first event asks for memory, which is
  # before.
  options=$(arg switch cbr entry $how)
  $CC -O2 -w $PLUGIN $options digits.c $LIBHALT -o digits
  mkfifo in out
  warm=
  case $how in count|count=atomic) ;; *) warm='*@digits' ;; esac
  HALT_ON=$warm ./digits <in >out &
  pid=$!
  exec 4>in 3<out
  rm in out
  read -r ready <&3
  $HALT attach $pid --on='*@digits' | sed 's/[0-9]* us/N us/; s/process [0-9]*/process/'
  echo >&4
  read -r said <&3
  echo "$said"
  $HALT attach $pid --off='*' -o part >/dev/null
  echo >&4
  read -r said <&3
  echo "$said, off"
  exec 4>&-
  wait $pid
  $HALT report digits part 2>/dev/null | awk '/^(cbr|entry)  / { print $1, $5 }'
done

>>> out
process: 3 points on, 0 off; it stood for N us
right
right, off
cbr 2890
entry 1000
process: 3 points on, 0 off; it stood for N us
right
right, off
cbr 2890
entry 1000
process: 3 points on, 0 off; it stood for N us
right
right, off
cbr 2891
entry 1001
process: 3 points on, 0 off; it stood for N us
right
right, off
cbr 2891
entry 1001
