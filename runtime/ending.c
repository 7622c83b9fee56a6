/* SPDX-License-Identifier: MIT */
/* Ends of the process at which no destructor runs: _exit, quick_exit, and signals
   whose default action is to end it.  The profile is written, and then happens
   what would have happened.

   A signal is caught while the program has the default action for it, and
   only then: what stands here in front of the C library's sigaction and signal
   puts our handler where the program asks for the default, and reports the
   default where it asks what there is.  So a handler of the program's goes
   first, and ours comes when that one gives the signal back.  The symbols are
   weak: whoever defines them otherwise is right.

   Also the signal that HALT_SIGNAL names, at which the profile is written and
   the program goes on.  */

#include <dlfcn.h>
#include <errno.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "halt/live.h"
#include "runtime/runtime.h"

#define WEAK __attribute__ ((weak))

/* Missing in programs that are linked statically, and in other C libraries.  */
extern __typeof (dlsym) dlsym WEAK;
extern int __sigaction (int sig, const struct sigaction *action,
			struct sigaction *old) WEAK;
extern __typeof (signal) ssignal WEAK;
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
#define FATAL(name) { SIG##name, STRING (name) }
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

static int is_watching;
static int asked;		/* HALT_SIGNAL's number, or 0 */

typedef int sigaction_fn (int, const struct sigaction *, struct sigaction *);
typedef void exit_fn (int);
static sigaction_fn *next_sigaction;
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
    }
  if (!next_sigaction)
    next_sigaction = __sigaction;
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
  __halt_write (HALT_WRITE_AT_ONCE
		| (HALT_LIVE_SIGNAL | sig) << HALT_WRITE_SIGNAL);
  next_sigaction (sig, &action, NULL);
  pid_t process = getpid (), thread = syscall (SYS_gettid);
  if (syscall (SYS_rt_tgsigqueueinfo, process, thread, sig, info) != 0)
    syscall (SYS_tgkill, process, thread, sig);
  errno = saved;
}

static void
on_asked (int sig __attribute__ ((unused)))
{
  int saved = errno;
  __halt_write (HALT_WRITE_AT_ONCE | HALT_WRITE_AGAIN);
  errno = saved;
}

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
  if (!is_watching || !(sig == asked || is_fatal (sig)))
    return next_sigaction (sig, action, old);
  if (action && action->sa_handler == SIG_DFL)
    {
      ours = our_action (sig);
      action = &ours;
    }
  int result = next_sigaction (sig, action, &was);
  if (result == 0 && old)
    {
      if (is_ours (&was))
	memset (&was, 0, sizeof was);
      *old = was;
    }
  return result;
}

WEAK sighandler_t
signal (int sig, sighandler_t handler)
{
  struct sigaction action = { .sa_handler = handler, .sa_flags = SA_RESTART };
  struct sigaction old;
  int known = is_watching && (sig == asked || is_fatal (sig));
  /* glibc's knows what siginterrupt said.  */
  if (ssignal && !(known && handler == SIG_DFL))
    {
      sighandler_t was = ssignal (sig, handler);
      struct sigaction ours = { .sa_handler = was };
      return known && is_ours (&ours) ? SIG_DFL : was;
    }
  return sigaction (sig, &action, &old) == 0 ? old.sa_handler : SIG_ERR;
}

WEAK __attribute__ ((noreturn)) void
_exit (int status)
{
  int saved = errno;
  if (is_watching)
    __halt_write (HALT_WRITE_AT_ONCE | HALT_LIVE_EXIT << HALT_WRITE_SIGNAL);
  errno = saved;
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
  __halt_write (HALT_WRITE_AT_ONCE | HALT_LIVE_EXIT << HALT_WRITE_SIGNAL);
}

/* --- begin and end -------------------------------------------------------- */

/* HALT_SIGNAL: a name, with SIG or without, or a number.  */
static int
read_signal (const char *value)
{
  const char *name = strncmp (value, "SIG", 3) == 0 ? value + 3 : value;
  int number = 0;
  for (size_t i = 0; i < N_FATAL; i++)
    if (strcmp (name, fatal[i].name) == 0)
      return fatal[i].number;
  for (; *name >= '0' && *name <= '9' && number < 1000; name++)
    number = 10 * number + (*name - '0');
  if (!*name && number > 0 && number < NSIG && number != SIGKILL
      && number != SIGSTOP)
    return number;
  __halt_complain ("no signal that can be caught: HALT_SIGNAL", value, 0);
  return 0;
}

/* Ours in place of the default action of SIG, or back.  */
static void
replace (int sig, int by_ours)
{
  struct sigaction action = our_action (sig), old;
  if (next_sigaction (sig, NULL, &old) != 0)
    return;
  if (by_ours ? !(old.sa_flags & SA_SIGINFO) && old.sa_handler == SIG_DFL
	      : is_ours (&old))
    {
      if (!by_ours)
	memset (&action, 0, sizeof action);
      next_sigaction (sig, &action, NULL);
    }
}

void
__halt_ending_init (void)
{
  const char *value = secure_getenv ("HALT_SIGNAL");
  find_next ();
  if (value && *value)
    asked = read_signal (value);
  if (next_sigaction)
    {
      for (size_t i = 0; i < N_FATAL; i++)
	replace (fatal[i].number, 1);
      if (asked && !is_fatal (asked))
	replace (asked, 1);
    }
  if (__cxa_at_quick_exit)
    __cxa_at_quick_exit (on_quick_exit, &__dso_handle);
  is_watching = 1;
}

void
__halt_ending_release (void)
{
  if (!is_watching)
    return;
  is_watching = 0;
  for (size_t i = 0; i < N_FATAL && next_sigaction; i++)
    replace (fatal[i].number, 0);
  if (asked && !is_fatal (asked) && next_sigaction)
    replace (asked, 0);
}
