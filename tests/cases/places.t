# SPDX-License-Identifier: GPL-3.0-or-later
# A place that was named, where nothing can be written: one line on standard error, and
# nothing else changes.  The usual place is silent, and so is one whose program has
# something else under the number of standard error.

>>> prog.c
#include <fcntl.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>
static volatile int sum;
int
main (int argc, char **argv)
{
  for (int i = 0; i < 1000; i++)
    if (i % 3)
      sum += i;
  if (argc > 1 && !strcmp (argv[1], "chdir"))
    return chdir ("/") ? 1 : 3;
  if (argc > 1 && !strcmp (argv[1], "fork"))
    {
      if (!fork ())
	{
	  for (int i = 0; i < 1000; i++)
	    sum -= i % 5 ? i : 1;
	  _exit (0);
	}
      wait (NULL);
    }
  /* Its data is what standard error was.  */
  if (argc > 1 && !strcmp (argv[1], "data"))
    {
      close (2);
      if (open ("data", O_RDWR | O_CREAT, 0666) != 2 || write (2, "data\n", 5) != 5)
	return 1;
    }
  return 3;
}

>>> arp.c
#include <atomium_rp.h>
static void set (const arp_sid s, void *data, void *c) { (void) s, (void) c; *(int *) data = 1; }
int
main (void)
{
  arp_set_file_name ("a-folder-that-does-not-exist-and-has-a-name-of-more-than-ninety-characters-which-shall-not-be-cut/x.arp");
  arp_add_callbacks (arp_int, 0, set, 0, 0, 0);
  arp_start (1, 1, arp_record_all, 0, 0, 0, 0, 0);
  arp_enter_kernel (1, 1, 0);
  arp_leave_kernel (1, 1);
  return 3;
}

>>> run
# told ARGUMENT...: what the program says, and its status.
told ()
{
  echo "-- ${HALT_FILE-nowhere} $*"
  code "$@" 2>&1 | sed "s,'[^']*/dir/,'DIR/,"
}
nowhere ()
{
  ( mkdir gone; cd gone; rmdir ../gone; unset HALT_FILE; told ../"$@" )
}
fill ()
{
  HALT_FILE=no/x told ./$1
  HALT_FILE=/dev/full told ./$1
  HALT_FILE=/dev/null told ./$1
  HALT_FILE=folder told ./$1
  HALT_FILE=prog.c/x told ./$1
  HALT_FILE=pipe told ./$1
  nowhere $1
}
mkdir folder
mkfifo pipe
$CC -O1 $PLUGIN $(arg cbr) prog.c "$LIBHALT" -o prog
$CC -O1 $PLUGIN $(arg cbr count file=no/own.prof) prog.c "$LIBHALT" -o own
echo "* at the end"
fill prog
HALT_FILE=no/x told ./prog chdir
HALT_FILE=no/x told ./prog fork | grep -c cannot
HALT_FILE= told ./own
HALT_FILE=no/x code ./prog data
HALT_FILE=no/x code ./prog 2>&-
cat data
nowhere own
echo "* live"
export HALT_LIVE=1
fill prog | grep -v full
HALT_FILE=no/x told ./prog fork | grep -c "no.x'"
unset HALT_LIVE
if [ -f "${LIBHALT%halt.a}record.a" ]; then
  lib=${LIBHALT%halt.a}record.a
  $CC -w -O1 $PLUGIN $(arg cbr routines=$lib) prog.c "$lib" -o record
  fill record >record.out
fi
ls -A | grep -v -e '^prog' -e '\.c$' -e own -e record
echo "* recorded"
if [ -f record ]; then cat record.out; else skip "the rest is for librecord, which is not for this machine"; fi
echo "* ARP"
$CC $INCLUDE -pthread arp.c -Wl,--wrap=pthread_create "${LIBHALT%halt.a}arp.a" -o arp
code ./arp

>>> out
* at the end
-- no/x ./prog
halt: cannot write profile 'DIR/no/x': No such file or directory
exit 3
-- /dev/full ./prog
halt: cannot write profile '/dev/full': No space left on device
exit 3
-- /dev/null ./prog
exit 3
-- folder ./prog
halt: cannot write profile 'DIR/folder': Is a directory
exit 3
-- prog.c/x ./prog
halt: cannot write profile 'DIR/prog.c/x': Not a directory
exit 3
-- pipe ./prog
halt: cannot write profile 'DIR/pipe': No such device or address
exit 3
-- nowhere ../prog
exit 3
-- no/x ./prog chdir
halt: cannot write profile 'DIR/no/x': No such file or directory
exit 3
2
--  ./own
halt: cannot write profile 'DIR/no/own.prof': No such file or directory
exit 3
exit 3
exit 3
data
-- nowhere ../own
halt: cannot write profile 'no/own.prof': No such file or directory
exit 3
* live
-- no/x ./prog
halt: no live profile, one at the end if that can be written: 'DIR/no/x': No such file or directory
exit 3
exit 3
-- /dev/null ./prog
exit 3
-- folder ./prog
halt: no live profile in what is no regular file: 'DIR/folder'
exit 3
-- prog.c/x ./prog
halt: no live profile, one at the end if that can be written: 'DIR/prog.c/x': Not a directory
exit 3
-- pipe ./prog
halt: no live profile in what is no regular file: 'DIR/pipe'
exit 3
-- nowhere ../prog
halt: no live profile, one at the end if that can be written: 'halt.prof': No such file or directory
exit 3
1
data
folder
pipe
* recorded
-- no/x ./record
halt: cannot record to 'DIR/no/x': No such file or directory
exit 3
-- /dev/full ./record
halt: nothing is recorded in what is no regular file: '/dev/full'
exit 3
-- /dev/null ./record
exit 3
-- folder ./record
halt: nothing is recorded in what is no regular file: 'DIR/folder'
exit 3
-- prog.c/x ./record
halt: cannot record to 'DIR/prog.c/x': Not a directory
exit 3
-- pipe ./record
halt: nothing is recorded in what is no regular file: 'DIR/pipe'
exit 3
-- nowhere ../record
exit 3
* ARP
arp: cannot create 'a-folder-that-does-not-exist-and-has-a-name-of-more-than-ninety-characters-which-shall-not-be-cut/x.arp': No such file or directory
exit 3
