/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Analysis routines that write down every event: a struct record each, to the
   file `trace' of the working directory, the whole of it when the program
   ends.  tests/events links them into the plain program as well, where
   nobody calls them, so that both have the same libraries and data.

   Nothing here allocates or uses the C library's buffers, so that the
   program finds its own memory where it would find it anyway.  */

#include <fcntl.h>
#include <unistd.h>

#include "../../include/halt/halt.h"
#include "../steppers/events/events.h"

/* So large, and so placed, that the end of .bss, where the heap begins, does
   not depend on a few bytes more or less in front of it.  Alpha's assembler aligns
   to no more than 64 KiB.  */
#define ROOM (1 << 22)
#ifdef __alpha__
# define ALIGN (1 << 16)
#else
# define ALIGN ROOM
#endif
static struct record buffer[ROOM / sizeof (struct record)]
  __attribute__ ((aligned (ALIGN)));
static const unsigned room = ROOM / sizeof (struct record);
static unsigned used;
static int fd = -1;

static void
flush (void)
{
  if (fd < 0)
    fd = open ("trace", O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0644);
  const char *p = (const char *) buffer;
  size_t left = used * sizeof *buffer;
  while (left > 0)
    {
      ssize_t n = write (fd, p, left);
      if (n <= 0)
	_exit (99);
      p += n;
      left -= n;
    }
  used = 0;
}

static void
put (int kind, unsigned long id, unsigned long a, unsigned long b)
{
  struct record *r = &buffer[used++];
  r->kind = kind;
  r->id = id;
  r->a = a;
  r->b = b;
  if (used == room)
    flush ();
}

/* What a record says of an event, by the column `args' of kinds.def.  */
#define PUT_START(kind)
#define PUT_NONE(kind) put (kind, id, 0, 0)
#define PUT_CONDITION(kind) put (kind, id, cond, 0)
#define PUT_INDEX(kind) put (kind, id, index, 0)
#define PUT_BUFFER(kind) put (kind, id, buf, 0)
#define PUT_JUMP(kind) put (kind, id, buf, (unsigned) status)
#define PUT_CALLEE(kind) put (kind, id, (unsigned long) callee, 0)
#define PUT_ACCESS(kind) put (kind, id, ea, bytes)

#define HALT_PATH_KIND(...)
#define HALT_INLINE_KIND(...)
#define HALT_KIND(NAME, number, word, routine, when, args, ...) \
  void routine HALT_PARAMS_##args { PUT_##args (number); }
#include "../../include/halt/kinds.def"

/* After the destructors of the program.  */
__attribute__ ((destructor (101))) static void
end (void)
{
  if (used)
    flush ();
}
