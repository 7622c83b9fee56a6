# SPDX-License-Identifier: GPL-3.0-or-later
# count, where control comes and goes in ways of its own: what calls a nested
# function that leaves by a goto does not return for certain, nor does what calls
# that, or what traps, leaps, or is replaced when linking; what comes back from a
# signal handler comes from nowhere.

>>> x86_64 what it compiles

>>> prog.c
#include <setjmp.h>
#include <signal.h>
#include <stdio.h>

static volatile int a, b, n;
static void *place[5];
jmp_buf back;

__attribute__ ((noipa)) static int
nested (int k)
{
  __label__ out;
  __attribute__ ((noipa)) void leave (void)
  {
    if (n % 3 == 0)
      goto out;
    a++;
  }
  __attribute__ ((noipa)) void between (void)
  {
    leave ();
    b++;
  }
  between ();
  a ^= k;
  return a;
out:
  return k;
}

__attribute__ ((noipa)) static void
stop (void)
{
  if (n == 39)
    __builtin_trap ();
}

__attribute__ ((noipa)) static void
may_stop (void)
{
  stop ();
  b++;
}

__attribute__ ((noipa)) static void
leap (void)
{
  if (n % 5 == 2)
    longjmp (back, 1);
  a++;
}

__attribute__ ((noipa)) static void
may_leap (void)
{
  leap ();
  b++;
}

__attribute__ ((noipa, weak)) void
replaced (int k)
{
  a += k;
}

__attribute__ ((noipa)) static void
calls_replaced (void)
{
  replaced (n);
  b++;
}

static void
handler (int number)
{
  (void) number;
  __builtin_longjmp (place, 1);
}

__attribute__ ((noipa)) static int
faults (void)
{
  if (__builtin_setjmp (place))
    {
      a++;
      return 1;
    }
  if (n & 1)
    asm volatile ("ud2");
  may_stop ();
  return 0;
}

int
main (void)
{
  struct sigaction action = { .sa_handler = handler, .sa_flags = SA_NODEFER };
  volatile int sum = 0;
  sigaction (SIGILL, &action, NULL);
  for (n = 0; n < 41; n++)
    {
      sum += nested (n) + faults ();
      if (setjmp (back) == 0)
	may_leap ();
      if (setjmp (back) == 0)
	calls_replaced ();
    }
  n = 39;
  sum += faults ();
  printf ("%d\n", sum);
  return 0;
}

>>> other.c
#include <setjmp.h>
extern jmp_buf back;

void
replaced (int k)
{
  if (k % 7 == 3)
    longjmp (back, 1);
}

>>> run
$CC -O2 -c other.c
options="$PLUGIN $(arg cbr proc bb load store) -fno-ipa-stack-alignment -fno-ipa-ra"
for level in "-O0" "-O1" "-O2" "-O2 -fPIC" "-Os"; do
  $CC $level $options prog.c other.o "$LIBHALT" -o prog
  HALT_FILE=call.prof ./prog >call.out
  $HALT report --sort=id --top=1000 prog call.prof >call
  $CC $level $options $(arg count) prog.c other.o "$LIBHALT" -o prog
  HALT_FILE=cells.prof ./prog >cells.out
  $HALT report --sort=id --top=1000 prog cells.prof >cells
  same call.out cells.out
  diff call cells >differences || { echo "$level:"; cat differences; }
done
