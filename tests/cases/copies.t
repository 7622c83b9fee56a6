# SPDX-License-Identifier: GPL-3.0-or-later
# A library that has libhalt.a in it brings a copy of the runtime each time that it is
# opened, and in each namespace: all write one file, and no count is lost.

>>> f.c
int f (int n) { return n < 6 ? 1 : 2; }

>>> main.c
#define _GNU_SOURCE 1
#include <dlfcn.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

static void *
use (void *so, int n)
{
  int (*f) (int) = so ? (int (*) (int)) dlsym (so, "f") : 0;
  if (!f)
    abort ();
  for (int i = 0; i < n; i++)
    f (i);
  return so;
}

int
main (int argc, char **argv)
{
  for (const char *what = argv[1]; *what; what++)
    switch (*what)
      {
      case 'r':
	for (int i = 0; i < 201; i++)
	  dlclose (use (dlopen ("./f.so", RTLD_NOW), 8));
	break;
      case 'm':
	for (int i = 0; i < 3; i++)
	  use (dlmopen (LM_ID_NEWLM, "./f.so", RTLD_NOW), 25);
	break;
      case 'k':
	use (dlopen ("./f.so", RTLD_NOW), 10);
	break;
      case 'f':
	if (!fork ())
	  {
	    dlclose (use (dlopen ("./f.so", RTLD_NOW), 4));
	    dlclose (use (dlopen ("./f.so", RTLD_NOW), 4));
	    _exit (0);
	  }
	wait (0);
      }
  return 0;
}

>>> run
for kind in cbr "cbr count" "cbr count=thread"; do
  $CC -O0 -fPIC $PLUGIN $(arg $kind) -shared f.c $LIBHALT -o f.so
  for linked in none plain; do
    case $linked in
    none) $CC -O0 main.c -o prog ;;
    plain) $CC -O0 $PLUGIN $(arg $kind) main.c $LIBHALT -o prog ;;
    esac
    for what in r m rm mr k krf f; do
      for again in once twice; do
	./prog $what
      done
      echo "$kind $linked $what: $(ls halt.prof* | sed 's/\.[0-9]*$/.PID/' | sort -u | tr '\n' ' ')"
      for profile in halt.prof halt.prof.*; do
	[ ! -f $profile ] || $HALT report f.so $profile 2>&1 | sed -n 's/^  *//;s/  */ /g;/ f$/p;/remain/p;/belong/p'
      done
      rm -f halt.prof*
    done
  done
done

>>> out
cbr none r: halt.prof 
1608 1206 402 25.0 0 f.c:1:34 f
cbr none m: halt.prof 
75 18 57 76.0 0 f.c:1:34 f
cbr none rm: halt.prof 
1683 1224 459 27.3 0 f.c:1:34 f
cbr none mr: halt.prof 
1683 1224 459 27.3 0 f.c:1:34 f
cbr none k: halt.prof 
10 6 4 40.0 0 f.c:1:34 f
cbr none krf: halt.prof 
1618 1212 406 25.1 0 f.c:1:34 f
cbr none f: halt.prof 
8 8 0 0.0 0 f.c:1:34 f
cbr plain r: halt.prof 
1608 1206 402 25.0 13 f.c:1:34 f
cbr plain m: halt.prof 
75 18 57 76.0 13 f.c:1:34 f
cbr plain rm: halt.prof 
1683 1224 459 27.3 13 f.c:1:34 f
cbr plain mr: halt.prof 
1683 1224 459 27.3 13 f.c:1:34 f
cbr plain k: halt.prof 
10 6 4 40.0 13 f.c:1:34 f
cbr plain krf: halt.prof halt.prof.PID 
1618 1212 406 25.1 13 f.c:1:34 f
8 8 0 0.0 13 f.c:1:34 f
8 8 0 0.0 13 f.c:1:34 f
cbr plain f: halt.prof halt.prof.PID 
8 8 0 0.0 13 f.c:1:34 f
8 8 0 0.0 13 f.c:1:34 f
cbr count none r: halt.prof 
1608 1206 402 25.0 0 f.c:1:34 f
cbr count none m: halt.prof 
75 18 57 76.0 0 f.c:1:34 f
cbr count none rm: halt.prof 
1683 1224 459 27.3 0 f.c:1:34 f
cbr count none mr: halt.prof 
1683 1224 459 27.3 0 f.c:1:34 f
cbr count none k: halt.prof 
10 6 4 40.0 0 f.c:1:34 f
cbr count none krf: halt.prof 
1618 1212 406 25.1 0 f.c:1:34 f
cbr count none f: halt.prof 
8 8 0 0.0 0 f.c:1:34 f
cbr count plain r: halt.prof 
1608 1206 402 25.0 13 f.c:1:34 f
cbr count plain m: halt.prof 
75 18 57 76.0 13 f.c:1:34 f
cbr count plain rm: halt.prof 
1683 1224 459 27.3 13 f.c:1:34 f
cbr count plain mr: halt.prof 
1683 1224 459 27.3 13 f.c:1:34 f
cbr count plain k: halt.prof 
10 6 4 40.0 13 f.c:1:34 f
cbr count plain krf: halt.prof halt.prof.PID 
1618 1212 406 25.1 13 f.c:1:34 f
8 8 0 0.0 13 f.c:1:34 f
8 8 0 0.0 13 f.c:1:34 f
cbr count plain f: halt.prof halt.prof.PID 
8 8 0 0.0 13 f.c:1:34 f
8 8 0 0.0 13 f.c:1:34 f
cbr count=thread none r: halt.prof 
1608 1206 402 25.0 0 f.c:1:34 f
cbr count=thread none m: halt.prof 
75 18 57 76.0 0 f.c:1:34 f
cbr count=thread none rm: halt.prof 
1683 1224 459 27.3 0 f.c:1:34 f
cbr count=thread none mr: halt.prof 
1683 1224 459 27.3 0 f.c:1:34 f
cbr count=thread none k: halt.prof 
10 6 4 40.0 0 f.c:1:34 f
cbr count=thread none krf: halt.prof 
1618 1212 406 25.1 0 f.c:1:34 f
cbr count=thread none f: halt.prof 
8 8 0 0.0 0 f.c:1:34 f
cbr count=thread plain r: halt.prof 
1608 1206 402 25.0 13 f.c:1:34 f
cbr count=thread plain m: halt.prof 
75 18 57 76.0 13 f.c:1:34 f
cbr count=thread plain rm: halt.prof 
1683 1224 459 27.3 13 f.c:1:34 f
cbr count=thread plain mr: halt.prof 
1683 1224 459 27.3 13 f.c:1:34 f
cbr count=thread plain k: halt.prof 
10 6 4 40.0 13 f.c:1:34 f
cbr count=thread plain krf: halt.prof halt.prof.PID 
1618 1212 406 25.1 13 f.c:1:34 f
8 8 0 0.0 13 f.c:1:34 f
8 8 0 0.0 13 f.c:1:34 f
cbr count=thread plain f: halt.prof halt.prof.PID 
8 8 0 0.0 13 f.c:1:34 f
8 8 0 0.0 13 f.c:1:34 f
