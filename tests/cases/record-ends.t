# SPDX-License-Identifier: GPL-3.0-or-later
# However a process ends, librecord's file has what it recorded: exit, _exit, signals,
# SIGKILL; children of fork have files of their own; descriptors may be closed; with a limit
# to the size of files, or without a kernel that helps, the program goes on, and the file
# says what is missing.

>>> on aarch64 riscv64

>>> refuses.c
#include <errno.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <stddef.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <unistd.h>
static volatile long sum;
static void __attribute__ ((noinline))
work (long n)
{
  for (long i = 0; i < n; i++)
    if (i * i % 7 > 2)
      sum += i;
}
int
main (void)
{
  struct sock_filter only[] = {
    BPF_STMT (BPF_LD | BPF_W | BPF_ABS, offsetof (struct seccomp_data, nr)),
    BPF_JUMP (BPF_JMP | BPF_JEQ | BPF_K, SYS_exit_group, 1, 0),
    BPF_STMT (BPF_RET | BPF_K, SECCOMP_RET_ERRNO | EPERM),
    BPF_STMT (BPF_RET | BPF_K, SECCOMP_RET_ALLOW)
  };
  struct sock_fprog program = { 4, only };
  work (1000);
  if (prctl (PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0)
      || prctl (PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program))
    _exit (77);
  work (1000000);
  _exit (0);
}

>>> run
recording
$CC -w -O1 -pthread $PLUGIN $(arg cbr routines=$lib) "$TESTS/programs/record-ends.c" "$lib" $zstd -o ends
# Two branches in each round of work's loop, and some more.
try ()
{
  echo "-- $1"
  rm -f *.trace*
  HALT_FILE=it.trace $RUN ./ends "$@" >/dev/null 2>&1 || echo "exit $?"
  for t in it.trace*; do
    "$HALT" play --check "$t" ends | sed -e 's/^thread [0-9]*: \([0-9]*\)[0-9][0-9] events, .*, \([0-9]*\) events missing/\1xx, \2 lost/' | sort
  done
}
try return 1000
try _exit 100000
try fork 1000
try close 300000
try kill 300000
try term 1000
try pthread 10000
try main 1000
ls | grep trace
echo "-- a small disk"
rm -f *.trace*
( ulimit -f 700; HALT_FILE=it.trace $RUN ./ends return 30000000; echo "exit $?" ) 2>&1 | sed "s/'[^']*'/FILE/"
"$HALT" play --check it.trace ends |
  sed 's/thread 1: \([0-9]*\) events, \([0-9]*\) .* granules, \([0-9]*\) events missing/\1 \3/' |
  awk 'NF == 2 { print ($1 > 1000 && $2 > 1000 && $1 + $2 > 60000000 && $1 + $2 < 60000010 ? "all are accounted for" : $0); next } { print }'
"$HALT" play --kind=entry it.trace ends 2>&1 | sed 's/: [0-9]* events/: N events/'
( ulimit -f 1; HALT_FILE=it.trace HALT_DEBUG=1 $RUN ./ends return 3000; echo "exit $?" ) 2>&1 | sed "s/'[^']*'/FILE/"
echo "-- nowhere"
HALT_FILE=/nowhere/x.trace $RUN ./ends return 300000 2>&1
HALT_FILE=/dev/null $RUN ./ends return 300000 2>&1

echo "-- a kernel that refuses"
$CC -w -O1 $PLUGIN $(arg cbr routines=$lib) refuses.c "$lib" $zstd -o refuses
status=0; HALT_FILE=it.trace timeout 100 $RUN ./refuses || status=$?
[ $status = 77 ] && echo "all are accounted for" ||
  "$HALT" play --check it.trace refuses |
  awk '/^thread/ { n = $3 + $(NF - 2) } END { print (n > 2002000 && n < 2002010 ? "all are accounted for" : n) }'
[ $status = 77 ] || [ $status = 0 ] || echo "exit $status"

echo "-- SIGKILL"
$CC -w -O2 $PLUGIN $(arg cbr load routines=$lib) "$TESTS/programs/record-kill.c" "$lib" $zstd -o kill
setarch -R true 2>/dev/null || skip "no setarch -R here"
python3 "$TESTS/programs/record-kill.py" 6 $RUN ./kill

>>> out
-- return
20xx, 0 lost
complete
-- _exit
2000xx, 0 lost
complete
-- fork
40xx, 0 lost
complete
40xx, 0 lost
complete
-- close
6010xx, 0 lost
complete
-- kill
exit 137
6000xx, 0 lost
the process was killed, or called exec, or runs
-- term
exit 143
20xx, 0 lost
complete
-- pthread
200xx, 0 lost
200xx, 0 lost
400xx, 0 lost
600xx, 0 lost
800xx, 0 lost
complete
-- main
20xx, 0 lost
20xx, 0 lost
complete
it.trace
-- a small disk
halt: not all is recorded in FILE: File too large
exit 0
all are accounted for
File too large
ghalt: 'it.trace': N events at the ends of threads are missing: File too large
ghalt: 'it.trace' has no events that the options choose; 'ghalt play --check' says how many each thread has
halt: cannot record to FILE: File too large
exit 0
-- nowhere
halt: cannot record to '/nowhere/x.trace': No such file or directory
-- a kernel that refuses
all are accounted for
-- SIGKILL
killed 6 times, several lengths
