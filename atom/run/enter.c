/* SPDX-License-Identifier: MIT */
/* Where an instrumented program and its analysis meet: what calls the latter (start.c)
   when the program begins, ends or forks.

   Either both are one file; or the analysis is an image, which the program carries and
   maps at a fixed address, and then every instrumented shared object has this, too.
   Defined are

     WRAP_NAME		if NAME is called, one of those below
     PREINIT		if the program has a .preinit_array
     IMAGE		that address; and with it
     IMAGE_BYTES	how long the image is, whole words,
     IMAGE_ROOM		... with zeros behind it,
     IMAGE_FIXED_END	up to where it is only read, once the program runs,
     IMAGE_CODE, IMAGE_CODE_END	the part of it that is not written to,
     IMAGE_WORDS	how many words of it are addresses of routines,
     IMAGE_ID		a number which no other has,
     IMAGE_TEXT		a file of assembler text that comes along,
     IMAGE_FRAMES	the image's unwind information, if exceptions may pass,
     IMAGE_STATIC	if the program has no dynamic linker,
     IMAGE_MOVES	if it is position-independent,
     IMAGE_OBJECT	if this is a shared object, its name  */

/* What a pot may call has to be there first: this runs before all constructors, in
   shared objects before theirs.  The analysis' end comes after all destructors.  */
#define FIRST(ARRAY) __attribute__ ((section ("." ARRAY), used))

#include <errno.h>
#include <fcntl.h>
#include <stdarg.h>
#include <stddef.h>
#include <sys/syscall.h>

long __halt_syscall (long n, long a, long b, long c, long d, long e, long f);
#if defined __aarch64__ || defined __riscv
void __halt_new_code (char *from, char *to);
#endif

/* The program's when it began; a shared object does not know it.  */
static char **environment
  __attribute__ ((section (".halt.data.others"), unused));

#ifndef IMAGE

void __halt_atom_start (int argc, char **argv, char **envp, char *, char *);
void __halt_atom_after (int becomes);
void __halt_atom_forked (void);
void __halt_atom_abort (void);
void __halt_atom_set (int signal);
void *__halt_atom_shown (int signal, void *handler, int *flags,
			 unsigned long *mask);

#else

#include <errno.h>
#include <sys/mman.h>
#include <sys/syscall.h>

/* What it begins with (image.c).  */
struct image
{
  unsigned long id;
  void (*start) (int, char **, char **, char *, char *);
  void (*after) (int becomes);
  void (*forked) (void);
  void (*abort) (void);
  void (*set) (int signal);
  void *(*shown) (int signal, void *handler, int *flags, unsigned long *mask);
};
# define image ((struct image *) IMAGE)
# define __halt_atom_start image->start
# define __halt_atom_after image->after
# define __halt_atom_forked image->forked
# define __halt_atom_abort image->abort
# define __halt_atom_set image->set
# define __halt_atom_shown image->shown

__asm__("\t.pushsection .text\n\t.include \"" IMAGE_TEXT "\"\n\t.popsection");
#ifdef __NR_mmap2
#  define MAP_CALL __NR_mmap2
#else
#  define MAP_CALL __NR_mmap
#endif

/* Take the memory of the image; 0, or an error, -EEXIST: it is in use.  */
static long
take_memory (void)
{
  /* MAP_FIXED_NOREPLACE; kernels that do not know it may give other memory.  */
  long at = __halt_syscall (MAP_CALL, IMAGE, IMAGE_ROOM, PROT_READ | PROT_WRITE,
			    MAP_PRIVATE | MAP_ANONYMOUS | 0x100000, -1, 0);
  if (at == IMAGE)
    return 0;
  if (at < 0 && at >= -4095)
    return at;
  __halt_syscall (__NR_munmap, at, IMAGE_ROOM, 0, 0, 0, 0);
  return -EEXIST;
}

static void
say_line (const char *line)
{
  long n = 0;
  while (line[n])
    n++;
  __halt_syscall (__NR_write, 2, (long) line, n, 0, 0, 0);
}

/* Where this object's addresses are to stand: an XLATE in the image (start.c), where
   its code begins and ends, how many addresses, these; 0 (xlate.c).  */
extern char *const __halt_xlates[] __attribute__ ((visibility ("hidden")));
struct xlate
{
  char *start, *end;
  unsigned long shift, n;
  char *at[];
};

#if defined IMAGE_MOVES || defined IMAGE_OBJECT
extern char __ehdr_start[] __attribute__ ((visibility ("hidden")));
#  define BASE (unsigned long) __ehdr_start
#else
#  define BASE 0UL
#endif

static void
fill_xlates (void)
{
  for (char *const *p = __halt_xlates; *p;)
    {
      struct xlate *x = (struct xlate *) *p++;
      x->start = *p++;
      x->end = *p++;
      x->shift = BASE;
      x->n = (unsigned long) *p++;
      for (unsigned long i = 0; i < x->n; i++)
	x->at[i] = *p++;
    }
}

/* The pots would call what is not there.  */
static void
give_up (const char *line)
{
  say_line (line);
  __halt_syscall (__NR_exit_group, 127, 0, 0, 0, 0, 0);
}

#endif

#ifdef IMAGE_OBJECT

static void
nothing (void)
{
}

static void *
same (int signal, void *handler, int *flags, unsigned long *mask)
{
  (void) signal, (void) flags, (void) mask;
  return handler;
}

/* A program that does not carry the image has loaded this object: let pots do
   nothing.  */
static void
empty_image (void)
{
  void (**words) (void) = (void (**) (void)) (IMAGE + sizeof (long));
  image->id = IMAGE_ID;
  for (long i = 0; i < IMAGE_WORDS; i++)
    words[i] = nothing;
  image->shown = same;
  say_line ("halt: " IMAGE_OBJECT
	    ": no instrumented program has loaded it: it calls no analysis\n");
}

static void
begin (void)
{
  long status = take_memory ();
  if (status == 0)
    empty_image ();
  else if (status != -EEXIST || image->id != IMAGE_ID)
    give_up ("halt: " IMAGE_OBJECT
	     ": its analysis is not that of the program; make both anew\n");
  fill_xlates ();
}

static void (*const at_start[]) (void) FIRST ("init_array.00000") = { begin };

#else

/* The linker's: where the plain program's data end and those of the instrumented one,
   above BASE, if its code comes after the data; else not there.  */
#pragma weak __halt_plain_end
#pragma weak __halt_end
extern char __halt_plain_end[] __attribute__ ((visibility ("hidden")));
extern char __halt_end[] __attribute__ ((visibility ("hidden")));

/* In the program's global offset table they would move what comes after it.  */
# define OTHERS __attribute__ ((section (".halt.data.others")))
static char *volatile ends[2] OTHERS = { __halt_plain_end, __halt_end };

#ifndef IMAGE
# define BASE 0UL
#endif

#ifdef IMAGE

extern const long __halt_image[] __attribute__ ((visibility ("hidden")));
#pragma weak __register_frame
void __register_frame (void *);
int __cxa_atexit (void (*) (void *), void *, void *);

#ifdef IMAGE_FRAMES
static void (*volatile register_frame) (void *) OTHERS = __register_frame;
#endif
#ifndef IMAGE_STATIC
static int (*volatile at_exit) (void (*) (void *), void *,
				void *) OTHERS = __cxa_atexit;
#endif

/* What gdb wants to know of code that no file of the program's has: a file in memory, and
   where it finds that, by its interface for compilers at run time.  Names are gdb's.  */
extern const char __halt_image_debug[] __attribute__ ((visibility ("hidden")));
extern const char __halt_image_debug_end[]
  __attribute__ ((visibility ("hidden")));
static struct jit_code_entry
{
  struct jit_code_entry *next, *previous;
  const char *file;
  unsigned long long bytes;
} debug_entry OTHERS = { 0 };
static struct
{
  unsigned version, action;
  struct jit_code_entry *relevant, *first;
} __jit_debug_descriptor OTHERS __attribute__ ((used)) = { 1, 0, 0, 0 };

static __attribute__ ((noipa)) void
__jit_debug_register_code (void)
{
  __asm__ volatile("");
}

static void
tell_debugger (void)
{
  debug_entry.file = __halt_image_debug;
  debug_entry.bytes = __halt_image_debug_end - __halt_image_debug;
  __jit_debug_descriptor.relevant = &debug_entry;
  __jit_debug_descriptor.first = &debug_entry;
  __jit_debug_descriptor.action = 1;
  __jit_debug_register_code ();
}

static void
map_image (void)
{
  if (take_memory () != 0)
    give_up ("halt: the analysis has no memory where it has to be: "
	     "the program cannot run\n");
  long *to = (long *) IMAGE;
  for (unsigned long i = 0; i < IMAGE_BYTES / sizeof (long); i++)
    to[i] = __halt_image[i];
#if defined __aarch64__ || defined __riscv
  __halt_new_code ((char *) IMAGE_CODE, (char *) IMAGE_CODE_END);
#endif
  image->id = IMAGE_ID;
  fill_xlates ();
  __halt_syscall (__NR_mprotect, IMAGE, IMAGE_FIXED_END - IMAGE, PROT_READ, 0,
		  0, 0);
  __halt_syscall (__NR_mprotect, IMAGE_CODE, IMAGE_CODE_END - IMAGE_CODE,
		  PROT_READ | PROT_EXEC, 0, 0, 0);
#ifdef IMAGE_FRAMES
  if (register_frame)
    register_frame ((void *) IMAGE_FRAMES);
#endif
  tell_debugger ();
}

#ifndef IMAGE_STATIC
static void
end (void *data)
{
  (void) data;
  __halt_atom_after (0);
}
#endif

#endif

static char begun OTHERS = 0;

static void
begin (int argc, char **argv, char **envp)
{
  if (begun)
    return;
  begun = 1;
  environment = envp;
#ifdef IMAGE
  map_image ();
#ifndef IMAGE_STATIC
  /* What is asked for first comes last: after the destructors of shared objects.  */
  at_exit (end, 0, 0);
#endif
#endif
  if (ends[0])
    __halt_atom_start (argc, argv, envp, BASE + ends[0], BASE + ends[1]);
  else
    __halt_atom_start (argc, argv, envp, 0, 0);
}

/* Where the program has such functions, too, theirs come behind, and are not aligned by
   more than this: no place in between is empty.  On RISC-V one that sets the global pointer
   comes before.  */
#if defined PREINIT && defined __riscv
# define ENTRIES (64 / sizeof (long) - 1)
# define ALIGN 1
#elif defined PREINIT
# define ENTRIES (64 / sizeof (long))
# define ALIGN ENTRIES
#else
# define ENTRIES 1
# define ALIGN 1
#endif
static void (*const at_start[ENTRIES]) (int, char **, char **)
  FIRST ("preinit_array") __attribute__ ((aligned (ALIGN * sizeof (long))))
  = { [0 ... ENTRIES - 1] = begin };

#ifdef WRAP___libc_init_first
/* glibc in static programs: it may call the program's malloc before all else.  */
void __real___libc_init_first (int, char **, char **);
void __wrap___libc_init_first (int, char **, char **)
  __attribute__ ((visibility ("hidden")));
void
__wrap___libc_init_first (int argc, char **argv, char **envp)
{
  begin (argc, argv, envp);
  __real___libc_init_first (argc, argv, envp);
}
#endif

#if !defined IMAGE || defined IMAGE_STATIC
static void
end (void)
{
  __halt_atom_after (0);
}

static void (*const at_end[]) (void) FIRST ("fini_array.00000") = { end };
#endif

#endif

/* --- the program's own ways out ------------------------------------------------------ */

#define HIDDEN __attribute__ ((visibility ("hidden")))

#define WRAP_EXIT(NAME) \
  _Noreturn void __real_##NAME (int); \
  _Noreturn void __wrap_##NAME (int) HIDDEN; \
  _Noreturn void __wrap_##NAME (int status) \
  { \
    __halt_atom_after (0); \
    __real_##NAME (status); \
  }

#ifdef WRAP__exit
WRAP_EXIT (_exit)
#endif
#ifdef WRAP__Exit
WRAP_EXIT (_Exit)
#endif
#ifdef WRAP_quick_exit
WRAP_EXIT (quick_exit)
#endif

#define WRAP_FORK(NAME) \
  int __real_##NAME (void); \
  int __wrap_##NAME (void) HIDDEN; \
  int __wrap_##NAME (void) \
  { \
    int child = __real_##NAME (); \
    if (child == 0) \
      __halt_atom_forked (); \
    return child; \
  }

#ifdef WRAP_fork
WRAP_FORK (fork)
#endif
#ifdef WRAP__Fork
WRAP_FORK (_Fork)
#endif

#ifdef WRAP_syscall
long __real_syscall (long, ...);
long __wrap_syscall (long, ...) HIDDEN;
long
__wrap_syscall (long n, ...)
{
  long a[6];
  va_list list;
  va_start (list, n);
  for (int i = 0; i < 6; i++)
    a[i] = va_arg (list, long);
  va_end (list);
  if (n == __NR_exit_group)
    __halt_atom_after (0);
  return __real_syscall (n, a[0], a[1], a[2], a[3], a[4], a[5]);
}
#endif

#ifdef WRAP_abort
_Noreturn void __real_abort (void);
_Noreturn void __wrap_abort (void) HIDDEN;
void
__wrap_abort (void)
{
  __halt_atom_abort ();
  __real_abort ();
}
#endif

#ifdef WRAP_daemon
/* The C library's parent ends inside of it: it is another process, and this one ends
   here, if that has gone well.  */
int __real_daemon (int, int);
int __wrap_daemon (int, int) HIDDEN;
int
__wrap_daemon (int no_folder, int no_close)
{
  int status = 1;
  /* Without a signal when it ends.  */
  long child = __halt_syscall (__NR_clone, 0, 0, 0, 0, 0, 0);
  if (child == 0)
    {
      if (__real_daemon (no_folder, no_close) != 0)
	__halt_syscall (__NR_exit_group, 1, 0, 0, 0, 0, 0);
      __halt_atom_forked ();
      return 0;
    }
  while (child > 0
	 && __halt_syscall (__NR_wait4, child, (long) &status, 0x40000000, 0, 0,
			    0)
	      == -EINTR)
    continue;
  if (child > 0 && status == 0)
    {
      __halt_atom_after (0);
      __halt_syscall (__NR_exit_group, 0, 0, 0, 0, 0, 0);
    }
  /* The C library says why it cannot.  */
  return __real_daemon (no_folder, no_close);
}
#endif

/* --- signals ---------------------------------------------------------------------- */

/* Where the program restores the default action, or is to have it after the next signal, the
   analysis stands in its place, unseen (start.c).  As C libraries have it.  */
struct action
{
  void *handler;
  unsigned long mask[128 / sizeof (long)];
  int flags;
  void (*restorer) (void);
};

#ifdef WRAP_sigaction
int __real_sigaction (int, const struct action *, struct action *);
int __wrap_sigaction (int, const struct action *, struct action *) HIDDEN;
int
__wrap_sigaction (int signal, const struct action *new, struct action *old)
{
  int result = __real_sigaction (signal, new, old);
  if (result == 0 && old)
    old->handler = __halt_atom_shown (signal, old->handler, &old->flags,
				      old->mask);
  if (result == 0 && new)
    __halt_atom_set (signal);
  return result;
}
#endif

#define WRAP_SIGNAL(NAME) \
  void *__real_##NAME (int, void *); \
  void *__wrap_##NAME (int, void *) HIDDEN; \
  void *__wrap_##NAME (int signal, void *handler) \
  { \
    void *old = __real_##NAME (signal, handler); \
    old = __halt_atom_shown (signal, old, NULL, NULL); \
    __halt_atom_set (signal); \
    return old; \
  }

#ifdef WRAP_signal
WRAP_SIGNAL (signal)
#endif
#ifdef WRAP_bsd_signal
WRAP_SIGNAL (bsd_signal)
#endif
#ifdef WRAP_ssignal
WRAP_SIGNAL (ssignal)
#endif
#ifdef WRAP_sysv_signal
WRAP_SIGNAL (sysv_signal)
#endif
#ifdef WRAP___sysv_signal
WRAP_SIGNAL (__sysv_signal)
#endif
#ifdef WRAP_sigset
WRAP_SIGNAL (sigset)
#endif

/* --- other programs --------------------------------------------------------------- */

/* In place of this one.  Whether NAME below FD can be executed is seen before, as what
   comes after the program comes once.  */
static int
can_execute_at (int fd, const char *name)
{
  if (!name
      || __halt_syscall (__NR_faccessat, fd, (long) name, 1, 0, 0, 0) != 0)
    return 0;
  /* Of a folder that means that it can be entered.  */
  long folder = __halt_syscall (__NR_openat, fd, (long) name,
				O_PATH | O_DIRECTORY, 0, 0, 0);
  if (folder >= 0)
    __halt_syscall (__NR_close, folder, 0, 0, 0, 0, 0);
  return folder < 0;
}

static int
can_execute (const char *name)
{
  return can_execute_at (-100, name);
}

static void
before_exec (const char *name)
{
  if (can_execute (name))
    __halt_atom_after (1);
}

/* Where a name is looked for without PATH; not among the program's strings.  */
static char usual[] __attribute__ ((section (".halt.data.others"), unused))
= "/bin:/usr/bin";

/* The same for a NAME that is looked for where PATH says.  */
static void
before_search (const char *name)
{
  const char *path = NULL, *slash = name;
  char file[4096];
  while (slash && *slash && *slash != '/')
    slash++;
  if (slash && *slash)
    before_exec (name);
  if (!slash || *slash)
    return;
  for (char **e = environment; e && *e && !path; e++)
    if ((*e)[0] == 'P' && (*e)[1] == 'A' && (*e)[2] == 'T' && (*e)[3] == 'H'
	&& (*e)[4] == '=')
      path = *e + 5;
  for (path = path ? path : usual; *path; path += *path == ':')
    {
      size_t n = 0;
      while (*path && *path != ':' && n < sizeof file - 2)
	file[n++] = *path++;
      if (n)
	file[n++] = '/';
      for (const char *p = name; *p && n < sizeof file - 1;)
	file[n++] = *p++;
      file[n] = '\0';
      if (can_execute (file))
	{
	  __halt_atom_after (1);
	  return;
	}
    }
}

#define WRAP_EXEC(NAME, PARAMETERS, ARGUMENTS, BEFORE) \
  int __real_##NAME PARAMETERS; \
  int __wrap_##NAME PARAMETERS HIDDEN; \
  int __wrap_##NAME PARAMETERS \
  { \
    BEFORE; \
    return __real_##NAME ARGUMENTS; \
  }

/* Those with a list of arguments get them as they were passed: as many words as there
   are up to NULL, and MORE.  */
#define WRAP_EXEC_LIST(NAME, MORE, BEFORE) \
  int __real_##NAME (const char *, const char *, ...); \
  int __wrap_##NAME (const char *, const char *, ...) HIDDEN; \
  static void (*volatile real_##NAME) () \
    __attribute__ ((section (".halt.data.others"))) \
    = (void (*) ()) __real_##NAME; \
  int __wrap_##NAME (const char *name, const char *first, ...) \
  { \
    void *arguments = __builtin_apply_args (); \
    size_t n = 3 + MORE; \
    va_list list; \
    va_start (list, first); \
    for (const char *a = first; a; a = va_arg (list, const char *)) \
      n++; \
    va_end (list); \
    BEFORE; \
    __builtin_return (__builtin_apply (real_##NAME, arguments, \
				       (n + 1) / 2 * 2 * sizeof (long))); \
  }

#ifdef WRAP_execveat
/* With AT_EMPTY_PATH it is FD itself.  */
static void
before_exec_at (int fd, const char *name, int flags)
{
  if ((flags & 0x1000 && name && !*name) || can_execute_at (fd, name))
    __halt_atom_after (1);
}
#endif

#ifdef WRAP_execve
WRAP_EXEC (execve, (const char *name, char *const *argv, char *const *envp),
	   (name, argv, envp), before_exec (name))
#endif
#ifdef WRAP_execv
WRAP_EXEC (execv, (const char *name, char *const *argv), (name, argv),
	   before_exec (name))
#endif
#ifdef WRAP_execvp
WRAP_EXEC (execvp, (const char *name, char *const *argv), (name, argv),
	   before_search (name))
#endif
#ifdef WRAP_execvpe
WRAP_EXEC (execvpe, (const char *name, char *const *argv, char *const *envp),
	   (name, argv, envp), before_search (name))
#endif
#ifdef WRAP_fexecve
WRAP_EXEC (fexecve, (int fd, char *const *argv, char *const *envp),
	   (fd, argv, envp), __halt_atom_after (1))
#endif
#ifdef WRAP_execveat
WRAP_EXEC (execveat,
	   (int fd, const char *name, char *const *argv, char *const *envp,
	    int flags),
	   (fd, name, argv, envp, flags), before_exec_at (fd, name, flags))
#endif
#ifdef WRAP_execl
WRAP_EXEC_LIST (execl, 0, before_exec (name))
#endif
#ifdef WRAP_execlp
WRAP_EXEC_LIST (execlp, 0, before_search (name))
#endif
#ifdef WRAP_execle
WRAP_EXEC_LIST (execle, 1, before_exec (name))
#endif
