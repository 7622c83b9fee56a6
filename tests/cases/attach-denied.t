# SPDX-License-Identifier: GPL-3.0-or-later
# ghalt attach to what was stripped, is traced by somebody else, or belongs to another user:
# one line, and the process is unharmed.

>>> x86_64 ghalt attach

>>> server.c
#include <stdio.h>
#include <unistd.h>

__attribute__ ((noipa)) static int
step (int n)
{
  return n % 3 ? n : -n;
}

int
main (int argc, char **argv)
{
  volatile int sum = argc + (argv == NULL);
  puts ("ready");
  fflush (stdout);
  char c;
  while (read (0, &c, 1) == 1)
    sum += step (c);
  puts ("as it was");
  return 0;
}

>>> tracer.c
#include <stdio.h>
#include <stdlib.h>
#include <sys/ptrace.h>
#include <unistd.h>

int
main (int argc, char **argv)
{
  if (argc < 2 || ptrace (PTRACE_SEIZE, atoi (argv[1]), 0, 0) != 0)
    return 1;
  puts ("traced");
  fclose (stdout);
  char c;
  return read (0, &c, 1) != 0;
}

>>> run
$CC -O2 $PLUGIN $(arg switch cbr entry exit) server.c "$LIBHALT" -o server
$CC -O2 tracer.c -o tracer
# start PROGRAM: with its output and input in 3 and 4.
start ()
{
  mkfifo in out
  "$@" <in >out &
  pid=$!
  exec 4>in 3<out
  rm in out
  read -r ready <&3
}
end () { exec 4>&-; cat <&3; wait $pid || :; exec 3<&-; }
attach () { code $HALT attach "$@" 2>&1 | sed "s/\\b$pid\\b/PID/; s/\\b${tracer-none}\\b/TRACER/; s/[0-9]* us/N us/"; }

# A stripped program has its points.
strip -o stripped server
start ./stripped
attach $pid --on=entry --for=0
attach $pid --on='entry@stp'
end

# Somebody else traces it.
start ./server
mkfifo go said
./tracer $pid <go >said &
tracer=$!
exec 5>go
read -r traced <said
attach $pid --on=cbr
exec 5>&-
wait $tracer
tracer=none
attach $pid --on=cbr --for=0
end

# Another user's.
if [ "$(id -u)" = 0 ] && command -v setpriv >/dev/null; then
  cp "$HALT" mine
  chmod 755 . mine
  start ./server
  code setpriv --reuid=65534 --regid=65534 --clear-groups ./mine attach $pid --on=cbr 2>&1 |
    sed "s/\\b$pid\\b/PID/"
  end
else
  echo "ghalt: process PID belongs to user 0; be that user, or root"
  echo "exit 2"
  echo "as it was"
fi

>>> out
process PID: 2 points on, 0 off; it stood for N us
ghalt: no point has a name like 'entry@stp'; did you mean 'step'?
exit 2
as it was
ghalt: process PID is being traced by process TRACER, a debugger most likely; end that first
exit 2
process PID: 1 point on, 0 off; it stood for N us
as it was
ghalt: process PID belongs to user 0; be that user, or root
exit 2
as it was
