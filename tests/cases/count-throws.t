# SPDX-License-Identifier: GPL-3.0-or-later
# count, where accesses throw (-fnon-call-exceptions): one that did not happen is
# not counted, and what is behind it neither.

>>> prog.cc
#include <csignal>
#include <cstdio>

static volatile int a, b;
static int *volatile place;
static int there;

static void
handler (int)
{
  throw 1;
}

static __attribute__ ((noipa)) void
touch ()
{
  *place = a;
}

static __attribute__ ((noipa)) void
calls ()
{
  touch ();
  b++;
}

static __attribute__ ((noipa)) int
tries (int n)
{
  int *at = place;
  try
    {
      *at = n;
    }
  catch (int)
    {
      a++;
    }
  for (int i = 0; i < n; i++)
    b ^= i;
  return n;
}

int
main ()
{
  struct sigaction action = {};
  int sum = 0;
  action.sa_handler = handler;
  action.sa_flags = SA_NODEFER;
  sigaction (SIGSEGV, &action, 0);
  for (int i = 0; i < 40; i++)
    {
      place = i % 3 ? &there : 0;
      sum += tries (i);
      try
	{
	  calls ();
	}
      catch (int)
	{
	  a++;
	}
    }
  printf ("%d %d\n", sum, a);
}

>>> run
for level in -O0 -O1 -O2 "-O2 -fPIC"; do
  options="-fnon-call-exceptions -fno-ipa-stack-alignment -fno-ipa-ra $PLUGIN"
  options="$options $(arg cbr proc bb load store)"
  $CXX -w $level $options prog.cc "$LIBHALT" -o prog
  HALT_FILE=call.prof ./prog >call.out
  $HALT report --sort=id --top=1000 prog call.prof >call
  $CXX -w $level $options $(arg count) prog.cc "$LIBHALT" -o prog
  HALT_FILE=cells.prof ./prog >cells.out
  $HALT report --sort=id --top=1000 prog cells.prof >cells
  same call.out cells.out
  diff call cells >differences || { echo "$level:"; cat differences; }
done
