/* SPDX-License-Identifier: MIT */
/* Ends of the process at which no destructor runs: _exit, quick_exit, abort, daemon,
   and signals whose default action is to end it.  Who asked for it is told, and then
   happens what would have happened.

   A signal is caught while the program has the default action for it, and
   only then: what stands here in front of the C library's sigaction and signal
   puts our handler where the program asks for the default, and reports the
   default where it asks what there is.  So a handler of the program's goes
   first, and ours comes when that one gives the signal back.  Where the kernel would
   put the default back by itself (SA_RESETHAND), or the C library (abort, if a handler
   returns), our handler calls the program's.  The symbols are weak: whoever defines
   them otherwise is right.

   Also a signal that is asked for, after which the program goes on.  */

#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/sysmacros.h>
#include <unistd.h>

#include "runtime/ending.h"

#define WEAK __attribute__ ((weak))

/* Missing in programs that are linked statically, and in other C libraries.  */
extern __typeof (dlsym) dlsym WEAK;
extern int __sigaction (int sig, const struct sigaction *action,
			struct sigaction *old) WEAK;
extern __typeof (signal) __bsd_signal WEAK;
extern int __cxa_at_quick_exit (void (*function) (void *), void *object) WEAK;
extern void *__dso_handle WEAK __attribute__ ((visibility ("hidden")));

/* That it calls __sigaction brings the latter into static programs, which the weak
   reference above does not.  */
extern const char brings_sigaction __asm__("siginterrupt");
static const char *const brought __attribute__ ((used)) = &brings_sigaction;

#define STRING(name) #name

/* Signals whose default action ends the process.  */
static const struct
{
  unsigned char number;
  char name[8];
} fatal[] = {
#define FATAL(name) \
  { \
    SIG##name, STRING (name) \
  }
  FATAL (HUP),	  FATAL (INT),	FATAL (QUIT),	FATAL (ILL),  FATAL (TRAP),
  FATAL (ABRT),	  FATAL (BUS),	FATAL (FPE),	FATAL (SEGV), FATAL (PIPE),
  FATAL (ALRM),	  FATAL (TERM), FATAL (XCPU),	FATAL (XFSZ), FATAL (PROF),
  FATAL (SYS),	  FATAL (USR1), FATAL (VTALRM), FATAL (USR2), FATAL (IO),
#ifdef SIGSTKFLT
  FATAL (STKFLT),
#endif
#ifdef SIGPWR
  FATAL (PWR),
#endif
};
#define N_FATAL (sizeof fatal / sizeof fatal[0])

static struct halt_ending *endings;
static int asked;		/* the signal's number, or 0 */

/* What the program's handlers are that ours calls.  */
static struct sigaction programs[NSIG];

/* The process ends by signal SIG, or by none, 0; 0: somebody wants it to come again a
   little later.  */
static int
ends (int sig, int how)
{
  int now = 1;
  for (const struct halt_ending *e = endings; e; e = e->next)
    now &= e->function (sig, how);
  return now;
}

/* It ends by no signal.  Nothing comes between.  */
static void
exits (int how)
{
  int saved = errno;
  sigset_t all;
  if (endings)
    {
      sigfillset (&all);
      sigprocmask (SIG_BLOCK, &all, NULL);
      ends (0, how);
    }
  errno = saved;
}

typedef int sigaction_fn (int, const struct sigaction *, struct sigaction *);
typedef void exit_fn (int);
static sigaction_fn *next_sigaction;
static __typeof (signal) *next_signal;
static exit_fn *next_exit;

/* What the program would have called without us.  The first call comes before
   there are threads.  */
static void
find_next (void)
{
  if (dlsym && !next_sigaction)
    {
      next_exit = (exit_fn *) dlsym (RTLD_NEXT, "_exit");
      next_sigaction = (sigaction_fn *) dlsym (RTLD_NEXT, "sigaction");
      next_signal = (sighandler_t (*) (int, sighandler_t)) dlsym (RTLD_NEXT,
								  "signal");
    }
  if (!next_sigaction)
    next_sigaction = __sigaction;
  if (!next_signal)
    next_signal = __bsd_signal;
}

static int
is_fatal (int sig)
{
  for (size_t i = 0; i < N_FATAL; i++)
    if (fatal[i].number == sig)
      return 1;
  return 0;
}

int (*__halt_pass_break) (void *context);

/* --- our handlers --------------------------------------------------------- */

/* All else is blocked.  The signal comes again, as it came, when this
   returns.  */
static void
on_fatal (int sig, siginfo_t *info, void *context)
{
  int saved = errno;
  if (sig == SIGTRAP && info->si_code == SI_KERNEL && __halt_pass_break
      && __halt_pass_break (context))
    {
      errno = saved;
      return;
    }
  struct sigaction action = { .sa_handler = SIG_DFL };
  if (!ends (sig, info->si_code > 0 ? HALT_ENDS : HALT_ENDS_SOON))
    {
      errno = saved;
      return;
    }
  next_sigaction (sig, &action, NULL);
  pid_t process = getpid (), thread = syscall (SYS_gettid);
  if (syscall (SYS_rt_tgsigqueueinfo, process, thread, sig, info) != 0)
    syscall (SYS_tgkill, process, thread, sig);
  errno = saved;
}

static void
on_asked (int sig)
{
  int saved = errno;
  ends (sig, HALT_GOES_ON);
  errno = saved;
}

static void on_programs (int sig, siginfo_t *info, void *context);

/* What stands for the default action of SIG.  */
static struct sigaction
our_action (int sig)
{
  struct sigaction action = { .sa_flags = SA_ONSTACK };
  sigfillset (&action.sa_mask);
  if (sig == asked)
    {
      action.sa_handler = on_asked;
      action.sa_flags |= SA_RESTART;
    }
  else
    {
      action.sa_sigaction = on_fatal;
      action.sa_flags |= SA_SIGINFO;
    }
  return action;
}

/* The two share their place.  */
static int
is_ours (const struct sigaction *action)
{
  return action->sa_sigaction == on_fatal || action->sa_handler == on_asked;
}

/* What stands for the program's own handler, if that has to be known of.  */
static int
is_wrapped (int sig, const struct sigaction *action)
{
  return action->sa_handler != SIG_DFL && action->sa_handler != SIG_IGN
	 && (action->sa_flags & SA_RESETHAND || sig == SIGABRT);
}

static struct sigaction
wrapped (const struct sigaction *action)
{
  struct sigaction ours = *action;
  ours.sa_flags = (ours.sa_flags | SA_SIGINFO) & ~SA_RESETHAND;
  ours.sa_sigaction = on_programs;
  return ours;
}

/* What the program knows of ACTION.  */
static struct sigaction
shown (int sig, const struct sigaction *action)
{
  struct sigaction none = { .sa_handler = SIG_DFL };
  return is_ours (action) ? none
	 : action->sa_sigaction == on_programs
	   ? programs[sig]
	   : *action;
}

static void
on_programs (int sig, siginfo_t *info, void *context)
{
  struct sigaction own = programs[sig], standing = our_action (sig), now;
  if (own.sa_flags & SA_RESETHAND && next_sigaction (sig, NULL, &now) == 0
      && now.sa_sigaction == on_programs)
    next_sigaction (sig, &standing, NULL);
  own.sa_sigaction (sig, info, context);
  /* abort puts the default back itself.  */
  if (sig == SIGABRT)
    {
      int saved = errno;
      ends (sig, HALT_GOES_ON);
      errno = saved;
    }
}

/* --- in front of the C library -------------------------------------------- */

WEAK int
sigaction (int sig, const struct sigaction *action, struct sigaction *old)
{
  struct sigaction was, ours;
  find_next ();
  if (!next_sigaction)
    {
      errno = ENOSYS;
      return -1;
    }
  if (!endings || !(sig == asked || is_fatal (sig)))
    return next_sigaction (sig, action, old);
  struct sigaction before = programs[sig];
  if (action && action->sa_handler == SIG_DFL)
    {
      ours = our_action (sig);
      action = &ours;
    }
  else if (action && is_wrapped (sig, action))
    {
      programs[sig] = *action;
      ours = wrapped (action);
      action = &ours;
    }
  int result = next_sigaction (sig, action, &was);
  if (result == 0 && old)
    *old = was.sa_sigaction == on_programs ? before : shown (sig, &was);
  return result;
}

static sighandler_t
set_handler (int sig, sighandler_t handler, int flags)
{
  struct sigaction action = { .sa_handler = handler, .sa_flags = flags };
  struct sigaction old;
  return sigaction (sig, &action, &old) == 0 ? old.sa_handler : SIG_ERR;
}

/* glibc's knows what siginterrupt said.  */
static sighandler_t
bsd (int sig, sighandler_t handler)
{
  int known = endings && (sig == asked || is_fatal (sig));
  find_next ();
  if (next_signal && !(known && (handler == SIG_DFL || sig == SIGABRT)))
    {
      struct sigaction was = { .sa_handler = next_signal (sig, handler) };
      return known ? shown (sig, &was).sa_handler : was.sa_handler;
    }
  return set_handler (sig, handler, SA_RESTART);
}

WEAK sighandler_t
signal (int sig, sighandler_t handler)
{
  return bsd (sig, handler);
}

WEAK sighandler_t
ssignal (int sig, sighandler_t handler)
{
  return bsd (sig, handler);
}

sighandler_t bsd_signal (int sig, sighandler_t handler);

WEAK sighandler_t
bsd_signal (int sig, sighandler_t handler)
{
  return bsd (sig, handler);
}

/* System V's: what is held is blocked, and no handler is asked for.  */
WEAK sighandler_t
sigset (int sig, sighandler_t handler)
{
  struct sigaction action = { .sa_handler = handler }, old;
  sigset_t set, was;
  if (handler == SIG_ERR || sigemptyset (&set) != 0
      || sigaddset (&set, sig) != 0)
    {
      errno = EINVAL;
      return SIG_ERR;
    }
  if (sigaction (sig, handler == SIG_HOLD ? NULL : &action, &old) != 0
      || sigprocmask (handler == SIG_HOLD ? SIG_BLOCK : SIG_UNBLOCK, &set, &was)
	   != 0)
    return SIG_ERR;
  return sigismember (&was, sig) ? SIG_HOLD : old.sa_handler;
}

/* What signal is called where only ISO C is asked for.  */
WEAK sighandler_t
__sysv_signal (int sig, sighandler_t handler)
{
  return set_handler (sig, handler, SA_RESETHAND | SA_NODEFER);
}

WEAK sighandler_t
sysv_signal (int sig, sighandler_t handler)
{
  return set_handler (sig, handler, SA_RESETHAND | SA_NODEFER);
}

WEAK __attribute__ ((noreturn)) void
_exit (int status)
{
  exits (HALT_ENDS_HERE);
  if (next_exit)
    next_exit (status);
  for (;;)
    syscall (SYS_exit_group, status);
}

WEAK __attribute__ ((noreturn)) void
_Exit (int status)
{
  _exit (status);
}

static void
on_quick_exit (void *unused __attribute__ ((unused)))
{
  exits (HALT_ENDS);
}

/* As the C library has it: what handles the signal goes first.  */
WEAK __attribute__ ((noreturn)) void
abort (void)
{
  struct sigaction none = { .sa_handler = SIG_DFL };
  sigset_t set;
  sigemptyset (&set);
  sigaddset (&set, SIGABRT);
  for (;;)
    {
      sigprocmask (SIG_UNBLOCK, &set, NULL);
      raise (SIGABRT);
      if (endings)
	ends (SIGABRT, HALT_ENDS);
      find_next ();
      if (!next_sigaction || next_sigaction (SIGABRT, &none, NULL) != 0)
	__builtin_trap ();
    }
}

int __halt_to_daemon;

/* The C library's ends the parent by an _exit of its own.  */
WEAK int
daemon (int nochdir, int noclose)
{
  struct stat st;
  __halt_to_daemon = 1;
  pid_t child = fork ();
  if (child != 0)
    {
      if (child > 0)
	_exit (0);
      __halt_to_daemon = 0;
      return -1;
    }
  __halt_to_daemon = 0;
  if (setsid () < 0)
    return -1;
  if (!nochdir && chdir ("/") != 0)
    {
    }
  if (noclose)
    return 0;
  int fd = open ("/dev/null", O_RDWR);
  if (fd < 0 || fstat (fd, &st) != 0 || !S_ISCHR (st.st_mode)
      || st.st_rdev != makedev (1, 3))
    {
      if (fd >= 0)
	{
	  close (fd);
	  errno = ENODEV;
	}
      return -1;
    }
  for (int i = 0; i < 3; i++)
    dup2 (fd, i);
  if (fd > 2)
    close (fd);
  return 0;
}

#ifdef __x86_64__
/* A program may end by the call itself.  */
WEAK long
syscall (long n, ...)
{
  long a[6], result;
  va_list arguments;
  va_start (arguments, n);
  for (int i = 0; i < 6; i++)
    a[i] = va_arg (arguments, long);
  va_end (arguments);
  if (n == SYS_exit_group)
    exits (HALT_ENDS_HERE);
  register long r10 __asm__("r10") = a[3];
  register long r8 __asm__("r8") = a[4];
  register long r9 __asm__("r9") = a[5];
  __asm__ volatile("syscall"
		   : "=a"(result)
		   : "0"(n), "D"(a[0]), "S"(a[1]), "d"(a[2]), "r"(r10), "r"(r8),
		     "r"(r9)
		   : "rcx", "r11", "memory");
  if ((unsigned long) result > -4096ul)
    {
      errno = -result;
      return -1;
    }
  return result;
}
#endif

/* --- begin and end -------------------------------------------------------- */

int
__halt_signal_number (const char *value)
{
  const char *name = strncmp (value, "SIG", 3) == 0 ? value + 3 : value;
  int number = 0;
  for (size_t i = 0; i < N_FATAL; i++)
    if (strcmp (name, fatal[i].name) == 0)
      return fatal[i].number;
  for (; *name >= '0' && *name <= '9' && number < 1000; name++)
    number = 10 * number + (*name - '0');
  return !*name && number > 0 && number < NSIG && number != SIGKILL
	     && number != SIGSTOP
	   ? number
	   : 0;
}

/* Ours in place of the program's action for SIG, or back.  */
static void
replace_action (int sig, int by_ours)
{
  struct sigaction action, old;
  if (next_sigaction (sig, NULL, &old) != 0)
    return;
  action = shown (sig, &old);
  if (by_ours)
    {
      if (old.sa_handler == SIG_DFL)
	action = our_action (sig);
      else if (is_wrapped (sig, &old) && old.sa_sigaction != on_programs)
	{
	  programs[sig] = old;
	  action = wrapped (&old);
	}
      else
	return;
    }
  if (by_ours || is_ours (&old) || old.sa_sigaction == on_programs)
    next_sigaction (sig, &action, NULL);
}

static void
replace_all (int by_ours)
{
  for (size_t i = 0; i < N_FATAL && next_sigaction; i++)
    replace_action (fatal[i].number, by_ours);
  if (asked && !is_fatal (asked) && next_sigaction)
    replace_action (asked, by_ours);
}

void
__halt_ending_add (struct halt_ending *ending, int signal)
{
  find_next ();
  if (signal)
    asked = signal;
  ending->next = endings;
  __atomic_store_n (&endings, ending, __ATOMIC_RELEASE);
  replace_all (1);
}

void
__halt_ending_quick (void)
{
  static int quick;
  if (__cxa_at_quick_exit && !__atomic_exchange_n (&quick, 1, __ATOMIC_RELAXED))
    __cxa_at_quick_exit (on_quick_exit, &__dso_handle);
}

void
__halt_ending_again (void)
{
  if (!endings)
    return;
  replace_all (1);
  __halt_ending_quick ();
}

void
__halt_ending_remove (struct halt_ending *ending)
{
  struct halt_ending **at = &endings;
  while (*at && *at != ending)
    at = &(*at)->next;
  if (!*at)
    return;
  *at = ending->next;
  if (!endings)
    replace_all (0);
}
