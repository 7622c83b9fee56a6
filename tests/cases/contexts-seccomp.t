# SPDX-License-Identifier: GPL-3.0-or-later
# Contexts of a process that has forbidden itself all calls of the system but read, write
# and the end; and of one that a filter ends, with all of its threads, in the middle.

>>> x86_64 ghalt attach

>>> prog.c
#include <halt/halt.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <pthread.h>
#include <stddef.h>
#include <stdlib.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <unistd.h>

__attribute__ ((noipa)) static int
step (int n)
{
  return n & 1 ? n : -n;
}

__attribute__ ((noipa)) static void
refuse (void)
{
  __asm__ volatile ("");
}

/* One request for each character: 100 steps.  */
__attribute__ ((noipa)) static void
serve (void)
{
  char c;
  while (read (0, &c, 1) == 1)
    {
      int sum = 0;
      halt_event ("request");
      for (int i = 0; i < 100; i++)
	sum += step (i);
      halt_event ("done");
      write (1, sum == 50 ? "right\n" : "wrong\n", 6);
    }
}

static void *
work (void *unused)
{
  for (;;)
    step (1);
  return unused;
}

static void
filter (void)
{
  struct sock_filter code[] = {
    BPF_STMT (BPF_LD | BPF_W | BPF_ABS, offsetof (struct seccomp_data, nr)),
    BPF_JUMP (BPF_JMP | BPF_JEQ | BPF_K, SYS_getppid, 0, 1),
    BPF_STMT (BPF_RET | BPF_K, SECCOMP_RET_KILL_PROCESS),
    BPF_STMT (BPF_RET | BPF_K, SECCOMP_RET_ALLOW)
  };
  struct sock_fprog program = { sizeof code / sizeof *code, code };
  pthread_t thread;
  if (prctl (PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) != 0
      || prctl (PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program) != 0)
    exit (1);
  for (int i = 0; i < 2; i++)
    pthread_create (&thread, NULL, work, NULL);
}

int
main (int argc, char **argv)
{
  if (argc > 1 && *argv[1] == 'f')
    filter ();
  else if (prctl (PR_SET_SECCOMP, SECCOMP_MODE_STRICT) != 0)
    return 1;
  write (1, "ready\n", 6);
  serve ();
  refuse ();
  if (argc > 1 && *argv[1] == 'f')
    syscall (SYS_getppid);
  syscall (SYS_exit, 0);
}

>>> run
for more in '' -static; do
  $CC -O2 -g -w -pthread -I "$TESTS/../include" $more $PLUGIN $(arg switch cbr entry exit count=atomic) prog.c $LIBHALT -o prog
  $HALT run --on=entry ./prog filter </dev/null >/dev/null 2>&1 || [ $? = 159 ] || skip "processes may not be traced, or have no filters"
  counts () { $HALT report --format=csv prog $1 2>/dev/null | awk -F, 'NR > 1 && $14 > 0 { print $1, $4, $14 }' | tr '\n' ' '; echo "of $1"; }
  rm -f *.prof
  echo "-- ghalt run$more"
  echo xyz | tr -d '\n' |
    $HALT run -o run.prof --context='on entry@step; at event request reset; at event done snapshot
      at call step on exit@step; at hit 150 entry@step off exit' ./prog strict || echo "exit $?"
  for i in 1 2 3; do counts run.$i.prof; done
  counts run.prof
  # The filter's end is one as any.
  echo x | tr -d '\n' |
    $HALT run -o filter.prof --context='on entry@serve,refuse; at call refuse snapshot; at exit snapshot' ./prog filter || echo "exit $?"
  for p in filter.1 filter.2 filter; do counts $p.prof; done
  echo "-- ghalt attach$more"
  mkfifo in out
  # What is kept is what the command is sure of, whenever the process ends.
  (exec ./prog strict <in >out 2>/dev/null) &
  pid=$!
  exec 4>in 3<out
  rm in out
  read -r ready <&3
  $HALT attach $pid -o attach.prof --context='on entry; after 1ms snapshot
    at hit 100 entry@step snapshot; at hit 200 entry@step snapshot reset
    every 2ms for 1ms on cbr; at event done snapshot; at hit 301 entry@step stop' >/dev/null 2>said &
  attach=$!
  until [ -e attach.1.prof ]; do sleep 0.01; done
  for i in 1 2 3 4; do printf x >&4; read -r said <&3; echo "$said"; done
  code wait $attach
  exec 4>&-
  wait $pid 2>/dev/null || echo "exit $?"
  exec 3<&-
  for i in 2 3 4 5 6; do $HALT report --format=csv prog attach.$i.prof 2>/dev/null | awk -F, '$1 == "entry" && $4 == "step" { print $14 }'; done
  $HALT report --format=csv prog attach.prof 2>/dev/null | awk -F, '$1 == "entry" && $4 == "step" { print $14 }'
done

>>> out
-- ghalt run
ready
right
right
right
entry step 100 exit step 100 of run.1.prof
entry step 100 exit step 49 of run.2.prof
entry step 100 of run.3.prof
entry step 100 of run.prof
ready
right
Bad system call
exit 159
entry serve 1 of filter.1.prof
entry refuse 1 exit refuse 1 entry serve 1 of filter.2.prof
entry refuse 1 exit refuse 1 entry serve 1 of filter.prof
-- ghalt attach
right
right
right
right
99
100
199
1
101
101
-- ghalt run-static
ready
right
right
right
entry step 100 exit step 100 of run.1.prof
entry step 100 exit step 49 of run.2.prof
entry step 100 of run.3.prof
entry step 100 of run.prof
ready
right
Bad system call
exit 159
entry serve 1 of filter.1.prof
entry refuse 1 exit refuse 1 entry serve 1 of filter.2.prof
entry refuse 1 exit refuse 1 entry serve 1 of filter.prof
-- ghalt attach-static
right
right
right
right
99
100
199
1
101
101
