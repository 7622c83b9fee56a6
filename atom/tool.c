/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The instrumentation routines of a tool: compiled, loaded, run.

   They are a user's own, in our process: what they do to it ends in one line that
   says where they called the interface last.  */

/* GNU's <sys/ucontext.h> has names of the interface.  */
#undef _GNU_SOURCE
#define _DEFAULT_SOURCE 1
#define _XOPEN_SOURCE 700

#include <dlfcn.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/time.h>
#include <unistd.h>
#include "atom/make.h"

/* Seconds of processor time that a tool may take without a call of the interface;
   and with such calls.  */
#define SILENT_SECONDS 20
#define MOST_SECONDS 3600

/* The tool whose code runs.  */
static struct
{
  const char *file;		/* or NULL: none does */
  const char *routine;		/* what of it runs */
  int total, silent;		/* seconds, since it runs and since it called */
  int next;			/* after how many it is said */
  const char *last_file;	/* where it had called last, a second ago */
  int last_line;
} tool = { .next = 5, .last_line = -1 };

/* --- what goes wrong in it ---------------------------------------------------- */

/* Write "FILE: ROUTINE WHAT; the last call was at FILE:LINE".  As little as possible is
   relied on.  */
static void
tool_says (const char *what)
{
  char text[1024];
  int n = the.file
	    ? snprintf (text, sizeof text,
			"ghalt: %s: %s %s; it called ATOM last at %s:%d\n",
			tool.file, tool.routine, what, the.file, the.line)
	    : snprintf (text, sizeof text,
			"ghalt: %s: %s %s; it had not called ATOM yet\n",
			tool.file, tool.routine, what);
  if (n >= (int) sizeof text)
    n = sizeof text - 1;
  if (write (2, text, n) != n)
    return;
}

/* The same, and end.  */
_Noreturn static void
tool_ended (const char *what)
{
  tool_says (what);
  _exit (2);
}

static void
on_fault (int number)
{
  static const struct
  {
    int number;
    const char *what;
  } faults[] = { { SIGSEGV, "crashed (segmentation fault)" },
		 { SIGBUS, "crashed (bus error)" },
		 { SIGFPE, "crashed (division by zero)" },
		 { SIGILL, "crashed (illegal instruction)" },
		 { SIGABRT, "aborted" } };
  for (size_t i = 0; tool.file && i < sizeof faults / sizeof *faults; i++)
    if (faults[i].number == number)
      tool_ended (faults[i].what);
  signal (number, SIG_DFL);
  raise (number);
}

static void
on_time (int number)
{
  (void) number;
  bool same = the.line == tool.last_line && the.file == tool.last_file;
  tool.silent = same ? tool.silent + 1 : 0;
  tool.last_line = the.line;
  tool.last_file = the.file;
  tool.total++;
  /* After 5, 10, 20 seconds and so on.  */
  if (tool.file && tool.total == tool.next)
    {
      tool.next *= 2;
      tool_says ("is still running");
    }
  if (tool.file
      && (tool.silent >= SILENT_SECONDS || tool.total >= MOST_SECONDS))
    tool_ended ("does not return");
}

static void
on_exit_of_tool (void)
{
  if (tool.file)
    tool_ended ("called exit, which would leave no program");
}

static void
guard (void)
{
  static const int faults[] = { SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGABRT };
  struct sigaction fault = { .sa_handler = on_fault, .sa_flags = SA_ONSTACK };
  struct sigaction time = { .sa_handler = on_time, .sa_flags = SA_RESTART };
  struct itimerval second = { { 1, 0 }, { 1, 0 } };
  stack_t stack = { .ss_size = 65536 };
  stack.ss_sp = fresh_memory (stack.ss_size);
  sigaltstack (&stack, NULL);
  for (size_t i = 0; i < sizeof faults / sizeof *faults; i++)
    sigaction (faults[i], &fault, NULL);
  sigaction (SIGPROF, &time, NULL);
  setitimer (ITIMER_PROF, &second, NULL);
  atexit (on_exit_of_tool);
}

static void
unguard (void)
{
  static const int faults[] = { SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGABRT };
  struct itimerval none = { { 0, 0 }, { 0, 0 } };
  setitimer (ITIMER_PROF, &none, NULL);
  for (size_t i = 0; i < sizeof faults / sizeof *faults; i++)
    signal (faults[i], SIG_DFL);
}

/* Whether the program is for the machine that this runs on, and its compiler makes
   what can be loaded here.  */
static bool
is_own_machine (void)
{
#if defined __x86_64__ || defined __i386__
  static const char *const own[] = { "x86-64", "i386" };
#elif defined __alpha__
  static const char *const own[] = { "alpha" };
#elif defined __aarch64__
  static const char *const own[] = { "aarch64" };
#elif defined __riscv
  static const char *const own[] = { "riscv64" };
#else
  static const char *const own[] = { "ia64" };
#endif
  for (size_t i = 0; i < sizeof own / sizeof *own; i++)
    if (!the.target || strcmp (the.target->name, own[i]) == 0)
      return true;
  return false;
}

/* --- compiling and loading ------------------------------------------------------ */

static void
compile (const char *object, const char *file)
{
  static const char *const flags[] = { "-shared", "-fPIC", "-g", "-O1" };
  struct words w = { NULL, 0 };
  const char *include = include_folder ();
  const char *cc = getenv (named_cxx (file) ? "HOSTCXX" : "HOSTCC");
  if ((!cc || !*cc) && is_own_machine ())
    cc = getenv (named_cxx (file) ? "CXX" : "CC");
  words_split (&w, cc && *cc ? cc : named_cxx (file) ? "g++" : "gcc");
  for (size_t i = 0; i < sizeof flags / sizeof *flags; i++)
    words_add (&w, flags[i]);
  if (include)
    words_add (&w, string ("-I%s", include));
  words_own (&w);
  words_add_all (&w, "-o", object, "-x", named_cxx (file) ? "c++" : "c", file,
		 NULL);
  if (!command_run (&w, NULL, NULL))
    fail ("the instrumentation file '%s' does not compile", file);
}

/* The routine NAME of the tool LOADED, or NULL.  What comes after it is an error
   of it.  */
static void *
find (void *loaded, const char *name)
{
  void *found = dlsym (loaded, name);
  if (found)
    tool.routine = name;
  return found;
}

static void
instrument_all (void *loaded, int argc, char **argv)
{
  unsigned (*all) (int, char **) = (unsigned (*) (int, char **))
    find (loaded, "InstrumentAll");
  void (*one) (int, char **, Obj *)
    = all ? NULL : (void (*) (int, char **, Obj *)) find (loaded, "Instrument");
  if (!all && !one)
    {
      const char *file = tool.file;
      tool.file = NULL;
      fail ("%s: it defines neither Instrument nor InstrumentAll; the "
	    "instrumentation file comes before that of the analysis",
	    file);
    }
  if (all && all (argc, argv) != 0)
    {
      const char *file = tool.file;
      tool.file = NULL;
      fail ("%s: InstrumentAll says that it failed", file);
    }
  for (Obj *o = all ? NULL : the.first; o; o = o->next)
    {
      one (argc, argv, o);
      if (the.walks_program)
	break;
    }
}

void
tool_run (const char *folder, const char *file, int argc, char **argv)
{
  const char *object = string ("%s/tool.so", folder);
  struct words arguments = { NULL, 0 };
  words_add (&arguments, file);
  for (int i = 0; i < argc; i++)
    words_add (&arguments, argv[i]);
  argc = arguments.n;
  argv = arguments.at;
  compile (object, file);
  guard ();
  tool.file = file;
  tool.routine = "loading it";
  void *loaded = dlopen (object, RTLD_NOW | RTLD_LOCAL);
  if (!loaded)
    {
      tool.file = NULL;
      fail ("cannot load '%s': %s", file, dlerror ());
    }
  void (*init) (int, char **) = (void (*) (int, char **))
    find (loaded, "InstrumentInit");
  if (init)
    init (argc, argv);
  instrument_all (loaded, argc, argv);
  void (*fini) (void) = (void (*) (void)) find (loaded, "InstrumentFini");
  if (fini)
    fini ();
  fflush (NULL);
  tool.file = NULL;
  unguard ();
}
