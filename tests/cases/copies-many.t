# SPDX-License-Identifier: GPL-3.0-or-later
# Hundreds of copies of the runtime, closed and open: no count is lost, by whom the file of that
# name is replaced meanwhile.  A file that lacks some of its parts is no profile.

>>> l.c
void lf (void) { }
>>> p.c
#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>
static void
use (int i, int n, int closes)
{
  char name[64];
  sprintf (name, "./%d.so", i);
  void *so = dlopen (name, RTLD_NOW);
  if (!so)
    {
      puts (dlerror ());
      exit (1);
    }
  void (*f) (void) = (void (*) (void)) dlsym (so, "lf");
  while (n-- > 0)
    f ();
  if (closes)
    dlclose (so);
}
int
main (int argc, char **argv)
{
  for (int i = 0; i < 200; i++)
    use (i, 10, 1);
  remove ("halt.prof");
  system (argv[1]);
  for (int i = 0; i < 170; i++)
    use (i, 100, 0);
  if (argc > 2)
    _exit (0);
  return 0;
}
>>> run
for way in "" count; do
  plugin="$CC -w -O0 $PLUGIN $(arg entry $way)"
  $plugin -fPIC -shared l.c "$LIBHALT" -o 0.so
  for i in $(seq 199); do cp 0.so $i.so; done
  $plugin p.c "$LIBHALT" -o own
  $CC -w p.c -o none
  echo 'int main (void) { return 0; }' >q.c
  $plugin q.c "$LIBHALT" -o q
  for run in "own ./q" "own true now" "none ./q" "none true"; do
    set -- $run
    rm -f halt.prof
    program=$1
    shift
    # Each takes some of the thread-local storage of which the dynamic linker sets little aside.
    GLIBC_TUNABLES=glibc.rtld.optional_static_tls=100000 ./$program "$@"
    echo "$way $run: $($HALT report 0.so halt.prof 2>&1 | awk '$NF == "lf" { print $1 }' | xargs)"
  done
done
unpack halt.prof whole.prof
size=$(od -An -tu4 -j44 -N4 whole.prof)
for n in 1 2; do
  head -c $((n * 64 * size)) whole.prof >cut.prof
  $HALT report 0.so cut.prof 2>&1 | sed 's/of [0-9]* parts/of N parts/;s/^[^:]*: cut/cut/'
done
head -c $((64 * size + 100)) whole.prof >cut.prof
$HALT report 0.so cut.prof >/dev/null 2>&1 || echo "not whole"
>>> out
 own ./q: 19000
 own true now: 19000
 none ./q: 19000
 none true: 19000
count own ./q: 19000
count own true now: 19000
count none ./q: 19000
count none true: 19000
cut.prof: truncated profile: 1 of N parts
cut.prof: truncated profile: 2 of N parts
not whole
