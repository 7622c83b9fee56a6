/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The whole command on a program and two profiles: 8 bytes, the last of which
   chooses how it is called, the profiles, the program.  What a run has
   allocated or opened when it dies is released behind it.  */

#include <libelf.h>
#include <setjmp.h>
#include <unistd.h>
#include "tests/fuzz/fuzz.h"

size_t
fuzz_seal (uint8_t *data, size_t size, size_t max)
{
  (void) max;
  fuzz_seal_all (data, size);
  return size;
}

/* P: the program, A and B: the profiles.  */
static const char *const calls[][8] = {
  { "summarize", "P" },
  { "summarize", "--format=json", "P" },
  { "summarize", "--format=dot", "P" },
  { "report", "P", "A" },
  { "report", "P", "A", "B" },
  { "report", "--sort=unpredictable", "--top=3", "--all-indices", "P", "A" },
  { "report", "--sort=id", "P", "A" },
  { "report", "--format=json", "P", "A" },
  { "report", "--format=dot", "P", "A" },
  { "report", "--format=dot", "--function=*", "P", "A" },
  { "report", "--format=lcov", "P", "A" },
  { "report", "--annotate", "P", "A" },
  { "merge", "-o", "/dev/null", "A", "B", "A" },
  { "diff", "P", "A", "B" },
  { "diff", "--format=json", "P", "A", "B" },
  { "report", "--kind=cbr,mbr", "--function=m*", "P", "B" },
  { "report", "--format=callgrind", "P", "A" },
  { "report", "--format=folded", "P", "A", "B" },
  { "paths", "P", "A" },
  { "paths", "--format=json", "P", "A", "B" },
  { "paths", "--describe", "P" },
  { "paths", "--edges", "--top=2", "P", "A" },
  { "paths", "--format=dot", "--top=9", "P", "A" },
  { "paths", "--function=main", "--path=1", "P", "A" },
};
#define CALLS (sizeof calls / sizeof *calls)

/* --- what a run leaves behind ------------------------------------------- */

#define SLOTS (1u << 16)

static const void *blocks[SLOTS];	/* a hash table, open */
static size_t n_blocks;
static bool running;
static struct Elf *elves[1 << 16];
static size_t n_elves;

static size_t
slot_of (const void *p)
{
  size_t i = ((uintptr_t) p >> 4) * 0x9e3779b97f4a7c15ull >> 48;
  while (blocks[i] && blocks[i] != p)
    i = (i + 1) % SLOTS;
  return i;
}

static void *
allocated (void *p)
{
  if (running && p && n_blocks < SLOTS / 2)
    {
      blocks[slot_of (p)] = p;
      n_blocks++;
    }
  return p;
}

static void
freed (const void *p)
{
  size_t i = slot_of (p);
  if (!running || !p || !blocks[i])
    return;
  blocks[i] = NULL;
  n_blocks--;
  for (i = (i + 1) % SLOTS; blocks[i]; i = (i + 1) % SLOTS)
    {
      const void *moved = blocks[i];
      blocks[i] = NULL;
      blocks[slot_of (moved)] = moved;
    }
}

/* The linker lets ghalt call these instead of what they are named after
   (--wrap); libraries call that.  */
void *__real_calloc (size_t n, size_t size);
void *__real_reallocarray (void *old, size_t n, size_t size);
void __real_free (void *p);
void *__wrap_calloc (size_t n, size_t size);
void *__wrap_reallocarray (void *old, size_t n, size_t size);
void __wrap_free (void *p);

void *
__wrap_calloc (size_t n, size_t size)
{
  return allocated (__real_calloc (n, size));
}

void *
__wrap_reallocarray (void *old, size_t n, size_t size)
{
  void *p = __real_reallocarray (old, n, size);
  if (p)
    freed (old);
  return allocated (p);
}

void
__wrap_free (void *p)
{
  freed (p);
  __real_free (p);
}

struct Elf *__real_elf_begin (int fd, Elf_Cmd command, struct Elf *parent);
int __real_elf_end (struct Elf *elf);
struct Elf *__wrap_elf_begin (int fd, Elf_Cmd command, struct Elf *parent);
int __wrap_elf_end (struct Elf *elf);
void __wrap_exit (int status) __attribute__ ((noreturn));
void __real_exit (int status) __attribute__ ((noreturn));

struct Elf *
__wrap_elf_begin (int fd, Elf_Cmd command, struct Elf *parent)
{
  struct Elf *elf = __real_elf_begin (fd, command, parent);
  if (elf && n_elves < sizeof elves / sizeof *elves)
    elves[n_elves++] = elf;
  return elf;
}

int
__wrap_elf_end (struct Elf *elf)
{
  for (size_t i = n_elves; elf && i > 0; i--)
    if (elves[i - 1] == elf)
      {
	elves[i - 1] = elves[--n_elves];
	break;
      }
  return __real_elf_end (elf);
}

static jmp_buf died;

void
__wrap_exit (int status)
{
  if (!running)
    __real_exit (status);
  longjmp (died, status + 1);
}

/* Free what is left of a run that died; one that came to its end leaves only
   what libraries keep.  */
static void
clean_up (bool all)
{
  fflush (stdout);
  while (all && n_elves > 0)
    __real_elf_end (elves[--n_elves]);
  running = false;
  FUZZ_CHECK (n_elves == 0);
  for (size_t i = 0; n_blocks > 0 && i < SLOTS; i++)
    if (blocks[i])
      {
	if (all)
	  __real_free ((void *) blocks[i]);
	blocks[i] = NULL;
	n_blocks--;
      }
}

/* Everything that outlives a run is allocated before the first.  */
static void
start (void)
{
  static bool started;
  if (started)
    return;
  started = true;
  setvbuf (stdout, malloc (BUFSIZ), _IOFBF, BUFSIZ);
  elf_version (EV_CURRENT);
}

static int
call (char **args)
{
  int n = 0, status = setjmp (died);
  while (args[n])
    n++;
  if (status == 0)
    {
      running = true;
      status = halt_command (n, args);
      clean_up (false);
      return status;
    }
  clean_up (true);
  return status - 1;
}

void
fuzz_one (const uint8_t *data, size_t size)
{
  const char *files[3];
  char *args[10] = { (char *) "ghalt" };
  start ();
  if (size < 8)
    return;
  const char *const *words = calls[data[7] % CALLS];
  data += 8;
  size -= 8;
  for (unsigned i = 0; i < 3; i++)
    {
      size_t part = i < 2 ? fuzz_prof_size (data, size) : size;
      files[i] = fuzz_file (i, data, part);
      data += part;
      size -= part;
    }
  for (int i = 0; i < 8 && words[i]; i++)
    args[i + 1] = (char *) (strcmp (words[i], "P") == 0 ? files[2]
			    : strcmp (words[i], "A") == 0 ? files[0]
			    : strcmp (words[i], "B") == 0 ? files[1]
			    : words[i]);
  int status = call (args);
  FUZZ_CHECK (status == 0 || status == 2
	      || (status == 1 && strcmp (words[0], "diff") == 0));
}
