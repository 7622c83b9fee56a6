/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The analysis routines, the part of their C library that they need, and what calls
   them before and after the program (run/): made an image (image.c), or one object
   that shares no name with the program.

   Then sections get names that begin with .halt, so that the link can put them apart.
   Global, and hidden, stay only the routines that are called, data that calls
   pass, and what copies of routines refer to.  */

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
#include "base/file.h"
#include "base/text.h"
#include "atom/make.h"
#include "atom/run/registers.h"

#define ROUTINE "__halt_anal."

/* What goes into the folder: the sources of run/.  */
#define FILE_INSIDE(NAME, FILE) \
  __asm__(".pushsection .rodata\n" #NAME ":\n\t.incbin \"" FILE \
	  "\"\n\t.byte 0\n\t.popsection"); \
  extern const char NAME[];
FILE_INSIDE (atom_start_c, "atom/run/start.c")
FILE_INSIDE (atom_enter_c, "atom/run/enter.c")
FILE_INSIDE (atom_print_c, "atom/run/print.c")
FILE_INSIDE (atom_names_c, "atom/run/names.c")
FILE_INSIDE (atom_registers_h, "atom/run/registers.h")
FILE_INSIDE (atom_registers_x86_64, "atom/run/x86_64/registers.s")
FILE_INSIDE (atom_registers_i386, "atom/run/i386/registers.s")
FILE_INSIDE (atom_registers_alpha, "atom/run/alpha/registers.s")
FILE_INSIDE (atom_registers_aarch64, "atom/run/aarch64/registers.s")
FILE_INSIDE (atom_registers_riscv64, "atom/run/riscv64/registers.s")
FILE_INSIDE (atom_machine_x86_64, "atom/run/x86_64/machine.s")
FILE_INSIDE (atom_machine_i386, "atom/run/i386/machine.s")
FILE_INSIDE (atom_machine_alpha, "atom/run/alpha/machine.s")
FILE_INSIDE (atom_machine_aarch64, "atom/run/aarch64/machine.s")
FILE_INSIDE (atom_machine_riscv64, "atom/run/riscv64/machine.s")
/* One file after the other.  */
FILE_INSIDE (atom_pots_x86_64,
	     "runtime/x86_64/start.s\"\n\t.incbin \"atom/run/x86_64/args.s")
FILE_INSIDE (atom_pots_i386, "runtime/i386/start.s")
FILE_INSIDE (atom_pots_alpha, "runtime/alpha/start.s")
FILE_INSIDE (atom_pots_aarch64, "runtime/aarch64/start.s")
FILE_INSIDE (atom_pots_riscv64, "runtime/riscv64/start.s")

/* The C library of a machine's analyses: its headers and its archives are in two
   folders, where Debian has them or below where it was built; that is named by a variable
   of the environment, or in the cache, where tests/toolchain puts it.  */
struct library
{
  const char *name, *variable;
  const char *cache;		/* below it */
  const char *include, *lib;	/* below where it was built */
  const char *debian[2];	/* or NULL */
  const char *missing;		/* what to do if it is not there */
  bool prints;			/* what it prints is as glibc's with run/print.c */
};

static const struct machine
{
  const char *target;
  struct library library;
  const char *machine, *registers, *pots;
  const char *option;		/* of the compiler's, or NULL */
  const char *atomic;		/* where the compiler has atomic operations that are not
				   instructions, or NULL */
} machines[] = {
  { "x86-64",
    { "musl",
      "HALT_MUSL",
      "musl",
      "include",
      "lib",
      { "/usr/include/x86_64-linux-musl", "/usr/lib/x86_64-linux-musl" },
      "install musl-dev",
      true },
    atom_machine_x86_64,
    atom_registers_x86_64,
    atom_pots_x86_64,
    NULL,
    NULL },
  { "i386",
    { "musl",
      "HALT_MUSL",
      "musl",
      "i386/include",
      "i386/lib",
      { "/usr/include/i386-linux-musl", "/usr/lib/i386-linux-musl" },
      "install musl-dev:i386, or run `tests/toolchain/musl i386' of HALT's sources",
      true },
    atom_machine_i386,
    atom_registers_i386,
    atom_pots_i386,
    NULL,
    NULL },
  { "alpha",
    { "dietlibc",
      "HALT_DIET",
      "diet",
      "alpha/include",
      "alpha/lib",
      { NULL, NULL },
      "run `tests/toolchain/diet alpha' of HALT's sources",
      false },
    atom_machine_alpha,
    atom_registers_alpha,
    atom_pots_alpha,
    NULL,
    NULL },
  /* Atomic operations are not to be libgcc's, which asks what the processor has.  */
  { "aarch64",
    { "musl",
      "HALT_MUSL",
      "musl",
      "aarch64/include",
      "aarch64/lib",
      { "/usr/include/aarch64-linux-musl", "/usr/lib/aarch64-linux-musl" },
      "install musl-dev:arm64, or run `tests/toolchain/musl aarch64' of HALT's "
      "sources",
      true },
    atom_machine_aarch64,
    atom_registers_aarch64,
    atom_pots_aarch64,
    "-mno-outline-atomics",
    NULL },
  /* Debian's library reads the thread pointer by what is shorter than what replaces it.  */
  { "riscv64",
    { "musl",
      "HALT_MUSL",
      "musl",
      "riscv64/include",
      "riscv64/lib",
      { NULL, NULL },
      "run `tests/toolchain/musl riscv64' of HALT's sources",
      true },
    atom_machine_riscv64,
    atom_registers_riscv64,
    atom_pots_riscv64,
    NULL,
    "-l:libatomic.a" }
};

/* Ways out of the program that run what comes after it, or to another process; from
   FIRST_ASKED on those that are wrapped in a static program only if a unit of it names
   them: the C library's own calls of them do not go by their names, and to ask for
   them would change the order of its parts.  A static program's daemon calls what is
   wrapped itself.  */
#define FIRST_ASKED 5
static const char *const wrapped[] = {
  "_exit",  "_Exit",  "quick_exit", "fork",    "_Fork",
  "execve", "execv",  "execvp",	    "execvpe", "fexecve",
  "execl",  "execlp", "execle",	    "syscall", "execveat",
  "daemon", "abort",  "sigaction",  "signal",  "bsd_signal",
  "ssignal", "sysv_signal", "__sysv_signal", "sigset", NULL
};

static const struct machine *
machine (void)
{
  for (size_t i = 0; i < sizeof machines / sizeof *machines; i++)
    if (strcmp (machines[i].target, the.target->name) == 0)
      return &machines[i];
  fail ("programs for %s cannot be instrumented: there is no C library for "
	"their analysis",
	the.target->name);
}

/* An assembler of another machine would say of each line what is wrong with it.  */
static void
check_compiler (void)
{
  const struct halt_target *t = the.target;
  struct words w = { NULL, 0 };
  char *triple = NULL;
  words_compiler (&w);
  words_add (&w, "-dumpmachine");
  if (!command_run (&w, &triple, NULL))
    return;
  triple[strcspn (triple, "-\n")] = 0;
  if (halt_target_find (triple, t->word_bits, t->pointer_bits) != t)
    fail (
      "%s is for %s, and '%s' compiles for %s: let CC name a compiler for %s",
      the.first->name, t->name, w.at[0], triple, t->name);
}

/* --- the C library ---------------------------------------------------------- */

/* Where that is.  */
struct where
{
  const char *include, *lib;
};

static bool
is_there (const struct where *w)
{
  return access (string ("%s/libc.a", w->lib), R_OK) == 0;
}

/* Where it is if it was built into FOLDER.  */
static struct where
below (const struct library *l, const char *folder)
{
  return (struct where) { string ("%s/%s", folder, l->include),
			  string ("%s/%s", folder, l->lib) };
}

static struct where
library (void)
{
  const struct library *l = &machine ()->library;
  const char *cache = cache_folder (), *own = getenv (l->variable);
  struct where w = { l->debian[0], l->debian[1] };
  if (own && *own)
    {
      w = below (l, own);
      if (!is_there (&w))
	fail ("%s: no %s/libc.a", l->variable, w.lib);
      return w;
    }
  if (w.lib && is_there (&w))
    return w;
  w = below (l, string ("%s/%s", cache ? cache : "", l->cache));
  if (!cache || !is_there (&w))
    fail (
      "no C library for the analysis: %s/libc.a is not there; %s, or name its "
      "folder in %s",
      l->debian[1] ? l->debian[1] : w.lib, l->missing, l->variable);
  return w;
}

/* Add to W where the C library's headers are.  */
static void
add_library_headers (struct words *w)
{
  if (!machine ()->library.prints)
    {
      /* What dietlibc's own compiler wrapper says; and it warns of names that are its.
	 It knows no longer double than double; what is no number must not trap.  */
      words_add_all (w, "-D__dietlibc__", "-mlong-double-64", "-mieee",
		     "-Wno-deprecated-declarations", NULL);
    }
  words_add (w, "-nostdinc");
  /* Its own come before those of the compiler, which has more.  */
  words_add_all (w, "-isystem", library ().include, "-isystem",
		 ask_compiler ("-print-file-name=include"), NULL);
  /* The kernel's headers: a cross compiler's are elsewhere.  */
  const char *folder = ask_compiler ("-print-multiarch");
  words_add_all (w, "-idirafter", string ("/usr/include/%s", folder),
		 "-idirafter", string ("/usr/%s/include", folder), NULL);
}

/* Add to W how C, or CXX, is compiled for the analysis.  The library of C++ is made for
   glibc, whose headers come with it; none of their functions may be inlined.  */
static void
add_flags (struct words *w, bool cxx)
{
  static const char *const flags[] = {
    "-c",
    "-O2",
    "-g",
    "-fvisibility=hidden",
    "-fno-stack-protector",
    "-fcf-protection=none",
    "-fno-pie",
    "-fno-common",
    "-Werror=trampolines",
    "-fno-lto"
  };
  const char *include = include_folder ();
  words_compiler (w);
  words_add_all (w, "-x", cxx ? "c++" : "c", NULL);
  for (size_t i = 0; i < sizeof flags / sizeof *flags; i++)
    words_add (w, flags[i]);
  if (machine ()->option)
    words_add (w, machine ()->option);
  if (cxx)
    {
      words_add_all (w, "-D__NO_INLINE__", "-U_FORTIFY_SOURCE", NULL);
    }
  else
    add_library_headers (w);
  /* Those of the kernel for x86 are in one place for both.  */
  if (strcmp (the.target->name, "i386") == 0)
    {
      words_add_all (w, "-idirafter", "/usr/include/x86_64-linux-gnu", NULL);
    }
  words_add_all (w, "-idirafter", include ? include : "/usr/local/include",
		 NULL);
}

/* --- compiling --------------------------------------------------------------- */

/* The plugin for the compiler, or NULL.  */
static const char *
find_plugin (void)
{
  const char *named = getenv ("HALT_PLUGIN");
  if (named && *named)
    return string ("%s%s", strchr (named, '/') ? "" : "./", named);
  /* That of another machine is below ours.  */
  const char *triple = ask_compiler ("-dumpmachine");
  const char *const beside[] = { string ("%s/", triple),
				 string ("../%s/", triple), "", "../" };
  for (size_t i = 0; i < sizeof beside / sizeof *beside; i++)
    {
      const char *built = string ("%s/%shalt.so", own_folder (), beside[i]);
      if (access (built, R_OK) == 0)
	return built;
    }
  const char *there = string ("%s/halt.so",
			      ask_compiler ("-print-file-name=plugin"));
  return access (there, R_OK) == 0 ? there : NULL;
}

/* Compile FILE to OBJECT, with the plugin, if it is there and takes it, for what it tells of
   routines; without it they are all called, as it is best for a debugger.  */
static void
compile_source (const char *folder, const char *object, const char *file)
{
  struct words own = { NULL, 0 };
  const char *plugin = words_own (&own) ? NULL : find_plugin ();
  for (int with = plugin != NULL; with >= 0; with--)
    {
      struct words w = { NULL, 0 };
      add_flags (&w, named_cxx (file));
      for (size_t i = 0; i < own.n; i++)
	words_add (&w, own.at[i]);
      if (with)
	{
	  words_add_all (&w, string ("-fplugin=%s", plugin),
			 "-fplugin-arg-halt-analysis", NULL);
	}
      words_add_all (&w, "-o", object, file, NULL);
      if (command_run (&w, NULL,
		       with ? string ("%s/anal.errors", folder) : NULL))
	break;
      if (!with)
	fail ("the analysis file '%s' does not compile", file);
    }
}

/* Make OBJECT of FILE, an object or an archive: of what routines that are called
   need.  */
static void
take_object (const char *folder, const char *object, const char *file)
{
  struct words w = { NULL, 0 };
  const char *errors = string ("%s/anal.errors", folder);
  words_compiler (&w);
  words_add_all (&w, "-r", "-nostdlib", "-o", object, NULL);
  for (struct proto *p = the.protos; p; p = p->next)
    if (p->used && !p->own)
      words_add (&w, string ("-Wl,-u,%s", p->name));
  words_add (&w, file);
  if (!command_run (&w, NULL, errors))
    {
      size_t size;
      char *said = file_read (errors, &size);
      fail ("cannot link the analysis '%s': %s", file, said ? said : "");
    }
}

/* Note down what OBJECT, the analysis, needs.  */
static void
find_needs (const char *object)
{
  Elf *elf = elf_must (object);
  for (struct elf_symbol s = { .elf = elf, .type = SHT_SYMTAB };
       elf_next_symbol (&s);)
    if (s.is.st_shndx == SHN_UNDEF)
      {
	the.cxx |= begins (s.name, "_Z") || begins (s.name, "__cxa_")
		   || begins (s.name, "__gxx_");
	the.wide |= strstr (s.name, "wprintf") != NULL;
      }
  elf_end (elf);
}

static void
compile_analysis (const char *folder, const char *file)
{
  const char *object = string ("%s/anal.o", folder);
  const char *dot = strrchr (file, '.');
  if (dot && (strcmp (dot, ".o") == 0 || strcmp (dot, ".a") == 0))
    take_object (folder, object, file);
  else
    compile_source (folder, object, file);
  the.cxx = named_cxx (file);
  find_needs (object);
  if (the.cxx && !machine ()->library.prints)
    fail ("'%s' needs the library of C++, which is not there for %s", file,
	  the.target->name);
  definitions_check (object, file);
  summaries_read (object);
}

static void
write_file (const char *file, const char *text)
{
  FILE *f = fopen (file, "w");
  if (!f || fputs (text, f) < 0 || fclose (f) != 0)
    fail ("cannot write '%s': %s", file, strerror (errno));
}

/* Begin W, which compiles TEXT, a part of ours, the file NAME.c of FOLDER.  */
static void
begin_compile (struct words *w, const char *folder, const char *name,
	       const char *text)
{
  const char *file = string ("%s/%s.c", folder, name);
  write_file (file, text);
  add_flags (w, false);
  words_add_all (w, "-O1", "-g0", file, NULL);
}

/* What stands before the library's functions of these names, if they are called
   (run/print.c).  */
static const char *const replaced[] = { "vfprintf", "vfwprintf", NULL };

/* Compile TEXT, with DEFINE if not NULL, to NAME.o of FOLDER.  */
static const char *
compile_part (const char *folder, const char *name, const char *text,
	      const char *define)
{
  struct words w = { NULL, 0 };
  const char *object = string ("%s/%s.o", folder, name);
  begin_compile (&w, folder, name, text);
  if (define)
    words_add (&w, define);
  words_add_all (&w, "-o", object, NULL);
  command_must (&w, "compile what the analysis' C library lacks");
  return object;
}

/* Compile what C_LIBRARY lacks, an archive of FOLDER, and for C++.  */
#define C_MORE "more.a"
static void
compile_more (const char *folder)
{
  struct words archive = { NULL, 0 };
  words_add_all (&archive, ask_compiler ("-print-prog-name=ar"), "rcs",
		 string ("%s/" C_MORE, folder), NULL);
  /* C++'s library has wide characters in it.  */
  for (int i = 0; replaced[i] && (i == 0 || the.wide || the.cxx); i++)
    words_add (&archive, compile_part (folder, replaced[i], atom_print_c,
				       i ? "-DWIDE" : NULL));
  words_add (&archive, compile_part (folder, "names", atom_names_c, NULL));
  command_must (&archive, "make an archive of that");
  if (the.cxx)
    compile_part (folder, "cxx", atom_names_c, "-DCXX");
}

/* Whether the text of a unit of O has NAME.  */
static bool
asks_for (const Obj *o, const char *name)
{
  for (const struct unit *u = o->units; u; u = u->next)
    if (u->text && memmem (u->text, u->size, name, strlen (name)))
      return true;
  return false;
}

/* Whether O is a static program with a malloc of its own.  The C library's start calls
   that before all else.  There its parts are in another order then.  */
static bool
begins_early (const Obj *o, Elf *elf)
{
  return elf_has_symbol (elf, "__libc_init_first")
	 && (asks_for (o, "\nmalloc:\n") || asks_for (o, "\ncalloc:\n"));
}

void
wraps_add (struct words *w, const char *before, const Obj *o)
{
  Elf *elf = elf_open (o->name, ELF_K_ELF);
  bool is_static = !elf_bytes (elf, ".dynamic");
  for (int i = 0; wrapped[i]; i++)
    if (elf_has_symbol (elf, wrapped[i])
	&& !(is_static && strcmp (wrapped[i], "daemon") == 0)
	&& (!is_static || i < FIRST_ASKED || asks_for (o, wrapped[i])))
      words_add (w, string ("%s%s", before, wrapped[i]));
  if (begins_early (o, elf))
    words_add (w, string ("%s__libc_init_first", before));
  elf_end (elf);
}

/* Compile what calls the routines.  */
static void
compile_start (const char *folder)
{
  struct words w = { NULL, 0 };
  write_file (string ("%s/registers.h", folder), atom_registers_h);
  begin_compile (&w, folder, "start", atom_start_c);
  if (the.cxx)
    words_add (&w, "-DCXX");
  words_add_all (&w, "-o", string ("%s/start.o", folder), NULL);
  command_must (&w, "compile what starts the analysis");
  if (machine ()->library.prints)
    compile_more (folder);
}

/* Let nothing that OBJECT only reads come among what the program reads, which would
   move: linkers merge strings and numbers of all objects where the first one has
   some.  */
static void
set_apart (const char *object)
{
  struct words w = { NULL, 0 };
  Elf *elf = elf_open (object, ELF_K_ELF);
  words_add (&w, ask_compiler ("-print-prog-name=objcopy"));
  for (struct elf_section s = { .elf = elf }; elf_next_section (&s);)
    if (begins (s.name, ".rodata") || begins (s.name, ".data.rel.ro"))
      {
	words_add_all (&w, "--rename-section",
		       string ("%s=.halt%s", s.name, s.name), NULL);
      }
  elf_end (elf);
  words_add (&w, object);
  command_must (&w, "rename what enters the analysis");
}

void
enter_compile (const char *folder, const Obj *o, const char *to)
{
  struct words w = { NULL, 0 };
  begin_compile (&w, folder, "enter", atom_enter_c);
  if (the.image)
    {
      const char *file = string ("%s/enter.s", folder);
      FILE *f = fopen (file, "w");
      if (!f)
	fail ("cannot write '%s': %s", file, strerror (errno));
      fputs (machine ()->machine, f);
      fputs (machine ()->pots, f);
      image_define (&w, f, folder, o);
      if (fclose (f) != 0)
	fail ("cannot write '%s': %s", file, strerror (errno));
    }
  wraps_add (&w, "-DWRAP_", o);
  if (has_preinit (o))
    words_add (&w, "-DPREINIT");
  words_add_all (&w, "-o", to, NULL);
  command_must (&w, "compile what enters the analysis");
  if (the.image)
    set_apart (to);
}

/* --- names --------------------------------------------------------------------- */

/* Whether ELF, if there is one, defines the routine NAME for others.  */
static bool
has_routine (Elf *elf, const char *name)
{
  for (struct elf_symbol s = { .elf = elf, .type = SHT_SYMTAB };
       elf_next_symbol (&s);)
    {
      int type = GELF_ST_TYPE (s.is.st_info);
      if (s.is.st_shndx != SHN_UNDEF && (type == STT_FUNC || type == STT_NOTYPE)
	  && GELF_ST_BIND (s.is.st_info) != STB_LOCAL
	  && strcmp (s.name, name) == 0)
	return true;
    }
  return false;
}

/* Fail if a routine that is called is not there.  */
static void
check_routines (const char *folder, const char *file)
{
  Elf *elf = file ? elf_must (string ("%s/anal.o", folder)) : NULL;
  for (struct proto *p = the.protos; p; p = p->next)
    {
      if (!p->used || p->own || has_routine (elf, p->name))
	continue;
      if (p->file)
	fail (
	  "%s:%d: the routine '%s' is not defined in the analysis file%s%s%s",
	  p->file, p->line, p->name, file ? " " : ": there is none",
	  file ? file : "",
	  the.cxx ? ", where C++ needs 'extern \"C\"' before it" : "");
      fail ("the routine '%s' is not defined in the analysis file", p->name);
    }
  elf_end (elf);
}

void
analysis_compile (const char *folder, const char *file)
{
  for (struct proto *p = the.protos; p; p = p->next)
    p->symbol = string (ROUTINE "%s", p->name);
  machine ();
  check_compiler ();
  if (file)
    compile_analysis (folder, file);
  check_routines (folder, file);
  compile_start (folder);
}

/* --- the calls and what they pass ------------------------------------------------ */

static void
write_bytes (FILE *f, const struct data *d)
{
  const unsigned char *p = d->bytes;
  for (size_t i = 0; i < d->size; i++)
    {
      if (i % 32 == 0)
	fputs (i ? "\"\n\t.ascii\t\"" : "\t.ascii\t\"", f);
      fprintf (f, "\\%03o", p[i]);
    }
  fputs (d->size ? "\"\n" : "\t.byte\t0\n", f);
}

/* Where what is passed begins.  */
#define CONSTANTS "__halt_constants"
#define VARIABLES "__halt_variables"

static void
write_label (FILE *f, const char *section, int align, const char *label)
{
  fprintf (f, "\t%s\n\t.balign\t%d\n\t.globl\t%s\n\t.hidden\t%s\n%s:\n",
	   section, align, label, label, label);
}

/* Write the data that are CONSTANT, or are not, into SECTION.  They have one symbol,
   BASE, and are at a distance from it: with thousands of symbols the linker would put
   the program's copies of variables of shared objects in another order, as its table
   of symbols has another size then.  */
static void
write_data (FILE *f, const char *section, const char *base, bool constant)
{
  size_t at = 0;
  write_label (f, section, 64, base);
  for (struct data *d = the.data; d; d = d->next)
    if (!d->xlate && d->constant == constant)
      {
	size_t align = d->align > 0 ? d->align : 1;
	at = (at + align - 1) / align * align;
	fprintf (f, "\t.balign\t%zu\n", align);
	write_bytes (f, d);
	snprintf (d->label, sizeof d->label, "%s+%zu", base, at);
	at += d->size ? d->size : 1;
      }
}

static void
write_xlates (FILE *f, const char *section)
{
  for (const struct data *d = the.data; d; d = d->next)
    if (d->xlate)
      {
	write_label (f, section, d->align, d->label);
	xlate_write (f, d->xlate);
      }
}

/* Whether C is passed registers.  */
static bool
has_slots (const struct call *c)
{
  for (int i = 0; i < c->proto->n; i++)
    if (c->values[i].form == VALUE_SLOT)
      return true;
  return false;
}

static size_t
write_words (FILE *f, const struct calls *calls, const char *word, size_t n)
{
  for (const struct call *c = calls->first; c; c = c->next, n++)
    {
      fprintf (f, ".Lwords%zu:\n", n);
      for (int i = 0; i < c->proto->n; i++)
	if (c->values[i].form == VALUE_DATA)
	  fprintf (f, "\t%s\t%s\n", word, c->values[i].data->label);
	else
	  fprintf (f, "\t%s\t%lld\n", word, (long long) c->values[i].number);
      if (!has_slots (c))
	continue;
      fprintf (f, ".Lslots%zu:\n", n);
      for (int i = 0; i < c->proto->n; i++)
	fprintf (f, "\t.byte\t%d\n",
		 c->values[i].form == VALUE_SLOT ? (int) c->values[i].number
						 : SLOT_NONE);
      fprintf (f, "\t.balign\t%d\n", the.target->pointer_bits / 8);
    }
  return n;
}

static size_t
write_calls (FILE *f, const struct calls *calls, const char *word, size_t n)
{
  for (const struct call *c = calls->first; c; c = c->next, n++)
    fprintf (f, "\t%s\t%s, %d, .Lwords%zu, %s\n", word, c->proto->name,
	     c->proto->n, n, has_slots (c) ? string (".Lslots%zu", n) : "0");
  return n;
}

/* Write the calls before or after, as WHEN says: those of the program enclose
   those of its objects.  */
static void
write_table (FILE *f, int when, const char *word, size_t *n)
{
  static const char *const names[] = { "__halt_calls_before",
				       "__halt_calls_after" };
  size_t first = *n;
  for (int step = 0; step < 2; step++)
    if (step == when)
      *n = write_words (f, &the.calls[when], word, *n);
    else
      for (Obj *o = the.first; o; o = o->next)
	*n = write_words (f, &o->calls[when], word, *n);
  fprintf (f, "\t.globl\t%s\n\t.hidden\t%s\n%s:\n", names[when], names[when],
	   names[when]);
  for (int step = 0; step < 2; step++)
    if (step == when)
      first = write_calls (f, &the.calls[when], word, first);
    else
      for (Obj *o = the.first; o; o = o->next)
	first = write_calls (f, &o->calls[when], word, first);
  fprintf (f, "\t%s\t0, 0, 0, 0\n", word);
}

/* Write calls.s: the calls before and after the program, all data, and what pots
   call.  */
static void
write_assembler (const char *folder)
{
  const char *file = string ("%s/calls.s", folder);
  const char *word = the.target->pointer_bits == 64 ? ".quad" : ".long";
  size_t n = 0;
  FILE *f = fopen (file, "w");
  if (!f)
    fail ("cannot write '%s': %s", file, strerror (errno));
  write_data (f, the.image ? IMAGE_FIXED : ".section\t.rodata", CONSTANTS,
	      true);
  write_data (f, the.image ? IMAGE_PASSED : ".data", VARIABLES, false);
  write_xlates (f, the.image ? IMAGE_PASSED : ".data");
  fprintf (f, "\t.data\n\t.balign\t%d\n", the.target->pointer_bits / 8);
  write_table (f, 0, word, &n);
  write_table (f, 1, word, &n);
  fputs (machine ()->machine, f);
  fputs (machine ()->registers, f);
  if (the.image)
    image_write_words (f);
  else
    fputs (machine ()->pots, f);
  if (ferror (f) || fclose (f) != 0)
    fail ("cannot write '%s': %s", file, strerror (errno));
}

/* --- one object ------------------------------------------------------------------- */

/* Whether NAME is __wrap_ and one of LIST.  */
static bool
is_wrap (const char *name, const char *const list[])
{
  static const char wrap[] = "__wrap_";
  for (; *list; list++)
    if (begins (name, wrap) && strcmp (name + strlen (wrap), *list) == 0)
      return true;
  return false;
}

/* What is asked of the symbols of the object.  */
struct names
{
  FILE *keep, *rename;
  const char *undefined;
};

static void
sort_name (struct names *n, const char *name, const GElf_Sym *symbol)
{
  /* They say where code or data begin.  */
  if (*name == '$')
    return;
  if (GELF_ST_TYPE (symbol->st_info) == STT_TLS && symbol->st_shndx != SHN_UNDEF
      && !begins (name, "__halt_part."))
    fail (
      "%s: '%s' is thread-local, and an analysis has no such data: they would "
      "move the program's",
      the.anal, name);
  if (symbol->st_shndx == SHN_UNDEF)
    {
      if (GELF_ST_BIND (symbol->st_info) != STB_WEAK
	  && !begins (name, "__real_") && !begins (name, "__halt_xlate.")
	  && strcmp (name, "_GLOBAL_OFFSET_TABLE_") != 0)
	n->undefined = n->undefined ? n->undefined : string ("%s", name);
    }
  else if (strcmp (name, "__pthread_create") == 0)
    fail ("%s: an analysis makes no threads: they would be the program's",
	  the.anal);
  else if (GELF_ST_BIND (symbol->st_info) == STB_LOCAL)
    return;
  else if ((begins (name, "__wrap_") && !is_wrap (name, replaced))
	   || begins (name, "__halt_part.")
	   || begins (name, "__halt_call_aligned")
	   || strcmp (name, "__halt_get_pc") == 0
	   || strcmp (name, "__halt_wrong_summary") == 0)
    fprintf (n->keep, "%s\n", name);
}

/* Say in files of FOLDER what stays global in OBJECT, and how it is called.  */
static void
write_names (const char *folder, const char *object)
{
  struct names n = { fopen (string ("%s/keep", folder), "w"),
		     fopen (string ("%s/rename", folder), "w"), NULL };
  if (!n.keep || !n.rename)
    fail ("cannot write into '%s': %s", folder, strerror (errno));
  Elf *elf = elf_must (object);
  for (struct elf_symbol s = { .elf = elf, .type = SHT_SYMTAB };
       elf_next_symbol (&s);)
    if (*s.name)
      sort_name (&n, s.name, &s.is);
  elf_end (elf);
  if (n.undefined)
    fail ("the analysis needs '%s', which neither it nor its C library "
	  "(%s) defines",
	  n.undefined, machine ()->library.name);
  for (struct proto *p = the.protos; p; p = p->next)
    if (p->used)
      {
	fprintf (n.rename, "%s %s\n", p->name, p->symbol);
	fprintf (n.keep, "%s\n", p->symbol);
      }
  fputs (CONSTANTS "\n" VARIABLES "\n", n.keep);
  for (const struct data *d = the.data; d; d = d->next)
    if (d->xlate)
      fprintf (n.keep, "%s\n", d->label);
  if (fclose (n.keep) != 0 || fclose (n.rename) != 0)
    fail ("cannot write into '%s': %s", folder, strerror (errno));
}

/* What is called before and after the routines, in order, for start.c.  */
static const char constructors[]
  = "SECTIONS\n{\n  .text : { *(.text .text.*) }\n  " CONSTRUCTORS
    " : ALIGN (8)\n  {\n"
    "    __halt_init = .;\n"
    "    KEEP (*(SORT_BY_INIT_PRIORITY(.init_array.*)))\n"
    "    KEEP (*(.init_array))\n"
    "    __halt_init_end = .;\n"
    "    __halt_fini = .;\n"
    "    KEEP (*(SORT_BY_INIT_PRIORITY("
    "EXCLUDE_FILE(*/enter.o) .fini_array.*)))\n"
    "    KEEP (*(.fini_array))\n"
    "    __halt_fini_end = .;\n"
    "  }\n}\nINSERT AFTER .data;\n";

/* Add to W, for the linker, what OBJECT may do without and has not.  */
static void
add_weak (struct words *w, const char *object)
{
  Elf *elf = elf_must (object);
  for (struct elf_symbol s = { .elf = elf, .type = SHT_SYMTAB };
       elf_next_symbol (&s);)
    if (*s.name && s.is.st_shndx == SHN_UNDEF
	&& GELF_ST_BIND (s.is.st_info) == STB_WEAK
	&& !begins (s.name, "__halt_"))
      words_add (w, string ("-Wl,--defsym=%s=0", s.name));
  elf_end (elf);
}

/* Link all parts to one relocatable object, with MORE words.  */
static void
join_parts (const char *folder, const char *object, const struct words *more)
{
  struct words w = { NULL, 0 };
  const char *lib = library ().lib;
  const char *errors = string ("%s/join.errors", folder);
  const char *script = string ("%s/join.script", folder);
  static const char *const parts[] = { "anal.o", "cxx.o", "start.o", "enter.o",
				       "calls.o" };
  words_compiler (&w);
  words_add_all (&w, "-r", "-nostdlib", "-Wl,-d", NULL);
  /* The program may have the same, which is not ours.  */
  words_add (&w, "-Wl,--force-group-allocation");
  write_file (script, constructors);
  words_add_all (&w, string ("-Wl,-T,%s", script), "-o", object, NULL);
  for (size_t i = 0; i < sizeof parts / sizeof *parts; i++)
    if (access (string ("%s/%s", folder, parts[i]), R_OK) == 0)
      words_add (&w, string ("%s/%s", folder, parts[i]));
  for (int i = 0; machine ()->library.prints && replaced[i]; i++)
    words_add (&w, string ("-Wl,--wrap=%s", replaced[i]));
  words_add (&w, "-Wl,--start-group");
  if (machine ()->library.prints)
    words_add (&w, string ("%s/" C_MORE, folder));
  if (the.cxx)
    words_add (&w, "-l:libstdc++.a");
  words_add_all (&w, string ("%s/libc.a", lib), string ("%s/libm.a", lib),
		 "-lgcc", NULL);
  if (machine ()->atomic)
    words_add (&w, machine ()->atomic);
  if (the.cxx)
    words_add (&w, "-lgcc_eh");
  words_add (&w, "-Wl,--end-group");
  for (size_t i = 0; i < more->n; i++)
    words_add (&w, more->at[i]);
  /* The library warns of functions that are long.  */
  if (!command_run (&w, NULL, errors))
    {
      size_t size;
      char *said = file_read (errors, &size);
      fail ("cannot link the analysis: %s", said ? said : "");
    }
}

/* Whether the analysis carries unwind information: exceptions of the program may
   pass what replaces a procedure of it.  Else static programs are spared it, whose
   unwinder takes memory from the heap for every function.  */
static bool
needs_unwinding (void)
{
  Elf *elf = elf_open (the.first->name, ELF_K_ELF);
  bool needs = !elf || elf_bytes (elf, ".interp") || the.cxx;
  for (struct proto *p = the.protos; p; p = p->next)
    needs |= p->used && p->replacement;
  elf_end (elf);
  return needs;
}

/* Let OBJECT share nothing with the program: TO.  */
static void
hide (const char *folder, const char *object, const char *to)
{
  static const char *const stays[] = { ".preinit_array", ".fini_array.00000",
				       ".eh_frame" };
  struct words first = { NULL, 0 }, second = { NULL, 0 };
  const char *middle = string ("%s/middle.o", folder);
  const char *objcopy = ask_compiler ("-print-prog-name=objcopy");
  words_add_all (&first, objcopy, string ("--redefine-syms=%s/rename", folder),
		 "--prefix-alloc-sections=.halt", "-w", "-R", ".gnu.warning*",
		 "-R", ".debug.halt_routine", "-R", ".note.*", "-R", ".comment",
		 object, middle, NULL);
  command_must (&first, "rename the analysis");
  words_add_all (&second, objcopy,
		 string ("--keep-global-symbols=%s/keep", folder), NULL);
  for (size_t i = 0; i < sizeof stays / sizeof *stays; i++)
    {
      words_add_all (&second, "--rename-section",
		     string (".halt%s=%s", stays[i], stays[i]), NULL);
    }
  if (!needs_unwinding ())
    {
      words_add_all (&second, "-R", ".halt.eh_frame", NULL);
    }
  words_add_all (&second, "--add-section", ".note.GNU-stack=/dev/null", middle,
		 to, NULL);
  command_must (&second, "hide the analysis");
}

void
analysis_finish (const char *folder)
{
  struct words w = { NULL, 0 }, weak = { NULL, 0 };
  const char *all = string ("%s/all.o", folder);
  write_assembler (folder);
  words_compiler (&w);
  words_add_all (&w, "-Wa,--noexecstack", "-c", "-o",
		 string ("%s/calls.o", folder), string ("%s/calls.s", folder),
		 NULL);
  command_must (&w, "assemble the calls of the program");
  if (!the.image)
    enter_compile (folder, the.first, string ("%s/enter.o", folder));
  join_parts (folder, all, &weak);
  /* The library of C++ may do without some functions, which are not the program's.  */
  if (the.cxx)
    {
      add_weak (&weak, all);
      join_parts (folder, all, &weak);
    }
  write_names (folder, all);
  self_replace (all);
  if (the.image)
    image_make (folder, all);
  else
    hide (folder, all, string ("%s/analysis.o", folder));
}
