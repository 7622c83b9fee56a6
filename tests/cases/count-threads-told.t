# SPDX-License-Identifier: GPL-3.0-or-later
# Plain count loses events in a process with threads: the profile says so, and all
# that read it; where nothing can have been lost nothing is said.

>>> prog.c
#define _GNU_SOURCE
#include <dlfcn.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

int volatile sink;
static void *
work (void *unused)
{
  for (int i = 0; i < 20000; i++)
    if (i % 3 == 0)
      sink = i;
  return unused;
}

static void
in_library (const char *name)
{
  void *library = dlopen (name, RTLD_NOW);
  void *(*fn) (void *) = (void *(*) (void *)) dlsym (library, "in_library");
  fn (NULL);
  dlclose (library);
}

/* What to do, in this order: t: two threads; j: threads that have ended; d: come to
   the library; f: go on in a child; F: a child that ends.  */
int
main (int argc, char **argv)
{
  pthread_t thread[2];
  for (const char *p = argc > 1 ? argv[1] : ""; *p; p++)
    if (*p == 't' || *p == 'j')
      {
	for (int i = 0; i < 2; i++)
	  pthread_create (&thread[i], NULL, work, NULL);
	for (int i = 0; i < 2 && *p == 'j'; i++)
	  pthread_join (thread[i], NULL);
      }
    else if (*p == 'd')
      in_library (argv[2]);
    else if (*p == 'f' && fork ())
      {
	wait (NULL);
	_exit (0);
      }
    else if (*p == 'F')
      {
	if (!fork ())
	  return 0;
	wait (NULL);
      }
  work (NULL);
  return 0;
}

>>> library.c
int volatile in;
void *in_library (void *p) { for (int i = 0; i < 9; i++) if (i & 1) in++; return p; }

>>> threads.cc
#include <thread>
int volatile sink;
static void work () { for (int i = 0; i < 20000; i++) if (i % 3 == 0) sink = i; }
int main () { std::thread a (work), b (work); a.join (); b.join (); }

>>> run
# said NAME: what the reader says of the counts of halt.prof*.
said ()
{
  set -- "$1" halt.prof*
  what=$1
  shift
  $HALT report --format=json prog "$@" 2>err | grep -o '"lost_by_threads":[a-z]*' >json
  echo "$what: $(sed 's/.*://' json)$(sed 's/^ghalt: note:/,/; s/halt.prof.*may/.../; s/: .*//' err)"
  rm -f halt.prof*
}
link="-ldl -pthread"
for way in call count=plain count=atomic count=thread blpp,count=plain blpp,count=atomic; do
  kinds=$(echo cbr,entry,$way | sed 's/,call//; s/.*blpp/blpp/; s/,/ /g')
  $CC -O2 $PLUGIN $(arg $kinds) prog.c "$LIBHALT" -o prog $link -rdynamic
  ./prog && said "$way, one thread"
  ./prog j && said "$way, three"
done
$CC -O2 -fPIC -shared $PLUGIN $(arg cbr count=plain) library.c -o library.so -Wl,--unresolved-symbols=ignore-all
echo "-- count, how"
$CC -O2 $PLUGIN $(arg cbr count=plain) prog.c "$LIBHALT" -o prog $link -rdynamic
./prog t && said "still running"
HALT_FILE=halt.prof.%p ./prog f && said "child of one thread"
HALT_FILE=halt.prof.%p ./prog fj && said "threads of a child"
./prog jF && rm halt.prof && said "child of several"
$CC -O2 -static $PLUGIN $(arg cbr count=plain) prog.c "$LIBHALT" -o prog $link 2>/dev/null
./prog && said "static, one"
./prog j && said "static, three"
$CXX -O2 $PLUGIN $(arg cbr count=plain) threads.cc "$LIBHALT" -o prog
./prog && said "C++"
echo "-- in a library"
$CC -O2 $PLUGIN $(arg cbr count=thread) prog.c "$LIBHALT" -o prog $link -rdynamic
./prog d ./library.so && said "one"
./prog jd ./library.so && said "before"
./prog dj ./library.so && said "after"

echo "-- every reader"
$CC -O2 -g $PLUGIN $(arg cbr count=plain entry) prog.c "$LIBHALT" -o prog $link -rdynamic
./prog && mv halt.prof one
./prog j && mv halt.prof more
note="ghalt: note: counts of .* may be too small: plain 'count' .* 'count=thread', which loses none"
tells () { what=$1; shift; "$@" 2>err >out || true; grep -cx "$note" err | sed "s/^/$what: /"; }
formats=$($HALT help report | sed -n 's/^ *\(--format=\)/\1/p' | sed 's/|/ &/g; s/|/--format=/g')
for option in "" --hot --annotate $formats; do
  case $option in *sqlite) o="-o db" ;; *) o= ;; esac
  [ "$(tells "" $HALT report $option $o prog more; tells "" $HALT report $option $o prog one)" = ": 1
: 0" ] || echo "report $option does not tell"
done
tells merge $HALT merge -o sum one more
tells sum $HALT report prog sum
tells both $HALT report prog one more
tells diff $HALT diff one more || true
tells "diff json" $HALT diff --format=json one more || true
grep -o '"lost_by_threads_[ab]":[a-z]*' out
$CC -O2 -g $PLUGIN $(arg blpp count=plain) prog.c "$LIBHALT" -o prog $link -rdynamic
./prog j
tells paths $HALT paths prog
tells "paths json" $HALT paths --format=json prog
grep -o '"lost_by_threads":[a-z]*' out
tells "report --format=lcov" $HALT report --format=lcov prog

>>> out
call, one thread: false
call, three: false
count=plain, one thread: false
count=plain, three: true, counts of ... be too small
count=atomic, one thread: false
count=atomic, three: false
count=thread, one thread: false
count=thread, three: false
blpp,count=plain, one thread: false, halt.prof counts paths alone; 'ghalt paths' shows them
blpp,count=plain, three: true, counts of ... be too small
, halt.prof counts paths alone; 'ghalt paths' shows them
blpp,count=atomic, one thread: false, halt.prof counts paths alone; 'ghalt paths' shows them
blpp,count=atomic, three: false, halt.prof counts paths alone; 'ghalt paths' shows them
-- count, how
still running: true, counts of ... be too small
child of one thread: false
threads of a child: true, counts of some of ... be too small
child of several: true, counts of ... be too small
static, one: false
static, three: true, counts of ... be too small
C++: true, counts of ... be too small
-- in a library
one: false
before: true, counts of ... be too small
after: false
-- every reader
merge: 1
sum: 1
both: 1
diff: 1
diff json: 1
"lost_by_threads_a":false
"lost_by_threads_b":true
paths: 1
paths json: 1
"lost_by_threads":true
report --format=lcov: 1
