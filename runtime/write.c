/* SPDX-License-Identifier: MIT */
/* Write the profile when the program ends: whole or not at all, and without
   a trace in what the program does.  */

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/auxv.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "runtime/runtime.h"
#include "runtime/units.h"

/* The decimal digits of N at the end of the 21 bytes at TEXT.  */
static const char *
decimal (char *text, uint64_t n)
{
  char *digit = text + 20;
  *digit = 0;
  do
    *--digit = '0' + n % 10;
  while (n /= 10);
  return digit;
}

/* The name from its pattern, or NULL if there is no memory for it.  Where the
   pattern tells the processes apart, nothing is added to it.  */
static const char *
expand (void)
{
  static char *known;
  static pid_t known_pid;
  if (known && known_pid == __halt_began.pid)
    return known;
  const char *pattern = __halt_began.pattern, *directory = "";
  char pid_text[21], instance_text[21];
  const char *pid = decimal (pid_text, __halt_began.pid);
  size_t size = 64;
  int told = 0;

  if (pattern[0] != '/' && __halt_began.directory)
    directory = __halt_began.directory;
  size += strlen (directory);
  for (const char *p = pattern; *p; p++)
    size += *p == '%' ? 20 : 1;
  char *name = __halt_alloc (size), *at = name;
  if (!name)
    return NULL;
  at = stpcpy (at, directory);
  if (at != name && at[-1] != '/')
    *at++ = '/';
  for (const char *p = pattern; *p; p++)
    if (p[0] == '%' && p[1] == 'p')
      {
	at = stpcpy (at, pid);
	told = 1;
	p++;
      }
    else if (p[0] == '%' && p[1] == 'c')
      p++;
    else
      {
	p += p[0] == '%' && p[1] == '%';
	*at++ = *p;
      }
  if (__halt_instance > 1 && __halt_apart)
    {
      *at++ = '-';
      at = stpcpy (at, decimal (instance_text, __halt_instance));
    }
  if (__halt_began.child && !told)
    {
      *at++ = '.';
      at = stpcpy (at, pid);
    }
  *at = 0;
  known = name;
  known_pid = __halt_began.pid;
  return name;
}

const char *
__halt_file_name (void)
{
  return expand ();
}

/* Open, with a descriptor the program does not expect something else in if it
   has closed its standard ones.  */
static int
open_high (const char *name, int flags, mode_t mode)
{
  int fd = open (name, O_CLOEXEC | O_NOCTTY | flags, mode);
  if (fd < 0 || fd > 2)
    return fd;
  int high = fcntl (fd, F_DUPFD_CLOEXEC, 3);
  int saved = errno;
  close (fd);
  errno = saved;
  return high;
}

/* Create a file beside NAME and give its name in TEMPORARY, which has room
   for it; return a descriptor, or -1 with errno.  */
static int
open_beside (const char *name, char *temporary, int access, mode_t mode)
{
  const char *slash = strrchr (name, '/');
  size_t directory = slash ? slash + 1 - name : 0;
  int fd = -1;
  memcpy (temporary, name, directory);
  for (unsigned int try = 0; try < 1000; try++)
    {
      char text[21];
      char *at = stpcpy (temporary + directory, ".halt-");
      at = stpcpy (at, decimal (text, __halt_began.pid));
      *at++ = '-';
      stpcpy (at, decimal (text, try));
      fd = open_high (temporary, access | O_CREAT | O_EXCL | O_NOFOLLOW, mode);
      if (fd >= 0 || errno != EEXIST)
	break;
    }
  return fd;
}

int
__halt_new_file (struct __halt_new_file *file, int access, mode_t mode)
{
  static char *room;
  static size_t has;
  file->name = expand ();
  file->fd = -1;
  if (file->name && strlen (file->name) + 64 > has)
    {
      room = __halt_alloc (strlen (file->name) + 64);
      has = room ? strlen (file->name) + 64 : 0;
    }
  if (!file->name || !room)
    {
      errno = ENOMEM;
      return 0;
    }
  file->temporary = room;
  if (getauxval (AT_SECURE))
    mode = 0600;
  file->fd = open_beside (file->name, room, access, mode);
  return file->fd >= 0;
}

void
__halt_drop_file (struct __halt_new_file *file)
{
  int saved = errno;
  if (file->fd >= 0)
    {
      close (file->fd);
      unlink (file->temporary);
    }
  file->fd = -1;
  errno = saved;
}

int
__halt_name_file (struct __halt_new_file *file)
{
  int failed = close (file->fd) != 0 && errno != EINTR;
  int why = errno;
  if (!failed && rename (file->temporary, file->name) != 0)
    {
      failed = 1;
      why = errno;
    }
  if (failed)
    unlink (file->temporary);
  file->fd = -1;
  errno = why;
  return !failed;
}

int
__halt_special (void)
{
  const char *name = expand ();
  struct stat there;
  if (!name || getauxval (AT_SECURE) || stat (name, &there) != 0
      || S_ISREG (there.st_mode))
    return 0;
  return S_ISCHR (there.st_mode) && there.st_rdev == (1 << 8 | 3)
	   ? HALT_SPECIAL_NULL
	   : HALT_SPECIAL;
}

/* Write the SIZE bytes at IMAGE under the profile's name, if LIVE is the descriptor of a live
   profile in its place; 0 with errno if that fails.  What is
   not a regular file (a device, a pipe) is written to, not replaced, and not
   waited for.  */
static int
write_file (const char *image, size_t size, int live)
{
  struct __halt_new_file file;
  if (live < 0 && __halt_special ())
    {
      int fd = open_high (expand (), O_WRONLY | O_NONBLOCK, 0);
      if (fd < 0)
	return 0;
      fcntl (fd, F_SETFL, 0);
      int failed = __halt_write_all (fd, image, size) != 0;
      int why = errno;
      if (close (fd) != 0 && !failed && errno != EINTR)
	return 0;
      errno = why;
      return !failed;
    }
  if (!__halt_new_file (&file, O_WRONLY, live < 0 ? 0666 : 0600))
    return 0;
  if (__halt_write_all (file.fd, image, size) == 0)
    return live < 0 ? __halt_name_file (&file)
		    : __halt_live_replace (&file, live);
  __halt_drop_file (&file);
  return 0;
}

/* The same of dumps.  */
static int
write_dumps (const char *dumps, size_t size, int live)
{
  size_t packed, mapped;
  char *image = __halt_pack (dumps, size, &packed, &mapped);
  if (!image)
    {
      errno = ENOMEM;
      return 0;
    }
  int done = write_file (image, packed, live), why = errno;
  munmap (image, mapped);
  errno = why;
  return done;
}

void
__halt_complain (const char *what, const char *name, int error)
{
  if (__halt_began.debug)
    __halt_say (what, name, error);
}

void
__halt_no_place (const char *what, int error)
{
  static int said;
  const char *name = expand ();
  if ((!__halt_began.named || __atomic_exchange_n (&said, 1, __ATOMIC_RELAXED))
      && !__halt_began.debug)
    return;
  __halt_say (what, name ? name : __halt_began.pattern, error);
}

static const char cannot_write[] = "cannot write profile";

/* What this copy has becomes a part of the file.  */
static void
write_mine (int how)
{
  size_t size, mapped;
  const char *why;
  if (!__halt_process_ours () || __halt_process->written)
    return;
  __halt_process->written = !(how & HALT_WRITE_AGAIN);
  if (__halt_live_end (how, how >> HALT_WRITE_SIGNAL))
    return;
  char *image = __halt_profile (&size, &mapped, &why);
  int error = errno;
  if (why)
    __halt_complain (why, __halt_began.pattern, 0);
  if (image && why)
    munmap (image, mapped);
  else if (image && __halt_meeting_add (image, size, mapped))
    return;
  else if (!why)
    __halt_no_place (cannot_write, image ? errno : error);
}

void
__halt_block (sigset_t *before)
{
  sigset_t all;
  sigfillset (&all);
  sigprocmask (SIG_BLOCK, &all, before);
}

int
__halt_is_program (void)
{
  const ElfW (Ehdr) *own = &__ehdr_start;
  return own && (uintptr_t) own + own->e_phoff == getauxval (AT_PHDR);
}

/* Nonzero if nobody stays to write what this copy had; or if the program goes, which is
   no library that is closed.  */
static int
is_at_end (void)
{
  return !__halt_meeting_members () || __halt_is_program ();
}

/* With the lock.  */
static void
write_all (int how)
{
  struct halt_parts mark = __halt_meeting_mark ();
  int over = __halt_process->written;
  size_t size;
  if (how & HALT_WRITE_LEAVES)
    __halt_meeting_leave (&__halt_member);
  if (over)
    return;
  if (how & HALT_WRITE_LEAVES)
    {
      write_mine (how);
      if (!is_at_end ())
	return;
      mark = __halt_meeting_mark ();
      if (__halt_meeting_members ())
	how = HALT_WRITE_AGAIN;
    }
  for (struct halt_member *m = __halt_meeting_members (); m; m = m->next)
    m->write (how);
  const char *parts = __halt_meeting_parts (&size);
  if (!__halt_live_over (how, how >> HALT_WRITE_SIGNAL) && size
      && !write_dumps (parts, size, -1))
    __halt_no_place (cannot_write, errno);
  __halt_meeting_back (mark);
}

/* Nothing comes between: a signal that ends the process waits, and the program
   must not die of a pipe that nobody reads or of a limit to the size of files
   when it was about to exit.  */
void
__halt_write (int how)
{
  struct halt_quiet quiet;
  if (!__halt_process_ours ())
    return;
  __halt_quiet (&quiet);
  if (!(how & HALT_WRITE_AT_ONCE))
    __halt_look ();
  int locked = __halt_meeting_lock ();
  if (locked)
    {
      write_all (how);
      __halt_meeting_unlock ();
    }
  else if (how & HALT_WRITE_LEAVES)
    __halt_meeting_leave (&__halt_member);
  __halt_loud (&quiet);
}

void
__halt_write_last (void)
{
  struct halt_quiet quiet;
  size_t size, mapped;
  const char *why;
  char *image;
  if (!__halt_process_ours ())
    return;
  __halt_quiet (&quiet);
  if (__halt_meeting_lock ())
    {
      int live = __halt_live_leave ();
      if (live >= 0 && (image = __halt_profile (&size, &mapped, &why)) && !why)
	write_dumps (image, size, live);
      if (live >= 0)
	close (live);
      __halt_meeting_unlock ();
    }
  __halt_loud (&quiet);
}

/* --- what programs call --------------------------------------------------- */

void
halt_dump (void)
{
  int saved = errno;
  if (!__halt_passive ())
    __halt_write (HALT_WRITE_AGAIN);
  errno = saved;
}

static void
reset_mine (void)
{
  __halt_cells_reset ();
  __halt_count_clear ();
  __halt_live_lost (-(long) __halt_process->lost);
  __halt_process->lost = 0;
  __halt_process->shared = 0;
  __halt3_points_changed (1);
}

void
halt_reset (void)
{
  int saved = errno;
  sigset_t before;
  if (!__halt_passive () && __halt_process_ours ())
    {
      __halt_block (&before);
      __halt_look ();
      if (__halt_meeting_lock ())
	{
	  for (struct halt_member *m = __halt_meeting_members (); m;
	       m = m->next)
	    m->reset ();
	  __halt_live_forget ();
	  __halt_meeting_back ((struct halt_parts) { 0 });
	  __halt_meeting_unlock ();
	}
      sigprocmask (SIG_SETMASK, &before, NULL);
    }
  errno = saved;
}

struct halt_member __halt_member = {
  .write = write_mine,
  .reset = reset_mine,
  .unload = __halt_cells_unload,
  .forked = __halt_process_forked,
  .stand = __halt_ending_again
};
