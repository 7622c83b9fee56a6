# SPDX-License-Identifier: GPL-3.0-or-later
# arp: marks where there is no list of statements: an empty statement that is all of a
# loop's body, or of a branch; labels of sections are no unused labels, others are; a
# pragma in a coroutine, or in a function that is left out, links.

>>> on aarch64 riscv64

>>> empty.c
volatile int n;
int
main (void)
{
  int i, j;
  for (i = 0; i < 3; i++)
  ato_kernel_for: ;
  for (i = 0; i < 4; i++)
    {
    ato_kernel_block: ;
    }
  for (i = 0; i < 5; i++)
#pragma arp kernel pragma
    ;
  i = 0;
  while (i++ < 6)
  ato_kernel_while: ;
  i = 0;
  do
  ato_kernel_do: ;
  while (++i < 7);
  for (i = 0; i < 2; i++)
    for (j = 0; j < 4; j++)
    ato_kernel_nested: ;
  for (i = 0; i < 9; i++)
    if (i != n)
    ato_profile_then: ;
    else
    ato_profile_else: ;
  for (i = 0; i < 10; i++)
  ato_kernel_one: n += 0;
  return 0;
}

>>> labels.c
int leaf (int);
int
f (int n)
{
  if (n == 3)
    goto used;
ato_kernel_k: { n += leaf (n); }
arp_profile: n++;
mine: n++;
used:
  return n;
}

>>> co.cc
#include <coroutine>
struct Task
{
  struct promise_type
  {
    Task get_return_object () { return {}; }
    std::suspend_never initial_suspend () { return {}; }
    std::suspend_never final_suspend () noexcept { return {}; }
    void unhandled_exception () { }
    void return_void () { }
    std::suspend_never yield_value (int) { return {}; }
  };
};
int total;
Task
task (int n)
{
  for (int i = 0; i < n; i++)
    {
#pragma arp kernel step
      { total += i; co_yield i; total -= 1; }
    }
#pragma arp profile
  co_await std::suspend_never {};
}
int
main ()
{
#pragma arp kernel around
  task (4);
  return total < 0;
}

>>> out.c
int leaf (int n) { return n; }
__attribute__ ((halt ("none"))) int none (int n)
{
#pragma arp kernel a
  n += leaf (n);
  return n;
}
int not (int n)
{
  for (int i = 0; i < 3; i++)
#pragma arp profile b
    n += leaf (n);
  return n;
}
int main (void) { return none (0) + not (0); }

>>> run
lib=${LIBHALT%/*}
# How often each section was executed.
counted ()
{
  awk '/^# section/ { name[$3] = $5 }
    /^[0-9].*:/ {
      d = $2
      for (i = 3; i <= NF - 1; i++) { split ($i, s, /[@:]/); at[d++] = s[1] }
      n[at[d - 1]]++
    }
    END { for (k in n) print " " name[k], n[k] }' data.arp | LC_ALL=C sort
}
for compile in "$CC -O0" "$CC -O2 -g" "$CXX -O2 -xc++"; do
  rm -f data.arp
  echo "-- ${compile#* }"
  $compile -w $PLUGIN $(arg arp arp-mode=record_all) empty.c -xnone "$lib/libarp.a" -o it && $RUN ./it
  counted
done
echo "-- labels"
for compile in "$CC" "$CXX -xc++"; do
  $compile -Wall -Wextra $PLUGIN $(arg arp) -c labels.c 2>&1 | sed -n 's/.*warning: //p'
  $compile -Wall -Wno-unused-label -Werror $PLUGIN $(arg arp) -c labels.c
  $compile -Wall -Werror $PLUGIN $(arg arp) -c labels.c 2>/dev/null && echo "no error"
  sed 's/^mine: //' labels.c >clean.c
  $compile -Wall -Wextra -Werror $PLUGIN $(arg arp) -c clean.c
done
echo "-- a coroutine"
rm -f data.arp
$CXX -std=gnu++20 -O2 $PLUGIN $(arg arp arp-mode=record_all) co.cc "$lib/libarp.a" -o it 2>err && $RUN ./it
sed -n 's/.*warning: //p' err
counted
echo "-- left out"
$CC $PLUGIN $(arg arp exclude=not) out.c "$lib/libarp.a" -o it && $RUN ./it

>>> out
-- -O0
 block 4
 do 7
 else 1
 for 3
 nested 8
 one 10
 pragma 5
 then 8
 while 6
-- -O2 -g
 block 4
 do 7
 else 1
 for 3
 nested 8
 one 10
 pragma 5
 then 8
 while 6
-- -O2 -xc++
 block 4
 do 7
 else 1
 for 3
 nested 8
 one 10
 pragma 5
 then 8
 while 6
-- labels
label 'mine' defined but not used [-Wunused-label]
label 'mine' defined but not used [-Wunused-label]
-- a coroutine
halt: '#pragma arp' marks nothing: GCC has made a coroutine of the function around it
halt: '#pragma arp' marks nothing: GCC has made a coroutine of the function around it
 around 1
-- left out
