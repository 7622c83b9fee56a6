# SPDX-License-Identifier: GPL-3.0-or-later
# libhalt.so counts what libhalt.a does: with routines of one's own beside it, in
# objects that are loaded and unloaded, beside copies of libhalt.a, with threads, in
# children.

>>> work.c
#include <pthread.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>
volatile int total;
static void *
work (void *n)
{
  for (int i = 0; i < 1000; i++)
    if (i % 3 == *(int *) n)
      total++;
  return NULL;
}
int
main (int argc, char **argv)
{
  pthread_t thread[4];
  (void) argv;
  for (int i = 0; i < 4; i++)
    pthread_create (&thread[i], NULL, work, &argc);
  for (int i = 0; i < 4; i++)
    pthread_join (thread[i], NULL);
  if (fork () == 0)
    {
      work (&argc);
      exit (0);
    }
  wait (NULL);
  return 0;
}

>>> own.c
long n;
void _record_entry (unsigned long id) { (void) id; n++; }

>>> object.c
volatile int sum;
void f (int n) { for (int i = 0; i < 10; i++) if (i > n) sum++; }

>>> loads.c
#include <dlfcn.h>
#include <stdio.h>
int
main (int argc, char **argv)
{
  for (int i = 0; i < 3; i++)
    {
      void *so = dlopen (argv[1], RTLD_NOW);
      void (*f) (int) = so ? (void (*) (int)) dlsym (so, "f") : 0;
      if (!f)
	return puts (dlerror ());
      f (argc);
      dlclose (so);
    }
  return 0;
}

>>> calls.c
void f (int);
int main (int argc, char **argv) { int i = 5 * argc; (void) argv; do f (argc); while (--i > 0); return 0; }

>>> run
build=${HALT%/*}
mkdir l l32
cp "$build/libhalt.so.0" l
ln -s libhalt.so.0 l/libhalt.so
so="-L$PWD/l -lhalt -Wl,-rpath,$PWD/l"
counts ()
{
  "$HALT" report "$@" | sed -n -e '1d' -e '/^$/q' -e 's/  */ /gp'
}
echo "-- the same as libhalt.a"
for count in "" count count=thread; do
  for how in "$LIBHALT" "$so" "$so -fPIC"; do
    rm -rf prof
    mkdir prof
    $CC -O1 -w $PLUGIN $(arg cbr entry bb ${count:+$count}) work.c $how -o work -lpthread
    HALT_FILE=prof/%p ./work
    "$HALT" merge --only=work -o sum prof
    case $count in count) counts work sum | sed 's/ [0-9]*$/ N/' ;; *) counts work sum ;; esac
  done
done 2>told | sort | uniq -c | sed 's/^ *//; s/block 1[12] 1[12] 0 1168[78]/block/; s/block 1[12] 1[12] 0 N/block N/'
sed 's/: plain.*//' told | uniq -c | sed 's/^ *//'

echo "-- one routine of the program's own"
$CC -O1 -w $PLUGIN $(arg cbr entry) work.c own.c $so -o work -lpthread
HALT_FILE=own.prof ./work
"$HALT" report work own.prof | sed -n -e '/^cbr/s/  */ /gp' -e '/^entry/p' | sed 's/  */ /g'

echo "-- loaded and unloaded, in a program that knows nothing of us"
for count in "" count count=thread; do
  $CC -O1 -shared -fPIC $PLUGIN $(arg cbr ${count:+$count}) object.c $so -o object.so
  $CC -w loads.c -o loads
  rm -f halt.prof*
  ./loads ./object.so
  ls halt.prof*
  "$HALT" report object.so halt.prof 2>&1 | sed -n 's/^cbr  */cbr /p' | sed 's/  */ /g'
done

echo "-- beside libhalt.a"
$CC -O1 -shared -fPIC $PLUGIN $(arg cbr) object.c $so -o libobject.so
$CC -O1 $PLUGIN $(arg cbr) calls.c "$LIBHALT" ./libobject.so -Wl,-rpath,"$PWD" -o calls
rm -f halt.prof*
./calls
ls halt.prof*
counts calls
$CC -O1 -shared -fPIC $PLUGIN $(arg cbr) object.c "$LIBHALT" -o libobject.so
$CC -O1 $PLUGIN $(arg cbr) calls.c $so ./libobject.so -Wl,-rpath,"$PWD" -o calls
rm -f halt.prof*
./calls
ls halt.prof*
counts calls

echo "-- a copy for each, and none for what needs nothing"
$CC -w loads.c -Wl,--as-needed $so -o loads
needs_libhalt loads
if [ -f "$build/32/libhalt.so.0" ]; then
  cp "$build/32/libhalt.so.0" l32
  ln -s libhalt.so.0 l32/libhalt.so
  for pie in -pie -no-pie; do
    $CC -m32 -O1 -w -fPIE $pie $PLUGIN $(arg cbr entry bb) calls.c object.c -L"$PWD/l32" -lhalt -Wl,-rpath,"$PWD/l32" -o calls
    rm -f halt.prof*
    ./calls
    counts calls
  done | sort | uniq -c | sed 's/^ *//'
else
  printf '%s\n' "2 block 8 8 0 157" "2 cbr 3 3 0 105" "2 entry 2 2 0 6"
fi

>>> out
-- the same as libhalt.a
6 block
3 block N
6 cbr 5 5 0 10010
3 cbr 5 5 0 N
6 entry 2 2 0 6
3 entry 2 2 0 N
6 ghalt: note: counts of sum may be too small
-- one routine of the program's own
cbr 5 5 0 8009
entry 2 not recorded
-- loaded and unloaded, in a program that knows nothing of us
halt.prof
cbr 2 2 0 60
halt.prof
cbr 2 2 0 60
halt.prof
cbr 2 2 0 60
-- beside libhalt.a
halt.prof
cbr 3 3 0 105
halt.prof
cbr 3 3 0 105
-- a copy for each, and none for what needs nothing
0
2 block 8 8 0 157
2 cbr 3 3 0 105
2 entry 2 2 0 6
