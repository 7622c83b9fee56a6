/* SPDX-License-Identifier: MIT */
/* The process: how it starts and ends, and what becomes of its counters when
   it forks.

   A child counts from zero.  The kernel does that for us: counters lie in
   memory that a fork wipes, so it is true for every way to make a child that
   has memory of its own, from the child's first instruction.  Where the
   kernel cannot, the fork handler clears them.  A child of vfork or
   posix_spawn runs in its parent's memory; what it counts is its parent's.  */

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "halt/live.h"
#include "runtime/runtime.h"

static struct halt_process early = { .alive = 1 };
struct halt_process *__halt_process = &early;
struct halt_start __halt_began;

static void
become_child (void)
{
  __halt_began.pid = getpid ();
  __halt_began.child = 1;
  __halt_process->alive = 1;
  __halt_meeting_forked ();
}

int
__halt_process_ours (void)
{
  if (!__halt_process->alive)
    become_child ();
  return __halt_began.pid == getpid ();
}

/* Field WHICH, from 3 on, of what proc(5) has of process PID, or 0, this one.  */
static uint64_t
stat_field (uint64_t pid, int which)
{
  char text[1024] = "/proc/self/stat", *digit = text + 6;
  for (uint64_t n = pid; n; n /= 10)
    digit++;
  if (pid)
    strcpy (digit, "/stat");
  for (; pid; pid /= 10)
    *--digit = '0' + pid % 10;
  int fd = open (text, O_RDONLY | O_CLOEXEC);
  ssize_t n = fd < 0 ? -1 : read (fd, text, sizeof text - 1);
  if (fd >= 0)
    close (fd);
  if (n <= 0)
    return 0;
  text[n] = 0;
  const char *at = strrchr (text, ')');
  for (int field = 2; at && field < which; field++)
    at = strchr (at + 1, ' ');
  uint64_t number = 0;
  for (at += at != NULL; at && *at >= '0' && *at <= '9'; at++)
    number = 10 * number + (*at - '0');
  return number;
}

uint64_t
__halt_process_time (uint64_t pid)
{
  return stat_field (pid, 22);
}

uint64_t
__halt_process_threads (void)
{
  return stat_field (0, 20);
}

void
__halt_process_forked (void)
{
  static pid_t known;
  int wiped = __halt_process_ours ();
  if (known == getpid ())
    return;
  known = getpid ();
  if (!wiped)
    {
      *__halt_process = (struct halt_process) { .lost = 0 };
      become_child ();
    }
  __halt_live_forked ();
  if (!wiped)
    __halt_count_clear ();
  __halt_count_forked ();
  __halt_cells_forked ();
}

/* Copies of this library in other namespaces are not told by their C library.  */
static void
forked (void)
{
  int saved = errno;
  for (struct halt_member *m = __halt_meeting_members (); m; m = m->next)
    m->forked ();
  errno = saved;
}

static const char *
join_names (const char *directory, const char *path)
{
  size_t length = strlen (directory), more = strlen (path) + 1;
  char *whole = __halt_alloc (length + 1 + more);
  if (!whole)
    return path;
  memcpy (whole, directory, length);
  if (length == 0 || directory[length - 1] != '/')
    whole[length++] = '/';
  memcpy (whole + length, path, more);
  return whole;
}

/* The working directory, or NULL.  */
static const char *
directory (void)
{
  for (size_t size = PATH_MAX; size <= 64 * PATH_MAX; size *= 4)
    {
      char *path = __halt_alloc (size);
      if (path && getcwd (path, size))
	return path;
      if (!path || errno != ERANGE)
	break;
    }
  return NULL;
}

const char *
__halt_absolute (const char *path)
{
  if (path[0] == '/')
    return path;
  while (path[0] == '.' && path[1] == '/')
    for (path++; path[0] == '/';)
      path++;
  int saved = errno;
  const char *here = directory ();
  errno = saved;
  return here ? join_names (here, path) : path;
}

/* The process ends, or may do so.  */
static int
ends (int sig, int how)
{
  int by = sig ? HALT_LIVE_SIGNAL | sig : HALT_LIVE_EXIT;
  __halt_write (HALT_WRITE_AT_ONCE
		| (how == HALT_GOES_ON ? HALT_WRITE_AGAIN
				       : by << HALT_WRITE_SIGNAL)
		| (how == HALT_ENDS_HERE ? HALT_WRITE_LAST : 0));
  if (how == HALT_ENDS_HERE)
    __halt_write_last ();
  return 1;
}

static struct halt_ending ending = { .function = ends };

/* HALT_SIGNAL's number, or 0.  */
static int
asked (void)
{
  const char *value = secure_getenv ("HALT_SIGNAL");
  if (!value || !*value)
    return 0;
  int number = __halt_signal_number (value);
  if (!number)
    __halt_say ("no signal that can be caught: HALT_SIGNAL", value, 0);
  return number;
}

void
__halt_process_init (void)
{
  struct halt_process *wiped = __halt_map_counters (sizeof *wiped);
  if (wiped)
    {
      *wiped = early;
      __halt_process = wiped;
    }
  __halt_began.pid = getpid ();

  const char *debug = secure_getenv ("HALT_DEBUG");
  __halt_began.debug = debug && *debug && strcmp (debug, "0") != 0;
  const char *pattern = secure_getenv ("HALT_FILE");
  if (!pattern || !*pattern)
    pattern = __halt_own_pattern ();
  __halt_began.named = pattern ? HALT_NAMED : 0;
  if (!pattern)
    pattern = "halt.prof";
  const char *wanted = secure_getenv ("HALT_LIVE");
  __halt_began.live = (wanted && *wanted && strcmp (wanted, "0") != 0)
		      || strstr (pattern, "%c");
  __halt_began.named |= __halt_began.live ? HALT_NAMED_LIVE : 0;
  __halt_say_init ();
  size_t size = strlen (pattern) + 1;
  char *copy = __halt_alloc (size);
  __halt_began.pattern = copy ? memcpy (copy, pattern, size) : "halt.prof";
  __halt_began.directory = directory ();
  __halt_count_init ();
  if (HALT_HAS (pthread_atfork))
    pthread_atfork (NULL, NULL, forked);
  __halt_ending_add (&ending, asked ());
}

int __halt_leaving;

/* Some C libraries' <elf.h> lacks them.  */
#ifndef DT_FLAGS_1
# define DT_FLAGS_1 0x6ffffffb
# define DF_1_NODELETE 8
#endif

extern int __cxa_atexit (void (*function) (void *), void *argument,
			 void *object) __attribute__ ((weak));
extern const ElfW (Dyn) dynamic[] __asm__("_DYNAMIC")
  __attribute__ ((weak, visibility ("hidden")));

/* Whether this copy is in the program, or in what is never closed.  */
static int
stays_loaded (void)
{
  const ElfW (Dyn) *d = dynamic;
  if (__halt_is_program ())
    return 1;
  while (d && d->d_tag != DT_NULL
	 && !(d->d_tag == DT_FLAGS_1 && d->d_un.d_val & DF_1_NODELETE))
    d++;
  return d && d->d_tag != DT_NULL;
}

/* What glibc is asked for while it calls destructors, it calls after the last one, what
   comes last first: this is to be asked for before all others.  A library that is there
   from the beginning asks before the dynamic linker does.  */
static int last_comes;

static void
last_chance (void *unused)
{
  (void) unused;
  int saved = errno;
  last_comes = 0;
  if (__halt_leaving)
    __halt_write_last ();
  errno = saved;
}

static void
ask_for_last (void)
{
  if (__halt_began.live && !last_comes && stays_loaded () && __cxa_atexit)
    last_comes = __cxa_atexit (last_chance, NULL, NULL) == 0;
}

/* Of the program's, destructors of this library without a priority are the first ones.  */
static __attribute__ ((destructor)) void
first (void)
{
  if (__halt_is_program () && !__halt_passive ())
    ask_for_last ();
}

/* Be there before main even if no unit calls the hook.  Those that have no ids
   yet will: an object is looked at when it is complete.  */
static __attribute__ ((constructor)) void
start_process (void)
{
  if (__halt_hooked || !__halt_pending ())
    __halt_look ();
  if (!__halt_is_program () && !__halt_passive ())
    ask_for_last ();
}

/* The last destructor of its object.  At the end of the program the objects
   it depends on are still to come, but only with destructors in the sense of
   GCC's attribute: C++ objects and atexit are over.  */
static void
finish (void)
{
  int saved = errno;
  if (!__halt_passive () && __halt_process_ours ())
    {
      __halt_leaving = 1;
      ask_for_last ();
      __halt_write (HALT_LIVE_EXIT << HALT_WRITE_SIGNAL | HALT_WRITE_LEAVES
		    | (last_comes ? HALT_WRITE_LAST : 0));
      __halt_ending_remove (&ending);
      __halt_meeting_stand ();
      __halt_count_release ();
    }
  errno = saved;
}

static __attribute__ ((used, section (".fini_array.00000"))) void (
    *const finish_entry) (void)
  = finish;
