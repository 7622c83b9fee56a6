/* SPDX-License-Identifier: MIT */
/* The run: callbacks, start, finish.  */

#include <errno.h>
#include <fcntl.h>
#include <locale.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include "arp/arp.h"
#include "arp/run/clock.h"
#include "runtime/ending.h"
#include "runtime/say.h"

static char *file_name;
static arp_file_format file_format;

/* Whether something is being recorded; if so, refuse WHAT.  */
static bool
is_late (const char *what)
{
  if (!__atomic_load_n (&arp_run.on, __ATOMIC_RELAXED))
    return false;
  arp_say (NULL, arp_error_non_fatal, "%s comes after arp_start and is ignored",
	   what);
  return true;
}

void
arp_set_file_name (const char *name)
{
  if (is_late ("arp_set_file_name"))
    return;
  free (file_name);
  file_name = name ? strdup (name) : NULL;
}

void
arp_set_output_file_format (const arp_file_format format)
{
  if (is_late ("arp_set_output_file_format"))
    return;
  if (format != arp_ascii && format != arp_binary)
    arp_say (NULL, arp_error_non_fatal, "there is no file format %d",
	     (int) format);
  else
    file_format = format;
}

void
arp_add_callbacks (const arp_data_type type, arp_enter_callback enter,
		   arp_leave_callback leave, arp_spawn_callback spawn,
		   arp_join_callback join, void *context)
{
  if (is_late ("arp_add_callbacks"))
    return;
  if ((unsigned) type > arp_ldouble)
    arp_say (NULL, arp_error_non_fatal,
	     "there is no data type %d; these callbacks are left out",
	     (int) type);
  else if (!arp_shape_add (&arp_run.shape, type))
    arp_say (NULL, arp_error_non_fatal,
	     "more than %d sets of callbacks; the last is left out", ARP_SETS);
  else
    arp_run.set[arp_run.shape.n_sets - 1] = (struct arp_set) {
      type, enter, leave, spawn, join, context
    };
}

static const char *
data_name (void)
{
  return file_name ? file_name : "data.arp";
}

/* The file, in the directory in which the run began.  */
static char *run_path;

static void
set_path (void)
{
  char *here = *data_name () == '/' ? NULL : getcwd (NULL, 0);
  free (run_path);
  if (!here || asprintf (&run_path, "%s/%s", here, data_name ()) < 0)
    run_path = strdup (data_name ());
  free (here);
}

static pid_t process;

static void
in_child (void)
{
  arp_lock_forget ();
  if (__halt_to_daemon)
    {
      process = getpid ();
      arp_threads_alone ();
      return;
    }
  arp_run.on = 0;
  arp_run.shape = (struct arp_shape) { .n_sets = 0 };
  arp_threads_forget ();
}

static void prepare_end (void);

static void
prepare_process (void)
{
  pthread_atfork (NULL, NULL, in_child);
  prepare_end ();
  __halt_say_init ();
  atexit (arp_finish);
}

void
arp_start (const arp_tid max_tid, const arp_sid max_sid, const arp_mode mode,
	   arp_error_callback error, void *for_errors, arp_lock_callback lock,
	   arp_unlock_callback unlock, void *for_locks)
{
  static pthread_once_t once = PTHREAD_ONCE_INIT;
  int e = errno;
  if (is_late ("a second arp_start"))
    return;
  pthread_once (&once, prepare_process);
  arp_run.error = error;
  arp_run.for_errors = for_errors;
  arp_run.lock = lock;
  arp_run.unlock = unlock;
  arp_run.for_locks = for_locks;
  arp_run.max_tid = max_tid;
  arp_run.max_sid = max_sid;
  arp_run.shape.mode = mode;
  arp_run.shape.format = file_format;
  set_path ();
  if ((unsigned) mode > arp_playback)
    arp_say (NULL, arp_error_fatal, "there is no mode %d; nothing is recorded",
	     (int) mode);
  else if (arp_run.shape.n_sets == 0)
    arp_say (NULL, arp_error_fatal,
	     "arp_start comes before any "
	     "arp_add_callbacks; nothing is recorded");
  else if (mode != arp_playback || arp_play_start (data_name ()))
    {
      arp_units_start ();
      arp_lock ();
      for (struct arp_thread *t = arp_threads; t; t = t->next)
	for (unsigned i = 0; i < arp_run.shape.n_sets; i++)
	  t->context[i] = arp_run.set[i].context;
      arp_unlock ();
      __atomic_store_n (&arp_run.on, 1, __ATOMIC_RELEASE);
    }
  errno = e;
}

/* --- what was recorded ------------------------------------------------------ */

/* Call EACH for each sample of T; false: out of memory.  */
static bool
each_sample (const struct arp_thread *t, void *data,
	     void (*each) (void *data, const struct arp_record *r))
{
  struct arp_step *path = NULL;
  size_t room = 0;
  for (uint32_t n = 1; n <= t->n_instances; n++)
    {
      const struct arp_instance *i = t->instances + n;
      size_t depth = 0;
      if (!i->measured)
	continue;
      for (uint32_t at = n; at; at = t->instances[at].parent)
	depth++;
      if (depth > room)
	{
	  room = 2 * depth;
	  struct arp_step *more = arp_realloc (path, room * sizeof *path);
	  if (!more)
	    {
	      arp_free (path);
	      return false;
	    }
	  path = more;
	}
      size_t left = depth;
      for (uint32_t at = n; at; at = t->instances[at].parent)
	path[--left] = (struct arp_step) { t->instances[at].sid,
					   t->instances[at].index };
      struct arp_record r = {
	path, depth, t->values + i->values * arp_run.shape.size, 1, NULL
      };
      each (data, &r);
    }
  arp_free (path);
  return true;
}

static void
write_sample (void *data, const struct arp_record *r)
{
  arp_write (data, r);
}

/* Add what is known of the paths of T to the table.  */
static bool
merge_paths (struct arp_table *table, const struct arp_thread *t)
{
  struct arp_step *path = NULL;
  size_t depth = 0, room = 0;
  bool good = true;
  /* All nodes, each after the one that it goes on from.  */
  for (const struct arp_path *p = t->root.first; p && good;)
    {
      if (depth == room)
	{
	  room = room ? 2 * room : 64;
	  struct arp_step *more = arp_realloc (path, room * sizeof *path);
	  good = more;
	  if (!more)
	    break;
	  path = more;
	}
      path[depth++] = (struct arp_step) { p->sid, 0 };
      if (p->count)
	{
	  struct arp_record r = { path, depth, NULL, p->count, p->sums };
	  good = arp_table_merge (table, &r);
	}
      if (p->first)
	{
	  p = p->first;
	  continue;
	}
      for (; depth--, p != &t->root && !p->sibling; p = p->parent)
	if (p->parent == &t->root)
	  break;
      p = p->sibling;
    }
  arp_free (path);
  return good;
}

/* The one after T, or the first, whose sections can be looked at.  */
static struct arp_thread *
next_thread (const struct arp_thread *t)
{
  struct arp_thread *next = t ? t->next : arp_threads;
  while (next && next->left_out)
    next = next->next;
  return next;
}

/* Write what was recorded to F.  */
static bool
write_all (FILE *f)
{
  struct arp_writer w;
  bool good = true;
  if (arp_run.shape.mode == arp_record_all)
    {
      uint64_t n = 0;
      for (struct arp_thread *t = next_thread (NULL); t; t = next_thread (t))
	for (uint32_t i = 1; i <= t->n_instances; i++)
	  n += t->instances[i].measured;
      good = arp_write_begin (&w, f, &arp_run.shape, n);
      for (struct arp_thread *t = next_thread (NULL); t && good;
	   t = next_thread (t))
	good = each_sample (t, &w, write_sample);
    }
  else
    {
      struct arp_table table;
      good = arp_table_init (&table, &arp_run.shape);
      for (struct arp_thread *t = next_thread (NULL); t && good;
	   t = next_thread (t))
	good = merge_paths (&table, t);
      size_t depth = 1;
      for (uint32_t i = 1; i < table.n_nodes; i++)
	if (table.nodes[i].depth > depth)
	  depth = table.nodes[i].depth;
      struct arp_step *path = arp_realloc (NULL, depth * sizeof *path);
      if (!path || !good || !table.nodes)
	good = false;
      else
	{
	  good = arp_write_begin (&w, f, &arp_run.shape, table.n_rows - 1);
	  for (uint32_t i = 1; i < table.n_rows; i++)
	    {
	      struct arp_record r = arp_table_record (&table, i, path);
	      arp_write (&w, &r);
	    }
	}
      arp_free (path);
      arp_table_release (&table);
      if (!good)
	{
	  errno = ENOMEM;
	  return false;
	}
    }
  char *remarks = arp_units_text ();
  good = arp_write_end (&w, remarks ? remarks : "") && good;
  arp_free (remarks);
  return good;
}

/* Numbers are written as in C, whatever the program's language.  */
static locale_t c_locale;

static void
complain (const char *what, int why)
{
  arp_say (NULL, arp_error_io, what, data_name (), strerror (why));
}

#define CANNOT_CREATE "cannot create '%.500s': %s"
#define CANNOT_WRITE \
  "cannot write all of '%.500s': %s; what it has is incomplete"

static void
write_file (void)
{
  FILE *f = fopen (run_path, "we");
  locale_t old = uselocale (c_locale);
  if (!f)
    complain (CANNOT_CREATE, errno);
  else
    {
      bool good = write_all (f);
      int why = errno;
      if (fclose (f) != 0 && good)
	{
	  good = false;
	  why = errno;
	}
      if (!good)
	complain (CANNOT_WRITE, why);
    }
  uselocale (old);
}

/* --- clocks that count events ------------------------------------------------- */

static struct arp_clock *clocks; /* atomic */

void
__arp_clock (struct arp_clock *c)
{
  /* The caller's thread is taken: who holds the lock may wait for it.  */
  c->next = __atomic_load_n (&clocks, __ATOMIC_RELAXED);
  while (!__atomic_compare_exchange_n (&clocks, &c->next, c, false,
				       __ATOMIC_RELEASE, __ATOMIC_RELAXED))
    ;
}

/* Say which of them have counted nothing at all.  */
static void
check_clocks (void)
{
  struct arp_clock *c = __atomic_exchange_n (&clocks, NULL, __ATOMIC_ACQUIRE);
  for (struct arp_clock *next; c; c = next)
    {
      next = c->next;
      __atomic_store_n (&c->listed, 0, __ATOMIC_RELAXED);
      if (!__atomic_load_n (&c->counted, __ATOMIC_RELAXED))
	arp_say (NULL, arp_warning,
		 "there was no event of kind '%s' to measure with: compile "
		 "the program with -fplugin-arg-halt-%s, and name "
		 "libarp-events before other libraries of analysis routines",
		 c->kind, c->kind);
    }
}

/* --- the end ------------------------------------------------------------------ */

void
arp_finish (void)
{
  int e = errno, on = 1;
  uint64_t lost = 0;
  unsigned open = 0;
  struct arp_thread *mine;
  if (!__atomic_load_n (&arp_run.on, __ATOMIC_ACQUIRE))
    return;
  /* A thread may be several by hand.  */
  mine = arp_here ();
  arp_lock ();
  for (struct arp_thread *t = arp_threads; mine && t; t = t->next)
    if (t->owner == mine->owner && arp_take (t))
      {
	arp_close (t, 1);
	arp_give (t);
      }
  arp_unlock ();
  if (!__atomic_compare_exchange_n (&arp_run.on, &on, 0, false,
				    __ATOMIC_ACQ_REL, __ATOMIC_ACQUIRE))
    return;
  arp_lock ();
  for (struct arp_thread *t = arp_threads; t; t = t->next)
    {
      arp_wait (t);
      lost += t->lost;
      open += arp_open (t);
    }
  arp_unlock ();
  /* Nobody changes anything from here on.  */
  if (arp_run.shape.mode == arp_playback)
    arp_play_finish ();
  else
    write_file ();
  if (open)
    arp_say (NULL, arp_error_non_fatal,
	     "%u other thread%s %s in measured sections, which are not "
	     "recorded",
	     open, open > 1 ? "s" : "", open > 1 ? "are" : "is");
  check_clocks ();
  if (lost)
    arp_say (NULL, arp_error_non_fatal, "%llu sample%s lost: out of memory",
	     (unsigned long long) lost, lost > 1 ? "s are" : " is");
  arp_lock ();
  for (struct arp_thread *t = arp_threads; t; t = t->next)
    {
      arp_clear (t);
      arp_give_back (t);
    }
  arp_unlock ();
  arp_run.shape = (struct arp_shape) { .n_sets = 0 };
  free (file_name);
  file_name = NULL;
  file_format = arp_ascii;
  errno = e;
}

/* --- ends without exit handlers ----------------------------------------------- */

/* Made before it is needed: what makes one may be what was interrupted.  */
static FILE *last_file;
static int last_fd;

static ssize_t
last_write (void *cookie, const char *data, size_t size)
{
  (void) cookie;
  return __halt_write_all (last_fd, data, size) == 0 ? (ssize_t) size : 0;
}

static int
last_seek (void *cookie, off64_t *offset, int whence)
{
  (void) cookie;
  off64_t at = lseek64 (last_fd, *offset, whence);
  if (at < 0)
    return -1;
  *offset = at;
  return 0;
}

static void
write_last_file (void)
{
  locale_t old = uselocale (c_locale);
  last_fd = open (run_path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
  if (last_fd < 0)
    complain (CANNOT_CREATE, errno);
  else
    {
      clearerr (last_file);
      bool good = write_all (last_file);
      int why = errno;
      /* As ftell says, where it begins.  */
      rewind (last_file);
      if (close (last_fd) != 0 && good)
	{
	  good = false;
	  why = errno;
	}
      if (!good)
	complain (CANNOT_WRITE, why);
    }
  uselocale (old);
}

/* Nothing is asked of the program's callbacks in a signal's handler: what is open there
   is not recorded.  */
static int
at_end (int sig, int how)
{
  unsigned moments = 1000;
  int on = 1;
  if (!__atomic_load_n (&arp_run.on, __ATOMIC_ACQUIRE) || process != getpid ()
      || arp_run.shape.mode == arp_playback || !last_file)
    return 1;
  if (how != HALT_GOES_ON && __halt_to_daemon)
    return 1;
  if (how == HALT_ENDS_SOON && arp_postpone (sig))
    return 0;
  arp_memory_apart ();
  struct arp_thread *mine = arp_here ();
  if (!sig && mine && arp_take (mine))
    {
      arp_close (mine, 1);
      arp_give (mine);
    }
  if (how == HALT_GOES_ON
      || __atomic_compare_exchange_n (&arp_run.on, &on, 0, false,
				      __ATOMIC_ACQ_REL, __ATOMIC_ACQUIRE))
    {
      bool locked = arp_lock_at_end (&moments);
      unsigned out = 0;
      for (struct arp_thread *t = arp_threads; t; t = t->next)
	out += t->left_out = !arp_take_at_end (t, &moments);
      write_last_file ();
      if (out)
	arp_say (NULL, arp_error_non_fatal,
		 "%u thread%s left out, in the middle of sections", out,
		 out > 1 ? "s are" : " is");
      for (struct arp_thread *t = arp_threads; t && how == HALT_GOES_ON;
	   t = t->next)
	if (!t->left_out)
	  arp_give_back (t);
      if (locked)
	arp_unlock_at_end ();
    }
  arp_memory_back ();
  return 1;
}

static struct halt_ending ending = { .function = at_end };

static void
prepare_end (void)
{
  const cookie_io_functions_t functions = { .write = last_write,
					    .seek = last_seek };
  static char buffer[1 << 15];
  process = getpid ();
  c_locale = newlocale (LC_NUMERIC_MASK, "C", (locale_t) 0);
  last_file = fopencookie (NULL, "w", functions);
  if (last_file)
    setvbuf (last_file, buffer, _IOFBF, sizeof buffer);
  __halt_ending_add (&ending, 0);
  __halt_ending_quick ();
}

static __attribute__ ((destructor)) void
unload (void)
{
  __halt_ending_remove (&ending);
}
