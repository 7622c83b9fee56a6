# SPDX-License-Identifier: GPL-3.0-or-later
# A live profile has whole pages.  When a process ends by exit, after all destructors, and
# nobody else counts in the file or has another claim to it, a usual profile takes its
# place.

>>> x86_64 system calls that it makes

>>> part.c
#include <stdlib.h>
#include <unistd.h>

extern void (*part_last) (int);
void (*part_last) (int);
__attribute__ ((destructor)) static void
end (void)
{
  if (part_last)
    part_last (7);
  if (getenv ("END"))
    _exit (0);
}

>>> prog.c
#define _GNU_SOURCE
#include <fcntl.h>
#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

static volatile int sink;
#ifdef PART
extern void (*part_last) (int);
#endif

__attribute__ ((noipa)) static void
work (int n)
{
  for (int i = 0; i < n; i++)
    sink += i & 1 ? i : 2;
}

static void *
wait_long (void *unused)
{
  for (;;)
    pause ();
  return unused;
}

static int hold[2];

static int
work_later (void *unused)
{
  char byte;
  close (hold[1]);
  read (hold[0], &byte, 1);
  work (50);
  open ("done", O_CREAT | O_WRONLY, 0600);
  syscall (SYS_exit, 0);
  return unused != 0;
}

static char stack[2][1 << 16];

/* Another process with this one's memory, which is not its child.  */
static int
leave_one (void *unused)
{
  clone (work_later, stack[1] + sizeof stack[1], CLONE_VM, unused);
  syscall (SYS_exit, 0);
  return 0;
}

int
main (int argc, char **argv)
{
  const char *how = argc > 1 ? argv[1] : "", *file = getenv ("HALT_FILE");
  pthread_t thread;
  char byte;
  work (1000);
#ifdef PART
  part_last = work;
#endif
  if (!strcmp (how, "thread"))
    pthread_create (&thread, 0, wait_long, 0);
  if (!strcmp (how, "_exit"))
    _exit (0);
  if (!strcmp (how, "link"))
    link (file, "other");
  if (!strcmp (how, "mode"))
    chmod (file, 0640);
  if (!strcmp (how, "moved"))
    rename (file, "other");
  /* What tells of such processes is forbidden in some containers.  */
  if (!strcmp (how, "tells"))
    return unshare (CLONE_VM) != 0;
  if (!strcmp (how, "memory") && pipe (hold) == 0)
    waitpid (clone (leave_one, stack[0] + sizeof stack[0], CLONE_VM | SIGCHLD, 0), 0, 0);
  if (!strcmp (how, "orphan") && pipe (hold) == 0)
    {
      /* Past the C library's handlers, and nobody's child.  */
      pid_t child = syscall (SYS_fork);
      if (child == 0)
        {
          if (syscall (SYS_fork) != 0)
            syscall (SYS_exit_group, 0);
          close (hold[1]);
          close (1);
          read (hold[0], &byte, 1);
          work (50);
          FILE *done = fopen ("done", "w");
          fclose (done);
          syscall (SYS_exit_group, 0);
        }
      waitpid (child, 0, 0);
    }
  return 0;
}

>>> late.c
#define _GNU_SOURCE
#include <stdlib.h>
__attribute__ ((noipa)) static void
work (void)
{
  static volatile int n;
  n++;
}
__attribute__ ((destructor)) static void
end (void)
{
#ifdef ON_EXIT
  on_exit ((void (*) (int, void *)) work, 0);
#else
  atexit (work);
#endif
}
int
main (void)
{
  work ();
  return 0;
}

>>> opened.c
__attribute__ ((noipa)) static void
work (void)
{
  static volatile int n;
  n++;
}
__attribute__ ((constructor)) static void
begin (void)
{
  work ();
}
__attribute__ ((destructor)) static void
end (void)
{
  work ();
}

>>> opens.c
#include <dlfcn.h>
int
main (void)
{
  return !dlopen ("./opened.so", RTLD_NOW);
}

>>> run
# what NAME: the counts of work, and what the file is.
what ()
{
  for file in live.prof other; do
    [ ! -f $file ] || echo "$1: $("$HALT" report --format=csv prog $file 2>/dev/null \
      | awk -F, '$1 == "entry" && $4 == "work" { print $14 }')" \
      "$(od -A n -N 8 -c $file | tr -d ' ') $(stat -c %A $file)"
  done
  rm -f live.prof other
}
export HALT_LIVE=1 HALT_FILE=live.prof
for way in calls count; do
  options=$(arg bb proc)
  [ $way = calls ] || options="$options $(arg count)"
  $CC -O1 -w -pthread $PLUGIN $options prog.c "$LIBHALT" -o prog
  echo "* $way"
  ./prog; what exit
  for how in _exit thread link mode moved; do ./prog $how; what $how; done
  for how in orphan memory; do
    if [ $how = memory ] && ! HALT_FILE=/dev/null ./prog tells; then
      echo "not run: memory: unshare is forbidden here" >>"$TMPDIR/left-out"
      echo "memory: 2 HALTLIVE -rw-------"
      continue
    fi
    ./prog $how
    until [ -f done ]; do sleep 0.02; done
    what $how
    rm done
  done
  $CC -O1 -fPIC -shared part.c -o libpart.so
  for lib in "$LIBHALT" "-Wl,-rpath,${LIBHALT%/*} ${LIBHALT%.a}.so"; do
    $CC -O1 -w -pthread -DPART $PLUGIN $options prog.c -L. -Wl,-rpath,. -lpart $lib -o prog
    ./prog; what "destructor of a library"
    END=1 ./prog
    [ $(stat -c %s live.prof) -lt 1000000 ] || echo "not cut off"
    what "_exit in a library"
  done
  $CC -static -O1 -w -pthread $PLUGIN $options prog.c "$LIBHALT" -o prog
  ./prog; what static
done

echo "* what a destructor asks for"
for lib in "$LIBHALT" "-Wl,-rpath,${LIBHALT%/*} ${LIBHALT%.a}.so" "-static $LIBHALT"; do
  for how in -DATEXIT -DON_EXIT; do
    $CC -O1 -w -pthread $how $PLUGIN $(arg proc count) late.c $lib -o prog
    ./prog; what "${how#-D}"
  done
done

echo "* opened by a program that has nothing of ours"
$CC opens.c -o prog
for way in "$(arg proc)" "$(arg proc count)" "$(arg proc unique=1000)"; do
  $CC -O1 -w -fPIC -shared $PLUGIN $way opened.c -Wl,-rpath,${LIBHALT%/*} ${LIBHALT%.a}.so -o opened.so >/dev/null
  ./prog
  echo "$("$HALT" report --format=csv opened.so live.prof 2>/dev/null \
    | awk -F, '$1 == "entry" && $4 == "work" { print $14 }') $(od -A n -N 8 -c live.prof | tr -d ' ')"
done

echo "* switch"
$CC -O1 -w -pthread $PLUGIN $(arg bb proc switch) prog.c "$LIBHALT" -o prog
for on in '' entry; do
  HALT_ON=$on ./prog
  if [ $(stat -c %b live.prof) -gt 32 ]; then stat -c '%b blocks' live.prof; fi
  what "on '$on'"
done

>>> out
* calls
exit: 1 HALTPACK -rw-------
_exit: 1 HALTPACK -rw-------
thread: 1 HALTLIVE -rw-------
link: 1 HALTLIVE -rw-------
link: 1 HALTLIVE -rw-------
mode: 1 HALTLIVE -rw-r-----
moved: 1 HALTLIVE -rw-------
orphan: 2 HALTLIVE -rw-------
memory: 2 HALTLIVE -rw-------
destructor of a library: 2 HALTPACK -rw-------
_exit in a library: 2 HALTLIVE -rw-------
destructor of a library: 2 HALTPACK -rw-------
_exit in a library: 2 HALTPACK -rw-------
static: 1 HALTPACK -rw-------
* count
exit: 1 HALTPACK -rw-------
_exit: 1 HALTPACK -rw-------
thread: 1 HALTLIVE -rw-------
link: 1 HALTLIVE -rw-------
link: 1 HALTLIVE -rw-------
mode: 1 HALTLIVE -rw-r-----
moved: 1 HALTLIVE -rw-------
orphan: 2 HALTLIVE -rw-------
memory: 2 HALTLIVE -rw-------
destructor of a library: 2 HALTPACK -rw-------
_exit in a library: 2 HALTLIVE -rw-------
destructor of a library: 2 HALTPACK -rw-------
_exit in a library: 2 HALTPACK -rw-------
static: 1 HALTPACK -rw-------
* what a destructor asks for
ATEXIT: 2 HALTPACK -rw-------
ON_EXIT: 2 HALTPACK -rw-------
ATEXIT: 2 HALTPACK -rw-------
ON_EXIT: 2 HALTPACK -rw-------
ATEXIT: 2 HALTPACK -rw-------
ON_EXIT: 2 HALTPACK -rw-------
* opened by a program that has nothing of ours
2 HALTPACK
2 HALTPACK
2 HALTPACK
* switch
on '':  HALTLIVE -rw-------
on 'entry': 1 HALTLIVE -rw-------
