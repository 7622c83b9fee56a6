/* SPDX-License-Identifier: MIT */
/* What every analysis has beside the tool's routines: it calls them before and after
   the program, and gives their C library a heap and files of its own.

   Compiled with the headers of that library, linked with nothing else.  It is musl; for
   Alpha, which that does not know, dietlibc.  What is called from outside is named
   __halt_atom_*: by enter.c.  */

#define _GNU_SOURCE 1
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <locale.h>
#include <signal.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <unistd.h>

/* Programs that were compiled earlier call these.  */
#undef mmap64
#undef open64
#undef fopen64

#include "registers.h"

/* calls.s, written by ghalt: calls with so many words of arguments, in the place of which
   come SLOTS, if not NULL; the last has no routine.  */
struct call
{
  void (*routine) (void);
  long n;
  const long *words;
  const unsigned char *slots;
};
extern const struct call __halt_calls_before[], __halt_calls_after[];

/* The analysis' constructors and destructors, by the script that joins it.  */
typedef void constructor (int, char **, char **);
extern constructor *const __halt_init[], *const __halt_init_end[];
typedef void destructor (void);
extern destructor *const __halt_fini[], *const __halt_fini_end[];

/* machine.s */
long __halt_syscall (long n, long a, long b, long c, long d, long e, long f);
void __halt_invoke (void (*routine) (void), long n, const long *words);
void __halt_on_stack (void (*function) (int), int argument, void *top);
void __halt_return (void);

/* --- the kernel ---------------------------------------------------------------- */

static long
kernel (long n, long a, long b, long c, long d, long e, long f)
{
  long result = __halt_syscall (n, a, b, c, d, e, f);
  if (result >= -4095 && result < 0)
    {
      errno = -result;
      return -1;
    }
  return result;
}

/* --- the heap ------------------------------------------------------------------ */

/* Far from where the kernel puts what programs map: from here on, one after the
   other, if it is free.  */
#if defined __alpha__
# define HEAP 0x30000000000 /* programs have 42 bits */
#elif defined __aarch64__
# define HEAP 0x3000000000 /* ... 39 or more */
#elif defined __riscv
# define HEAP 0x1000000000 /* ... 38 or more */
#elif __SIZEOF_POINTER__ == 8
# define HEAP 0x550000000000
#else
# define HEAP 0x70000000
#endif
static uintptr_t heap_next = HEAP;

unsigned long
AnalHeapBase (void)
{
  return HEAP;
}

#ifdef __NR_mmap2
# define MAP_CALL __NR_mmap2
# define MAP_UNIT 4096
#else
# define MAP_CALL __NR_mmap
# define MAP_UNIT 1
#endif

void *
mmap (void *at, size_t size, int protection, int flags, int fd, off_t offset)
{
  if (!at)
    at = (void *) __atomic_fetch_add (&heap_next,
				      (size + 0xffff) & ~(size_t) 0xffff,
				      __ATOMIC_RELAXED);
  return (void *) kernel (MAP_CALL, (long) at, size, protection, flags, fd,
			  offset / MAP_UNIT);
}

#ifndef __dietlibc__

void *__mmap (void *, size_t, int, int, int, off_t)
  __attribute__ ((alias ("mmap")));
void *mmap64 (void *, size_t, int, int, int, off_t)
  __attribute__ ((alias ("mmap")));

/* The kernel would choose where to move it: it does not move.  */
void *
mremap (void *at, size_t size, size_t new_size, int flags, ...)
{
  return (void *) kernel (__NR_mremap, (long) at, size, new_size,
			  flags & ~(MREMAP_MAYMOVE | MREMAP_FIXED), 0, 0);
}
void *__mremap (void *, size_t, size_t, int, ...)
  __attribute__ ((alias ("mremap")));

/* The library takes a little memory at the program's break, unless it gets none
   there the first time: something is in its way for that long.  */
static void
leave_break (void)
{
  uintptr_t end = __halt_syscall (__NR_brk, 0, 0, 0, 0, 0, 0);
  /* MAP_FIXED_NOREPLACE; what is there already does as well.  */
  void *way = mmap ((void *) ((end + 0xfff) & ~(uintptr_t) 0xfff), 4096,
		    PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | 0x100000, -1, 0);
  void *volatile little = malloc (1);
  free ((void *) little);
  if (way != MAP_FAILED)
    munmap (way, 4096);
}

#endif

/* --- addresses -------------------------------------------------------------------- */

/* calls.s has these; in an image enter.c fills them.  */
struct halt_xlate
{
  char *start, *end;		/* of the object's code */
  uintptr_t shift, n;
  char *at[];
};

unsigned
XlateNum (const struct halt_xlate *x)
{
  return x->n;
}

void *
XlateAddr (const struct halt_xlate *x, unsigned n)
{
  return n < x->n ? x->at[n] : NULL;
}

void *
XlateInstTextStart (const struct halt_xlate *x)
{
  return x->start;
}

unsigned
XlateInstTextSize (const struct halt_xlate *x)
{
  return x->end - x->start;
}

long
XlateLoadShift (const struct halt_xlate *x)
{
  return x->shift;
}

/* --- the program's heap ---------------------------------------------------------- */

/* As the kernel has it (PR_SET_MM_MAP).  */
struct map
{
  uint64_t start_code, end_code, start_data, end_data, start_brk, brk,
    start_stack, arg_start, arg_end, env_start, env_end, auxv;
  uint32_t auxv_size, exe_fd;
};

/* Field N of /proc/self/stat, from 3, in TEXT, which begins after the second.  */
static uint64_t
field (const char *text, int n)
{
  uint64_t value = 0;
  for (; n > 3 && *text; text++)
    n -= *text == ' ';
  for (; *text >= '0' && *text <= '9'; text++)
    value = 10 * value + *text - '0';
  return value;
}

/* What the kernel knows of our memory; false if it does not say.  */
static int
read_map (struct map *m)
{
  static const unsigned char fields[] = { 26, 27, 45, 46, 47, 47,
					  28, 48, 49, 50, 51 };
  char text[1024];
  uint64_t *to = &m->start_code;
  long fd = __halt_syscall (__NR_openat, -100, (long) "/proc/self/stat",
			    O_RDONLY, 0, 0, 0);
  long n = fd < 0 ? -1
		  : __halt_syscall (__NR_read, fd, (long) text, sizeof text - 1,
				    0, 0, 0);
  if (fd >= 0)
    __halt_syscall (__NR_close, fd, 0, 0, 0, 0, 0);
  if (n <= 0)
    return 0;
  text[n] = '\0';
  /* The second is a name in parentheses.  */
  while (n > 0 && text[n] != ')')
    n--;
  for (size_t i = 0; i < sizeof fields; i++)
    to[i] = field (text + n + 2, fields[i]);
  return m->start_brk != 0;
}

/* Let the program's heap begin where the plain one's would, as far behind the data
   as the kernel chose, unless it has been used or the kernel does not let us.  Those
   end at PLAIN_END, if not NULL; the program does at PROGRAM_END.  */
static void
move_heap (char *plain_end, char *program_end)
{
  struct map m = { 0 };
  uintptr_t page = 0xfff;
  uintptr_t end = ((uintptr_t) program_end + page) & ~page;
  uintptr_t plain = ((uintptr_t) plain_end + page) & ~page;
  if (!plain || !read_map (&m)
      || (uint64_t) __halt_syscall (__NR_brk, 0, 0, 0, 0, 0, 0) != m.start_brk
      || m.start_brk < end)
    return;
  m.start_brk = m.brk = plain + (m.start_brk - end);
  m.end_data = (uintptr_t) plain_end;
  if (m.start_data > m.end_data)
    m.start_data = m.end_data;
  m.exe_fd = -1;
  __halt_syscall (__NR_prctl, 35, 14, (long) &m, sizeof m, 0, 0);
}

/* --- files ---------------------------------------------------------------------- */

#ifndef O_LARGEFILE
# define O_LARGEFILE 0
#endif
#ifndef F_DUPFD_CLOEXEC
# define F_DUPFD_CLOEXEC 1030
#endif

/* FD, moved to where the program's never are.  */
static int
move_up (int fd)
{
  static const int from[] = { 1000, 200, 100, 32 };
  for (size_t i = 0; fd >= 0 && fd < 32 && i < sizeof from / sizeof *from; i++)
    {
      long up = __halt_syscall (__NR_fcntl, fd, F_DUPFD_CLOEXEC, from[i], 0, 0,
				0);
      if (up >= 0)
	{
	  __halt_syscall (__NR_close, fd, 0, 0, 0, 0, 0);
	  return up;
	}
    }
  return fd;
}

int
open (const char *name, int flags, ...)
{
  va_list rest;
  va_start (rest, flags);
  int mode = flags & O_CREAT ? va_arg (rest, int) : 0;
  va_end (rest);
#ifdef __NR_open
  return move_up (kernel (__NR_open, (long) name, flags | O_LARGEFILE, mode, 0,
			  0, 0));
#else
  return move_up (kernel (__NR_openat, -100, (long) name, flags, mode, 0, 0));
#endif
}

int open64 (const char *, int, ...) __attribute__ ((alias ("open")));

#ifdef __dietlibc__

/* What the library itself calls.  */
int __libc_open (const char *, int, ...) __attribute__ ((alias ("open")));

#else

int __fmodeflags (const char *); /* the library's own */

FILE *
fopen (const char *restrict name, const char *restrict mode)
{
  if (!strchr ("rwa", *mode))
    {
      errno = EINVAL;
      return NULL;
    }
  int fd = open (name, __fmodeflags (mode), 0666);
  FILE *f = fd < 0 ? NULL : fdopen (fd, mode);
  if (!f && fd >= 0)
    close (fd);
  return f;
}
FILE *fopen64 (const char *restrict, const char *restrict)
  __attribute__ ((alias ("fopen")));

FILE *
tmpfile (void)
{
  int fd = open ("/tmp", O_TMPFILE | O_RDWR | O_EXCL, 0600);
  return fd < 0 ? NULL : fdopen (fd, "w+");
}

#endif

/* --- the C library ---------------------------------------------------------------- */

#ifdef __dietlibc__

extern char **environ;
#pragma weak __stdio_flushall
int __stdio_flushall (void);

/* What the C library's own start, which is not there, would have set.  */
char *program_invocation_name, *program_invocation_short_name;
void *__vdso;
int __valgrind = 1;		/* read no byte too much */
unsigned long __guard;
static size_t *auxiliary;

unsigned long
getauxval (unsigned long type)
{
  for (size_t *a = auxiliary; a && *a; a += 2)
    if (*a == type)
      return a[1];
  return 0;
}

static void
start_library (char **argv, char **envp)
{
  char **rest = envp;
  environ = envp;
  program_invocation_name = program_invocation_short_name = argv[0];
  for (char *p = argv[0]; p && *p; p++)
    if (*p == '/')
      program_invocation_short_name = p + 1;
  while (*rest)
    rest++;
  auxiliary = (size_t *) (rest + 1);
  __vdso = (void *) getauxval (33);
  __guard = (unsigned long) start_library;
}

/* What is called when the analysis ends.  */
static void (*exits[128]) (void);
static int n_exits;

int
atexit (void (*function) (void))
{
  if (n_exits == sizeof exits / sizeof *exits)
    return -1;
  exits[n_exits++] = function;
  return 0;
}

static void
call_exits (void)
{
  while (n_exits > 0)
    exits[--n_exits]();
}

static void
flush_streams (void)
{
  if (__stdio_flushall)
    __stdio_flushall ();
}

#else

/* The one thread that the library knows of (atom/thread-pointer.c).  */
#if defined __aarch64__ || defined __riscv
/* The pointer leads to its end, to the beginning of a page.  */
char __halt_thread[4096 + 64] __attribute__ ((aligned (4096)));
__asm__("\t.globl\t__halt_self\n\t.set\t__halt_self, __halt_thread+4096");
#else
/* It begins with its own address.  */
struct
{
  void *self;
  char rest[1016];
} __halt_self __attribute__ ((aligned (64))) = { &__halt_self, { 0 } };
#endif

/* Of the library, as are those that are weak: there if anything needs them.  */
void __init_libc (char **envp, char *name);
#pragma weak __funcs_on_exit
void __funcs_on_exit (void) __attribute__ ((visibility ("hidden")));
#pragma weak __stdio_exit
void __stdio_exit (void) __attribute__ ((visibility ("hidden")));

/* It would make a thread.  */
void
__init_tls (size_t *auxiliary)
{
  (void) auxiliary;
}

pid_t
gettid (void)
{
  return __halt_syscall (__NR_gettid, 0, 0, 0, 0, 0, 0);
}

int
raise (int signal)
{
  return kernel (__NR_tgkill, getpid (), gettid (), signal, 0, 0, 0);
}

#ifdef CXX
/* Exceptions of an image.  */
void __register_frame (void *);
#pragma weak __halt_image_frames
extern char __halt_image_frames[] __attribute__ ((visibility ("hidden")));
#endif

static void
start_library (char **argv, char **envp)
{
  __init_libc (envp, argv[0]);
  uselocale (LC_GLOBAL_LOCALE);
  leave_break ();
#ifdef CXX
  if (__halt_image_frames)
    __register_frame (__halt_image_frames);
#endif
}

static void
call_exits (void)
{
  if (__funcs_on_exit)
    __funcs_on_exit ();
}

static void
flush_streams (void)
{
  if (__stdio_exit)
    __stdio_exit ();
}

#endif

/* --- before and after -------------------------------------------------------------- */

/* The process that is to say what happened last.  The kernel clears it in a child
   that has memory of its own; one that still shares it (vfork) finds its
   parent's.  */
static long *owner;
static char after_done, running;

/* registers.s */
long __halt_registers[SLOT_KNOWN] __attribute__ ((visibility ("hidden")));

static long
cycles (void)
{
#ifdef __alpha__
  return __builtin_alpha_rpcc ();
#elif defined __aarch64__
  long n;
  __asm__ volatile("mrs\t%0, cntvct_el0" : "=r"(n));
  return n;
#elif defined __riscv
  long n;
  __asm__ volatile("rdtime\t%0" : "=r"(n));
  return n;
#else
  return __builtin_ia32_rdtsc ();
#endif
}

static long
slot_value (unsigned slot)
{
  if (slot < SLOT_KNOWN)
    return __halt_registers[slot];
#ifdef __i386__
  if (slot >= SLOT_STACK)
    return ((long *) __halt_registers[7])[slot - SLOT_STACK];
#endif
  return cycles ();
}

static void
call_with_slots (const struct call *c)
{
  long words[c->n];
  for (long i = 0; i < c->n; i++)
    words[i] = c->slots[i] == SLOT_NONE ? c->words[i]
					: slot_value (c->slots[i]);
  __halt_invoke (c->routine, c->n, words);
}

static void
call_all (const struct call *c)
{
  for (; c->routine; c++)
    if (c->slots)
      call_with_slots (c);
    else
      __halt_invoke (c->routine, c->n, c->words);
}

#ifndef __NR_getpid
# define __NR_getpid __NR_getxpid /* OSF/1's: the parent's, too */
#endif

static long
process (void)
{
  return __halt_syscall (__NR_getpid, 0, 0, 0, 0, 0, 0);
}

/* Whether this process has memory of its own.  */
static int
is_owner (void)
{
  long pid = process ();
  if (owner && *owner == 0)
    *owner = pid;
  return !owner || *owner == pid;
}

static void
end_analysis (void)
{
  static char ended;
  if (__atomic_exchange_n (&ended, 1, __ATOMIC_SEQ_CST))
    return;
  call_exits ();
  for (destructor *const *f = __halt_fini_end; f > __halt_fini;)
    (*--f) ();
  flush_streams ();
}

/* A child begins that has memory of its own.  */
void
__halt_atom_forked (void)
{
  is_owner ();
}

static int becomes_another;

int
AnalExecs (void)
{
  return becomes_another;
}

void __halt_atom_after (int becomes);

/* Run what comes after the program, once; BECOMES: another program takes the place of
   this one.  */
void __halt_after (int becomes);
void
__halt_after (int becomes)
{
  if (!is_owner () || __atomic_exchange_n (&after_done, 1, __ATOMIC_SEQ_CST))
    return;
  becomes_another = becomes;
  call_all (__halt_calls_after);
  end_analysis ();
}

/* Of the analysis: it ends the program.  */
_Noreturn void
__libc_exit (int status)
{
  __halt_atom_after (0);
  if (is_owner ())
    end_analysis ();
  for (;;)
    __halt_syscall (__NR_exit_group, status, 0, 0, 0, 0, 0);
}
_Noreturn void exit (int status) __attribute__ ((alias ("__libc_exit")));

void __halt_atom_abort (void);
void __halt_atom_set (int signal);
void *__halt_atom_shown (int signal, void *handler, int *flags,
			 unsigned long *mask);

/* System call N comes, made by inline assembler (leave.c) or syscall.  */
void
__halt_atom_syscall (long n)
{
  if (n == __NR_exit_group
      || (n == __NR_exit
	  && __halt_syscall (__NR_gettid, 0, 0, 0, 0, 0, 0) == process ()))
    __halt_atom_after (0);
}

/* --- signals ------------------------------------------------------------------------ */

/* The highest number.  */
#define SIGNALS 64

/* Whether the default action of SIGNAL is to end the program; the first two of real time
   belong to threads.  */
static int
is_fatal (int signal)
{
  static const signed char others[] = { SIGKILL, SIGSTOP, SIGTSTP,
					SIGTTIN, SIGTTOU, SIGCHLD,
					SIGCONT, SIGURG,  SIGWINCH };
  for (size_t i = 0; i < sizeof others; i++)
    if (signal == others[i])
      return 0;
  return signal != 32 && signal != 33;
}

/* As the kernel has it.  */
struct action
{
  void (*handler) (int);
  unsigned long flags;
#ifdef SA_RESTORER
  void (*restorer) (void);
#endif
  unsigned long mask[8 / sizeof (long)];
};

#ifndef SA_RESTORER
# define SA_RESTORER 0
#endif

/* Of the handler: what happened may have left none of the program's own.  */
#define STACK_SIZE 0x40000
static char *stack;

static long
set_action (int signal, const struct action *new, struct action *old)
{
  /* Alpha's restorer is no member, others take no such argument.  */
  return __halt_syscall (__NR_rt_sigaction, signal, (long) new, (long) old, 8,
			 (long) __halt_return, 0);
}

static void
after_signal (int signal)
{
  (void) signal;
  __halt_atom_after (0);
}

static void
handle (int signal)
{
  struct action action = { 0 };
  set_action (signal, &action, NULL);
  /* Another thread's, or what comes after the program went wrong itself.  */
  if (!__atomic_exchange_n (&running, 1, __ATOMIC_SEQ_CST))
    {
      if (stack)
	__halt_on_stack (after_signal, signal, stack + STACK_SIZE);
      else
	after_signal (signal);
    }
  /* It comes when this returns.  */
  __halt_syscall (__NR_tgkill, process (),
		  __halt_syscall (__NR_gettid, 0, 0, 0, 0, 0, 0), signal, 0, 0,
		  0);
}

/* The action that takes the place of the default one.  */
static void
take_signal (int signal)
{
  struct action action = { 0 };
  action.handler = handle;
  /* With the frame that __halt_return leaves.  */
  action.flags = SA_ONSTACK | SA_SIGINFO | SA_RESTORER;
#if SA_RESTORER
  action.restorer = __halt_return;
#endif
  set_action (signal, &action, NULL);
}

/* What the program has set where ours stand: its handlers that are to be called once,
   or how it has restored the default.  */
static struct action programs[SIGNALS + 1];

static void
handle_once (int signal, void *info, void *context)
{
  void (*handler) (int, void *, void *)
    = (void (*) (int, void *, void *)) programs[signal].handler;
  programs[signal].handler = SIG_DFL;
  take_signal (signal);
  handler (signal, info, context);
}

/* The program has set the action of SIGNAL.  */
void
__halt_atom_set (int signal)
{
  struct action action;
  if (signal < 1 || signal > SIGNALS || !is_fatal (signal)
      || set_action (signal, NULL, &action) != 0)
    return;
  if (action.handler == SIG_DFL)
    {
      programs[signal] = action;
      take_signal (signal);
    }
  else if (action.handler != SIG_IGN && action.flags & (unsigned) SA_RESETHAND)
    {
      programs[signal] = action;
      action.handler = (void (*) (int)) handle_once;
      action.flags &= ~(unsigned long) (unsigned) SA_RESETHAND;
      set_action (signal, &action, NULL);
    }
}

/* What the program is to see of HANDLER, which stands for SIGNAL, and if that is one of
   ours of its FLAGS and MASK, if not NULL.  */
void *
__halt_atom_shown (int signal, void *handler, int *flags, unsigned long *mask)
{
  if (handler != (void *) handle && handler != (void *) handle_once)
    return handler;
  const struct action *its = &programs[signal];
  if (flags)
    *flags = its->flags;
  for (size_t i = 0; mask && i < 8 / sizeof *mask; i++)
    mask[i] = its->mask[i];
  return (void *) its->handler;
}

/* The program aborts: if it has a handler of its own and that returns, nothing of the
   program comes afterwards.  */
void
__halt_atom_abort (void)
{
  unsigned long set[8 / sizeof (long)] = { 1ul << (SIGABRT - 1) };
  struct action action, none = { 0 };
  if (set_action (SIGABRT, NULL, &action) != 0 || !action.handler
      || action.handler == handle)
    return;
  __halt_syscall (__NR_rt_sigprocmask, SIG_UNBLOCK, (long) set, 0, 8, 0, 0);
  __halt_syscall (__NR_tgkill, process (),
		  __halt_syscall (__NR_gettid, 0, 0, 0, 0, 0, 0), SIGABRT, 0, 0,
		  0);
  __halt_atom_after (0);
  set_action (SIGABRT, &none, NULL);
}

static void
catch_signals (void)
{
  for (int signal = 1; signal <= SIGNALS; signal++)
    {
      struct action old;
      if (is_fatal (signal) && set_action (signal, NULL, &old) == 0
	  && !old.handler)
	take_signal (signal);
    }
}

/* Give the main thread a stack for signals: its own may be what ran out.  */
static void
make_stacks (void)
{
  struct
  {
    void *at;
    int flags;
    size_t size;
  } old, new = { NULL, 0, STACK_SIZE };
  char *both = mmap (NULL, 2 * STACK_SIZE, PROT_READ | PROT_WRITE,
		     MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (both == MAP_FAILED)
    return;
  stack = both;
  new.at = both + STACK_SIZE;
  if (__halt_syscall (__NR_sigaltstack, 0, (long) &old, 0, 0, 0, 0) == 0
      && (old.flags & 2))
    __halt_syscall (__NR_sigaltstack, (long) &new, 0, 0, 0, 0, 0);
}

/* --- the start ---------------------------------------------------------------------- */

static void
make_owner (void)
{
  long *page = mmap (NULL, 4096, PROT_READ | PROT_WRITE,
		     MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  /* MADV_WIPEONFORK.  Without it every child counts as one that forked.  */
  if (page == MAP_FAILED
      || __halt_syscall (__NR_madvise, (long) page, 4096, 18, 0, 0, 0) != 0)
    return;
  owner = page;
  *owner = process ();
}

/* The program begins, with these; PLAIN_END and PROGRAM_END as move_heap has them.  */
void __halt_start (int, char **, char **, char *, char *);
void
__halt_start (int argc, char **argv, char **envp, char *plain_end,
	      char *program_end)
{
  start_library (argv, envp);
  move_heap (plain_end, program_end);
  make_owner ();
  make_stacks ();
  catch_signals ();
  for (constructor *const *f = __halt_init; f < __halt_init_end; f++)
    (*f) (argc, argv, envp);
  call_all (__halt_calls_before);
}
