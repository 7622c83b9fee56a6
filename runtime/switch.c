/* SPDX-License-Identifier: MIT */
/* Points that are switched on and off by the process itself: halt_switch, and
   HALT_ON when it starts.

   Other threads may be executing what is changed.  It is changed in three steps,
   between which every thread learns of the one before (membarrier): the first 2 bytes
   become a jump to themselves, at which who comes there waits; then come the others,
   then these 2.  The compiler sees to it that they lie in one aligned word.  Meanwhile
   nothing that is called may come to a point: system calls alone, signals blocked.
   On other machines what is changed is one instruction, which is written at once.  */

#include "runtime/kernel.h"

#include <elf.h>
#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>

#include "halt/switch.h"
#include "runtime/runtime.h"
#include "runtime/units.h"

/* Called when an object with such points is loaded, by a name that tells who links
   without this library what is missing.  */
void __halt_switch_needs_libhalt_a (void);

/* Commands of membarrier, of linux/membarrier.h, which some machines lack: tell all
   threads of the process that code was changed; be one that will ask for that.  */
enum
{
  SYNC_CORE = 1 << 5,
  REGISTER_SYNC_CORE = 1 << 6
};

/* Bytes that are to be written.  */
struct change
{
  unsigned char *at;
  unsigned char code[HALT_SITE_BYTES];
};

struct request
{
  const char *pattern;
  int on;
  int begins;			/* HALT_ON's: where it was not heeded yet */
  int n_points;			/* that the pattern names */
  int error;
  struct change *changes;	/* room for `room' of them */
  size_t room, n;
  const char *word;		/* what no function is called, of `length'
				   characters; the nearest name that there is */
  size_t length;
  const char *nearest;
  unsigned int distance;
};

/* The thread that changes code, or 0.  Where there are several copies of this library
   one lock serves all.  */
int __halt3_switching;

/* --- points ------------------------------------------------------------------- */

static const struct halt_switch_point *
points_of (const struct halt_switches *s)
{
  return (const struct halt_switch_point *) (s + 1);
}

static const char *
function_of (const struct halt_switches *s)
{
  return (const char *) (points_of (s) + s->n_points);
}

/* The note whose points are looked at.  */
struct looking
{
  struct request *request;
  const char *function;
};

static int
choose_point (void *data, const struct halt_switch_point *point)
{
  struct looking *l = data;
  if (!halt_pattern_names (l->request->pattern, point->kind, l->function))
    return -1;
  l->request->n_points++;
  return l->request->on;
}

static void
read_code (void *data __attribute__ ((unused)), uint64_t at,
	   unsigned char *code)
{
  memcpy (code, (const void *) (uintptr_t) at, HALT_SITE_BYTES);
}

/* CODE is to stand at ADDRESS.  */
static void
change (void *data, uint64_t address, const unsigned char *code)
{
  struct request *r = ((struct looking *) data)->request;
  if (r->n < r->room)
    {
      r->changes[r->n].at = (unsigned char *) (uintptr_t) address;
      memcpy (r->changes[r->n].code, code, HALT_SITE_BYTES);
    }
  r->n++;
}

/* The object that is loaded as OBJECT says, or NULL if it is not known yet.  */
static struct halt_known_object *
find_known (const struct dl_phdr_info *object)
{
  struct halt_known_object *known = NULL;
  for (struct halt_known_object *o = __halt_objects; o; o = o->next)
    if (!o->gone && o->info.dlpi_addr == object->dlpi_addr
	&& o->info.dlpi_phdr == object->dlpi_phdr)
      known = o;
  return known;
}

static int
switch_object (struct dl_phdr_info *object,
	       size_t size __attribute__ ((unused)), void *data)
{
  const struct halt_known_object *known = find_known (object);
  struct __halt_notes notes = { .object = object };
  const struct halt_switches *s;
  if (((struct request *) data)->begins && known && known->begun)
    return 0;
  while ((s = __halt_next_switches (&notes)))
    {
      struct looking l = { data, function_of (s) };
      const struct halt_switching how = { &l, choose_point, read_code, change };
      halt_switch_points (&how, points_of (s),
			  (uintptr_t) points_of (s) + notes.moved, s->n_points);
    }
  return 0;
}

/* --- code ------------------------------------------------------------------------ */

/* Where code is changed: the segment that has ADDRESS.  */
struct segment
{
  uintptr_t address, start, end;
};

static int
find_segment (struct dl_phdr_info *object, size_t size __attribute__ ((unused)),
	      void *data)
{
  struct segment *s = data;
  for (unsigned int i = 0; i < object->dlpi_phnum; i++)
    {
      const ElfW (Phdr) *h = &object->dlpi_phdr[i];
      uintptr_t at = object->dlpi_addr + h->p_vaddr;
      if (h->p_type == PT_LOAD && s->address - at < h->p_memsz)
	{
	  uintptr_t page = sysconf (_SC_PAGESIZE);
	  s->start = at & -page;
	  s->end = (at + h->p_memsz + page - 1) & -page;
	  return 1;
	}
    }
  return 0;
}

/* Make what R changes writable, as well, or not.  Return 0 or an errno.  */
static int
protect (const struct request *r, int writable)
{
  struct segment s = { 0, 0, 0 };
  for (size_t i = 0; i < r->n; i++)
    {
      uintptr_t at = (uintptr_t) r->changes[i].at;
      if (at - s.start < s.end - s.start)
	continue;
      s.address = at;
      __halt_each_object (find_segment, &s);
      int error = halt_kernel_call (SYS_mprotect, s.start, s.end - s.start,
				    PROT_READ | PROT_EXEC
				      | (writable ? PROT_WRITE : 0));
      if (error)
	return -error;
    }
  return 0;
}

/* Let all threads know of what was written.  Return 0 or an errno.  */
static int
tell_threads (int command)
{
#ifdef __riscv
  /* Every processor that runs one fetches instructions again.  */
  return command == SYNC_CORE
	   ? -halt_kernel_call (SYS_riscv_flush_icache, 0, 0, 0)
	   : 0;
#else
  return -halt_kernel_call (SYS_membarrier, command, 0, 0);
#endif
}

/* Whether there is one thread.  */
static int
is_alone (void)
{
  static const char name[] = "/proc/self/stat";
  char text[1024];
  long fd = halt_kernel_call (SYS_openat, AT_FDCWD, (long) name,
			      O_RDONLY | O_CLOEXEC);
  if (fd < 0)
    return 0;
  long n = halt_kernel_call (SYS_read, fd, (long) text, sizeof text - 1);
  halt_kernel_call (SYS_close, fd, 0, 0);
  text[n > 0 ? n : 0] = '\0';
  /* After the name, which is in parentheses, the 18th word.  */
  const char *p = strrchr (text, ')');
  for (int field = 0; p && field < 18; field++)
    p = strchr (p + 1, ' ');
  return p && strncmp (p, " 1 ", 3) == 0;
}

#if HALT_SITE_BYTES == 4
/* Write what R says: an instruction at once.  */
static void
write_code (const struct request *r, int alone)
{
  for (size_t i = 0; i < r->n; i++)
    {
      uint32_t code;
      memcpy (&code, r->changes[i].code, sizeof code);
      char *at = (char *) r->changes[i].at;
      __atomic_store_n ((uint32_t *) (void *) at, code, __ATOMIC_RELAXED);
#ifndef __riscv
      /* This processor fetches it again: imb; dc cvau, ic ivau, isb.  */
      __builtin___clear_cache (at, at + HALT_SITE_BYTES);
#endif
    }
#ifndef __riscv
  if (alone)
    return;
#endif
  (void) alone;
  tell_threads (SYNC_CORE);
}
#else
/* Write what R says, in steps.  */
static void
write_code (const struct request *r, int alone)
{
  for (int step = 0; step < 3; step++)
    {
      for (size_t i = 0; i < r->n; i++)
	{
	  volatile unsigned char *at = r->changes[i].at;
	  const unsigned char *code = r->changes[i].code;
	  const uint16_t wait = 0xfeeb;
	  if (step == 0)
	    *(volatile uint16_t *) at = wait;
	  else if (step == 1)
	    for (int b = 2; b < HALT_SITE_BYTES; b++)
	      at[b] = code[b];
	  else
	    *(volatile uint16_t *) at = code[0] | code[1] << 8;
	}
      if (!alone)
	tell_threads (SYNC_CORE);
    }
}
#endif

/* Do it, the lock being held.  Return 0 or an errno.  */
static int
apply (const struct request *r)
{
  int alone = is_alone ();
  int error = tell_threads (REGISTER_SYNC_CORE);
  if (error && !alone)
    return error;
  error = protect (r, 1);
  if (!error)
    write_code (r, alone);
  protect (r, 0);
  return error;
}

/* --- both ---------------------------------------------------------------------- */

/* Find what R asks for, and do it.  In a callback of dl_iterate_phdr, while nothing is
   unloaded.  */
static int
do_request (struct dl_phdr_info *object __attribute__ ((unused)),
	    size_t size __attribute__ ((unused)), void *data)
{
  struct request *r = data;
  __halt_each_object (switch_object, r);
  if (r->n == 0)
    return 1;
  size_t bytes = r->n * sizeof *r->changes;
  r->changes = halt_kernel_map (bytes);
  if (!r->changes)
    {
      r->error = ENOMEM;
      return 1;
    }
  r->room = r->n;
  r->n = r->n_points = 0;
  __halt_each_object (switch_object, r);
  r->error = apply (r);
  halt_kernel_call (SYS_munmap, (long) r->changes, bytes, 0);
  return 1;
}

/* All signals are blocked, and *OLD is what was; or it is that again.  */
static void
block_signals (uint64_t *old, int block)
{
  uint64_t all = ~(uint64_t) 0;
#if defined __x86_64__
  register long r10 __asm__("r10") = 8;
  long result;
  __asm__ volatile("syscall"
		   : "=a"(result)
		   : "0"((long) SYS_rt_sigprocmask), "D"((long) SIG_SETMASK),
		     "S"(block ? &all : old), "d"(block ? old : NULL), "r"(r10)
		   : "rcx", "r11", "memory");
#else
  sigset_t mask, was;
  sigfillset (&mask);
  if (!block)
    memcpy (&mask, old, sizeof *old);
  pthread_sigmask (SIG_SETMASK, &mask, &was);
  if (block)
    memcpy (old, &was, sizeof *old);
  (void) all;
#endif
}

static void
lock (int self)
{
  int none = 0;
  while (!__atomic_compare_exchange_n (&__halt3_switching, &none, self, 0,
				       __ATOMIC_ACQUIRE, __ATOMIC_RELAXED))
    {
      none = 0;
      halt_kernel_call (SYS_sched_yield, 0, 0, 0);
    }
}

static void
unlock (void)
{
  __atomic_store_n (&__halt3_switching, 0, __ATOMIC_RELEASE);
}

static void
request (struct request *r)
{
  uint64_t signals;
  int self = halt_kernel_thread ();
  if (__atomic_load_n (&__halt3_switching, __ATOMIC_RELAXED) == self)
    {
      r->error = EBUSY;
      return;
    }
  block_signals (&signals, 1);
  lock (self);
  __halt_each_object (do_request, r);
  __halt_switched |= r->on && r->n > 0;
  unlock ();
  __halt3_points_changed (0);
  block_signals (&signals, 0);
}

/* Do what R asks for: halt_switch, below.  */
static int
switch_now (struct request *r)
{
  request (r);
  if (r->error)
    {
      errno = r->error;
      return -1;
    }
  return r->n_points;
}

int
halt_switch (const char *pattern, int on)
{
  struct request r = { .pattern = pattern, .on = on != 0 };
  return switch_now (&r);
}

#ifdef HALT_INT3
/* --- breakpoints ----------------------------------------------------------------- */

/* Who traced the process was killed, and has left breakpoints: threads come to them as
   long as nobody takes them out.  What they stand for is done here.  */

struct trapped
{
  uintptr_t at[2];		/* the breakpoint: of its first or its second byte */
  uintptr_t site;		/* which, or 0: it is none of those */
  unsigned char code[6];	/* what was there */
};

static int
is_at (struct trapped *t, uintptr_t site)
{
  if (site != t->at[0] && site != t->at[1])
    return 0;
  memcpy (t->code, (const void *) site, sizeof t->code);
  return 1;
}

/* A site, or halt_event.  */
static int
find_site (struct dl_phdr_info *object, size_t size __attribute__ ((unused)),
	   void *data)
{
  struct trapped *t = data;
  struct __halt_notes notes = { .object = object };
  const struct halt_switches *s;
  while (!t->site && (s = __halt_next_switches (&notes)))
    for (uint32_t i = 0; i < s->n_points && !t->site; i++)
      {
	const struct halt_switch_point *p = points_of (s) + i;
	uintptr_t linked = (uintptr_t) p + notes.moved;
	uintptr_t site = halt_distant (linked, p->site);
	/* Somebody may have taken it out by now.  */
	if (is_at (t, site)
	    && (halt_under_break (p, linked, t->code)
		|| t->code[0] != HALT_INT3))
	  t->site = site;
      }
  notes = (struct __halt_notes) { .object = object };
  while (!t->site && __halt_next_note (&notes, HALT_NOTE_EVENT))
    {
      int32_t distance;
      if (notes.descsz != sizeof distance)
	continue;
      memcpy (&distance, notes.desc, sizeof distance);
      uintptr_t site = (uintptr_t) notes.desc + distance + notes.moved;
      if (is_at (t, site))
	{
	  t->site = site;
	  t->code[0] = 0x0f;
	  t->code[1] = 0x1f;
	}
    }
  return t->site != 0;
}

/* Where the dynamic linker tells debuggers what it does: a function that does
   nothing.  */
static int
find_linker (struct dl_phdr_info *object, size_t size __attribute__ ((unused)),
	     void *data)
{
  struct trapped *t = data;
  for (unsigned int i = 0; i < object->dlpi_phnum; i++)
    {
      const ElfW (Phdr) *h = &object->dlpi_phdr[i];
      const ElfW (Dyn) *d = (const ElfW (Dyn) *) (object->dlpi_addr
						  + h->p_vaddr);
      for (; h->p_type == PT_DYNAMIC && d->d_tag != DT_NULL; d++)
	{
	  const struct r_debug *r = (const struct r_debug *) d->d_un.d_ptr;
	  if (d->d_tag == DT_DEBUG && r && is_at (t, r->r_brk))
	    {
	      t->site = r->r_brk;
	      t->code[0] = 0xc3;
	    }
	}
    }
  /* The program is the first.  */
  return 1;
}

/* Let the thread that CONTEXT is of go on after a breakpoint.  0: it was none of
   those.  */
static int
pass_break (void *context)
{
  ucontext_t *u = context;
#ifdef __x86_64__
  greg_t *pc = &u->uc_mcontext.gregs[REG_RIP];
  greg_t *sp = &u->uc_mcontext.gregs[REG_RSP];
#else
  greg_t *pc = &u->uc_mcontext.gregs[REG_EIP];
  greg_t *sp = &u->uc_mcontext.gregs[REG_ESP];
#endif
  uintptr_t flags = (uintptr_t) u->uc_mcontext.gregs[REG_EFL];
  struct trapped t = { { (uintptr_t) *pc - 1, (uintptr_t) *pc - 2 }, 0, { 0 } };
  uint64_t to;
  __halt_each_object (find_site, &t);
  if (!t.site)
    __halt_each_object (find_linker, &t);
  if (!t.site)
    return 0;
  int what = halt_step (t.code, t.site, flags, &to);
  if (what == 2)
    {
      to = *(const uintptr_t *) (uintptr_t) *sp;
      *sp += sizeof (uintptr_t);
    }
  *pc = (greg_t) to;
  return what != 0;
}
#endif

/* --- HALT_ON --------------------------------------------------------------------- */

static int
find_nearest (struct dl_phdr_info *object, size_t size __attribute__ ((unused)),
	      void *data)
{
  struct __halt_notes notes = { .object = object };
  struct request *r = data;
  const struct halt_switches *s;
  while ((s = __halt_next_switches (&notes)))
    {
      unsigned int d = halt_spelled (r->word, r->length, function_of (s));
      if (d < r->distance)
	{
	  r->distance = d;
	  r->nearest = function_of (s);
	}
    }
  return 0;
}

static void
say_text (const char *text, size_t length)
{
  halt_kernel_call (SYS_write, 2, (long) text, length);
}

/* Say of each part of PATTERN that names no point so, with the nearest name.  */
static void
say_unknown (const char *pattern)
{
  struct halt_part part;
  const char *start = pattern;
  while (halt_next_part (&pattern, &part))
    {
      char one[256];
      size_t length = pattern - start;
      struct request r = { .pattern = one, .on = 1, .distance = 99 };
      if (length < sizeof one)
	{
	  memcpy (one, start, length);
	  one[length] = '\0';
	  __halt_each_object (switch_object, &r);
	}
      if (length < sizeof one && r.n_points == 0)
	{
	  static const char none[]
	    = "halt: HALT_ON: no point has a name like '";
	  static const char hint[] = "'; did you mean '";
	  r.word = part.function;
	  r.length = part.function_length;
	  __halt_each_object (find_nearest, &r);
	  say_text (none, sizeof none - 1);
	  say_text (one, length);
	  if (r.nearest && r.distance <= 1 + r.length / 3)
	    {
	      say_text (hint, sizeof hint - 1);
	      say_text (r.nearest, strlen (r.nearest));
	      say_text ("'?\n", 3);
	    }
	  else
	    say_text ("'\n", 2);
	}
      start = pattern + (*pattern == ',');
    }
}

/* A child must not be made in the middle of it.  */
static void
forking (void)
{
  lock (halt_kernel_thread ());
}

/* Also when more is loaded, whose points alone are meant then.  What was not there at
   first need not be there.  */
void
__halt_switch_needs_libhalt_a (void)
{
  static int started;
  int saved = errno;
  const char *pattern = secure_getenv ("HALT_ON");
#ifdef HALT_INT3
  __halt_pass_break = pass_break;
#endif
  if (!__atomic_exchange_n (&started, 1, __ATOMIC_RELAXED))
    {
      if (HALT_HAS (pthread_atfork))
	pthread_atfork (forking, unlock, unlock);
      if (pattern && *pattern)
	{
	  say_unknown (pattern);
	}
    }
  struct request r = { .pattern = pattern, .on = 1, .begins = 1 };
  if (pattern && *pattern && switch_now (&r) < 0)
    {
      static const char why[]
	= "halt: HALT_ON: the program's code cannot be changed: ";
      const char *error = strerror (errno);
      say_text (why, sizeof why - 1);
      say_text (error, strlen (error));
      say_text ("\n", 1);
    }
  for (struct halt_known_object *o = __halt_objects; o; o = o->next)
    o->begun = 1;
  errno = saved;
}
