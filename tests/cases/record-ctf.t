# SPDX-License-Identifier: GPL-3.0-or-later
# ghalt play --format=ctf: babeltrace2 reads what ghalt play prints, of each thread, with
# places; --merge plays all threads by time, and each one's events in their order.

>>> on aarch64 riscv64

>>> a.c
#include <pthread.h>
#include <stdio.h>
static int a[3][512];
static void *
work (void *p)
{
  int *mine = p;
  for (int i = 0; i < 3000; i++)
    if (i % 5)
      mine[i * 7 % 512] += i;
  return NULL;
}
int
main (void)
{
  pthread_t id[2];
  for (int i = 0; i < 2; i++)
    pthread_create (id + i, NULL, work, a[i]);
  work (a[2]);
  for (int i = 0; i < 2; i++)
    pthread_join (id[i], NULL);
  return 0;
}

>>> thread.c
/* A thread of the trace finds its own variables; they are counted when it ends.  */
#include <pthread.h>
#include <stdio.h>
static __thread long stores;
static pthread_key_t key;
static void end (void *p) { printf ("thread: %ld stores\n", *(long *) p); fflush (stdout); }
void _halt_startup (void) { pthread_key_create (&key, end); }
void
_record_store (long bytes, unsigned long ea, unsigned long id)
{
  if (stores++ == 0)
    pthread_setspecific (key, &stores);
}
static __attribute__ ((destructor)) void last (void) { if (stores) end (&stores); }

>>> turns.c
#include <pthread.h>
static volatile int sum;
static void __attribute__ ((noinline))
work (void)
{
  for (int i = 0; i < 100000; i++)
    sum += i;
}
static void *thread (void *p) { work (); return p; }
int
main (void)
{
  pthread_t id;
  work ();
  pthread_create (&id, 0, thread, 0);
  pthread_join (id, 0);
  work ();
  return 0;
}

>>> run
recording
command -v babeltrace2 >/dev/null || skip "no babeltrace2"
$CC -O2 -g -w -pthread $PLUGIN $(arg cbr store entry call) a.c "$lib" $zstd -o a
HALT_FILE=t $RUN ./a
"$HALT" play t a >text
"$HALT" play --merge t a >merged
sort text >sorted; sort merged | cmp - sorted && echo "the same events"
for n in 1 2 3; do
  grep "^$n " text >one; grep "^$n " merged | cmp - one
done
[ $(uniq -w 2 merged | wc -l) -ge 3 ] && echo "in their order"
"$HALT" play --format=ctf -o ctf t a
babeltrace2 ctf >babel 2>err; cat err
sed 's/.* \(cbr\|store\|entry\|call\): { thread = \([0-9]*\), .*container = \([0-9]*\) ), \(.*\) }/\2 \1 \3 \4/
     s/.* \(cbr\|store\|entry\|call\): { thread = \([0-9]*\), .*container = \([0-9]*\) ) }/\2 \1 \3/
     s/cond = //; s/_\{0,1\}ea = //; s/_\{0,1\}bytes = //; s/_\{0,1\}callee = //; s/,//g' babel |
  awk '{ for (i = 1; i <= NF; i++) $i = tolower ($i); print }' | sort >theirs
awk '{ for (i = 1; i <= NF; i++) $i = tolower ($i); print }' sorted | sort | cmp - theirs && echo "babeltrace2: the same"
grep -c "main a.c" babel | sed 's/^[1-9].*/places/'
head -n 1 babel | sed 's/^[^ ]* [^ ]* //;s/0x[0-9A-F]*/X/;s/tid = [0-9]*/tid/'
code "$HALT" play --format=ctf -o ctf t a 2>&1
$host -w -fPIC -shared thread.c -o thread.so
# main has stores of its own, more on some machines than on others.
"$HALT" play t a -- thread.so | sed 's/240[1-9]/240x/' | sort
"$HALT" play --merge t a -- thread.so | sed 's/240[1-9]/240x/' | sort
echo "-- first one thread, then the other, then the first again"
$CC -O1 -w -pthread $PLUGIN $(arg cbr) turns.c "$lib" $zstd -o turns
HALT_FILE=turns.trace $RUN ./turns
# One granule may be begun by one and go on in the next turn.
turns () { awk -v n=0 '{ if ($1 == 1) seen++; else { if (!n++) before = seen; last = seen } }
  END { print (before > 80000 && seen - last > 80000 ? "in turns" : before " " last " " seen) }'; }
"$HALT" play --merge turns.trace turns | turns
"$HALT" play --merge turns.trace turns | sed -n '150001,150100p' >part
"$HALT" play --merge --from=150000 --to=150100 turns.trace turns | cmp - part && echo "from, to: of all threads"
"$HALT" play --format=ctf -o turns.ctf turns.trace turns
babeltrace2 turns.ctf | sed 's/.*thread = \([0-9]*\).*/\1/' | turns

>>> out
the same events
in their order
babeltrace2: the same
places
entry: { thread = 1, tid }, { id = ( "main a.c:14" : container = 4 ) }
ghalt: cannot make the folder 'ctf': File exists
exit 2
thread: 2400 stores
thread: 2400 stores
thread: 240x stores
thread: 2400 stores
thread: 2400 stores
thread: 240x stores
-- first one thread, then the other, then the first again
in turns
from, to: of all threads
in turns
