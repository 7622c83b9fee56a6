# SPDX-License-Identifier: GPL-3.0-or-later
# ghalt attach -o: a profile of what was counted while points were on, whatever keeps
# the counts; and points by their lines.

>>> x86_64 ghalt attach

>>> steps.c
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <unistd.h>

static int sink;

/* Line 9 is that of the loop.  */
__attribute__ ((noipa)) static int step (int n) {
  for (int i = 0; i < n; i++)
    __atomic_fetch_add (&sink, i, __ATOMIC_RELAXED);
  switch (n)
    {
    case 1: __asm__ volatile ("" : : : "memory"); return 3;
    case 2: __asm__ volatile ("nop"); return 1;
    case 3: __asm__ volatile ("" : : "r" (n)); return 4;
    case 4: __asm__ volatile ("" : : "m" (n)); return 1;
    case 5: __asm__ volatile ("" : : "g" (n)); return 5;
    default: return 9;
    }
}

static void *
steps (void *unused)
{
  for (int i = 0; i < 1000; i++)
    step (i % 10);
  return unused;
}

/* A thousand steps in each of three threads for each byte.  */
int
main (void)
{
  char c;
  while (read (0, &c, 1) == 1)
    {
      pthread_t thread[3];
      for (int i = 0; i < 3; i++)
	pthread_create (&thread[i], NULL, steps, NULL);
      for (int i = 0; i < 3; i++)
	pthread_join (thread[i], NULL);
      puts ("done");
      fflush (stdout);
    }
  return 0;
}

>>> part.c
int
part (int n) { return n; }

>>> run
# work N: let the process have done N thousand steps in each thread.
work () { for i in $(seq $1); do echo >&4; read -r done <&3; done; }
end () { exec 4>&-; wait $pid; exec 3<&-; }
start ()
{
  for program; do :; done
  mkfifo in out
  "$@" <in >out &
  pid=$!
  exec 4>in 3<out
  rm in out
  # What begins is the shell's still.
  until [ "$(readlink /proc/$pid/exe | sed 's,.*/,,')" = "${program##*/}" ]; do sleep 0.01; done
}
attach () { $HALT attach $pid "$@" 2>&1 | sed 's/[0-9]* us/N us/; s/process [0-9]*/process/'; }
# within COMMAND: what is counted of 2000 steps in each thread.
within ()
{
  rm -f said
  $HALT attach $pid --on="$1" ${2-} -o part >said &
  attacher=$!
  until [ -s said ] 2>/dev/null || ! kill -0 $attacher; do sleep 0.01; done
  work 2
  kill -INT $attacher
  wait $attacher
}
for how in '' count=plain count=thread count=atomic m32 'count=thread m32'; do
  machine=
  lib=$LIBHALT
  case $how in
    *m32)
      [ -f "${LIBHALT%/*}/32/libhalt.a" ] || continue
      machine="-m32 -idirafter /usr/include/$($CC -print-multiarch)"
      lib=${LIBHALT%/*}/32/libhalt.a ;;
  esac
  how=${how% m32}
  $CC -O2 -g -pthread $machine $PLUGIN $(arg switch cbr mbr entry exit ${how#m32}) steps.c $lib -o steps
  start ./steps
  # What is counted before is not in the part.
  attach --on=entry@step >/dev/null
  work 1
  attach --off='*' >/dev/null
  within 'mbr,entry@step'
  work 1
  attach --on=exit@step >/dev/null
  work 1
  attach -o all
  attach --off='*' >/dev/null
  work 1
  end
  for profile in part all halt.prof; do
    echo "$profile"
    $HALT report --format=csv steps $profile 2>/dev/null | awk -F, '
      $1 == "exit" { left += $14; next }	# of as many places as GCC makes
      $14 > 0 { print $1, $7, $14, $18 }
      END { if (left) print "exit", left }'
  done | sed 1d >counts
  [ -f first ] || cp counts first
  # Without threads' own counters some are lost.
  [ "$how" = count=plain ] || cmp counts first
done
cat first

# By lines.
attach_said () { attach "$@" 2>&1 | sed 's,/[^ ]*/part,part,'; }
$CC -O2 -g -pthread $PLUGIN $(arg switch cbr mbr entry exit count=thread) steps.c $LIBHALT -o steps
start ./steps
work 1
attach_said --line=steps.c:12 -o part --for=0
attach_said --line=steps.c:10-12,steps.c:36 --on=cbr
attach_said --off='*' | sed 's/, 1[0-9] off/, all off/'
attach_said --line=steps.c:12 --on=exit
attach_said --line=steps.c:1-5
attach_said --line=stepps.c:12
attach_said --line=steps.c
attach_said --line=steps.c:5-3
attach_said --on=step -o /nowhere/part --for=60s
# The process ends meanwhile, or runs another program then.
$HALT attach $pid --on='*' -o part2 --for=60s >died 2>&1 3<&- 4>&- &
attacher=$!
until [ -s died ]; do sleep 0.01; done
end
code wait $attacher
sed '1d; s/process [0-9]*/process/' died
ls part2 2>&1 | sed 's/.*: //'
# The program's file is removed, which is there still; a shared object's is another.
# Its name is compiled in from the root on.
shared () { $CC $1 -g -shared -fPIC -Wl,--build-id $PLUGIN $(arg switch entry) "$PWD/part.c" $LIBHALT -o part.so; }
shared -O2
start env LD_PRELOAD=./part.so ./steps
work 1
attach_said --line=steps.c:12,part.c:2 --on='*' -o part --for=0
rm steps part.so
attach_said --line=steps.c:12 --off=cbr
attach_said --line=part.c:2
shared -O0
attach_said --line=part.c:2
end
$CC -O2 -g -pthread $PLUGIN $(arg switch cbr mbr entry exit count=thread) steps.c $LIBHALT -o steps
objcopy --strip-all steps stripped
start ./stripped
work 1
attach_said --line=steps.c:12 2>&1 | sed 's/ by build.*//; s/: [^ ]*stripped:/: stripped:/'
attach_said --on=entry@step
end

>>> out
kind line events indices
entry 9 6000 
mbr 12 3000 1:600 2:600 3:600 4:600 5:600
all
kind line events indices
entry 9 9000 
mbr 12 3000 1:600 2:600 3:600 4:600 5:600
exit 3000
halt.prof
kind line events indices
entry 9 9000 
mbr 12 3000 1:600 2:600 3:600 4:600 5:600
exit 3000
process: 2 points on, 0 off; it stood for N us
process: 4 points on, 0 off; it stood for N us
process: 0 points on, all off; it stood for N us
ghalt: no point of steps.c:12 is of kind 'exit'
ghalt: no point is in 'steps.c:1-5'; the nearest line with points is 9
ghalt: no point is in 'stepps.c:12'; did you mean 'steps.c'?
ghalt: 'steps.c' is no line, as in file.c:12 or file.c:10-40
ghalt: 'steps.c:5-3' is no line, as in file.c:12 or file.c:10-40
ghalt: cannot write 'part': No such file or directory
exit 2
ghalt: process has ended meanwhile; what it counted is in its own profile, if it wrote one
No such file or directory
process: 3 points on, 0 off; it stood for N us
process: 0 points on, 1 off; it stood for N us
ghalt: lines are not known: 'part.so' is not what process runs, which is of an older build; start it again
ghalt: lines are not known: 'part.so' is not what process runs, which is of an older build; start it again
ghalt: lines are not known: stripped: no HALT map: stripped, and its debug file was not found
process: 1 point on, 0 off; it stood for N us
