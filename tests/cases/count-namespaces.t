# SPDX-License-Identifier: GPL-3.0-or-later
# In a namespace of its own (dlmopen, LD_AUDIT) the C library never knows that a process has one
# thread: whether plain count may have lost events is not what that says.

>>> l.c
int f (int k) { return k > 2 ? k : 1; }
unsigned int la_version (unsigned int v) { return f (3) ? v : 0; }

>>> ns.c
#define _GNU_SOURCE
#include <dlfcn.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
static void *wait_long (void *p) { pause (); return p; }
/* t: with a thread; m: dlmopen, o: dlopen.  */
int
main (int argc, char **argv)
{
  pthread_t t;
  for (const char *p = argc > 1 ? argv[1] : ""; *p; p++)
    if (*p == 't')
      pthread_create (&t, NULL, wait_long, NULL);
    else
      {
	void *s = *p == 'm' ? dlmopen (LM_ID_NEWLM, "./l.so", RTLD_NOW) : dlopen ("./l.so", RTLD_NOW);
	if (!s)
	  return 1;
	((int (*) (int)) dlsym (s, "f")) (3);
      }
  exit (0);
}

>>> run
tells_threads
$CC -fPIC -shared $PLUGIN $(arg cbr entry count) l.c "$LIBHALT" -o l.so
$CC -w ns.c -o ns -ldl -pthread
said ()
{
  $HALT report --format=json l.so "$2" 2>/dev/null | sed -n 's/.*\("lost_by_threads":[a-z]*\).*/\1/p' | sed "s/^/$1: /"
  rm -f halt.prof*
}
for how in o m tm to mo; do
  ./ns $how
  said "$how" halt.prof
done
LD_AUDIT=./l.so ./ns
[ -e halt.prof ] && said audit halt.prof
loader=$(readelf -lW ns | sed -n 's/.*interpreter: \(.*\)]/\1/p')
for how in o to; do
  "$loader" ./ns $how
  said "$how, by the loader" halt.prof
done

>>> out
o: "lost_by_threads":false
m: "lost_by_threads":false
tm: "lost_by_threads":true
to: "lost_by_threads":true
mo: "lost_by_threads":false
audit: "lost_by_threads":false
o, by the loader: "lost_by_threads":false
to, by the loader: "lost_by_threads":true
