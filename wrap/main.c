/* SPDX-License-Identifier: GPL-3.0-or-later */
/* halt-gcc, halt-g++: what is run.  */

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include "wrap/wrap.h"

/* What is done where nobody says what to do: enough for the counts of every
   edge of a function without exceptions.  */
#define USUAL_FLAGS "cbr mbr entry"

static const char help[] =
"usage: halt-gcc [GCC'S ARGUMENTS]...\n"
"       halt-g++ [GCC'S ARGUMENTS]...\n"
"\n"
"GCC with the HALT plugin, for build systems: CC=halt-gcc ./configure && make\n"
"\n"
"  HALT_FLAGS          the plugin's arguments, \"cbr mbr entry\" by default\n"
"  HALT=off            be GCC and nothing else, for the checks of configure\n"
"  HALT_CC, HALT_CXX   what to run, gcc and g++ by default, as in \"ccache gcc\"\n"
"  HALT_PLUGIN         the plugin, if not that of the same build or GCC's own\n"
"  HALT_LIBS           what to link instead of -lhalt; may be empty\n"
"  --halt-flags=FLAGS  further ones, with commas between them\n"
"  --halt-key          print what a compiler cache must know\n"
"  --halt-help         this\n"
"\n"
"flags (man 7 halt.so):\n";

/* Of the table's forms, what shows.  */
enum
{
  FLAG,
  TEXT = 0,
  CHOICE = 0,
  LIST,
  MAYBE
};

/* The words of VALUE, if it has any, each have a `|' before them.  */
static void
print_flag (const char *name, int form, const char *value, const char *what)
{
  int n = printf ("  %s%s", name, form & MAYBE ? "[=" : *value ? "=" : "");
  for (value += *value == '|'; *value; value++, n++)
    putchar (form & LIST && *value == '|' ? ',' : *value);
  n += printf ("%s", form & MAYBE ? "]" : "");
  printf ("%*s%s\n", n < 22 ? 22 - n : 1, "", what);
}

/* The compiler that goes by the name NAME with halt- in it.  */
static char *
plain_name (const char *name)
{
  const char *ours = strstr (name, "halt-");
  return ours ? text ("%.*s%s", (int) (ours - name), name, ours + 5)
	      : text ("%s", name);
}

/* True if HALT=off.  */
static bool
is_off (void)
{
  const char *halt = getenv ("HALT");
  if (!halt || !*halt || strcmp (halt, "on") == 0)
    return false;
  if (strcmp (halt, "off") != 0)
    die ("HALT is '%s'; it can be 'on' or 'off'", halt);
  return true;
}

/* What NAME runs: a compiler, perhaps through a launcher.  Those of other
   languages (halt-gfortran) go by their name alone.  */
static struct words
compiler (const char *name)
{
  struct words command = { NULL, 0 };
  char *plain = plain_name (name);
  const char *own = strstr (plain, "++")   ? getenv ("HALT_CXX")
		    : strstr (plain, "cc") ? getenv ("HALT_CC")
					   : NULL;
  if (own && *own)
    add_words (&command, own);
  if (command.n == 0)
    add (&command, plain);
  command.at[0] = find_program (command.at[0]);
  return command;
}

/* Run the compiler's archiver or the like if NAME, halt-gcc-ar say, asks for it:
   cmake looks for it beside the compiler.  */
static void
run_tool (const char *name, char **argv)
{
  static const char *const tools[] = { "-ar", "-nm", "-ranlib" };
  for (size_t i = 0; i < sizeof tools / sizeof *tools; i++)
    {
      size_t length = strlen (name), tail = strlen (tools[i]);
      if (length <= tail || strcmp (name + length - tail, tools[i]) != 0)
	continue;
      struct words command = compiler (text ("%.*s", (int) (length - tail),
					     name));
      const char *driver = command.at[command.n - 1];
      const char *base = strrchr (driver, '/'), *gcc;
      base = base ? base : driver;
      if (!(gcc = strstr (base, "gcc")) && !(gcc = strstr (base, "g++")))
	die ("'%s' has no %s of its own", driver, tools[i] + 1);
      argv[0] = find_program (text ("%.*sgcc%s%s", (int) (gcc - driver), driver,
				    tools[i], gcc + 3));
      execv (argv[0], argv);
      die ("cannot run '%s': %s", argv[0], strerror (errno));
    }
}

static bool
has_flag (const struct words *flags, const char *flag)
{
  for (size_t i = 0; i < flags->n; i++)
    if (strcmp (flags->at[i], flag) == 0)
      return true;
  return false;
}

int
main (int argc, char **argv)
{
  static const char flags_option[] = "--halt-flags=";
  const char *name = strrchr (argv[0], '/');
  name = name ? name + 1 : argv[0];
  run_tool (name, argv);
  bool off = is_off (), key = false;
  struct words flags = { NULL, 0 }, args = { NULL, 0 };
  const char *given = getenv ("HALT_FLAGS");
  if (given)
    add_flags (&flags, given);
  for (int i = 1; i < argc; i++)
    if (strncmp (argv[i], flags_option, sizeof flags_option - 1) == 0)
      add_flags (&flags, argv[i] + sizeof flags_option - 1);
    else if (strcmp (argv[i], "--halt-key") == 0)
      key = true;
    else if (strcmp (argv[i], "--halt-help") == 0)
      {
	fputs (help, stdout);
#define W(word, datum) "|" #word
#define HALT_OPTION(NAME, TOUCHES, EFFECT, FORM, VALUE, text) \
  print_flag (#NAME, FORM, "" VALUE, text);
#define HALT_OPTION_AS(NAME, word, TOUCHES, EFFECT, FORM, VALUE, text) \
  print_flag (word, FORM, "" VALUE, text);
#include "plugin/core/options.def"
	return fflush (stdout) == 0 ? 0 : 2;
      }
    else
      add (&args, argv[i]);
  if (flags.n == 0)
    add_words (&flags, USUAL_FLAGS);

  struct words command = compiler (name);
  if (key)
    print_key (&command, &flags, off);
  check_ccache ();
  struct scan s = scan (args.at, args.n);
  struct words run = { NULL, 0 };
  for (size_t i = 0; i < command.n; i++)
    add (&run, command.at[i]);
  const char *plugin = s.plugin;
  if (!off && s.input && !s.no_code)
    {
      if (!s.plugin)
	{
	  plugin = find_plugin (&command);
	  add (&run, text ("-fplugin=%s", plugin));
	  for (size_t i = 0; i < flags.n; i++)
	    add (&run, text ("-fplugin-arg-halt-%s", flags.at[i]));
	  /* Every link gets the plugin too.  */
	  add (&run, "-fplugin-arg-halt-lto");
	}
      tell_ccache (&flags, &s);
    }
  for (size_t i = 0; i < args.n; i++)
    add (&run, args.at[i]);
  bool program = !off && s.links && !s.no_code && !s.no_link && !s.relocatable;
  if (program && has_flag (&flags, "atom"))
    add_link_line (&run, &command, &args, s.m32);
  else if (program)
    add_libraries (&run, &command, &flags, plugin, &s);
  execv (run.at[0], run.at);
  die ("cannot run '%s': %s", run.at[0], strerror (errno));
}
